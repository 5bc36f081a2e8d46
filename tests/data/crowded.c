/* Frames of functions for whose stacks there is no room (--mem-limit) take turns with those of one that is known, at the same place, where a mapping was written to
 * by the same instruction before it was a stack: what is known of that place is of the frame alone. fill() stores 128 bytes, its callers one more each. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline, noclone))
#define FUNCTION(n) NOINLINE static void f##n(void) { volatile char b[256] __attribute__((aligned(64))); fill(b + 64); b[0] = n & 1; }
#define FUNCTIONS(n) FUNCTION(n##0) FUNCTION(n##1) FUNCTION(n##2) FUNCTION(n##3) FUNCTION(n##4) FUNCTION(n##5) FUNCTION(n##6) FUNCTION(n##7)
#define MANY(n) FUNCTIONS(n##0) FUNCTIONS(n##1) FUNCTIONS(n##2) FUNCTIONS(n##3) FUNCTIONS(n##4) FUNCTIONS(n##5) FUNCTIONS(n##6) FUNCTIONS(n##7)
#define NAMES(n) f##n##0, f##n##1, f##n##2, f##n##3, f##n##4, f##n##5, f##n##6, f##n##7,
#define MANY_NAMES(n) NAMES(n##0) NAMES(n##1) NAMES(n##2) NAMES(n##3) NAMES(n##4) NAMES(n##5) NAMES(n##6) NAMES(n##7)

enum { SIZE = 1 << 16 };

static ucontext_t outer, inner;

NOINLINE static void fill(volatile char *p)
{
    for (int i = 0; i < 128; i++) p[i] = i;
}

FUNCTION(1)
MANY(01) MANY(02) MANY(03) MANY(04) MANY(05) MANY(06) MANY(07)
static void (*const function[])(void) = {MANY_NAMES(01) MANY_NAMES(02) MANY_NAMES(03) MANY_NAMES(04) MANY_NAMES(05) MANY_NAMES(06) MANY_NAMES(07)};

NOINLINE static void begin(void)
{
    for (unsigned i = 0; i < 2 * sizeof function / sizeof *function; i++) function[i / 2](), f1();
}

int main(void)
{
    f1();
    char *stack = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fill(stack + SIZE / 2);
    munmap(stack, SIZE);
    stack = mmap(stack, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    getcontext(&inner);
    inner.uc_stack = (stack_t){.ss_sp = stack, .ss_size = SIZE};
    inner.uc_link = &outer;
    makecontext(&inner, begin, 0);
    return swapcontext(&outer, &inner);
}
