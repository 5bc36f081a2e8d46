/* A guest with parts to be told apart: work() and all that it calls, which a longjmp may leave, and what is between.
 *
 *     guest ROUNDS [threads|processes|orphan|signals|input] */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline))

static __thread jmp_buf env;
static __thread volatile unsigned sink;

APART unsigned fill(unsigned n)
{
    unsigned s = n;
    for (unsigned i = 0; i < 100; i++) s = s * 33 + i;
    sink = s;
    return s;
}

APART unsigned inner(unsigned n) { return n ? fill(n) + inner(n - 1) : 1; }

APART void escape(void)
{
    fill(3);
    longjmp(env, 1);
}

/* Calls itself, and is left in the middle by a longjmp for one n in three. */
APART unsigned work(unsigned n)
{
    if (n % 3 == 2) escape();
    return inner(n % 5) + (n > 7 ? work(n - 7) : 0);
}

APART unsigned between(unsigned n) { return fill(n) ^ fill(n + 1); }

APART void stage_two(void) { fill(9); }

static void *rounds(void *arg)
{
    unsigned long n = (unsigned long)arg;
    volatile unsigned sum = 0;
    for (volatile unsigned i = 0; i < n; i++) {
        if (!setjmp(env)) sum += work(i);
        sum += between(i);
        if (i == n / 2) stage_two();
    }
    return (void *)(unsigned long)sum;
}

static void on_signal(int signo)
{
    (void)signo;
    between(5);
}

static APART unsigned with_threads(unsigned long n)
{
    pthread_t other[3];
    void *sum;
    unsigned all = 0;
    for (unsigned long i = 0; i < 3; i++) pthread_create(&other[i], NULL, rounds, (void *)(n + i));
    for (unsigned i = 0; i < 3; i++) {
        pthread_join(other[i], &sum);
        all += (unsigned)(unsigned long)sum;
    }
    return all;
}

/* A child that begins in a call of work(): both are inside from there on. */
static APART unsigned with_processes(unsigned long n)
{
    int status;
    pid_t child = fork();
    if (child == 0) _exit((int)((unsigned long)rounds((void *)n) & 63));
    waitpid(child, &status, 0);
    return (unsigned)WEXITSTATUS(status) + (unsigned)(unsigned long)rounds((void *)n);
}

/* A child that comes to its parts when its parent has ended. */
static APART void with_orphan(unsigned long n)
{
    if (fork() != 0) _exit(7);
    sleep(1);
    rounds((void *)n);
    _exit(0);
}

int main(int argc, char **argv)
{
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
    const char *how = argc > 2 ? argv[2] : "";
    unsigned sum = 0;
    if (!strcmp(how, "signals")) {
        struct sigaction act = {.sa_handler = on_signal};
        sigaction(SIGUSR1, &act, NULL);
        raise(SIGUSR1);
    }
    if (!strcmp(how, "input")) sum += (unsigned)getchar();
    if (!strcmp(how, "threads")) sum += with_threads(n);
    else if (!strcmp(how, "orphan")) with_orphan(n);
    else if (!strcmp(how, "processes")) sum += with_processes(n);
    else sum += (unsigned)(unsigned long)rounds((void *)n);
    printf("%u\n", sum);
    return 0;
}
