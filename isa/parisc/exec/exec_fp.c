/* Floating point: the fast path on the host's arithmetic, and the way to the exact one (isa/parisc/exec/fpu.h).
 *
 * The host's IEEE operations give the same bits as PA-RISC's for normal results. Then only the inexact flag can have been
 * raised, and the host's own sticky flag stands for it until FR 0 is looked at (pa_fp_leave). Everything else - a result
 * that is zero, subnormal, infinite or NaN, and all operations while traps are enabled - takes the exact path, which
 * agrees with the host about inexact (emu/core/softfloat tests).
 * Gain over the exact path alone: 8.5 times on tests/bench/fp.c, 1.4 times on Lua's n-body guest. */
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/exec.h"

#include <fenv.h>
#include <math.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/insn/fields.h"

/* --- state shared with the host --------------------------------------------------------------------------------------- */

static void set_host_rounding(unsigned rm)
{
    static const int host[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    fesetround(host[rm]);
}

/* The host's sticky flags. On x86-64 only SSE's: feclearexcept() also saves and loads the environment of the x87, which does nothing
 * here (10 % of mawk's time, as host code). */
#ifdef __SSE2__
static bool host_inexact(void) { return _mm_getcsr() & _MM_EXCEPT_INEXACT; }
static void clear_host_flags(void) { _mm_setcsr(_mm_getcsr() & ~(u32)_MM_EXCEPT_MASK); }
#else
static bool host_inexact(void) { return fetestexcept(FE_INEXACT) != 0; }
static void clear_host_flags(void) { feclearexcept(FE_ALL_EXCEPT); }
#endif

static u32 status(const struct cpu *c) { return (u32)(c->fr[0] >> 32); }

void pa_fp_enter(struct cpu *c)
{
    c->rounding = (status(c) & FPSR_RM) >> 9;
    c->fp_slow = status(c) & (FPSR_ENABLES | FPSR_T | FPSR_D);
    if (c->rounding) set_host_rounding(c->rounding);
    clear_host_flags();
}

void pa_fp_gather_flags(struct cpu *c)
{
    if (host_inexact()) {
        c->fr[0] |= (u64)1 << (27 + 32); /* I, the lowest of the flags */
        clear_host_flags();
    }
}

void pa_fp_leave(struct cpu *c)
{
    pa_fp_gather_flags(c);
    if (c->rounding) set_host_rounding(0);
}

/* After FR 0 was written: rounding mode and the need for the exact path. */
static void status_changed(struct cpu *c)
{
    if (c->rounding) set_host_rounding(0);
    pa_fp_enter(c);
}

/* --- the exact path ------------------------------------------------------------------------------------------------------- */

#define FMT(w) ((enum pa_fp_format)pa_fmt(w))

/* Operands of the two-operand and one-operand classes as halves: opcode 0E names halves, 0C whole registers. */
static unsigned r1_of(u32 w, bool dbl) { return dbl ? FR_LEFT(pa_fr1_dbl(w)) : pa_fr1_sgl(w); }
static unsigned r2_of(u32 w, bool dbl) { return dbl ? FR_LEFT(pa_fr2_dbl(w)) : pa_fr2_sgl(w); }
static unsigned t_of(u32 w, bool dbl) { return dbl ? FR_LEFT(pa_ft_dbl(w)) : pa_ft_sgl(w); }

/* The format field of opcode 0E is one bit, bit 20; bit 19 is a half there (classes 2 and 3). */
static enum pa_fp_format format_of(u32 w)
{
    if (pa_major(w) == 0x0c) return FMT(w);
    return pa_bits(w, 20, 20) ? PAF_DBL : PAF_SGL;
}

static enum pa_fp_result unary(struct cpu *c, u32 w)
{
    static const enum pa_fp_op op[8] = {PAF_FCPY, PAF_FCPY, PAF_FCPY, PAF_FABS, PAF_FSQRT, PAF_FRND, PAF_FNEG, PAF_FNEGABS};
    enum pa_fp_format f = FMT(w);
    return pa_fp_op1(c->fr, op[pa_fsub3(w)], f, r1_of(w, f != PAF_SGL), t_of(w, f != PAF_SGL), w);
}

static enum pa_fp_result convert(struct cpu *c, u32 w)
{
    enum pa_fp_format from = FMT(w), to = (enum pa_fp_format)pa_fmt_to(w);
    return pa_fp_convert(c->fr, (enum pa_fp_cnv)pa_fsub1(w), from, to, r1_of(w, from != PAF_SGL),
                         t_of(w, to != PAF_SGL), w);
}

static enum pa_fp_result compare(struct cpu *c, u32 w)
{
    enum pa_fp_format f = format_of(w);
    return pa_fp_compare(c->fr, f, r1_of(w, f != PAF_SGL), r2_of(w, f != PAF_SGL), pa_fcond(w), pa_fy(w), w);
}

static enum pa_fp_result binary(struct cpu *c, u32 w)
{
    static const enum pa_fp_op op[8] = {PAF_FADD, PAF_FSUB, PAF_FMPY, PAF_FDIV, PAF_FREM, PAF_FREM, PAF_FREM, PAF_FREM};
    enum pa_fp_format f = format_of(w);
    if (pa_major(w) == 0x0e && pa_bits(w, 23, 23)) /* XMPYU: single sources, double target */
        return pa_fp_op2(c->fr, PAF_XMPYU, PAF_SGL, pa_fr1_sgl(w), pa_fr2_sgl(w), FR_LEFT(pa_ft_dbl(w)), w);
    return pa_fp_op2(c->fr, op[pa_fsub3(w)], f, r1_of(w, f != PAF_SGL), r2_of(w, f != PAF_SGL), t_of(w, f != PAF_SGL), w);
}

static enum pa_fp_result multi(struct cpu *c, u32 w)
{
    bool sub = pa_major(w) == 0x26, sgl = pa_bits(w, 26, 26);
    u32 f[5] = {pa_rm1(w), pa_rm2(w), pa_tm(w), pa_ra(w), pa_ta(w)};
    for (unsigned i = 0; i < 5; i++) f[i] = sgl ? pa_mpy_sgl(f[i]) : FR_LEFT(f[i]);
    return pa_fp_multi(c->fr, sub, sgl ? PAF_SGL : PAF_DBL, f[0], f[1], f[2], f[3], f[4], w);
}

static enum pa_fp_result fused(struct cpu *c, u32 w)
{
    bool dbl = pa_bits(w, 20, 20);
    enum pa_fp_op op = pa_bits(w, 26, 26) ? PAF_FMPYNFADD : PAF_FMPYFADD;
    return pa_fp_op3(c->fr, op, dbl ? PAF_DBL : PAF_SGL, r1_of(w, dbl), r2_of(w, dbl),
                     dbl ? FR_LEFT(pa_fra_dbl(w)) : pa_fra_sgl(w), t_of(w, dbl), w);
}

static enum pa_fp_result execute(struct cpu *c, u32 w)
{
    switch (pa_major(w)) {
    case 0x06: case 0x26: return multi(c, w);
    case 0x2e: return fused(c, w);
    }
    switch (pa_bits(w, 21, 22)) {
    case 0: return w == 0x30000000 ? pa_fp_identify(c->fr, 0x11, 0) : unary(c, w);
    case 1: return convert(c, w);
    case 2: return compare(c, w);
    default: return binary(c, w);
    }
}

/* Any FP operation but FTEST; imm is the instruction word. */
UOP(fp_exact)
{
    u32 before = status(c);
    enum pa_fp_result r = execute(c, (u32)FIELD_IMM);
    if (UNLIKELY(r == PAF_ASSIST || r == PAF_RESERVED)) GO(pa_trap(c, u, VEC_ASSIST_EXCEPTION));
    if (UNLIKELY((status(c) ^ before) & FPSR_T)) {
        c->fp_slow = true; /* the next FP operation traps: the dispatcher changes the mode before it issues */
    }
    NEXT(u + 1);
}

/* Apart from its handler: where a local has its address taken gcc keeps the frame and calls what should be a jump, and the
 * stack grows with every FTEST. -1: the trap is to be taken. */
static __attribute__((noinline)) int test_queue(struct cpu *c, u32 w)
{
    bool nullify = false;
    enum pa_fp_result r = pa_fp_test(c->fr, pa_fy(w), pa_fcond(w), &nullify);
    return r == PAF_ASSIST || r == PAF_RESERVED ? -1 : nullify;
}

UOP(ftest_exact)
{
    int nullify = test_queue(c, (u32)FIELD_IMM);
    if (nullify < 0) GO(pa_trap(c, u, VEC_ASSIST_EXCEPTION));
    if (nullify) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* Precedes a load or store of an FP register while a trap may be pending. */
UOP(fp_pending)
{
    if (pa_fp_pending(c->fr)) GO(pa_trap(c, u, VEC_ASSIST_EXCEPTION));
    NEXT(u + 1);
}

/* FR 0 is about to be read, or was written. */
UOP(fp_gather) { pa_fp_gather_flags(c); NEXT(u + 1); }
UOP(fp_status) { (void)mem; status_changed(c); NEXT(u + 1); }
/* FSTD of FR 0 clears T once the store is done. */
UOP(fp_stored) { pa_fp_stored(c->fr); status_changed(c); NEXT(u + 1); }

/* --- the fast path ------------------------------------------------------------------------------------------------------------ */

static inline double dbl(const struct cpu *c, unsigned r) { double d; memcpy(&d, &c->fr[r], 8); return d; }
static inline float sgl(const struct cpu *c, unsigned i) { float f; memcpy(&f, (const u8 *)c->fr + 4 * i, 4); return f; }

/* Normal: neither the lowest nor the highest exponent, nor the least normal number (it may have been rounded up to) nor the
 * greatest one (overflow gives it in the directed rounding modes). */
static inline bool normal_dbl(u64 x) { return (x & 0x7fffffffffffffffull) - 0x0010000000000001ull < 0x7fdffffffffffffeull; }
static inline bool normal_sgl(u32 x) { return (x & 0x7fffffff) - 0x00800001u < 0x7efffffeu; }

static inline u64 bits_dbl(double x) { u64 bits; memcpy(&bits, &x, 8); return bits; }
static inline u32 bits_sgl(float x) { u32 bits; memcpy(&bits, &x, 4); return bits; }

/* The end of an operation: the target gets x, if that is normal; else it is left to the exact path. */
#define PUT_DBL(x)                                                                                                     \
    do {                                                                                                               \
        u64 bits = bits_dbl(x);                                                                                        \
        if (UNLIKELY(!normal_dbl(bits))) UOP_GOTO(pau_fp_exact, u);                                                    \
        FRA = bits;                                                                                                    \
        NEXT(u + 1);                                                                                                   \
    } while (0)
#define PUT_SGL(x)                                                                                                     \
    do {                                                                                                               \
        u32 bits = bits_sgl(x);                                                                                        \
        if (UNLIKELY(!normal_sgl(bits))) UOP_GOTO(pau_fp_exact, u);                                                    \
        memcpy((u8 *)c->fr + 4 * FIELD_A, &bits, 4);                                                                   \
        NEXT(u + 1);                                                                                                   \
    } while (0)

/* a = target, b and c = sources: registers for doubles, host-order halves for singles; imm = the word. */
#define ARITH(name, op)                                                                                                \
    UOP(name##_dbl) { PUT_DBL(dbl(c, FIELD_B) op dbl(c, FIELD_C)); }                                                   \
    UOP(name##_sgl) { PUT_SGL(sgl(c, FIELD_B) op sgl(c, FIELD_C)); }
ARITH(fadd, +)
ARITH(fsub, -)
ARITH(fmpy, *)
ARITH(fdiv, /)

UOP(fsqrt_dbl) { PUT_DBL(__builtin_sqrt(dbl(c, FIELD_B))); }

/* FMPYADD, FMPYSUB: both halves must be plain; d = rm1, and the registers ra, ta come from the word. */
#define MULTI(name, op)                                                                                                \
    UOP(name##_dbl)                                                                                                    \
    {                                                                                                                  \
        u32 w = (u32)FIELD_IMM;                                                                                           \
        double m = dbl(c, FIELD_B) * dbl(c, FIELD_C), s = dbl(c, pa_ta(w)) op dbl(c, pa_ra(w));                              \
        u64 mb = bits_dbl(m), sb = bits_dbl(s);                                                                        \
        if (UNLIKELY(!normal_dbl(mb) || !normal_dbl(sb))) UOP_GOTO(pau_fp_exact, u);                                   \
        FRA = mb;                                                                                              \
        c->fr[pa_ta(w)] = sb;                                                                                          \
        NEXT(u + 1);                                                                                                   \
    }
MULTI(fmpyadd, +)
MULTI(fmpysub, -)

UOP(xmpyu)
{
    u32 x, y;
    memcpy(&x, (u8 *)c->fr + 4 * FIELD_B, 4);
    memcpy(&y, (u8 *)c->fr + 4 * FIELD_C, 4);
    FRA = (u64)x * y;
    NEXT(u + 1);
}

UOP(fcpy_dbl) { FRA = FRB; NEXT(u + 1); }
UOP(fcpy_sgl) { memmove((u8 *)c->fr + 4 * FIELD_A, (u8 *)c->fr + 4 * FIELD_B, 4); NEXT(u + 1); }
UOP(fabs_dbl) { FRA = FRB & ~(1ull << 63); NEXT(u + 1); }
UOP(fneg_dbl) { FRA = FRB ^ 1ull << 63; NEXT(u + 1); }

/* Compare of ordered operands; d = condition: greater 16, less 8, equal 4. The result enters C, and C the queue. */
#define FCMP(name, type, get)                                                                                          \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        type x = get(c, FIELD_B), y = get(c, FIELD_C);                                                                       \
        if (UNLIKELY(__builtin_isunordered(x, y))) UOP_GOTO(pau_fp_exact, u);                                          \
        unsigned relation = x > y ? 16 : x < y ? 8 : 4;                                                                \
        u32 s = status(c), queue = (s & FPSR_C) >> 5 | ((s & FPSR_CQ) >> 1 & FPSR_CQ);                                 \
        s = (s & ~(FPSR_C | FPSR_CQ)) | queue | (FIELD_D & relation ? FPSR_C : 0);                                        \
        c->fr[0] = (u32)c->fr[0] | (u64)s << 32;                                                                       \
        NEXT(u + 1);                                                                                                   \
    }
FCMP(fcmp_dbl, double, dbl)
FCMP(fcmp_sgl, float, sgl)

/* FTEST of the C bit. */
UOP(ftest) { if (status(c) & FPSR_C) NEXT(pa_nullify(c, u)); NEXT(u + 2); }

/* Conversions that compilers emit. An integer source is exact or inexact like any sum; zero has no normal result. */
UOP(fcnv_w_dbl)
{
    i32 i;
    memcpy(&i, (u8 *)c->fr + 4 * FIELD_B, 4);
    double x = i;
    memcpy(&FRA, &x, 8);
    NEXT(u + 1);
}
UOP(fcnv_sgl_dbl) { PUT_DBL(sgl(c, FIELD_B)); }
UOP(fcnv_dbl_sgl) { PUT_SGL((float)dbl(c, FIELD_B)); }
/* Truncation to a word: in range it is the host's conversion; only inexact can be raised. */
UOP(fcnv_t_dbl_w)
{
    double x = dbl(c, FIELD_B);
    if (UNLIKELY(!(x > -2147483649.0 && x < 2147483648.0))) UOP_GOTO(pau_fp_exact, u);
    i32 i = (i32)x;
    memcpy((u8 *)c->fr + 4 * FIELD_A, &i, 4);
    NEXT(u + 1);
}
