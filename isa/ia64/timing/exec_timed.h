/* What only timed blocks have: the questions to caches and predictor. */
#ifndef PCGRAM_IA64_EXEC_TIMED_H
#define PCGRAM_IA64_EXEC_TIMED_H

#include "isa/ia64/exec/emit.h"
#include "isa/ia64/timing/paths.h"
#include "isa/ia64/timing/timing.h"

/* Emitted into timed blocks: before the instruction at pc, if it is not in the line that the one before it was fetched from. */
void ia64_emit_fetch(struct translation *t, u64 pc);
/* Before and behind the operation of a slot that accesses memory, or moves registers of the register stack. */
void ia64_emit_before(struct translation *t, const struct ia64_slot *s);
void ia64_emit_behind(struct translation *t, const struct ia64_slot *s);
/* The test of a branch's predicate that tells the predictor, too, in place of br_if and ia64_emit_branched(): its first uop is
 * *first. False, and nothing is emitted: there is none for this branch. */
bool ia64_emit_branch_if(struct translation *t, const struct ia64_slot *s, unsigned *first);
/* A branch at place `step` went that way. */
void ia64_emit_branched(struct translation *t, const struct ia64_slot *s, unsigned step, bool taken);

/* Does what the uop does, if it is one of those behind an operation. */
void ia64_behind(struct cpu *c, enum ia64_uop kind, const struct uop *u);

/* Whether the instruction is predicated off may make a difference to what a path costs: its guard tells. */
static inline bool ia64_guard_tells(const struct ia64_issue *i) { return i->uses > 1 || i->flags & ISSUE_ALL_PR_IN; }

/* The cycles that a block takes at most; if no cache and no TLB misses in it, and the register stack moves nothing. */
u32 ia64_most_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count);
u32 ia64_usual_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count);

/* True if the path that leads to this exit now is the one that did last time, so that its cost stands in the exit. That is so if
 * the block was entered in the same state of the pipeline, no cache, TLB or prediction failed, and of the instructions whose
 * predicate decides what the path costs, the same were predicated off. */
static inline bool ia64_passes_quickly(const struct cpu *c, const struct exit *e)
{
    const struct timed_path *path = e->path;
    return e->state == c->state && !c->events && !c->shadow && !((c->off ^ path->off) & path->matters);
}

/* The other case: finds the path among those remembered, or has the pipeline work it out. u is the exit's uop; the result its exit. */
struct exit *ia64_pass_slowly(struct cpu *c, struct uop *u);

#endif
