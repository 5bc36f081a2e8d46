/* The instruction tables as they are shown: rows in words, encodings drawn as fields, numbers of the timing models. */
#ifndef PCGRAM_INSPECT_INSN_TABLE_H
#define PCGRAM_INSPECT_INSN_TABLE_H

#include "emu/core/teach.h"

#include <stdio.h>

struct insn_row {
    const char *name, *pattern, *syntax, *cls, *flags; /* as in insn.def */
};

struct insn_word {
    const char *name, *text;
};

struct insn_table {
    const struct isa *isa;
    const struct insn_row *row;
    size_t rows;
    const struct insn_word *flags; /* what they say; ends with a NULL */
    const struct insn_word *classes; /* the same of issue classes */
    unsigned bits;
    bool from_left; /* bit 0 is the leftmost */
};

/* That of an instruction set ("parisc", "ia64"), or NULL. */
const struct insn_table *insn_table_find(const char *isa);

/* What a class of insn.def is, in a few words. */
const char *insn_class_text(const struct insn_table *t, const char *cls);

/* Draws a pattern; with WORD, its bits below. */
void insn_table_draw(const struct insn_table *t, const char *pattern, const u64 *word, FILE *out);
/* "[{...}, ...]", an object for each field, with its value if there is a WORD. */
void insn_table_json_fields(const struct insn_table *t, const char *pattern, const u64 *word, FILE *out);

/* "  KEY     TEXT", broken between words before column 80; the KEY has `width` columns. */
void insn_print_wrapped(int width, const char *key, const char *text, FILE *out);

/* What a timing model says of a row, lines for people: its units and numbers, with their sources. Nothing for one cycle
 * an instruction. */
void insn_table_print_model(const struct insn_table *t, const char *spec, unsigned row, FILE *out);
/* The same as an object; "numbers" is empty without a model. */
void insn_table_json_model(const struct insn_table *t, const char *spec, unsigned row, FILE *out);
/* Notes as an array of {"key", "text"}. */
void insn_json_notes(const struct teach_notes *n, FILE *out);

#endif
