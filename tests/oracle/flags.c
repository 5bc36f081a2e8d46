/* Each call that takes flags, with each bit of 32 alone: what it says. The bits that have a name here are told by it, for their
 * numbers are not the same on all processors; the others, which nobody knows, are told together. Then the calls that
 * schedule, with arguments that are right, wrong and nobody's. tests/oracle/flags runs this on the host and on pcgram, where every
 * line has to be the same. Works in the current directory; FLAGS_EACH=1 tells the other bits one by one. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_faccessat2
#define SYS_faccessat2 (439 + (SYS_read > 1000 ? 1024 : 0))
#endif
#ifndef SYS_close_range
#define SYS_close_range (436 + (SYS_read > 1000 ? 1024 : 0))
#endif

enum { PAGE = 65536, FREE_FD = 90 }; /* PAGE: a multiple of any page */

static char *page;      /* private memory, two PAGEs of it */
static int file, dir, null, listener, datagrams[2], timer, epoll;
static const struct timespec zero[2];

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* A descriptor that a call has made is not needed. */
static long closed(long fd)
{
    if (fd >= 0) close((int)fd);
    return fd < 0 ? fd : 0;
}

static long try_pipe2(unsigned b)
{
    int fd[2];
    long r = syscall(SYS_pipe2, fd, b);
    if (r == 0) closed(fd[0]), closed(fd[1]);
    return r;
}

static long try_socketpair(unsigned b)
{
    int fd[2];
    long r = syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM | b, 0, fd);
    if (r == 0) closed(fd[0]), closed(fd[1]);
    return r;
}

static long try_pipe2_nowhere(unsigned b) { return syscall(SYS_pipe2, NULL, b); }
static long try_dup3(unsigned b) { return closed(syscall(SYS_dup3, file, FREE_FD, b)); }
static long try_dup3_same(unsigned b) { return syscall(SYS_dup3, -1, -1, b); }
static long try_accept4(unsigned b) { return closed(syscall(SYS_accept4, listener, NULL, NULL, b)); }
static long try_accept4_none(unsigned b) { return syscall(SYS_accept4, -1, NULL, NULL, b); }
static long try_socket(unsigned b) { return closed(syscall(SYS_socket, AF_UNIX, SOCK_STREAM | b, 0)); }
static long try_epoll_create1(unsigned b) { return closed(syscall(SYS_epoll_create1, b)); }
static long try_eventfd2(unsigned b) { return closed(syscall(SYS_eventfd2, 0, b)); }
static long try_timerfd_create(unsigned b) { return closed(syscall(SYS_timerfd_create, CLOCK_MONOTONIC, b)); }
static long try_timerfd_settime(unsigned b)
{
    const struct itimerspec never = {{0, 0}, {0, 0}};
    return syscall(SYS_timerfd_settime, timer, b, &never, NULL);
}
static long try_timerfd_settime_none(unsigned b)
{
    const struct itimerspec never = {{0, 0}, {0, 0}};
    return syscall(SYS_timerfd_settime, -1, b, &never, NULL);
}
static long try_openat(unsigned b) { return closed(syscall(SYS_openat, AT_FDCWD, "file", b, 0600)); }
static long try_openat_path(unsigned b) { return closed(syscall(SYS_openat, AT_FDCWD, "file", O_PATH | b, 0600)); }
static long try_setfl(unsigned b) { return fcntl(file, F_SETFL, b); }
static long try_setfd(unsigned b) { return fcntl(file, F_SETFD, b); }
static long try_memfd_create(unsigned b) { return closed(syscall(SYS_memfd_create, "name", b)); }
static long try_close_range(unsigned b) { return syscall(SYS_close_range, 200u, 300u, b); }
static long try_getrandom(unsigned b) { return syscall(SYS_getrandom, page, 4, b) < 0 ? -1 : 0; }

static long try_renameat2(unsigned b) { return syscall(SYS_renameat2, AT_FDCWD, "none", AT_FDCWD, "else", b); }
static long try_renameat2_nowhere(unsigned b) { return syscall(SYS_renameat2, AT_FDCWD, NULL, AT_FDCWD, NULL, b); }
static long try_linkat(unsigned b) { return syscall(SYS_linkat, AT_FDCWD, "none", AT_FDCWD, "else", b); }
static long try_linkat_nowhere(unsigned b) { return syscall(SYS_linkat, AT_FDCWD, NULL, AT_FDCWD, NULL, b); }
static long try_unlinkat(unsigned b) { return syscall(SYS_unlinkat, AT_FDCWD, "none", b); }
static long try_unlinkat_nowhere(unsigned b) { return syscall(SYS_unlinkat, AT_FDCWD, NULL, b); }
static long try_faccessat2(unsigned b) { return syscall(SYS_faccessat2, AT_FDCWD, "file", F_OK, b); }
static long try_faccessat2_nowhere(unsigned b) { return syscall(SYS_faccessat2, AT_FDCWD, NULL, F_OK, b); }
static long try_access_mode(unsigned b) { return syscall(SYS_faccessat, AT_FDCWD, "none", b); }
static long try_access_nowhere(unsigned b) { return syscall(SYS_access, NULL, b); }
static long try_fchownat(unsigned b) { return syscall(SYS_fchownat, AT_FDCWD, "none", -1, -1, b); }
static long try_fchownat_nowhere(unsigned b) { return syscall(SYS_fchownat, AT_FDCWD, NULL, -1, -1, b); }
static long try_utimensat(unsigned b) { return utimensat(AT_FDCWD, "file", NULL, (int)b); }
static long try_futimens(unsigned b)
{
#ifdef SYS_utimensat_time64
    return syscall(SYS_utimensat_time64, file, NULL, NULL, b);
#else
    return syscall(SYS_utimensat, file, NULL, NULL, b);
#endif
}
static long try_execveat(unsigned b)
{
    char *const none[] = {NULL};
    return syscall(SYS_execveat, AT_FDCWD, "none", none, none, b);
}
static long try_fstatat(unsigned b)
{
    struct stat st;
#ifdef SYS_fstatat64
    return syscall(SYS_fstatat64, AT_FDCWD, "file", &st, b);
#else
    return syscall(SYS_newfstatat, AT_FDCWD, "file", &st, b);
#endif
}
static long try_statx(unsigned b) { return syscall(SYS_statx, AT_FDCWD, "file", b, STATX_BASIC_STATS, page); }
static long try_statx_nowhere(unsigned b) { return syscall(SYS_statx, AT_FDCWD, NULL, b, STATX_BASIC_STATS, page); }
static long try_statx_mask(unsigned b) { return syscall(SYS_statx, AT_FDCWD, "file", 0, b, page); }
static long try_fallocate(unsigned b) { return fallocate(null, (int)b, 0, 10); }
static long try_fallocate_none(unsigned b) { return fallocate(-1, (int)b, 0, 10); }
static long try_fadvise(unsigned b) { return errno = posix_fadvise(file, 0, 10, (int)b), errno ? -1 : 0; }
static long try_sync_file_range(unsigned b) { return sync_file_range(file, 0, 10, b); }
static long try_flock(unsigned b) { return flock(file, (int)b); }
static long try_lseek(unsigned b) { return lseek(file, 0, (int)b); }
static long try_copy_file_range(unsigned b) { return syscall(SYS_copy_file_range, file, NULL, file, NULL, (size_t)0, b); }

static long try_mmap(unsigned b)
{
    void *at = mmap(page, PAGE, PROT_READ, (int)((MAP_PRIVATE | MAP_ANONYMOUS) ^ b), -1, 0);
    if (at == MAP_FAILED) return -1;
    if (at != page) munmap(at, PAGE);
    else mprotect(page, PAGE, PROT_READ | PROT_WRITE);
    return 0;
}
static long try_mmap_file(unsigned b)
{
    void *at = mmap(NULL, PAGE, PROT_READ, (int)(MAP_SHARED | b), file, 0);
    if (at == MAP_FAILED) return -1;
    munmap(at, PAGE);
    return 0;
}
static long try_mmap_validated(unsigned b) { return try_mmap_file(MAP_SHARED_VALIDATE | b); }
static long try_mmap_prot(unsigned b)
{
    void *at = mmap(NULL, PAGE, (int)b, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return -1;
    munmap(at, PAGE);
    return 0;
}
static long try_mprotect(unsigned b)
{
    long r = mprotect(page, PAGE, (int)(PROT_READ | PROT_WRITE | b));
    int e = errno;
    mprotect(page, PAGE, PROT_READ | PROT_WRITE);
    errno = e;
    return r;
}
static long try_mprotect_none(unsigned b) { return mprotect(page, 0, (int)b); }
static long try_mremap(unsigned b) { return syscall(SYS_mremap, page, PAGE, PAGE, b, NULL) == -1 ? -1 : 0; }
static long try_madvise(unsigned b) { return madvise(page, PAGE, (int)b); }
static long try_msync(unsigned b) { return msync(page, PAGE, (int)b); }
static long try_mlock2(unsigned b) { return syscall(SYS_mlock2, page, PAGE, b); }
static long try_mlockall(unsigned b)
{
    long r = mlockall((int)b);
    int e = errno;
    munlockall();
    errno = e;
    return r;
}

static long try_clone(unsigned b)
{
    long pid = syscall(SYS_clone, (unsigned long)(b | SIGCHLD), 0, 0, 0, 0);
    if (pid == 0) syscall(SYS_exit, 0);
    if (pid > 0) waitpid((pid_t)pid, NULL, 0);
    return pid < 0 ? -1 : 0;
}
static long try_wait4(unsigned b) { return syscall(SYS_wait4, -1, NULL, b | WNOHANG, NULL); }
static long try_waitid(unsigned b) { return syscall(SYS_waitid, P_ALL, 0, NULL, b | WEXITED | WNOHANG, NULL); }
static long try_waitid_alone(unsigned b) { return syscall(SYS_waitid, P_ALL, 0, NULL, b, NULL); }
static long try_waitid_kind(unsigned b) { return syscall(SYS_waitid, b, 1, NULL, WEXITED, NULL); }

/* Something is there to be received, and taken away again. */
static long received(long r)
{
    char left[16];
    int e = errno;
    while (recv(datagrams[0], left, sizeof left, MSG_DONTWAIT) >= 0) continue;
    errno = e;
    return r < 0 ? r : 0;
}
static long try_send(unsigned b) { return received(send(datagrams[1], "x", 1, (int)b)); }
static long try_sendmsg(unsigned b)
{
    struct iovec v = {.iov_base = "x", .iov_len = 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    return received(syscall(SYS_sendmsg, datagrams[1], &m, b));
}
static long try_recv(unsigned b)
{
    char c;
    send(datagrams[1], "x", 1, 0);
    return received(recv(datagrams[0], &c, 1, (int)b));
}
static long try_recvmsg(unsigned b)
{
    char c;
    struct iovec v = {.iov_base = &c, .iov_len = 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    send(datagrams[1], "x", 1, 0);
    return received(syscall(SYS_recvmsg, datagrams[0], &m, b));
}
static long try_shutdown(unsigned b)
{
    int fd[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0) return -1;
    long r = shutdown(fd[0], (int)b);
    int e = errno;
    close(fd[0]), close(fd[1]);
    errno = e;
    return r;
}
static long try_epoll_ctl(unsigned b)
{
    struct epoll_event e = {.events = b};
    long r = epoll_ctl(epoll, EPOLL_CTL_ADD, datagrams[0], &e);
    int was = errno;
    epoll_ctl(epoll, EPOLL_CTL_DEL, datagrams[0], &e);
    errno = was;
    return r;
}
static long try_epoll_ctl_mod(unsigned b)
{
    struct epoll_event e = {.events = EPOLLIN};
    epoll_ctl(epoll, EPOLL_CTL_ADD, datagrams[0], &e);
    e.events = b;
    long r = epoll_ctl(epoll, EPOLL_CTL_MOD, datagrams[0], &e);
    int was = errno;
    epoll_ctl(epoll, EPOLL_CTL_DEL, datagrams[0], &e);
    errno = was;
    return r;
}

static long try_clock_nanosleep(unsigned b) { return errno = clock_nanosleep(CLOCK_MONOTONIC, (int)b, zero, NULL), errno ? -1 : 0; }
static long try_timer_settime(unsigned b)
{
    timer_t t;
    const struct itimerspec never = {{0, 0}, {0, 0}};
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    if (timer_create(CLOCK_MONOTONIC, &none, &t) != 0) return -1;
    long r = timer_settime(t, (int)b, &never, NULL);
    int e = errno;
    timer_delete(t);
    errno = e;
    return r;
}
static long try_sigaltstack(unsigned b)
{
    stack_t s = {.ss_sp = page, .ss_size = 2 * PAGE, .ss_flags = (int)b}, off = {.ss_flags = SS_DISABLE};
    long r = sigaltstack(&s, NULL);
    int e = errno;
    sigaltstack(&off, NULL);
    errno = e;
    return r;
}
static long try_futex_wake(unsigned b) { return syscall(SYS_futex, page, 1 | b, 1, NULL, NULL, 0); }
static long try_getpriority(unsigned b)
{
    errno = 0;
    return getpriority((int)b, 0), errno ? -1 : 0;
}
static long try_setpriority(unsigned b) { return setpriority((int)b, 0, 0); }

/* --- the calls that schedule ---------------------------------------------------------------------------------------- */

enum { NOBODY = 999999 };

/* Policy and priority; and what is there afterwards is what was. */
static long scheduler(int pid, int policy, int priority)
{
    struct sched_param p = {.sched_priority = priority}, other = {.sched_priority = 0};
    long r = syscall(SYS_sched_setscheduler, pid, policy, &p);
    int e = errno;
    syscall(SYS_sched_setscheduler, 0, SCHED_OTHER, &other);
    errno = e;
    return r;
}
static long try_setscheduler(unsigned b) { return scheduler(0, (int)b, 0); }
static long try_setscheduler_priority(unsigned b) { return scheduler(0, (int)b, 1); }
static long try_setscheduler_too_much(unsigned b) { return scheduler(0, (int)b, 100); }
static long try_setscheduler_negative(unsigned b) { return scheduler(0, (int)b, -1); }
static long try_setscheduler_nobody(unsigned b) { return scheduler(NOBODY, (int)b, 0); }
static long try_setscheduler_nowhere(unsigned b) { return syscall(SYS_sched_setscheduler, 0, b, NULL); }
static long try_setscheduler_pid(unsigned b) { return scheduler(-1, (int)b, 0); }
static long try_setparam(unsigned b)
{
    struct sched_param p = {.sched_priority = (int)b};
    return syscall(SYS_sched_setparam, 0, &p);
}
static long try_priority_max(unsigned b) { return syscall(SYS_sched_get_priority_max, b); }
static long try_priority_min(unsigned b) { return syscall(SYS_sched_get_priority_min, b); }

static void say(const char *what, long r) { printf("%s %s\n", what, r == -1 ? strerrorname_np(errno) : r ? "not 0" : "0"); }

static long interval(int pid, void *to)
{
#ifdef SYS_sched_rr_get_interval_time64
    return syscall(SYS_sched_rr_get_interval_time64, pid, to);
#else
    return syscall(SYS_sched_rr_get_interval, pid, to);
#endif
}

static void scheduling(void)
{
    static const struct { const char *name; int policy; } policies[] = {
        {"OTHER", SCHED_OTHER}, {"FIFO", SCHED_FIFO}, {"RR", SCHED_RR}, {"BATCH", SCHED_BATCH}, {"4", 4}, {"IDLE", SCHED_IDLE},
        {"DEADLINE", 6}, {"-1", -1}, {"RESET_ON_FORK", 0x40000000},
    };
    struct sched_param p = {.sched_priority = 77};
    struct timespec t[2];
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        printf("priorities of %s: %ld to %ld\n", policies[i].name, try_priority_min((unsigned)policies[i].policy),
               try_priority_max((unsigned)policies[i].policy));
    printf("policy %ld\n", syscall(SYS_sched_getscheduler, 0));
    say("policy of nobody", syscall(SYS_sched_getscheduler, NOBODY));
    say("policy of -1", syscall(SYS_sched_getscheduler, -1));
    say("policy of init's first thread", syscall(SYS_sched_getscheduler, getpid()) < 0 ? -1 : 0);
    say("parameters", syscall(SYS_sched_getparam, 0, &p));
    printf("priority %d\n", p.sched_priority);
    say("parameters of nobody", syscall(SYS_sched_getparam, NOBODY, &p));
    say("parameters of -1", syscall(SYS_sched_getparam, -1, &p));
    say("parameters to nowhere", syscall(SYS_sched_getparam, 0, NULL));
    say("parameters to a hole", syscall(SYS_sched_getparam, 0, (void *)8));
    say("parameters of nobody to nowhere", syscall(SYS_sched_getparam, NOBODY, NULL));
    say("set parameters of nobody", syscall(SYS_sched_setparam, NOBODY, &(struct sched_param){0}));
    say("set parameters of -1", syscall(SYS_sched_setparam, -1, &(struct sched_param){0}));
    say("set parameters from nowhere", syscall(SYS_sched_setparam, 0, NULL));
    say("set parameters from a hole", syscall(SYS_sched_setparam, 0, (void *)8));
    say("set parameters of nobody from a hole", syscall(SYS_sched_setparam, NOBODY, (void *)8));
    say("set scheduler from a hole", syscall(SYS_sched_setscheduler, 0, 0, (void *)8));
    say("set scheduler of nobody from a hole", syscall(SYS_sched_setscheduler, NOBODY, 0, (void *)8));
    say("interval", interval(0, t));
    say("interval of nobody", interval(NOBODY, t));
    say("interval of -1", interval(-1, t));
    say("interval to nowhere", interval(0, NULL));
}

static void affinity(void)
{
    unsigned long mask[16], none[16] = {0};
    long n = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    printf("mask %s, of whole words %d\n", n > 0 ? "is there" : strerrorname_np(errno), n % (long)sizeof *mask == 0);
    say("mask too short", syscall(SYS_sched_getaffinity, 0, (size_t)1, mask));
    say("mask of 0 bytes", syscall(SYS_sched_getaffinity, 0, (size_t)0, mask));
    say("mask of odd bytes", syscall(SYS_sched_getaffinity, 0, sizeof mask - 1, mask));
    say("mask of nobody", syscall(SYS_sched_getaffinity, NOBODY, sizeof mask, mask));
    say("mask of nobody, too short", syscall(SYS_sched_getaffinity, NOBODY, (size_t)1, mask));
    say("mask of -1", syscall(SYS_sched_getaffinity, -1, sizeof mask, mask));
    say("mask to nowhere", syscall(SYS_sched_getaffinity, 0, sizeof mask, NULL));
    memset(mask, 0, sizeof mask);
    mask[0] = 1;
    say("set mask", syscall(SYS_sched_setaffinity, 0, sizeof mask, mask));
    say("set mask of everything", syscall(SYS_sched_setaffinity, 0, sizeof mask, memset(mask, 0xff, sizeof mask)));
    say("set empty mask", syscall(SYS_sched_setaffinity, 0, sizeof none, none));
    say("set mask of 0 bytes", syscall(SYS_sched_setaffinity, 0, (size_t)0, none));
    none[15] = 1ul << 31;
    say("set mask of processors that are not there", syscall(SYS_sched_setaffinity, 0, sizeof none, none));
    say("set mask from nowhere", syscall(SYS_sched_setaffinity, 0, sizeof mask, NULL));
    say("set mask of nobody", syscall(SYS_sched_setaffinity, NOBODY, sizeof mask, mask));
    say("set mask of nobody from nowhere", syscall(SYS_sched_setaffinity, NOBODY, sizeof mask, NULL));
    say("set mask of -1", syscall(SYS_sched_setaffinity, -1, sizeof mask, mask));
}

/* What is set is what is there then, also in a child. */
static void keeping(void)
{
    struct sched_param p = {.sched_priority = 0};
    say("set BATCH", syscall(SYS_sched_setscheduler, 0, SCHED_BATCH, &p));
    printf("policy %ld\n", syscall(SYS_sched_getscheduler, 0));
    say("set OTHER|RESET_ON_FORK", syscall(SYS_sched_setscheduler, 0, 0x40000000, &p));
    printf("policy %lx\n", syscall(SYS_sched_getscheduler, 0));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        printf("policy of a child %lx\n", syscall(SYS_sched_getscheduler, 0));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    say("policy of a child that is gone", syscall(SYS_sched_getscheduler, child));
    setpgid(0, 0); /* a group whose only member this is; it may lead a session already */
    say("nice 5", setpriority(PRIO_PROCESS, 0, 5));
    printf("nice value %d, of the group %d\n", getpriority(PRIO_PROCESS, 0), getpriority(PRIO_PGRP, 0));
    say("nice 100", setpriority(PRIO_PROCESS, getpid(), 100));
    printf("nice value %d\n", getpriority(PRIO_PROCESS, getpid()));
    say("nice value of nobody", getpriority(PRIO_PROCESS, NOBODY));
    say("nice, nobody", setpriority(PRIO_PROCESS, NOBODY, 1));
    say("nice, no group", setpriority(PRIO_PGRP, NOBODY, 1));
}

/* The stack may be protected to its end, the way it grows. */
static void stack_end(void)
{
    int here, grows = PROT_GROWSDOWN, other = PROT_GROWSUP;
    uintptr_t at = (uintptr_t)&here & ~(uintptr_t)(getpagesize() - 1);
#ifdef __hppa__
    grows = PROT_GROWSUP, other = PROT_GROWSDOWN;
#endif
    say("stack to its end", mprotect((void *)at, (size_t)getpagesize(), PROT_READ | PROT_WRITE | grows));
    say("stack to its other end", mprotect((void *)at, (size_t)getpagesize(), PROT_READ | PROT_WRITE | other));
    say("stack to both ends", mprotect((void *)at, (size_t)getpagesize(), PROT_READ | PROT_WRITE | grows | other));
}

/* --- the table ------------------------------------------------------------------------------------------------------ */

struct flag {
    const char *name;
    unsigned bit; /* 0: the end */
};
#define F(flag) {#flag, (unsigned)(flag)}

static const struct flag pipe_flags[] = {F(O_CLOEXEC), F(O_NONBLOCK), {0}};
static const struct flag cloexec[] = {F(O_CLOEXEC), {0}};
static const struct flag sock_flags[] = {F(SOCK_CLOEXEC), F(SOCK_NONBLOCK), {0}};
static const struct flag event_flags[] = {F(EFD_SEMAPHORE), F(EFD_CLOEXEC), F(EFD_NONBLOCK), {0}};
static const struct flag timer_flags[] = {F(TFD_CLOEXEC), F(TFD_NONBLOCK), {0}};
static const struct flag set_flags[] = {F(TFD_TIMER_ABSTIME), F(TFD_TIMER_CANCEL_ON_SET), {0}};
/* O_DIRECT and O_NOATIME depend on the file system and its owner, and the bit of O_TMPFILE alone on the year of the kernel. */
static const struct flag open_flags[] = {
    F(O_WRONLY), F(O_RDWR), F(O_APPEND), F(O_CREAT), F(O_EXCL), F(O_TRUNC), F(O_NONBLOCK), F(O_NOCTTY), F(O_DSYNC), F(O_DIRECTORY),
    F(O_NOFOLLOW), F(O_CLOEXEC), F(O_PATH), {0},
};
static const struct flag fl_flags[] = {F(O_APPEND), F(O_NONBLOCK), {0}};
static const struct flag fd_flags[] = {F(FD_CLOEXEC), {0}};
static const struct flag memfd_flags[] = {{"MFD_CLOEXEC", 1}, {"MFD_ALLOW_SEALING", 2}, {0}};
static const struct flag range_flags[] = {{"UNSHARE", 2}, {"CLOEXEC", 4}, {0}};
static const struct flag random_flags[] = {{"GRND_NONBLOCK", 1}, {"GRND_RANDOM", 2}, {"GRND_INSECURE", 4}, {0}};
static const struct flag rename_flags[] = {{"RENAME_NOREPLACE", 1}, {"RENAME_EXCHANGE", 2}, {"RENAME_WHITEOUT", 4}, {0}};
static const struct flag link_flags[] = {F(AT_SYMLINK_FOLLOW), F(AT_EMPTY_PATH), {0}};
static const struct flag unlink_flags[] = {F(AT_REMOVEDIR), {0}};
static const struct flag access_flags[] = {F(AT_EACCESS), F(AT_SYMLINK_NOFOLLOW), F(AT_EMPTY_PATH), {0}};
static const struct flag access_modes[] = {F(R_OK), F(W_OK), F(X_OK), {0}};
static const struct flag name_flags[] = {F(AT_SYMLINK_NOFOLLOW), F(AT_EMPTY_PATH), {0}};
static const struct flag stat_flags[] = {
    F(AT_SYMLINK_NOFOLLOW), F(AT_EMPTY_PATH), F(AT_NO_AUTOMOUNT), {"FORCE_SYNC", 0x2000}, {"DONT_SYNC", 0x4000}, {0},
};
static const struct flag statx_masks[] = {{"STATX__RESERVED", 1u << 31}, {0}};
static const struct flag advices[] = {{"RANDOM", 1}, {"SEQUENTIAL", 2}, {"DONTNEED", 4}, {0}};
static const struct flag sync_flags[] = {{"WAIT_BEFORE", 1}, {"WRITE", 2}, {"WAIT_AFTER", 4}, {0}};
static const struct flag locks[] = {F(LOCK_SH), F(LOCK_EX), F(LOCK_UN), F(LOCK_NB), {0}};
static const struct flag whences[] = {{"SEEK_CUR", 1}, {"SEEK_END", 2}, {0}};
static const struct flag map_flags[] = {
    F(MAP_SHARED), F(MAP_PRIVATE), F(MAP_FIXED), F(MAP_FIXED_NOREPLACE), F(MAP_POPULATE), F(MAP_NORESERVE), F(MAP_STACK), {0},
};
static const struct flag map_file_flags[] = {F(MAP_PRIVATE), F(MAP_POPULATE), F(MAP_NORESERVE), F(MAP_STACK), F(MAP_DENYWRITE), F(MAP_EXECUTABLE), F(MAP_NONBLOCK), {0}};
static const struct flag rights[] = {F(PROT_READ), F(PROT_WRITE), F(PROT_EXEC), {"PROT_SEM", 8}, {0}};
static const struct flag protect_rights[] = {
    F(PROT_READ), F(PROT_WRITE), F(PROT_EXEC), {"PROT_SEM", 8}, F(PROT_GROWSDOWN), F(PROT_GROWSUP), {0},
};
static const struct flag remap_flags[] = {F(MREMAP_MAYMOVE), F(MREMAP_FIXED), {"MREMAP_DONTUNMAP", 4}, {0}};
static const struct flag madvices[] = {F(MADV_RANDOM), F(MADV_SEQUENTIAL), F(MADV_DONTNEED), F(MADV_FREE), {"MADV_DONTDUMP", 16}, {0}};
static const struct flag msync_flags[] = {F(MS_ASYNC), F(MS_SYNC), F(MS_INVALIDATE), {0}};
static const struct flag mlock_flags[] = {{"MLOCK_ONFAULT", 1}, {0}};
static const struct flag mlockall_flags[] = {F(MCL_CURRENT), F(MCL_FUTURE), {"MCL_ONFAULT", MCL_CURRENT << 2}, {0}};
/* CLONE_FS and CLONE_FILES are refused here without CLONE_THREAD (docs/processes.md). */
static const struct flag clone_flags[] = {
    F(CLONE_SIGHAND), F(CLONE_VFORK), F(CLONE_THREAD), F(CLONE_SYSVSEM), F(CLONE_DETACHED),
    F(CLONE_UNTRACED), F(CLONE_IO), {0},
};
static const struct flag wait_flags[] = {
    F(WNOHANG), F(WUNTRACED), F(WCONTINUED), {"__WNOTHREAD", 0x20000000}, {"__WALL", 0x40000000}, {"__WCLONE", 0x80000000}, {0},
};
static const struct flag waitid_flags[] = {
    F(WNOHANG), F(WSTOPPED), F(WEXITED), F(WCONTINUED), F(WNOWAIT), {"__WNOTHREAD", 0x20000000}, {"__WALL", 0x40000000},
    {"__WCLONE", 0x80000000}, {0},
};
static const struct flag wait_kinds[] = {{"P_PID", 1}, {"P_PGID", 2}, {0}};
static const struct flag message_flags[] = {
    F(MSG_OOB), F(MSG_PEEK), F(MSG_DONTROUTE), F(MSG_DONTWAIT), F(MSG_EOR), F(MSG_NOSIGNAL), F(MSG_MORE), F(MSG_TRUNC), {0},
};
static const struct flag shut_flags[] = {{"SHUT_WR", 1}, {"SHUT_RDWR", 2}, {0}};
static const struct flag epoll_flags[] = {
    F(EPOLLIN), F(EPOLLOUT), F(EPOLLERR), F(EPOLLHUP), {"EPOLLEXCLUSIVE", 1u << 28}, {"EPOLLWAKEUP", 1u << 29}, F(EPOLLONESHOT),
    {"EPOLLET", 1u << 31}, {0},
};
static const struct flag stack_flags[] = {F(SS_ONSTACK), F(SS_DISABLE), {"SS_AUTODISARM", 1u << 31}, {0}};
static const struct flag futex_flags[] = {{"PRIVATE", 128}, {"CLOCK_REALTIME", 256}, {0}};
static const struct flag whose[] = {{"PRIO_PGRP", 1}, {"PRIO_USER", 2}, {0}};
static const struct flag policies[] = {
    {"SCHED_FIFO", 1}, {"SCHED_RR", 2}, {"4", 4}, {"RESET_ON_FORK", 0x40000000}, {0},
};

/* Bits that are not tried. PIPE: O_NOTIFICATION_PIPE, which kernels have or not, and packets (docs/processes.md). */
#define HPPA_TYPE 0x28 /* bits of MAP_TYPE beside MAP_SHARED and MAP_PRIVATE: 4 and 8 elsewhere */
#ifdef __hppa__
#define TYPES HPPA_TYPE
#else
#define TYPES 12
#endif
#ifdef __x86_64__
#define X86 (MAP_32BIT | 0x80 /* MAP_ABOVE4G */)
#else
#define X86 0
#endif
enum {
    PIPE = O_EXCL | O_DIRECT,
    TYPE = 15, /* of a socket: a number */
    UNSURE = O_DIRECT | O_NOATIME | (O_TMPFILE & ~O_DIRECTORY) | 0x1000 /* RWF_: none */,
    MEMFD = 4 | 8 | 16 | 1 << 6, /* huge pages; what came after Linux 6.1 */
    MAPS = MAP_ANONYMOUS | MAP_HUGETLB | MAP_LOCKED | MAP_GROWSDOWN | 0x80000 /* MAP_SYNC: some file systems */,
};

static const struct {
    const char *name;
    long (*call)(unsigned bit);
    const struct flag *known;
    unsigned left_out;
} table[] = {
    {"pipe2", try_pipe2, pipe_flags, PIPE},
    {"pipe2, nowhere", try_pipe2_nowhere, pipe_flags, PIPE},
    {"dup3", try_dup3, cloexec, 0},
    {"dup3, bad", try_dup3_same, cloexec, 0},
    {"accept4", try_accept4, sock_flags, 0},
    {"accept4, bad", try_accept4_none, sock_flags, 0},
    {"socket", try_socket, sock_flags, TYPE},
    {"socketpair", try_socketpair, sock_flags, TYPE},
    {"epoll_create1", try_epoll_create1, cloexec, 0},
    {"eventfd2", try_eventfd2, event_flags, 0},
    {"timerfd_create", try_timerfd_create, timer_flags, 0},
    {"timerfd_settime", try_timerfd_settime, set_flags, 0},
    {"timerfd_settime, bad", try_timerfd_settime_none, set_flags, 0},
    {"openat", try_openat, open_flags, UNSURE},
    {"openat, O_PATH", try_openat_path, open_flags, UNSURE},
    {"F_SETFL", try_setfl, fl_flags, O_DIRECT | O_NOATIME},
    {"F_SETFD", try_setfd, fd_flags, 0},
    {"memfd_create", try_memfd_create, memfd_flags, MEMFD},
    {"close_range", try_close_range, range_flags, 0},
    {"getrandom", try_getrandom, random_flags, 0},
    {"renameat2", try_renameat2, rename_flags, 0},
    {"renameat2, nowhere", try_renameat2_nowhere, rename_flags, 0},
    {"linkat", try_linkat, link_flags, 0},
    {"linkat, nowhere", try_linkat_nowhere, link_flags, 0},
    {"unlinkat", try_unlinkat, unlink_flags, 0},
    {"unlinkat, nowhere", try_unlinkat_nowhere, unlink_flags, 0},
    {"faccessat2", try_faccessat2, access_flags, 0},
    {"faccessat2, nowhere", try_faccessat2_nowhere, access_flags, 0},
    {"faccessat, mode", try_access_mode, access_modes, 0},
    {"access, mode, nowhere", try_access_nowhere, access_modes, 0},
    {"fchownat", try_fchownat, name_flags, 0},
    {"fchownat, nowhere", try_fchownat_nowhere, name_flags, 0},
    {"utimensat", try_utimensat, name_flags, 0},
    {"utimensat, no name", try_futimens, name_flags, 0},
    {"execveat", try_execveat, name_flags, 1 << 16 /* AT_EXECVE_CHECK, of Linux 6.14 */},
    {"fstatat", try_fstatat, stat_flags, 0},
    {"statx", try_statx, stat_flags, 0},
    {"statx, nowhere", try_statx_nowhere, NULL, AT_EMPTY_PATH /* of Linux 6.11 */ | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | 0x6000},
    {"statx, mask", try_statx_mask, statx_masks, 0},
    {"fallocate", try_fallocate, NULL, 0x7f /* of some file systems */ | 0x80},
    {"fallocate, bad", try_fallocate_none, NULL, 0xff},
    {"posix_fadvise", try_fadvise, advices, 0},
    {"sync_file_range", try_sync_file_range, sync_flags, 0},
    {"flock", try_flock, locks, 32 /* LOCK_MAND, gone in Linux 5.16 */},
    {"lseek", try_lseek, whences, 4 /* SEEK_HOLE */},
    {"copy_file_range", try_copy_file_range, NULL, 0},
    {"mmap", try_mmap, map_flags, MAPS | TYPES},
    {"mmap, type", try_mmap, NULL, ~(unsigned)TYPES},
    {"mmap of a file", try_mmap_file, map_file_flags, MAPS | TYPES | MAP_FIXED | MAP_FIXED_NOREPLACE},
    {"mmap of a file, type", try_mmap_file, NULL, ~(unsigned)TYPES},
    {"mmap of a file, validated", try_mmap_validated, map_file_flags, MAPS | TYPES | MAP_FIXED | MAP_FIXED_NOREPLACE | X86},
    {"mmap, rights", try_mmap_prot, rights, 0},
    {"mprotect", try_mprotect, protect_rights, 0},
    {"mprotect, nothing", try_mprotect_none, protect_rights, 0},
    {"mremap", try_mremap, remap_flags, 0},
    {"madvise", try_madvise, madvices, 64 /* PA-RISC had others once */},
    {"msync", try_msync, msync_flags, 0},
    {"mlock2", try_mlock2, mlock_flags, 0},
    {"mlockall", try_mlockall, mlockall_flags, 0},
    {"clone", try_clone, clone_flags, ~0u /* the others make or need more */},
    {"wait4", try_wait4, wait_flags, 0},
    {"waitid", try_waitid, waitid_flags, 0},
    {"waitid, alone", try_waitid_alone, waitid_flags, 0},
    {"waitid, whom", try_waitid_kind, wait_kinds, 0},
    {"send", try_send, message_flags, 1u << 31 /* MSG_CMSG_COMPAT */ | MSG_ZEROCOPY},
    {"sendmsg", try_sendmsg, message_flags, 1u << 31 | MSG_ZEROCOPY},
    {"recv", try_recv, message_flags, 1u << 31},
    {"recvmsg", try_recvmsg, message_flags, 1u << 31},
    {"shutdown", try_shutdown, shut_flags, 0},
    {"epoll_ctl, ADD", try_epoll_ctl, epoll_flags, 0},
    {"epoll_ctl, MOD", try_epoll_ctl_mod, epoll_flags, 0},
    {"clock_nanosleep", try_clock_nanosleep, NULL, 0},
    {"timer_settime", try_timer_settime, NULL, 0},
    {"sigaltstack", try_sigaltstack, stack_flags, 0},
    {"futex, wake", try_futex_wake, futex_flags, 127 /* a command */},
    {"getpriority", try_getpriority, whose, 0},
    {"setpriority", try_setpriority, whose, 0},
    {"sched_setscheduler", try_setscheduler, policies, 0},
    {"sched_setscheduler, 1", try_setscheduler_priority, policies, 0},
    {"sched_setscheduler, 100", try_setscheduler_too_much, policies, 0},
    {"sched_setscheduler, -1", try_setscheduler_negative, policies, 0},
    {"sched_setscheduler, nobody", try_setscheduler_nobody, policies, 0},
    {"sched_setscheduler, nowhere", try_setscheduler_nowhere, policies, 0},
    {"sched_setscheduler, pid -1", try_setscheduler_pid, policies, 0},
    {"sched_setparam", try_setparam, NULL, 0},
    {"sched_get_priority_max", try_priority_max, policies, 0},
    {"sched_get_priority_min", try_priority_min, policies, 0},
};

/* What it says: "ok", or the error's name. */
static const char *outcome(long (*call)(unsigned), unsigned bit)
{
    errno = 0;
    return call(bit) >= 0 ? "ok" : strerrorname_np(errno);
}

static void one_by_one(void)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        unsigned known = table[i].left_out;
        const char *others[32];
        unsigned n = 0;
        printf("%s: nothing %s\n", table[i].name, outcome(table[i].call, 0));
        for (const struct flag *f = table[i].known; f && f->bit; f++) {
            printf("%s: %s %s\n", table[i].name, f->name, outcome(table[i].call, f->bit));
            known |= f->bit;
        }
        for (unsigned bit = 1; bit; bit <<= 1) {
            if (known & bit) continue;
            const char *said = outcome(table[i].call, bit);
            unsigned k = 0;
            while (k < n && strcmp(others[k], said) != 0) k++;
            if (k == n) others[n++] = said;
            if (getenv("FLAGS_EACH")) printf("%s: %#x %s\n", table[i].name, bit, said);
        }
        printf("%s: others", table[i].name);
        for (unsigned k = 0; k < n; k++) printf(" %s", others[k]);
        printf("\n");
        fflush(stdout);
    }
}

int main(void)
{
    const struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    page = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page = (char *)(((uintptr_t)page + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dir = mkdir("dir", 0700);
    null = open("file", O_RDWR);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    epoll = epoll_create1(0);
    if (file < 0 || dir < 0 || null < 0 || timer < 0 || epoll < 0 || bind(listener, (const void *)&name, sizeof name) != 0 ||
        listen(listener, 5) != 0 || socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, datagrams) != 0) {
        perror("cannot begin");
        return 1;
    }
    /* So that who may not set something may do so nowhere. */
    setrlimit(RLIMIT_RTPRIO, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_NICE, &(struct rlimit){0, 0});
    one_by_one();
    scheduling();
    affinity();
    keeping();
    stack_end();
    return 0;
}
