#include "prof/profile/data_merge.h"

#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"

static int compare(u64 a, u64 b) { return (a > b) - (a < b); }

static bool add(u64 *sum, u64 n) { return !__builtin_add_overflow(*sum, n, sum); }

/* --- chains --------------------------------------------------------------------------------------------------------------- */

struct link {
    u32 depth, was; /* outer calls; its number before */
    struct data_chain chain;
};

static int by_depth(const void *a, const void *b)
{
    const struct link *x = a, *y = b;
    return x->depth != y->depth ? compare(x->depth, y->depth) : compare(x->was, y->was);
}

static int by_chain(const void *a, const void *b)
{
    const struct link *x = a, *y = b;
    if (x->chain.parent != y->chain.parent) return compare(x->chain.parent, y->chain.parent);
    if (x->chain.from != y->chain.from) return compare(x->chain.from, y->chain.from);
    return compare(x->chain.to, y->chain.to);
}

/* Those of both, the outer ones first, each once: now[i] is where chain i has gone. */
static void settle_chains(struct profile_data *d, u32 *now)
{
    struct link *list = alloc_zeroed(d->chains, sizeof *list);
    size_t n = 0;
    for (u32 i = 0; i < d->chains; i++) {
        u32 parent = d->chain[i].parent;
        list[i] = (struct link){parent == DATA_NONE ? 0 : list[parent].depth + 1, i, d->chain[i]};
    }
    if (d->chains) qsort(list, d->chains, sizeof *list, by_depth);
    for (size_t begin = 0, end; begin < d->chains; begin = end) {
        for (end = begin; end < d->chains && list[end].depth == list[begin].depth; end++)
            if (list[end].depth) list[end].chain.parent = now[list[end].chain.parent];
        qsort(list + begin, end - begin, sizeof *list, by_chain);
        for (size_t i = begin; i < end; i++) {
            if (i == begin || by_chain(&list[i - 1], &list[i])) d->chain[n++] = list[i].chain;
            now[list[i].was] = (u32)n - 1;
        }
    }
    d->chains = n;
    free(list);
}

/* --- objects --------------------------------------------------------------------------------------------------------------- */

struct placed {
    u32 was;
    struct data_object object;
};

/* A static object is what lies there, so its size is part of what it is; the others' are those of their largest. */
static int by_object(const void *a, const void *b)
{
    const struct data_object *x = &((const struct placed *)a)->object, *y = &((const struct placed *)b)->object;
    if (x->kind != y->kind) return compare(x->kind, y->kind);
    if (x->start != y->start) return compare(x->start, y->start);
    if (x->kind == DATA_STATIC && x->size != y->size) return compare(x->size, y->size);
    if (x->chain != y->chain) return compare(x->chain, y->chain);
    return strcmp(x->name, y->name);
}

static bool join(const struct profile_data *d, struct data_object *x, struct data_object *y)
{
    u64 bytes;
    if (y->size > x->size) x->size = y->size;
    free(y->name);
    return add(&x->blocks, y->blocks) && add(&x->bytes, y->bytes) && add(&x->lines, y->lines) && add(&x->touched, y->touched) &&
           add(&x->false_lines, y->false_lines) && !__builtin_mul_overflow(x->lines, (u64)d->line, &bytes);
}

static bool settle_objects(struct profile_data *d, u32 *now)
{
    struct placed *list = alloc_zeroed(d->objects, sizeof *list);
    size_t n = 0;
    bool fits = true;
    for (u32 i = 0; i < d->objects; i++) list[i] = (struct placed){i, d->object[i]};
    if (d->objects) qsort(list, d->objects, sizeof *list, by_object);
    for (size_t i = 0; i < d->objects; i++) {
        bool same = n && !by_object(&(struct placed){.object = d->object[n - 1]}, &list[i]);
        if (same) fits &= join(d, &d->object[n - 1], &list[i].object);
        else d->object[n++] = list[i].object;
        now[list[i].was] = (u32)n - 1;
    }
    d->objects = n;
    free(list);
    return fits;
}

/* --- rows ------------------------------------------------------------------------------------------------------------------ */

static bool join_row(struct data_row *x, const struct data_row *y)
{
    if (y->strided > x->strided || (y->strided == x->strided && y->stride > x->stride)) {
        x->strided = y->strided;
        x->stride = y->stride;
    }
    return data_add(x->count, y->count);
}

static bool settle_rows(struct profile_data *d)
{
    size_t n = 0;
    bool fits = true;
    data_settle(d);
    for (size_t i = 0; i < d->rows; i++) {
        struct data_row *last = n ? &d->row[n - 1] : NULL;
        if (last && last->object == d->row[i].object && last->pc == d->row[i].pc) fits &= join_row(last, &d->row[i]);
        else d->row[n++] = d->row[i];
    }
    d->rows = n;
    return fits;
}

/* Each pair's accesses may fit, and all together not. */
static bool sum_fits(const struct profile_data *d)
{
    u64 sum[DATA_COUNTS] = {0};
    for (size_t i = 0; i < d->rows; i++)
        if (!data_add(sum, d->row[i].count)) return false;
    return !__builtin_add_overflow(sum[DATA_LOADS], sum[DATA_STORES], &(u64){0});
}

/* --- bytes of lines -------------------------------------------------------------------------------------------------------- */

static int by_use(const void *a, const void *b)
{
    const struct data_use *x = a, *y = b;
    return x->object != y->object ? compare(x->object, y->object) : compare(x->from, y->from);
}

/* Those of one object, from all runs, at the end of *d's list; `lines` has place for each byte of a line and one more. */
static bool settle_object_uses(struct profile_data *d, const struct data_use *use, size_t n, u64 *lines)
{
    bool fits = true;
    memset(lines, 0, d->line * sizeof *lines);
    for (size_t i = 0; i < n; i++)
        for (u32 k = use[i].from; k < use[i].to; k++) fits &= add(&lines[k], use[i].lines);
    for (u32 from = 0, to; from < d->line; from = to) {
        for (to = from + 1; to < d->line && lines[to] == lines[from];) to++;
        if (!lines[from]) continue;
        d->use = alloc_grow(d->use, d->uses, &d->uses_room, sizeof *d->use);
        d->use[d->uses++] = (struct data_use){use->object, from, to, lines[from]};
    }
    return fits;
}

static bool settle_uses(struct profile_data *d, const u32 *object)
{
    struct data_use *use = d->use;
    size_t uses = d->uses;
    u64 *lines = alloc_zeroed(d->line, sizeof *lines);
    bool fits = true;
    d->use = NULL;
    d->uses = d->uses_room = 0;
    for (size_t i = 0; i < uses; i++) use[i].object = object[use[i].object];
    if (uses) qsort(use, uses, sizeof *use, by_use);
    for (size_t i = 0, n; i < uses; i += n) {
        for (n = 1; i + n < uses && use[i + n].object == use[i].object;) n++;
        fits &= settle_object_uses(d, use + i, n, lines);
    }
    free(lines);
    free(use);
    return fits;
}

/* --- both ------------------------------------------------------------------------------------------------------------------ */

/* What *from has, behind what *to has. */
static void append(struct profile_data *to, const struct profile_data *from)
{
    u32 chains = (u32)to->chains, objects = (u32)to->objects;
    for (size_t i = 0; i < from->chains; i++) {
        to->chain = alloc_grow(to->chain, to->chains, &to->chains_room, sizeof *to->chain);
        to->chain[to->chains] = from->chain[i];
        if (from->chain[i].parent != DATA_NONE) to->chain[to->chains].parent += chains;
        to->chains++;
    }
    for (size_t i = 0; i < from->objects; i++) {
        to->object = alloc_grow(to->object, to->objects, &to->objects_room, sizeof *to->object);
        struct data_object *o = &to->object[to->objects++];
        *o = from->object[i];
        o->name = alloc_string(o->name);
        if (o->chain != DATA_NONE) o->chain += chains;
    }
    for (size_t i = 0; i < from->rows; i++) {
        to->row = alloc_grow(to->row, to->rows, &to->rows_room, sizeof *to->row);
        to->row[to->rows] = from->row[i];
        to->row[to->rows++].object += objects;
    }
    for (size_t i = 0; i < from->uses; i++) {
        to->use = alloc_grow(to->use, to->uses, &to->uses_room, sizeof *to->use);
        to->use[to->uses] = from->use[i];
        to->use[to->uses++].object += objects;
    }
}

/* Files written before it was recorded which bytes of lines are used do not say it. */
static bool lacks_uses(const struct profile_data *d)
{
    bool touched = false;
    for (size_t i = 0; i < d->objects; i++) touched |= d->object[i].touched > 0;
    return touched && !d->uses;
}

bool data_merge(struct profile_data *to, const struct profile_data *from)
{
    bool fits = true;
    if (to->chains + from->chains >= DATA_NONE || to->objects + from->objects >= DATA_NONE) return false;
    bool uses = !lacks_uses(to) && !lacks_uses(from);
    append(to, from);
    if (!uses) to->uses = 0;
    to->slice = 0; /* when something was accessed is a matter of one run */
    to->bands = to->cells = 0;
    for (unsigned i = 0; i < ARRAY_LEN(to->cut); i++) fits &= add(&to->cut[i], from->cut[i]);
    u32 *chain = alloc_zeroed(to->chains, sizeof *chain), *object = alloc_zeroed(to->objects, sizeof *object);
    settle_chains(to, chain);
    for (size_t i = 0; i < to->objects; i++)
        if (to->object[i].chain != DATA_NONE) to->object[i].chain = chain[to->object[i].chain];
    fits &= settle_objects(to, object);
    for (size_t i = 0; i < to->rows; i++) to->row[i].object = object[to->row[i].object];
    fits &= settle_rows(to);
    fits &= settle_uses(to, object);
    free(chain);
    free(object);
    return fits && sum_fits(to);
}
