/* What tests/gdb/run looks at through gdb: calls, data, a thread, a fault, a loop without end. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct point {
    int x, y;
};

static volatile int counter, unread = 5;
static struct point last = {3, 4};
static volatile double ratio = 1.5;

static int square(int n)
{
    counter = counter + 1;
    return n * n;
}

static int sum_to(int n)
{
    if (n == 0) return 0;
    return square(n) + sum_to(n - 1);
}

static void *worker(void *arg)
{
    *(int *)arg = 1 + nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return NULL;
}

static void crash(int *p)
{
    *p = 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int done = 0;
    pthread_t thread;
    for (int i = 1; i <= 3; i++) {
        printf("%d %d\n", i, sum_to(i));
        fflush(stdout);
    }
    last.x = unread;
    ratio = ratio * 2;
    if (!strcmp(what, "thread")) {
        pthread_create(&thread, NULL, worker, &done);
        pthread_join(thread, NULL);
    }
    if (!strcmp(what, "crash")) crash(NULL);
    while (!strcmp(what, "spin")) counter++;
    printf("%d %d\n", counter, last.y + done);
    return 7;
}
