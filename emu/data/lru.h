/* A fully associative cache of the size of another one: a miss of that one which would have hit here is a conflict.
 *
 * A use of a line that is there only notes when it was. Which line was used longest ago is asked when one must go: lines stand in a
 * heap by a time at which they were used; at its top, one that has been used since is put where it belongs, until one has not. So
 * a use costs a few operations, and a replacement at most so many for each use since the last. */
#ifndef PCGRAM_DATA_LRU_H
#define PCGRAM_DATA_LRU_H

#include "emu/core/types.h"

struct lru {
    struct lru_entry {
        u64 line; /* none is so high as that of a free entry */
        u64 used; /* when it was used last */
    } *entry;     /* lines + 1; the first holds no line */
    u32 *first, *next; /* of the same hash; 0: none */
    struct lru_aged {
        u64 used; /* no later than the entry was used last */
        u32 entry;
    } *aged;      /* by `used`: none is earlier than that at half its index (index 1 is the top) */
    u64 now;      /* uses so far */
    u32 lines, used;
    u32 mask;
};

/* Empty, for so many lines; 0: it holds none, and nothing ever hits. */
void lru_init(struct lru *l, u32 lines);
void lru_free(struct lru *l);
/* A use of the line: its entry if it was there. 0: it was not; and if it `fills`, it is now. */
u32 lru_use(struct lru *l, u64 line, bool fills);

/* The line, if it is still in that entry, and then it is a use. */
static inline bool lru_use_at(struct lru *l, u32 entry, u64 line)
{
    struct lru_entry *e = &l->entry[entry];
    if (e->line != line) return false;
    e->used = ++l->now;
    return true;
}

#endif
