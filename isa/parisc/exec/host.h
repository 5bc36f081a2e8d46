/* Blocks as host code (emu/host): what PA-RISC operations are in its primitives. */
#ifndef PCGRAM_PARISC_HOST_H
#define PCGRAM_PARISC_HOST_H

#include "emu/core/block.h"
#include "isa/parisc/cpu.h"

/* Block b of c's code, just made, is to get host code when it has been entered often enough. */
void pa_host_watch(struct cpu *c, struct block *b);

#endif
