/* Linux/hppa as a processor sees it: system calls through the gateway page, signal frames, what the kernel mends. */
#ifndef PCGRAM_PARISC_ABI_H
#define PCGRAM_PARISC_ABI_H

#include "emu/core/isa.h"

extern const struct abi pa_abi;

struct cpu;

/* Whether the processor stands at an entry of either gateway: in a system call, or at its beginning. */
bool pa_in_gateway(const struct cpu *c);

#endif
