/* What the slices of a process (emu/core/slices.h) know of its data: of each span what was accessed of each object, and at what cost. It comes
 * of comparing the sums of the objects' rows with what they were at the last look, so that it costs nothing between two of them. */
#ifndef PCGRAM_DATA_SPANS_H
#define PCGRAM_DATA_SPANS_H

#include "emu/data/tables.h"

struct spans {
    struct mem_account *account;
    u64 taken; /* bytes of it */
    u64 (*seen)[DATA_COUNTS]; /* by object: what has been shared out so far */
    size_t seens, seens_room;
    struct data_part *part; /* by (span, object) */
    size_t parts, parts_room;
};

/* What was counted since the last look is of that span. The account has what that takes, though it may be more
 * than there was room for: slices join their spans then. Ends pcgram when the host has no memory. */
void spans_take(struct spans *s, const struct tables *t, u32 span);
/* Neighbours become one, two by two. */
void spans_join(struct spans *s);
void spans_free(struct spans *s);

#endif
