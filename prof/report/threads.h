/* pcgram report --by=thread: what each thread did, the functions of each, and who waited for whom. */
#ifndef PCGRAM_PROF_REPORT_THREADS_H
#define PCGRAM_PROF_REPORT_THREADS_H

#include "prof/report/report.h"

#define THREADS_FUNCTIONS 5 /* of each thread, if --limit does not say */

/* Both of a profile that has threads; the options say which functions of a thread are shown, and in what order. */
void threads_report(const struct profile *p, const struct report_options *o, FILE *f);
void threads_report_json(const struct profile *p, const struct report_options *o, FILE *f);

#endif
