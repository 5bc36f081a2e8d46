/* Three functions that use 6, 3 and 1 parts of the time, for tests/oracle/gprof-pg. */
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
    for (int i = 0; i < 300; i++) sum += heavy(60000) + middle(30000) + light(10000);
    printf("%08x\n", sum);
    return 0;
}
