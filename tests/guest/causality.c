/* Machine time over processes and threads: it passes side by side, and never backwards from who tells to who is told. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int64_t ns;

static ns clock_ns(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts);
    return (ns)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static ns now(void) { return clock_ns(CLOCK_MONOTONIC); }

static unsigned seed = 1;

/* Computes for up to about a millisecond, unevenly. */
static void work(void)
{
    seed = seed * 1103515245 + 12345;
    for (volatile unsigned i = seed >> 16 & 0x3fff; i; i--) continue;
}

static void burn_ms(int ms)
{
    ns until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + (ns)ms * 1000000;
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < until) continue;
}

/* --- pipes -------------------------------------------------------------------------------------------------------- */

/* Stamps around a ring of processes. */
static void ring(void)
{
    enum { N = 5, ROUNDS = 200 };
    int fd[N][2], late = 0, status;
    ns stamp;
    for (int i = 0; i < N; i++) pipe(fd[i]);
    for (int i = 1; i < N; i++) {
        if (fork()) continue;
        seed = (unsigned)i * 77;
        for (int r = 0; r < ROUNDS; r++) {
            read(fd[i - 1][0], &stamp, sizeof stamp);
            late += now() < stamp;
            work();
            stamp = now();
            write(fd[i][1], &stamp, sizeof stamp);
            work();
        }
        _exit(late);
    }
    ns start = now(), own = 0;
    for (int r = 0; r < ROUNDS; r++) {
        stamp = now();
        late += stamp < own;
        write(fd[0][1], &stamp, sizeof stamp);
        read(fd[N - 1][0], &stamp, sizeof stamp);
        own = now();
        late += own < stamp;
    }
    ns taken = now() - start;
    while (wait(&status) > 0) late += WEXITSTATUS(status);
    printf("ring: %d from the future, took time: %d\n", late, taken > 0);
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, from_future;
static ns handed;

/* Two threads hand each other a stamp; both sleep while it is not their turn. */
static void *hand_over(void *arg)
{
    int me = (int)(long)arg;
    for (int r = 0; r < 300; r++) {
        pthread_mutex_lock(&lock);
        while (turn % 2 != me) pthread_cond_wait(&turned, &lock);
        from_future += now() < handed;
        work();
        handed = now();
        turn++;
        pthread_cond_signal(&turned);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void conditions(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, hand_over, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    printf("conditions: %d from the future, %d turns\n", from_future, turn);
}

/* --- ends and signals --------------------------------------------------------------------------------------------- */

static volatile ns *shared;
static volatile sig_atomic_t early, handled;
static void on_signal(int signo) { (void)signo, early += now() < shared[0], handled++; }

static void ends(void)
{
    int bad = 0;
    for (int i = 0; i < 20; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            for (int k = 0; k < i; k++) work();
            shared[1] = now();
            _exit(0);
        }
        if (i & 1) work();
        ns forked = now();
        waitpid(pid, NULL, 0);
        bad += now() < shared[1] || now() < forked;
    }
    printf("ends: %d from the future\n", bad);
    signal(SIGUSR1, on_signal);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        for (int i = 0; i < 50; i++) {
            int was = handled;
            work();
            shared[0] = now();
            kill(parent, SIGUSR1);
            while (shared[2] <= i) work();
            (void)was;
        }
        _exit(0);
    }
    for (int i = 0; i < 50; i++) {
        while (handled <= i) work();
        shared[2] = handled;
    }
    waitpid(pid, NULL, 0);
    printf("signals: %d from the future, %d handled\n", early, handled);
}

/* --- side by side ------------------------------------------------------------------------------------------------- */

static void *burn(void *arg)
{
    burn_ms((int)(long)arg);
    return NULL;
}

static void side_by_side(void)
{
    pthread_t t[4];
    ns start = now();
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            burn_ms(30);
            _exit(0);
        }
    while (wait(NULL) > 0) continue;
    ns taken = now() - start;
    printf("four processes of 30 ms: %s\n", taken >= 30000000 && taken < 40000000 ? "30 ms" : "not 30 ms");
    start = now();
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, burn, (void *)(10L * (i + 1)));
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    taken = now() - start;
    printf("threads of 10 to 40 ms: %s\n", taken >= 40000000 && taken < 50000000 ? "40 ms" : "not 40 ms");
    start = now();
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            usleep(20000);
            _exit(0);
        }
    while (wait(NULL) > 0) continue;
    taken = now() - start;
    printf("four sleeps of 20 ms: %s\n", taken >= 20000000 && taken < 21000000 ? "20 ms" : "not 20 ms");
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ring();
    conditions();
    ends();
    side_by_side();
    return 0;
}
