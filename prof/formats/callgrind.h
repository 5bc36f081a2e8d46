/* The callgrind format, version 1, as callgrind_annotate and KCachegrind read it: exact counts per instruction. */
#ifndef PCGRAM_PROF_FORMATS_CALLGRIND_H
#define PCGRAM_PROF_FORMATS_CALLGRIND_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the whole profile to f (errors stay in f). Positions are address and source line; events: Cycles
 * Instructions Slots Ticks, each cause of stalls that cost anything, and branches predicted wrong if there are any. A call's inclusive
 * cost is its instructions and cycles, 0 when the run kept no call stacks. Direct branches that are no calls are jumps, by
 * isa's disassembly of them (NULL: none); how often conditional ones are taken only profiles that have it say. */
void callgrind_write(const struct profile *p, const struct isa *isa, FILE *f);

#endif
