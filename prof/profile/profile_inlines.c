#include "prof/profile/profile_inlines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/text.h"
#include "prof/output/short_name.h"
#include "prof/symbols/debug_file.h"

bool profile_read_inlines(struct profile *p, bool mangled)
{
    struct inlines l = {0};
    for (size_t i = 0; i < p->images; i++) {
        const struct profile_image *m = &p->image[i];
        if (m->size && debug_file_is(m->path, m->size, m->build_id)) inlines_add(&l, m->path, NULL, m->bias, m->low, m->high);
    }
    inlines_settle(&l, mangled);
    if (!l.copies) {
        inlines_free(&l);
        return false;
    }
    p->inlines = alloc_zeroed(1, sizeof *p->inlines);
    *p->inlines = l;
    return true;
}

size_t profile_inline_rows(const struct profile *p) { return profile_rows(p) + (p->inlines ? p->inlines->functions : 0); }

const struct inline_function *profile_inline_function(const struct profile *p, u32 row)
{
    size_t first = profile_rows(p);
    return p->inlines && row >= first && row - first < p->inlines->functions ? &p->inlines->function[row - first] : NULL;
}

char *profile_inline_label(const struct inline_function *f)
{
    static const char mark[] = " (inlined)";
    size_t n = strlen(f->name);
    char *label = alloc_zeroed(n + sizeof mark, 1);
    memcpy(label, f->name, n);
    memcpy(label + n, mark, sizeof mark);
    return label;
}

u32 profile_copy_at(const struct profile *p, u64 address)
{
    return p->inlines ? inlines_at(p->inlines, address) : INLINES_NONE;
}

/* Gives each row that an instruction is in one more; in the second round its index. `to` has a place for each row. */
static void deal(const struct profile *p, u32 i, size_t *to, u32 *insn)
{
    const struct profile_insn *x = &p->insn[i];
    u32 inner = profile_copy_at(p, x->count.pc), row = profile_insn_row(p, x);
    if (insn) insn[to[row]] = i;
    to[row]++;
    for (u32 c = inner; c != INLINES_NONE; c = p->inlines->copy[c].parent) {
        bool again = false; /* a function inlined in itself */
        for (u32 d = inner; d != c && !again; d = p->inlines->copy[d].parent) again = p->inlines->copy[d].function == p->inlines->copy[c].function;
        if (again) continue;
        row = (u32)profile_rows(p) + p->inlines->copy[c].function;
        if (insn) insn[to[row]] = i;
        to[row]++;
    }
}

void row_insns_make(struct row_insns *r, const struct profile *p)
{
    size_t rows = profile_inline_rows(p), sum = 0, *to = alloc_zeroed(rows, sizeof *to);
    r->first = alloc_zeroed(rows + 1, sizeof *r->first);
    for (u32 i = 0; i < p->insns; i++) deal(p, i, to, NULL);
    for (size_t row = 0; row < rows; row++) {
        r->first[row] = sum;
        sum += to[row];
        to[row] = r->first[row];
    }
    r->first[rows] = sum;
    r->insn = alloc_zeroed(sum + 1, sizeof *r->insn);
    for (u32 i = 0; i < p->insns; i++) deal(p, i, to, r->insn);
    free(to);
}

void row_insns_free(struct row_insns *r)
{
    free(r->insn);
    free(r->first);
}

enum { PLACE = 200, NAME_TOLD = 100, CALLED = NAME_TOLD + PLACE + 4 };

/* Where it is declared, "guest.c:12", with its folders or without; "?" where that is not known. */
static const char *place_of(const struct inline_function *f, bool folders, char out[PLACE])
{
    if (f->file) snprintf(out, PLACE, "%.180s:%" PRIu32, folders ? f->file : text_base(f->file), f->line);
    else strcpy(out, "?");
    return out;
}

/* What the debug information has no mangled name of has no arguments in it (prof/symbols/inlines.c). */
static bool is_called(const struct inline_function *f, const char *name)
{
    char place[PLACE];
    return !strcmp(name, f->name) || (f->symbol && !strcmp(name, f->symbol)) || !strcmp(name, place_of(f, false, place)) ||
           !strcmp(name, place_of(f, true, place)) ||
           short_name_is((struct span){name, strlen(name)}, f->name, !f->symbol);
}

/* How to ask for it: by name and where it is declared, or, where the name is too long for a message, by that place alone; or (`alike`) by the name without its
 * middle, where the place is that of another one, too, as of a template's copies. */
static const char *one_of(const struct inline_function *f, bool folders, bool alike, char out[CALLED])
{
    char place[PLACE];
    size_t n = strlen(f->name);
    if (n > NAME_TOLD && alike) snprintf(out, CALLED, "%.*s...%s", NAME_TOLD / 2, f->name, f->name + n - NAME_TOLD / 2);
    else if (n > NAME_TOLD) snprintf(out, CALLED, "%s", place_of(f, folders, place));
    else snprintf(out, CALLED, "%s (%s)", f->name, place_of(f, folders, place));
    return out;
}

u32 profile_find_inlined(const struct profile *p, const char *name, struct error *e)
{
    struct row_insns insns;
    u32 found = PROFILE_NONE;
    bool any_whole = false;
    row_insns_make(&insns, p);
    for (u32 row = (u32)profile_rows(p); row < profile_inline_rows(p); row++) {
        const struct inline_function *f = profile_inline_function(p, row);
        bool ran = insns.first[row + 1] > insns.first[row];
        if (!is_called(f, name)) continue;
        bool whole = !strcmp(f->name, name);
        if (whole && !any_whole) found = PROFILE_NONE; /* the whole name of one counts before what begins others */
        any_whole |= whole;
        if (!ran || whole != any_whole) continue;
        if (found != PROFILE_NONE) {
            const struct inline_function *g = profile_inline_function(p, found);
            char one[CALLED], other[CALLED];
            bool folders = !strcmp(place_of(g, false, one), place_of(f, false, other)), alike = !strcmp(place_of(g, true, one), place_of(f, true, other));
            error_set(e, "%.60s: more than one inlined function has this name: which of %s, %s? give a whole name%s", name, one_of(g, folders, alike, one),
                      one_of(f, folders, alike, other), alike ? " ('pcgram report --inline' has them)" : ", or a place");
            found = PROFILE_NONE;
            break;
        }
        found = row;
    }
    row_insns_free(&insns);
    return found;
}
