/* gmon.out of a program's own profiling (_mcount, smonitor(), --profile=gmon.out), as prof/formats/gmon.c describes it. */
#ifndef PCGRAM_PROF_FORMATS_GMON_IMPORT_H
#define PCGRAM_PROF_FORMATS_GMON_IMPORT_H

#include "prof/formats/sampled.h"

/* Whether the bytes begin as such a file. */
bool gmon_is(const u8 *bytes, size_t size);

/* Makes a profile of them: histograms of the same span add up, calls have their callers. -1 with *e ("name: what"), and *p
 * empty, for what is no whole gmon.out of this program. */
int gmon_read(struct profile *p, const u8 *bytes, size_t size, const struct sampled_program *program, const char *name,
              struct error *e);

#endif
