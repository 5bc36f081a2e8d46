/* epoll, eventfd and timerfd: level and edge, one shot, sets in sets, errors; threads that wake each other. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *how(long r)
{
    static char text[32];
    if (r < 0) return strerrorname_np(errno);
    snprintf(text, sizeof text, "%ld", r);
    return text;
}

static int control(int set, int op, int fd, unsigned events, uint64_t data)
{
    struct epoll_event e = {.events = events, .data.u64 = data};
    return epoll_ctl(set, op, fd, &e);
}

/* What is told within `ms`, in the order of its data. */
static void show(const char *what, int set, int ms)
{
    struct epoll_event e[8];
    int n = epoll_wait(set, e, 8, ms);
    printf("%s: %s", what, how(n));
    for (uint64_t data = 0; data < 100; data++)
        for (int i = 0; i < n; i++)
            if (e[i].data.u64 == data)
                printf(" [%d%s%s%s%s%s]", (int)data, e[i].events & EPOLLIN ? " in" : "", e[i].events & EPOLLOUT ? " out" : "",
                       e[i].events & EPOLLRDHUP ? " rdhup" : "", e[i].events & EPOLLHUP ? " hup" : "",
                       e[i].events & EPOLLERR ? " err" : "");
    printf("\n");
}

static void levels(void)
{
    int set = epoll_create1(EPOLL_CLOEXEC), p[2], q[2];
    char part[100];
    pipe(p);
    pipe(q);
    printf("add: %s", how(control(set, EPOLL_CTL_ADD, p[0], EPOLLIN, 1)));
    printf(" %s", how(control(set, EPOLL_CTL_ADD, q[0], EPOLLIN, 2)));
    printf(", again: %s", how(control(set, EPOLL_CTL_ADD, p[0], EPOLLIN, 1)));
    printf(", close-on-exec %d\n", fcntl(set, F_GETFD));
    show("nothing", set, 0);
    write(p[1], "abc", 3);
    show("level", set, -1);
    read(p[0], part, 1);
    show("still", set, 0);
    write(q[1], "x", 1);
    show("both", set, 0);
    struct pollfd at = {.fd = set, .events = POLLIN};
    printf("the set itself: %s\n", how(poll(&at, 1, 0)));
    struct epoll_event one;
    int first = epoll_wait(set, &one, 1, 0) == 1 ? (int)one.data.u64 : -1;
    int second = epoll_wait(set, &one, 1, 0) == 1 ? (int)one.data.u64 : -1;
    printf("one at a time: each in turn: %d\n", first != second && first + second == 3);
    read(p[0], part, 100);
    read(q[0], part, 100);
    show("drained", set, 0);
    printf("change: %s", how(control(set, EPOLL_CTL_MOD, p[0], EPOLLIN | EPOLLONESHOT, 3)));
    printf(", delete: %s", how(epoll_ctl(set, EPOLL_CTL_DEL, q[0], NULL)));
    printf(", again: %s\n", how(epoll_ctl(set, EPOLL_CTL_DEL, q[0], NULL)));
    write(p[1], "abc", 3);
    write(q[1], "abc", 3);
    show("one shot", set, 0);
    show("and no more", set, 0);
    control(set, EPOLL_CTL_MOD, p[0], EPOLLIN, 4);
    show("armed anew", set, 0);
    close(p[1]);
    show("writer closed", set, 0);
    read(p[0], part, 100);
    show("drained", set, 0);
    int twin = dup(p[0]);
    close(p[0]);
    show("closed, but there is a twin", set, 0);
    close(twin);
    show("closed", set, 0);
    close(q[0]);
    close(q[1]);
    close(set);
}

static void edges(void)
{
    int set = epoll_create(1), s[2];
    char part[100];
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s);
    control(set, EPOLL_CTL_ADD, s[0], EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, 5);
    show("edge: at first", set, 0);
    show("no news", set, 0);
    write(s[1], "abc", 3);
    show("bytes", set, 0);
    show("no news", set, 0);
    read(s[0], part, 1);
    show("no news for what is left", set, 0);
    write(s[1], "def", 3);
    show("more bytes", set, 0);
    read(s[0], part, 100);
    show("drained", set, 0);
    write(s[1], "abc", 3);
    read(s[0], part, 100);
    show("came and gone", set, 0);
    control(set, EPOLL_CTL_MOD, s[0], EPOLLIN | EPOLLRDHUP | EPOLLET, 6);
    show("changed, nothing there", set, 0);
    shutdown(s[1], SHUT_WR);
    show("shut down", set, 0);
    show("no news", set, 0);
    close(s[1]);
    show("closed", set, 0);
    close(s[0]);
    show("both closed", set, 0);
    close(set);
}

static void mistakes(void)
{
    int set = epoll_create1(0), other = epoll_create1(0), file = open("file", O_RDWR | O_CREAT, 0600), p[2];
    struct epoll_event e;
    pipe(p);
    printf("a file: %s", how(control(set, EPOLL_CTL_ADD, file, EPOLLIN, 1)));
    printf(", itself: %s", how(control(set, EPOLL_CTL_ADD, set, EPOLLIN, 1)));
    printf(", not open: %s", how(control(set, EPOLL_CTL_ADD, 77, EPOLLIN, 1)));
    printf(", not a set: %s", how(control(p[0], EPOLL_CTL_ADD, p[1], EPOLLIN, 1)));
    printf(", not there: %s", how(control(set, EPOLL_CTL_MOD, p[0], EPOLLIN, 1)));
    printf(", no such operation: %s\n", how(control(set, 9, p[0], EPOLLIN, 1)));
    printf("no room: %s", how(epoll_wait(set, &e, 0, 0)));
    printf(", no size: %s", how(epoll_create(0)));
    printf(", no such flag: %s", how(epoll_create1(1)));
    printf(", read: %s", how(read(set, &e, sizeof e)));
    printf(", no memory: %s\n", how(epoll_wait(set, (struct epoll_event *)8, 1, 0)));
    printf("a set in a set: %s", how(control(set, EPOLL_CTL_ADD, other, EPOLLIN, 7)));
    printf(", and the other way round: %s\n", how(control(other, EPOLL_CTL_ADD, set, EPOLLIN, 1)));
    control(other, EPOLL_CTL_ADD, p[0], EPOLLIN, 8);
    show("nothing", set, 0);
    write(p[1], "x", 1);
    show("through both", set, 0);
    show("the inner one", other, 0);
    close(file);
    unlink("file");
    close(p[0]);
    close(p[1]);
    close(other);
    close(set);
}

static void counters(void)
{
    uint64_t v = 0;
    int e = eventfd(3, EFD_NONBLOCK | EFD_CLOEXEC), s = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK), set = epoll_create1(0);
    printf("unknown flags %s\n", how(eventfd(0, 0x40)));
    printf("counter: read %s", how(read(e, &v, 8)));
    printf(" = %d, then %s", (int)v, how(read(e, &v, 8)));
    v = 5;
    write(e, &v, 8);
    v = 7;
    printf(", write %s", how(write(e, &v, 8)));
    read(e, &v, 8);
    printf(", sum %d", (int)v);
    printf(", too short: %s", how(read(e, &v, 4)));
    v = UINT64_MAX;
    printf(", too much: %s", how(write(e, &v, 8)));
    v = UINT64_MAX - 1;
    write(e, &v, 8);
    v = 1;
    printf(", full: %s\n", how(write(e, &v, 8)));
    read(s, &v, 8);
    printf("semaphore: %d", (int)v);
    read(s, &v, 8);
    printf(" %d, then %s\n", (int)v, how(read(s, &v, 8)));
    control(set, EPOLL_CTL_ADD, e, EPOLLIN | EPOLLOUT, 1);
    control(set, EPOLL_CTL_ADD, s, EPOLLIN | EPOLLOUT, 2);
    show("watched", set, 0);
    close(e);
    close(s);
    close(set);
}

/* --- waiting ---------------------------------------------------------------------------------------------------------- */

static int work[2], done_fd;

static void *worker(void *arg)
{
    int set = epoll_create1(0), sum = 0;
    struct epoll_event e;
    unsigned char c;
    control(set, EPOLL_CTL_ADD, work[0], EPOLLIN, 1);
    while (epoll_wait(set, &e, 1, 2000) == 1 && read(work[0], &c, 1) == 1 && c) sum += c;
    uint64_t one = (uint64_t)sum;
    write(done_fd, &one, 8);
    close(set);
    return arg;
}

static void on_alarm(int signo) { (void)signo; }

static void waiting(void)
{
    pthread_t t;
    uint64_t sum = 0;
    pipe(work);
    done_fd = eventfd(0, 0);
    pthread_create(&t, NULL, worker, NULL);
    for (unsigned char c = 1; c <= 10; c++) {
        struct timespec ts = {.tv_nsec = 3000000};
        write(work[1], &c, 1);
        nanosleep(&ts, NULL);
    }
    write(work[1], "", 1);
    printf("the thread's sum: %s", how(read(done_fd, &sum, 8)));
    printf(" %d\n", (int)sum);
    pthread_join(t, NULL);
    int set = epoll_create1(0);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    show("for 30 ms", set, 30);
    clock_gettime(CLOCK_MONOTONIC, &b);
    long us = (b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / 1000;
    printf("it took %s\n", us >= 29000 && us < 500000 ? "that long" : "another time");
    struct sigaction sa = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &sa, NULL);
    ualarm(10000, 0);
    show("a signal comes", set, 1000);
    sigset_t block, none;
    sigemptyset(&none);
    sigemptyset(&block);
    sigaddset(&block, SIGALRM);
    sigprocmask(SIG_BLOCK, &block, NULL);
    raise(SIGALRM);
    struct epoll_event e;
    printf("with a mask that lets it in: %s\n", how(epoll_pwait(set, &e, 1, 1000, &none)));
    if (fork() == 0) {
        usleep(5000);
        write(work[1], "y", 1);
        _exit(0);
    }
    control(set, EPOLL_CTL_ADD, work[0], EPOLLIN | EPOLLET, 9);
    show("from a child", set, 2000);
    wait(NULL);
    close(set);
}

/* --- timers --------------------------------------------------------------------------------------------------------- */

static long us_since(const struct timespec *a)
{
    struct timespec b;
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (b.tv_sec - a->tv_sec) * 1000000 + (b.tv_nsec - a->tv_nsec) / 1000;
}

static void timers(void)
{
    struct itimerspec s = {.it_value.tv_nsec = 200000000}, was;
    struct timespec a;
    uint64_t n = 0;
    int t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), set = epoll_create1(0);
    control(set, EPOLL_CTL_ADD, t, EPOLLIN, 1);
    show("timer that is off", set, 0);
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf("set: %s", how(timerfd_settime(t, 0, &s, &was)));
    timerfd_gettime(t, &was);
    printf(", it was off: %d, left: %s\n", !was.it_interval.tv_nsec, was.it_value.tv_nsec > 0 && was.it_value.tv_nsec <= 200000000 ? "some" : "another time");
    show("running", set, 0);
    show("expires", set, 5000);
    printf("in time: %d", us_since(&a) >= 200000 && us_since(&a) < 4000000);
    printf(", read %s", how(read(t, &n, 8)));
    printf(" = %d\n", (int)n);
    show("and is off", set, 0);
    s.it_value.tv_nsec = 20000000;
    s.it_interval.tv_nsec = 10000000;
    timerfd_settime(t, 0, &s, NULL);
    usleep(45000);
    read(t, &n, 8);
    printf("each 10 ms from 20 on, after 45: %s", n >= 3 && n < 100 ? "3 or more" : "few");
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf(", waits for the next: %s", how(read(t, &n, 8)));
    printf(" = %d, %d\n", (int)n, us_since(&a) < 2000000);
    memset(&s, 0, sizeof s);
    timerfd_settime(t, 0, &s, NULL);
    fcntl(t, F_SETFL, O_NONBLOCK);
    printf("off: %s", how(read(t, &n, 8)));
    s.it_value.tv_nsec = 1;
    timerfd_settime(t, TFD_TIMER_ABSTIME, &s, NULL);
    printf(", in the past: %s", how(read(t, &n, 8)));
    s.it_value.tv_nsec = -1;
    printf(", no time: %s", how(timerfd_settime(t, 0, &s, NULL)));
    printf(", not a timer: %s", how(timerfd_gettime(set, &s)));
    printf(", no such clock: %s\n", how(timerfd_create(77, 0)));
    struct itimerspec soon = {.it_value.tv_nsec = 5000000};
    timerfd_settime(t, 0, &soon, NULL);
    fd_set in;
    FD_ZERO(&in);
    FD_SET(t, &in);
    printf("select: %s", how(select(t + 1, &in, NULL, NULL, NULL)));
    struct pollfd p = {.fd = t, .events = POLLIN};
    read(t, &n, 8);
    soon.it_value.tv_nsec = 300000000;
    timerfd_settime(t, 0, &soon, NULL);
    printf(", poll: %s", how(poll(&p, 1, 2)));
    printf(" %s\n", how(poll(&p, 1, 2000)));
    close(t);
    close(set);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    levels();
    edges();
    mistakes();
    counters();
    waiting();
    timers();
    return 0;
}
