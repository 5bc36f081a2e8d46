/* A thread under a timing model: what stands between the engine's single steps and the scoreboard (isa/parisc/timing.h). */
#ifndef PCGRAM_PARISC_TIMED_H
#define PCGRAM_PARISC_TIMED_H

#include "isa/parisc/cpu.h"

struct timed;

/* The model that the command line names, for a new thread whose t->cpu has no model yet; it stays NULL for "none". The
 * thread's caches and TLB are empty. -1 with *e. */
int pa_timed_new(struct thread *t, struct error *e);
void pa_timed_free(struct timed *m);

/* When a run begins: time may have passed without the model. */
void pa_timed_begin(struct cpu *c);
/* The instruction at the front of the queue, which can be fetched, is next: c->budget is what is left before the deadline
 * in the cycle in which it issues. May be called again before it completes. */
void pa_timed_admit(struct cpu *c);
/* It completed, and the queue has advanced: c->budget, the thread's slots and its call stack are brought up to date. */
void pa_timed_complete(struct cpu *c);
/* The run ends, other than at a deadline. */
void pa_timed_stop(struct cpu *c);

#endif
