/* Threads by clone2, each on two stacks; processes; programs. */
#include "runtime.h"

enum { THREADS = 5, TURNS = 200 };

static int lock, counter, done[THREADS];
static i64 sums[THREADS];
static void *tls_seen[THREADS];

static i64 __attribute__((noinline)) recurse(i64 n, i64 a, i64 b, i64 c)
{
    return n == 0 ? a + b + c : (recurse(n - 1, a + 1, b + a, c + b) ^ a) + n; /* no loop can be made of it */
}

static void take(int *at)
{
    while (__atomic_exchange_n(at, 1, __ATOMIC_ACQUIRE)) system_call(SYS_futex, at, 0, 1, NULL, NULL, 0);
}

static void give(int *at)
{
    __atomic_store_n(at, 0, __ATOMIC_RELEASE);
    system_call(SYS_futex, at, 1, 1, NULL, NULL, 0);
}

static int work(void *arg)
{
    i64 id = (i64)arg;
    register void *tls __asm__("r13");
    __asm__ volatile("" : "=r"(tls));
    tls_seen[id] = tls;
    for (int i = 0; i < TURNS; i++) {
        take(&lock);
        counter++;
        give(&lock);
        sums[id] += recurse(20 + id, i, id, 1);
    }
    return 0;
}

static void threads(void)
{
    static char tls[THREADS][16];
    i64 tid[THREADS];
    for (i64 i = 0; i < THREADS; i++) tid[i] = begin_thread(work, (void *)i, &done[i], tls[i]);
    for (i64 i = 0; i < THREADS; i++) join_thread(&done[i]);
    int right = 0;
    for (i64 i = 0; i < THREADS; i++) {
        i64 sum = 0;
        for (int k = 0; k < TURNS; k++) sum += recurse(20 + i, k, i, 1);
        right += sum == sums[i] && tls_seen[i] == tls[i] && tid[i] == tid[0] + i;
    }
    printf("counter %d, threads right %d\n", counter, right);
}

/* A signal to one thread, in its recursion on its own stacks. */
static volatile int caught;
static void on_usr1(int signo, struct siginfo *info, struct sigcontext *context)
{
    (void)signo, (void)info, (void)context;
    caught = (int)system_call(SYS_gettid);
}

static volatile int go;
static int wait_in_depth(void *arg)
{
    (void)arg;
    i64 a = recurse(30, 1, 2, 3);
    while (!caught) go = 1;
    sums[0] = recurse(30, 1, 2, 3) - a;
    return 0;
}

static void signals_to_threads(void)
{
    on_signal(SIGUSR1, on_usr1, 0);
    i64 tid = begin_thread(wait_in_depth, NULL, &done[0], NULL);
    u64 ms[2] = {0, 1000000};
    while (!go) system_call(SYS_nanosleep, ms, NULL);
    system_call(SYS_tkill, tid, SIGUSR1);
    join_thread(&done[0]);
    printf("caught in the thread %d, its sums differ by %ld\n", caught == tid, sums[0]);
}

static int in_vfork(void *arg)
{
    *(volatile int *)arg = (int)recurse(50, 1, 1, 1);
    return 9;
}

static void processes(char **argv)
{
    int shared = 0;
    i64 child = fork_child();
    if (child == 0) {
        shared = 1;
        exit((int)(recurse(45, 1, 1, 1) & 0x7f));
    }
    int status = wait_for(child);
    printf("fork: status %x, memory of our own %d\n", status, shared == 0);
    child = clone2_call(CLONE_VM | CLONE_VFORK | SYS_fork_flags, map(1 << 17), 1 << 17, NULL, NULL, NULL, in_vfork, &shared);
    printf("vfork: status %x, memory shared %d\n", wait_for(child), shared == recurse(50, 1, 1, 1));
    child = fork_child();
    if (child == 0) {
        char *const args[] = {argv[0], "again", NULL}, *const env[] = {"SAY=hello", NULL};
        system_call(SYS_execve, argv[0], args, env);
        exit(99);
    }
    printf("exec: status %x\n", wait_for(child));
    child = fork_child();
    if (child == 0) *(volatile int *)8 = 1;
    printf("killed: status %x\n", wait_for(child));
    printf("no such program %ld\n", system_call(SYS_execve, "/none", argv, argv));
}

static int again(int argc, char **argv)
{
    u64 bsp;
    __asm__ volatile("mov.m %0 = ar.bsp" : "=r"(bsp));
    printf("again: %d arguments, %s, register stack from its start %d\n", argc, argv[argc + 1], (bsp & 0xffff) < 0x1000);
    return 5;
}

int main(int argc, char **argv)
{
    if (argc > 1) return again(argc, argv);
    threads();
    signals_to_threads();
    processes(argv);
    return 0;
}
