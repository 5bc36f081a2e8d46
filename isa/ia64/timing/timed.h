/* A thread under a timing model: what stands between the engine and the scoreboard (isa/ia64/timing/timing.h). */
#ifndef PCGRAM_IA64_TIMED_H
#define PCGRAM_IA64_TIMED_H

#include <stdalign.h>

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/timing/paths.h"
#include "isa/ia64/timing/timing.h"

/* An instruction that has been translated, as such and as the pipeline sees it. */
struct timed_met {
    u64 bundle[2];
    u32 mode; /* in which it was */
    struct ia64_slot slot; /* next is 0: none */
    struct ia64_issue issue;
};

enum { TIMED_MET = 1 << 11 };

struct timed {
    struct ia64_timing *model;
    struct ia64_slot slot;  /* the instruction admitted last */
    struct ia64_run_outcome outcome;  /* what is known of how it goes: its access */

    /* Between timed blocks the pipeline is known by c->state only, and its clock by c->budget. */
    bool by_number;
    bool by_place; /* and not by number: what its accesses are part of has been noted, but is not known here (ia64_paths_set_places()) */
    struct ia64_lost fetched; /* what fetching took of the instruction before which a block was left */
    alignas(u64) struct ia64_event event[EVENTS_MAX]; /* c->events of them */
    struct ia64_byte byte[BLOCK_STEPS + 2]; /* c->bytes of them */
    u32 object[PLACES]; /* of the accesses that are still to be waited for, and of those in the block under way */
    struct timed_met met[TIMED_MET]; /* those met last, by place */
    u64 most_before; /* ia64_pipe_most_before() */
};

/* The model that the command line names, for a new thread whose t->cpu has no model yet; it stays NULL for "none". The
 * thread's caches, TLBs and predictor are empty. -1 with *e. */
int ia64_timed_new(struct thread *t, struct error *e);
void ia64_timed_free(struct cpu *c);

/* struct isa's counted: the thread's code is another one, too. */
void ia64_timed_count(struct thread *t);

/* In a block: the cycle before the first in which one of its instructions issues. */
static inline i64 ia64_before_block(const struct cpu *c) { return (i64)engine_clock(&c->engine) - 1; }

/* Between runs: what was counted is about to be read (ia64_timing_settle()). */
void ia64_timed_settle(struct cpu *c);

/* When a run begins: time may have passed without the model. */
void ia64_timed_begin(struct cpu *c);
/* The instruction at ip and ri, which can be fetched, is next: c->budget is what is left before the deadline in the cycle in
 * which it issues. May be called again before it completes. */
void ia64_timed_admit(struct cpu *c);
/* It completed, as a single step that left by c->via: c->budget, the thread's slots and its call stack are brought up to
 * date. */
void ia64_timed_complete(struct cpu *c);
/* The register stack has moved c->moved registers between instructions. */
void ia64_timed_moved(struct cpu *c);
/* Blocks may be run from here: the instruction has not been admitted. */
bool ia64_timed_ready(const struct cpu *c);
/* Then: a block whose costliest path is longer than what is left before the deadline fits all the same, for less is pending now than may be. It is left where the first
 * thing is noted that may make it longer (may_run_over() in exec_timed.c). */
bool ia64_timed_fits(const struct cpu *c, const struct block *b);
/* Then: the pipeline gets a number. All blocks may be gone after that. */
void ia64_timed_enter(struct cpu *c);
/* The scoreboard is brought to where the blocks have come. */
void ia64_timed_stand(struct cpu *c);
/* And it is known what it waits for: before it is asked. */
void ia64_timed_know(struct cpu *c);
/* A block was left behind its first `trunk` instructions: there the scoreboard stands now, and c->budget. */
void ia64_timed_rewound(struct cpu *c, const struct block *b, unsigned trunk);
/* The instruction before which it was left, where ip and ri are now, had been admitted. */
void ia64_timed_faulted(struct cpu *c);
/* The run ends, other than at a deadline. */
void ia64_timed_stop(struct cpu *c);

/* The slot pc of that bundle, in a block of that mode, which is executed under the model. Blocks overlap, so that it has mostly been met
 * already: three of four, while bzip2 packs 0.1 MB. There translating takes 0.66 of the instructions with this and with what on_trunk()
 * (isa/ia64/exec/translate.c) looks at first. */
const struct timed_met *ia64_timed_meet(struct timed *m, const u8 bundle[16], u64 pc, u32 mode);

/* The access that an instruction of that row makes, if any. */
bool ia64_timed_access(const struct ia64_insn *in, enum ia64_access_kind *kind);

/* True if the branch's hint says that it is taken. */
bool ia64_timed_hint(const struct ia64_slot *s);

#endif
