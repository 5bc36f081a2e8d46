/* What a process did by time: its counts by slices of machine time, all of one length, and as many at most as are asked for. Where a
 * run goes on beyond the last one, neighbours are joined two by two and slices are twice as long from then on, so that memory
 * has a bound however long the run is. The sums of each slice are kept; what each instruction did is kept of spans, which are one
 * slice each, or as many as bring the rows of all of them below their bound.
 *
 * Of chains of calls the same is kept of spans where the run has stacks (emu/core/slice_chains.h). Their rows are part of --mem-limit's
 * account: where that is passed, or there are too many however few spans there are, spans are joined down to a single one.
 *
 * Of data the collector keeps the same by object (emu/core/data.h, passed_span()), and spans are joined for its rows, too.
 *
 * What is counted goes to the slice in which it was counted: a thread's run ends at the end of a slice, before the first instruction that
 * issues at or after it (struct isa, run), and what all counters of the process hold beyond the last time is what was done since. Only blocks that
 * have run since then are asked for it (block_take_new()): by looking at all of them Lua's sort took 7 to 10 times as long with slices. */
#ifndef PCGRAM_CORE_SLICES_H
#define PCGRAM_CORE_SLICES_H

#include "emu/core/pc_table.h"
#include "emu/core/slice_chains.h"

struct mem_account;
struct process;

enum {
    SLICES_LEAST = 16, SLICES_MOST = 4096, SLICES_USUAL = 256,
    SLICES_SHORTEST = 1 << 14, /* cycles of the first slices: their length is this, or this times a power of two */
    SLICES_ROWS = 256,         /* rows for each slice that may be: with more, spans are joined, while there are more than SLICES_LEAST */
    SLICES_CHAINS = 1024,      /* likewise rows of chains, of half the size */
    SLICES_CHAINS_MOST = 1 << 22, /* as many are too many for any number of spans but one */
    SLICES_DATA = 256,            /* likewise rows of data, and as many as are too many */
    SLICES_DATA_MOST = 1 << 20,
};

struct slice {
    struct pc_count sum; /* pc is 0 */
    struct memory_events events;
};

struct slice_span {
    struct pc_count *row; /* by pc: what each instruction did, where that is anything */
    size_t rows;
    struct chain_row *chain; /* by (chain, pc), ticks last; slices_finish() makes contexts of chains */
    size_t chains;
};

struct slices {
    u64 origin; /* machine time at which the first one begins, in cycles */
    u64 length; /* cycles */
    u64 end;    /* machine time of the last look: the end of the last slice, which may be shorter, or has come later */
    u64 most;   /* slices */
    size_t current; /* the one that what is counted now belongs to */
    size_t count;   /* those up to the last one that anything was looked at in */
    struct slice *slice; /* `most` of them */
    size_t joined;  /* slices in a span: a power of two */
    struct slice_span *span; /* likewise `most`: those of the slices that there are */
    size_t rows;    /* of all spans */
    struct pc_table over;  /* what has been shared out so far and was taken back since: it is taken off what comes */
    struct counters ticks; /* those since the last look */
    struct memory_events seen_events;
    struct slice_chains seen_chains;
    size_t chains; /* rows of all spans */
    struct mem_account *account; /* NULL: none is kept */
    u64 charged; /* bytes of it */
    struct process *process; /* whose they are */
    size_t data; /* rows of all spans that the collector of data has; it accounts for them */
};

/* Before a thread of the process runs on, at this machine time: machine time up to which what it does is of one slice. Where the
 * host has no memory the program ends (error_no_memory()): what a run counts must not be lost silently. */
u64 slices_pass(struct process *p, u64 now);
/* A tick found the pc there. */
void slices_tick(struct process *p, u64 pc);
/* The program ends at this machine time, and has been collected to *c: the rest is shared out, so that the slices add up to what is counted.
 * NULL: the process has none, for it has not run or nobody asked. */
const struct slices *slices_finish(struct process *p, u64 now, const struct counters *c);
/* p->slices is NULL then; it may be before. */
void slices_free(struct process *p);

#endif
