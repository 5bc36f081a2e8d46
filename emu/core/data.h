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

/* Host code notes accesses that take nothing instead of calling: the collector looks at the notes when there is no room for more, and
 * before it is told of anything else. They lie in memory that is aligned to its size, of which the first place is not used: there is
 * no room where the next one would be the first. */
struct data_note {
    u64 address;
    u32 site;  /* the instruction, as site() numbers it */
    u32 place; /* where begin()'s result goes in struct engine's places */
};
enum { DATA_NOTES = 256, DATA_NOTES_BYTES = DATA_NOTES * sizeof(struct data_note) };

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
    /* The number for notes of such accesses as this one (a->address aside), a load or a store; 0: there is none, and each is to be told. */
    u32 (*site)(void *ctx, struct thread *t, const struct data_access *a);
    /* The run stops for a while: what has been noted is looked at. */
    void (*settle)(void *ctx, struct thread *t);
    /* A call, return or jump between functions has led to the instruction at pc, in a block. */
    void (*moved)(void *ctx, struct thread *t, u64 pc);
    /* The instruction at pc waits so many cycles for what an access to that object, begun before, is to bring. */
    void (*waited)(void *ctx, struct thread *t, u32 object, u64 pc, u64 cycles);
    /* Fetching the instruction at pc has cost that. */
    void (*fetched)(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost);
    /* A child has been made with a copy of the parent's memory. A thread is going. */
    void (*forked)(void *ctx, const struct process *parent, struct process *child);
    void (*gone)(void *ctx, struct thread *t);
};

/* Notes it, if there is room. */
static inline bool data_note(struct data_note **noted, u64 address, u32 site, u32 place)
{
    if (!site || !((uintptr_t)*noted & (DATA_NOTES_BYTES - 1))) return false;
    *(*noted)++ = (struct data_note){address, site, place};
    return true;
}

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
