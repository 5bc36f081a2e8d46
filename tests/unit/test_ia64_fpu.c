/* Itanium floating point: what no arithmetic decides, NaNs, NaTVals, classes, moves, codes of interruptions, with results
 * worked out by hand from the manual. That results are rounded rightly is the business of tests/oracle/ia64_fpu. */
#include "isa/ia64/exec/fpu.h"

#include <check.h>

Suite *ia64_fpu_suite(void);

#define FPSR_START 0x0009804c0270033full /* what Linux and HP-UX start programs with: no traps, sf0 of 64 bits */
#define FLAGS(sf)  ((u64)63 << ia64_fpsr_flags(sf))
#define ENABLE(t)  (FPSR_START & ~(u64)(t))

/* Registers. */
#define TOP ((u64)1 << 63)
#define NUMBER(s, e, m) ((struct ia64_fr){.sig = (m), .exp = (e), .sign = (s)})
static const struct ia64_fr one = {TOP, 0xffff, 0}, two = {TOP, 0x10000, 0}, half = {TOP, 0xfffe, 0}, zero = {0, 0, 0},
                            minus_zero = {0, 0, 1}, infinite = {TOP, 0x1ffff, 0}, minus_infinite = {TOP, 0x1ffff, 1},
                            pseudo_zero = {0, 0xffff, 0}, unnormal = {TOP >> 1, 0x10000, 0}, /* 1 */
                            natval = {0, 0x1fffe, 0}, unsupported = {0x1234, 0x1ffff, 0},
                            default_nan = {TOP | TOP >> 1, 0x1ffff, 1};
#define QNAN(payload) NUMBER(0, 0x1ffff, TOP | TOP >> 1 | (payload))
#define SIGNALING(payload) NUMBER(1, 0x1ffff, TOP | (payload))
#define PAIR(left, right) ia64_fr_from_sig((u64)(left) << 32 | (right))

static void expect_register(struct ia64_fr is, struct ia64_fr want)
{
    ck_assert_msg(is.sig == want.sig && is.exp == want.exp && is.sign == want.sign, "%u %05x %016llx, want %u %05x %016llx",
                  is.sign, is.exp, (unsigned long long)is.sig, want.sign, want.exp, (unsigned long long)want.sig);
}

/* What an instruction did, in sf0 unless it says otherwise. */
static u64 fpsr;
static u32 code;
static struct ia64_fr f1;

static unsigned flags(void) { return fpsr >> ia64_fpsr_flags(0) & IA64_FP_ALL; }

static void do_fma(u64 status, struct ia64_fr f3, struct ia64_fr f4, struct ia64_fr f2)
{
    fpsr = status;
    f1 = half;
    code = ia64_fma(IA64_FP_DOUBLE, IA64_FMA, &f1, &f3, &f4, &f2, &fpsr, 0);
}

static void expect(struct ia64_fr want, unsigned want_flags)
{
    ck_assert_uint_eq(code, 0);
    expect_register(f1, want);
    ck_assert_uint_eq(flags(), want_flags);
}

static void expect_fault(u32 want)
{
    ck_assert_uint_eq(code, IA64_FP_FAULT | want);
    expect_register(f1, half);
    ck_assert_uint_eq(fpsr & FLAGS(0), 0);
}

/* --- registers --------------------------------------------------------------------------------------------------------------- */

START_TEST(classes)
{
    static const struct {
        u32 sign, exp;
        u64 sig;
        enum ia64_fr_class cls;
        unsigned bit; /* of fclass */
    } table[] = {
        {0, 0, 0, IA64_FR_IS_ZERO, IA64_FCLASS_ZERO},
        {1, 0, 0, IA64_FR_IS_ZERO, IA64_FCLASS_ZERO},
        {0, 0, 1, IA64_FR_IS_UNNORMAL, IA64_FCLASS_UNNORM},
        {0, 0, TOP, IA64_FR_IS_UNNORMAL, IA64_FCLASS_UNNORM}, /* pseudo-denormal */
        {0, 1, TOP, IA64_FR_IS_NORMAL, IA64_FCLASS_NORM},
        {1, 0x1fffe, ~(u64)0, IA64_FR_IS_NORMAL, IA64_FCLASS_NORM},
        {0, 0x1fffe, 1, IA64_FR_IS_UNNORMAL, IA64_FCLASS_UNNORM},
        {0, 0x1fffe, 0, IA64_FR_IS_NATVAL, IA64_FCLASS_NAT},
        {1, 0x1fffe, 0, IA64_FR_IS_PSEUDO_ZERO, IA64_FCLASS_UNNORM},
        {0, 1, 0, IA64_FR_IS_PSEUDO_ZERO, IA64_FCLASS_UNNORM},
        {1, 0x1ffff, TOP, IA64_FR_IS_INFINITY, IA64_FCLASS_INF},
        {0, 0x1ffff, TOP | 1, IA64_FR_IS_SNAN, IA64_FCLASS_SNAN},
        {1, 0x1ffff, TOP | TOP >> 1, IA64_FR_IS_QNAN, IA64_FCLASS_QNAN},
        {0, 0x1ffff, 0, IA64_FR_IS_UNSUPPORTED, 0},
        {0, 0x1ffff, TOP >> 1, IA64_FR_IS_UNSUPPORTED, 0},
    };
    for (unsigned i = 0; i < ARRAY_LEN(table); i++) {
        struct ia64_fr a = NUMBER(table[i].sign, table[i].exp, table[i].sig);
        ck_assert_int_eq(ia64_fr_class(&a), table[i].cls);
        bool nat = table[i].bit == IA64_FCLASS_NAT, nan = table[i].bit > IA64_FCLASS_INF;
        u8 p1, p2;
        unsigned sign = a.sign ? IA64_FCLASS_NEG : IA64_FCLASS_POS;
        ia64_fclass(&a, table[i].bit | sign, &p1, &p2);
        ck_assert_int_eq(p1, table[i].bit != 0);
        ck_assert_int_eq(p2, table[i].bit == 0);
        ia64_fclass(&a, 0x1ff & ~table[i].bit, &p1, &p2);
        ck_assert(!p1 && p2 == !nat);
        ia64_fclass(&a, table[i].bit | (sign ^ 3), &p1, &p2); /* the sign of NaNs and NaTVals does not matter */
        ck_assert(p1 == nan && p2 == !nan);
    }
}
END_TEST

START_TEST(memory_formats)
{
    expect_register(ia64_fr_from_single(0x3f800000), one);
    expect_register(ia64_fr_from_single(0x80000001), NUMBER(1, 0xff81, (u64)1 << 40));
    expect_register(ia64_fr_from_single(0x80000000), minus_zero);
    expect_register(ia64_fr_from_single(0x7f7fffff), NUMBER(0, 0x1007e, 0xffffff0000000000));
    expect_register(ia64_fr_from_single(0xff800000), minus_infinite);
    expect_register(ia64_fr_from_single(0x7f800001), NUMBER(0, 0x1ffff, TOP | (u64)1 << 40));
    expect_register(ia64_fr_from_double(0x3ff0000000000000), one);
    expect_register(ia64_fr_from_double(1), NUMBER(0, 0xfc01, 1 << 11));
    expect_register(ia64_fr_from_double(0x0010000000000000), NUMBER(0, 0xfc01, TOP));
    expect_register(ia64_fr_from_double(0xfff0000000000000), minus_infinite);
    expect_register(ia64_fr_from_extended(TOP, 0x3fff), one);
    expect_register(ia64_fr_from_extended(5, 0x8000), NUMBER(1, 0, 5));
    expect_register(ia64_fr_from_extended(TOP, 0x0001), NUMBER(0, 0xc001, TOP));
    expect_register(ia64_fr_from_extended(TOP, 0xffff), minus_infinite);
    expect_register(ia64_fr_from_sig(7), NUMBER(0, 0x1003e, 7));
    expect_register(ia64_fr_from_sign_exp(0x2ffff), NUMBER(1, 0xffff, TOP));
    expect_register(ia64_fr_fill(9, 0x3fffe), NUMBER(1, 0x1fffe, 9));
    ck_assert_uint_eq(ia64_fr_sign_exp(&default_nan), 0x3ffff);
    ck_assert_uint_eq(ia64_fr_to_extended(&one), 0x3fff);
    ck_assert_uint_eq(ia64_fr_to_extended(&minus_infinite), 0xffff);
    ck_assert_uint_eq(ia64_fr_to_single(&(struct ia64_fr){0xffffffffffffffff, 0x1007e, 1}), 0xff7fffff); /* cut, not rounded */
    ck_assert_uint_eq(ia64_fr_to_double(&(struct ia64_fr){(u64)3 << 11, 0xfc01, 0}), 3);
    ck_assert_uint_eq(ia64_fr_to_double(&unnormal), 0x0008000000000000); /* no integer bit, exponent 0 */
}
END_TEST

/* --- operands that are no numbers --------------------------------------------------------------------------------------- */

START_TEST(nans)
{
    do_fma(FPSR_START, QNAN(3), QNAN(4), QNAN(2));
    expect(QNAN(4), 0);
    do_fma(FPSR_START, QNAN(3), one, QNAN(2));
    expect(QNAN(2), 0);
    do_fma(FPSR_START, QNAN(3), one, one);
    expect(QNAN(3), 0);
    do_fma(FPSR_START, SIGNALING(3), one, one);
    expect(NUMBER(1, 0x1ffff, TOP | TOP >> 1 | 3), IA64_FP_V);
    do_fma(FPSR_START, SIGNALING(3), one, QNAN(2)); /* the first NaN, though another is the invalid one */
    expect(QNAN(2), IA64_FP_V);
    do_fma(FPSR_START, QNAN(3), QNAN(4), unsupported);
    expect(default_nan, IA64_FP_V);
    do_fma(FPSR_START, QNAN(3), unnormal, one); /* no D */
    expect(QNAN(3), 0);
    do_fma(ENABLE(IA64_FP_V), one, SIGNALING(3), one);
    expect_fault(1);
}
END_TEST

START_TEST(natvals)
{
    do_fma(ENABLE(IA64_FP_ALL), SIGNALING(1), unsupported, natval);
    expect(natval, 0);
    do_fma(ENABLE(IA64_FP_ALL), natval, one, SIGNALING(1));
    expect(natval, 0);
    u8 p1 = 1, p2 = 1;
    fpsr = ENABLE(IA64_FP_ALL);
    ck_assert_uint_eq(ia64_fcmp(IA64_FCMP_UNORD, &natval, &unsupported, &fpsr, 0, &p1, &p2), 0);
    ck_assert(!p1 && !p2);
    p2 = 1;
    ck_assert_uint_eq(ia64_frcpa(&f1, &one, &natval, &fpsr, 0, &p2), 0);
    expect_register(f1, natval);
    ck_assert(!p2);
    ck_assert_uint_eq(ia64_fprsqrta(&f1, &natval, &fpsr, 0, &p2), 0);
    ck_assert_uint_eq(ia64_fminmax(IA64_FMIN, &f1, &one, &natval, &fpsr, 0), 0);
    expect_register(f1, natval);
    f1 = one;
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &one, &one, &natval, &fpsr, 0), 0);
    expect_register(f1, natval);
    f1 = one;
    ck_assert_uint_eq(ia64_fcvt_fx(true, true, &f1, &natval, &fpsr, 0), 0);
    expect_register(f1, natval);
    expect_register(ia64_fcvt_xf(&natval), natval);
    expect_register(ia64_fmove(IA64_FXOR, &natval, &one), natval);
    expect_register(ia64_fmove(IA64_FMERGE_NS, &natval, &natval), natval);
    expect_register(ia64_fselect(&one, &one, &natval), natval);
    expect_register(ia64_xma(IA64_XMA_L, &one, &natval, &one), natval);
    ck_assert_uint_eq(fpsr, ENABLE(IA64_FP_ALL));
}
END_TEST

START_TEST(infinities_and_zeros)
{
    do_fma(FPSR_START, infinite, zero, one);
    expect(default_nan, IA64_FP_V);
    do_fma(FPSR_START, minus_infinite, pseudo_zero, one); /* SDM volume 1, 5.1.3 */
    expect(minus_infinite, IA64_FP_D);
    do_fma(FPSR_START, infinite, pseudo_zero, minus_infinite);
    expect(default_nan, IA64_FP_V);
    do_fma(FPSR_START, infinite, one, minus_infinite);
    expect(default_nan, IA64_FP_V);
    do_fma(FPSR_START, infinite, unnormal, infinite);
    expect(infinite, IA64_FP_D);
    do_fma(FPSR_START, one, minus_zero, zero);
    expect(zero, 0);
    do_fma(FPSR_START, one, minus_zero, minus_zero);
    expect(minus_zero, 0);
    do_fma(FPSR_START, pseudo_zero, one, two); /* a pseudo-zero is a zero */
    expect(two, IA64_FP_D);

    struct ia64_fr minus_one = NUMBER(1, 0xffff, TOP), value = half;
    fpsr = FPSR_START; /* with f0: a multiplication, whose zero keeps its sign */
    ia64_fma(IA64_FP_DOUBLE, IA64_FMA, &value, &minus_one, &zero, NULL, &fpsr, 0);
    expect_register(value, minus_zero);
    ia64_fma(IA64_FP_DOUBLE, IA64_FNMA, &value, &minus_one, &zero, NULL, &fpsr, 0);
    expect_register(value, zero);
    ia64_fma(IA64_FP_DOUBLE, IA64_FMA, &value, &minus_one, &zero, &zero, &fpsr, 0);
    expect_register(value, zero);
}
END_TEST

/* --- exceptions ----------------------------------------------------------------------------------------------------------------- */

START_TEST(unnormal_operands)
{
    do_fma(FPSR_START, unnormal, two, zero);
    expect(two, IA64_FP_D);
    do_fma(FPSR_START, one, one, NUMBER(0, 0, TOP)); /* a pseudo-denormal, too small to be seen */
    expect(one, IA64_FP_D | IA64_FP_I);
    do_fma(ENABLE(IA64_FP_D), one, two, unnormal);
    expect_fault(2);
    do_fma(ENABLE(IA64_FP_D | IA64_FP_V), SIGNALING(1), two, unnormal); /* V before D */
    expect_fault(1);

    /* td, in sf1 of this word, disables what is enabled. */
    struct ia64_fr a = unnormal, value = half;
    u64 status = ENABLE(IA64_FP_ALL);
    ck_assert_uint_eq(ia64_fma(IA64_FP_DOUBLE, IA64_FMA, &value, &a, &one, &zero, &status, 1), 0);
    ck_assert_uint_eq(status >> ia64_fpsr_flags(1) & IA64_FP_ALL, IA64_FP_D);
    ck_assert_uint_eq(status & FLAGS(0), 0);
}
END_TEST

START_TEST(overflow_and_underflow)
{
    struct ia64_fr huge = NUMBER(0, 0xffff + 1023, TOP), tiny = NUMBER(0, 0xffff - 1022, TOP);
    do_fma(FPSR_START, huge, two, zero);
    expect(infinite, IA64_FP_O | IA64_FP_I);
    do_fma(ENABLE(IA64_FP_O), huge, two, zero); /* exact, not scaled */
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 11 | 1);
    expect_register(f1, NUMBER(0, 0xffff + 1024, TOP));
    ck_assert_uint_eq(flags(), IA64_FP_O);
    do_fma(ENABLE(IA64_FP_I), huge, two, zero); /* an infinity is more than the exact result */
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 13 | 1 << 14 | 1);
    expect_register(f1, infinite);
    do_fma(ENABLE(IA64_FP_I) | (u64)3 << 10, huge, two, zero); /* rc: to zero */
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 13 | 1);
    expect_register(f1, NUMBER(0, 0xffff + 1023, 0xfffffffffffff800));

    do_fma(FPSR_START, tiny, half, zero); /* exact: no flag */
    expect(NUMBER(0, 0xfc01, TOP >> 1), 0);
    do_fma(ENABLE(IA64_FP_U), tiny, half, zero);
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 12 | 1);
    expect_register(f1, NUMBER(0, 0xfc00, TOP));
    ck_assert_uint_eq(flags(), IA64_FP_U);
    do_fma(FPSR_START | 1 << 6, tiny, half, zero); /* ftz */
    expect(zero, IA64_FP_U | IA64_FP_I);
    do_fma(ENABLE(IA64_FP_U) | 1 << 6, tiny, half, zero); /* the trap comes before ftz */
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 12 | 1);
    /* Just below the least normal number, but not after rounding: SDM volume 1, 5.4.3. */
    do_fma(FPSR_START, NUMBER(0, 0xfc00, ~(u64)0), one, zero);
    expect(tiny, IA64_FP_I);

    /* Of 64 bits, with exponents of 15 bits: the least ones have the exponent 0. With 17, in sf1, it is 1. */
    struct ia64_fr least = NUMBER(0, 0xc001, TOP), value;
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_fma(IA64_FP_DYNAMIC, IA64_FMA, &value, &least, &half, &zero, &fpsr, 0), 0);
    expect_register(value, NUMBER(0, 0, TOP >> 1));
    ck_assert_uint_eq(ia64_fma(IA64_FP_DYNAMIC, IA64_FMA, &value, &least, &half, &zero, &fpsr, 1), 0);
    expect_register(value, NUMBER(0, 0xc000, TOP));
    least.exp = 1;
    ck_assert_uint_eq(ia64_fma(IA64_FP_DYNAMIC, IA64_FMA, &value, &least, &half, &zero, &fpsr, 1), 0);
    expect_register(value, NUMBER(0, 1, TOP >> 1));
    ck_assert_uint_eq(fpsr, FPSR_START);
}
END_TEST

START_TEST(inexact)
{
    struct ia64_fr third = NUMBER(0, 0xfffd, 0xaaaaaaaaaaaaaaab);
    do_fma(ENABLE(IA64_FP_I), third, one, zero); /* a bit above: cut to ...800 and up */
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 13 | 1);
    expect_register(f1, NUMBER(0, 0xfffd, 0xaaaaaaaaaaaaa800));
    do_fma(ENABLE(IA64_FP_I), NUMBER(1, 0xffff, TOP | 0x401), one, zero);
    ck_assert_uint_eq(code, IA64_FP_TRAP | 1 << 13 | 1 << 14 | 1);
    expect_register(f1, NUMBER(1, 0xffff, TOP | 0x800));
    do_fma(FPSR_START, NUMBER(1, 0xffff, TOP | 0x400), one, zero); /* half way: to the even one */
    expect(NUMBER(1, 0xffff, TOP), IA64_FP_I);
}
END_TEST

START_TEST(halves)
{
    struct ia64_fr a = PAIR(0x3f800000, 0x7f7fffff), b = PAIR(0x40000000, 0x40000000), addend = PAIR(0, 0);
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0), 0);
    expect_register(f1, PAIR(0x40000000, 0x7f800000));
    ck_assert_uint_eq(flags(), IA64_FP_O | IA64_FP_I);

    fpsr = ENABLE(IA64_FP_O); /* of the low half: O is bit 7; 8 bits of exponent, 128 + 127 of 0x7f7fffff * 2 */
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0), IA64_FP_TRAP | 1 << 7 | 1);
    expect_register(f1, PAIR(0x40000000, 0x7fffffff));
    b = PAIR(0x40800000, 0x40800000);
    fpsr = ENABLE(IA64_FP_O); /* 129 + 127 is 0 in 8 bits */
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0), IA64_FP_TRAP | 1 << 7 | 1);
    expect_register(f1, PAIR(0x40800000, 0x007fffff));
    fpsr = ENABLE(IA64_FP_U);
    a = PAIR(0x00800000, 0x3f800000);
    b = PAIR(0x3f000000, 0x3f000000);
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0), IA64_FP_TRAP | 1 << 12 | 1);
    expect_register(f1, PAIR(0x00000000, 0x3f000000)); /* -127 + 127 */

    a = PAIR(0x7f800001, 0x00000001);
    f1 = half;
    fpsr = ENABLE(IA64_FP_V | IA64_FP_D); /* V in the high half, D in the low one: bits 0 and 5 */
    code = ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0);
    expect_fault(1 | 1 << 5);
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_fpma(IA64_FMA, &f1, &a, &b, &addend, &fpsr, 0), 0);
    ck_assert_uint_eq(f1.sig >> 32, 0x7fc00001);
    ck_assert_uint_eq(flags(), IA64_FP_V | IA64_FP_D | IA64_FP_U | IA64_FP_I);

    /* f1 as an operand is no pair of ones: -0 and 0. */
    fpsr = FPSR_START;
    a = PAIR(0x40000000, 0x40000000);
    ia64_fpma(IA64_FMA, &f1, &a, &one, NULL, &fpsr, 0);
    expect_register(f1, PAIR(0x80000000, 0));
}
END_TEST

/* --- comparison and conversion ------------------------------------------------------------------------------------------- */

static void do_fcmp(u64 status, enum ia64_fcmp_relation relation, struct ia64_fr a, struct ia64_fr b, bool want,
                    unsigned want_flags)
{
    u8 p1 = !want, p2 = want;
    fpsr = status;
    ck_assert_uint_eq(ia64_fcmp(relation, &a, &b, &fpsr, 0, &p1, &p2), 0);
    ck_assert_int_eq(p1, want);
    ck_assert_int_eq(p2, !want);
    ck_assert_uint_eq(flags(), want_flags);
}

START_TEST(comparisons)
{
    do_fcmp(FPSR_START, IA64_FCMP_EQ, zero, minus_zero, true, 0);
    do_fcmp(FPSR_START, IA64_FCMP_LT, minus_zero, zero, false, 0);
    do_fcmp(FPSR_START, IA64_FCMP_EQ, one, unnormal, true, IA64_FP_D);
    do_fcmp(FPSR_START, IA64_FCMP_LT, pseudo_zero, NUMBER(0, 0, 1), true, IA64_FP_D);
    do_fcmp(FPSR_START, IA64_FCMP_LE, minus_infinite, infinite, true, 0);
    do_fcmp(FPSR_START, IA64_FCMP_EQ, QNAN(1), QNAN(1), false, 0);
    do_fcmp(FPSR_START, IA64_FCMP_UNORD, QNAN(1), unnormal, true, 0);
    do_fcmp(FPSR_START, IA64_FCMP_UNORD, one, unsupported, true, IA64_FP_V);
    do_fcmp(FPSR_START, IA64_FCMP_EQ, SIGNALING(1), one, false, IA64_FP_V);
    do_fcmp(FPSR_START, IA64_FCMP_LT, QNAN(1), one, false, IA64_FP_V);
    do_fcmp(FPSR_START, IA64_FCMP_LE, one, QNAN(1), false, IA64_FP_V);
    u8 p1 = 1, p2 = 1;
    struct ia64_fr nan = QNAN(1);
    fpsr = ENABLE(IA64_FP_V);
    ck_assert_uint_eq(ia64_fcmp(IA64_FCMP_LT, &nan, &one, &fpsr, 0, &p1, &p2), IA64_FP_FAULT | 1);
    ck_assert(p1 && p2);

    struct ia64_fr a = PAIR(0x3f800000, 0x7fc00000), b = PAIR(0x40000000, 0x3f800000);
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_fpcmp(IA64_FCMP_EQ, true, &f1, &a, &b, &fpsr, 0), 0);
    expect_register(f1, PAIR(~0u, ~0u));
    ck_assert_uint_eq(flags(), 0);
    ck_assert_uint_eq(ia64_fpcmp(IA64_FCMP_LT, false, &f1, &a, &b, &fpsr, 0), 0);
    expect_register(f1, PAIR(~0u, 0));
    ck_assert_uint_eq(flags(), IA64_FP_V);
}
END_TEST

START_TEST(minima)
{
    fpsr = FPSR_START;
    ia64_fminmax(IA64_FMIN, &f1, &minus_zero, &zero, &fpsr, 0); /* equal: f3 */
    expect_register(f1, zero);
    ia64_fminmax(IA64_FAMAX, &f1, &minus_infinite, &one, &fpsr, 0);
    expect_register(f1, minus_infinite);
    ia64_fminmax(IA64_FAMIN, &f1, &minus_infinite, &infinite, &fpsr, 0);
    expect_register(f1, infinite);
    ck_assert_uint_eq(flags(), 0);
    ia64_fminmax(IA64_FMIN, &f1, &unnormal, &two, &fpsr, 0); /* as it is */
    expect_register(f1, unnormal);
    ck_assert_uint_eq(flags(), IA64_FP_D);
    struct ia64_fr nan = QNAN(1), loud = SIGNALING(1);
    fpsr = FPSR_START;
    ia64_fminmax(IA64_FMAX, &f1, &nan, &one, &fpsr, 0);
    expect_register(f1, one);
    ck_assert_uint_eq(flags(), IA64_FP_V);
    ia64_fminmax(IA64_FMAX, &f1, &one, &loud, &fpsr, 0); /* not made quiet */
    expect_register(f1, loud);
}
END_TEST

START_TEST(conversions)
{
    struct ia64_fr a = NUMBER(1, 0x10000, 0xa000000000000000); /* -2.5 */
    fpsr = FPSR_START;
    ia64_fcvt_fx(true, false, &f1, &a, &fpsr, 0);
    expect_register(f1, ia64_fr_from_sig((u64)-2));
    ck_assert_uint_eq(flags(), IA64_FP_I);
    fpsr = ENABLE(IA64_FP_I) | 1 << 10; /* down */
    ck_assert_uint_eq(ia64_fcvt_fx(true, false, &f1, &a, &fpsr, 0), IA64_FP_TRAP | 1 << 13 | 1 << 14 | 1);
    expect_register(f1, ia64_fr_from_sig((u64)-3));
    fpsr = FPSR_START;
    ia64_fcvt_fx(false, true, &f1, &a, &fpsr, 0);
    expect_register(f1, ia64_fr_from_sig(TOP));
    ck_assert_uint_eq(flags(), IA64_FP_V);
    fpsr = FPSR_START;
    ia64_fcvt_fx(true, true, &f1, &(struct ia64_fr){TOP, 0xffff + 63, 1}, &fpsr, 0); /* -2^63 fits */
    expect_register(f1, ia64_fr_from_sig(TOP));
    ck_assert_uint_eq(flags(), 0);
    ia64_fcvt_fx(true, true, &f1, &infinite, &fpsr, 0);
    ck_assert_uint_eq(flags(), IA64_FP_V);
    fpsr = ENABLE(IA64_FP_D);
    f1 = half;
    code = ia64_fcvt_fx(true, true, &f1, &unnormal, &fpsr, 0);
    expect_fault(2);
    struct ia64_fr pair = PAIR(0x4f000000, 0xcf000000); /* 2^31, -2^31 */
    fpsr = FPSR_START;
    ia64_fpcvt_fx(true, true, &f1, &pair, &fpsr, 0);
    expect_register(f1, PAIR(0x80000000, 0x80000000));
    ck_assert_uint_eq(flags(), IA64_FP_V);
    ia64_fpcvt_fx(false, true, &f1, &pair, &fpsr, 0);
    expect_register(f1, PAIR(0x80000000, 0x80000000));
    expect_register(ia64_fcvt_xf(&(struct ia64_fr){(u64)-1, 0x1003e, 0}), NUMBER(1, 0xffff, TOP));
    expect_register(ia64_fcvt_xf(&(struct ia64_fr){TOP, 0x1003e, 0}), NUMBER(1, 0x1003e, TOP));
    expect_register(ia64_fcvt_xf(&pseudo_zero), zero);
}
END_TEST

/* --- approximations ----------------------------------------------------------------------------------------------------------- */

START_TEST(reciprocals)
{
    u8 p2 = 0;
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_frcpa(&f1, &one, &one, &fpsr, 0, &p2), 0);
    expect_register(f1, NUMBER(0, 0xfffe, (u64)0x7fc << 53)); /* first entry of the manual's table: 3fc */
    ck_assert(p2);
    struct ia64_fr last = NUMBER(1, 0xffff, ~(u64)0);
    ia64_frcpa(&f1, &one, &last, &fpsr, 0, &p2);
    expect_register(f1, NUMBER(1, 0xfffe, (u64)0x401 << 53)); /* last: 001 */
    ck_assert(p2);
    ia64_frsqrta(&f1, &one, &fpsr, 0, &p2);
    expect_register(f1, NUMBER(0, 0xfffe, (u64)0x7fc << 53));
    ia64_frsqrta(&f1, &two, &fpsr, 0, &p2);
    expect_register(f1, NUMBER(0, 0xfffe, (u64)0x5a5 << 53));
    ck_assert(p2);
    ck_assert_uint_eq(flags(), 0);

    ia64_frcpa(&f1, &minus_infinite, &two, &fpsr, 0, &p2);
    expect_register(f1, minus_infinite);
    ck_assert(!p2);
    ia64_frcpa(&f1, &minus_zero, &two, &fpsr, 0, &p2);
    expect_register(f1, minus_zero);
    ia64_frsqrta(&f1, &minus_zero, &fpsr, 0, &p2);
    expect_register(f1, minus_zero);
    ia64_frsqrta(&f1, &infinite, &fpsr, 0, &p2);
    expect_register(f1, infinite);
    ck_assert(!p2);
    ck_assert_uint_eq(flags(), 0);
    ia64_frcpa(&f1, &one, &minus_zero, &fpsr, 0, &p2);
    expect_register(f1, minus_infinite);
    ck_assert_uint_eq(flags(), IA64_FP_Z);
    ia64_frcpa(&f1, &zero, &pseudo_zero, &fpsr, 0, &p2);
    expect_register(f1, default_nan);
    ck_assert_uint_eq(flags(), IA64_FP_Z | IA64_FP_V);
    struct ia64_fr q2 = QNAN(2), q3 = QNAN(3);
    ia64_frcpa(&f1, &q2, &q3, &fpsr, 0, &p2);
    expect_register(f1, q2);
    ia64_frsqrta(&f1, &last, &fpsr, 0, &p2);
    expect_register(f1, default_nan);
    fpsr = ENABLE(IA64_FP_Z);
    f1 = half;
    p2 = 1;
    code = ia64_frcpa(&f1, &one, &zero, &fpsr, 0, &p2);
    expect_fault(4);
    ck_assert(p2);
}
END_TEST

/* What an Itanium 2 leaves to software: the quotient and the root themselves. */
START_TEST(software_assistance)
{
    struct ia64_fr three = NUMBER(0, 0x10000, 0xc000000000000000), small = NUMBER(0, 40, 0xc000000000000000);
    u8 p2 = 1;
    fpsr = FPSR_START;
    ck_assert_uint_eq(ia64_frcpa(&f1, &small, &three, &fpsr, 1, &p2), 0);
    expect_register(f1, NUMBER(0, 39, TOP));
    ck_assert(!p2);
    p2 = 1;
    struct ia64_fr square = NUMBER(0, 63, TOP); /* 2^(63 - 65535) = 2^-65472 */
    ck_assert_uint_eq(ia64_frsqrta(&f1, &square, &fpsr, 1, &p2), 0);
    expect_register(f1, NUMBER(0, 0xffff - 32736, TOP));
    ck_assert(!p2);
    ck_assert_uint_eq(fpsr, FPSR_START);
    ck_assert_uint_eq(ia64_frcpa(&f1, &small, &three, &fpsr, 0, &p2), 0); /* 15 bits of exponent: nothing is left */
    expect_register(f1, zero);
    ck_assert_uint_eq(flags(), IA64_FP_U | IA64_FP_I);
}
END_TEST

START_TEST(reciprocals_of_halves)
{
    u8 p2 = 0;
    struct ia64_fr num = PAIR(0x3f800000, 0x3f800000), den = PAIR(0x3f800000, 0xbf800000);
    fpsr = FPSR_START;
    ia64_fprcpa(&f1, &num, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0x3f7f8000, 0xbf7f8000));
    ck_assert(p2);
    ck_assert_uint_eq(flags(), 0);
    den = PAIR(0x00400000, 0xff000000); /* a denormal; -2^127 */
    ia64_fprcpa(&f1, &num, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0x7f800000, 0x80000000));
    ck_assert(!p2);
    ck_assert_uint_eq(flags(), IA64_FP_D);
    den = PAIR(0x7e000000, 0x3f800000); /* 2^125 is too large, 2^124 is not, but 2^-125 is no quotient to iterate */
    ia64_fprcpa(&f1, &num, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0, 0x3f7f8000));
    ck_assert(!p2);
    fpsr = FPSR_START;
    den = PAIR(0, 0x80000000);
    ia64_fprcpa(&f1, &num, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0x7f800000, 0xff800000));
    ck_assert_uint_eq(flags(), IA64_FP_Z);

    fpsr = FPSR_START;
    den = PAIR(0x7f800000, 0x80000000);
    ia64_fprsqrta(&f1, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0, 0xff800000));
    ck_assert(!p2);
    den = PAIR(0x40000000, 0x3f800000);
    ia64_fprsqrta(&f1, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0x3f34a000, 0x3f7f8000));
    ck_assert(p2);
    ck_assert_uint_eq(flags(), 0);
    den = PAIR(0xbf800000, 0x3f800000);
    ia64_fprsqrta(&f1, &den, &fpsr, 0, &p2);
    expect_register(f1, PAIR(0xffc00000, 0x3f7f8000));
    ck_assert_uint_eq(flags(), IA64_FP_V);
}
END_TEST

/* --- moves --------------------------------------------------------------------------------------------------------------------- */

START_TEST(moves)
{
    struct ia64_fr a = NUMBER(1, 0x123, 0x8899aabbccddeeff), b = NUMBER(0, 0x456, 0x0011223344556677);
    static const struct {
        enum ia64_fmove_op op;
        u64 sig;
    } table[] = {
        {IA64_FPMERGE_S, 0x80112233c4556677},  {IA64_FPMERGE_NS, 0x0011223344556677}, {IA64_FPMERGE_SE, 0x88912233ccd56677},
        {IA64_FMIX_L, 0x8899aabb00112233},     {IA64_FMIX_R, 0xccddeeff44556677},     {IA64_FMIX_LR, 0x8899aabb44556677},
        {IA64_FSWAP, 0x445566778899aabb},      {IA64_FSWAP_NL, 0xc45566778899aabb},   {IA64_FSWAP_NR, 0x445566770899aabb},
        {IA64_FSXT_L, 0xffffffff00112233},     {IA64_FSXT_R, 0xffffffff44556677},     {IA64_FAND, 0x0011223344446677},
        {IA64_FANDCM, 0x8888888888998888},     {IA64_FOR, 0x8899aabbccddeeff},        {IA64_FXOR, 0x8888888888888888},
    };
    for (unsigned i = 0; i < ARRAY_LEN(table); i++) {
        u64 want = table[i].sig;
        if (table[i].op == IA64_FAND) want = a.sig & b.sig;
        if (table[i].op == IA64_FANDCM) want = a.sig & ~b.sig;
        expect_register(ia64_fmove(table[i].op, &a, &b), ia64_fr_from_sig(want));
    }
    expect_register(ia64_fmove(IA64_FMERGE_S, &a, &b), NUMBER(1, 0x456, b.sig));
    expect_register(ia64_fmove(IA64_FMERGE_NS, &a, &b), NUMBER(0, 0x456, b.sig));
    expect_register(ia64_fmove(IA64_FMERGE_SE, &a, &b), NUMBER(1, 0x123, b.sig));
    expect_register(ia64_fmove(IA64_FPACK, &one, &default_nan), PAIR(0x3f800000, 0xffc00000));
    expect_register(ia64_fselect(&a, &b, &(struct ia64_fr){0xffffffff, 0, 0}), ia64_fr_from_sig(0x00112233ccddeeff));
    struct ia64_fr all = ia64_fr_from_sig(~(u64)0);
    expect_register(ia64_xma(IA64_XMA_L, &all, &all, &all), ia64_fr_from_sig(0));
    expect_register(ia64_xma(IA64_XMA_H, &all, &all, &all), ia64_fr_from_sig(1)); /* 1 + (2^64 - 1) */
    expect_register(ia64_xma(IA64_XMA_HU, &all, &all, &all), ia64_fr_from_sig(~(u64)0));
}
END_TEST

START_TEST(status_register)
{
    u64 status = FPSR_START | FLAGS(0);
    ia64_fclrf(&status, 0);
    ck_assert_uint_eq(status, FPSR_START);
    ck_assert(!ia64_fsetc(&status, 0, 0x7f, 0x40)); /* td of sf0 */
    ck_assert(!ia64_fsetc(&status, 1, 0x77, 0)); /* pc 1 */
    ck_assert_uint_eq(status, FPSR_START);
    ck_assert(ia64_fsetc(&status, 2, 0x0c, 0x41)); /* sf0's pc, td and ftz */
    ck_assert_uint_eq(status >> ia64_fpsr_controls(2) & 0x7f, 0x4d);
    ck_assert_uint_eq(status & ~((u64)0x7f << ia64_fpsr_controls(2)),
                      FPSR_START & ~((u64)0x7f << ia64_fpsr_controls(2)));
    ck_assert(!ia64_fchkf(status, 2));
    status |= (u64)IA64_FP_O << ia64_fpsr_flags(2);
    ck_assert(ia64_fchkf(status, 2)); /* not in sf0 */
    status |= (u64)IA64_FP_O << ia64_fpsr_flags(0);
    ck_assert(!ia64_fchkf(status, 2));
    status &= ~(u64)IA64_FP_O; /* in sf0, but enabled */
    ck_assert(ia64_fchkf(status, 2));
}
END_TEST

Suite *ia64_fpu_suite(void)
{
    const TTest *const tests[] = {
        classes, memory_formats, nans, natvals, infinities_and_zeros, unnormal_operands, overflow_and_underflow, inexact,
        halves, comparisons, minima, conversions, reciprocals, software_assistance, reciprocals_of_halves, moves,
        status_register,
    };
    Suite *s = suite_create("ia64_fpu");
    TCase *t = tcase_create("rules");
    for (unsigned i = 0; i < ARRAY_LEN(tests); i++) tcase_add_test(t, tests[i]);
    suite_add_tcase(s, t);
    return s;
}
