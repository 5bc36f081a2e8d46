/* A cache like that of emu/core/cache.h, in which each line knows when it was used last: so a use is one store, whichever line of its set
 * it is, where there it moves the others. Lines stay where they are until they are replaced. Knows no instruction set. */
#ifndef PCGRAM_CORE_STAMPED_CACHE_H
#define PCGRAM_CORE_STAMPED_CACHE_H

#include "emu/core/cache.h"

struct stamped_cache {
    struct cache cache; /* its lines are in no order, its counts not used */
    u64 *used;          /* of each line, the time of its last use */
};

/* A third bit of a line's entry, beside CACHE_VALID and CACHE_DIRTY: the owner's. */
enum { STAMPED_MARKED = 4 };

/* What an access did. */
struct stamped_access {
    u64 *entry; /* of the line; NULL: it has none, for it missed and was not brought in */
    u64 gone;   /* the entry that it took the place of; 0: none */
    bool hit;
};

/* An empty cache, as cache_init() makes it. -1 with *e. */
int stamped_init(struct stamped_cache *l, const struct cache_geometry *g, struct error *e);
void stamped_free(struct stamped_cache *l);

/* Which of a set's `ways` entries, known where this is compiled, is that one, whatever other bits they have; `ways`: none. No host can
 * predict it, so nothing is branched on. */
static inline __attribute__((always_inline)) u32 stamped_way(const u64 *set, u32 ways, u64 tag)
{
    u32 found = 1u << ways;
#pragma GCC unroll 8
    for (u32 way = 0; way < ways; way++) found |= (u32)((set[way] | CACHE_DIRTY | STAMPED_MARKED) == (tag << CACHE_TAG_SHIFT | CACHE_VALID | CACHE_DIRTY | STAMPED_MARKED)) << way;
    return (u32)__builtin_ctz(found);
}

/* The entry of the line that holds the address; NULL: it is not there. */
static inline u64 *stamped_entry(const struct stamped_cache *l, u64 address)
{
    const struct cache *c = &l->cache;
    u64 tag = address >> c->line_shift, *set = c->line + (tag & c->set_mask) * c->ways;
    u32 way = c->ways == 4 ? stamped_way(set, 4, tag) : c->ways == 8 ? stamped_way(set, 8, tag) : 0;
    if (c->ways != 4 && c->ways != 8)
        while (way < c->ways && stamped_way(set + way, 1, tag)) way++;
    return way < c->ways ? &set[way] : NULL;
}

/* When the line of that entry was used last. */
static inline u64 *stamped_used(const struct stamped_cache *l, const u64 *entry) { return &l->used[entry - l->cache.line]; }

/* A reference to the line that holds the address, later than all before. */
struct stamped_access stamped_access(struct stamped_cache *l, u64 address, bool write, u64 now);

#endif
