/* Futexes, as far as other parts of the kernel need them. */
#ifndef PCGRAM_OS_FUTEX_H
#define PCGRAM_OS_FUTEX_H

#include "emu/os/kernel.h"

/* Wakes up to n threads that wait at the word, in the order in which they fell asleep. How many. */
i64 futex_wake_at(struct call *c, u64 addr, i64 n);

/* The thread leaves its address space: the robust futexes that it holds are marked, and one waiter of each is woken. */
void futex_give_up(struct call *c);

#endif
