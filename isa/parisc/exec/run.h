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

#endif
