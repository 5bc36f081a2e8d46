/* Reading the text of a profile, line by line and field by field: what is wrong is said once, and nothing after it counts. */
#ifndef PCGRAM_PROF_FILE_PROFILE_READER_H
#define PCGRAM_PROF_FILE_PROFILE_READER_H

#include "prof/profile/profile.h"

struct reader {
    struct profile *p;
    const char *name;
    const char *at, *end; /* the text not read yet */
    size_t line;          /* number of the current line */
    const char *field;    /* the current line's next field; NULL after the last */
    const char *line_end;
    size_t lines_from; /* instructions from this one on have no line yet */
    struct error *e;
    bool failed; /* *e is set: nothing after it counts */
};

/* This file is no profile, for that reason; the first one is kept. */
void reader_bad(struct reader *r, const char *what);
/* The next line; false at the end of the text, and (failure) where a line is cut off. */
bool reader_line(struct reader *r);
/* No field may be left. */
void reader_end_line(struct reader *r);

/* The next blank-separated field and its length; NULL (and failure) when there is none. */
const char *reader_field(struct reader *r, size_t *n);
bool reader_is(const char *field, size_t n, const char *word);
u64 reader_digits(struct reader *r, const char *s, size_t n, unsigned base);
/* The next field as a number, an address, a new string ("" when the line has failed), an index below `limit` or PROFILE_NONE for "-". */
u64 reader_number(struct reader *r);
u64 reader_address(struct reader *r);
char *reader_name(struct reader *r);
u32 reader_index(struct reader *r, size_t limit);

#endif
