/* Random floating-point instructions of Itanium: isa/ia64/exec/fpu against MPFR (model.h), value, flags and ISR.code.
 *
 *     check CASES [SEED]      CASES instructions; ends with "N passed, N failed"
 *     check -b                nanoseconds per fma, the short way and the plain one
 *
 * Operands are zeros, subnormals, unnormals, pseudo-zeros, infinities, NaNs, NaTVals and unsupported numbers as well as
 * numbers: of all widths, at the edges of all ranges, close to halves, and such that sums cancel. */
#include "tests/oracle/ia64_fpu/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* --- operands --------------------------------------------------------------------------------------------------------------- */

static u64 state;

static u64 draw(void) /* splitmix64 */
{
    u64 z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned below(unsigned n) { return (unsigned)(draw() % n); }

static struct ia64_fr f2, f3, f4; /* of the case under way */

/* A significand of 64 bits in many shapes, with the integer bit. */
static u64 some_sig(void)
{
    u64 v = draw(), top = (u64)1 << 63;
    switch (below(8)) {
    case 0: return top;
    case 1: return ~(u64)0 << below(64);
    case 2: return top | (u64)1 << below(64);
    case 3: v &= ~(u64)0 << 40; break;
    case 4: v &= ~(u64)0 << 11; break;
    case 5: v = (v & ~(u64)0 << 40) | (u64)1 << 39 | (below(3) - 1); break; /* near the middle of two singles */
    case 6: v = (v & ~(u64)0 << 11) | (u64)1 << 10 | (below(3) - 1); break; /* ... of two doubles */
    default: break;
    }
    return v | top;
}

/* A biased exponent: near 1, near the edges of a format or of a half of it, or any. */
static u32 some_exp(void)
{
    static const u32 edges[] = {0x1,     0x40,    0x0c001, 0x1bffe, 0x0fc01, 0x103fe, 0x0ff81, 0x1007e,
                                0x0fe00, 0x0ffc0, 0x10200, 0x1003e, 0x1003f, 0x1001e, 0x1fffe, 0x08000};
    switch (below(4)) {
    case 0: return 0xffff - 70 + below(140);
    case 1: return (edges[below(16)] - 32 + below(64)) & 0x1ffff;
    case 2: return edges[below(16)];
    default: return (u32)draw() & 0x1ffff;
    }
}

static struct ia64_fr some_register(void)
{
    struct ia64_fr a = {.sig = some_sig(), .exp = some_exp(), .sign = below(2)};
    switch (below(24)) {
    case 0: return (struct ia64_fr){.sign = below(2)};
    case 1: a.sig = below(2) ? 0 : a.sig >> below(64); break; /* pseudo-zero, unnormal */
    case 2: a.exp = 0; a.sig >>= below(20); break;
    case 3: return (struct ia64_fr){.sig = (u64)1 << 63, .exp = 0x1ffff, .sign = below(2)};
    case 4: a.exp = 0x1ffff; break;
    case 5: a.exp = 0x1ffff; a.sig = draw() & ~(u64)0 >> 1; break;
    case 6: return below(4) ? IA64_FR_ONE : IA64_FR_NATVAL;
    case 7: return ia64_fr_from_single((u32)draw() & 0x807fffff); /* subnormals in their registers */
    case 8: return ia64_fr_from_double(draw() & 0x800fffffffffffff);
    case 9: return ia64_fr_from_sig(draw() >> below(64));
    case 10: return ia64_fr_from_double((u64)(0x3f8 + below(16)) << 52 | draw() >> 12);
    default: break;
    }
    return a;
}

/* A single in many shapes. */
static u32 some_single(void)
{
    static const u32 few[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x3f800000, 0x00000001, 0x00800000, 0x7f7fffff,
                              0x007fffff, 0x7fc00000, 0x7f800001, 0xffbfffff, 0x4f000000, 0xcf000000, 0x4effffff, 0x0c000000};
    u32 v = (u32)draw();
    switch (below(5)) {
    case 0: return few[below(16)] ^ (below(8) ? 0 : 0x80000000);
    case 1: return (v & 0x807fffff) | (112 + below(32)) << 23;
    case 2: return (v & 0x80000000) | below(256) << 23 | (0x7fffff & ~0u << below(24));
    case 3: return (v & 0x807fffff) | (below(2) ? below(30) : 225 + below(31)) << 23;
    default: return v;
    }
}

static struct ia64_fr some_pair(void)
{
    if (below(64) == 0) return IA64_FR_NATVAL;
    return ia64_fr_from_sig((u64)some_single() << 32 | some_single());
}

/* An addend that nearly cancels f3 * f4, or lies half a unit away from where its digits end. */
static struct ia64_fr near_product(void)
{
    u128 p = (u128)f3.sig * f4.sig;
    if (p == 0) return some_register();
    u32 exp = f3.exp + f4.exp - 0xffff + 1;
    while (!(p >> 127)) p <<= 1, exp--;
    u64 sig = (u64)(p >> 64) + below(3) - 1;
    return (struct ia64_fr){
        .sig = sig | (u64)1 << 63, .exp = (exp + (below(4) ? 0 : below(140) - 70)) & 0x1ffff, .sign = below(2)};
}

/* Factors such that the lower half of the product is what rounding to 64 bits, or an addition, has to look at to the last
 * bit; and an addend that is close by, or so far below that only its being there counts. */
static void choose_product(void)
{
    u64 inverse = f3.sig = draw() | (u64)1 << 63 | 1;
    for (int i = 0; i < 6; i++) inverse *= 2 - f3.sig * inverse; /* modulo 2^64, by Newton's iteration */
    do f4.sig = inverse * (((u64)below(2) << 63) + below(3) - 1 + ((u64)below(3) << 62));
    while (!(f4.sig >> 63));
    f3.exp = 0xffff - 30 + below(60);
    f4.exp = 0xffff - 30 + below(60);
    u32 exp = f3.exp + f4.exp - 0xffff;
    f2 = (struct ia64_fr){.sig = some_sig(), .exp = exp - (below(2) ? below(4) - 1 : below(200)), .sign = below(2)};
}

/* An addend one binade above a product that is next to it: what is left of it has 65 bits. */
static struct ia64_fr above_product(void)
{
    f3.sig = ~(u64)0 - 2 * below(4);
    f4.sig = ~(u64)0 - 2 * below(4);
    u32 exp = (f3.exp + f4.exp - 0xffff + 1 + 1) & 0x1ffff;
    return (struct ia64_fr){.sig = ((u64)1 << 63) + below(3), .exp = exp, .sign = !(f3.sign ^ f4.sign)};
}

static u64 some_fpsr(void)
{
    u64 v = draw();
    if (below(3)) v |= 63;                     /* no traps */
    if (below(2)) v &= ~(u64)63 | draw() | 63; /* flags as they come, or a few */
    for (unsigned sf = 0; sf < 4; sf++) {
        if (below(2)) v &= ~((u64)63 << ia64_fpsr_flags(sf));
        if (below(2)) v |= (u64)12 << ia64_fpsr_controls(sf);
        if (below(2)) v &= ~((u64)3 << ia64_fpsr_controls(sf)); /* neither ftz nor wre */
        if ((v >> ia64_fpsr_controls(sf) >> 2 & 3) == 1) v ^= (u64)4 << ia64_fpsr_controls(sf);
    }
    return v & ~((u64)63 << 58);
}

/* --- one case ---------------------------------------------------------------------------------------------------------------- */

static long failures;

static void print_register(const char *name, struct ia64_fr a)
{
    printf("  %s %u %05x %016llx\n", name, a.sign, a.exp, (unsigned long long)a.sig);
}

static bool same(struct ia64_fr a, struct ia64_fr b) { return a.sig == b.sig && a.exp == b.exp && a.sign == b.sign; }

/* Holds what was found against what should be; what a fault must leave alone is what was there. */
static bool check(const char *what, u64 before, const struct expected *e, u32 code, struct ia64_fr f1, u64 fpsr, bool p1,
                  bool p2)
{
    struct expected x = *e;
    if (x.code & IA64_FP_FAULT) x = (struct expected){.code = x.code, .f1 = {1, 2, 1}, .fpsr = before, .p1 = p1, .p2 = p2};
    if (code == x.code && same(f1, x.f1) && fpsr == x.fpsr && p1 == x.p1 && p2 == x.p2) return true;
    if (failures++ < 20) {
        printf("%s, fpsr %016llx:\n", what, (unsigned long long)before);
        print_register("f3", f3);
        print_register("f4", f4);
        print_register("f2", f2);
        print_register("is", f1);
        print_register("be", x.f1);
        printf("  code %05x should be %05x, fpsr %016llx should be %016llx, p %d%d should be %d%d\n", code, x.code,
               (unsigned long long)fpsr, (unsigned long long)x.fpsr, p1, p2, x.p1, x.p2);
    }
    return false;
}

/* Operands that are doubles, near the ends of their range or around 1, and mostly a status field of which only the result is asked: there the
 * host's own unit is used. Returns FPSR. */
static u64 choose_doubles(u64 fpsr, unsigned sf)
{
    struct ia64_fr *const f[] = {&f2, &f3, &f4};
    for (unsigned i = 0; i < 3; i++) {
        u64 sig = (some_sig() & ~(u64)0x7ff) | (u64)1 << 63;
        u32 exp = below(2) ? 0xffff - 60 + below(120) : below(2) ? 0xfc01 + below(1200) : 0x103fe - below(1200);
        *f[i] = (struct ia64_fr){.sig = sig, .exp = exp, .sign = below(2)};
    }
    if (below(4) == 0) { /* what is, before it is rounded, next to the least normal number */
        f3 = (struct ia64_fr){.sig = ((u64)1 << 63) + ((u64)below(3) << 11), .exp = 0xffff - below(2), .sign = below(2)};
        f4 = (struct ia64_fr){.sig = ~(u64)0x7ff - ((u64)below(3) << 11), .exp = 0xfc01 - below(2) + below(3), .sign = below(2)};
        f2 = (struct ia64_fr){.sig = (u64)1 << 63, .exp = 0xfc01 + below(3), .sign = below(2)};
    }
    if (below(4) == 0) return fpsr;
    return (fpsr & ~((u64)0x30 << ia64_fpsr_controls(sf))) | (u64)IA64_FP_I << ia64_fpsr_flags(sf) | IA64_FP_I;
}

/* Integers, as setf.sig leaves them, times 1, or times something near it. */
static void choose_integer(void)
{
    f3 = (struct ia64_fr){.sig = draw() >> below(64), .exp = 0x1003e, .sign = below(8) == 0};
    f4 = (struct ia64_fr){.sig = (u64)1 << 63, .exp = 0xffff};
    if (below(8) == 0) f4.sig += below(3), f4.exp += below(2), f4.sign = below(2);
}

static bool fma_case(u64 before, unsigned sf)
{
    enum ia64_fp_precision precision = (enum ia64_fp_precision)below(3);
    enum ia64_fma_op op = (enum ia64_fma_op)below(3);
    if (below(3) == 0) before = choose_doubles(before, sf);
    if (below(4) == 0) f2 = near_product();
    if (below(16) == 0) choose_product();
    if (below(32) == 0) f2 = above_product();
    const struct ia64_fr *addend = below(5) ? &f2 : NULL;
    if (below(addend ? 64 : 4) == 0) choose_integer();
    struct expected e = model_fma(precision, op, &f3, &f4, addend, before, sf);
    struct ia64_fr f1 = {1, 2, 1}, plain = f1;
    u64 fpsr = before, plain_fpsr = before;
    u32 code = ia64_fma(precision, op, &f1, &f3, &f4, addend, &fpsr, sf);
    u32 plain_code = ia64_fma_plain(precision, op, &plain, &f3, &f4, addend, &plain_fpsr, sf);
    return check(addend ? "fma" : "fma with f0", before, &e, code, f1, fpsr, false, false) &&
           check("fma, plain", before, &e, plain_code, plain, plain_fpsr, false, false);
}

static bool parallel_case(u64 before, unsigned sf)
{
    f2 = some_pair(), f3 = some_pair(), f4 = some_pair();
    struct ia64_fr f1 = {1, 2, 1};
    u64 fpsr = before;
    u8 p2 = 0;
    switch (below(6)) {
    case 0: {
        enum ia64_fminmax_op op = (enum ia64_fminmax_op)below(4);
        struct expected e = model_fminmax(true, op, &f2, &f3, before, sf);
        u32 code = ia64_fpminmax(op, &f1, &f2, &f3, &fpsr, sf);
        return check("fpmin", before, &e, code, f1, fpsr, false, false);
    }
    case 1: {
        enum ia64_fcmp_relation relation = (enum ia64_fcmp_relation)below(4);
        bool not = below(2);
        struct expected e = model_fpcmp(relation, not, &f2, &f3, before, sf);
        u32 code = ia64_fpcmp(relation, not, &f1, &f2, &f3, &fpsr, sf);
        return check("fpcmp", before, &e, code, f1, fpsr, false, false);
    }
    case 2: {
        bool is_signed = below(2), trunc = below(2);
        struct expected e = model_fcvt_fx(true, is_signed, trunc, &f2, before, sf);
        u32 code = ia64_fpcvt_fx(is_signed, trunc, &f1, &f2, &fpsr, sf);
        return check("fpcvt.fx", before, &e, code, f1, fpsr, false, false);
    }
    case 3: {
        bool root = below(2);
        struct expected e = model_approximation(true, root ? NULL : &f2, &f3, before, sf);
        u32 code = root ? ia64_fprsqrta(&f1, &f3, &fpsr, sf, &p2) : ia64_fprcpa(&f1, &f2, &f3, &fpsr, sf, &p2);
        return check(root ? "fprsqrta" : "fprcpa", before, &e, code, f1, fpsr, false, p2);
    }
    default: {
        enum ia64_fma_op op = (enum ia64_fma_op)below(3);
        const struct ia64_fr *addend = below(5) ? &f2 : NULL;
        struct expected e = model_fpma(op, &f3, &f4, addend, before, sf);
        u32 code = ia64_fpma(op, &f1, &f3, &f4, addend, &fpsr, sf);
        return check("fpma", before, &e, code, f1, fpsr, false, false);
    }
    }
}

static bool convert_case(u64 before, unsigned sf)
{
    struct ia64_fr f1 = {1, 2, 1};
    u64 fpsr = before, bits = draw();
    if (below(2)) { /* numbers with digits around the point */
        f2 = (struct ia64_fr){.sig = some_sig() << below(2), .exp = 0xffff - 3 + below(72), .sign = below(2)};
    }
    switch (below(5)) {
    case 0: {
        struct expected e = model_fcvt_xf(&f2, before);
        f1 = ia64_fcvt_xf(&f2);
        return check("fcvt.xf", before, &e, 0, f1, fpsr, false, false);
    }
    case 1: {
        struct expected e = {.f1 = model_from_double(bits), .fpsr = before};
        f1 = ia64_fr_from_double(bits);
        return check("ldfd", before, &e, 0, f1, fpsr, false, false) && ia64_fr_to_double(&f1) == bits;
    }
    case 2: {
        u32 word = some_single();
        struct expected e = {.f1 = model_from_single(word), .fpsr = before};
        f1 = ia64_fr_from_single(word);
        return check("ldfs", before, &e, 0, f1, fpsr, false, false) && ia64_fr_to_single(&f1) == word;
    }
    default: {
        bool is_signed = below(2), trunc = below(2);
        struct expected e = model_fcvt_fx(false, is_signed, trunc, &f2, before, sf);
        u32 code = ia64_fcvt_fx(is_signed, trunc, &f1, &f2, &fpsr, sf);
        return check(trunc ? "fcvt.fx.trunc" : "fcvt.fx", before, &e, code, f1, fpsr, false, false);
    }
    }
}

static bool compare_case(u64 before, unsigned sf)
{
    struct ia64_fr f1 = {1, 2, 1};
    u64 fpsr = before;
    if (below(4) == 0) f3 = f2;
    if (below(4) == 0) f3.exp = f2.exp;
    if (below(2)) {
        enum ia64_fminmax_op op = (enum ia64_fminmax_op)below(4);
        struct expected e = model_fminmax(false, op, &f2, &f3, before, sf);
        u32 code = ia64_fminmax(op, &f1, &f2, &f3, &fpsr, sf);
        return check("fmin", before, &e, code, f1, fpsr, false, false);
    }
    enum ia64_fcmp_relation relation = (enum ia64_fcmp_relation)below(4);
    u8 p1 = 0, p2 = 0;
    struct expected e = model_fcmp(relation, &f2, &f3, before, sf);
    u32 code = ia64_fcmp(relation, &f2, &f3, &fpsr, sf, &p1, &p2);
    if (!(code & IA64_FP_FAULT)) f1 = e.f1; /* it has no such result */
    return check("fcmp", before, &e, code, f1, fpsr, p1, p2);
}

static bool approximate_case(u64 before, unsigned sf)
{
    struct ia64_fr f1 = {1, 2, 1};
    u64 fpsr = before;
    bool root = below(2);
    u8 p2 = 0;
    if (below(8)) f2.sign = f3.sign = 0;
    if (below(4) == 0) { /* at the edges of what can be iterated */
        static const i32 edges[] = {0, 1, 2, 64, 65, 0x1fffb, 0x1fffc, 0x1fffd};
        f3 = (struct ia64_fr){.sig = some_sig() >> below(2), .exp = (u32)(edges[below(8)] + (i32)below(3)), .sign = f3.sign};
        f2 = (struct ia64_fr){.sig = some_sig(), .exp = (f3.exp - 65536 + below(4)) & 0x1ffff, .sign = f2.sign};
        if (below(2)) f2.exp = (f3.exp + 65533 + below(4)) & 0x1ffff;
        if (below(4) == 0) f2.exp = 62 + below(6);
    }
    struct expected e = model_approximation(false, root ? NULL : &f2, &f3, before, sf);
    u32 code = root ? ia64_frsqrta(&f1, &f3, &fpsr, sf, &p2) : ia64_frcpa(&f1, &f2, &f3, &fpsr, sf, &p2);
    return check(root ? "frsqrta" : "frcpa", before, &e, code, f1, fpsr, false, p2);
}

static bool xma_case(u64 before)
{
    f2 = ia64_fr_from_sig(draw() >> below(64)), f3 = some_register(), f4 = ia64_fr_from_sig(draw());
    enum ia64_xma_op op = (enum ia64_xma_op)below(3);
    struct expected e = model_xma(op, &f3, &f4, &f2, before);
    return check("xma", before, &e, 0, ia64_xma(op, &f3, &f4, &f2), before, false, false);
}

static bool one_case(void)
{
    u64 before = some_fpsr();
    unsigned sf = below(4);
    f2 = some_register(), f3 = some_register(), f4 = some_register();
    switch (below(12)) {
    case 0: return convert_case(before, sf);
    case 1: return compare_case(before, sf);
    case 2: return approximate_case(before, sf);
    case 3: return xma_case(before);
    case 4: case 5: case 6: return parallel_case(before, sf);
    default: return fma_case(before, sf);
    }
}

/* --- speed -------------------------------------------------------------------------------------------------------------------- */

typedef u32 fma_function(enum ia64_fp_precision, enum ia64_fma_op, struct ia64_fr *, const struct ia64_fr *,
                         const struct ia64_fr *, const struct ia64_fr *, u64 *, unsigned);

/* Nanoseconds per operation on numbers near 1: each result an operand of the next, or not. */
static double measure(fma_function *fma, enum ia64_fp_precision precision, bool add, bool chained)
{
    static struct ia64_fr a[1024], b[1024], c[1024];
    enum { ROUNDS = 2000 };
    u64 fpsr = 0x0009804c0270033f; /* what Linux and HP-UX start a program with */
    struct timespec from, to;
    for (int i = 0; i < 1024; i++) {
        a[i] = ia64_fr_from_double((u64)(0x3fe + below(2)) << 52 | draw() >> 12 | (u64)below(2) << 63);
        b[i] = ia64_fr_from_double((u64)(0x3fe + below(2)) << 52 | draw() >> 12);
        c[i] = ia64_fr_from_double((u64)(0x3fe + below(2)) << 52 | draw() >> 12);
    }
    struct ia64_fr sum = IA64_FR_ONE, r;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int n = 0; n < ROUNDS; n++)
        for (int i = 0; i < 1024; i++) {
            if (chained) fma(precision, IA64_FMA, &sum, &a[i], &b[i], &sum, &fpsr, 0);
            else fma(precision, IA64_FMA, &r, &a[i], &b[i], add ? &c[i] : NULL, &fpsr, 0);
        }
    clock_gettime(CLOCK_MONOTONIC, &to);
    return ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) / (1024.0 * ROUNDS);
}

static void benchmark(void)
{
    static const char *const names[] = {"extended", "single", "double"};
    printf("%-10s %28s %28s\n", "ns", "ia64_fma: fma, f0, chained", "plain: fma, f0, chained");
    for (int p = IA64_FP_DYNAMIC; p <= IA64_FP_DOUBLE; p++) {
        printf("%-10s", names[p]);
        for (int plain = 0; plain < 2; plain++) {
            fma_function *fma = plain ? ia64_fma_plain : ia64_fma;
            printf("%12.1f%8.1f%8.1f", measure(fma, (enum ia64_fp_precision)p, true, false),
                   measure(fma, (enum ia64_fp_precision)p, false, false),
                   measure(fma, (enum ia64_fp_precision)p, true, true));
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "-b") == 0) {
        benchmark();
        return 0;
    }
    long cases = argc > 1 ? atol(argv[1]) : 200000, failed = 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (long i = 0; i < cases; i++) failed += !one_case();
    printf("%ld passed, %ld failed\n", cases - failed, failed);
    return cases <= 0 || failed != 0;
}
