#include "prof/symbols/scopes.h"

#if PCGRAM_LIBDW

#include <stdlib.h>

#include "emu/core/alloc.h"

enum { NONE = -1 };

struct scope {
    const char *begin, *end; /* libdw's memory: the DIE, and what comes behind all that is in it */
    ptrdiff_t around;        /* index, NONE: it is the unit */
};

struct scope_list {
    struct scope *scope; /* those that have others in them, as they lie */
    size_t count, room;
    const void *last;
};

/* Lists the DIE and what is in it; where that ends is where the next one beside it begins. */
static void list_scopes(struct scope_list *l, Dwarf_Die *die, const char *end, ptrdiff_t around, unsigned depth)
{
    Dwarf_Die child, next;
    ptrdiff_t own = (ptrdiff_t)l->count;
    if (depth > DIES_DEEPEST || dwarf_child(die, &child)) return;
    l->scope = alloc_grow(l->scope, l->count, &l->room, sizeof *l->scope);
    l->scope[l->count++] = (struct scope){die->addr, end, around};
    while (die_is_behind(&l->last, &child)) {
        bool more = !dwarf_siblingof(&child, &next);
        if (dwarf_haschildren(&child) > 0) list_scopes(l, &child, more && (const char *)next.addr < end ? next.addr : end, own, depth + 1);
        if (!more) break;
        child = next;
    }
}

static const struct scope_list *list_of(struct scopes *s, const Dwarf_Die *die)
{
    void **known = key_table_at(&s->units, (u64)(uintptr_t)die->cu);
    if (*known) return *known;
    struct scope_list *l = *known = alloc_zeroed(1, sizeof *l);
    Dwarf_Die unit, in = *die;
    if (dwarf_diecu(&in, &unit, NULL, NULL)) list_scopes(l, &unit, (const char *)UINTPTR_MAX, NONE, 0);
    return l;
}

bool scope_around(struct scopes *s, const Dwarf_Die *die, Dwarf_Die *around)
{
    const struct scope_list *l = list_of(s, die);
    const char *at = die->addr;
    size_t low = 0, high = l->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (l->scope[mid].begin < at) low = mid + 1;
        else high = mid;
    }
    ptrdiff_t i = (ptrdiff_t)low - 1;
    while (i != NONE && l->scope[i].end <= at) i = l->scope[i].around;
    if (i == NONE) return false;
    *around = (Dwarf_Die){.addr = (void *)l->scope[i].begin, .cu = die->cu};
    return true;
}

void scopes_free(struct scopes *s)
{
    for (size_t i = 0; i < s->units.room; i++) {
        struct scope_list *l = s->units.entry[i].value;
        if (l) free(l->scope);
        free(l);
    }
    key_table_free(&s->units);
}

#endif
