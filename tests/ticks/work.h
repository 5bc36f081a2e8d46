/* What the profiled guests have in common: two functions with a known loop each, and the words in which a guest tells
 * the checker what it did: "map ADDRESS BYTES", "poke ADDRESS HEX", "call NAME A B C D", "dump ADDRESS HEX". */
#ifndef PCGRAM_TICKS_WORK_H
#define PCGRAM_TICKS_WORK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Loops that no compiler shortens; each turn depends on the one before. */
__attribute__((noinline, aligned(256))) static unsigned first(unsigned turns)
{
    unsigned x = turns;
    for (unsigned i = 0; i < turns; i++) {
        x = x * 1103515245 + 12345;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

__attribute__((noinline, aligned(256))) static unsigned second(unsigned turns)
{
    unsigned x = turns, y = 1;
    for (unsigned i = 0; i < turns; i++) {
        x ^= x << 7 ^ y;
        y += x >> 9;
        if (y & 1) x += 3;
        __asm__ volatile("" : "+r"(x), "+r"(y));
    }
    return x + y;
}

/* Beyond any region of the tests. */
__attribute__((noinline, aligned(4096))) static unsigned outside(unsigned turns)
{
    double sum = 0;
    for (unsigned i = 1; i <= turns; i++) sum += 1.0 / i;
    return (unsigned)(sum * 1000);
}

static unsigned work(unsigned turns)
{
    unsigned sum = 0;
    for (int i = 0; i < 10; i++) sum += first(turns) + second(2 * turns) + outside(turns / 2);
    return sum;
}

static void hex(const char *word, const void *at, size_t bytes)
{
    const unsigned char *p = at;
    printf("%s %lx ", word, (unsigned long)at);
    for (size_t i = 0; i < bytes; i++) printf("%02x", p[i]);
    putchar('\n');
}

static void say_map(const void *at, size_t bytes) { printf("map %lx %lx\n", (unsigned long)at, (unsigned long)bytes); }

static void say_call(const char *name, const void *a, unsigned long b, unsigned long c, unsigned long d)
{
    printf("call %s %lx %lx %lx %lx\n", name, (unsigned long)a, b, c, d);
}

#endif
