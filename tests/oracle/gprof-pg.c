/* Three functions that use 6, 3 and 1 parts of the time, in rounds that grow, so that the ticks do not fall
 * into step with them, for tests/oracle/gprof-pg. */
#include <stdio.h>

#define WORK(name)                                                                                                     \
    static unsigned __attribute__((noipa)) name(unsigned n)                                                            \
    {                                                                                                                  \
        unsigned x = n;                                                                                                \
        for (unsigned i = 0; i < n; i++) x = x * 5 + (x >> 3) + i;                                                     \
        return x;                                                                                                      \
    }
WORK(heavy)
WORK(middle)
WORK(light)

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 300; i++) sum += heavy(60000 + 37 * i) + middle(30000 + 17 * i) + light(10000 + 7 * i);
    printf("%08x\n", sum);
    return 0;
}
