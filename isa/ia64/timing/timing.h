/* The reference model of the in-order processor: a scoreboard that is shown each instruction in the order of issue and says
 * in which cycle it issues. Slow and obvious; the numbers are in isa/ia64/timing/timing.def.
 *
 * Cycles are those of the thread's CPU clock. Each instruction is charged the stalls that it waits for or causes, and the
 * first one of each group a cycle besides: so the charges of a run add up to its clock. */
#ifndef PCGRAM_IA64_TIMING_H
#define PCGRAM_IA64_TIMING_H

#include "emu/core/pc_table.h"
#include "isa/ia64/timing/hierarchy.h"
#include "isa/ia64/timing/pipe.h"
#include "isa/ia64/timing/predictor.h"

/* Where the cycles of an instruction went, in the order of time. */
struct ia64_breakdown {
    u64 begin;    /* the first cycle in which it could have issued, had it waited for nothing */
    u64 stack;    /* cycles in which the registers of the frame returned to came back */
    u64 tlb, icache, data, dcache; /* cycles that it then waited */
    u64 at;       /* it issued */
    u64 wait_tlb, queue, moving, lock, lost; /* cycles in which nothing issued behind it */
    bool joined;  /* the group of the one before it */
    u32 object;   /* of the access that dcache is charged for */
};

/* One processor: its pipeline, caches, TLBs and predictor. */
struct ia64_timing {
    struct ia64_model model;
    struct pc_table *costs;
    struct ia64_pipe pipe;
    struct ia64_memory memory;
    struct predictor predictor;
    struct ia64_issue now; /* the instruction admitted */
    u64 last_pc;           /* the one completed last */
    struct ia64_breakdown breakdown, completed; /* of the one admitted or completed last; and of the latter */
    u32 returned;          /* cycles of the register stack behind the one completed last */
    bool settled;          /* one cycle less stands at `first`, not at the admitted instruction: ia64_timing_settle() */
    u64 first;
};

/* How an instruction went. */
struct ia64_run_outcome {
    bool taken;       /* it is a branch, and was */
    bool hint;        /* ... whose hint says so */
    u64 target;       /* where it went */
    bool accessed;    /* it made an access: */
    enum ia64_access_kind kind;
    u64 address;
    u32 object;       /* what the address is part of (emu/core/data.h); 0: not asked for */
    unsigned moved;   /* registers that the register stack stored or loaded */
};

/* A processor that has run nothing. The model is copied; *costs gets, for each pc, what it was charged beyond one cycle an
 * instruction (modulo 2^64: one that joined a group was charged one less). NULL with *e. */
struct ia64_timing *ia64_timing_new(const struct ia64_model *m, struct pc_table *costs, struct error *e);
void ia64_timing_free(struct ia64_timing *t);

/* What it charges goes there from now on. */
void ia64_timing_serve(struct ia64_timing *t, struct pc_table *costs);

/* Counts are about to be read, and an instruction is admitted that shares a cycle, which is not over: the one less belongs to the
 * instruction that began it, at `first`, until this one completes. May be called again before that. */
void ia64_timing_settle(struct ia64_timing *t, u64 first);

/* Takes the next instruction in; one that was admitted and did not complete has been left for it (a signal). Returns the
 * cycle in which it issues. */
u64 ia64_timing_admit(struct ia64_timing *t, const struct ia64_issue *i);
/* The same when it has been fetched already, which took so long. */
u64 ia64_timing_fetched(struct ia64_timing *t, const struct ia64_issue *i, struct ia64_lost lost);
/* The admitted instruction completed. Returns the first cycle in which another group can issue. */
u64 ia64_timing_complete(struct ia64_timing *t, const struct ia64_run_outcome *w);
/* The stream of instructions is broken: by an entry into the kernel or by a fault of the admitted instruction, which has
 * not completed. Returns the time at which it stands. */
u64 ia64_timing_stop(struct ia64_timing *t);
/* True while an instruction is admitted, and this is the one: it issues in cycle *at. */
bool ia64_timing_admitted(const struct ia64_timing *t, u64 pc, u64 *at);
/* The register stack moved so many registers behind the last instruction. Returns the first cycle for another group. */
u64 ia64_timing_moved(struct ia64_timing *t, unsigned registers);
/* The clock was moved on, to `clock`, by other things than instructions. */
void ia64_timing_advance(struct ia64_timing *t, u64 clock);

/* --- parts that the fast engine shares ------------------------------------------------------------------------------------ */

/* Prediction of the branch, which went so: whether it was right. How it went is remembered. */
bool ia64_timing_predicts(struct ia64_timing *t, const struct ia64_issue *i, const struct ia64_run_outcome *w);
/* Cycles for so many registers. */
u32 ia64_timing_registers(const struct ia64_model *m, unsigned registers);

#endif
