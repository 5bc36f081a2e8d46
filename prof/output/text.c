#include "prof/output/text.h"

#include "emu/core/alloc.h"
#include "prof/output/short_name.h"

#include <inttypes.h>
#include <stdlib.h>

u64 text_share(u64 part, u64 whole)
{
    if (!whole) return 0;
    return (u64)(((u128)part * 10000 + whole / 2) / whole);
}

const char *text_percent(char out[TEXT_NUMBER], u64 share)
{
    snprintf(out, TEXT_NUMBER, "%" PRIu64 ".%02u", share / 100, (unsigned)(share % 100));
    return out;
}

const char *text_ratio(char out[TEXT_NUMBER], u64 a, u64 b)
{
    if (!b) return strcpy(out, "-");
    u128 thousandths = ((u128)a * 1000 + b / 2) / b;
    snprintf(out, TEXT_NUMBER, "%" PRIu64 ".%03u", (u64)(thousandths / 1000), (unsigned)(thousandths % 1000));
    return out;
}

const char *text_address(char out[TEXT_NUMBER], u64 address, unsigned bytes)
{
    snprintf(out, TEXT_NUMBER, "0x%0*" PRIx64, (int)bytes * 2, address);
    return out;
}

char *text_put_long(char *to, u64 number)
{
    unsigned digits = 1;
    for (u64 power = 10; number >= power; power *= 10)
        if (++digits == 20) break; /* more are not in 64 bits, nor is their power */
    char *end = to + digits;
    to = end;
    do *--to = (char)('0' + number % 10);
    while (number /= 10);
    return end;
}

/* Character by character: fwrite() takes longer for so few. */
static void write_few(FILE *f, const char *text, const char *end)
{
    while (text < end) putc_unlocked(*text++, f);
}

void text_decimal(FILE *f, u64 number)
{
    char text[TEXT_NUMBER];
    write_few(f, text, text_put_decimal(text, number));
}

void text_hexadecimal(FILE *f, u64 number)
{
    char text[TEXT_NUMBER];
    write_few(f, text, text_put_hexadecimal(text, number));
}

void text_records_write(struct text_records *r)
{
    fwrite(r->text, 1, r->gathered, r->f);
    r->gathered = 0;
}

void text_json(FILE *f, const char *s)
{
    fputc('"', f);
    while (*s) {
        const u8 *p = (const u8 *)s;
        unsigned n = text_character(s);
        if (!n) fputs("\\ufffd", f);
        else if (*s == '"' || *s == '\\') fprintf(f, "\\%c", *s);
        else if (!text_is_control(s, n)) fwrite(s, 1, n, f);
        else fprintf(f, "\\u%04x", n == 1 ? p[0] : n == 2 ? (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu) : (p[0] & 0xfu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu));
        s += n ? n : 1;
    }
    fputc('"', f);
}

void text_json_or_null(FILE *f, const char *s)
{
    if (s) text_json(f, s);
    else fputs("null", f);
}

void text_left_out(FILE *f, u64 n)
{
    char number[TEXT_NUMBER];
    if (n) fprintf(f, "# %s more not shown\n", text_group(number, n));
}

void text_name(FILE *f, const char *s)
{
    while (*s) {
        unsigned n = text_character(s);
        if (!n || text_is_control(s, n)) fputc('?', f);
        else fwrite(s, 1, n, f);
        s += n ? n : 1;
    }
}

/* Where the bracket at s ends, with those in it; NULL: nowhere. */
static const char *end_of_bracket(const char *s, char open, char close)
{
    size_t depth = 0;
    for (; *s; s++) {
        if (*s == open) depth++;
        if (*s == close && --depth == 0) return s;
    }
    return NULL;
}

/* What stands in outermost brackets becomes "...", where that is shorter. In place. */
static void fold_brackets(char *name, char open, char close)
{
    static const char operator_word[] = "operator";
    char *out = name;
    for (const char *s = name; *s;) {
        size_t before = (size_t)(out - name), n = sizeof operator_word - 1;
        bool is_operator = before >= n && !memcmp(out - n, operator_word, n); /* operator<, operator() */
        const char *end = *s == open && !is_operator ? end_of_bracket(s, open, close) : NULL;
        if (end && end - s > 4) {
            *out++ = open;
            for (unsigned i = 0; i < 3; i++) *out++ = '.';
            s = end;
        }
        *out++ = *s++;
    }
    *out = 0;
}

/* Without the type that is returned, and if that is not enough without scopes. In place. */
static void drop_front(char *text, size_t most)
{
    struct span base, last;
    short_name(text, false, &base, &last);
    const char *from = strlen(base.at) <= most ? base.at : last.at;
    memmove(text, from, strlen(from) + 1);
}

/* Bytes of a text that stay before "..." where it is to have `most` at most; all where it has no more. */
static size_t cut_at(const char *text, size_t most)
{
    size_t n = strlen(text);
    if (!most || n <= most || most <= 3) return n;
    n = most - 3;
    while (n && ((u8)text[n] & 0xc0) == 0x80) n--; /* not in a character of UTF-8 */
    return n;
}

char *text_shortened(const char *name, size_t most)
{
    char *text = alloc_string(name);
    if (most && strlen(text) > most) fold_brackets(text, '(', ')');
    if (most && strlen(text) > most) fold_brackets(text, '<', '>');
    if (most && strlen(text) > most && strchr(text, '(')) drop_front(text, most);
    size_t whole = strlen(text), n = cut_at(text, most);
    if (n < whole) strcpy(text + n, "...");
    return text;
}

char *text_tail(const char *path, size_t most)
{
    size_t n = strlen(path);
    if (!most || n <= most || most < 4) return alloc_string(path);
    const char *from = path + n - (most - 3);
    while (((u8)*from & 0xc0) == 0x80) from++;
    char *text = alloc_zeroed(most + 1, 1);
    snprintf(text, most + 1, "...%s", from);
    return text;
}

void text_elided(FILE *f, const char *line, size_t most)
{
    size_t n = cut_at(line, most);
    fwrite(line, 1, n, f);
    if (n < strlen(line)) fputs("...", f);
}

void text_field(FILE *f, const char *s)
{
    if (!*s) fputc('%', f);
    for (const u8 *p = (const u8 *)s; *p; p++) {
        if (*p <= ' ' || *p >= 0x7f || *p == '%') fprintf(f, "%%%02X", *p);
        else putc_unlocked(*p, f);
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

char *text_unfield(const char *s, size_t n)
{
    if (n == 1 && *s == '%') return alloc_string("");
    char *out = alloc_bytes(s, n);
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        int c = (u8)s[i];
        if (c == '%') {
            int high = n - i > 2 ? hex_digit(s[i + 1]) : -1;
            int low = n - i > 2 ? hex_digit(s[i + 2]) : -1;
            c = high >= 0 && low >= 0 ? high * 16 + low : 0;
            i += 2;
        } else if (c <= ' ' || c >= 0x7f) {
            c = 0;
        }
        if (!c) {
            free(out);
            return NULL;
        }
        out[to++] = (char)c;
    }
    out[to] = 0;
    return out;
}
