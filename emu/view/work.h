/* The guest at work while the window listens: a run can be long, or wait for input that is typed elsewhere. */
#ifndef PCGRAM_VIEW_WORK_H
#define PCGRAM_VIEW_WORK_H

#include "emu/debug/debug.h"

/* One of debug_continue(), debug_step() and so on; tid is 0 where it means nothing. */
typedef void work_fn(struct debug *d, int tid, struct debug_stop *stop);

/* What the user does meanwhile. Called every few milliseconds, in the thread of the caller, once the work has lasted a
 * little; it must not look at the guest. True: the work is to be interrupted. */
struct listener {
    bool (*listen)(void *ctx); /* NULL: nobody listens, and the work is done at once */
    void *ctx;
};

/* Does work(d, tid, stop), in a thread of the host of its own where somebody listens; returns when it is done. */
void work_do(const struct listener *l, work_fn *work, struct debug *d, int tid, struct debug_stop *stop);

#endif
