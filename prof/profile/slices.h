/* What a process did by slices of machine time. A profile has this only if the run was one with --slices. */
#ifndef PCGRAM_PROF_PROFILE_SLICES_H
#define PCGRAM_PROF_PROFILE_SLICES_H

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

struct slice_share { /* of a chain of calls */
    u32 span;
    struct thread_part part; /* its context is one of the profile's */
};

struct slice_tick { /* likewise of ticks in a context */
    u32 span;
    struct context_tick tick;
};

struct profile_slices {
    u64 origin; /* machine time at which the first one begins, in cycles */
    u64 length; /* cycles, at least 1 */
    u64 end;    /* machine time at which the last one ends */
    bool part;  /* not of the whole run: slices_keep() */
    size_t first; /* then: the number that the first one had before */
    u64 joined; /* slices in a span, by which rows are kept; at least 1, and the last span may have less */
    struct slice_sums *slice; /* one or more */
    size_t slices, slices_room;
    struct slice_row *row; /* by (span, pc): what is not nothing. Of each instruction they add up to what the profile says of it */
    size_t rows, rows_room;
    struct slice_share *share; /* by (span, context), likewise. Those of a context add up to it; none: not counted by time */
    size_t shares, shares_room;
    struct slice_tick *tick; /* by (span, context, pc), likewise of each tick of the profile */
    size_t ticks, ticks_room;
};

/* Of a run's slices; to[i] is the context that the i-th counted one is. NULL gives NULL. */
struct profile_slices *slices_build(const struct slices *counted, const u32 *to);
/* NULL is allowed. */
void profile_slices_free(struct profile_slices *s);

/* Machine time at which a slice begins; that of the one behind the last is the end of all. */
u64 slices_begin(const struct profile_slices *s, size_t slice);
/* Spans. */
size_t slices_spans(const struct profile_slices *s);

/* What is said by time of instructions and, where it is, of chains of calls, from the span `first` to before `last` alone: a profile that
 * shares the rest with *p, without data, threads and slices, which must outlive it. profile_part_free() frees it. */
void slices_alone(const struct profile *p, size_t first, size_t last, struct profile *alone);

/* Makes *p that profile; its slices are those of the spans. */
void slices_keep(struct profile *p, size_t first, size_t last);

#endif
