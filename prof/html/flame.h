/* The tree of the HTML report's flame graph: each chain of calls once, with what was spent at its end. */
#ifndef PCGRAM_PROF_HTML_FLAME_H
#define PCGRAM_PROF_HTML_FLAME_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes members of a JSON object, with counts as cycles, instructions, ticks:
 * "inclusive": for each of the `rows` rows of the report, the counts of it and of what it called, [counts...].
 * "flame": nodes, parents before their children: [parent, name, counts...] of the node itself without those below it;
 *   parent is an index of this array or -1, name an index of the report's rows or a string. Of many chains the small
 *   ones are put together, under their callers, so that the sums stay right.
 * And of a run whose chains of calls are counted by time, each a list for each span:
 * "flame_spans": [node, counts...] of each node of "flame" in which something was spent;
 * "function_spans": [row, calls, counts...] as "inclusive" has them.
 * `row` says which row of the report each function is, then each image, then what is in none; PROFILE_NONE: none. */
void html_flame(const struct profile *p, const u32 *row, size_t rows, FILE *f);

#endif
