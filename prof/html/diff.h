/* Two profiles beside each other as one HTML file that needs nothing beside it: what became slower or faster by chain of calls,
 * function, source line and instruction. The page is made as that of one profile is (prof/html/report.h), with its policy. */
#ifndef PCGRAM_PROF_HTML_DIFF_H
#define PCGRAM_PROF_HTML_DIFF_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the page. `names` are what the two are called, isa[0] and isa[1] disassemble their code; either may be NULL: none. With
 * `source` the lines around code are read from this host. Errors stay in f. */
void diff_html(const struct profile *const p[2], const struct isa *const isa[2], const char *const names[2], bool source, FILE *f);

#endif
