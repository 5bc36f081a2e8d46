#include "emu/data/result.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static bool has_counts(const struct data_row *r)
{
    for (unsigned i = 0; i < DATA_COUNTS; i++)
        if (r->count[i]) return true;
    return false;
}

/* In how many of an object's lines each byte was used, those beside each other that are alike as one. */
static void add_uses(struct profile_data *p, u32 object, const u64 *lines, u32 unit)
{
    for (u32 from = 0, to; from < 64; from = to) {
        for (to = from + 1; to < 64 && lines[to] == lines[from];) to++;
        if (!lines[from]) continue;
        p->use = alloc_grow(p->use, p->uses, &p->uses_room, sizeof *p->use);
        p->use[p->uses++] = (struct data_use){object, from * unit, to * unit, lines[from]};
    }
}

/* Indices of the touches by object; *end gets where those of each end. */
static u32 *by_object(const struct tables *t, u32 **end)
{
    u32 *list = alloc_zeroed(t->touches, sizeof *list), *to = *end = alloc_zeroed(t->objects + 1, sizeof *to);
    for (size_t i = 1; i < t->touches; i++) to[t->touch[i].object + 1]++;
    for (size_t i = 0; i < t->objects; i++) to[i + 1] += to[i];
    for (u32 i = 1; i < t->touches; i++) list[to[t->touch[i].object]++] = i;
    return list;
}

static void take_uses(const struct tables *t, const u32 *to, u32 unit, struct profile_data *p)
{
    u32 *end, *list = by_object(t, &end);
    for (u32 object = 0, i = 0; object < t->objects; object++) {
        u64 lines[64] = {0};
        if (i == end[object]) continue;
        for (; i < end[object]; i++)
            for (u64 left = t->touch[list[i]].used; left; left &= left - 1) lines[__builtin_ctzll(left)]++;
        if (to[object] != DATA_NONE) add_uses(p, to[object], lines, unit);
    }
    free(list);
    free(end);
}

static void take_parts(struct spans *s, const u32 *to, struct profile_data *p)
{
    p->part = s->part;
    p->parts = s->parts;
    s->part = NULL;
    for (size_t i = 0; i < p->parts; i++) p->part[i].object = to[p->part[i].object];
}

/* Of static objects and mappings those that nobody accessed are left out. */
struct profile_data *data_result(struct data_process *d)
{
    struct tables *t = &d->tables;
    struct profile_data *p = alloc_zeroed(1, sizeof *p);
    u32 *to = alloc_zeroed(t->objects, sizeof *to), n = 0;
    for (size_t i = 0; i < t->objects; i++) to[i] = t->object[i].kind == DATA_HEAP && t->object[i].blocks;
    for (size_t i = 0; i < t->rows; i++)
        if (has_counts(&t->row[i].data)) to[t->row[i].data.object] = 1;
    if (picture_has_others(&d->picture)) to[OBJECT_OTHER] = 1;
    for (size_t i = 1; i < t->touches; i++) {
        struct data_object *o = &t->object[t->touch[i].object];
        o->lines++;
        o->touched += (u64)__builtin_popcountll(t->touch[i].used);
        o->false_lines += t->touch[i].falsely;
    }
    for (size_t i = 0; i < t->objects; i++) {
        if (!to[i]) {
            to[i] = DATA_NONE;
            continue;
        }
        p->object = alloc_grow(p->object, p->objects, &p->objects_room, sizeof *p->object);
        p->object[p->objects++] = t->object[i];
        t->object[i].name = NULL;
        to[i] = n++;
    }
    for (size_t i = 0; i < t->rows; i++) {
        if (!has_counts(&t->row[i].data)) continue;
        p->row = alloc_grow(p->row, p->rows, &p->rows_room, sizeof *p->row);
        p->row[p->rows] = t->row[i].data;
        p->row[p->rows].object = to[t->row[i].data.object];
        p->rows++;
    }
    p->chain = t->chain;
    p->chains = t->chains;
    t->chain = NULL;
    memcpy(p->cut, t->cut, sizeof p->cut);
    p->line = d->line;
    for (size_t i = 0; i < p->objects; i++) p->object[i].touched *= d->unit;
    take_uses(t, to, d->unit, p);
    picture_take(&d->picture, to, p);
    take_parts(&d->spans, to, p);
    free(to);
    data_settle(p);
    return p;
}
