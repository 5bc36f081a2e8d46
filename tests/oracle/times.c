/* Random calls about time: interval timers, POSIX timers, timerfds, clocks, and what waits with a timeout, for what is there already or for no time at
 * all. The seed is the argument. Guests and the host's kernel must write the same: timers are far away or past, and of what is left only seconds are told. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { STEPS = 400, TIMERS = 4, FDS = 3 };

static int timer[TIMERS], fd[FDS], ends[2];

static void say(const char *what, long which, long r) { printf("%s %ld: %ld %s\n", what, which, r, r < 0 ? strerrorname_np(errno) : ""); }

/* An address that is none, now and then. */
static void *or_bad(void *p) { return next(12) ? p : next(2) ? (void *)8 : p; }

/* Far away, none, or wrong. */
static long seconds(void) { return next(3) ? 1000 * (long)(1 + next(9)) : next(5) ? 0 : -1; }
static long fraction(long unit) { return next(6) ? 0 : next(2) ? unit : -1; }

/* The order in which arguments and initializers are worked out is the compiler's affair: each random number has a statement of its own. */
static struct itimerspec setting(long unit)
{
    struct itimerspec s = {0};
    if (next(2)) s.it_interval.tv_sec = seconds();
    s.it_interval.tv_nsec = fraction(unit);
    s.it_value.tv_sec = seconds();
    s.it_value.tv_nsec = fraction(unit);
    return s;
}

/* What is left is a little less than was set. */
static void left(long value, long interval) { printf("  %ld every %ld\n", (value + 500) / 1000, interval); }

static void itimer(void)
{
    int which = next(8) ? (int)next(3) : (int)next(6) - 1;
    struct itimerspec s = setting(1000000);
    struct itimerval now = {{77, 0}, {77, 0}}, set = {{s.it_interval.tv_sec, s.it_interval.tv_nsec}, {s.it_value.tv_sec, s.it_value.tv_nsec}};
    void *to = or_bad(&now), *from = next(10) ? &set : or_bad(NULL);
    if (next(2)) say("getitimer", which, syscall(SYS_getitimer, which, to));
    else say("setitimer", which, syscall(SYS_setitimer, which, from, to));
    left(now.it_value.tv_sec, now.it_interval.tv_sec);
}

static void posix_timer(void)
{
    static const int clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_BOOTTIME, CLOCK_TAI, CLOCK_MONOTONIC_COARSE, 77};
    unsigned i = next(TIMERS);
    struct itimerspec set = setting(1000000000), now = {{77, 0}, {77, 0}};
    struct sigevent event = {.sigev_notify = next(3) ? SIGEV_SIGNAL : SIGEV_THREAD}; /* disarmed ones of SIGEV_NONE go on to tell of time in Linux */
    if (!next(8)) event.sigev_notify = 3;
    event.sigev_signo = next(6) ? SIGUSR1 : (int)next(70);
    void *from = or_bad(&set), *to = or_bad(&now), *how = next(4) ? or_bad(&event) : NULL;
    int clock = clocks[next(8)];
    switch (next(6)) {
    case 0:
        if (timer[i] >= 0) syscall(SYS_timer_delete, timer[i]);
        timer[i] = -1;
        say("timer_create", i, syscall(SYS_timer_create, clock, how, &timer[i]));
        break;
    case 1: case 2: {
        unsigned flags = next(10) ? 0 : 4;
        say("timer_settime", i, syscall(SYS_timer_settime, timer[i], flags, from, to));
        left(now.it_value.tv_sec, now.it_interval.tv_sec);
        break;
    }
    case 3: say("timer_getoverrun", i, syscall(SYS_timer_getoverrun, timer[i])); break;
    default:
        say("timer_gettime", i, syscall(SYS_timer_gettime, timer[i], to));
        left(now.it_value.tv_sec, now.it_interval.tv_sec);
    }
}

static void descriptor(void)
{
    unsigned i = next(FDS);
    struct itimerspec set = setting(1000000000), now = {{77, 0}, {77, 0}};
    unsigned long long times = 0;
    void *from = or_bad(&set), *to = or_bad(&now), *room = &times;
    unsigned long size = next(6) ? 8 : 7;
    switch (next(5)) {
    case 0: case 1: {
        int flags = next(10) || from != &set ? 0 : 4;
        say("timerfd_settime", i, syscall(SYS_timerfd_settime, fd[i], flags, from, to));
        left(now.it_value.tv_sec, now.it_interval.tv_sec);
        break;
    }
    case 2: { /* past: at once, and once */
        struct itimerspec past = {.it_value = {0, 1}};
        say("timerfd_settime, past", i, syscall(SYS_timerfd_settime, fd[i], TFD_TIMER_ABSTIME, &past, NULL));
        break;
    }
    case 3: say("read", i, read(fd[i], room, size)); printf("  %llu\n", times); break;
    default:
        say("timerfd_gettime", i, syscall(SYS_timerfd_gettime, fd[i], to));
        left(now.it_value.tv_sec, now.it_interval.tv_sec);
    }
}

/* Clocks of CPU time by number: of this process (~0 << 3, kinds 0 to 2) and of this thread (bit 2). */
static void a_clock(void)
{
    int id = next(2) ? (int)next(13) - 1 : -8 + (int)next(8);
    struct timespec t = {77, 77}, none = {0, 0};
    if (!next(3)) none.tv_nsec = fraction(1000000000);
    void *to = or_bad(&t), *wait = or_bad(&none);
    int absolute = (int)next(2), flags = next(8) ? 0 : 2;
    if (id == CLOCK_REALTIME_ALARM || id == CLOCK_BOOTTIME_ALARM) id = 77; /* they need a clock that the host need not have */
    switch (next(4)) {
    case 0: say("clock_gettime", id, syscall(SYS_clock_gettime, id, to)); break;
    case 1: {
        long r = syscall(SYS_clock_getres, id, absolute ? to : NULL);
        say("clock_getres", id, r);
        printf("  %s\n", r == 0 && t.tv_nsec > 1 && t.tv_nsec != 77 ? "a tick" : t.tv_nsec == 77 ? "nothing" : "a nanosecond");
        break;
    }
    case 2: /* nobody here waits for CPU time */
        if (id >= 0 && id != CLOCK_PROCESS_CPUTIME_ID) say("clock_nanosleep", id, syscall(SYS_clock_nanosleep, id, absolute, wait, &t));
        break;
    default: {
        int f = timerfd_create(id, flags);
        say("timerfd_create", id, f < 0 ? f : 0);
        if (f >= 0) close(f);
    }
    }
}

/* What is ready, or for no time. */
static void wait_for(void)
{
    sigset_t mask;
    struct timespec t = {next(4) ? 0 : next(5) ? 1000 : -1, 0};
    t.tv_nsec = fraction(1000000000);
    struct timeval v = {t.tv_sec, t.tv_nsec ? 1000000 : 0};
    struct pollfd p[FDS + 1] = {{ends[0], POLLIN, 0}, {fd[0], POLLIN, 0}, {fd[1], POLLIN, 0}, {fd[2], POLLIN, 0}};
    fd_set in;
    bool ready = t.tv_sec > 0 || v.tv_sec > 0; /* else it would wait */
    long size = next(5) ? 8 : 4;
    void *blocks = next(2) ? or_bad(&mask) : NULL, *timeout = or_bad(&t);
    sigemptyset(&mask);
    FD_ZERO(&in);
    FD_SET(ends[0], &in);
    if (ready && write(ends[1], "x", 1) != 1) puts("?");
    switch (next(4)) {
    case 0: {
        long r = syscall(SYS_ppoll, p, FDS + 1, timeout, blocks, size);
        say("ppoll", size, r);
        for (int i = 0; i <= FDS && r >= 0; i++) printf("  %x\n", p[i].revents);
        break;
    }
    case 1: say("select", 0, select(ends[0] + 1, &in, NULL, NULL, &v)); printf("  left %ld\n", (v.tv_sec + 500) / 1000); break;
    case 2: say("pselect", 0, pselect(ends[0] + 1, &in, NULL, NULL, &t, &mask)); break;
    default: {
        int set = epoll_create1(0);
        struct epoll_event e = {.events = EPOLLIN};
        epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e);
        say("epoll_pwait", size, syscall(SYS_epoll_pwait, set, &e, 1, ready ? 1000000 : 0, blocks, size));
        close(set);
        t.tv_sec = 0;
    }
    }
    printf("  %ld\n", t.tv_sec < 0 ? -1 : (t.tv_sec + 500) / 1000);
    char c;
    if (ready && read(ends[0], &c, 1) != 1) puts("?");
}

static void usage(void)
{
    struct rusage u;
    int who = (int)next(5) - 2;
    memset(&u, 0, sizeof u);
    void *to = or_bad(&u);
    say("getrusage", who, syscall(SYS_getrusage, who, to));
    printf("  memory %d\n", u.ru_maxrss > 0);
    if (next(4)) return;
    fflush(stdout);
    int child = fork();
    if (child == 0) _exit(0);
    int status, r = wait4(child, &status, 0, &u);
    printf("a child: %d, memory %d\n", r == child, u.ru_maxrss > 0);
}

int main(int argc, char **argv)
{
    seed_by(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    signal(SIGUSR1, SIG_IGN);
    for (int i = 0; i < TIMERS; i++) timer[i] = -1;
    for (int i = 0; i < FDS; i++) fd[i] = timerfd_create(next(2) ? CLOCK_MONOTONIC : CLOCK_REALTIME, TFD_NONBLOCK);
    if (pipe(ends) != 0) return 1;
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(20);
        printf("%d ", i);
        if (what < 4) itimer();
        else if (what < 9) posix_timer();
        else if (what < 13) descriptor();
        else if (what < 16) a_clock();
        else if (what < 18) wait_for();
        else if (what < 19) usage();
        else printf("alarm: %u\n", (alarm(next(3) ? 0 : 1000 * next(9)) + 500) / 1000);
    }
    return 0;
}
