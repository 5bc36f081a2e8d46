/* What lies where: intervals of addresses that do not overlap, each with a value, found by address.
 *
 * They stand in order in leaves of some tens, and the leaves in one array: finding is two binary searches, and a new one moves
 * half a leaf. Every number of intervals that a guest can make is bounded by EXTENTS_MOST and by the account. */
#ifndef PCGRAM_DATA_EXTENTS_H
#define PCGRAM_DATA_EXTENTS_H

#include "emu/core/mem.h"
#include "emu/core/types.h"

enum { EXTENTS_MOST = 1 << 21, EXTENTS_LEAF = 64 };

struct extent {
    u64 start, end; /* end excluded */
    u32 value;
};

struct extents { /* all zero: empty, and part of no account */
    struct extent_leaf **leaf;
    size_t leaves, room, count;
    struct mem_account *account;
};

/* The one that holds the address; *hole is then not touched. NULL: none does, and *hole is what lies free around it. */
const struct extent *extents_find(const struct extents *e, u64 at, struct extent *hole);

/* [start, end) has that value from now on, whatever was there: what reaches beyond on either side stays there. False: there is no room
 * for one more, and nothing has a value in the range. An empty range is nothing. */
bool extents_set(struct extents *e, u64 start, u64 end, u32 value);
/* Nothing lies in [start, end) any more. False: that would have taken a place for one more, and the end of the one it was in
 * has gone, too. */
bool extents_clear(struct extents *e, u64 start, u64 end);

/* All of them, in order. */
void extents_each(const struct extents *e, void (*each)(void *ctx, const struct extent *x), void *ctx);

/* An empty one gets what another one has; false: there was no room for all. */
bool extents_copy(struct extents *to, const struct extents *from);
void extents_free(struct extents *e);

#endif
