/* A function's disassembly with what each instruction cost: text for people, JSON (docs/annotate-schema.json). */
#ifndef PCGRAM_PROF_ANNOTATE_H
#define PCGRAM_PROF_ANNOTATE_H

#include "emu/core/disassembler.h"
#include "prof/profile.h"

#include <stdio.h>

struct annotate_options {
    const struct isa *isa;    /* its disasm is used; NULL: words only */
    const struct disassembler *other; /* whose text is shown instead; NULL: the isa's own */
    enum profile_event event; /* what percentages are shares of */
    bool color;               /* heat by ANSI colours */
    bool source;              /* source lines between the instructions, with their text where this host has it */
};

/* Rows are those of profile_rows(): functions, and code that is in none. */

/* The row with the greatest sum of the event; PROFILE_NONE when the profile has none. */
u32 annotate_hottest(const struct profile *p, enum profile_event event);

/* Prints one row's code; percentages are of the row, its heading has its share of the whole. */
void annotate_print(const struct profile *p, u32 row, const struct annotate_options *o, FILE *f);

/* One JSON document with the rows listed, in that order. */
void annotate_print_json(const struct profile *p, const u32 *row, size_t rows, const struct annotate_options *o, FILE *f);

#endif
