/* Part of what tests/realtime/guest.c does, without a C library. Times are printed in nanoseconds. */
#include "runtime.h"

enum { CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID };

static i64 now(int id)
{
    i64 ts[2];
    system_call(SYS_clock_gettime, id, ts);
    return ts[0] * 1000000000 + ts[1];
}

static i64 cycles(void)
{
    i64 n;
    __asm__ volatile("mov %0=ar.itc" : "=r"(n));
    return n;
}

static void sleeps(i64 ms)
{
    i64 ts[2] = {ms / 1000, ms % 1000 * 1000000}, mono = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID), c = cycles();
    system_call(SYS_nanosleep, ts, NULL);
    c = cycles() - c;
    printf("%ld\n%ld\n%ld\n", now(CLOCK_MONOTONIC) - mono, now(CLOCK_PROCESS_CPUTIME_ID) - cpu, c);
}

static void work(i64 n)
{
    static volatile i64 sum;
    for (i64 i = 0; i < n; i++) sum = (sum * 33) ^ i;
}

int main(int argc, char **argv)
{
    switch (argc > 1 ? argv[1][0] : 0) {
    case 'd': printf("%ld\n%ld\n", now(CLOCK_REALTIME) / 1000000000, now(CLOCK_MONOTONIC) / 1000000000); break;
    case 's': sleeps(argc > 2 ? strtol(argv[2], NULL, 10) : 0); break;
    case 'w': work(3000000); break;
    default: return 2;
    }
    return 0;
}
