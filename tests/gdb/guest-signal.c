/* What tests/gdb/run looks at through gdb: signals with handlers, one during a call that sleeps, a fault, abort(). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int usr1, realtime, alarms;
static int value = 7, *pointer;

static void on_usr1(int signo) { usr1++; }
static void on_realtime(int signo) { realtime++; }
static void on_alarm(int signo) { alarms++; }

static int twice(int x) { return 2 * x; }

static void check(void)
{
    if (!pointer) return;
    abort();
}

int main(void)
{
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    signal(SIGUSR1, on_usr1);
    signal(SIGRTMIN + 1, on_realtime);
    signal(SIGALRM, on_alarm);
    raise(SIGUSR1);
    raise(SIGRTMIN + 1);
    setitimer(ITIMER_REAL, &often, NULL);
    while (alarms < 5) continue;
    setitimer(ITIMER_REAL, &never, NULL);
    alarm(1);
    unsigned left = sleep(5);
    printf("%d %d %d %u\n", usr1, realtime, alarms, left);
    fflush(stdout);
    printf("%d\n", *pointer);
    fflush(stdout);
    check();
    return twice(1);
}
