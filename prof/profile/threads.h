/* What each thread of a process did, beside what all of them did together; and who waited for whom. A profile has this only if the
 * process had more than one thread. */
#ifndef PCGRAM_PROF_PROFILE_THREADS_H
#define PCGRAM_PROF_PROFILE_THREADS_H

#include "emu/core/counters.h"
#include "emu/core/error.h"
#include "emu/core/waits.h"

struct profile;

struct profile_thread {
    u64 tid; /* 0: all those that are not told apart, together; only the last may be it */
    u64 began, ended; /* machine time, in cycles */
    char name[THREAD_NAME]; /* that the program gave it last; "": none */
};

/* Of all threads but the first, whose share is what the others leave. */
struct thread_row { /* of an instruction */
    u32 thread;
    struct pc_count count;
};
struct thread_share { /* of a context */
    u32 thread;
    struct thread_part part;
};
struct thread_tick {
    u32 thread;
    struct context_tick tick;
};

struct thread_wait {
    struct wait_count count;
    char *name; /* of what lies at the address: "lock", "table+8", a mapping; "" not known */
};

struct profile_threads {
    struct profile_thread *thread; /* in the order of their beginning; two or more */
    size_t threads, threads_room;
    struct thread_row *row; /* by (thread, pc) */
    size_t rows, rows_room;
    struct thread_share *share; /* by (thread, context) */
    size_t shares, shares_room;
    struct thread_tick *tick; /* by (thread, context, pc) */
    size_t ticks, ticks_room;
    struct thread_wait *wait; /* by (address, waiter, waker) */
    size_t waits, waits_room;
};

/* Of a run's counters, which tell threads apart, for the profile made of them; to[i] is the profile's context of their context i, or
 * CONTEXT_NONE of one that is nothing. NULL: there was one thread only. */
struct profile_threads *threads_build(const struct profile *p, const struct counters *counted, const u32 *to);
/* Adds a wait at the place of that name. */
void threads_add_wait(struct profile_threads *t, const struct wait_count *count, const char *name);
/* NULL is allowed. */
void threads_free(struct profile_threads *t);

/* What a text calls it, a new string: "thread 1001", "thread 1001 (worker)", "all other threads". */
char *threads_label(const struct profile_thread *t);

/* The thread of that tid, or PROFILE_NONE. */
u32 threads_find(const struct profile_threads *t, u64 tid);

/* What a thread did at each instruction and in each context of the profile: as many as it has, for free(). Its ticks are those of the
 * profile in their order. */
struct thread_view {
    struct pc_count *insn;
    struct thread_part *context;
    u64 *tick;
};
/* False, with nothing to free: the others did more than all together. */
bool threads_view(const struct profile *p, u32 thread, struct thread_view *v);
void thread_view_free(struct thread_view *v);

/* The profile of this thread alone, without calls (arcs), data and threads: names and code are those of *p, which must outlive it.
 * profile_part_free() frees it. */
void threads_alone(const struct profile *p, u32 thread, struct profile *alone);
/* Makes *p the profile of this thread alone: its counts, its chains of calls and its calls; neither data nor threads are left. */
void threads_keep(struct profile *p, u32 thread);

#endif
