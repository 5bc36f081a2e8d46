/* The time line of the HTML report: what was done in each slice of a run with --slices. */
#ifndef PCGRAM_PROF_HTML_TIME_H
#define PCGRAM_PROF_HTML_TIME_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Member "time" of the page's data, no comma after it; null without slices. row[] as html_code() takes it (prof/html/code.h). */
void html_time(const struct profile *p, const u32 *row, FILE *f);

#endif
