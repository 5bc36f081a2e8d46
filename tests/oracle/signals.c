/* Random calls on signals and processes: handlers, masks, queues, alternate stacks, children and how they end, groups and sessions. The seed is
 * the argument. Guests and the host's kernel must write the same (tests/oracle/kernel).
 *
 * A seed has some workers, each in a session of its own with up to three children, which do one thing at a time when the worker says so; it waits
 * for the answer, or for the child's end. Names are written instead of numbers, and of ids what they are. The signals used have the same order in all
 * systems. Left out is what docs/processes.md says of stops: signals that stop are caught or ignored always. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { KEEP = 6 };
enum { WORKERS = 12, STEPS = 60, SLOTS = 3, SIGNALS = 14, GONE = 3999999, STACK = 256 << 10 };

static struct {
    pid_t pid;
    int to, from;
} slot[SLOTS]; /* to < 0: it has ended */
static int pool[SIGNALS] = {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG};
static bool is_child;
static pid_t root, self, parent;
static char stack[2][STACK] __attribute__((aligned(16)));
static volatile int depth, nested;
static char text[1 << 16];
static volatile size_t length;

static void say(const char *format, ...)
{
    va_list v;
    va_start(v, format);
    if (length < sizeof text - 600) length += (size_t)vsnprintf(text + length, 600, format, v);
    va_end(v);
}

static void flush(int fd)
{
    for (size_t at = 0; at < length;) {
        ssize_t n = write(fd, text + at, length - at);
        if (n > 0) at += (size_t)n;
        else if (errno != EINTR) break;
    }
    length = 0;
}

static const char *name(int s)
{
    static char rt[4][16];
    static int turn;
    if (s > 0 && s < 32) return sigabbrev_np(s);
    snprintf(rt[turn = (turn + 1) & 3], 16, s >= SIGRTMIN && s <= SIGRTMAX ? "RT+%d" : "%d?", s >= SIGRTMIN && s <= SIGRTMAX ? s - SIGRTMIN : s);
    return rt[turn];
}

static const char *who(pid_t pid)
{
    static const char *const of[] = {"child 0", "child 1", "child 2"};
    for (int i = 0; i < SLOTS; i++)
        if (pid > 0 && pid == slot[i].pid) return of[i];
    return pid == self ? "self" : pid == parent ? "parent" : pid == root ? "root" : pid == 0 ? "0" : pid == -1 ? "-1" : "other";
}

static const char *code(int c)
{
    static char number[16];
    switch (c) {
    case SI_USER: return "USER";
    case SI_QUEUE: return "QUEUE";
    case SI_TKILL: return "TKILL";
    case SI_TIMER: return "TIMER";
    case SI_KERNEL: return "KERNEL";
    default: snprintf(number, sizeof number, "%d", c == CLD_DUMPED ? CLD_KILLED : c); return number;
    }
}

static void say_result(long r)
{
    if (r < 0) say(" = %s\n", strerrorname_np(errno));
    else say(" = %ld\n", r);
}

static void say_info(const siginfo_t *i)
{
    say(" %s code %s errno %d", name(i->si_signo), code(i->si_code), i->si_errno);
    if (i->si_code == SI_KERNEL) return;
    say(" from %s", who(i->si_pid));
    if (i->si_signo == SIGCHLD && i->si_code > 0 && i->si_code < 10)
        say(" status %s%d", i->si_code == CLD_EXITED ? "" : name(i->si_status & 0x7f), i->si_code == CLD_EXITED ? i->si_status : 0);
    if (i->si_code == SI_QUEUE) say(" value %d", i->si_value.sival_int);
}

static void say_set(const char *what, const sigset_t *s)
{
    say(" %s{", what);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(s, pool[i]) > 0) say(" %s", name(pool[i]));
    say("%s }", sigismember(s, SIGKILL) > 0 ? " KILL" : "");
}

static void say_stack(const stack_t *s)
{
    say(" [%s %ld %s%s%s]",
        s->ss_sp == stack[0]   ? "first"
        : s->ss_sp == stack[1] ? "second"
        : s->ss_sp             ? "somewhere"
                               : "none",
        (long)s->ss_size, s->ss_flags & SS_ONSTACK ? "on" : "", s->ss_flags & SS_DISABLE ? "disabled" : "",
        (unsigned)s->ss_flags & 1u << 31 ? " once" : "");
}

static void within(int what);
static void brief(void);
static sigjmp_buf back;

static void handler(int n, siginfo_t *info, void *context)
{
    int saved = errno, again = nested;
    char here;
    stack_t now;
    sigset_t mask;
    (void)context;
    depth++;
    say("  handler %d:", depth);
    if (info) say_info(info);
    else say(" %s", name(n));
    sigaltstack(NULL, &now);
    say_stack(&now);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    say_set("mask", &mask);
    say("%s\n", &here >= stack[0] && &here < stack[2] ? " there" : "");
    if (again > 0 && depth < 6) {
        nested = 0;
        within(again);
    }
    depth--;
    errno = saved;
}
static void simple(int n) { handler(n, NULL, NULL); }

static int any(void) { return pool[next(SIGNALS)]; }
static sigset_t any_set(void)
{
    sigset_t s;
    unsigned mode = next(6);
    sigemptyset(&s);
    if (mode == 0) sigfillset(&s);
    else
        for (int i = 0; i < SIGNALS; i++)
            if (next(mode > 3 ? 6 : 2) == 0) sigaddset(&s, pool[i]);
    return s;
}

static const struct {
    int flag;
    const char *name;
} flag_names[] = {{SA_RESTART, "RESTART"}, {SA_NODEFER, "NODEFER"},     {(int)SA_RESETHAND, "RESETHAND"}, {SA_ONSTACK, "ONSTACK"},
                  {SA_SIGINFO, "SIGINFO"}, {SA_NOCLDWAIT, "NOCLDWAIT"}, {SA_NOCLDSTOP, "NOCLDSTOP"}};

static void say_action(const struct sigaction *a)
{
    say(" %s", a->sa_handler == SIG_DFL     ? "default"
               : a->sa_handler == SIG_IGN   ? "ignored"
               : a->sa_handler == simple    ? "simple"
               : a->sa_sigaction == handler ? "handler"
                                            : "?");
    for (int i = 0; i < 7; i++)
        if (a->sa_flags & flag_names[i].flag) say(" %s", flag_names[i].name);
    say_set("", &a->sa_mask);
}

static bool stops(int s) { return s == SIGTSTP || s == SIGTTIN || s == SIGTTOU; }

static void act(void)
{
    struct sigaction a = {0}, old = {0};
    int s = any();
    unsigned how = next(8), bad = next(20), query = next(5);
    a.sa_mask = any_set();
    for (int i = 0; i < 7; i++)
        if (next(3) == 0) a.sa_flags |= flag_names[i].flag;
    if (stops(s)) a.sa_flags &= ~(int)SA_RESETHAND;
    if (how < 2 && !stops(s)) a.sa_handler = SIG_DFL;
    else if (how < 3) a.sa_handler = SIG_IGN;
    else if (a.sa_flags & SA_SIGINFO) a.sa_sigaction = handler;
    else a.sa_handler = simple;
    if (bad < 3) s = bad == 0 ? SIGKILL : bad == 1 ? 65 : SIGSTOP;
    say("sigaction %s%s", name(s), query ? "" : " asked");
    if (query) say_action(&a);
    long r = sigaction(s, query ? &a : NULL, &old);
    if (r == 0) say(" was"), say_action(&old);
    say_result(r);
}

static void mask(void)
{
    sigset_t s = any_set(), old;
    int how = (int[]){SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK, 77}[next(4)];
    say("sigprocmask %s", how == SIG_BLOCK ? "block" : how == SIG_UNBLOCK ? "unblock" : how == SIG_SETMASK ? "set" : "bad");
    say_set("", &s);
    sigemptyset(&old);
    long r = sigprocmask(how, next(8) ? &s : NULL, &old);
    say_set("was", &old);
    say_result(r);
}

/* The child has ended when its pipe has, and when the kernel says so. */
static void ended(int i)
{
    siginfo_t info;
    close(slot[i].to);
    close(slot[i].from);
    slot[i].to = -1;
    while (waitid(P_PID, (id_t)slot[i].pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
    say("  child %d has ended\n", i);
}

static void ask(int i, unsigned long long seed)
{
    char c;
    long n;
    if (slot[i].to < 0) return;
    while ((n = write(slot[i].to, &seed, sizeof seed)) < 0 && errno == EINTR) continue;
    for (;;) {
        while ((n = read(slot[i].from, &c, 1)) < 0 && errno == EINTR) continue;
        if (n <= 0) {
            ended(i);
            return;
        }
        if (!c) return;
        say("%c", c);
    }
}

static void settle(void)
{
    for (int i = 0; i < SLOTS; i++) ask(i, 0);
}

static int living(void) { return (slot[0].to >= 0) + (slot[1].to >= 0) + (slot[2].to >= 0); }

static void hit(void)
{
    unsigned to = next(9), how = next(6), value = next(1000), wrong = next(12), deadly = next(25), which = next(4);
    int s = any();
    if (wrong < 3) s = (int[]){0, 65, -1}[wrong];
    if (deadly == 0) s = SIGKILL;
    pid_t pid = to < 3                ? self
                : to < 6              ? (is_child ? parent : slot[to - 3].pid)
                : to == 6             ? GONE
                : to == 7             ? 0
                : slot[value % 3].pid ? -slot[value % 3].pid
                                      : self;
    if (pid == 0 && to < 6) pid = self;
    if (pid <= 0 && (is_child || living() > 1 || (how < 2 && pid > -2 && pid != 0))) pid = self;
    siginfo_t info = {0};
    sigset_t chld, before;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    info.si_signo = s;
    info.si_code = (int[]){SI_QUEUE, SI_USER, SI_TKILL, -77}[which];
    info.si_pid = self;
    info.si_value.sival_int = (int)value;
    say("%s %s %s%s", (const char *[]){"kill", "kill", "tgkill", "sigqueue", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}[how], name(s),
        pid < 0 ? "group " : "", who(pid < 0 ? -pid : pid));
    if (how >= 4) say(" code %s", code(info.si_code));
    if (pid != self) sigprocmask(SIG_BLOCK, &chld, &before); /* a child may end of it at any time */
    long r = how < 2    ? kill(pid, s)
             : how == 2 ? syscall(SYS_tgkill, pid, pid, s)
             : how == 3 ? sigqueue(pid, s, info.si_value)
             : how == 4 ? syscall(SYS_rt_sigqueueinfo, pid, s, &info)
                        : syscall(SYS_rt_tgsigqueueinfo, pid, pid, s, &info);
    say_result(r);
    if (pid != self && !is_child) settle();
    if (pid != self) sigprocmask(SIG_SETMASK, &before, NULL);
}

static void take(void)
{
    sigset_t s = any_set(), now;
    siginfo_t info = {0};
    unsigned how = next(12);
    struct timespec t = {0, how == 0 ? 1000000000 : how == 1 ? -1 : 0};
    sigpending(&now);
    say_set("pending", &now);
    say_set("sigtimedwait", &s);
    long r = sigtimedwait(&s, &info, &t);
    if (r > 0) say_info(&info);
    if (r > 0) say(" = %s\n", name((int)r));
    else say_result(r);
}

static void suspend(void)
{
    sigset_t s = any_set(), now;
    struct sigaction a;
    bool wakes = false;
    sigpending(&now);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&now, pool[i]) && !sigismember(&s, pool[i]) && sigaction(pool[i], NULL, &a) == 0 && a.sa_handler != SIG_IGN &&
            a.sa_handler != SIG_DFL)
            wakes = true;
    if (!wakes) return;
    say_set("sigsuspend", &s);
    say("\n");
    long r = sigsuspend(&s);
    sigprocmask(SIG_BLOCK, NULL, &now);
    say_set("mask", &now);
    say_result(r);
}

static void alternate(void)
{
    stack_t s = {.ss_sp = stack[next(2)], .ss_size = STACK}, old = {0};
    unsigned how = next(12), query = next(5);
    s.ss_flags = (int)(how == 0   ? SS_DISABLE
                       : how == 1 ? SS_ONSTACK
                       : how == 2 ? 77
                       : how == 3 ? 1u << 31
                       : how == 4 ? 1u << 31 | SS_DISABLE
                       : how == 5 ? SS_ONSTACK | SS_DISABLE
                                  : 0);
    if (how == 6) s.ss_size = 0;
    if (how == 7) s.ss_size = 100;
    say("sigaltstack%s", query ? "" : " asked");
    if (query) say_stack(&s);
    long r = sigaltstack(query ? &s : NULL, &old);
    say_stack(&old);
    say_result(r);
}

static void timer(void)
{
    struct itimerval v = {{0, 0}, {(long)next(3) * 1000, 0}}, old = {0};
    unsigned how = next(6), w = next(4), n = next(3);
    if (how == 0) v.it_value.tv_usec = 1000000;
    if (how == 1) v.it_interval.tv_usec = -1;
    if (how == 2) {
        n *= 1000;
        say("alarm %u", n);
        say_result(alarm(n));
        return;
    }
    say("setitimer %u %ld", w, (long)v.it_value.tv_sec);
    long r = setitimer((int)w, &v, &old);
    if (r == 0) say(" was %s", old.it_value.tv_sec || old.it_value.tv_usec ? "set" : "0");
    say_result(r);
}

/* What a handler does. */
static void within(int what)
{
    int s = any();
    if (stops(s)) s = SIGURG;
    switch (what) {
    case 1:
        say("raise %s", name(s));
        say_result(raise(s));
        return;
    case 2:
        say("sigqueue %s", name(s));
        say_result(sigqueue(getpid(), s, (union sigval){.sival_int = depth}));
        return;
    case 3: act(); return;
    case 4: mask(); return;
    case 5: alternate(); return;
    case 6: take(); return;
    case 7: suspend(); return;
    case 8: siglongjmp(back, depth); return;
    default: brief();
    }
}

static int ends[2], ticks, victim;
static void tick(int n)
{
    (void)n;
    if (++ticks == 3) {
        if (victim) kill(victim, SIGKILL);
        else if (write(ends[1], "x", 1) != 1) _exit(96);
    }
}

/* Calls that wait, and are interrupted. */
static void interrupted(void)
{
    unsigned what = next(12), restart = next(2);
    struct sigaction a = {.sa_handler = tick, .sa_flags = restart ? SA_RESTART : 0}, old;
    struct itimerval v = {{0, 3000}, {0, 3000}}, off = {{0, 0}, {0, 0}};
    struct timespec t = {20, 0};
    struct timeval tv = {20, 0};
    struct pollfd p = {.events = 0};
    siginfo_t info;
    sigset_t s, before, chld;
    char c;
    int word = 0;
    long r = 0;
    if (is_child) return;
    say("interrupted %u %u", what, restart);
    sigemptyset(&s), sigemptyset(&chld), sigaddset(&s, SIGALRM), sigaddset(&chld, SIGCHLD);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) _exit(95);
    p.fd = ends[0];
    sigprocmask(SIG_BLOCK, &chld, &before);
    ticks = victim = 0;
    if (what == 1 || what == 2) {
        victim = fork();
        if (victim == 0)
            for (signal(SIGALRM, SIG_IGN);;) pause();
    }
    sigaction(SIGALRM, &a, &old);
    setitimer(ITIMER_REAL, &v, NULL);
    sigprocmask(SIG_UNBLOCK, &s, NULL);
    sigprocmask(SIG_BLOCK, NULL, &s);
    switch (what) {
    case 0: r = read(ends[0], &c, 1); break;
    case 1: r = wait4(victim, NULL, 0, NULL) < 0 ? -1 : 0; break;
    case 2: r = waitid(P_PID, (id_t)victim, &info, WEXITED); break;
    case 3: r = nanosleep(&t, &t); break;
    case 4: r = poll(&p, 1, 20000); break;
    case 5: r = select(0, NULL, NULL, NULL, &tv); break;
    case 6: r = pause(); break;
    case 7: r = sigsuspend(&s); break;
    case 8:
        r = sigtimedwait(&chld, NULL, &t);
        if (r > 0) r = 1;
        break;
    case 9: r = syscall(SYS_futex, &word, 0, 0, &t, NULL, 0); break;
    case 10:
        setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
        r = recv(ends[0], &c, 1, 0);
        break;
    default: r = ppoll(&p, 1, &t, &s);
    }
    int e = errno;
    setitimer(ITIMER_REAL, &off, NULL);
    sigaction(SIGALRM, &old, NULL);
    close(ends[0]), close(ends[1]);
    if (victim) {
        kill(victim, SIGKILL);
        while (waitpid(victim, NULL, 0) < 0 && errno == EINTR) continue;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = e;
    say_result(r);
}

static void serve(int from, int to)
{
    extern void operate(void);
    unsigned long long seed;
    long n;
    for (;;) {
        while ((n = read(from, &seed, sizeof seed)) < 0 && errno == EINTR) continue;
        if (n != sizeof seed) _exit(99);
        state = seed;
        if (seed) operate();
        if (nested == 8) nested = 0; /* nowhere to go back to */
        say("%c", 0);
        flush(to);
    }
}

static void bear(int i)
{
    int to[2], from[2];
    if (slot[i].to >= 0 || is_child) return;
    if (pipe(to) != 0 || pipe(from) != 0) _exit(98);
    say("fork %d\n", i);
    pid_t pid = fork();
    if (pid == 0) {
        for (int k = 0; k < SLOTS; k++)
            if (slot[k].to >= 0) close(slot[k].to), close(slot[k].from);
        memset(slot, 0, sizeof slot);
        for (int k = 0; k < SLOTS; k++) slot[k].to = -1;
        close(to[1]), close(from[0]);
        length = 0;
        is_child = true;
        parent = self, self = getpid();
        serve(to[0], from[1]);
    }
    close(to[0]), close(from[1]);
    slot[i].pid = pid, slot[i].to = to[1], slot[i].from = from[0];
    ask(i, 0);
}

static void say_status(int s)
{
    if (WIFEXITED(s)) say(" exited %d", WEXITSTATUS(s));
    else if (WIFSIGNALED(s)) say(" killed %s", name(WTERMSIG(s)));
    else say(" status %x", (unsigned)s);
}

static void await(void)
{
    static const int options[] = {WUNTRACED, WCONTINUED, WEXITED, WNOWAIT, WSTOPPED, __WALL, __WCLONE, (int)0x40000000, 0x100, 0, 0, 0, 0};
    int flags = WNOHANG | options[next(13)], status = 0;
    unsigned which = next(8), how = next(3), more = next(3);
    pid_t pid = which < 3 ? slot[which].pid : which == 3 ? -1 : which == 4 ? 0 : which == 5 ? GONE : which == 6 ? -self : -slot[1].pid;
    if (which == 7 && pid == 0) pid = -1;
    if (how == 0) {
        say("wait4 %s%s %x", pid < -1 ? "group " : "", who(pid < -1 ? -pid : pid), (unsigned)flags);
        long r = wait4(pid, &status, flags, NULL);
        if (r > 0) say_status(status), say(" = %s\n", who((pid_t)r));
        else say_result(r);
        return;
    }
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = 99, info.si_code = 98;
    flags |= more == 0 ? WEXITED : more == 1 ? WEXITED | WNOWAIT : 0;
    idtype_t kind = pid > 0 ? P_PID : pid == -1 ? P_ALL : P_PGID;
    if (pid < -1) pid = -pid;
    if (how == 2 && which == 5) kind = (idtype_t)77;
    say("waitid %d %s %x", (int)kind, who(pid), (unsigned)flags);
    long r = waitid(kind, (id_t)(which == 5 && more == 2 ? -5 : pid), &info, flags);
    if (info.si_signo) say_info(&info);
    say_result(r);
}

static void group(void)
{
    unsigned a = next(6), b = next(6), how = next(5);
    pid_t ids[] = {0, self, is_child ? parent : slot[0].pid, is_child ? GONE : slot[1].pid, is_child ? -3 : slot[2].pid, -2};
    say("%s %s", (const char *[]){"setpgid", "setpgid", "getpgid", "getsid", "setsid"}[how], who(ids[a]));
    if (how < 2) say(" %s", who(ids[b])), say_result(setpgid(ids[a], ids[b]));
    else {
        long r = how == 2 ? getpgid(ids[a]) : how == 3 ? getsid(ids[a]) : setsid();
        if (r < 0) say_result(r);
        else say(" = %s\n", who((pid_t)r));
    }
}

/* A short child: by fork, vfork or clone with some signal for its end, or with a program of its own. */
static void brief(void)
{
    static const int how[] = {
        SIGCHLD, 0, SIGUSR1, CLONE_SIGHAND | SIGCHLD, CLONE_THREAD | SIGCHLD, CLONE_VM | CLONE_VFORK | SIGCHLD, CLONE_FS | CLONE_NEWNS | SIGCHLD};
    unsigned kind = next(9), c = next(256), all = next(2);
    int status = 0;
    long pid;
    if (is_child) {
        say("exit %u\n", c);
        if (kind < 2) _exit((int)c);
        return;
    }
    say("brief %u", kind);
    if (kind == 7) {
        pid = vfork();
        if (pid == 0) _exit((int)c);
    } else if (kind == 8) {
        flush(1);
        pid = fork();
        if (pid == 0) {
            execl("/proc/self/exe", "signals", "-", (char *)NULL);
            _exit(97);
        }
    } else if (kind == 5 || how[kind] == SIGCHLD) {
        pid = fork();
        if (pid == 0) _exit((int)c);
    } else {
        pid = syscall(SYS_clone, how[kind], 0, 0, 0, 0, 0);
        if (pid == 0) _exit((int)c);
    }
    if (pid < 0) {
        say_result(pid);
        return;
    }
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | __WALL) != 0 && errno == EINTR) continue;
    long r = waitpid((pid_t)pid, &status, WNOHANG | (all ? __WALL : 0));
    if (r > 0) say_status(status), say("\n");
    else say_result(r);
    if (r < 0) {
        r = waitpid((pid_t)pid, &status, __WCLONE | WNOHANG);
        say("again");
        if (r > 0) say_status(status), say("\n");
        else say_result(r);
    }
}

static void control(void)
{
    int s = 55, how = (int)next(KEEP), v = (int[]){0, 1, 2, 65, -1, SIGUSR1}[next(6)];
    say("prctl %d %s", how, v == SIGUSR1 ? "USR1" : v == 0 ? "0" : v == 1 ? "1" : v == 2 ? "2" : "bad");
    long r = how == 0   ? prctl(PR_SET_PDEATHSIG, v)
             : how == 1 ? prctl(PR_GET_PDEATHSIG, &s)
             : how == 2 ? prctl(PR_SET_DUMPABLE, v)
             : how == 3 ? prctl(PR_GET_DUMPABLE)
             : how == 4 ? prctl(PR_SET_KEEPCAPS, v)
                        : prctl(PR_GET_KEEPCAPS);
    if (how == 1) say(" %s", s ? name(s) : "0");
    say_result(r);
}

void operate(void)
{
    unsigned what = next(40), n = next(4);
    nested = n < 2 ? 1 + (int)next(9) : 0;
    if (what != 39 && (n = (unsigned)sigsetjmp(back, 1)) != 0) {
        depth = 0;
        say("back from %u\n", n);
        return;
    }
    if (what == 39) nested = nested == 8 ? 0 : nested;
    if (what < 6) act();
    else if (what < 11) mask();
    else if (what < 19) hit();
    else if (what < 22) take();
    else if (what < 24) suspend();
    else if (what < 27) alternate();
    else if (what < 28) timer();
    else if (what < 33) await();
    else if (what < 36) group();
    else if (what < 38) brief();
    else if (what < 39) control();
    else interrupted();
}

static void report(void)
{
    sigset_t s;
    struct sigaction a;
    stack_t old;
    say("program:");
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(pool[i], NULL, &a) == 0 && a.sa_handler != SIG_DFL) say(" %s", name(pool[i])), say_action(&a);
    sigprocmask(SIG_BLOCK, NULL, &s);
    say_set("mask", &s);
    sigpending(&s);
    say_set("pending", &s);
    sigaltstack(NULL, &old);
    say_stack(&old);
    say("\n");
    flush(1);
    exit(7);
}

static void work(void)
{
    sigset_t chld, before;
    struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    parent = root, self = getpid();
    setsid();
    for (int i = 0; i < SLOTS; i++) slot[i].to = -1;
    for (int i = 0; i < SIGNALS; i++)
        if (stops(pool[i]) || next(2)) sigaction(pool[i], &a, NULL);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(8), n = next(SLOTS);
        unsigned long long seed = state | 1;
        if (what == 0) bear((int)n);
        else if (what < 4) {
            if (slot[n].to < 0) continue;
            say("child %u:\n", n);
            sigprocmask(SIG_BLOCK, &chld, &before);
            ask((int)n, seed);
            settle();
            sigprocmask(SIG_SETMASK, &before, NULL);
        } else {
            operate();
            if (nested == 8) nested = 0;
            settle();
        }
        flush(1);
    }
    exit(0);
}

int main(int argc, char **argv)
{
    int status;
    if (argc < 2) return 2;
    for (int i = 0; i < 2; i++) pool[SIGNALS - 3 + i] = SIGRTMIN + i;
    pool[SIGNALS - 1] = SIGRTMAX;
    if (argv[1][0] == '-') report();
    root = getpid();
    for (int i = 0; i < WORKERS; i++) {
        seed_by(strtoull(argv[1], NULL, 10) * WORKERS + (unsigned)i);
        pid_t pid = fork();
        if (pid == 0) work();
        if (waitpid(pid, &status, 0) != pid) return 3;
        say("worker %d", i);
        say_status(status);
        say("\n");
        flush(1);
    }
    return 0;
}
