/* A text that counts what it needs while it writes what fits. */
#include "emu/core/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

const char *text_group(char out[TEXT_NUMBER], u64 n)
{
    char digits[TEXT_NUMBER];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, n), to = 0;
    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0) out[to++] = ',';
        out[to++] = digits[i];
    }
    out[to] = 0;
    return out;
}

const char *text_count(char out[TEXT_COUNT], u64 n, const char *one)
{
    char number[TEXT_NUMBER];
    snprintf(out, TEXT_COUNT, "%s %s%s", text_group(number, n), one, text_plural(n));
    return out;
}

const char *text_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

unsigned text_character(const char *text)
{
    const u8 *s = (const u8 *)text;
    if (s[0] < 0x80) return 1;
    unsigned n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0;
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    for (unsigned i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return n;
}

bool text_is_control(const char *text, unsigned n)
{
    const u8 *s = (const u8 *)text;
    if (n == 2) return s[0] == 0xc2 && s[1] < 0xa0; /* U+0080 to U+009F */
    if (n == 3 && s[0] == 0xe2)
        return (s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) || /* U+200E, U+200F, U+2028 to U+202E */
               (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9);                                       /* U+2066 to U+2069 */
    return n < 2 && (s[0] < 0x20 || s[0] == 0x7f);
}

char *text_clean(char *s)
{
    char *to = s;
    for (const char *from = s; *from;) {
        unsigned n = text_character(from);
        if (!n || text_is_control(from, n)) *to++ = '?';
        else to = (char *)memmove(to, from, n) + n;
        from += n ? n : 1;
    }
    *to = 0;
    return s;
}

struct text text_begin(char *out, size_t cap)
{
    if (cap) *out = 0;
    return (struct text){out, cap, 0};
}

static void add(struct text *t, const char *s, size_t n)
{
    if (t->len < t->cap) {
        size_t fits = n < t->cap - t->len ? n : t->cap - t->len - 1;
        memcpy(t->out + t->len, s, fits);
        t->out[t->len + fits] = 0;
    }
    t->len += n;
}

static void add_number(struct text *t, unsigned n, unsigned base)
{
    char digits[TEXT_NUMBER], *at = digits + sizeof digits;
    do *--at = "0123456789abcdef"[n % base];
    while (n /= base);
    add(t, at, (size_t)(digits + sizeof digits - at));
}

/* What nearly all formats of the disassemblers consist of, of which a profile calls for some hundred thousand: three times as fast as
 * printf has it. */
static bool is_plain(const char *fmt)
{
    for (; (fmt = strchr(fmt, '%')); fmt += 2)
        if (fmt[1] != 's' && fmt[1] != 'u' && fmt[1] != 'x') return false;
    return true;
}

static void put_plain(struct text *t, const char *fmt, va_list args)
{
    for (const char *spec; (spec = strchr(fmt, '%')); fmt = spec + 2) {
        add(t, fmt, (size_t)(spec - fmt));
        if (spec[1] == 's') {
            const char *s = va_arg(args, const char *);
            add(t, s, strlen(s));
        } else {
            add_number(t, va_arg(args, unsigned), spec[1] == 'u' ? 10 : 16);
        }
    }
    add(t, fmt, strlen(fmt));
}

static void put_printf(struct text *t, const char *fmt, va_list args)
{
    bool room = t->len < t->cap;
    int n = vsnprintf(room ? t->out + t->len : NULL, room ? t->cap - t->len : 0, fmt, args);
    if (n > 0) t->len += (size_t)n;
}

void text_put(struct text *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    if (is_plain(fmt)) put_plain(t, fmt, args);
    else put_printf(t, fmt, args);
    va_end(args);
}

void text_cut(struct text *t, size_t len)
{
    t->len = len;
    if (len < t->cap) t->out[len] = 0;
}

void text_join_signs(struct text *t)
{
    if (t->len >= t->cap) return;
    for (char *p = t->out; (p = strstr(p, " + -")); p += 3, t->len--) {
        p[1] = '-';
        memmove(p + 3, p + 4, strlen(p + 4) + 1);
    }
}

void text_fill(struct text *t, const char *syntax, void (*piece)(void *ctx, const char *name, size_t len), void *ctx)
{
    for (const char *p = syntax; *p;) {
        const char *open = strchr(p, '{');
        size_t plain = open ? (size_t)(open - p) : strlen(p);
        add(t, p, plain);
        if (!open) return;
        const char *close = strchr(open, '}');
        piece(ctx, open + 1, (size_t)(close - open - 1));
        p = close + 1;
    }
}
