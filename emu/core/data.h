/* Where a run's accesses to memory are told: which object each one touched is for the collector (emu/data) to say. Single
 * steps tell, and under a timing model the engine's blocks, host code among them. */
#ifndef PCGRAM_CORE_DATA_H
#define PCGRAM_CORE_DATA_H

#include "emu/core/counters.h"
#include "emu/core/machine.h"

/* What an instruction is about to do to memory. */
struct data_access {
    u64 pc, address;
    unsigned size;    /* bytes; 0: nothing */
    bool load, store; /* neither: a line is fetched ahead */
    bool fills;       /* where the first level of the caches has not got its line, it is brought there */
};

/* What it has cost: misses, and the stall cycles that they are charged with. */
struct data_cost {
    struct memory_events missed;
    u64 cache, tlb; /* cycles */
};

/* The caches of data that a thread goes through first. */
struct data_cache {
    u64 size; /* bytes; 0: there is none */
    u32 line; /* bytes */
};

struct data_hook {
    void *ctx;
    /* The instruction of a->pc is next, and has been admitted. Returns what a->address is part of, by a number that waited() takes;
     * 0 without an access. Called again for the same one when the guest kernel has let the thread do something else before it. */
    u32 (*begin)(void *ctx, struct thread *t, const struct data_access *a);
    /* It is done, at that cost. Not called when it raised a fault. */
    void (*done)(void *ctx, struct thread *t, const struct data_cost *cost);
    /* Both at once, of an instruction inside of a block: begin() has been called where the run, or its last call or return, went
     * on. cost NULL: none, and no misses. Returns what begin() does. */
    u32 (*accessed)(void *ctx, struct thread *t, const struct data_access *a, const struct data_cost *cost);
    /* The instruction at pc waits so many cycles for what an access to that object, begun before, is to bring. */
    void (*waited)(void *ctx, struct thread *t, u32 object, u64 pc, u64 cycles);
    /* Fetching the instruction at pc has cost that. */
    void (*fetched)(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost);
    /* A child has been made with a copy of the parent's memory. A thread is going. */
    void (*forked)(void *ctx, const struct process *parent, struct process *child);
    void (*gone)(void *ctx, struct thread *t);
};

/* What was counted between two looks at the events. */
static inline struct memory_events data_between(const struct memory_events *before, const struct memory_events *after)
{
    return (struct memory_events){
        .l1i_misses = after->l1i_misses - before->l1i_misses,
        .l1d_misses = after->l1d_misses - before->l1d_misses,
        .l2_misses = after->l2_misses - before->l2_misses,
        .l1_tlb_misses = after->l1_tlb_misses - before->l1_tlb_misses,
        .tlb_misses = after->tlb_misses - before->tlb_misses,
        .write_backs = after->write_backs - before->write_backs,
    };
}

/* The hook of the machine that the thread runs on; NULL: nobody wants to know. */
static inline const struct data_hook *data_hook_of(const struct thread *t) { return t->process->machine->data; }

#endif
