/* Whoever writes what an advanced load has read, its check load must see that: another thread, another process through memory
 * that both have, the kernel. */
#include "runtime.h"

/* An advanced load, and check loads until one finds another value, a store of one's own aside. How many were too many. */
static i64 wait_for_change(volatile i64 *at)
{
    i64 value, first, n = 20000000;
    __asm__ volatile("ld8.a %0 = [%3] ;;\n"
                     "\tmov %1 = %0 ;;\n"
                     "1:\tadds %2 = -1, %2\n"
                     "\tld8.c.nc %0 = [%3] ;;\n"
                     "\tcmp.eq p6, p7 = %0, %1 ;;\n"
                     "(p6)\tcmp.ne.unc p6, p7 = r0, %2 ;;\n"
                     "(p6)\tbr.cond.dptk 1b\n"
                     "\t;;"
                     : "=&r"(value), "=&r"(first), "+r"(n)
                     : "r"(at)
                     : "p6", "p7", "memory");
    return n != 0;
}

static i64 x;
static volatile int ready;

static int store(void *arg)
{
    (void)arg;
    while (!ready) continue;
    for (volatile int i = 0; i < 100000; i++) continue;
    x = 2;
    return 0;
}

static void by_a_thread(void)
{
    int word = 1;
    begin_thread(store, NULL, &word, NULL);
    ready = 1;
    printf("a thread: %ld\n", wait_for_change(&x));
    join_thread(&word);
}

static void by_a_process(void)
{
    enum { READ_WRITE = 3, SHARED_ANONYMOUS = 0x21 };
    i64 *shared = (i64 *)system_call(SYS_mmap, NULL, 16384, READ_WRITE, SHARED_ANONYMOUS, -1, 0);
    i64 child = fork_child();
    if (child == 0) {
        for (volatile int i = 0; i < 100000; i++) continue;
        *shared = 2;
        exit(0);
    }
    printf("a process: %ld\n", wait_for_change(shared));
    wait_for(child);
}

static void by_the_kernel(void)
{
    i64 before, after, ends[2], with = 7;
    x = 1;
    ends[0] = pipe_call(&ends[1]);
    system_call(SYS_write, ends[1], &with, sizeof with);
    __asm__ volatile("ld8.a r4 = [%1] ;;\n\tmov %0 = r4" : "=r"(before) : "r"(&x) : "r4");
    system_call(SYS_read, ends[0], &x, sizeof x);
    __asm__ volatile("ld8.c.clr r4 = [%1] ;;\n\tmov %0 = r4" : "=r"(after) : "r"(&x) : "r4");
    printf("the kernel: %ld, then %ld\n", before, after);
}

/* A store of one's own that overlaps takes the entry away, one beside it does not: the stale value of memory that was not
 * written by a store shows which. */
static void by_oneself(void)
{
    static i64 y[2] = {5, 6};
    i64 near, over;
    __asm__ volatile("ld8.a %0 = [%1] ;;\n\tst8 [%2] = r0\n\tmov %0 = r0 ;;\n\tld8.c.clr %0 = [%1]"
                     : "=&r"(near) : "r"(&y[0]), "r"(&y[1]) : "memory");
    __asm__ volatile("ld8.a %0 = [%1] ;;\n\tst1 [%2] = r0\n\tmov %0 = r0 ;;\n\tld8.c.clr %0 = [%1]"
                     : "=&r"(over) : "r"(&y[0]), "r"((char *)&y[0] + 7) : "memory");
    printf("a store beside it: %ld, a store to it: %ld\n", near, over);
}

int main(void)
{
    by_oneself();
    by_the_kernel();
    by_a_thread();
    by_a_process();
    return 0;
}
