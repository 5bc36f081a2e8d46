/* Small loops whose order of instructions matters, for a compiler that schedules them for one processor or another. */
#include <stdlib.h>

enum { N = 512 };
int a[N], b[N], c[N];
double x[N], y[N], z[N];
unsigned char text[N];

__attribute__((noinline)) void integers(void)
{
    for (int i = 0; i < N - 2; i++) c[i] = (a[i] * 3 + b[i]) ^ (a[i + 1] - b[i + 2]) ^ (a[i] >> 3);
}

__attribute__((noinline)) void doubles(void)
{
    for (int i = 0; i < N - 1; i++) z[i] = x[i] * y[i] + x[i + 1] * (y[i] - x[i]);
}

__attribute__((noinline)) unsigned bytes(void)
{
    unsigned hash = 5381;
    for (int i = 0; i < N; i++) hash = hash * 33 + (text[i] ^ hash >> 7);
    return hash;
}

__attribute__((noinline)) int gather(void)
{
    int sum = 0;
    for (int i = 0; i < N - 3; i += 3) sum += a[b[i] & (N - 1)] + a[b[i + 1] & (N - 1)] - a[b[i + 2] & (N - 1)];
    return sum;
}

int main(int argc, char **argv)
{
    int kernel = argc > 1 ? atoi(argv[1]) : 0;
    unsigned result = 0;
    for (int i = 0; i < N; i++) a[i] = i * 7, b[i] = i * 5, x[i] = i, y[i] = i + 1, text[i] = (unsigned char)i;
    for (int round = 0; round < 20; round++) {
        if (kernel == 0) integers();
        if (kernel == 1) doubles();
        if (kernel == 2) result += bytes();
        if (kernel == 3) result += (unsigned)gather();
    }
    c[0] = (int)result;
    return 0;
}
