/* The report as one HTML file that needs nothing beside it: flame graph, functions, code with its source, bundles
 * (Itanium) or delay slots (PA-RISC), and what sampling saw beside what happened. The page asks nobody for anything:
 * its security policy lets run the one script whose digest it names, and no request. What comes from a guest (names,
 * paths, source lines) stands in one block of JSON in which there is no '<', and reaches the page as text only. */
#ifndef PCGRAM_PROF_HTML_REPORT_H
#define PCGRAM_PROF_HTML_REPORT_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the page; its disassembly is isa's, which may be NULL: none. With `source` the lines around code are read from
 * the files that the profile names, on this host, and are then part of the page. Errors stay in f. */
void report_html(const struct profile *p, const struct isa *isa, bool source, FILE *f);

/* What the page's script reads, a JSON object and a newline; for pages that are of several profiles. */
void report_html_data(const struct profile *p, const struct isa *isa, bool source, FILE *f);

#endif
