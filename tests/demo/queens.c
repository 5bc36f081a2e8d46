/* The demo's guest: the ten queens, a sieve, and a sum of square roots. Three functions with different ways to spend
 * time: calls and branches, memory, floating point. */
#include <stdio.h>
#include <string.h>

static unsigned char composite[200001];

/* Ways to put the queens of rows row.. on a board of n columns; bits of the columns and diagonals already taken. */
static unsigned __attribute__((noipa)) queens(unsigned n, unsigned row, unsigned columns, unsigned left, unsigned right)
{
    unsigned ways = 0, free_columns = ~(columns | left | right) & ((1u << n) - 1);
    if (row == n) return 1;
    while (free_columns) {
        unsigned queen = free_columns & -free_columns;
        free_columns ^= queen;
        ways += queens(n, row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return ways;
}

static unsigned __attribute__((noipa)) sieve(unsigned limit)
{
    unsigned count = 0;
    memset(composite, 0, sizeof composite);
    for (unsigned i = 2; i <= limit; i++) {
        if (composite[i]) continue;
        count++;
        for (unsigned k = 2 * i; k <= limit; k += i) composite[k] = 1;
    }
    return count;
}

static double __attribute__((noipa)) root_sum(unsigned n)
{
    double sum = 0;
    for (unsigned i = 1; i <= n; i++) {
        double x = i, r = x;
        for (int k = 0; k < 12; k++) r = 0.5 * (r + x / r); /* Newton's method */
        sum += r;
    }
    return sum;
}

int main(void)
{
    printf("%u ways to place 10 queens\n", queens(10, 0, 0, 0, 0));
    printf("%u primes up to 200000\n", sieve(200000));
    printf("%.6f is the sum of the square roots up to 100000\n", root_sum(100000));
    return 0;
}
