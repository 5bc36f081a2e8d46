/* Blocks of the heap: what tests/data/run says of each chain is counted here by hand. Accesses are volatile, so that there are as
 * many as it says. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define APART __attribute__((noinline, noclone))

typedef volatile unsigned char byte;

static APART void write_bytes(byte *p, int n)
{
    for (int i = 0; i < n; i++) p[i] = 1;
}

/* 100 bytes written, 7 of them after free(): these are no block's. */
APART void by_malloc(void)
{
    byte *p = malloc(100);
    write_bytes(p, 100);
    free((void *)p);
    write_bytes(p + 40, 7);
}

/* 3 blocks of 24 bytes. */
APART void by_calloc(void)
{
    byte *p[3];
    for (int i = 0; i < 3; i++) p[i] = calloc(3, 8);
    for (int i = 0; i < 3; i++) write_bytes(p[i], 24);
    for (int i = 0; i < 3; i++) free((void *)p[i]);
}

/* The first block has 16 bytes written, what realloc made of it 200. */
APART byte *before_realloc(void)
{
    byte *p = malloc(16);
    write_bytes(p, 16);
    return p;
}

APART void by_realloc(void)
{
    byte *p = realloc((void *)before_realloc(), 400);
    write_bytes(p + 100, 200);
    free((void *)p);
}

/* A realloc that fails leaves the block what it was: 5 and 6 bytes written. */
APART void by_failing_realloc(void)
{
    byte *p = malloc(64);
    write_bytes(p, 5);
    volatile size_t much = (size_t)-1 / 2;
    if (realloc((void *)p, much)) exit(1);
    write_bytes(p + 32, 6);
    free((void *)p);
}

/* 48 bytes. */
APART void by_posix_memalign(void)
{
    void *p;
    if (posix_memalign(&p, 64, 128)) exit(1);
    write_bytes(p, 48);
    free(p);
}

/* 32 bytes. */
APART void by_aligned_alloc(void)
{
    byte *p = aligned_alloc(32, 64);
    write_bytes(p, 32);
    free((void *)p);
}

/* One of each of 4 pages, then again of the first and the last, the two between being gone, and 9 of what came in their place,
 * which is not part of it. */
APART byte *map_again(byte *at, size_t n)
{
    return mmap((void *)at, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

APART void by_mmap(void)
{
    enum { PAGE = 4096 };
    byte *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 4; i++) p[i * PAGE] = 1;
    munmap((void *)(p + PAGE), 2 * PAGE);
    p[0] = p[3 * PAGE] = 2;
    write_bytes(map_again(p + PAGE, PAGE), 9);
}

/* 50 bytes of a frame of its own, written by another function. */
APART void by_stack(void)
{
    unsigned char own[50];
    write_bytes(own, 50);
}

int main(void)
{
    by_malloc();
    by_calloc();
    by_realloc();
    by_failing_realloc();
    by_posix_memalign();
    by_aligned_alloc();
    by_mmap();
    by_stack();
    return 0;
}
