/* One instruction of a program with all that is known of it, for `pcgram explain`: as a page and as JSON
 * (docs/explain-schema.json). */
#ifndef PCGRAM_INSPECT_EXPLAIN_H
#define PCGRAM_INSPECT_EXPLAIN_H

#include "emu/inspect/insn_table.h"
#include "prof/lines.h"
#include "prof/profile.h"
#include "prof/symbols.h"

struct explained {
    const struct insn_table *table;
    u64 pc;         /* Itanium: bundle | slot */
    const u8 *code; /* of its word, or its bundle */
    struct insn_text text;
    struct teach_insn insn;
    const char *model; /* of the timing; NULL: none */
    struct teach_issue issue;

    const struct symbols *symbols;
    const struct line_row *line; /* NULL: not known */
    const char *source;          /* its text; NULL: not there */

    const char *profile; /* the file's name; NULL: there is none */
    const char *profile_cpu;
    const char *no_profile;       /* why it is not used; NULL: it is */
    const struct pc_count *count; /* of the instruction; NULL: it did not run */
};

void explain_print(const struct explained *x, FILE *f);
void explain_print_json(const struct explained *x, FILE *f);

#endif
