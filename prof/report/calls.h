/* pcgram report --by=calls: each function between those that called it and those that it called, as gprof's call graph has it. */
#ifndef PCGRAM_PROF_REPORT_CALLS_H
#define PCGRAM_PROF_REPORT_CALLS_H

#include "prof/report/report.h"

#define CALLS_FUNCTIONS 20 /* shown as text, if --limit does not say */

/* Both by what functions cost with all that they called, most first; the options say how many are shown, and from which share on. row: as profile_insn_row()
 * counts them, of this one alone; PROFILE_NONE: of all. */
void calls_report(const struct profile *p, const struct report_options *o, u32 row, FILE *f);
void calls_report_json(const struct profile *p, const struct report_options *o, u32 row, FILE *f);

#endif
