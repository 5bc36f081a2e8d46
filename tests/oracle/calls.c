/* Calls of every kind, for tests/oracle/calls, which knows how often each function is called. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define NOIPA __attribute__((noipa))

static jmp_buf place;
static volatile int sink; /* behind a call: it is no tail call */
static int table[100];

NOIPA int called(int n) { return 2 * n + sink; }
NOIPA int last(int n) { return n + sink; }
NOIPA int tail(int n) { return last(n + 1); }
NOIPA int pure(int n) { return n / (sink + 3); } /* millicode on PA-RISC, by a tail call */
NOIPA int other(int n);
NOIPA int recurse(int n)
{
    if (n) other(n - 1);
    return sink++;
} /* deeper than contexts are kept apart */
NOIPA int other(int n)
{
    recurse(n);
    return sink++;
}
NOIPA void thrower(int n)
{
    if (n == 0) longjmp(place, 1);
    thrower(n - 1);
    sink++;
}
NOIPA void catcher(void)
{
    if (setjmp(place) == 0) thrower(1);
    sink++;
}
NOIPA void on_signal(int signo) { sink += signo; }
NOIPA void never(void) { sink = 0; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv)
{
    int (*volatile f)(int) = called;
    int (*volatile g)(int) = last;
    int sum = argc;
    (void)argv;
    if (argc > 5) never();
    for (int i = 0; i < 1000; i++) sum += f(i);
    for (int i = 0; i < 200; i++) sum += g(i);
    for (int i = 0; i < 300; i++) sum += tail(i);
    for (int i = 0; i < 40; i++) sum += pure(i);
    for (int i = 0; i < 100; i++) table[i] = i * 37 % 101;
    qsort(table, 100, sizeof *table, compare);
    sum += recurse(700);
    for (int i = 0; i < 5; i++) catcher();
    signal(SIGUSR1, on_signal);
    for (int i = 0; i < 3; i++) raise(SIGUSR1);
    printf("%d %d\n", sum, table[7]);
    return 0;
}
