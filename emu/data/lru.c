#include "emu/data/lru.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

void lru_init(struct lru *l, u32 lines)
{
    u32 room = 1;
    while (room < lines) room *= 2;
    *l = (struct lru){.lines = lines, .mask = room - 1};
    l->entry = alloc_zeroed((size_t)lines + 1, sizeof *l->entry);
    l->used = alloc_zeroed((size_t)lines + 1, sizeof *l->used);
    l->first = alloc_zeroed(room, sizeof *l->first);
    for (u32 i = 0; i <= lines; i++) l->entry[i].line = UINT64_MAX;
}

void lru_free(struct lru *l)
{
    free(l->entry);
    free(l->used);
    free(l->first);
    *l = (struct lru){0};
}

static u32 *bucket(const struct lru *l, u64 line) { return &l->first[(u32)(line * 0x9e3779b97f4a7c15 >> 32) & l->mask]; }

/* The entry stands in the list of the time when it was used last. */
static void put(struct lru *l, u32 i)
{
    u64 used = l->used[i], differs = used ^ l->oldest;
    unsigned digit = differs ? (63 - (unsigned)__builtin_clzll(differs)) / LRU_DIGIT : 0;
    unsigned value = used >> digit * LRU_DIGIT & ((1 << LRU_DIGIT) - 1);
    l->entry[i].after = l->list[digit][value];
    l->list[digit][value] = i;
    l->lists[digit] |= (u64)1 << value;
}

/* Takes the first list; the time from which on its lines were used when they were put there becomes the oldest. Returns what is in
 * it, by `after`: of one time, if `exact`. */
static u32 take_first(struct lru *l, bool *exact)
{
    unsigned digit = 0;
    while (!l->lists[digit]) digit++;
    unsigned value = (unsigned)__builtin_ctzll(l->lists[digit]), shift = digit * LRU_DIGIT;
    u32 i = l->list[digit][value];
    l->oldest = (l->oldest >> shift >> LRU_DIGIT << LRU_DIGIT | value) << shift;
    l->list[digit][value] = 0;
    l->lists[digit] &= l->lists[digit] - 1;
    *exact = !digit;
    return i;
}

/* The line used longest ago makes room: its entry, which is in no list. */
static u32 replace(struct lru *l)
{
    bool exact;
    u32 gone = 0;
    while (!gone) {
        for (u32 i = take_first(l, &exact), after; i; i = after) {
            after = l->entry[i].after;
            if (exact && l->used[i] == l->oldest) gone = i; /* each use has a time of its own */
            else put(l, i);
        }
    }
    u32 *at = bucket(l, l->entry[gone].line);
    while (*at != gone) at = &l->entry[*at].next;
    *at = l->entry[gone].next;
    return gone;
}

bool lru_use(struct lru *l, u64 line, bool fills, u32 *entry)
{
    u32 *head = bucket(l, line), i = *head;
    *entry = 0;
    if (!l->lines) return false;
    while (i && l->entry[i].line != line) i = l->entry[i].next;
    if (i) {
        l->used[i] = ++l->now;
        *entry = i;
        return true;
    }
    if (!fills) return false;
    i = l->filled < l->lines ? ++l->filled : replace(l);
    l->entry[i].line = line;
    l->used[i] = ++l->now;
    l->entry[i].next = *head; /* read again: what made room may have been of the same hash */
    *head = i;
    put(l, i);
    *entry = i;
    return false;
}
