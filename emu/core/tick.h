/* The profiling tick and the five profiling calls, as the guest kernel and the instruction sets see them. What a tick
 * and a call do is prof's and the ROM's business; the command line puts the two sides together. */
#ifndef PCGRAM_CORE_TICK_H
#define PCGRAM_CORE_TICK_H

#include "emu/core/types.h"

struct config;
struct process;
struct thread;

/* One match of a thread's interval timer. */
struct tick {
    u64 match; /* CPU clock value, in cycles */
    u64 next;  /* of the match after it */
    u64 pc;    /* of the instruction that issues first at or after the match */
};

/* The CPU clock value of the n-th match, n from 1, of a thread's timer: n periods and the phase, and, with
 * --tick-jitter, a delay below one period that the seed, the thread and n decide (docs/ticks.md, "Time"). Increases
 * with n. */
u64 tick_match(const struct config *config, int tid, u64 n);

/* The calls in the order of their private system call numbers (docs/ticks.md). */
enum profil_call {
    CALL_HPUX_SPROFIL,
    CALL_HPUX_PROFIL,
    CALL_IRIX_PROFIL,
    CALL_OPENBSD_PROFIL,
    CALL_AIX_PROFIL,
    PROFIL_CALLS
};
enum { PROFIL_CALL_BASE = 7001 };

/* What takes a machine's ticks. Who only wants to see them puts itself in front: it keeps the hook that was there, and passes
 * each tick on to it. */
struct tick_hook {
    /* A tick is to be taken by this thread, which stands at its pc. The cycles of CPU time that this costs the thread: those of
     * a handler that is charged. NULL: nobody takes ticks. */
    u64 (*take)(void *ctx, struct thread *t, const struct tick *tick);
    void *ctx;
};

static inline u64 tick_take_by(const struct tick_hook *hook, struct thread *t, const struct tick *tick)
{
    return hook->take ? hook->take(hook->ctx, t, tick) : 0;
}

/* What the guest kernel calls; a process that none of these has seen has its profiling off. */
struct profiling {
    void *ctx;
    /* One of the five calls. 0, or a negated errno of the host. */
    int (*call)(void *ctx, struct thread *t, enum profil_call which, const u64 arg[4]);
    /* The child of a fork or vfork goes on with a profile of its own that is as its parent's. -1: no room. */
    int (*fork)(void *ctx, const struct thread *parent, int child);
    /* The process begins a new program, or is gone: its profiling is off. */
    void (*end)(void *ctx, int pid);
};

#endif
