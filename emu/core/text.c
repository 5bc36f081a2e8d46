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
