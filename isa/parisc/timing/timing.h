/* The reference model of the in-order processors: a scoreboard that is shown each instruction in the order of issue and
 * says in which cycle it issues. Slow and obvious; the numbers are in isa/parisc/timing/timing.def.
 *
 * Cycles are those of the thread's CPU clock. Each instruction is charged the stalls that it waits for or causes, and the
 * first one of each bundle a cycle besides: so the charges of a run add up to its clock. A stall before an instruction
 * (fetch, operands, a busy unit) is charged to that instruction; one that it leaves behind it (a lock, a miss of its data)
 * to itself as well, and what a branch loses, to the branch. */
#ifndef PCGRAM_PARISC_TIMING_H
#define PCGRAM_PARISC_TIMING_H

#include "emu/core/pc_table.h"
#include "isa/parisc/timing/hierarchy.h"
#include "isa/parisc/timing/pipe.h"

/* Where the cycles of an instruction went, in the order of time. */
struct pa_breakdown {
    u64 begin;            /* the first cycle in which it could have issued, had it waited for nothing */
    u64 tlb, icache, data, structural; /* cycles that it then waited */
    u64 at;               /* it issued */
    u64 lock, wait_tlb, wait_cache;    /* cycles in which nothing issued behind it */
    u64 lost;             /* and those that the branch before it lost */
    bool bundled;         /* with the one before it */
};

/* One processor: its pipeline, caches and TLB. */
struct pa_timing {
    struct pa_model model;
    struct pc_table *costs;
    struct pa_pipe pipe;
    struct pa_memory *memory;
    struct memory_events events;
    u32 address;      /* of the access of the instruction admitted */
    struct pa_breakdown breakdown, completed; /* of the instruction admitted, or completed, last; and of the latter */
    bool touched;     /* the last instruction fetched has accessed memory */
};

/* A processor that has run nothing: caches and TLB are empty. The model is copied; *costs gets, for each pc, what it was
 * charged beyond one cycle an instruction (modulo 2^64: the second of a bundle was charged one less). NULL with *e. */
struct pa_timing *pa_timing_new(const struct pa_model *m, struct pc_table *costs, struct error *e);
void pa_timing_free(struct pa_timing *t);

/* Takes the next instruction in, with the address of its access; one that was admitted and did not complete has been left for it (a signal). Returns the
 * cycle in which it issues; that of the last one if it is bundled with it. */
u64 pa_timing_admit(struct pa_timing *t, const struct pa_issue *in, u32 address);

/* The admitted instruction completed; taken: it is a branch and was taken. Returns the first cycle in which an instruction
 * that is not bundled with it can issue. */
u64 pa_timing_complete(struct pa_timing *t, bool taken);

/* The stream of instructions is broken: by an entry into the kernel or by a fault of the admitted instruction, which has
 * not completed. Returns the time at which it stands. */
u64 pa_timing_stop(struct pa_timing *t);

/* True while an instruction is admitted, and this is the one: it issues in cycle *at. */
bool pa_timing_admitted(const struct pa_timing *t, const struct pa_issue *in, u64 *at);

/* What a fetch or an access lost is charged to the instruction at pc; the caches' part to the cause named. */
void pa_timing_charge(struct pa_timing *t, u32 pc, enum stall cache, struct pa_lost lost);

/* The clock was moved on, to `clock`, by other things than instructions. */
void pa_timing_advance(struct pa_timing *t, u64 clock);

#endif
