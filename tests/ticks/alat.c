/* Itanium: loads in advance the very counter in which ticks are counted, waits, and checks. A check that finds the load
 * still good must not hand out less than memory held before. */
#include <stdio.h>

#include "rom/include/hpux/sys/profil.h"

static unsigned long counter;

/* Advanced load, so many turns, a plain load, the check. chk.a branches when the load is void. */
static int once(unsigned long turns, unsigned long *before, unsigned long *checked)
{
    unsigned long advanced, plain;
    unsigned long *at = &counter;
    int hit = 1;
    __asm__ volatile("ld8.a %0=[%3] ;;\n"
                     "1:\tcmp.ne p6,p7=0,%4\n\t"
                     "add %4=-1,%4\n\t"
                     "(p6) br.cond.sptk.few 1b ;;\n\t"
                     "ld8 %1=[%3] ;;\n\t"
                     "chk.a.clr %0,2f ;;\n"
                     "3:\n\t"
                     ".section .text.unlikely,\"ax\"\n"
                     "2:\tld8 %0=[%3]\n\t"
                     "mov %2=0\n\t"
                     "br 3b ;;\n\t"
                     ".previous"
                     : "=&r"(advanced), "=&r"(plain), "+r"(hit), "+r"(at), "+r"(turns)
                     :
                     : "p6", "p7", "memory");
    *before = plain;
    *checked = advanced;
    return hit;
}

int main(void)
{
    struct prof all = {&counter, 8, 0, 2}; /* the overflow descriptor alone: every tick counts in it */
    unsigned hits = 0, misses = 0, stale = 0;
    if (sprofil(&all, 1, NULL, PROF_UINT64) != 0) return 1;
    for (unsigned i = 0; i < 20000; i++) {
        unsigned long before, checked;
        if (once(i % 60, &before, &checked)) hits++;
        else misses++;
        stale += checked < before;
    }
    sprofil(NULL, 0, NULL, 0);
    printf("hits %u\nmisses %u\nstale %u\n", hits, misses, stale);
    return 0;
}
