/* pprof's profile.proto, compressed: call stacks with cycles, instructions, slots and ticks. */
#ifndef PCGRAM_PROF_FORMATS_PPROF_H
#define PCGRAM_PROF_FORMATS_PPROF_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the whole profile to f (errors stay in f); the same profile gives the same bytes. -1 with *e when it cannot be
 * compressed. */
int pprof_write(const struct profile *p, FILE *f, struct error *e);

#endif
