/* A report in the style of prof(1) of System V and HP-UX. */
#ifndef PCGRAM_PROF_REPORT_PROF_H
#define PCGRAM_PROF_REPORT_PROF_H

#include "prof/report/report.h"

/* Prints the rows in their present order: share of the time, seconds, seconds up to this row, calls, milliseconds a call,
 * name. Time is that of the cycles, or of the ticks if the options sort by them; in emulated seconds. */
void report_print_prof(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f);

#endif
