/* Numbers and names as text: for people, for JSON and for terminals that must not obey a symbol's name. */
#ifndef PCGRAM_PROF_OUTPUT_TEXT_H
#define PCGRAM_PROF_OUTPUT_TEXT_H

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
void text_decimal(FILE *f, u64 number);
void text_hexadecimal(FILE *f, u64 number);

/* Many records of short fields on their way to a file: what most of a profile is. Gathered before they are written, those of an empty Lua
 * program take a third of the instructions that stdio's characters one by one took, which were a fifth of such a run. */
enum { TEXT_RECORD = 1 << 9 /* bytes that no record here is longer than */, TEXT_GATHERED = 1 << 13 };
struct text_records {
    FILE *f;
    size_t gathered; /* bytes */
    char text[TEXT_GATHERED + TEXT_RECORD];
};
/* Writes what is gathered. */
void text_records_write(struct text_records *r);

/* Where the next record goes, of fewer than TEXT_RECORD bytes; and that it ends there. */
static inline char *text_record(struct text_records *r)
{
    if (UNLIKELY(r->gathered >= TEXT_GATHERED)) text_records_write(r);
    return r->text + r->gathered;
}
static inline void text_record_end(struct text_records *r, char *to)
{
    *to++ = '\n';
    r->gathered = (size_t)(to - r->text);
}

/* What a record is made of, as above, written at `to`: where it ends. */
static inline char *text_put_word(char *to, const char *word)
{
    while (*word) *to++ = *word++;
    return to;
}

char *text_put_long(char *to, u64 number); /* of ten or more */

static inline char *text_put_decimal(char *to, u64 number)
{
    *to++ = ' ';
    if (number >= 10) return text_put_long(to, number);
    *to++ = (char)('0' + number); /* as most are */
    return to;
}

static inline char *text_put_hexadecimal(char *to, u64 number)
{
    unsigned shift = (unsigned)(63 - __builtin_clzll(number | 1)) / 4 * 4;
    to = text_put_word(to, " 0x");
    while (shift) {
        *to++ = "0123456789abcdef"[number >> shift & 15];
        shift -= 4;
    }
    *to++ = "0123456789abcdef"[number & 15];
    return to;
}

/* A JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD; what drives a terminal (emu/core/text.h) is written as \uXXXX. */
void text_json(FILE *f, const char *s);
/* The same, or null for NULL. */
void text_json_or_null(FILE *f, const char *s);

/* The line at the end of a list from which so many rows were left out, if there are any. */
void text_left_out(FILE *f, u64 n);

/* A name for people, as text_clean() makes it: a hostile symbol cannot drive the terminal. */
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
