/* The data side of the HTML report: what was accessed, by which instructions. */
#ifndef PCGRAM_PROF_HTML_DATA_H
#define PCGRAM_PROF_HTML_DATA_H

#include "prof/report/report.h"

/* Writes a member of a JSON object, "accessed": null where the run did not count accesses, or
 * {"line": bytes of a line, "slice": accesses of a slice of the run (0: that is not known), "cut": what there was no room for, "counts": names of the counts,
 *  "objects": [{"kind", "name", "start", "size", "chain": [place...], "blocks", "bytes", "lines", "used", "false",
 *               "use": [[from, to, lines]...], "bands": [["address", bytes, [slice, accesses, misses of the first level, of the second,
 *               of the TLB, slice, ...]]...],
 *               "by": [[place, [counts..., stride, strided]]...]}...],
 *  "spans": [[[object, counts...]...]...]}, of each span of slices; null where it was not counted by time;
 * objects in the order of the profile, each with the instructions that accessed it by address. A place is
 * [row of the report, bytes behind its address, file, line] (file an index plus one, 0 for none), or [-1, "address", 0, 0] where
 * the page has no code for it. `row` says which row of the report each function is, then each image, then what is in none. */
void html_data(const struct profile *p, const struct report *r, const u32 *row, FILE *f);

#endif
