/* What only timed blocks have: the questions to caches and predictor. */
#ifndef PCGRAM_IA64_EXEC_TIMED_H
#define PCGRAM_IA64_EXEC_TIMED_H

#include "isa/ia64/timing.h"
#include "isa/ia64/translate.h"

/* Emitted into timed blocks: before the instruction at pc, if it is not in the line that the one before it was fetched from. */
void ia64_emit_fetch(struct translation *t, u64 pc);
/* Before and behind the operation of a slot that accesses memory, or moves registers of the register stack. */
void ia64_emit_before(struct translation *t, const struct ia64_slot *s);
void ia64_emit_behind(struct translation *t, const struct ia64_slot *s);
/* A branch at place `step` went that way. */
void ia64_emit_branched(struct translation *t, const struct ia64_slot *s, unsigned step, bool taken);

/* The uop is one of those behind an operation: does what it does. */
void ia64_behind(struct cpu *c, struct uop *u);

/* The cycles that a block takes at most. */
u32 ia64_most_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count);

/* The path that has come to the exit is charged; not the usual case. */
void ia64_pass_slowly(struct cpu *c, struct exit *e);

#endif
