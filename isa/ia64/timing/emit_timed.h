/* What is emitted into timed blocks only; the operations are those of isa/ia64/timing/exec_timed.h. */
#ifndef PCGRAM_IA64_EMIT_TIMED_H
#define PCGRAM_IA64_EMIT_TIMED_H

#include "isa/ia64/exec/emit.h"

/* Emitted into timed blocks: before the instruction at pc, if it is not in the line that the one before it was fetched from. */
void ia64_emit_fetch(struct translation *t, u64 pc);
/* Before and behind the operation of a slot that accesses memory, or moves registers of the register stack; where there is no model,
 * it is only told (ia64_tells()). */
void ia64_emit_before(struct translation *t, const struct ia64_slot *s);
void ia64_emit_behind(struct translation *t, const struct ia64_slot *s);
/* The test of a branch's predicate that tells the predictor, too, in place of br_if and ia64_emit_branched(): its first uop is
 * *first. False, and nothing is emitted: there is none for this branch. */
bool ia64_emit_branch_if(struct translation *t, const struct ia64_slot *s, unsigned *first);
/* What a branch at place `step` of the path has come to is told to the predictor; nothing is emitted for one that is always as fetched. */
void ia64_emit_branched(struct translation *t, const struct ia64_slot *s, unsigned step, bool taken);

#endif
