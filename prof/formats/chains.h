/* Chains of calls as JSON for viewers of profiles and traces. */
#ifndef PCGRAM_PROF_FORMATS_CHAINS_H
#define PCGRAM_PROF_FORMATS_CHAINS_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* speedscope's file format (https://www.speedscope.app/file-format-schema.json): a sampled profile each for cycles, instructions
 * and ticks, a sample a chain and its weight; then one for the cycles of each thread, where there are several. Errors stay in
 * f. */
void speedscope_write(const struct profile *p, FILE *f);

/* The trace-event format of Chromium's tracing, which Perfetto and the Firefox profiler open: each chain a slice in a slice. A
 * profile knows what each chain cost, not when: chains stand one after the other, so that widths are times and places are not.
 * Each thread has a track, which begins when it began.
 * Timestamps are microseconds of emulated time, those of cycles by the profile's clock. Errors stay in f. */
void trace_event_write(const struct profile *p, FILE *f);

#endif
