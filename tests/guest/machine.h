/* What the guest programs need to know of the processor they were built for. */
#ifndef GUEST_MACHINE_H
#define GUEST_MACHINE_H

#include <sched.h>
#include <stddef.h>

/* Executes an instruction that is not a program's to execute. */
static inline void privileged(void)
{
#if defined __hppa__
    __asm__ volatile(".word 0x04000000"); /* iitlbp */
#elif defined __ia64__
    __asm__ volatile("itc.i r0" : : : "memory");
#endif
}

/* Makes a function at p, which returns n, and calls it by another mapping of the same memory. */
static inline int call_made_at(unsigned *at, unsigned *p, int n)
{
#if defined __hppa__
    p[0] = 0xe840c000;          /* bv %r0(%rp) */
    p[1] = 0x341c0000 | (unsigned)n << 1; /* ldi n,%ret0 */
    __asm__ volatile("fdc %%r0(%0)\n\tsync\n\tfic %%r0(%%sr4,%1)\n\tsync" : : "r"(p), "r"(at) : "memory");
    return ((int (*)(void))at)();
#elif defined __ia64__
    struct { unsigned *code; void *gp; } descriptor = {at, NULL};
    p[0] = 0x00004011 | (unsigned)(n & 127) << 18; /* { .mib mov r8=n; nop.i 0; br.ret.sptk.many b0;; } */
    p[1] = 0x00002400;
    p[2] = 0x80000200;
    p[3] = 0x00840008;
    __asm__ volatile("fc.i %0;; sync.i;; srlz.i;;" : : "r"(p) : "memory");
    return ((int (*)(void))(void *)&descriptor)();
#endif
}

static inline int call_made(unsigned *p, int n) { return call_made_at(p, p, n); }

/* clone() on a stack of `size` bytes at `stack`, whichever way stacks grow. */
static inline int clone_on(int (*run)(void *), char *stack, size_t size, int flags, void *arg)
{
#if defined __hppa__
    (void)size;
    return clone(run, stack, flags, arg);
#else
    extern int __clone2(int (*)(void *), void *, size_t, int, void *, ...);
    return __clone2(run, stack, size, flags, arg);
#endif
}

#endif
