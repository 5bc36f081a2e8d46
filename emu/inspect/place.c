#include "emu/inspect/place.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/text.h"
#include "emu/inspect/spelling.h"
#include "prof/output/short_name.h"

enum { LISTED = 6, LIST_MAX = 400 /* bytes: the message has some more */ };

/* --- finding -------------------------------------------------------------------------------------------------------- */

/* What is asked for. */
struct wanted {
    struct span name;
    bool starts; /* and begins at `start` */
    u64 start;
};

struct found {
    size_t count;
    size_t first[LISTED];
};

static void add(struct found *f, const struct symbols *s, const struct wanted *w, size_t i)
{
    if (w->starts && s->symbol[i].start != w->start) return;
    if (f->count < LISTED) f->first[f->count] = i;
    f->count++;
}

/* By whole names, and if there are none by short ones; by those of stubs and thunks where nothing else has the name. */
static struct found look(const struct symbols *s, const struct wanted *w)
{
    struct found f = {0};
    for (size_t i = 0; (i = symbols_named(s, w->name.at, w->name.n, i)) != SYMBOL_NONE; i++) add(&f, s, w, i);
    for (int passes_on = 0; passes_on < 2 && !f.count; passes_on++)
        for (size_t i = 0; (i = symbols_short_named(s, w->name.at, w->name.n, passes_on, i)) != SYMBOL_NONE; i++) add(&f, s, w, i);
    return f;
}

/* The number that the text from s up to `stop` is. */
static bool number(const char *s, const char *stop, u64 *n)
{
    char *end;
    if (!isdigit((unsigned char)*s)) return false;
    errno = 0;
    *n = strtoull(s, &end, 0);
    return !errno && end == stop;
}

bool place_offset(const char *where, size_t *name, u64 *offset)
{
    const char *plus = strrchr(where, '+');
    if (!plus || plus == where || !number(plus + 1, where + strlen(where), offset)) return false;
    *name = (size_t)(plus - where);
    return true;
}

/* --- messages ------------------------------------------------------------------------------------------------------- */

/* Puts one more of a list into text, or, if it is full, nothing. */
static void list(char text[LIST_MAX], const char *name, const char *suffix)
{
    size_t used = strlen(text), n = used + strlen(name) + strlen(suffix) + 2;
    if (n >= LIST_MAX) return;
    snprintf(text + used, LIST_MAX - used, "%s%s%s", used ? ", " : "", name, suffix);
}

/* ... each of these symbols, by its address, too, where another one of them has its name. */
static void list_found(char text[LIST_MAX], const struct symbols *s, const struct found *f)
{
    char suffix[32];
    size_t shown = f->count < LISTED ? f->count : LISTED;
    for (size_t i = 0; i < shown; i++) {
        const struct symbol *a = &s->symbol[f->first[i]];
        bool twin = false;
        for (size_t k = 0; k < shown; k++) twin |= k != i && !strcmp(a->name, s->symbol[f->first[k]].name);
        snprintf(suffix, sizeof suffix, "@0x%" PRIx64, a->start);
        list(text, a->name, twin ? suffix : "");
    }
}

static int ambiguous(const struct symbols *s, const char *where, const struct found *f, struct error *e)
{
    char text[LIST_MAX] = "";
    list_found(text, s, f);
    return error_set(e, "%s: %zu functions have this name: which of %s%s?", where, f->count, text, f->count > LISTED ? ", ..." : "");
}

static unsigned span_distance(struct span typed, struct span name)
{
    char copy[64];
    if (name.n >= sizeof copy) return (unsigned)typed.n + 1; /* longer than words are compared */
    memcpy(copy, name.at, name.n);
    copy[name.n] = 0;
    return word_distance(typed.at, typed.n, copy);
}

/* How far what was typed is from a name or a short form of it. */
static unsigned distance(struct span typed, const char *name)
{
    struct span base, last;
    unsigned best = word_distance(typed.at, typed.n, name);
    short_name(name, false, &base, &last);
    struct span form = short_name_plain(base, last);
    for (const char *end = form.at + form.n; form.n;) {
        unsigned d = span_distance(typed, form);
        const char *scope = form.at;
        if (d < best) best = d;
        while (scope < end && strncmp(scope, "::", 2)) scope++;
        form = scope < end ? (struct span){scope + 2, (size_t)(end - scope - 2)} : (struct span){end, 0};
    }
    return best;
}

static int unknown(const struct symbols *s, const char *where, struct span typed, const char *lister, struct error *e)
{
    char text[LIST_MAX] = "";
    struct found near = {0};
    unsigned best = (unsigned)typed.n + 1;
    if (!*where) return error_set(e, "an empty name is no function's: give one (%s)", lister);
    for (size_t i = 0; i < s->count; i++) {
        unsigned d = distance(typed, s->symbol[i].name);
        if (d < best) best = d;
    }
    for (size_t i = 0; i < s->count && near.count < LISTED && word_is_near(best, typed.n); i++)
        if (distance(typed, s->symbol[i].name) == best) near.first[near.count++] = i;
    list_found(text, s, &near);
    if (!*text) return error_set(e, "%s: no function has this name (%s)", where, lister);
    return error_set(e, "%s: no function has this name; is it %s?", where, text);
}

/* --- all together --------------------------------------------------------------------------------------------------- */

/* One function, or an error; `offset` is behind its first instruction. */
static int settle(const struct symbols *s, const char *where, const struct found *f, u64 offset, struct place *out, struct error *e)
{
    *out = (struct place){.ambiguous = f->count > 1, .image = SYMBOL_NONE};
    if (f->count > 1) return ambiguous(s, where, f, e);
    const struct symbol *symbol = &s->symbol[f->first[0]];
    *out = (struct place){.address = symbol->start + offset, .function = symbol, .named = true, .image = SYMBOL_NONE};
    if (offset < symbol->size) return 0;
    return error_set(e, "%s: the function has 0x%" PRIx64 " bytes", where, symbol->size);
}

static void find_address(const struct symbols *s, u64 address, struct place *out)
{
    size_t i = symbols_find(s, address);
    *out = (struct place){.address = address, .function = i != SYMBOL_NONE ? &s->symbol[i] : NULL, .image = SYMBOL_NONE};
}

/* Whether the n bytes at `label` are what reports call the code of an image that is in no function. */
static bool is_label(const struct symbol_image *image, const char *label, size_t n)
{
    const char *base = text_base(image->path);
    if (*image->path == '[') return strlen(base) == n && !memcmp(base, label, n);
    return n == strlen(base) + 2 && label[0] == '[' && label[n - 1] == ']' && !memcmp(label + 1, base, n - 2);
}

/* "[libc.so.6]", "[libc.so.6]+0x1c"; false: it is no such place. */
static bool find_label(const struct symbols *s, const char *where, struct place *out)
{
    const char *end = strrchr(where, ']');
    u64 offset = 0;
    if (*where != '[' || !end || (end[1] && (end[1] != '+' || !number(end + 2, where + strlen(where), &offset)))) return false;
    for (size_t i = 0; i < s->images; i++) {
        const struct symbol_image *image = &s->image[i];
        if (!is_label(image, where, (size_t)(end + 1 - where)) || (offset && offset >= image->high - image->low)) continue;
        find_address(s, image->low + offset, out);
        if (!end[1]) out->image = i;
        return true;
    }
    return false;
}

int place_find(const struct symbols *s, const char *where, const char *lister, struct place *out, struct error *e)
{
    struct wanted w = {.name = {where, strlen(where)}};
    const char *mark = strrchr(where, '@'), *stop = where + strlen(where);
    u64 offset = 0;
    if (!strncmp(where, "0x", 2)) {
        if (!number(where, stop, &offset)) return error_set(e, "%s: not an address", where);
        find_address(s, offset, out);
        return 0;
    }
    struct found f = look(s, &w);
    if (!f.count && find_label(s, where, out)) return 0;
    if (!f.count && place_offset(where, &w.name.n, &offset)) f = look(s, &w);
    if (!f.count && mark && !strncmp(mark + 1, "0x", 2) && number(mark + 1, where + w.name.n, &w.start)) {
        w.starts = true;
        w.name.n = (size_t)(mark - where);
        f = look(s, &w);
    }
    return f.count ? settle(s, where, &f, offset, out, e) : unknown(s, where, w.name, lister, e);
}

int place_inlined(const char *where, const struct inlined *in, struct error *e)
{
    char more[TEXT_COUNT] = "", count[TEXT_COUNT];
    if (!in->places) return -1;
    if (in->places > INLINED_SHOWN) snprintf(more, sizeof more, " and %s", text_count(count, in->places - INLINED_SHOWN, "more place"));
    return error_set(e, "%.100s: the compiler inlined it: its code is in %s%s", where, in->text, more);
}

int place_find_in_file(const struct symbols *s, const char *path, const char *where, const char *list,
                       struct place *out, struct error *e)
{
    struct inlined in = {0};
    *out = (struct place){0};
    if (!place_find(s, where, list, out, e)) return 0;
    if (!out->ambiguous) inlined_find(&in, path, where);
    return place_inlined(where, &in, e);
}
