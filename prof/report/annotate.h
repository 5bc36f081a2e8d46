/* A function's disassembly with what each instruction cost: text for people, JSON (docs/annotate-schema.json). */
#ifndef PCGRAM_PROF_REPORT_ANNOTATE_H
#define PCGRAM_PROF_REPORT_ANNOTATE_H

#include "emu/core/disassembler.h"
#include "prof/profile/profile.h"

#include <stdio.h>

/* What stands before an instruction's text. */
enum annotate_column { COLUMN_PERCENT, COLUMN_CYCLES, COLUMN_SLOTS, COLUMN_NULLIFIED, COLUMN_TICKS, COLUMN_ADDRESS, COLUMN_CODE };
#define ANNOTATE_COLUMNS 7
#define ANNOTATE_NUMBERS 5 /* the first ones */

struct annotate_options {
    const struct isa *isa;    /* its disasm is used; NULL: words only */
    const struct disassembler *other; /* whose text is shown instead; NULL: the isa's own */
    enum profile_event event; /* what percentages are shares of */
    bool color;               /* heat by ANSI colours */
    u8 hidden;                /* columns that are not shown: 1 << COLUMN_... */
    bool fitted;              /* columns of numbers are as wide as what is in them */
    size_t name_most;         /* bytes of a function's name behind an instruction; 0: whole */
    unsigned terminal;        /* columns that what is said of inlined code and source lines may have; 0: any number */
    bool source;              /* source lines between the instructions, with their text where this host has it */
};

/* Parses "cycles,ticks,address" into o->hidden: percent, cycles, slots, nullified, ticks, address, code. -1 with *e. */
int annotate_parse_columns(const char *list, struct annotate_options *o, struct error *e);

/* Rows are those of profile_rows(): functions, and code that is in none. */

/* The row with the greatest sum of the event; PROFILE_NONE when the profile has none. */
u32 annotate_hottest(const struct profile *p, enum profile_event event);

/* Prints the code of the rows listed, in that order; percentages are of the row, its heading has its share of the whole. */
void annotate_print(const struct profile *p, const u32 *row, size_t rows, const struct annotate_options *o, FILE *f);

/* One JSON document with the rows listed, in that order. */
void annotate_print_json(const struct profile *p, const u32 *row, size_t rows, const struct annotate_options *o, FILE *f);

#endif
