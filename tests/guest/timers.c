/* Clocks and timers: what must hold of them whatever the speed of the machine. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t alarms, virtuals, profs;
static void on_alarm(int s) { (void)s; alarms++; }
static void on_virtual(int s) { (void)s; virtuals++; }
static void on_prof(int s) { (void)s; profs++; }

static long long now(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts);
    return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static void sleeping(void)
{
    struct timespec ts = {0, 20000000}, left;
    long long a = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    nanosleep(&ts, NULL);
    long long slept = now(CLOCK_MONOTONIC) - a;
    printf("slept at least 20 ms %d; cpu time less than that %d\n", slept >= 20000000,
           now(CLOCK_PROCESS_CPUTIME_ID) - cpu < 20000000);
    long long when = now(CLOCK_MONOTONIC) + 10000000;
    ts.tv_sec = when / 1000000000;
    ts.tv_nsec = when % 1000000000;
    printf("absolute %d late %d\n", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL),
           now(CLOCK_MONOTONIC) >= when);
    signal(SIGALRM, on_alarm);
    struct itimerval it = {{0, 0}, {0, 10000}};
    setitimer(ITIMER_REAL, &it, NULL);
    ts = (struct timespec){5, 0};
    int r = nanosleep(&ts, &left);
    printf("interrupted %d %s, left ok %d, alarms %d\n", r, strerror(errno), left.tv_sec == 4 && left.tv_nsec > 0,
           (int)alarms);
    ts = (struct timespec){0, 1000000000};
    printf("bad %d %s\n", nanosleep(&ts, NULL), strerror(errno));
    a = now(CLOCK_MONOTONIC);
    printf("poll %d select %d", poll(NULL, 0, 15), select(0, NULL, NULL, NULL, &(struct timeval){0, 15000}));
    printf(" took %d\n", now(CLOCK_MONOTONIC) - a >= 30000000);
}

static void intervals(void)
{
    struct itimerval every = {{0, 10000}, {0, 10000}}, off, got;
    memset(&off, 0, sizeof off);
    signal(SIGVTALRM, on_virtual);
    signal(SIGPROF, on_prof);
    setitimer(ITIMER_VIRTUAL, &every, NULL);
    setitimer(ITIMER_PROF, &every, NULL);
    getitimer(ITIMER_PROF, &got);
    printf("interval %ld, left ok %d\n", (long)got.it_interval.tv_usec, got.it_value.tv_usec <= 20000);
    while (virtuals < 5 || profs < 5) continue;
    setitimer(ITIMER_VIRTUAL, &off, NULL);
    setitimer(ITIMER_PROF, &off, &got);
    printf("virtual and prof keep step %d\n", virtuals - profs <= 1 && profs - virtuals <= 1);
    alarm(100);
    printf("alarm left %u %u\n", alarm(0), alarm(0));
    alarms = 0;
    timer_t t;
    struct itimerspec its = {{0, 5000000}, {0, 5000000}}, cur;
    if (timer_create(CLOCK_MONOTONIC, NULL, &t) != 0) {
        perror("timer_create");
        return;
    }
    timer_settime(t, 0, &its, NULL);
    while (alarms < 3) pause();
    timer_gettime(t, &cur);
    printf("timer interval %ld\n", (long)cur.it_interval.tv_nsec);
    timer_delete(t);
    printf("deleted %d\n", timer_gettime(t, &cur));
}

int main(void)
{
    struct timespec res;
    struct rusage ru;
    struct tms tms;
    setvbuf(stdout, NULL, _IOLBF, 0);
    clock_getres(CLOCK_MONOTONIC, &res);
    printf("resolution %ld\n", (long)res.tv_nsec);
    sleeping();
    intervals();
    long long cpu = now(CLOCK_PROCESS_CPUTIME_ID), mono = now(CLOCK_MONOTONIC);
    while (now(CLOCK_PROCESS_CPUTIME_ID) <= cpu) continue;
    printf("both go on %d\n", now(CLOCK_MONOTONIC) > mono);
    getrusage(RUSAGE_SELF, &ru);
    times(&tms);
    printf("usage %d, clock %d\n", ru.ru_utime.tv_sec >= 0, clock() != (clock_t)-1);
    struct timeval tv;
    gettimeofday(&tv, NULL);
    printf("time agrees %d\n", time(NULL) - tv.tv_sec <= 1);
    printf("bad clock %d %s\n", clock_gettime(99, &res), strerror(errno));
    for (int thread = 0; thread < 2; thread++) { /* the CPU clock of one that never is */
        clockid_t nobody = ~0x1000000 << 3 | thread << 2 | 2;
        int read = syscall(SYS_clock_gettime, nobody, NULL) == 0 ? 0 : errno, known = syscall(SYS_clock_getres, nobody, NULL) == 0 ? 0 : errno;
        printf("nobody's clock: %s, resolution: %s\n", strerror(read), strerror(known));
    }
    return 0;
}
