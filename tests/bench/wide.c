/* The worst case for host code: three thousand functions of some forty instructions that are called in turn, so that all of them become hot in the same
 * moment, and hardly run any longer. How many rounds is its argument. */
#include <stdio.h>
#include <stdlib.h>

static unsigned v[64];

#define STEP(a, b, k)                                                                                                  \
    a = (a ^ b) + v[(k) & 63];                                                                                         \
    if (a & 1u << ((k) & 7)) b += a >> (1 + ((k) & 7));
#define FUNCTION(n)                                                                                                    \
    static __attribute__((noinline)) unsigned f##n(unsigned a, unsigned b)                                             \
    {                                                                                                                  \
        STEP(a, b, n) STEP(b, a, n + 11) STEP(a, b, n + 23) STEP(b, a, n + 31) STEP(a, b, n + 43)                      \
        return (v[n & 63] = a) ^ b;                                                                                    \
    }
#define CALL(n) a = f##n(a, n);

#define TEN(x, n) x(n##0) x(n##1) x(n##2) x(n##3) x(n##4) x(n##5) x(n##6) x(n##7) x(n##8) x(n##9)
#define HUNDRED(x, n) TEN(x, n##0) TEN(x, n##1) TEN(x, n##2) TEN(x, n##3) TEN(x, n##4) TEN(x, n##5) TEN(x, n##6) TEN(x, n##7) TEN(x, n##8) TEN(x, n##9)
#define THOUSAND(x, n)                                                                                                 \
    HUNDRED(x, n##0) HUNDRED(x, n##1) HUNDRED(x, n##2) HUNDRED(x, n##3) HUNDRED(x, n##4) HUNDRED(x, n##5)              \
    HUNDRED(x, n##6) HUNDRED(x, n##7) HUNDRED(x, n##8) HUNDRED(x, n##9)

THOUSAND(FUNCTION, 1)
THOUSAND(FUNCTION, 2)
THOUSAND(FUNCTION, 3)

int main(int argc, char **argv)
{
    unsigned a = 1;
    for (int i = argc > 1 ? atoi(argv[1]) : 60; i > 0; i--) {
        THOUSAND(CALL, 1)
        THOUSAND(CALL, 2)
        THOUSAND(CALL, 3)
    }
    printf("%u\n", a);
    return 0;
}
