/* What was done when, as parts of two exports: of a profile that has slices; of others they write nothing. */
#ifndef PCGRAM_PROF_FORMATS_SLICES_H
#define PCGRAM_PROF_FORMATS_SLICES_H

#include <stdio.h>

#include "prof/profile/profile.h"

/* Trace events, each after a comma: a process of its own (pid 2) with a counter for each kind of number by slice, and a track of phases: the
 * functions with most cycles. In the order of time. */
void slices_trace_events(const struct profile *p, FILE *f);

/* A sampled profile of speedscope, after a comma: functions, without who called them, span after span, in cycles. number[] has the
 * frame of each row of the profile that has cycles (profile_insn_row()). */
void slices_speedscope(const struct profile *p, const u32 *number, FILE *f);

#endif
