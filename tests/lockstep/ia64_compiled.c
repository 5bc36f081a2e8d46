/* A program that only computes, for comparison of two emulators on what a compiler and the C library's authors write:
 * libm (modulo-scheduled loops, frcpa, parallel and extended arithmetic), string functions, division, 128-bit integers,
 * recursion that overflows the register stack. No system call but the last, no start-up files: the code below gives every
 * register a value first, then says "nop 0x1c0df" (ia64_compare.c: from here on).
 *
 *     ia64-linux-gnu-gcc -O2 -DROUNDS=10 -static -nostartfiles -s -o compiled ia64_compiled.c -lm
 *     ia64_compare live SKI compiled */
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

asm(".explicit\n"
    ".bss\n"
    ".align 4096\n"
    "backing: .skip 0x100000\n"
    "stack: .skip 0x40000\n"
    "top: .skip 64\n"
    "tls: .skip 4096\n"
    ".text\n"
    ".global _start\n"
    ".proc _start\n"
    "_start:\n"
    "alloc r2=ar.pfs,0,0,8,0\n;;\n"
    "mov r2=0xc\n;;\n mov.m ar.rsc=r2\n;;\n flushrs\n;;\n"
    "movl r2=backing\n;;\n mov.m ar.bspstore=r2\n;;\n mov.m ar.rnat=r0\n"
    "movl r2=0x9804c0270033f\n;;\n mov.m ar.fpsr=r2\n;;\n"
    "mov r2=0\n;;\n mov.i ar.pfs=r2\n;;\n mov.i ar.lc=r2\n;;\n mov.i ar.ec=r2\n;;\n mov.m ar.csd=r2\n;;\n"
    "mov.m ar.ccv=r2\n;;\n mov.m ar.unat=r2\n;;\n clrrrb\n;;\n mov pr=r0,-2\n;;\n"
    ".irp n,0,1,2,3,4,5,6,7\n mov b\\n=r0\n;;\n .endr\n"
    ".irp n,3,4,5,6,7,8,9,10,11,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n mov r\\n=0\n;;\n .endr\n"
    ".irp n,32,33,34,35,36,37,38,39\n mov r\\n=0\n;;\n .endr\n"
    ".irp n,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25\n mov f\\n=f0\n;;\n .endr\n"
    ".irp n,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49\n mov f\\n=f0\n;;\n .endr\n"
    ".irp n,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73\n mov f\\n=f0\n;;\n .endr\n"
    ".irp n,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97\n mov f\\n=f0\n;;\n .endr\n"
    ".irp n,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121\n mov f\\n=f0\n;;\n .endr\n"
    ".irp n,122,123,124,125,126,127\n mov f\\n=f0\n;;\n .endr\n"
    "movl r12=top\n movl r13=tls\n;;\n"
    "1: mov r3=ip\n;;\n movl r1=@gprel(1b)\n;;\n sub r1=r3,r1\n;;\n"
    "nop.i 0x1c0df\n;;\n"
    "br.call.sptk.many b0=compute\n;;\n"
    "mov r32=r8\n mov r15=1025\n;;\n"
    "break 0x100000\n;;\n"
    ".endp _start\n");

#define KEEP(x) do { __typeof__(x) kept = (x); asm volatile("" : : "m"(kept) : "memory"); } while (0)

static uint64_t seed = 88172645463325252u;

static uint64_t random64(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* A double: any bits, or one of an everyday size. */
static double some(void)
{
    uint64_t bits = random64();
    double x;
    if (bits % 5 == 0) {
        bits = random64();
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    x = (double)(int64_t)random64() / 9.2e18;
    switch (bits >> 8 & 7) {
    case 0: return x * 1e-3;
    case 1: return x * 1e3;
    case 2: return x * 700;
    case 3: return x * 1e9;
    case 4: return x * 1e-200;
    default: return x * 10;
    }
}

static void library(void)
{
    double a = some(), b = some(), two;
    float f = (float)a, g = (float)b, half;
    long double u = a, v = b;
    int n;
    KEEP(sin(a)); KEEP(cos(a)); KEEP(tan(a)); KEEP(asin(a)); KEEP(acos(a)); KEEP(atan(a)); KEEP(atan2(a, b));
    KEEP(sinh(a)); KEEP(cosh(a)); KEEP(tanh(a)); KEEP(asinh(a)); KEEP(acosh(a)); KEEP(atanh(a));
    KEEP(exp(a)); KEEP(exp2(a)); KEEP(exp10(a)); KEEP(expm1(a)); KEEP(log(a)); KEEP(log2(a)); KEEP(log10(a)); KEEP(log1p(a));
    KEEP(pow(a, b)); KEEP(sqrt(a)); KEEP(cbrt(a)); KEEP(hypot(a, b)); KEEP(erf(a)); KEEP(erfc(a)); KEEP(lgamma(a));
    KEEP(tgamma(a)); KEEP(fmod(a, b)); KEEP(remainder(a, b)); KEEP(floor(a)); KEEP(ceil(a)); KEEP(rint(a)); KEEP(round(a));
    KEEP(trunc(a)); KEEP(nearbyint(a)); KEEP(lrint(a)); KEEP(llround(a)); KEEP(frexp(a, &n)); KEEP(ldexp(a, 7));
    KEEP(scalbn(a, -30)); KEEP(logb(a)); KEEP(ilogb(a)); KEEP(modf(a, &two)); KEEP(nextafter(a, b)); KEEP(fdim(a, b));
    KEEP(fma(a, b, a)); KEEP(a / b); KEEP(j0(a)); KEEP(y1(a));
    KEEP(sinf(f)); KEEP(cosf(f)); KEEP(tanf(f)); KEEP(atan2f(f, g)); KEEP(expf(f)); KEEP(logf(f)); KEEP(powf(f, g));
    KEEP(sqrtf(f)); KEEP(cbrtf(f)); KEEP(hypotf(f, g)); KEEP(erff(f)); KEEP(lgammaf(f)); KEEP(tgammaf(f)); KEEP(fmodf(f, g));
    KEEP(roundf(f)); KEEP(modff(f, &half)); KEEP(remainderf(f, g)); KEEP(f / g); KEEP(log1pf(f)); KEEP(expm1f(f));
    KEEP(sinl(u)); KEEP(cosl(u)); KEEP(tanl(u)); KEEP(atan2l(u, v)); KEEP(expl(u)); KEEP(logl(u)); KEEP(powl(u, v));
    KEEP(sqrtl(u)); KEEP(cbrtl(u)); KEEP(hypotl(u, v)); KEEP(erfl(u)); KEEP(fmodl(u, v)); KEEP(roundl(u)); KEEP(u / v);
    KEEP(cabs(a + b * I)); KEEP((a + b * I) * (b - a * I)); KEEP((__float128)a * b); KEEP((__float128)a / b);
}

static void integers(void)
{
    int64_t a = (int64_t)random64(), b = (int64_t)(random64() >> (random64() & 63)) | 1;
    uint32_t c = (uint32_t)a, d = (uint32_t)b | 1;
    __int128 w = (__int128)a * b;
    KEEP(a / b); KEEP(a % b); KEEP((uint64_t)a / (uint64_t)b); KEEP((uint64_t)a % (uint64_t)b); KEEP((int32_t)c / (int32_t)d);
    KEEP(c / d); KEEP(c % d); KEEP(w / b); KEEP((unsigned __int128)w % ((uint64_t)b)); KEEP(w >> (b & 127));
    KEEP(__builtin_popcountll((uint64_t)a)); KEEP(__builtin_clzll((uint64_t)b)); KEEP(__builtin_ctzll((uint64_t)b));
    KEEP(__builtin_bswap64((uint64_t)a)); KEEP((double)a); KEEP((double)(uint64_t)a); KEEP((float)b); KEEP((long double)a);
}

static char text[2][600];

static void strings(void)
{
    unsigned n = random64() % 300, from = random64() % 40, to = random64() % 40;
    for (unsigned i = 0; i < sizeof text[0]; i++) text[0][i] = (char)(random64() % 27 + 'a' - 1);
    memcpy(text[1] + to, text[0] + from, n);
    memmove(text[1] + from, text[1] + to, n);
    memset(text[0] + to, 'x', n);
    text[0][599] = text[1][599] = 0;
    text[1][n + 40] = 0;
    KEEP(strlen(text[1])); KEEP(strcmp(text[0] + to, text[1])); KEEP(memcmp(text[0], text[1], n)); KEEP(strchr(text[0], 'q'));
    KEEP(memchr(text[1], 'z', n)); KEEP(strncmp(text[0], text[1], 7)); KEEP(strcpy(text[0], text[1]));
    KEEP(strrchr(text[0], 'e')); KEEP(strspn(text[1], "abcdefxyz")); KEEP(strstr(text[1], "ab"));
}

static unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static double matrix(void)
{
    static double a[12][12], b[12][12], c[12][12];
    double sum = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) a[i][j] = some(), b[i][j] = 1 / (1 + (double)(i + j)), c[i][j] = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            for (int k = 0; k < 12; k++) c[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < 12; i++) sum += c[i][i];
    return sum;
}

int compute(void);
int compute(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        library();
        integers();
        strings();
    }
    KEEP(matrix());
    KEEP(ackermann(2, 9));
    return 0;
}
