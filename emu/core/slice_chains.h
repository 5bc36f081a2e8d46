/* What the slices of a process (emu/core/slices.h) know of chains of calls: of each span what was spent in each context, how often it was
 * entered, and the ticks that found the pc in it. All comes of comparing the trees with what they had at the last look, so that it costs
 * nothing between two of them.
 *
 * A look comes between two runs. What a thread has spent since it was charged last is its context's; of a call or return that has
 * been charged for with the delay slot that is still to come, that slot is not spent yet. How long a thread has been in its first function
 * is kept apart until it calls or jumps: only then is it known which context that is (emu/core/calls.c, begin()). */
#ifndef PCGRAM_CORE_SLICE_CHAINS_H
#define PCGRAM_CORE_SLICE_CHAINS_H

#include "emu/core/counters.h"

struct context;
struct process;

struct chain_row {
    u32 chain; /* slice_chains_settle() makes the index of a context of it */
    bool tick; /* only ticks at `pc` are counted here; else `pc` is 0, and no ticks are */
    u64 pc;
    u64 calls, cycles, instructions, ticks;
};

/* A context, and what of it has been shared out so far. */
struct chain_seen {
    struct context *context; /* NULL: where a thread began */
    struct context **begun;  /* of one that had not said where; NULL in it: nor has it yet */
    bool moved;              /* it has, and what was shared out here is counted there, too */
    u64 calls, cycles, instructions;
};

struct slice_chains {
    struct chain_seen *seen;
    size_t count, room;
};

/* What all threads of the process have done since the last look, to *row, in order, for free(); returns how many rows. Ends pcgram when the
 * host has no memory. */
size_t slice_chains_take(struct slice_chains *s, struct process *p, struct chain_row **row);
/* Adds rows to others, likewise in order; each place is there once then. */
void slice_chains_add(struct chain_row **to, size_t *rows, const struct chain_row *row, size_t count);
/* When the process has been collected to *c (engine_collect()): rows by the index of their contexts there, ascending, each place once. */
void slice_chains_settle(const struct slice_chains *s, const struct counters *c, struct chain_row *row, size_t *rows);
void slice_chains_free(struct slice_chains *s);

#endif
