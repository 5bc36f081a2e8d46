/* Running a PA-RISC thread. */
#ifndef PCGRAM_PARISC_RUN_H
#define PCGRAM_PARISC_RUN_H

#include "isa/parisc/exec/engine.h"

/* struct isa's run: until the thread's CPU clock reaches `until` cycles, exactly, or something else stops it. On return
 * the queue, FR 0 and the thread's clock are those before the instruction that did not issue or complete. */
enum stop pa_run(struct thread *t, u64 until);

/* The kernel did the instruction at thread->stop.pc, which had trapped: it counts like any other, one cycle. The queue
 * stands behind it already. */
void pa_count_mended(struct thread *t);

/* --- for the dispatcher of timed blocks (isa/parisc/timing/run_timed.c) --- */

/* The queue: at pc, in user space, and nothing special about it. */
void pa_set_sequential(struct cpu *c, u32 pc);
/* Every reason to step the next instruction, but for timing. */
bool pa_must_step(const struct cpu *c);
/* The queue: at the instruction that *info is of, which is not nullified. */
void pa_queue_before(struct cpu *c, const struct uop_info *info);
/* The trap c->vector at c->at as a reason to stop. */
enum stop pa_stop_trap(struct cpu *c);

#endif
