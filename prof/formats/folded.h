/* Folded stacks: one line a call stack, "main;work;fill 123", as flamegraph.pl and its kin read them. */
#ifndef PCGRAM_PROF_FORMATS_FOLDED_H
#define PCGRAM_PROF_FORMATS_FOLDED_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the stacks by the event, sorted by their names, to f (errors stay in f). */
void folded_write(const struct profile *p, enum profile_event event, FILE *f);

#endif
