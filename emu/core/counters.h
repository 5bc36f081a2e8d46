/* Exact counts as the ISAs hand them over and prof/ reports them: per instruction and per call arc. */
#ifndef PCGRAM_CORE_COUNTERS_H
#define PCGRAM_CORE_COUNTERS_H

#include "emu/core/types.h"

/* Why a cycle passed in which nothing issued. */
enum stall {
    STALL_DATA,       /* an operand was not ready, or a register not free */
    STALL_STRUCTURAL, /* a unit was busy, or held the whole processor */
    STALL_BRANCH,     /* a branch went elsewhere than fetched */
    STALL_ICACHE,
    STALL_DCACHE,
    STALL_TLB,
    STALLS
};

/* "data", "structural", ... */
const char *stall_name(enum stall s);

struct pc_count {
    u64 pc;           /* address of the instruction (Itanium: bundle | slot) */
    u64 slots;        /* times it issued */
    u64 instructions; /* of these, times it took effect: neither nullified nor predicated off */
    u64 cycles;       /* cycles charged to it */
    u64 ticks;        /* clock ticks that found the pc here */
    u64 stalls[STALLS]; /* of the cycles, those lost to each cause; 0 without a timing model */
};

struct call_arc {
    u64 from; /* address of the call instruction */
    u64 to;   /* first instruction executed at the target */
    u64 count;
    u64 cycles;       /* inclusive: from the callee's first instruction to the return; 0 when stacks are not kept */
    u64 instructions; /* inclusive, likewise */
};

struct counters {
    struct pc_count *pc; /* sorted by pc after counters_sort, one entry an address */
    size_t pcs, pcs_room;
    struct call_arc *arc; /* sorted by (from, to) after counters_sort */
    size_t arcs, arcs_room;
};

/* Adds to the entry list (duplicates allowed until counters_sort merges them). Aborts when the host has no memory. */
void counters_add(struct counters *c, const struct pc_count *add);
void counters_add_arc(struct counters *c, const struct call_arc *add);
/* Sorts, merges equal keys by addition, and drops arcs that come to nothing. */
void counters_sort(struct counters *c);
/* The entry of exactly this pc after counters_sort, or NULL. */
const struct pc_count *counters_find(const struct counters *c, u64 pc);
void counters_free(struct counters *c);

#endif
