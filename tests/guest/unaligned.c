/* Unaligned loads and stores, which the kernel mends, in every form that has a base modification of its own. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static _Alignas(16) unsigned char memory[64];

static void fill(void)
{
    for (unsigned i = 0; i < sizeof memory; i++) memory[i] = (unsigned char)(i + 1);
}

static void show(const char *what, long base)
{
    printf("%s: base %+ld,", what, base);
    for (int i = 0; i < 24; i++) printf(" %02x", memory[i]);
    printf("\n");
}

#define LOAD(text, at)                                                                       \
    do {                                                                                     \
        unsigned char *p = memory + (at);                                                    \
        unsigned v = 0;                                                                      \
        __asm__ volatile(text : "=&r"(v), "+r"(p) : "r"(3L) : "memory");                      \
        printf("%s: %x base %+ld\n", text, v, (long)(p - memory));                           \
    } while (0)

#define STORE(text, at)                                                                      \
    do {                                                                                     \
        unsigned char *p = memory + (at);                                                    \
        fill();                                                                              \
        __asm__ volatile(text : "+r"(p) : "r"(0xa1b2c3d4) : "memory");                        \
        show(text, (long)(p - memory));                                                      \
    } while (0)

#define FLOAD(text, at)                                                                      \
    do {                                                                                     \
        unsigned char *p = memory + (at);                                                    \
        union { double d; unsigned long long u; } v = {0};                                   \
        __asm__ volatile(text : "=&f"(v.d), "+r"(p) : "r"(3L) : "memory");                    \
        printf("%s: %llx base %+ld\n", text, v.u, (long)(p - memory));                       \
    } while (0)

#define FSTORE(text, at)                                                                     \
    do {                                                                                     \
        unsigned char *p = memory + (at);                                                    \
        union { unsigned long long u; double d; } v = {0xa1a2a3a4a5a6a7a8ULL};               \
        fill();                                                                              \
        __asm__ volatile(text : "+r"(p) : "f"(v.d), "r"(3L) : "memory");                      \
        show(text, (long)(p - memory));                                                      \
    } while (0)

int main(void)
{
    fill();
    LOAD("ldh 1(%1),%0", 0);
    LOAD("ldw 5(%1),%0", 2);
    LOAD("ldw 100(%1),%0", -97);
    LOAD("ldhx %2(%1),%0", 0);
    LOAD("ldhx,s %2(%1),%0", 1);
    LOAD("ldwx,s %2(%1),%0", 1);
    LOAD("ldwx,sm %2(%1),%0", 1);
    LOAD("ldwx,m %2(%1),%0", 0);
    LOAD("ldws,ma 5(%1),%0", 1);
    LOAD("ldws,mb 5(%1),%0", 0);
    LOAD("ldwm 7(%1),%0", 3);
    LOAD("ldwm -7(%1),%0", 10);
    LOAD("ldhs,mb -3(%1),%0", 8);
    STORE("sth %1,3(%0)", 0);
    STORE("stw %1,3(%0)", 0);
    STORE("stws,ma %1,5(%0)", 3);
    STORE("stws,mb %1,5(%0)", 0);
    STORE("sths,mb %1,-3(%0)", 8);
    STORE("stwm %1,6(%0)", 3);
    STORE("stwm %1,-6(%0)", 7);
    FLOAD("fldds 4(%1),%0", 1);
    FLOAD("flddx,s %2(%1),%0", 1);
    FLOAD("flddx,sm %2(%1),%0", 1);
    FLOAD("fldds,ma 8(%1),%0", 3);
    FLOAD("fldws 4(%1),%0", 1);
    FLOAD("fldws 4(%1),%R0", 1);
    FLOAD("fldwx,sm %2(%1),%0", 1);
    FSTORE("fstds %1,4(%0)", 1);
    FSTORE("fstds,mb %1,8(%0)", 1);
    FSTORE("fstdx,sm %1,%2(%0)", 2);
    FSTORE("fstws %1,4(%0)", 1);
    FSTORE("fstws %R1,4(%0)", 1);
    FSTORE("fstws,ma %1,4(%0)", 1);
    /* In a delay slot: the branch goes where it was going. */
    unsigned char *p = memory + 1;
    unsigned v;
    fill();
    __asm__ volatile("b .+16\n\tldw 0(%1),%0\n\tldi -1,%0\n\tldi -2,%0\n\tnop" : "=&r"(v) : "r"(p) : "memory");
    printf("delay slot %x\n", v);
    return 0;
}
