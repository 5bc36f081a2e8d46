#include "emu/run/run_watch.h"

#include <errno.h>

/* Our own: to the watcher, there is nothing left to watch; to the guest's thread, a call that waits is to come back.
 * qemu's user mode cannot deliver the two that are above these. */
#define WATCH_OVER (SIGRTMAX - 2)
#define COME_BACK  (SIGRTMAX - 3)

enum { NSEC = 1000000000, NUDGE_NS = 20000000 };
#define INSISTS_NS (3 * (u64)NSEC) /* so long after the first signal another one is no copy of it */

/* It does nothing, but calls that wait come back with EINTR. */
static void come_back(int signo) { (void)signo; }

/* How long to wait for a signal, in nanoseconds; 0: as long as it takes. */
static u64 patience(const struct run_watch *w)
{
    if (w->by || w->out_of_time) return NUDGE_NS;
    if (!w->limit) return 0;
    u64 passed = host_clock_passed(&w->clock);
    return passed < w->limit ? w->limit - passed : 1;
}

static int next_signal(const struct run_watch *w)
{
    u64 ns = patience(w);
    struct timespec ts = {.tv_sec = (time_t)(ns / NSEC), .tv_nsec = (long)(ns % NSEC)};
    return ns ? sigtimedwait(&w->signals, NULL, &ts) : sigwaitinfo(&w->signals, NULL);
}

/* Whoever asks again while what was counted is being written does not want it any more. */
static void insisted(int signo)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signo);
    signal(signo, SIG_DFL);
    raise(signo);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

/* The request is heard at the next tick or look; a thread that sleeps in the host must be woken for it, and again if it
 * was just about to sleep. */
static void *watch(void *arg)
{
    struct run_watch *w = arg;
    for (;;) {
        int signo = next_signal(w);
        if (signo == WATCH_OVER && w->over) return NULL;
        if (signo == WATCH_OVER || (signo < 0 && errno != EAGAIN)) continue;
        bool asked = w->by || w->out_of_time;
        if (signo > 0 && w->by && host_clock_passed(&w->clock) - w->since >= INSISTS_NS) insisted(signo);
        if (signo > 0) {
            if (!w->by) w->since = host_clock_passed(&w->clock);
            w->by = signo;
            os_interrupt_request(w->os);
        } else if (asked) {
            pthread_kill(w->guest, COME_BACK);
        } else if (w->limit && host_clock_passed(&w->clock) >= w->limit) {
            w->out_of_time = true;
            os_limit_request(w->os);
        }
    }
}

/* The signal ends the run, unless whoever started pcgram wants it ignored. */
static void watch_for(struct run_watch *w, int signo)
{
    struct sigaction old;
    if (sigaction(signo, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaddset(&w->signals, signo);
}

int run_watch_start(struct run_watch *w, struct os *os, struct error *e)
{
    /* behind the first four what is sent by batch systems, timers, ulimit -t and power supplies */
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM, SIGIO, SIGPWR, SIGSTKFLT};
    sigemptyset(&w->signals);
    for (unsigned i = 0; i < ARRAY_LEN(signals); i++) watch_for(w, signals[i]);
    for (int signo = SIGRTMIN; signo < COME_BACK; signo++) watch_for(w, signo);
    sigaddset(&w->signals, WATCH_OVER);
    sigaction(COME_BACK, &(struct sigaction){.sa_handler = come_back}, NULL); /* without SA_RESTART */
    w->os = os;
    w->guest = pthread_self();
    w->over = w->out_of_time = false;
    w->by = 0;
    pthread_sigmask(SIG_BLOCK, &w->signals, NULL);
    int bad = pthread_create(&w->watcher, NULL, watch, w);
    return bad ? error_set(e, "cannot watch for signals: %s", strerror(bad)) : 0;
}

/* By a signal, which comes behind those that are there already: a thread that is cancelled while it waits may take one
 * of them with it. */
void run_watch_end(struct run_watch *w)
{
    w->over = true;
    pthread_kill(w->watcher, WATCH_OVER);
    pthread_join(w->watcher, NULL);
}
