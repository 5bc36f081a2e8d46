/* Handlers, masks, alternate stack, nesting, siginfo, restarts, and the state that a handler must not disturb. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "machine.h"

static volatile sig_atomic_t count, depth, deepest, last_code, last_signo;
static volatile int *mended;
static char *altstack;
static volatile int on_altstack;

static void plain(int signo) { count++; last_signo = signo; }

static void info_handler(int signo, siginfo_t *info, void *context)
{
    (void)context;
    count++;
    last_signo = signo;
    last_code = info->si_code;
    if (info->si_signo != signo) printf("siginfo has signal %d\n", info->si_signo);
    if (info->si_code == SI_QUEUE) printf("value %d pid ok %d\n", info->si_value.sival_int, info->si_pid == getpid());
}

static void nested(int signo)
{
    depth++;
    if (depth > deepest) deepest = depth;
    if (signo == SIGUSR1) raise(SIGUSR2);
    depth--;
}

static void mend(int signo, siginfo_t *info, void *context)
{
    (void)context;
    printf("signal %d code %d address ok %d\n", signo, info->si_code, info->si_addr == (void *)mended);
    mprotect((void *)mended, 4096, PROT_READ | PROT_WRITE);
}

static void where(int signo)
{
    char here;
    (void)signo;
    on_altstack = &here >= altstack && &here < altstack + 262144;
}

static sigjmp_buf env;
static void jump(int signo) { siglongjmp(env, signo); }

static void set(int signo, void (*f)(int), int flags)
{
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = f;
    sa.sa_flags = flags;
    sigaction(signo, &sa, NULL);
}

static void set_info(int signo, void (*f)(int, siginfo_t *, void *), int flags)
{
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = f;
    sa.sa_flags = flags | SA_SIGINFO;
    sigaction(signo, &sa, NULL);
}

static void masks(void)
{
    sigset_t s, old, pending;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigaddset(&s, SIGRTMIN);
    set(SIGUSR1, plain, 0);
    set(SIGRTMIN, plain, 0);
    count = 0;
    sigprocmask(SIG_BLOCK, &s, &old);
    raise(SIGUSR1);
    raise(SIGUSR1);
    raise(SIGRTMIN);
    raise(SIGRTMIN);
    sigpending(&pending);
    printf("blocked: %d, pending %d %d %d\n", (int)count, sigismember(&pending, SIGUSR1),
           sigismember(&pending, SIGRTMIN), sigismember(&pending, SIGUSR2));
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("unblocked: %d\n", (int)count);

    sigprocmask(SIG_BLOCK, &s, NULL);
    raise(SIGUSR1);
    count = 0;
    sigset_t none;
    sigemptyset(&none);
    int r = sigsuspend(&none);
    printf("sigsuspend %d %s, handled %d\n", r, strerror(errno), (int)count);
    union sigval v = {.sival_int = 42};
    siginfo_t info;
    sigqueue(getpid(), SIGRTMIN, v);
    r = sigwaitinfo(&s, &info);
    printf("sigwaitinfo %d, value %d code %d\n", r == SIGRTMIN, info.si_value.sival_int, info.si_code);
    struct timespec ts = {0, 1000000};
    r = sigtimedwait(&s, &info, &ts);
    printf("sigtimedwait %d %s\n", r, strerror(errno));
    sigprocmask(SIG_SETMASK, &old, NULL);
}

static void flags(void)
{
    set(SIGUSR1, nested, 0);
    set(SIGUSR2, nested, 0);
    raise(SIGUSR1);
    printf("deepest %d\n", (int)deepest);
    set(SIGUSR1, plain, SA_RESETHAND);
    raise(SIGUSR1);
    struct sigaction sa;
    sigaction(SIGUSR1, NULL, &sa);
    printf("reset %d\n", sa.sa_handler == SIG_DFL);
    stack_t st = {.ss_sp = altstack, .ss_size = 262144}, got;
    sigaltstack(&st, NULL);
    set(SIGUSR1, where, SA_ONSTACK);
    raise(SIGUSR1);
    printf("on the alternate stack %d\n", on_altstack);
    set(SIGUSR1, where, 0);
    raise(SIGUSR1);
    printf("on the alternate stack %d\n", on_altstack);
    sigaltstack(NULL, &got);
    printf("altstack %d %d %d\n", got.ss_sp == altstack, got.ss_flags, (int)got.ss_size);
    printf("SIGKILL: %d\n", sigaction(SIGKILL, &sa, NULL));
    set_info(SIGUSR1, info_handler, 0);
    count = 0;
    kill(getpid(), SIGUSR1);
    printf("kill: %d code %d\n", (int)count, (int)last_code);
    raise(SIGUSR1);
    printf("raise: %d code %d\n", (int)count, (int)last_code);
    union sigval v = {.sival_int = 7};
    sigqueue(getpid(), SIGUSR1, v);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    printf("ignored: %d\n", (int)count);
}

static void faults(void)
{
    mended = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    set_info(SIGSEGV, mend, 0);
    *mended = 5; /* is made again after the handler */
    printf("mended %d\n", *mended);
    set(SIGSEGV, jump, 0);
    int r = sigsetjmp(env, 1);
    if (r == 0) *(volatile int *)8 = 1;
    printf("jumped out of signal %d\n", r);
    set(SIGILL, jump, 0);
    r = sigsetjmp(env, 1);
    if (r == 0) privileged();
    printf("jumped out of signal %d\n", r);
}

static void pipes(void)
{
    int p[2];
    char byte = 'x';
    if (pipe(p) != 0) return;
    close(p[0]);
    set(SIGPIPE, plain, 0);
    count = 0;
    int r = (int)write(p[1], &byte, 1);
    printf("write %d %s, signals %d\n", r, strerror(errno), (int)count);
    close(p[1]);
}

static int feed[2];
static void feeder(int signo)
{
    (void)signo;
    if (++count == 3 && write(feed[1], "!", 1) != 1) count = -100;
}

/* A read that sleeps: with SA_RESTART it goes on until there is something, without it gives EINTR. */
static void restarts(void)
{
    struct itimerval every = {{0, 5000}, {0, 5000}}, off = {{0, 0}, {0, 0}};
    char byte = 0;
    if (pipe(feed) != 0) return;
    set(SIGALRM, feeder, SA_RESTART);
    count = 0;
    setitimer(ITIMER_REAL, &every, NULL);
    int r = (int)read(feed[0], &byte, 1);
    printf("read %d %c after %d signals\n", r, byte, (int)count);
    set(SIGALRM, feeder, 0);
    count = 0;
    r = (int)read(feed[0], &byte, 1);
    printf("read %d %s after %d\n", r, strerror(errno), (int)count);
    struct timespec ts = {1, 0};
    set(SIGALRM, feeder, SA_RESTART);
    r = nanosleep(&ts, NULL); /* is never made again when a handler ran */
    printf("nanosleep %d %s\n", r, strerror(errno));
    setitimer(ITIMER_REAL, &off, NULL);
    signal(SIGALRM, SIG_DFL);
}

/* The second one waits until the handler returns, and then interrupts what the first one did. */
static void in_pairs(int signo)
{
    if (++count & 1) raise(signo);
}

/* What only an interruption must leave alone, as a call may change it: waits for two signals, and says what is there then. */
static void scratch(void)
{
    struct itimerval once = {{0, 0}, {0, 200}};
    int kept;
    set(SIGVTALRM, in_pairs, SA_RESTART);
    count = 0;
    setitimer(ITIMER_VIRTUAL, &once, NULL);
#ifdef __hppa__
    unsigned r31, carry;
    __asm__ volatile("ldil L%%0x12345800,%%r31\n\tsub %%r0,%%r0,%%r0\n1:\tldw 0(%2),%%r20\n\tcmpib,=,n 0,%%r20,1b\n\tcopy %%r31,%0\n\taddc %%r0,%%r0,%1"
                     : "=&r"(r31), "=&r"(carry) : "r"(&count) : "r31", "r20", "memory");
    kept = r31 == 0x12345800 && carry == 1;
#else
    unsigned long r14, r31, ccv, b7;
    __asm__ volatile("mov r14=0x1234;; mov r31=0x567;; mov ar.ccv=r14;; mov b7=r14;;\n1: ld4 r15=[%4];; cmp4.eq p6,p7=r0,r15; (p6) br.cond.sptk 1b;;\n"
                     "mov %0=r14; mov %1=r31; mov %2=ar.ccv;; mov %3=b7;;"
                     : "=&r"(r14), "=&r"(r31), "=&r"(ccv), "=&r"(b7) : "r"(&count) : "r14", "r15", "r31", "p6", "p7", "b7", "ar.ccv", "memory");
    kept = r14 == 0x1234 && r31 == 0x567 && ccv == 0x1234 && b7 == 0x1234;
#endif
    printf("scratch registers after %d signals: %s\n", (int)count, kept ? "kept" : "lost");
}

/* A handler must leave every register alone: a sum that is interrupted thousands of times comes out the same. */
static void undisturbed(void (*handler)(int))
{
    struct itimerval every = {{0, 200}, {0, 200}}, off = {{0, 0}, {0, 0}};
    double d = 0;
    unsigned u = 1;
    set(SIGVTALRM, handler, SA_RESTART);
    count = 0;
    setitimer(ITIMER_VIRTUAL, &every, NULL);
    for (int i = 1; i <= 3000000; i++) {
        u = u * 1664525u + 1013904223u;
        d += 1.0 / i;
    }
    setitimer(ITIMER_VIRTUAL, &off, NULL);
    printf("sum %.12f %u, interrupted %s\n", d, u, count > 3 ? "often" : "never");
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    altstack = malloc(262144);
    masks();
    flags();
    faults();
    pipes();
    restarts();
    undisturbed(plain);
    undisturbed(in_pairs);
    scratch();
    return 0;
}
