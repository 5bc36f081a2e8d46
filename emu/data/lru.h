/* A fully associative cache of the size of another one: a miss of that one which would have hit here is a conflict.
 *
 * A use of a line that is there only notes when it was. Which line was used longest ago is asked when one must go: lines stand in
 * lists by a time at which they were used, as precise as that time is close (a hierarchical timing wheel, whose hand is at the time
 * used longest ago). One that is taken from the first list and has been used since goes where it belongs. So a use costs a few operations, and
 * a replacement a few for each line that was used since the last. */
#ifndef PCGRAM_DATA_LRU_H
#define PCGRAM_DATA_LRU_H

#include "emu/core/types.h"

enum {
    LRU_DIGIT = 6, LRU_DIGITS = (64 + LRU_DIGIT - 1) / LRU_DIGIT, /* bits of a time */
    LRU_USERS = 4,                                                /* of a line */
};

struct lru_entry {
    u64 line;
    u32 next;            /* of the same hash; 0: none */
    u32 after;           /* in the list */
    u32 user[LRU_USERS]; /* who counts on the line's being there, 0: nobody; for who uses lines to fill in */
}; /* half a line of a host's cache */

struct lru {
    struct lru_entry *entry; /* lines + 1; the first holds none; no line is so high as that of a free one */
    u64 *used;               /* by entry: when it was used last */
    u32 *first;              /* by hash: entry, 0: none */
    u64 oldest;              /* no line was used before */
    u32 list[LRU_DIGITS][1 << LRU_DIGIT]; /* by the first digit of the time in which it is not `oldest`, and by that digit; 0: none */
    u64 lists[LRU_DIGITS];                /* which of these there are, as bits */
    u64 now; /* uses so far */
    u32 lines, filled;
    u32 mask;
};

/* Empty, for so many lines; 0: it holds none, and nothing ever hits. */
void lru_init(struct lru *l, u32 lines);
void lru_free(struct lru *l);
/* A use of the line: whether it was there; if not and it `fills`, it is now. *entry: where; 0: nowhere. Where it is anew, the entry's users
 * are still those of the line that made room. */
bool lru_use(struct lru *l, u64 line, bool fills, u32 *entry);

/* The line, if it is still in that entry, and then it is a use. */
static inline bool lru_use_at(struct lru *l, u32 entry, u64 line)
{
    if (l->entry[entry].line != line) return false;
    l->used[entry] = ++l->now;
    return true;
}

#endif
