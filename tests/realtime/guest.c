/* What tests/realtime/run asks of clocks: the first argument is a letter. Times are printed in nanoseconds, a number a line. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NAP_MS = 100, NAP_NS = NAP_MS * 1000000 };

static volatile sig_atomic_t alarms;
static void on_alarm(int s) { (void)s; alarms++; }

static long long now(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts);
    return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static unsigned long cycles(void)
{
    unsigned long n;
#ifdef __hppa__
    __asm__ volatile("mfctl %%cr16,%0" : "=r"(n));
#else
    __asm__ volatile("mov %0=ar.itc" : "=r"(n));
#endif
    return n;
}

static void set_timer(long ms, long every_ms)
{
    struct itimerval it = {{every_ms / 1000, every_ms % 1000 * 1000}, {ms / 1000, ms % 1000 * 1000}};
    setitimer(ITIMER_REAL, &it, NULL);
}

static void work(long n)
{
    static volatile long sum;
    for (long i = 0; i < n; i++) sum = (sum * 33) ^ i;
}

static void date(void)
{
    struct timeval tv;
    struct tms tms;
    gettimeofday(&tv, NULL);
    printf("%lld\n%lld\n%lld\n", now(CLOCK_REALTIME) / 1000000000, (long long)tv.tv_sec, (long long)time(NULL));
    printf("%lld\n%lld\n", now(CLOCK_MONOTONIC) / 1000000000, (long long)times(&tms) / 100);
}

/* By its own clocks: passed, CPU time, cycles. */
static void sleeps(int ms)
{
    long long mono = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    unsigned long c = cycles();
    usleep((useconds_t)ms * 1000);
    unsigned long passed = cycles() - c;
    printf("%lld\n%lld\n%lu\n", now(CLOCK_MONOTONIC) - mono, now(CLOCK_PROCESS_CPUTIME_ID) - cpu, passed);
}

static void nap(int how)
{
    struct timespec ts = {0, NAP_NS}, until;
    struct itimerspec once = {{0, 0}, ts};
    struct timeval tv = {0, NAP_NS / 1000};
    struct epoll_event event;
    sigset_t none;
    sem_t sem;
    char bytes[8];
    int pair[2], timer = timerfd_create(CLOCK_MONOTONIC, 0), epoll = epoll_create1(0);
    sigemptyset(&none);
    sem_init(&sem, 0, 0);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
    long long at = now(how == 4 ? CLOCK_MONOTONIC : CLOCK_REALTIME) + NAP_NS;
    until = (struct timespec){at / 1000000000, at % 1000000000};
    switch (how) {
    case 0: nanosleep(&ts, NULL); break;
    case 1: poll(NULL, 0, NAP_MS); break;
    case 2: select(0, NULL, NULL, NULL, &tv); break;
    case 3: sigtimedwait(&none, NULL, &ts); break;
    case 4: clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL); break;
    case 5: clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL); break;
    case 6: sem_timedwait(&sem, &until); break; /* a futex */
    case 7: set_timer(NAP_MS, 0), pause(); break;
    case 8: ppoll(NULL, 0, &ts, NULL); break;
    case 9: timerfd_settime(timer, 0, &once, NULL), read(timer, bytes, sizeof bytes); break;
    case 10: epoll_wait(epoll, &event, 1, NAP_MS); break;
    case 11: recv(pair[0], bytes, sizeof bytes, 0); break;
    }
    close(pair[0]);
    close(pair[1]);
    close(timer);
    close(epoll);
}

static void naps(void)
{
    for (int how = 0; how < 12; how++) {
        long long mono = now(CLOCK_MONOTONIC);
        nap(how);
        printf("%lld\n", now(CLOCK_MONOTONIC) - mono);
    }
}

/* Alarms come in the midst of work, and clocks never run backwards. */
static void busy(void)
{
    long long start = now(CLOCK_MONOTONIC), last = start;
    unsigned long c = cycles();
    long back = 0;
    set_timer(NAP_MS / 2, NAP_MS / 2);
    while (alarms < 4) {
        long long t = now(CLOCK_MONOTONIC);
        unsigned long n = cycles();
        back += t < last || (long)(n - c) < 0;
        last = t;
        c = n;
        work(1000);
    }
    printf("%lld\n%ld\n", now(CLOCK_MONOTONIC) - start, back);
}

/* Far more CPU time than passes. */
static void fast(void)
{
    long long mono = now(CLOCK_MONOTONIC);
    work(10000000);
    printf("%lld\n%lld\n", now(CLOCK_MONOTONIC) - mono, now(CLOCK_PROCESS_CPUTIME_ID));
}

static void *thread(void *arg)
{
    work(300000 + (long)arg);
    return NULL;
}

/* Threads, processes and a pipe, and not a look at a clock. A timer that does not expire is pending. */
static void clockless(void)
{
    int fd[2];
    char byte;
    pthread_t t[3];
    set_timer(1000000, 0);
    for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, thread, (void *)(i * 100000));
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    if (pipe(fd) == 0 && fork() == 0) {
        work(400000);
        _exit(write(fd[1], "x", 1) != 1);
    }
    work(100000);
    if (read(fd[0], &byte, 1) != 1) exit(1);
    wait(NULL);
}

static void input(void)
{
    struct pollfd p = {.fd = 0, .events = POLLIN};
    char byte = 0;
    puts("waiting");
    int r = poll(&p, 1, 1000000);
    if (read(0, &byte, 1) != 1) exit(1);
    printf("%d %c\n", r, byte);
}

int main(int argc, char **argv)
{
    struct sigaction on = {.sa_handler = on_alarm};
    setvbuf(stdout, NULL, _IOLBF, 0);
    sigaction(SIGALRM, &on, NULL);
    switch (argc > 1 ? argv[1][0] : 0) {
    case 'd': date(); break;
    case 's': sleeps(argc > 2 ? atoi(argv[2]) : 0); break;
    case 'n': naps(); break;
    case 'b': busy(); break;
    case 'f': fast(); break;
    case 'c': clockless(); break;
    case 'w': work(3000000); break;
    case 'i': input(); break;
    case 'p': puts("asleep"); sleep(1000); break;
    default: return 2;
    }
    return 0;
}
