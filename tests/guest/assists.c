/* What Linux on PA-RISC makes of the traps by which a coprocessor asks for help: floating-point operations that its emulation does not know are SIGILL
 * with ILL_COPROC, of which T stays set; T with nothing behind it is cleared, and the program goes on. The exception register of a division by zero
 * is cleared, that of an invalid operation is not. And the addresses that SIGILL and SIGFPE tell of, which have the privilege level in them, as the
 * instruction queue has (but those of SIGTRAP). Handlers do without floating point. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

enum { T = 64 };

static volatile int signo, code, same, level, tag, kept;

static void on_signal(int n, siginfo_t *info, void *context)
{
    ucontext_t *c = context;
    volatile unsigned *status = (volatile unsigned *)&c->uc_mcontext.sc_fr[0];
    signo = n;
    code = info->si_code;
    same = ((unsigned)info->si_addr & ~3u) == (c->uc_mcontext.sc_iaoq[0] & ~3u);
    level = (unsigned)info->si_addr & 3;
    tag = (*status & T) != 0;
    kept = status[1] != 0;
    *status = 0; /* no traps from here on */
    c->uc_mcontext.sc_iaoq[0] = c->uc_mcontext.sc_iaoq[1];
    c->uc_mcontext.sc_iaoq[1] = c->uc_mcontext.sc_iaoq[0] + 4;
}

/* No traps and no flags. */
static void quiet(void)
{
    static const unsigned long long zero;
    __asm__ volatile("fldd 0(%0),%%fr0" : : "r"(&zero) : "memory");
}

#define TRY(name, what)                                                                                                                        \
    do {                                                                                                                                       \
        signo = code = same = level = tag = 0;                                                                                                 \
        what;                                                                                                                                  \
        quiet();                                                                                                                               \
        printf("%-32s signal %d code %d, at the instruction %d, level %d, T %d\n", name, signo, code, same, level, tag);                       \
    } while (0)

/* With traps enabled, an operation, and another one, which asks for help if that has not. */
static void multiply_and_add(unsigned enables)
{
    double big = 1e300, sum = 1, product;
    unsigned long long status = (unsigned long long)enables << 32;
    __asm__ volatile("fldd 0(%3),%%fr0\n\t.level 1.1\n\tfmpyadd,dbl %2,%2,%0,%4,%1\n\tfcpy,dbl %0,%0"
                     : "=&f"(product), "+f"(sum) : "f"(big), "r"(&status), "f"(big) : "memory");
}

static void narrow(unsigned enables)
{
    double big = 1e300;
    float small;
    unsigned long long status = (unsigned long long)enables << 32;
    __asm__ volatile("fldd 0(%2),%%fr0\n\tfcnvff,dbl,sgl %1,%0\n\tfcpy,sgl %0,%0" : "=f"(small) : "f"(big), "r"(&status) : "memory");
}

static void divide(unsigned enables, double n)
{
    double zero = 0, r;
    unsigned long long status = (unsigned long long)enables << 32;
    __asm__ volatile("fldd 0(%3),%%fr0\n\tfdiv,dbl %1,%2,%0\n\tfcpy,dbl %0,%0" : "=f"(r) : "f"(n), "f"(zero), "r"(&status) : "memory");
}

static void tag_alone(void)
{
    double one = 1, two;
    unsigned long long status = (unsigned long long)T << 32;
    __asm__ volatile("fldd 0(%2),%%fr0\n\tfadd,dbl %1,%1,%0\n\tfstd %%fr0,0(%2)" : "=f"(two) : "f"(one), "r"(&status) : "memory");
    printf("1 + 1 is %d, T is %d\n", (int)two, (int)(status >> 38 & 1));
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    static const int signals[] = {SIGILL, SIGFPE, SIGTRAP};
    for (unsigned i = 0; i < 3; i++) sigaction(signals[i], &action, NULL);
    TRY("division by zero, Z", divide(8, 1));
    printf("exception register 1 is %s\n", kept ? "kept" : "clear");
    TRY("zero divided by zero, V", divide(16, 0));
    printf("exception register 1 is %s\n", kept ? "kept" : "clear");
    TRY("multiply and add, no trap", multiply_and_add(0));
    TRY("multiply and add overflow, O", multiply_and_add(4));
    TRY("narrowed far too large, no trap", narrow(0));
    TRY("narrowed far too large, O", narrow(4));
    TRY("T alone", tag_alone());
    TRY("no instruction", __asm__ volatile(".word 0x0ffffffe"));
    TRY("privileged", __asm__ volatile("rfi"));
    TRY("a privileged register", __asm__ volatile("mtctl %r0,%cr17"));
    TRY("overflow of integers", __asm__ volatile("ldil L%%0x80000000,%%r20\n\taddo %%r20,%%r20,%%r20" ::: "r20"));
    TRY("trap on condition", __asm__ volatile("addit,= 0,%%r0,%%r20" ::: "r20"));
    TRY("break", __asm__ volatile("break 3,5"));
    return 0;
}
