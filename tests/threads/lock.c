/* Two threads that work in functions of their own, one of which holds a lock that the other wants; a third waits in vain. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LEFT = 30000, RIGHT = 9000 };

pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
int nobody_wakes;
volatile int turned, sum, times = 1;

static __attribute__((noipa)) int left(int n)
{
    int x = 0;
    for (int i = 0; i < n; i++) x += i ^ turned;
    return x;
}

static __attribute__((noipa)) int right(int n)
{
    int x = 1;
    for (int i = 0; i < n; i++) x = x * 3 + turned;
    return x;
}

static void *holder(void *arg)
{
    pthread_mutex_lock(&the_lock);
    turned = 1;
    sum += left(LEFT * times);
    pthread_mutex_unlock(&the_lock);
    return arg;
}

static void *other(void *arg)
{
    while (!turned) right(10);
    pthread_mutex_lock(&the_lock);
    sum += right(RIGHT * times);
    pthread_mutex_unlock(&the_lock);
    return arg;
}

static void *in_vain(void *arg)
{
    struct timespec short_time = {0, 100000};
    syscall(SYS_futex, &nobody_wakes, FUTEX_WAIT, 0, &short_time, 0, 0);
    return arg;
}

int main(int argc, char **argv)
{
    void *(*const begin[])(void *) = {holder, other, in_vain};
    int many = argc > 1 ? atoi(argv[1]) : 3;
    if (argc > 2) times = atoi(argv[2]);
    for (int n = 0; n < many; n += 3) {
        pthread_t t[3];
        turned = 0;
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, begin[i], 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    }
    return 0;
}
