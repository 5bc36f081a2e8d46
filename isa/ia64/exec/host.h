/* Blocks as host code (emu/host): what Itanium operations are in its primitives. */
#ifndef PCGRAM_IA64_HOST_H
#define PCGRAM_IA64_HOST_H

#include "emu/core/block.h"
#include "isa/ia64/cpu.h"

/* Block b of c's code, just made, is to get host code when it has been entered often enough. */
void ia64_host_watch(struct cpu *c, struct block *b);

#endif
