/* pcgram report --by=time: what was done in each slice of machine time, and which functions did most of it. */
#ifndef PCGRAM_PROF_REPORT_SLICES_H
#define PCGRAM_PROF_REPORT_SLICES_H

#include "prof/report/report.h"

/* Both of a profile that has slices; as JSON the options say which functions of a span are shown, and in what order. */
void slices_report(const struct profile *p, const struct report_options *o, FILE *f);
void slices_report_json(const struct profile *p, const struct report_options *o, FILE *f);

#endif
