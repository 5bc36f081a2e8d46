/* What a listing of a function says of inlined code. Nothing where a profile's inlined functions were not read. */
#ifndef PCGRAM_PROF_REPORT_ANNOTATE_INLINED_H
#define PCGRAM_PROF_REPORT_ANNOTATE_INLINED_H

#include "prof/profile/profile_inlines.h"
#include "prof/report/annotate.h"

#include <stdio.h>

/* Lines of the heading of a row: what is inlined in it, and where copies of the function itself are, each with its sum. */
void annotate_print_copies(const struct profile *p, const struct row_insns *insns, u32 row, const struct annotate_options *o, FILE *f);
/* " (clamp, inlined at guest.c:30)" behind a source line, from the innermost copy outwards; on a terminal the innermost alone. */
void annotate_print_copy(const struct profile *p, u32 copy, const struct annotate_options *o, FILE *f);
/* The member "inlined" of an instruction that is of inlined code, a comma after it. */
void annotate_print_json_copies(const struct profile *p, const struct profile_insn *insn, FILE *f);

#endif
