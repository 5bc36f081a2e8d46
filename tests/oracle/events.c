/* Random calls on epolls, what they watch (eventfds, pipes, sockets, timerfds, each other), and futexes that nobody else waits at. The seed is
 * the argument. Guests and the host's kernel must write the same: nothing waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { FIRST = 20, FDS = 12, STEPS = 400 };

static char buffer[70000];
static char kinds[FIRST + FDS]; /* what was put there last */

static int any(void) { return FIRST + (int)next(FDS); }

static void say(const char *what, int fd, long r) { printf("%s %d: %ld%s%s\n", what, fd, r, r < 0 ? " " : "", r < 0 ? strerror(errno) : ""); }

static void place(const char *what, int fd, int to)
{
    if (fd < 0) {
        say(what, to, fd);
        return;
    }
    int r = dup2(fd, to);
    kinds[to] = what[0];
    close(fd);
    say(what, to, r);
}

static void make(void)
{
    static const int clocks[] = {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID, 77};
    int fd[2], to = any(), other = any();
    unsigned what = next(12), kind = next(12), odd = next(20);
    if (what < 4) place("set", odd ? epoll_create1(odd < 10 ? EPOLL_CLOEXEC : 0) : epoll_create1(77), to);
    else if (what < 6) place("eventfd", eventfd(kind, EFD_NONBLOCK | (kind & 1 ? EFD_SEMAPHORE : 0)), to);
    else if (what < 8) {
        if (pipe2(fd, O_NONBLOCK) == 0) place("reads", fd[0], to), place("writes", fd[1], other);
    } else if (what < 10) {
        if (socketpair(AF_UNIX, (kind < 6 ? SOCK_STREAM : kind < 9 ? SOCK_DGRAM : SOCK_SEQPACKET) | SOCK_NONBLOCK, 0, fd) == 0)
            place("pair", fd[0], to), place("pair", fd[1], other);
    } else if (what < 11) place("timer", timerfd_create(clocks[kind < 8 ? kind & 1 : kind - 7], odd ? TFD_NONBLOCK : TFD_NONBLOCK | 1), to);
    else if (kind < 2) place("null", open("/dev/null", O_RDWR), to);
    else say("epoll_create", 0, close(epoll_create((int)kind - 2)));
}

static void control(void)
{
    static const unsigned sets[] = {EPOLLIN,    EPOLLOUT, EPOLLIN | EPOLLOUT,  EPOLLIN | EPOLLRDHUP,
                                    0,          EPOLLPRI, EPOLLHUP | EPOLLERR, EPOLLRDNORM | EPOLLWRNORM,
                                    EPOLLRDHUP, EPOLLMSG};
    static const unsigned more[] = {0,
                                    0,
                                    0,
                                    EPOLLET,
                                    EPOLLET,
                                    EPOLLONESHOT,
                                    EPOLLONESHOT | EPOLLET,
                                    EPOLLEXCLUSIVE,
                                    EPOLLEXCLUSIVE | EPOLLET,
                                    EPOLLEXCLUSIVE | EPOLLONESHOT,
                                    EPOLLWAKEUP};
    static const int ops[] = {EPOLL_CTL_ADD, EPOLL_CTL_ADD, EPOLL_CTL_ADD, EPOLL_CTL_MOD, EPOLL_CTL_MOD, EPOLL_CTL_DEL, 0, 77};
    int set = any(), fd = any();
    unsigned op = next(20), s = next(10), m = next(11), odd = next(30), tries = next(8);
    for (int i = 0; tries && i < FDS && (set >= FIRST + FDS || kinds[set] != 's'); i++) set = FIRST + (set - FIRST + 1) % FDS;
    int quiet = fd >= FIRST + FDS || kinds[fd] == 'p' ||
                kinds[fd] == 's'; /* when a socket has room again depends on the kernel's memory; of a set there is EPOLLIN alone */
    if (quiet && (sets[s] & (EPOLLOUT | EPOLLRDNORM))) s = 0;
    struct epoll_event e = {.events = sets[s] | more[m], .data.u64 = (unsigned long long)(unsigned)fd << 32 | s << 8 | m};
    printf("ctl %d %x in %d: ", ops[op < 18 ? op % 6 : op - 12], e.events, set);
    say("", fd, epoll_ctl(set, ops[op < 18 ? op % 6 : op - 12], fd, odd ? &e : NULL));
}

static int by_data(const void *a, const void *b)
{
    const struct epoll_event *x = a, *y = b;
    return x->data.u64 < y->data.u64 ? -1 : x->data.u64 > y->data.u64 ? 1 : x->events < y->events ? -1 : x->events > y->events;
}

static void look(void)
{
    struct epoll_event e[40];
    int set = any(), n;
    unsigned how = next(12), tries = next(10), most = next(30);
    struct timespec now = {0, how == 10 ? 1000000000 : 0};
    sigset_t none;
    sigemptyset(&none);
    memset(e, 0, sizeof e);
    for (int i = 0; tries && i < FDS && kinds[set] != 's'; i++) set = FIRST + (set - FIRST + 1) % FDS;
    int room = fcntl(set, F_GETFD) < 0 ? 40 : most < 1 ? 0 : most < 2 ? -1 : 40;
    if (how < 8) n = epoll_wait(set, e, room, 0);
    else if (how < 9) n = epoll_pwait(set, e, room, 0, &none);
    else n = (int)syscall(SYS_epoll_pwait2, set, e, room, &(long long[2]){now.tv_sec, now.tv_nsec}, NULL, 8);
    say("wait", set, n);
    if (n > 0) qsort(e, (size_t)n, sizeof *e, by_data);
    for (int i = 0; i < n; i++) printf("  %llx: %x\n", (unsigned long long)e[i].data.u64, e[i].events);
}

static void change(void)
{
    int fd = any(), to = any(), r;
    unsigned what = next(12), n = next(10), large = next(10), how = next(3);
    unsigned long long count = 1 + n;
    size_t size = large ? 1 + n : 4096 * (1 + n);
    if (what < 4) say("write", fd, write(fd, kinds[fd] == 'e' ? (void *)&count : buffer, kinds[fd] == 'e' ? 8 : size));
    else if (what < 8) say("read", fd, read(fd, buffer, kinds[fd] == 'e' || kinds[fd] == 't' ? 8 : size));
    else if (what < 9) say("close", fd, close(fd));
    else if (what < 10) r = dup2(fd, to), kinds[to] = r < 0 ? kinds[to] : kinds[fd], say("dup", fd, r);
    else if (what < 11) say("shutdown", fd, shutdown(fd, (int)how));
    else {
        struct pollfd p = {fd, POLLIN | POLLRDHUP | (kinds[fd] == 'p' ? 0 : POLLOUT), 0};
        r = poll(&p, 1, 0);
        printf("poll %d: %d %x\n", fd, r, (unsigned)p.revents);
    }
}

static void timer(void)
{
    static const long nanoseconds[] = {0, 0, 1, 1, 1, 5, 1000000000, -1};
    struct itimerspec s = {{0, 0}, {0, 0}}, old;
    int fd = any(), r;
    unsigned what = next(3), v = next(8), i = next(6), flags = next(12), far = next(4),
             tries = next(8); /* libraries look at what is to be set, and kernels at that before the descriptor */
    for (int k = 0; tries && k < FDS && kinds[fd] != 't'; k++) fd = FIRST + (fd - FIRST + 1) % FDS;
    s.it_value.tv_nsec = nanoseconds[v], s.it_interval.tv_sec = i < 2 ? 100000 : i < 3 ? -1 : 0;
    int f = flags < 8    ? TFD_TIMER_ABSTIME
            : flags < 9  ? TFD_TIMER_CANCEL_ON_SET | TFD_TIMER_ABSTIME
            : flags < 10 ? 77
            : flags < 11 ? TFD_TIMER_CANCEL_ON_SET
                         : 0;
    if (!far || !(f & 1)) s.it_value.tv_sec = 4000000000 > 0x7fffffff && sizeof(time_t) == 4 ? 2000000000 : 2000000000;
    memset(&old, 0x55, sizeof old);
    if (kinds[fd] != 't' || fcntl(fd, F_GETFD) < 0) f = TFD_TIMER_ABSTIME, s = (struct itimerspec){{0}};
    r = what ? timerfd_settime(fd, f, &s, &old) : timerfd_gettime(fd, &old);
    say(what ? "settime" : "gettime", fd, r);
    if (r == 0)
        printf("  left %d, each %ld %ld\n", old.it_value.tv_sec || old.it_value.tv_nsec, (long)old.it_interval.tv_sec, (long)old.it_interval.tv_nsec);
    usleep(0);
}

static void futex(void)
{
    static unsigned *shared, *words, *gone, *readable;
    static const int ops[] = {FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_OP, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET};
    static const char *const names[] = {"WAIT", "WAKE", "REQUEUE", "CMP_REQUEUE", "WAKE_OP", "WAIT_BITSET", "WAKE_BITSET", "odd"};
    if (!shared) {
        shared = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        words = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        gone = mmap(NULL, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        readable = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    char *at[2];
    unsigned which = next(8), private = next(3);
    for (int i = 0; i < 2; i++) {
        unsigned where = next(20), odd = next(20), word = next(3);
        if (where > 16 && which > 1 && which != 5 && which != 6) where = 0; /* the order of these checks is of no use */
        if (where == 18 && private) where = 0;
        at[i] = (char *)((where < 9    ? words
                          : where < 17 ? shared
                          : where < 18 ? gone
                          : where < 19 ? readable
                                       : NULL) +
                         word) +
                (odd ? 0 : odd % 3 + 1);
    }
    unsigned real = next(10), value = next(3), timeout = next(4), mask = next(3), code = next(6), compare = next(7), a = next(40), b = next(40),
             shift = next(6), n2 = next(4);
    long time[2] = {timeout == 1 ? -1 : 0, timeout == 2 ? 1000000000 : 0};
    int waits = which == 0 || which == 5;
    if (which == 7 && ((long)at[0] & 3)) which = 1;
    if (!real && !waits) time[0] = time[1] = 0;
    if (!real && which == 0) time[0] = time[1] = 0;
    int op = (which < 7 ? ops[which] : 100) | (private ? 0 : FUTEX_PRIVATE_FLAG) | (real ? 0 : FUTEX_CLOCK_REALTIME);
    long third = which == 4 ? (long)FUTEX_OP((shift ? 0 : FUTEX_OP_OPARG_SHIFT) | code, a & 31, compare, b) : which == 3 ? (long)value : (long)mask;
    if (which == 4 && (code == 5 || compare == 6)) third = (long)FUTEX_OP(1, 3, 4, b); /* what is left undone then is the processor's */
    long r = syscall(SYS_futex, at[0], op, waits ? value : n2 ? value : -1u, waits ? (long)time : (long)n2, at[1], (int)third);
    if (r >= 0 || errno != ENOSYS || which < 7) printf("%d %x ", value, op), say(names[which], which == 4 ? (int)third : 0, r);
    if (at[1] >= (char *)words && at[1] < (char *)words + 64) printf("  %x %x %x\n", words[0], words[1], words[2]);
    if (at[1] >= (char *)shared && at[1] < (char *)shared + 64) printf("  %x %x %x\n", shared[0], shared[1], shared[2]);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    seed_by(strtoull(argv[1], NULL, 10));
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(20);
        errno = 0;
        printf("%d ", i);
        if (what < 3) make();
        else if (what < 8) control();
        else if (what < 12) look();
        else if (what < 17) change();
        else if (what < 18) timer();
        else futex();
    }
    return 0;
}
