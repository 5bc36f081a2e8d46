/* perf.data, as perf report, script and annotate read it: one sample a call stack and instruction, which counts for all
 * cycles that were spent there. */
#ifndef PCGRAM_PROF_FORMATS_PERF_H
#define PCGRAM_PROF_FORMATS_PERF_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the profile by the event to f (errors stay in f). Symbols are not in such a file: perf reads the programs that the
 * profile's images name. -1 with *e when there is nothing to write. */
int perf_write(const struct profile *p, enum profile_event event, FILE *f, struct error *e);

#endif
