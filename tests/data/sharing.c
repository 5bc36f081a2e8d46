/* Two threads that each count for themselves: side by side in a line, and a line apart; and both at one place, by turns. */
#include <pthread.h>

enum { TIMES = 20000, APART_BY = 256 };

volatile struct {
    int one, other;
} close_by __attribute__((aligned(APART_BY)));
volatile char far_apart[2 * APART_BY] __attribute__((aligned(APART_BY)));
volatile int common __attribute__((aligned(APART_BY)));

static void *count(void *arg)
{
    volatile int which = arg != 0; /* on its stack */
    for (int i = 0; i < TIMES; i++) {
        if (which) close_by.other++;
        else close_by.one++;
        far_apart[which * APART_BY]++;
        common = common + 1;
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, count, i ? &t : 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
