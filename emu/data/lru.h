/* A fully associative cache of the size of another one: a miss of that one which would have hit here is a conflict. Finding a line
 * and making it the one used last take a few operations, whatever the size. */
#ifndef PCGRAM_DATA_LRU_H
#define PCGRAM_DATA_LRU_H

#include "emu/core/types.h"

struct lru {
    struct lru_entry {
        u64 line;
        u32 newer, older; /* in a ring through entry 0, which holds no line */
        u32 next;         /* of the same hash; 0: none */
    } *entry;             /* lines + 1 */
    u32 *first;           /* by hash; 0: none */
    u64 last;             /* the line used last, at the ring's end; none is so high as this at first */
    u32 lines, used;
    u32 mask;
};

/* Empty, for so many lines; 0: it holds none, and nothing ever hits. */
void lru_init(struct lru *l, u32 lines);
void lru_free(struct lru *l);
/* lru_use(): a use of the line. True: it was there. If not, and it `fills`, it is now. */
bool lru_use_other(struct lru *l, u64 line, bool fills);

/* Mostly it is the one used last. */
static inline bool lru_use(struct lru *l, u64 line, bool fills)
{
    return l->last == line || lru_use_other(l, line, fills);
}

#endif
