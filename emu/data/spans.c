#include "emu/data/spans.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static void charge(struct spans *s)
{
    mem_charge(s->account, &s->taken, s->parts_room * sizeof *s->part + s->seens_room * sizeof *s->seen);
}

/* Parts in order, from that one on: each place is there once then. */
static void settle(struct spans *s, size_t from)
{
    size_t n = from;
    if (s->parts > from) qsort(s->part + from, s->parts - from, sizeof *s->part, data_part_order);
    for (size_t i = from; i < s->parts; i++) {
        if (n > from && !data_part_order(&s->part[n - 1], &s->part[i])) data_add(s->part[n - 1].count, s->part[i].count);
        else s->part[n++] = s->part[i];
    }
    s->parts = n;
}

/* What the object has more than was shared out goes to a part. */
static void take_new(struct spans *s, u32 span, u32 object, const u64 *now)
{
    struct data_part new = {span, object, {0}};
    u64 *seen = s->seen[object], any = 0;
    for (unsigned i = 0; i < DATA_COUNTS; i++) {
        new.count[i] = now[i] - seen[i];
        any |= new.count[i];
        seen[i] = now[i];
    }
    if (!any) return;
    s->part = alloc_grow(s->part, s->parts, &s->parts_room, sizeof *s->part);
    s->part[s->parts++] = new;
}

void spans_take(struct spans *s, const struct tables *t, u32 span)
{
    u64(*now)[DATA_COUNTS] = alloc_zeroed(t->objects, sizeof *now);
    size_t from = s->parts;
    for (size_t i = 0; i < t->rows; i++) data_add(now[t->row[i].data.object], t->row[i].data.count);
    for (; s->seens < t->objects; s->seens++) {
        s->seen = alloc_grow(s->seen, s->seens, &s->seens_room, sizeof *s->seen);
        memset(s->seen[s->seens], 0, sizeof *s->seen);
    }
    while (from && s->part[from - 1].span >= span) from--; /* another thread may be behind */
    for (u32 i = 0; i < t->objects; i++) take_new(s, span, i, now[i]);
    settle(s, from);
    free(now);
    charge(s);
}

void spans_join(struct spans *s)
{
    for (size_t i = 0; i < s->parts; i++) s->part[i].span /= 2;
    settle(s, 0);
    size_t room = s->parts > 64 ? s->parts : 64;
    struct data_part *less = room < s->parts_room ? realloc(s->part, room * sizeof *less) : NULL;
    if (less) s->part = less;
    if (less) s->parts_room = room;
    charge(s);
}

void spans_free(struct spans *s)
{
    mem_give(s->account, s->taken);
    free(s->seen);
    free(s->part);
    *s = (struct spans){0};
}
