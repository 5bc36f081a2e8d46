/* Numbers and names as text: for people, for JSON and for terminals that must not obey a symbol's name. */
#ifndef PCGRAM_PROF_TEXT_H
#define PCGRAM_PROF_TEXT_H

#include "emu/core/text.h"

#include <stdio.h>

/* part / whole in hundredths of a percent, rounded half up; 0 when whole is 0. */
u64 text_share(u64 part, u64 whole);
/* "12.34" of 1234. Returns out. */
const char *text_percent(char out[TEXT_NUMBER], u64 share);

/* a / b with three decimals, rounded half up ("1.235"); "-" when b is 0. Returns out. */
const char *text_ratio(char out[TEXT_NUMBER], u64 a, u64 b);

/* Hexadecimal with 0x and at least `bytes` * 2 digits. Returns out. */
const char *text_address(char out[TEXT_NUMBER], u64 address, unsigned bytes);

/* A number in decimal, and in hexadecimal with 0x, behind a blank. Profiles are written with them: printf() takes several times as
 * long, a quarter of a short run with a profile. */
void text_word(FILE *f, const char *word); /* likewise, without the blank */
void text_decimal(FILE *f, u64 number);
void text_hexadecimal(FILE *f, u64 number);

/* A JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void text_json(FILE *f, const char *s);

/* A name for people: control characters become '?', so that a hostile symbol cannot drive the terminal. */
void text_name(FILE *f, const char *s);

/* A name in at most `most` bytes (0: whole), a new string: of a C++ name arguments go first, then those of templates
 * ("sort<...>(...)"), then the type that it returns, then scopes, then its end. */
char *text_shortened(const char *name, size_t most);
/* Likewise of a path, whose end says most: what is left out stands in front. */
char *text_tail(const char *path, size_t most);
/* Copies a line of text (without its newline) in at most `most` bytes, 0: whole: what is left out at its end is "...". */
void text_elided(FILE *f, const char *line, size_t most);

/* Percent-encoding of one field: blanks, control characters, bytes from 0x7f up and '%' become %XX; "" becomes "%". */
void text_field(FILE *f, const char *s);
/* The reverse for the n bytes at s: a new string (caller frees) or NULL when the encoding is broken. */
char *text_unfield(const char *s, size_t n);

#endif
