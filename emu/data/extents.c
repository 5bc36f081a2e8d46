#include "emu/data/extents.h"

#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/data/take.h"

struct extent_leaf { /* never empty */
    unsigned n;
    struct extent x[EXTENTS_LEAF];
};

/* Leaves that a guest has thinned out stay thin, so their number is bounded, too. */
enum { LEAVES_MOST = EXTENTS_MOST / 16 };
enum { LEAF_BYTES = sizeof(struct extent_leaf) + sizeof(struct extent_leaf *) };

/* An interval's place; i == n of the last leaf, or no leaf at all: behind the last. */
struct place {
    size_t leaf;
    unsigned i;
};

/* --- finding ------------------------------------------------------------------------------------------------------------- */

/* The first interval that ends behind the address. */
static struct place first_behind(const struct extents *e, u64 at)
{
    size_t low = 0, high = e->leaves;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct extent_leaf *l = e->leaf[middle];
        if (l->x[l->n - 1].end > at) high = middle;
        else low = middle + 1;
    }
    struct place p = {low, 0};
    if (low == e->leaves) return p;
    const struct extent_leaf *l = e->leaf[low];
    unsigned from = 0, to = l->n;
    while (from < to) {
        unsigned middle = (from + to) / 2;
        if (l->x[middle].end > at) to = middle;
        else from = middle + 1;
    }
    p.i = from;
    return p;
}

static struct extent *at_place(const struct extents *e, struct place p) { return p.leaf < e->leaves ? &e->leaf[p.leaf]->x[p.i] : NULL; }

static const struct extent *before(const struct extents *e, struct place p)
{
    if (p.leaf < e->leaves && p.i) return &e->leaf[p.leaf]->x[p.i - 1];
    return p.leaf ? &e->leaf[p.leaf - 1]->x[e->leaf[p.leaf - 1]->n - 1] : NULL;
}

const struct extent *extents_find(const struct extents *e, u64 at, struct extent *hole)
{
    struct place p = first_behind(e, at);
    const struct extent *x = at_place(e, p), *last = before(e, p);
    if (x && x->start <= at) return x;
    *hole = (struct extent){.start = last ? last->end : 0, .end = x ? x->start : UINT64_MAX};
    return NULL;
}

/* --- changing ------------------------------------------------------------------------------------------------------------ */

/* Room for a leaf at that place of the array. */
static bool add_leaf(struct extents *e, size_t at)
{
    if (e->leaves == LEAVES_MOST || !data_take(e->account, LEAF_BYTES)) return false;
    e->leaf = alloc_grow(e->leaf, e->leaves, &e->room, sizeof(struct extent_leaf *));
    struct extent_leaf *l = alloc_zeroed(1, sizeof *l);
    memmove(e->leaf + at + 1, e->leaf + at, (e->leaves - at) * sizeof(struct extent_leaf *));
    e->leaf[at] = l;
    e->leaves++;
    return true;
}

static void remove_leaves(struct extents *e, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        e->count -= e->leaf[i]->n;
        free(e->leaf[i]);
        mem_give(e->account, LEAF_BYTES);
    }
    memmove(e->leaf + from, e->leaf + to, (e->leaves - to) * sizeof(struct extent_leaf *));
    e->leaves -= to - from;
}

static bool insert(struct extents *e, struct extent x)
{
    if (e->count == EXTENTS_MOST) return false;
    struct place p = first_behind(e, x.start);
    if (p.leaf == e->leaves && p.leaf) p = (struct place){p.leaf - 1, e->leaf[p.leaf - 1]->n};
    if (!e->leaves && !add_leaf(e, 0)) return false;
    struct extent_leaf *l = e->leaf[p.leaf];
    if (l->n == EXTENTS_LEAF) {
        if (!add_leaf(e, p.leaf + 1)) return false;
        /* Where blocks come one behind the other the last leaf stays full. */
        unsigned kept = p.leaf + 2 == e->leaves && p.i == EXTENTS_LEAF ? EXTENTS_LEAF : EXTENTS_LEAF / 2;
        struct extent_leaf *next = e->leaf[p.leaf + 1];
        next->n = EXTENTS_LEAF - kept;
        memcpy(next->x, l->x + kept, next->n * sizeof *l->x);
        l->n = kept;
        if (p.i >= kept) {
            p.i -= kept;
            l = next;
        }
    }
    memmove(l->x + p.i + 1, l->x + p.i, (l->n - p.i) * sizeof *l->x);
    l->x[p.i] = x;
    l->n++;
    e->count++;
    return true;
}

static void remove_at(struct extents *e, struct place p)
{
    struct extent_leaf *l = e->leaf[p.leaf];
    if (l->n == 1) {
        remove_leaves(e, p.leaf, p.leaf + 1);
        return;
    }
    memmove(l->x + p.i, l->x + p.i + 1, (l->n - p.i - 1) * sizeof *l->x);
    l->n--;
    e->count--;
}

/* Of leaves that lie in the range whole nothing is looked at twice, however many a guest has filled. */
static void remove_whole_leaves(struct extents *e, size_t from, u64 end)
{
    size_t to = from;
    while (to < e->leaves && e->leaf[to]->x[e->leaf[to]->n - 1].end <= end) to++;
    if (to > from) remove_leaves(e, from, to);
}

bool extents_clear(struct extents *e, u64 start, u64 end)
{
    if (start >= end) return true;
    struct place p = first_behind(e, start);
    struct extent *x = at_place(e, p);
    if (x && x->start < start) {
        struct extent rest = {end, x->end, x->value};
        x->end = start;
        if (rest.start < rest.end) return insert(e, rest);
    }
    for (;;) {
        p = first_behind(e, start);
        if (!p.i) remove_whole_leaves(e, p.leaf, end);
        x = at_place(e, p);
        if (!x || x->start >= end) return true;
        if (x->end > end) {
            x->start = end;
            return true;
        }
        remove_at(e, p);
    }
}

bool extents_set(struct extents *e, u64 start, u64 end, u32 value)
{
    bool cleared = extents_clear(e, start, end);
    return start >= end ? cleared : insert(e, (struct extent){start, end, value}) && cleared;
}

/* --- all of them ---------------------------------------------------------------------------------------------------------- */

void extents_each(const struct extents *e, void (*each)(void *ctx, const struct extent *x), void *ctx)
{
    for (size_t i = 0; i < e->leaves; i++)
        for (unsigned k = 0; k < e->leaf[i]->n; k++) each(ctx, &e->leaf[i]->x[k]);
}

bool extents_copy(struct extents *to, const struct extents *from)
{
    for (size_t i = 0; i < from->leaves; i++) {
        if (!add_leaf(to, i)) return false;
        *to->leaf[i] = *from->leaf[i];
        to->count += from->leaf[i]->n;
    }
    return true;
}

void extents_free(struct extents *e)
{
    if (e->leaves) remove_leaves(e, 0, e->leaves);
    free(e->leaf);
    *e = (struct extents){.account = e->account};
}
