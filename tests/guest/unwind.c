/* Unwinding through a signal's frame: from the handler to what was interrupted, and beyond. A thread that is cancelled while it waits is unwound
 * from the handler of the signal that cancels it, and what it has to clean up is cleaned up. Built with -fexceptions. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <unwind.h>

enum { DEEP = 5 };

static int frames_here, frames_there, ready[2];

static _Unwind_Reason_Code count(struct _Unwind_Context *c, void *n)
{
    (void)c;
    ++*(int *)n;
    return _URC_NO_REASON;
}

static void handler(int s)
{
    (void)s;
    _Unwind_Backtrace(count, &frames_there);
}

__attribute__((noinline)) static int deep(int n)
{
    int r = n ? deep(n - 1) : raise(SIGUSR1);
    __asm__ volatile("");
    return r + 1;
}

static void cleaned(const int *p)
{
    printf("cleaned up: %d\n", *p);
    fflush(stdout);
}

static void *waits(void *unused)
{
    int value __attribute__((cleanup(cleaned))) = 7;
    (void)unused;
    if (write(ready[1], "", 1) != 1) return NULL;
    for (;;) pause();
}

int main(void)
{
    pthread_t thread;
    void *result;
    char c;
    signal(SIGUSR1, handler);
    _Unwind_Backtrace(count, &frames_here);
    deep(DEEP);
    printf("from the handler: %s\n", frames_there - frames_here > DEEP + 1 ? "all frames" : "not all frames");
    if (pipe(ready) || pthread_create(&thread, NULL, waits, NULL) || read(ready[0], &c, 1) != 1) return 1;
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);
    return 0;
}
