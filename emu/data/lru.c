#include "emu/data/lru.h"

#include <stdlib.h>

#include "prof/alloc.h"

void lru_init(struct lru *l, u32 lines)
{
    u32 room = 1;
    while (room < lines) room *= 2;
    *l = (struct lru){.lines = lines, .mask = room - 1};
    l->entry = alloc_zeroed((size_t)lines + 1, sizeof *l->entry);
    l->next = alloc_zeroed((size_t)lines + 1, sizeof *l->next);
    l->aged = alloc_zeroed((size_t)lines + 1, sizeof *l->aged);
    l->first = alloc_zeroed(room, sizeof *l->first);
    for (u32 i = 0; i <= lines; i++) l->entry[i].line = UINT64_MAX;
}

void lru_free(struct lru *l)
{
    free(l->entry);
    free(l->next);
    free(l->aged);
    free(l->first);
    *l = (struct lru){0};
}

static u32 *bucket(const struct lru *l, u64 line) { return &l->first[(u32)(line * 0x9e3779b97f4a7c15 >> 32) & l->mask]; }

/* The one at the top goes where one used then belongs. */
static void sink(struct lru *l, struct lru_aged a)
{
    u32 at = 1;
    for (u32 below = 2; below <= l->used; below = 2 * at) {
        if (below < l->used && l->aged[below + 1].used < l->aged[below].used) below++;
        if (l->aged[below].used >= a.used) break;
        l->aged[at] = l->aged[below];
        at = below;
    }
    l->aged[at] = a;
}

/* The line used longest ago makes room: its entry, at the top. */
static u32 replace(struct lru *l)
{
    for (;;) {
        struct lru_aged top = l->aged[1];
        u64 used = l->entry[top.entry].used;
        if (used == top.used) break;
        sink(l, (struct lru_aged){used, top.entry});
    }
    u32 i = l->aged[1].entry, *at = bucket(l, l->entry[i].line);
    while (*at != i) at = &l->next[*at];
    *at = l->next[i];
    return i;
}

u32 lru_use(struct lru *l, u64 line, bool fills)
{
    u32 *head = bucket(l, line), i = *head;
    if (!l->lines) return 0;
    while (i && l->entry[i].line != line) i = l->next[i];
    if (i) {
        l->entry[i].used = ++l->now;
        return i;
    }
    if (!fills) return 0;
    u64 now = ++l->now;
    bool free_one = l->used < l->lines;
    i = free_one ? ++l->used : replace(l);
    l->entry[i] = (struct lru_entry){line, now};
    l->next[i] = *head; /* read again: what made room may have been of the same hash */
    *head = i;
    if (free_one) l->aged[i] = (struct lru_aged){now, i}; /* behind all others, for it is later than they */
    else sink(l, (struct lru_aged){now, i});
    return 0;
}
