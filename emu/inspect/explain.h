/* One instruction of a program with all that is known of it, for `pcgram explain`: as a page and as JSON
 * (docs/explain-schema.json). Several have a line each: emu/inspect/explain_code.h. */
#ifndef PCGRAM_INSPECT_EXPLAIN_H
#define PCGRAM_INSPECT_EXPLAIN_H

#include "emu/inspect/insn_table.h"
#include "prof/profile/profile.h"
#include "prof/symbols/lines.h"
#include "prof/symbols/symbols.h"

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
    const char *profile_cpu, *collected; /* of the profile, as struct profile has them */
    const char *no_profile;       /* why it is not used; NULL: it is */
    const struct pc_count *count; /* of the instruction; NULL: it did not run */
};

void explain_print(const struct explained *x, FILE *f);
void explain_print_json(const struct explained *x, FILE *f);

/* Several instructions as JSON: what is before them, each of them, what is behind. */
void explain_json_begin(const struct explained *x, bool loop, FILE *f);
void explain_json_row(const struct explained *x, bool first, FILE *f);
void explain_json_end(FILE *f);

enum { EXPLAIN_PLACE = 1064 };
/* "0001074c <sieve+0x6c>", into out[cap]; EXPLAIN_PLACE is enough but for longer names. */
void explain_place(const struct explained *x, u64 pc, char *out, size_t cap);
/* The text of its source line, which is there, without what it is indented by. */
void explain_source(const struct explained *x, FILE *f);
/* What an iteration of a loop in its steady state takes, in words. */
void explain_pace(const struct teach_issue *i, char *out, size_t cap);
/* Begins the line of what was measured with the profile's file and model, if there is one. True: the caller goes on with it; false: it is
 * complete, for the profile is not used. */
bool explain_measured_in(const struct explained *x, FILE *f);

#endif
