/* Three phases that differ in what they wait for, each a function: adding, going through a list that no cache holds, and, after a sleep
 * of 50 ms, dividing. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LENGTH = 1 << 15, STRIDE = 257, ROUNDS = 1 << 16 };

struct cell {
    struct cell *next;
    long fill[31];
};

static struct cell cells[LENGTH];

__attribute__((noipa)) static unsigned add(unsigned n)
{
    unsigned sum = 0;
    for (volatile unsigned i = 0; i < n; i++) sum += i;
    return sum;
}

__attribute__((noipa)) static unsigned chase(const struct cell *c, unsigned n)
{
    unsigned sum = 0;
    for (; n--; c = c->next) sum += (unsigned)(c - cells);
    return sum;
}

__attribute__((noipa)) static double divide(unsigned n)
{
    double x = 1;
    for (unsigned i = 2; i < n; i++) x = (x + i) / 1.5;
    return x;
}

int main(void)
{
    struct timespec nap = {0, 50000000};
    unsigned sum = add(8 * ROUNDS);
    for (unsigned i = 0; i < LENGTH; i++) cells[i].next = &cells[(i + STRIDE) % LENGTH];
    sum += chase(cells, ROUNDS);
    nanosleep(&nap, NULL);
    printf("%u %g\n", sum, divide(2 * ROUNDS));
    return 0;
}
