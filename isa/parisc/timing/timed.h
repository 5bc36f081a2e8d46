/* A thread under a timing model: what stands between the engine's single steps and the scoreboard (isa/parisc/timing/timing.h). */
#ifndef PCGRAM_PARISC_TIMED_H
#define PCGRAM_PARISC_TIMED_H

#include "emu/core/calls.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/uops.h"
#include "isa/parisc/timing/schedule.h"
#include "isa/parisc/timing/timing.h"

struct timed {
    struct pa_timing *model;
    struct pa_issue issue; /* the instruction admitted last */
    enum stack_change change; /* what the branch just completed does to the shadow stack, once its delay slot is over: */
    u32 from, to;

    /* Between timed blocks the pipeline is known by the number of its state only, and its clock by c->budget. */
    bool by_number;
    u32 state;
    bool alone;   /* the instruction in front of the queue is to be stepped */
    bool by_line; /* timed blocks can be used with this model */
    struct schedule schedule; /* for translating */
};

/* The model that the command line names, for a new thread whose t->cpu has no model yet; it stays NULL for "none". The
 * thread's caches and TLB are empty. -1 with *e. */
int pa_timed_new(struct thread *t, struct error *e);
void pa_timed_free(struct cpu *c);

/* struct isa's counted: the thread's code is another one, too. */
void pa_timed_count(struct thread *t);

/* When a run begins: time may have passed without the model. */
void pa_timed_begin(struct cpu *c);
/* The instruction at the front of the queue, which can be fetched, is next: c->budget is what is left before the deadline
 * in the cycle in which it issues. May be called again before it completes. */
void pa_timed_admit(struct cpu *c);
/* It completed, and the queue has advanced: c->budget, the thread's slots and its call stack are brought up to date. */
void pa_timed_complete(struct cpu *c);
/* The run ends, other than at a deadline. */
void pa_timed_stop(struct cpu *c);

/* A signal comes, or counting changes, before a delay slot is over: what its branch does to the shadow stack is done now. Without a model, or a
 * stack, there is nothing to do. */
void pa_timed_settle_stack(struct thread *t);

/* The workspace for translating a timed block. */
struct schedule *pa_timed_schedule(struct cpu *c);

/* What a fetch or an access lost is charged to the instruction at pc; the caches' part to the cause named. */
void pa_timed_charge(struct cpu *c, u32 pc, enum stall cache, struct pa_lost lost);

/* The scoreboard is brought to where the blocks have come. */
void pa_timed_stand(struct cpu *c);
/* A block was left before the instruction of a uop, and queue and c->budget stand there: so does the scoreboard now. */
void pa_timed_rewound(struct cpu *c, const struct block *b, const struct uop_info *at);
/* The queue has been set to that instruction: if it is a delay slot, what its branch does to the shadow stack is noted. */
void pa_timed_in_slot(struct cpu *c, const struct block *b, const struct uop_info *at);
/* The instruction that the queue is at raised a fault: it had issued. May be called outside of a fault guard. */
void pa_timed_faulted(struct cpu *c);

/* What a wait is to the state that it leads to. Nearly all are longer than anything is pending, so one block follows
 * each access that misses, whatever it misses: bzip2 packing 350,000 bytes under the PA-7300LC's model runs 1.11
 * to 1.17 times as fast as with a block for each wait. */
static inline u64 pa_settled(const struct cpu *c, u64 wait) { return wait < c->settles ? wait : c->settles; }

/* Of the uop that fetches from another line: that line, by its number; of the one that fetches from another page: the pc. */
static inline u32 pa_fetched(const struct uop *u)
{
    u32 x;
    memcpy(&x, &u->a, sizeof x);
    return x;
}

/* What a branch at pc does to the shadow stack; arc: that of a call. */
static inline void pa_change_stack(struct cpu *c, enum stack_change change, u32 pc, u32 to, struct arc *arc, u64 cycles, u64 instructions)
{
    struct call_stack *s = c->calls;
    u32 sp = (u32)c->gr[30];
    if (change == STACK_CALL || change == STACK_CALL_INDIRECT)
        calls_push(s, (struct call_made){.back = pc + 8, .arc = arc, .level = sp, .cycles = cycles, .instructions = instructions});
    else if (change != STACK_RETURN || (!calls_stay(s, pc, to) && !calls_return(s, to, cycles, instructions)))
        calls_jump(s, pc, to, sp, cycles, instructions);
}

static inline unsigned pa_timed_jump_hash(u32 pc, u32 mode)
{
    return jump_hash(pc) ^ ((mode >> MODE_STATE) * 0x9e3779b1u >> 18 & (JUMPS - 1));
}

#endif
