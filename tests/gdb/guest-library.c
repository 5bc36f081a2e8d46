/* What tests/gdb/run steps back through: calls into libraries, and one that loads a library. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int compared;

static int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int number[] = {3, 1, 2};
    void *library = dlopen("libm.so.6", RTLD_NOW);
    compared = 0;
    qsort(number, 3, sizeof number[0], compare);
    printf("%d\n", number[0]);
    double (*root)(double) = (double (*)(double))dlsym(library, "sqrt");
    double two = root(4);
    return (int)two;
}
