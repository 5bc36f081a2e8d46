/* Who waited for whom at futexes, and how long: sums by place and by the two threads, as many as there is room for. */
#ifndef PCGRAM_CORE_WAITS_H
#define PCGRAM_CORE_WAITS_H

#include "emu/core/types.h"

enum { WAITS_MOST = 1 << 12 }; /* places with their threads that are told apart, of a process */

struct wait_count {
    u64 address;        /* of the word that was waited at, as the waiting thread named it, or who moved it there (FUTEX_REQUEUE); 0: at any, where there was no room */
    int waiter, waker;  /* tids; waker 0: nobody, its time was over or a signal came; both 0: where there was no room */
    bool end;           /* the waker had come to its end: so threads are joined */
    u64 count;
    u64 cycles;         /* of machine time from the call to its end, all of them together */
    u64 longest;
};

struct waits { /* all zero: empty */
    struct wait_count *entry; /* by (address, waiter, waker) */
    size_t entries, room;
};

/* One wait, whose count is 1, more. Ends pcgram when the host has no memory: what a run counts must not be lost silently. */
void waits_add(struct waits *w, const struct wait_count *add);
void waits_free(struct waits *w);

#endif
