/* Numbers as text for people; and text made from syntax strings, for the disassemblers: what stands in braces is filled in. */
#ifndef PCGRAM_CORE_TEXT_H
#define PCGRAM_CORE_TEXT_H

#include "emu/core/types.h"

#define TEXT_NUMBER 32 /* bytes that hold any number written here, the NUL included */
#define TEXT_COUNT  64 /* bytes that hold any number of things */

/* 1234567 as "1,234,567", the same in every locale. Returns out. */
const char *text_group(char out[TEXT_NUMBER], u64 n);

/* What the name of n things ends with: "" or "s". */
static inline const char *text_plural(u64 n) { return n == 1 ? "" : "s"; }
/* "1 tick", "1,234 ticks": so many of what ONE is called, which makes its plural by an s. Returns out. */
const char *text_count(char out[TEXT_COUNT], u64 n, const char *one);

/* The name of a file without its folders; a path that ends with a slash stays whole. Points into PATH. */
const char *text_base(const char *path);

/* Bytes of the character at S (UTF-8), 0 where there is none: overlong forms and surrogates are none (RFC 3629). At the end of a string, 1. */
unsigned text_character(const char *s);
/* Whether a character of N bytes at S (as text_character() says; 0: none) drives a terminal instead of being shown on it: control characters of both
 * sets (C0, DEL, C1), separators of lines and paragraphs, and what turns the direction of the text behind it. */
bool text_is_control(const char *s, unsigned n);
/* A text of somebody else's for people: each control character, and each byte that is none, becomes '?'. In place; returns S. */
char *text_clean(char *s);

/* Whether the N characters at S are that word. */
static inline bool text_is(const char *s, size_t n, const char *word) { return n == strlen(word) && !memcmp(s, word, n); }

/* The text under way. The writer never passes CAP bytes, the final 0 included; LEN is what the whole text needs. */
struct text {
    char *out;
    size_t cap, len;
};

/* An empty text of at most CAP bytes at OUT (CAP may be 0). */
struct text text_begin(char *out, size_t cap);

/* Adds to the text, as printf does. */
void text_put(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Takes everything back after the first LEN characters. */
void text_cut(struct text *t, size_t len);

/* Writes " + -1" as " - 1", from the text's beginning on; a text that does not fit stays as it is. */
void text_join_signs(struct text *t);

/* Adds SYNTAX; for each {name} in it PIECE is called with CTX, to add what belongs there. */
void text_fill(struct text *t, const char *syntax, void (*piece)(void *ctx, const char *name, size_t len), void *ctx);

#endif
