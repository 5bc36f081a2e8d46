/* Floating-point traps: SIGFPE with its si_code, for operations that must trap and for those that must not, in an order
 * that has every kind after every other; and flags without traps in all rounding modes. Any Linux prints the same. */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf env;
static volatile int code;
static volatile double sink;

static void on_fpe(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    code = info->si_code;
    siglongjmp(env, 1);
}

static const char *name_of(int c)
{
    switch (c) {
    case 0: return "none";
    case FPE_FLTDIV: return "FPE_FLTDIV";
    case FPE_FLTOVF: return "FPE_FLTOVF";
    case FPE_FLTUND: return "FPE_FLTUND";
    case FPE_FLTRES: return "FPE_FLTRES";
    case FPE_FLTINV: return "FPE_FLTINV";
    default: return "another";
    }
}

static volatile double zero = 0, one = 1, two = 2, three = 3, huge = 1e308, tiny = 1e-308, minus = -1, nan_;

static double divide(void) { return one / zero; }
static double invalid(void) { return zero / zero; }
static double overflow(void) { return huge * huge; }
static double underflow(void) { return tiny * tiny; }
static double inexact(void) { return one / three; }
static double root(void) { return sqrt(minus); }
static double quiet(void) { return nan_ + one; }
static double exact(void) { return one / two; }

static const struct {
    const char *name;
    double (*compute)(void);
    int traps;
} cases[] = {
    {"1/0", divide, FE_DIVBYZERO},
    {"0/0", invalid, FE_INVALID},
    {"1e308^2", overflow, FE_OVERFLOW},
    {"1e-308^2", underflow, FE_UNDERFLOW},
    {"1/3", inexact, FE_INEXACT},
    {"sqrt(-1)", root, FE_INVALID},
    {"nan+1", quiet, FE_INVALID},
    {"1/2", exact, FE_ALL_EXCEPT},
    {"1/3, no I", inexact, FE_ALL_EXCEPT & ~FE_INEXACT},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static int trap_of(int i)
{
    code = 0;
    feclearexcept(FE_ALL_EXCEPT);
    if (sigsetjmp(env, 1) == 0) {
        feenableexcept(cases[i].traps);
        sink = cases[i].compute();
    }
    fedisableexcept(FE_ALL_EXCEPT);
    return code;
}

static int flags_of(int i)
{
    feclearexcept(FE_ALL_EXCEPT);
    sink = cases[i].compute();
    int f = fetestexcept(FE_ALL_EXCEPT);
    return (f & FE_INVALID ? 1 : 0) | (f & FE_DIVBYZERO ? 2 : 0) | (f & FE_OVERFLOW ? 4 : 0) |
           (f & FE_UNDERFLOW ? 8 : 0) | (f & FE_INEXACT ? 16 : 0);
}

int main(void)
{
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    struct sigaction action = {.sa_sigaction = on_fpe, .sa_flags = SA_SIGINFO};
    sigaction(SIGFPE, &action, NULL);
    nan_ = nan("");
    int first[CASES], differ = 0;
    for (int i = 0; i < CASES; i++) {
        first[i] = trap_of(i);
        printf("%-10s %s\n", cases[i].name, name_of(first[i]));
    }
    for (int i = 0; i < CASES; i++)
        for (int j = 0; j < CASES; j++) differ += trap_of(i) != first[i] || trap_of(j) != first[j];
    printf("%d differ after another\n", differ);
    for (int m = 0; m < 4; m++) {
        fesetround(modes[m]);
        for (int i = 0; i < CASES; i++) {
            int flags = flags_of(i);
            printf("%-10s mode %d flags %02x %a\n", cases[i].name, m, flags, isnan(sink) ? 0 : sink);
        }
    }
    return 0;
}
