#include "emu/data/lru.h"

#include <stdlib.h>

#include "prof/alloc.h"

void lru_init(struct lru *l, u32 lines)
{
    u32 room = 1;
    while (room < lines) room *= 2;
    *l = (struct lru){.lines = lines, .mask = room - 1, .last = UINT64_MAX};
    l->entry = alloc_zeroed((size_t)lines + 1, sizeof *l->entry);
    l->first = alloc_zeroed(room, sizeof *l->first);
}

void lru_free(struct lru *l)
{
    free(l->entry);
    free(l->first);
    *l = (struct lru){0};
}

static u32 *bucket(const struct lru *l, u64 line) { return &l->first[(u32)(line * 0x9e3779b97f4a7c15 >> 32) & l->mask]; }

static void take_out(struct lru *l, u32 i)
{
    struct lru_entry *e = &l->entry[i];
    l->entry[e->newer].older = e->older;
    l->entry[e->older].newer = e->newer;
}

static void put_first(struct lru *l, u32 i)
{
    struct lru_entry *ring = &l->entry[0];
    l->entry[i].newer = 0;
    l->entry[i].older = ring->older;
    l->entry[ring->older].newer = i;
    ring->older = i;
    l->last = l->entry[i].line;
}

/* The line used longest ago makes room. */
static u32 replace(struct lru *l)
{
    u32 i = l->entry[0].newer, *at = bucket(l, l->entry[i].line);
    while (*at != i) at = &l->entry[*at].next;
    *at = l->entry[i].next;
    take_out(l, i);
    return i;
}

bool lru_use_other(struct lru *l, u64 line, bool fills)
{
    u32 *head = bucket(l, line), i = *head;
    if (!l->lines) return false;
    while (i && l->entry[i].line != line) i = l->entry[i].next;
    if (i) {
        take_out(l, i);
        put_first(l, i);
        return true;
    }
    if (!fills) return false;
    i = l->used < l->lines ? ++l->used : replace(l);
    l->entry[i].line = line;
    l->entry[i].next = *head;
    *head = i;
    put_first(l, i);
    return false;
}
