/* Where a PA-RISC processor stands, and why it stops there: for the dispatchers of blocks and of timed ones. */
#ifndef PCGRAM_PARISC_STOP_H
#define PCGRAM_PARISC_STOP_H

#include "emu/core/fault.h"
#include "isa/parisc/exec/engine.h"

/* The queue: at pc, in user space, and nothing special about it. */
void pa_set_sequential(struct cpu *c, u32 pc);
/* The queue: at the instruction that *info is of, which is not nullified. */
void pa_queue_before(struct cpu *c, const struct uop_info *info);
/* The block was left before the instruction that *info is of: if its indirect branch, a call, has been executed, that counts all the same. */
void pa_count_indirect_call(struct cpu *c, const struct block *b, const struct uop_info *info);
/* Every reason to step the next instruction, but for timing. */
bool pa_must_step(const struct cpu *c);

/* The queue has led to a gateway. */
enum stop pa_stop_gateway(struct cpu *c, enum gateway gate);
/* An instruction cannot be fetched from the front of the queue. */
enum stop pa_stop_fetch(struct cpu *c);
/* The trap c->vector at c->at as a reason to stop. */
enum stop pa_stop_trap(struct cpu *c);
/* The host faulted on a guest address. True when the access may simply be tried again; else *stop. */
bool pa_mend_fault(struct cpu *c, const struct fault_guard *g, enum stop *stop);

#endif
