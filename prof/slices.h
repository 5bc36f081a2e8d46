/* What a process did by slices of machine time. A profile has this only if the run was one with --slices. */
#ifndef PCGRAM_PROF_SLICES_H
#define PCGRAM_PROF_SLICES_H

#include "emu/core/counters.h"
#include "emu/core/slices.h"

struct profile;

struct slice_sums {
    struct pc_count count; /* pc is 0 */
    struct memory_events events; /* what the timing model's caches did */
};

struct slice_row { /* of an instruction */
    u32 span;
    struct pc_count count;
};

struct profile_slices {
    u64 origin; /* machine time at which the first one begins, in cycles */
    u64 length; /* cycles, at least 1 */
    u64 end;    /* machine time at which the last one ends */
    u64 joined; /* slices in a span, by which rows are kept; at least 1, and the last span may have less */
    struct slice_sums *slice; /* one or more */
    size_t slices, slices_room;
    struct slice_row *row; /* by (span, pc): what is not nothing. Of each instruction they add up to what the profile says of it */
    size_t rows, rows_room;
};

/* Of a run's slices. NULL gives NULL. */
struct profile_slices *slices_build(const struct slices *counted);
/* NULL is allowed. */
void profile_slices_free(struct profile_slices *s);

/* Machine time at which a slice begins; that of the one behind the last is the end of all. */
u64 slices_begin(const struct profile_slices *s, size_t slice);
/* Spans. */
size_t slices_spans(const struct profile_slices *s);

/* Makes *p the profile of the spans from `first` to before `last` alone: without calls, chains of calls, data and threads, which are
 * not counted by time; nothing but their slices is left. */
void slices_keep(struct profile *p, size_t first, size_t last);

#endif
