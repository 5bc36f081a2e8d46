/* PA-RISC floating point: what is this architecture's own, with results worked out by hand. That the arithmetic itself
 * rounds correctly is the business of test_softfloat.c. */
#include "isa/parisc/exec/fpu.h"

#include <check.h>

Suite *parisc_fpu_suite(void);

enum { ENABLE_V = 16, ENABLE_Z = 8, ENABLE_O = 4, ENABLE_U = 2, ENABLE_I = 1 };
#define FLAG_V   0x80000000u
#define FLAG_Z   0x40000000u
#define FLAG_O   0x20000000u
#define FLAG_U   0x10000000u
#define FLAG_I   0x08000000u
#define ROUND(n) ((u32)(n) << 9)

/* Instruction words of which only the major opcode and the low 26 bits matter. */
#define INSN_0C 0x30a64607u
#define INSN_0E 0x38a64607u
#define INSN_06 0x18a64607u
#define INSN_26 0x98a64607u
#define INSN_2E 0xb8a64607u

#define S_ONE      0x3f800000u
#define S_QNAN     0x7fa00000u
#define D_ONE      0x3ff0000000000000ull
#define D_QNAN     0x7ff4000000000000ull
#define D_INF      0x7ff0000000000000ull
#define D_GREATEST 0x7fefffffffffffffull
#define D_LEAST    0x0010000000000000ull
#define SIGN       0x8000000000000000ull

static u32 fpsr(const u64 *fr) { return (u32)(fr[0] >> 32); }
static void set_fpsr(u64 *fr, u32 v) { fr[0] = (u64)v << 32; }

/* t = a op b in double precision, with status s at the start; registers 4, 5 and 6. */
static enum pa_fp_result dbl(u64 *fr, u32 s, enum pa_fp_op op, u64 a, u64 b)
{
    set_fpsr(fr, s);
    fr[4] = a;
    fr[5] = b;
    fr[6] = 0x1111111122222222ull;
    if (op <= PAF_FRND) return pa_fp_op1(fr, op, PAF_DBL, FR_LEFT(4), FR_LEFT(6), INSN_0C);
    return pa_fp_op2(fr, op, PAF_DBL, FR_LEFT(4), FR_LEFT(5), FR_LEFT(6), INSN_0C);
}

#define EXPECT_DBL(s, op, a, b, want, want_status)                                                                     \
    do {                                                                                                               \
        u64 regs[32] = {0};                                                                                            \
        ck_assert_int_eq(dbl(regs, s, op, a, b), PAF_DONE);                                                            \
        ck_assert_msg(regs[6] == (want), "%016llx, want %016llx", (unsigned long long)regs[6],                         \
                      (unsigned long long)(want));                                                                     \
        ck_assert_uint_eq(fpsr(regs), (want_status));                                                                  \
    } while (0)

START_TEST(plain_arithmetic)
{
    EXPECT_DBL(0, PAF_FADD, D_ONE, D_ONE, 0x4000000000000000ull, 0);
    EXPECT_DBL(0, PAF_FSUB, D_ONE, 0x4000000000000000ull, D_ONE | SIGN, 0);
    EXPECT_DBL(0, PAF_FMPY, 0x4008000000000000ull, 0x4008000000000000ull, 0x4022000000000000ull, 0);
    EXPECT_DBL(0, PAF_FDIV, D_ONE, 0x4008000000000000ull, 0x3fd5555555555555ull, FLAG_I);
    EXPECT_DBL(ROUND(2), PAF_FDIV, D_ONE, 0x4008000000000000ull, 0x3fd5555555555556ull, ROUND(2) | FLAG_I);
    EXPECT_DBL(ROUND(1), PAF_FDIV, D_ONE, 0xc008000000000000ull, 0xbfd5555555555555ull, ROUND(1) | FLAG_I);
    EXPECT_DBL(ROUND(3), PAF_FDIV, D_ONE, 0xc008000000000000ull, 0xbfd5555555555556ull, ROUND(3) | FLAG_I);
    EXPECT_DBL(0, PAF_FDIV, D_ONE, SIGN, D_INF | SIGN, FLAG_Z);
    EXPECT_DBL(0, PAF_FREM, 0x4014000000000000ull, 0x4008000000000000ull, D_ONE | SIGN, 0); /* 5 rem 3 = -1 */
    EXPECT_DBL(0, PAF_FSQRT, 0x4022000000000000ull, 0, 0x4008000000000000ull, 0);
    EXPECT_DBL(0, PAF_FSQRT, SIGN, 0, SIGN, 0);
    EXPECT_DBL(0, PAF_FRND, 0x4004000000000000ull, 0, 0x4000000000000000ull, FLAG_I);  /* 2.5 to even */
    EXPECT_DBL(ROUND(2), PAF_FRND, 0xbfe0000000000000ull, 0, SIGN, ROUND(2) | FLAG_I); /* -0.5 up */
    EXPECT_DBL(0, PAF_FADD, D_GREATEST, D_GREATEST, D_INF, FLAG_O | FLAG_I);
    EXPECT_DBL(ROUND(1), PAF_FADD, D_GREATEST, D_GREATEST, D_GREATEST, ROUND(1) | FLAG_O | FLAG_I);
    /* Flags stay: what was set before is set after. */
    EXPECT_DBL(FLAG_Z, PAF_FADD, D_ONE, D_ONE, 0x4000000000000000ull, FLAG_Z);
}
END_TEST

/* Tininess is detected after rounding. D_LEAST is 2^-1022; u below is 2^-52. */
START_TEST(underflow)
{
    /* Exact subnormal results are not flagged. */
    EXPECT_DBL(0, PAF_FMPY, D_LEAST, 0x3fe0000000000000ull, 0x0008000000000000ull, 0);
    EXPECT_DBL(0, PAF_FMPY, 0x3ffffffffffffffeull, 0x0008000000000000ull, 0x000fffffffffffffull, 0);
    EXPECT_DBL(0, PAF_FMPY, D_LEAST + 1, 0x3fe0000000000000ull, 0x0008000000000000ull, FLAG_U | FLAG_I);
    /* (1 - u/2) 2^-1022 has 53 bits and is tiny; it becomes 2^-1022 only where subnormals are rounded. */
    EXPECT_DBL(0, PAF_FMPY, 0x3fefffffffffffffull, D_LEAST, D_LEAST, FLAG_U | FLAG_I);
    EXPECT_DBL(ROUND(2), PAF_FMPY, 0x3fefffffffffffffull, D_LEAST, D_LEAST, ROUND(2) | FLAG_U | FLAG_I);
    /* (1 - u) / (1 - u/2) 2^-1022 rounds up to (1 - u/2) 2^-1022: tiny still. */
    EXPECT_DBL(ROUND(2), PAF_FDIV, 0x000fffffffffffffull, 0x3fefffffffffffffull, D_LEAST, ROUND(2) | FLAG_U | FLAG_I);
    /* (1 + u) (1 - u) 2^-1022 is 2^-1022 at 53 bits and any range: not tiny. */
    EXPECT_DBL(0, PAF_FMPY, 0x3ff0000000000001ull, 0x000fffffffffffffull, D_LEAST, FLAG_I);
}
END_TEST

START_TEST(denormals_as_zero)
{
    EXPECT_DBL(FPSR_D, PAF_FADD, 0x000fffffffffffffull, 0, 0, FPSR_D);
    EXPECT_DBL(FPSR_D, PAF_FADD, 0x800fffffffffffffull, SIGN, SIGN, FPSR_D);
    EXPECT_DBL(FPSR_D, PAF_FMPY, D_LEAST, 0xbfe0000000000000ull, SIGN, FPSR_D | FLAG_U | FLAG_I);
    EXPECT_DBL(FPSR_D, PAF_FDIV, D_ONE, 1, D_INF, FPSR_D | FLAG_Z);
}
END_TEST

START_TEST(nans)
{
    /* The default NaN, always positive. */
    EXPECT_DBL(0, PAF_FSUB, D_INF, D_INF, D_QNAN, FLAG_V);
    EXPECT_DBL(0, PAF_FDIV, SIGN, 0, D_QNAN, FLAG_V);
    EXPECT_DBL(0, PAF_FSQRT, D_ONE | SIGN, 0, D_QNAN, FLAG_V);
    EXPECT_DBL(0, PAF_FREM, D_ONE, 0, D_QNAN, FLAG_V);
    /* A quiet NaN (first fraction bit clear) passes, the first of two. */
    EXPECT_DBL(0, PAF_FADD, 0xfff0000000000005ull, 0x7ff0000000000006ull, 0xfff0000000000005ull, 0);
    EXPECT_DBL(0, PAF_FADD, D_ONE, 0x7ff0000000000006ull, 0x7ff0000000000006ull, 0);
    /* A signaling one goes before quiet ones and is made quiet: 1x becomes 01. */
    EXPECT_DBL(0, PAF_FADD, 0x7ff0000000000005ull, 0xfff8000000000006ull, 0xfff4000000000006ull, FLAG_V);
    EXPECT_DBL(0, PAF_FMPY, 0x7ffc000000000005ull, 0x7ff8000000000006ull, 0x7ff4000000000005ull, FLAG_V);
    EXPECT_DBL(0, PAF_FRND, 0x7ff8000000000000ull, 0, D_QNAN, FLAG_V);
    /* Moves are not arithmetic. */
    EXPECT_DBL(0, PAF_FCPY, 0x7ff8000000000005ull, 0, 0x7ff8000000000005ull, 0);
    EXPECT_DBL(0, PAF_FNEG, 0x7ff8000000000005ull, 0, 0xfff8000000000005ull, 0);
    EXPECT_DBL(0, PAF_FABS, 0xfff8000000000005ull, 0, 0x7ff8000000000005ull, 0);
    EXPECT_DBL(0, PAF_FNEGABS, 0x7ff8000000000005ull, 0, 0xfff8000000000005ull, 0);
}
END_TEST

START_TEST(single_halves_are_apart)
{
    u64 fr[32] = {0};
    fr[10] = (u64)S_ONE << 32 | 0x40000000u;
    fr[11] = 0x40400000deadbeefull;
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_SGL, FR_LEFT(10), FR_RIGHT(10), FR_RIGHT(11), INSN_0E), PAF_DONE);
    ck_assert_uint_eq(fr[11], 0x4040000040400000ull);
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FSUB, PAF_SGL, FR_LEFT(10), FR_RIGHT(11), FR_LEFT(12), INSN_0E), PAF_DONE);
    ck_assert_uint_eq(fr[12], 0xc000000000000000ull);
    ck_assert_int_eq(pa_fp_op1(fr, PAF_FNEG, PAF_SGL, FR_LEFT(0), FR_LEFT(13), INSN_0E), PAF_DONE);
    ck_assert_uint_eq(fr[13], SIGN);
    fr[14] = 0xffffffff00000000ull | 0xffffffffu;
    ck_assert_int_eq(pa_fp_op2(fr, PAF_XMPYU, PAF_SGL, FR_LEFT(14), FR_RIGHT(14), FR_LEFT(15), INSN_0E), PAF_DONE);
    ck_assert_uint_eq(fr[15], 0xfffffffe00000001ull);
    ck_assert_uint_eq(fr[0], 0);
}
END_TEST

START_TEST(register_zero_reads_as_zero)
{
    u64 fr[32] = {0};
    set_fpsr(fr, FPSR_C | FLAG_I);
    fr[4] = D_ONE;
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_DBL, FR_LEFT(0), FR_LEFT(4), FR_LEFT(5), INSN_0C), PAF_DONE);
    ck_assert_uint_eq(fr[5], D_ONE);
    ck_assert_int_eq(pa_fp_op1(fr, PAF_FCPY, PAF_DBL, FR_LEFT(0), FR_LEFT(4), INSN_0C), PAF_DONE);
    ck_assert_uint_eq(fr[4], 0);
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVXF, PAF_SGL, PAF_DBL, FR_LEFT(0), FR_LEFT(5), INSN_0C), PAF_DONE);
    ck_assert_uint_eq(fr[5], 0);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | FLAG_I);
    /* As a target it is not implemented. */
    ck_assert_int_eq(pa_fp_op1(fr, PAF_FCPY, PAF_DBL, FR_LEFT(4), FR_LEFT(0), INSN_0C), PAF_DELAYED);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | FLAG_I | FPSR_T);
    ck_assert_uint_eq((u32)fr[0], 0x09u << 26 | (INSN_0C & 0x03ffffff));
}
END_TEST

START_TEST(fused)
{
    u64 fr[32] = {0};
    fr[4] = 0x3ff0000000000001ull; /* (1 + u)^2 - (1 + 2u) = u^2, u = 2^-52 */
    fr[5] = 0xbff0000000000002ull;
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 8, 10, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], 0x3970000000000000ull);
    fr[5] ^= SIGN;
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYNFADD, PAF_DBL, 8, 8, 10, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], 0xb970000000000000ull);
    ck_assert_uint_eq(fpsr(fr), 0);
    /* inf * 0 + a quiet NaN is that NaN; + a number it is invalid. */
    fr[4] = D_INF;
    fr[5] = 0;
    fr[7] = 0xfff0000000000003ull;
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 10, 14, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], 0xfff0000000000003ull);
    ck_assert_uint_eq(fpsr(fr), 0);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 10, 10, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], D_QNAN);
    ck_assert_uint_eq(fpsr(fr), FLAG_V);
    /* The negated product does not touch a NaN's sign, and a signaling third goes first. */
    fr[4] = 0x7ff0000000000001ull;
    fr[7] = 0x7ff8000000000002ull;
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYNFADD, PAF_DBL, 8, 10, 14, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], 0x7ff4000000000002ull);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYNFADD, PAF_DBL, 8, 10, 10, 12, INSN_2E), PAF_DONE);
    ck_assert_uint_eq(fr[6], 0x7ff0000000000001ull);
}
END_TEST

struct conversion {
    enum pa_fp_cnv cnv;
    enum pa_fp_format from, to;
    u32 status;
    u64 in, out;
    u32 flags;
};

#define W(x) ((u64)(x) << 32)
static const struct conversion conversions[] = {
    {PAF_FCNVFF, PAF_SGL, PAF_DBL, 0, W(S_ONE), D_ONE, 0},
    {PAF_FCNVFF, PAF_SGL, PAF_DBL, 0, W(1), 0x36a0000000000000ull, 0},
    {PAF_FCNVFF, PAF_SGL, PAF_DBL, 0, W(0xff800000), D_INF | SIGN, 0},
    {PAF_FCNVFF, PAF_SGL, PAF_DBL, 0, W(0x7fc00001), 0x7ff4000020000000ull, FLAG_V},
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, 0, 0x3ff0000010000000ull, W(S_ONE), FLAG_I},
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, ROUND(2), 0x3ff0000010000000ull, W(S_ONE + 1), FLAG_I},
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, 0, D_GREATEST, W(0x7f800000), FLAG_O | FLAG_I},
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, 0, 1, 0, FLAG_U | FLAG_I},
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, 0, 0xfff0000000000001ull, W(0xffa00000), 0}, /* the fraction does not fit */
    {PAF_FCNVFF, PAF_DBL, PAF_SGL, 0, 0xfff0000020000000ull, W(0xff800001), 0},
    {PAF_FCNVXF, PAF_SGL, PAF_SGL, 0, W(0xffffffff), W(0xbf800000), 0},
    {PAF_FCNVXF, PAF_SGL, PAF_SGL, 0, W(0x01000001), W(0x4b800000), FLAG_I},
    {PAF_FCNVXF, PAF_SGL, PAF_DBL, 0, W(0x80000000), 0xc1e0000000000000ull, 0},
    {PAF_FCNVXF, PAF_DBL, PAF_DBL, 0, SIGN, 0xc3e0000000000000ull, 0},
    {PAF_FCNVXF, PAF_DBL, PAF_DBL, 0, 0x7fffffffffffffffull, 0x43e0000000000000ull, FLAG_I},
    {PAF_FCNVXF, PAF_DBL, PAF_SGL, ROUND(1), 0x7fffffffffffffffull, W(0x5effffff), FLAG_I},
    {PAF_FCNVUF, PAF_SGL, PAF_DBL, 0, W(0xffffffff), 0x41efffffffe00000ull, 0},
    {PAF_FCNVUF, PAF_DBL, PAF_DBL, 0, SIGN, 0x43e0000000000000ull, 0},
    {PAF_FCNVFX, PAF_DBL, PAF_SGL, 0, 0x3ff8000000000000ull, W(2), FLAG_I}, /* 1.5 */
    {PAF_FCNVFXT, PAF_DBL, PAF_SGL, ROUND(2), 0x3ff8000000000000ull, W(1), FLAG_I},
    {PAF_FCNVFX, PAF_DBL, PAF_SGL, ROUND(3), 0xbff8000000000000ull, W(-2u), FLAG_I},
    {PAF_FCNVFXT, PAF_DBL, PAF_SGL, 0, 0xc1e0000000000000ull, W(0x80000000), 0},      /* -2^31 fits */
    {PAF_FCNVFXT, PAF_DBL, PAF_SGL, 0, 0xc1e00000001fffffull, W(0x80000000), FLAG_I}, /* -2^31 - 0.99.. does too */
    {PAF_FCNVFXT, PAF_DBL, PAF_SGL, 0, 0xc1e0000000200000ull, W(0x80000000), FLAG_V},
    {PAF_FCNVFXT, PAF_DBL, PAF_SGL, 0, 0x41e0000000000000ull, W(0x7fffffff), FLAG_V},
    {PAF_FCNVFX, PAF_DBL, PAF_SGL, 0, 0x41dfffffffe00000ull, W(0x7fffffff), FLAG_V}, /* 2^31 - 0.5 rounds out */
    {PAF_FCNVFX, PAF_SGL, PAF_DBL, 0, W(0x7f800000), 0x7fffffffffffffffull, FLAG_V},
    {PAF_FCNVFX, PAF_SGL, PAF_DBL, 0, W(0xdf000000), SIGN, 0},
    {PAF_FCNVFX, PAF_SGL, PAF_SGL, 0, W(S_QNAN), W(0x7fffffff), FLAG_V},
    {PAF_FCNVFXT, PAF_SGL, PAF_SGL, 0, W(0xffa00000), W(0x80000000), FLAG_V},
    {PAF_FCNVFU, PAF_DBL, PAF_SGL, 0, 0x41efffffffe00000ull, W(0xffffffff), 0},
    {PAF_FCNVFU, PAF_DBL, PAF_SGL, 0, 0x41effffffff00000ull, W(0xffffffff), FLAG_V},
    {PAF_FCNVFUT, PAF_DBL, PAF_SGL, 0, 0x41effffffff00000ull, W(0xffffffff), FLAG_I},
    {PAF_FCNVFUT, PAF_DBL, PAF_SGL, 0, 0xbfefffffffffffffull, 0, FLAG_I},
    {PAF_FCNVFUT, PAF_DBL, PAF_SGL, 0, 0xbff0000000000000ull, 0, FLAG_V},
    {PAF_FCNVFU, PAF_SGL, PAF_DBL, ROUND(3), W(0x80000001), 0, FLAG_V},
    {PAF_FCNVFU, PAF_SGL, PAF_DBL, 0, W(0x5f000000), SIGN, 0},
    {PAF_FCNVFU, PAF_SGL, PAF_DBL, 0, W(S_QNAN), ~0ull, FLAG_V},
    {PAF_FCNVFU, PAF_SGL, PAF_DBL, 0, W(0xffa00000), 0, FLAG_V},
};

START_TEST(conversions_table)
{
    const struct conversion *c = &conversions[_i];
    u64 fr[32] = {0};
    set_fpsr(fr, c->status);
    fr[4] = c->in;
    fr[5] = 0xaaaaaaaabbbbbbbbull;
    ck_assert_int_eq(pa_fp_convert(fr, c->cnv, c->from, c->to, FR_LEFT(4), FR_LEFT(5), INSN_0C), PAF_DONE);
    u64 want = c->to == PAF_SGL ? c->out | 0xbbbbbbbbu : c->out;
    ck_assert_msg(fr[5] == want, "%d: %016llx, want %016llx", _i, (unsigned long long)fr[5], (unsigned long long)want);
    ck_assert_msg(fpsr(fr) == (c->status | c->flags), "%d: status %08x", _i, fpsr(fr));
}
END_TEST

static bool compare(u64 *fr, u64 a, u64 b, unsigned cond, unsigned y)
{
    fr[4] = a;
    fr[5] = b;
    ck_assert_int_eq(pa_fp_compare(fr, PAF_DBL, FR_LEFT(4), FR_LEFT(5), cond, y, INSN_0C), PAF_DONE);
    return fpsr(fr) & FPSR_C;
}

START_TEST(compare_relations)
{
    u64 fr[32] = {0};
    for (unsigned cond = 0; cond < 32; cond += 2) {
        ck_assert_int_eq(compare(fr, D_ONE, 0, cond, 0), (cond & 16) != 0);
        ck_assert_int_eq(compare(fr, SIGN | D_ONE, 0, cond, 0), (cond & 8) != 0);
        ck_assert_int_eq(compare(fr, SIGN, 0, cond, 0), (cond & 4) != 0);
        ck_assert_int_eq(compare(fr, D_QNAN, 0, cond, 0), (cond & 2) != 0);
        ck_assert_int_eq(compare(fr, SIGN | D_INF, D_INF, cond, 0), (cond & 8) != 0);
    }
    ck_assert_uint_eq(fpsr(fr) & FPSR_FLAGS, 0);
    compare(fr, D_ONE, D_QNAN, 1, 0);
    ck_assert_uint_eq(fpsr(fr) & FPSR_FLAGS, FLAG_V);
    set_fpsr(fr, 0);
    ck_assert(compare(fr, 0x7ff8000000000000ull, D_ONE, 2, 0));
    ck_assert_uint_eq(fpsr(fr) & FPSR_FLAGS, FLAG_V);
    /* C takes the unordered result even if the trap is taken. */
    set_fpsr(fr, ENABLE_V);
    ck_assert_int_eq(pa_fp_compare(fr, PAF_DBL, FR_LEFT(4), FR_LEFT(5), 2, 0, INSN_0C), PAF_DELAYED);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | FPSR_T | ENABLE_V);
    ck_assert_int_eq(pa_fp_cause(fr), PAF_CAUSE_INVALID);
}
END_TEST

START_TEST(compare_queue)
{
    u64 fr[32] = {0};
    set_fpsr(fr, ROUND(3));
    compare(fr, 0, 0, 4, 0); /* true */
    ck_assert_uint_eq(fpsr(fr), FPSR_C | ROUND(3));
    compare(fr, 0, 0, 0, 0); /* false: C to CQ[0], status bit 10 */
    ck_assert_uint_eq(fpsr(fr), 1u << 21 | ROUND(3));
    compare(fr, 0, 0, 4, 0);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | 1u << 20 | ROUND(3));
    for (int i = 0; i < 9; i++) compare(fr, 0, 0, 0, 0);
    ck_assert_uint_eq(fpsr(fr), 1u << 13 | 1u << 11 | ROUND(3)); /* the first stands in CQ[10] */
    compare(fr, 0, 0, 0, 0);
    ck_assert_uint_eq(fpsr(fr), 1u << 12 | ROUND(3)); /* and falls off, the rounding mode unharmed */
    /* Targeted: one bit of the array, nothing else. */
    set_fpsr(fr, FPSR_C);
    compare(fr, 0, 0, 4, 1);
    compare(fr, 0, 0, 4, 7);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | 1u << 21 | 1u << 15);
    compare(fr, 0, 0, 0, 1);
    ck_assert_uint_eq(fpsr(fr), FPSR_C | 1u << 15);
}
END_TEST

static bool test(u32 s, unsigned y, unsigned cond)
{
    u64 fr[32] = {0};
    bool nullify = false;
    set_fpsr(fr, s);
    ck_assert_int_eq(pa_fp_test(fr, y, cond, &nullify), PAF_DONE);
    return nullify;
}

/* The n-th last compare: 0 is C, 1 is CQ[0]. */
static u32 nth(int n) { return n == 0 ? FPSR_C : 1u << (22 - n); }

START_TEST(queue_tests)
{
    static const struct {
        unsigned cond;
        int count;
    } accepts[] = {{1, 12}, {5, 8}, {9, 6}, {13, 4}, {17, 2}};
    ck_assert(test(FPSR_C, 1, 0));
    ck_assert(!test(FPSR_CQ, 1, 0));
    for (size_t i = 0; i < ARRAY_LEN(accepts); i++) {
        ck_assert(test(0, 1, accepts[i].cond));
        for (int n = 0; n < 12; n++) ck_assert_int_eq(test(nth(n), 1, accepts[i].cond), n >= accepts[i].count);
    }
    for (int a = 0; a < 12; a++) {
        for (int b = 0; b < 12; b++) {
            u32 s = nth(a) | nth(b);
            int lower = a < b ? a : b, upper = a < b ? b : a;
            ck_assert_int_eq(test(s, 1, 2), upper - lower == 6);
            ck_assert_int_eq(test(s, 1, 6), upper - lower == 4 && upper < 8);
        }
    }
    u64 fr[32] = {0};
    bool nullify;
    ck_assert_int_eq(pa_fp_test(fr, 1, 3, &nullify), PAF_RESERVED);
}
END_TEST

START_TEST(array_tests)
{
    static const unsigned y_of[] = {0, 3, 2, 5, 4, 7, 6}; /* as the assembler encodes "ftest n" */
    for (unsigned n = 0; n < 7; n++) {
        ck_assert(test(1u << (21 - n), y_of[n], 0));
        ck_assert(!test(~(1u << (21 - n)) & ~(u32)FPSR_T, y_of[n], 0));
    }
}
END_TEST

/* code: what exception register 1 holds above the instruction. */
static void check_trap(u64 *fr, u32 insn, u32 code, u32 want_status, enum pa_fp_cause cause)
{
    ck_assert_uint_eq(fpsr(fr), want_status | FPSR_T);
    ck_assert_uint_eq((u32)fr[0], code << 26 | (insn & 0x03ffffff));
    for (int i = 1; i <= 3; i++) ck_assert_uint_eq(fr[i], 0);
    ck_assert_int_eq(pa_fp_cause(fr), cause);
}

START_TEST(trapped_results)
{
    u64 fr[32] = {0};
    const u64 untouched = 0x1111111122222222ull;
    fr[1] = fr[2] = fr[3] = ~0ull;
    ck_assert_int_eq(dbl(fr, ENABLE_V, PAF_FSUB, D_INF, D_INF), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x20, ENABLE_V, PAF_CAUSE_INVALID);
    ck_assert_uint_eq(fr[6], untouched);
    ck_assert_int_eq(dbl(fr, ENABLE_Z, PAF_FDIV, D_ONE, 0), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x10, ENABLE_Z, PAF_CAUSE_DIVZERO);
    ck_assert_uint_eq(fr[6], untouched);
    /* Overflow: 2^1024 with the exponent less 1536 is 2^-512. */
    ck_assert_int_eq(dbl(fr, ENABLE_O, PAF_FMPY, 0x7fe0000000000000ull, 0x4000000000000000ull), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x08, ENABLE_O, PAF_CAUSE_OVERFLOW);
    ck_assert_uint_eq(fr[6], 0x1ff0000000000000ull);
    /* Inexact as well: flagged if it does not trap, in the code if it does. */
    ck_assert_int_eq(dbl(fr, ENABLE_O, PAF_FMPY, D_GREATEST, D_GREATEST), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x08, ENABLE_O | FLAG_I, PAF_CAUSE_OVERFLOW);
    ck_assert_int_eq(dbl(fr, ENABLE_O | ENABLE_I, PAF_FMPY, D_GREATEST, D_GREATEST), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x0a, ENABLE_O | ENABLE_I, PAF_CAUSE_OVERFLOW);
    /* Only inexact enabled: the result of the untrapped overflow, its flag, and an inexact trap. */
    ck_assert_int_eq(dbl(fr, ENABLE_I, PAF_FMPY, D_GREATEST, D_GREATEST), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x02, ENABLE_I | FLAG_O, PAF_CAUSE_INEXACT);
    ck_assert_uint_eq(fr[6], D_INF);
    /* Underflow traps even if exact: 2^-1023 times 2^1536 is 2^513. */
    ck_assert_int_eq(dbl(fr, ENABLE_U, PAF_FMPY, D_LEAST, 0x3fe0000000000000ull), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x04, ENABLE_U, PAF_CAUSE_UNDERFLOW);
    ck_assert_uint_eq(fr[6], 0x6000000000000000ull);
    ck_assert_int_eq(dbl(fr, ENABLE_U, PAF_FADD, 1, 0), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x04, ENABLE_U, PAF_CAUSE_UNDERFLOW);
    ck_assert_uint_eq(fr[6], 0x5cd0000000000000ull); /* 2^(-1074 + 1536) */
    /* Enabled and not met: nothing. */
    ck_assert_int_eq(dbl(fr, 0x1f, PAF_FADD, D_ONE, D_ONE), PAF_DONE);
    ck_assert_uint_eq(fpsr(fr), 0x1f);
}
END_TEST

/* Narrowing can leave single range by more than the wrap of 192: software's work. */
START_TEST(gross_overflow_is_unimplemented)
{
    u64 fr[32] = {0};
    set_fpsr(fr, ENABLE_O | ENABLE_U);
    fr[4] = (u64)(1023 + 319) << 52;
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVFF, PAF_DBL, PAF_SGL, 8, 10, INSN_0C), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x08, ENABLE_O | ENABLE_U, PAF_CAUSE_OVERFLOW);
    ck_assert_uint_eq(fr[5] >> 32, 254u << 23);
    set_fpsr(fr, ENABLE_O | ENABLE_U);
    fr[4] = (u64)(1023 + 320) << 52;
    fr[5] = 77;
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVFF, PAF_DBL, PAF_SGL, 8, 10, INSN_0E), PAF_DELAYED);
    check_trap(fr, INSN_0E, 0x0b, ENABLE_O | ENABLE_U, PAF_CAUSE_UNIMPLEMENTED);
    ck_assert_uint_eq(fr[5], 77);
    set_fpsr(fr, ENABLE_O | ENABLE_U);
    fr[4] = (u64)(1023 - 319) << 52;
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVFF, PAF_DBL, PAF_SGL, 8, 10, INSN_0C), PAF_DELAYED);
    check_trap(fr, INSN_0C, 0x09, ENABLE_O | ENABLE_U, PAF_CAUSE_UNIMPLEMENTED);
}
END_TEST

START_TEST(fused_trap_codes)
{
    u64 fr[32] = {0};
    fr[4] = D_GREATEST;
    fr[5] = 0x3ff8000000000000ull;
    fr[7] = D_INF;
    fr[8] = 0x0018000000000001ull;
    fr[9] = 0x3fe0000000000000ull;
    set_fpsr(fr, 0x1f);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 10, 0, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x1a, 0x1f, PAF_CAUSE_OVERFLOW);
    set_fpsr(fr, ENABLE_O);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 10, 0, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x18, ENABLE_O | FLAG_I, PAF_CAUSE_OVERFLOW);
    set_fpsr(fr, 0x1f);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 14, 0, 0, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x30, 0x1f, PAF_CAUSE_INVALID);
    set_fpsr(fr, 0x1f);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 16, 18, 0, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x0c, 0x1f, PAF_CAUSE_UNDERFLOW);
    set_fpsr(fr, 0x1f);
    fr[9] = 0x3fe0000000000001ull;
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 16, 18, 0, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x1e, 0x1f, PAF_CAUSE_UNDERFLOW);
    set_fpsr(fr, 0x1f);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 10, 18, 18, 12, INSN_2E), PAF_DELAYED);
    check_trap(fr, INSN_2E, 0x12, 0x1f, PAF_CAUSE_INEXACT);
}
END_TEST

START_TEST(unimplemented_codes)
{
    static const struct {
        u32 insn, code;
    } majors[] = {
        {INSN_0C, 0x09}, {INSN_0E, 0x0b}, {INSN_06, 0x03}, {INSN_26, 0x23}, {INSN_2E, 0x2b},
    };
    for (size_t i = 0; i < ARRAY_LEN(majors); i++) {
        u64 fr[32] = {0};
        ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_QUAD, 8, 10, 12, majors[i].insn), PAF_DELAYED);
        check_trap(fr, majors[i].insn, majors[i].code, 0, PAF_CAUSE_UNIMPLEMENTED);
    }
    u64 fr[32] = {0};
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVFF, PAF_DBL, PAF_DBL, 8, 10, INSN_0C), PAF_DELAYED);
    set_fpsr(fr, 0);
    ck_assert_int_eq(pa_fp_compare(fr, PAF_UNDEFINED, 8, 10, 0, 0, INSN_0C), PAF_DELAYED);
    set_fpsr(fr, 0);
    ck_assert_int_eq(pa_fp_op1(fr, PAF_FCPY, PAF_QUAD, 8, 10, INSN_0C), PAF_DELAYED);
}
END_TEST

/* With T set nothing executes; the double-word store of FR 0 shows T and clears it. */
START_TEST(delayed_trap)
{
    u64 fr[32] = {0}, before[32];
    bool nullify;
    ck_assert_int_eq(pa_fp_cause(fr), PAF_CAUSE_NONE);
    ck_assert_int_eq(dbl(fr, ENABLE_Z | FPSR_C, PAF_FDIV, D_ONE, 0), PAF_DELAYED);
    ck_assert(pa_fp_pending(fr));
    memcpy(before, fr, sizeof fr);
    ck_assert_int_eq(pa_fp_op1(fr, PAF_FCPY, PAF_DBL, 8, 14, INSN_0C), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_DBL, 8, 8, 14, INSN_0C), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_op2(fr, PAF_XMPYU, PAF_SGL, 8, 8, 14, INSN_0E), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_op3(fr, PAF_FMPYFADD, PAF_DBL, 8, 8, 8, 14, INSN_2E), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_convert(fr, PAF_FCNVXF, PAF_DBL, PAF_DBL, 8, 14, INSN_0C), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_compare(fr, PAF_DBL, 8, 8, 4, 0, INSN_0C), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_test(fr, 1, 0, &nullify), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_multi(fr, false, PAF_DBL, 8, 8, 14, 8, 16, INSN_06), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_identify(fr, 1, 1), PAF_ASSIST);
    ck_assert_mem_eq(fr, before, sizeof fr);

    pa_fp_stored(fr);
    ck_assert(!pa_fp_pending(fr));
    ck_assert_uint_eq(fr[0], before[0] & ~((u64)FPSR_T << 32));
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_DBL, 8, 8, 14, INSN_0C), PAF_DONE);
    fr[0] = before[0]; /* a load arms it again */
    ck_assert_int_eq(pa_fp_op2(fr, PAF_FADD, PAF_DBL, 8, 8, 14, INSN_0C), PAF_ASSIST);
    ck_assert_int_eq(pa_fp_cause(fr), PAF_CAUSE_DIVZERO);
}
END_TEST

START_TEST(multiple_operation)
{
    u64 fr[32] = {0};
    fr[20] = 0x4008000000000000ull; /* 3 */
    fr[21] = 0x4014000000000000ull; /* 5 */
    fr[22] = D_ONE;
    ck_assert_int_eq(pa_fp_multi(fr, false, PAF_DBL, 40, 42, 46, 42, 44, INSN_06), PAF_DONE);
    ck_assert_uint_eq(fr[23], 0x402e000000000000ull); /* 15 */
    ck_assert_uint_eq(fr[22], 0x4018000000000000ull); /* 6 */
    ck_assert_int_eq(pa_fp_multi(fr, true, PAF_DBL, 40, 44, 40, 40, 42, INSN_26), PAF_DONE);
    ck_assert_uint_eq(fr[20], 0x4032000000000000ull); /* 18 */
    ck_assert_uint_eq(fr[21], 0x4000000000000000ull); /* 5 - 3: the old value */
    ck_assert_int_eq(pa_fp_multi(fr, false, PAF_DBL, 40, 42, 40, 0, 42, INSN_06), PAF_DONE);
    ck_assert_uint_eq(fr[21], 0x4000000000000000ull); /* plus FR 0 */
    ck_assert_uint_eq(fpsr(fr), 0);
    /* Single, and the flags of both halves. */
    fr[24] = (u64)S_ONE << 32 | 0x7f7fffffu;
    fr[25] = (u64)0x33000000u << 32;
    ck_assert_int_eq(
        pa_fp_multi(fr, false, PAF_SGL, FR_RIGHT(24), FR_RIGHT(24), FR_RIGHT(25), FR_LEFT(25), FR_LEFT(24), INSN_06),
        PAF_DONE);
    ck_assert_uint_eq(fr[25], 0x330000007f800000ull);
    ck_assert_uint_eq(fr[24], 0x3f8000007f7fffffull);
    ck_assert_uint_eq(fpsr(fr), FLAG_O | FLAG_I);
    /* A trap in one half undoes both. */
    set_fpsr(fr, ENABLE_I);
    ck_assert_int_eq(
        pa_fp_multi(fr, true, PAF_SGL, FR_LEFT(24), FR_LEFT(24), FR_LEFT(26), FR_LEFT(25), FR_LEFT(24), INSN_26),
        PAF_DELAYED);
    check_trap(fr, INSN_26, 0x23, ENABLE_I, PAF_CAUSE_UNIMPLEMENTED);
    ck_assert_uint_eq(fr[26], 0);
    ck_assert_uint_eq(fr[24], 0x3f8000007f7fffffull);
}
END_TEST

START_TEST(identify)
{
    u64 fr[32] = {0};
    fr[0] = (u64)(FLAG_Z | ROUND(2) | ENABLE_U | FPSR_CQ) << 32 | 0x1234;
    ck_assert_int_eq(pa_fp_identify(fr, 15, 1), PAF_DONE);
    ck_assert_uint_eq(fr[0], (u64)(FLAG_Z | ROUND(2) | ENABLE_U | 1u << 21 | 15u << 16 | 1u << 11) << 32 | 0x1234);
}
END_TEST

Suite *parisc_fpu_suite(void)
{
    Suite *s = suite_create("parisc fpu");
    TCase *tc = tcase_create("arithmetic");
    tcase_add_test(tc, plain_arithmetic);
    tcase_add_test(tc, underflow);
    tcase_add_test(tc, denormals_as_zero);
    tcase_add_test(tc, nans);
    tcase_add_test(tc, single_halves_are_apart);
    tcase_add_test(tc, register_zero_reads_as_zero);
    tcase_add_test(tc, fused);
    tcase_add_test(tc, multiple_operation);
    tcase_add_loop_test(tc, conversions_table, 0, (int)ARRAY_LEN(conversions));
    suite_add_tcase(s, tc);
    tc = tcase_create("compare");
    tcase_add_test(tc, compare_relations);
    tcase_add_test(tc, compare_queue);
    tcase_add_test(tc, queue_tests);
    tcase_add_test(tc, array_tests);
    suite_add_tcase(s, tc);
    tc = tcase_create("traps");
    tcase_add_test(tc, trapped_results);
    tcase_add_test(tc, gross_overflow_is_unimplemented);
    tcase_add_test(tc, fused_trap_codes);
    tcase_add_test(tc, unimplemented_codes);
    tcase_add_test(tc, delayed_trap);
    tcase_add_test(tc, identify);
    suite_add_tcase(s, tc);
    return s;
}
