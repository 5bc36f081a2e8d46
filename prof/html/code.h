/* The code of the HTML report: each function's instructions with their counts, and the source lines they are from. */
#ifndef PCGRAM_PROF_HTML_CODE_H
#define PCGRAM_PROF_HTML_CODE_H

#include "prof/report/report.h"

/* Members of a JSON object:
 * "code": for each row of the report null, or {"i": instructions, "t": the number of each bundle's template (Itanium),
 *   "j": branches whose target is in the page, as [index in "i", row, bytes behind the row's address]}.
 *   An instruction is [bytes behind the one before, text, file, line, cycles, slots, instructions, ticks, mispredicted,
 *   stalls...]; text and file are indices plus one, 0 for none; zeros at the end are left out.
 * "texts": what the instructions refer to.
 * "source": for each source file null, or stretches of it: [first line, its text, the next one's text, ...]; all null
 *   without `source`, else read from this host. */
void html_code(const struct profile *p, const struct isa *isa, const struct report *r, const u32 *row, bool source,
               FILE *f);

#endif
