/* fork, vfork, wait and its relatives, process groups and sessions, SIGCHLD, shared and private memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"

static void show_status(const char *what, int status)
{
    if (WIFEXITED(status)) printf("%s: exit %d\n", what, WEXITSTATUS(status));
    else if (WIFSIGNALED(status)) printf("%s: signal %s\n", what, strsignal(WTERMSIG(status)));
    else printf("%s: status %x\n", what, status);
}

static int wait_for(pid_t pid)
{
    int status = -1;
    if (waitpid(pid, &status, 0) != pid) printf("waitpid: %s\n", strerror(errno));
    return status;
}

static void statuses(void)
{
    pid_t pid = fork();
    if (pid == 0) _exit(0x1234 & 0xff);
    show_status("exit", wait_for(pid));
    pid = fork();
    if (pid == 0) raise(SIGKILL);
    show_status("kill", wait_for(pid));
    pid = fork();
    if (pid == 0) {
        *(volatile int *)0 = 1;
        _exit(0);
    }
    show_status("fault", wait_for(pid));
    pid = fork();
    if (pid == 0) exit(3); /* flushes nothing twice: the parent's stdio was empty */
    show_status("exit()", wait_for(pid));
    int status;
    printf("no child: %d %s\n", wait(&status), strerror(errno));
    printf("not mine: %d %s\n", waitpid(1, &status, 0), strerror(errno));
}

static void many(void)
{
    enum { N = 10 };
    pid_t pid[N];
    int sum = 0, status, found = 0;
    for (int i = 0; i < N; i++) {
        pid[i] = fork();
        if (pid[i] == 0) {
            struct timespec ts = {.tv_nsec = (N - i) * 20000000};
            nanosleep(&ts, NULL);
            _exit(i);
        }
    }
    for (int i = 0; i < N; i++) {
        pid_t got = wait(&status);
        for (int k = 0; k < N; k++) found += pid[k] == got;
        sum += WEXITSTATUS(status);
        if (i == 0) printf("first to end: %d\n", WEXITSTATUS(status));
    }
    printf("many: %d, sum %d\n", found, sum);
}

static void asking(void)
{
    int gate[2], status = 0;
    char c;
    siginfo_t info;
    if (pipe(gate) != 0) return;
    pid_t pid = fork();
    if (pid == 0) {
        close(gate[1]);
        _exit(read(gate[0], &c, 1) == 0 ? 5 : 6);
    }
    close(gate[0]);
    printf("WNOHANG: %d\n", waitpid(pid, &status, WNOHANG));
    memset(&info, 0x55, sizeof info);
    printf("waitid WNOHANG: %d", waitid(P_PID, pid, &info, WEXITED | WNOHANG));
    printf(", pid %d\n", info.si_pid);
    close(gate[1]);
    printf("waitid: %d", waitid(P_PID, pid, &info, WEXITED | WNOWAIT));
    printf(", code %s, status %d, pid %d, signo %d\n", info.si_code == CLD_EXITED ? "exited" : "?", info.si_status,
           info.si_pid == pid, info.si_signo == SIGCHLD);
    printf("still there: %d\n", waitpid(-1, &status, 0) == pid);
    show_status("asked", status);
    printf("gone: %d %s\n", waitid(P_ALL, 0, &info, WEXITED), strerror(errno));
    printf("waitid without a kind: %d %s\n", waitid(P_ALL, 0, &info, 0), strerror(errno));
}

/* --- SIGCHLD ------------------------------------------------------------------------------------------------------ */

static volatile sig_atomic_t children, last_status, last_code, last_pid;

static void on_child(int signo, siginfo_t *info, void *context)
{
    (void)signo;
    (void)context;
    children++;
    last_pid = info->si_pid;
    last_status = info->si_status;
    last_code = info->si_code;
}

static void sigchld(void)
{
    struct sigaction sa = {.sa_sigaction = on_child, .sa_flags = SA_SIGINFO};
    sigset_t block, old;
    sigemptyset(&block);
    sigaddset(&block, SIGCHLD);
    sigprocmask(SIG_BLOCK, &block, &old);
    sigaction(SIGCHLD, &sa, NULL);
    pid_t pid = fork();
    if (pid == 0) _exit(44);
    while (!children) sigsuspend(&old);
    printf("SIGCHLD: %d, of our child %d, code %d, status %d\n", children, last_pid == pid, last_code == CLD_EXITED,
           last_status);
    show_status("after SIGCHLD", wait_for(pid));
    children = 0;
    pid = fork();
    if (pid == 0) abort();
    while (!children) sigsuspend(&old);
    printf("SIGCHLD: code %d, status %d\n", last_code == CLD_KILLED || last_code == CLD_DUMPED, last_status == SIGABRT);
    show_status("aborted", wait_for(pid) & 0x7f);
    sigprocmask(SIG_SETMASK, &old, NULL);
    signal(SIGCHLD, SIG_IGN);
    pid = fork();
    if (pid == 0) _exit(1);
    printf("ignored: %d %s\n", waitpid(pid, NULL, 0), strerror(errno));
    signal(SIGCHLD, SIG_DFL);
}

/* --- memory and descriptors --------------------------------------------------------------------------------------- */

static int global = 1;

static void memory(void)
{
    int fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600), local = 2;
    unlink("shared");
    ftruncate(fd, 8192);
    int *anonymous = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int *file = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int *copy = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    int *heap = malloc(1 << 20), *hidden = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    heap[100] = 10;
    hidden[3] = 33;
    copy[1] = 77;
    mprotect(hidden, 4096, PROT_NONE);
    pid_t pid = fork();
    if (pid == 0) {
        mprotect(hidden, 4096, PROT_READ);
        int seen = global == 1 && local == 2 && heap[100] == 10 && hidden[3] == 33 && copy[1] == 77;
        global = local = heap[100] = copy[1] = 99;
        anonymous[1500] = 5;
        file[1500] = 6;
        _exit(seen);
    }
    show_status("the child sees all", wait_for(pid));
    printf("private: %d %d %d %d\n", global, local, heap[100], copy[1]);
    printf("shared: %d %d", anonymous[1500], file[1500]);
    int from_file = 0;
    pread(fd, &from_file, sizeof from_file, 6000);
    printf(" %d\n", from_file);
    lseek(fd, 10, SEEK_SET);
    pid = fork();
    if (pid == 0) {
        lseek(fd, 5, SEEK_CUR);
        close(fd);
        _exit(0);
    }
    wait_for(pid);
    printf("one position: %ld\n", (long)lseek(fd, 0, SEEK_CUR));
    close(fd);
}

/* --- groups and sessions ------------------------------------------------------------------------------------------ */

static void groups(void)
{
    int gate[2], status;
    char c;
    pid_t leader, other;
    if (pipe(gate) != 0) return;
    leader = fork();
    if (leader == 0) {
        setpgid(0, 0);
        write(gate[1], "x", 1);
        for (;;) pause();
    }
    read(gate[0], &c, 1);
    other = fork();
    if (other == 0) {
        printf("join: %d", setpgid(0, leader));
        printf(", in it: %d\n", getpgrp() == leader);
        fflush(stdout);
        write(gate[1], "x", 1);
        for (;;) pause();
    }
    read(gate[0], &c, 1);
    printf("leader leads: %d, not us: %d\n", getpgid(leader) == leader, getpgrp() != leader);
    printf("no such group: %d %s\n", setpgid(other, 30000), strerror(errno));
    printf("kill group: %d\n", kill(-leader, SIGTERM));
    printf("both of the group: %d", waitpid(-leader, &status, 0) > 0);
    printf(" %d\n", waitpid(-leader, &status, 0) > 0);
    show_status("by the group's signal", status);
    printf("empty group: %d %s\n", kill(-leader, 0), strerror(errno));
    pid_t pid = fork();
    if (pid == 0) {
        int ok = setsid() == getpid() && getpgrp() == getpid() && getsid(0) == getpid();
        ok &= setsid() == -1 && errno == EPERM;
        _exit(ok);
    }
    show_status("session", wait_for(pid));
    close(gate[0]);
    close(gate[1]);
}

/* The grandchild sees its parent go. */
static void orphans(void)
{
    int report[2];
    char c = 0;
    if (pipe(report) != 0) return;
    pid_t pid = fork();
    if (pid == 0) {
        pid_t parent = getpid();
        if (fork() == 0) {
            while (getppid() == parent) sched_yield();
            write(report[1], "y", 1);
            _exit(0);
        }
        _exit(0);
    }
    wait_for(pid);
    close(report[1]);
    printf("orphan: %d", (int)read(report[0], &c, 1));
    printf(" %c, then %d\n", c, (int)read(report[0], &c, 1));
    close(report[0]);
}

/* A child's usual slack is the one that it was made with. */
static void slack(void)
{
    printf("slack: %d", prctl(PR_GET_TIMERSLACK));
    prctl(PR_SET_TIMERSLACK, 70000);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        printf(", of a child: %d", prctl(PR_GET_TIMERSLACK));
        prctl(PR_SET_TIMERSLACK, 1234);
        printf(" %d", prctl(PR_GET_TIMERSLACK));
        prctl(PR_SET_TIMERSLACK, 0);
        printf(" %d", prctl(PR_GET_TIMERSLACK));
        fflush(stdout);
        _exit(0);
    }
    wait_for(pid);
    printf(", still: %d", prctl(PR_GET_TIMERSLACK));
    prctl(PR_SET_TIMERSLACK, 0);
    printf(" %d\n", prctl(PR_GET_TIMERSLACK));
}

/* --- vfork and clone ---------------------------------------------------------------------------------------------- */

static volatile int order;

static int in_clone(void *arg)
{
    *(volatile int *)arg += getppid() != 0 ? 10 : 0;
    return 8;
}

static void vforks(void)
{
    pid_t pid = vfork();
    if (pid == 0) {
        order = 1;
        _exit(21);
    }
    show_status(order == 1 || order == 0 ? "vfork" : "vfork out of order", wait_for(pid));
    char *stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int value = 1;
    pid = clone_on(in_clone, stack, 65536, CLONE_VM | CLONE_VFORK | SIGCHLD, &value);
    show_status("clone", wait_for(pid));
    long r = syscall(SYS_clone, CLONE_THREAD, 0, 0, 0, 0);
    printf("clone without what threads share: %ld %s\n", r, strerror(errno));
}

static void times_of_children(void)
{
    struct rusage usage;
    struct tms tms;
    pid_t pid = fork();
    if (pid == 0) {
        for (volatile int i = 0; i < 3000000; i++) continue;
        _exit(0);
    }
    wait_for(pid);
    getrusage(RUSAGE_CHILDREN, &usage);
    times(&tms);
    printf("children took time: %d %d\n", usage.ru_utime.tv_sec + usage.ru_utime.tv_usec > 0, tms.tms_cutime >= 0);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    statuses();
    many();
    asking();
    sigchld();
    memory();
    groups();
    orphans();
    slack();
    vforks();
    times_of_children();
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, 0), bad = getpriority(99, 0);
    printf("nice %d, of what is no set %d %s\n", nice, bad, strerror(errno));
    printf("process 1: group %d, session %d, nice %d, policy %d\n", getpgid(1) >= 0, getsid(1) >= 0, getpriority(PRIO_PROCESS, 1), sched_getscheduler(1));
    printf("nobody: %d %s", setuid((uid_t)-1), strerror(errno));
    errno = 0;
    printf(", group %d %s", setpgid(-1, 0), strerror(errno));
    struct timespec t;
    errno = 0;
    printf(", clock %d %s\n", clock_gettime((clockid_t)-1, &t), strerror(errno));
    return 0;
}
