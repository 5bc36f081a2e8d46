/* Futexes, as far as other parts of the kernel need them. */
#ifndef PCGRAM_OS_FUTEX_H
#define PCGRAM_OS_FUTEX_H

#include "emu/os/kernel.h"

/* Wakes the thread that has waited longest at the word, because the calling one has come to its end. Returns how many: 1 or 0. */
i64 futex_wake_at_end(struct call *c, u64 addr);

/* The thread leaves its address space: the robust futexes that it holds are marked, and one waiter of each is woken. */
void futex_give_up(struct call *c);

#endif
