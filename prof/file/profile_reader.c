#include "prof/file/profile_reader.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"

void reader_bad(struct reader *r, const char *what)
{
    if (r->failed) return;
    r->failed = true;
    error_set(r->e, "%s:%zu: %s: not a whole pcgram profile; make it anew with pcgram --profile", r->name, r->line,
              what);
}

/* The next line into r->field; false at the end of the text. A line without its newline is cut off. */
bool reader_line(struct reader *r)
{
    if (r->failed || r->at == r->end) return false;
    r->line++;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!newline) {
        reader_bad(r, "the last line is cut off");
        return false;
    }
    r->field = r->at;
    r->line_end = newline;
    r->at = newline + 1;
    return true;
}

/* The next blank-separated field and its length; NULL (and failure) when there is none. */
const char *reader_field(struct reader *r, size_t *n)
{
    const char *field = r->field;
    if (r->failed) return NULL;
    if (!field) {
        reader_bad(r, "a field is missing");
        return NULL;
    }
    const char *blank = memchr(field, ' ', (size_t)(r->line_end - field));
    const char *stop = blank ? blank : r->line_end;
    r->field = blank ? blank + 1 : NULL;
    *n = (size_t)(stop - field);
    if (!*n) reader_bad(r, "an empty field");
    return *n ? field : NULL;
}

bool reader_is(const char *field, size_t n, const char *word) { return n == strlen(word) && !memcmp(field, word, n); }

void reader_end_line(struct reader *r)
{
    if (!r->failed && r->field) reader_bad(r, "more fields than this record has");
}

u64 reader_digits(struct reader *r, const char *s, size_t n, unsigned base)
{
    u64 value = 0;
    if (!n) reader_bad(r, "a number without digits");
    for (size_t i = 0; i < n; i++) {
        unsigned d = s[i] >= '0' && s[i] <= '9'   ? (unsigned)(s[i] - '0')
                     : s[i] >= 'a' && s[i] <= 'f' ? (unsigned)(s[i] - 'a') + 10
                                                  : 99;
        if (d >= base || __builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, d, &value)) {
            reader_bad(r, d >= base ? "not a number" : "a number of more than 64 bits");
            return 0;
        }
    }
    return value;
}

u64 reader_number(struct reader *r)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    return s ? reader_digits(r, s, n, 10) : 0;
}

u64 reader_address(struct reader *r)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    if (!s) return 0;
    if (n < 3 || s[0] != '0' || s[1] != 'x') {
        reader_bad(r, "an address must begin with 0x");
        return 0;
    }
    u64 address = reader_digits(r, s + 2, n - 2, 16);
    if (r->p->address_size == 4 && address >> 32) reader_bad(r, "an address of more than 32 bits");
    return address;
}

/* A new string, "" when the line has failed. */
char *reader_name(struct reader *r)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    char *name = s ? text_unfield(s, n) : NULL;
    if (s && !name) reader_bad(r, "broken % encoding in a name");
    return name ? name : alloc_string("");
}

/* An index below `limit`, or PROFILE_NONE for "-". */
u32 reader_index(struct reader *r, size_t limit)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    if (!s || reader_is(s, n, "-")) return PROFILE_NONE;
    u64 index = reader_digits(r, s, n, 10);
    if (index >= limit || index >= PROFILE_NONE) {
        reader_bad(r, "an index of something that is not in this file");
        return PROFILE_NONE;
    }
    return (u32)index;
}
