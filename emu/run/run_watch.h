/* What ends a run from outside: signals of the host, and --time-limit. A thread waits for them, so that no signal
 * handler needs to find the run. */
#ifndef PCGRAM_RUN_RUN_WATCH_H
#define PCGRAM_RUN_RUN_WATCH_H

#include <pthread.h>
#include <signal.h>

#include "emu/core/host_clock.h"
#include "emu/os/os.h"

struct run_watch {
    /* Set by the user: */
    u64 limit; /* nanoseconds of the host since `clock` was started; 0: none */
    struct host_clock clock;
    /* Its own: */
    struct os *os;
    sigset_t signals; /* those that end the run, and the one that ends the watch */
    pthread_t watcher, guest;
    _Atomic bool over, out_of_time;
    _Atomic int by; /* the signal that came last, 0: none */
    u64 since;      /* when the first one came, by `clock` */
};

/* From now on the run of this guest kernel, in the calling thread, is asked to end by the first signal or at the limit;
 * so are, from then on every few milliseconds and up to the end of the watch, calls of the host in which the thread
 * waits for somebody (EINTR). Another signal, three seconds or more after the first one, ends pcgram at once. Signals of the host stay blocked afterwards. -1 with *e. */
int run_watch_start(struct run_watch *w, struct os *os, struct error *e);

/* Before the guest kernel is freed. What comes later waits for the next watch, or for the end. */
void run_watch_end(struct run_watch *w);

#endif
