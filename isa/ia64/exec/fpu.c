/* Itanium floating point, the scalar instructions: see fpu.h for the rules and where they come from. */
#include "isa/ia64/exec/fpu.h"

#include "isa/ia64/exec/fpu_core.h"
#include "isa/ia64/exec/fpu_short.h"

#define FORMAT(p, min, max) {.precision = (p), .emin = (min), .emax = (max)}
#define BY_PC(min, max) FORMAT(24, min, max), FORMAT(64, min, max), FORMAT(53, min, max), FORMAT(64, min, max)

const struct sf_format ia64_fp_formats[FP_FORMATS] = {
    BY_PC(-16382, 16383), BY_PC(-65534, 65535), FORMAT(24, -126, 127), FORMAT(53, -1022, 1023)};

struct sf_num ia64_fp_number(const struct ia64_fr *a)
{
    if (a->exp == IA64_FR_EXP_SPECIAL) return (struct sf_num){.cls = SF_INF, .sign = a->sign};
    if (a->sig == 0) return (struct sf_num){.cls = SF_ZERO, .sign = a->sign};
    int shift = __builtin_clzll(a->sig);
    i32 exp = (i32)(a->exp ? a->exp : IA64_FR_EXP_EXTENDED_MIN) - IA64_FR_BIAS - shift;
    return (struct sf_num){.cls = SF_NORMAL, .sign = a->sign, .exp = exp, .sig = a->sig << shift};
}

/* A number of the format, subnormals of it included, or an infinity, as the register that represents it. */
static struct ia64_fr to_register(const struct sf_format *f, struct sf_num a)
{
    switch ((enum sf_class)a.cls) {
    case SF_ZERO: return (struct ia64_fr){.sign = a.sign};
    case SF_INF: return (struct ia64_fr){.sig = IA64_FR_INTEGER_BIT, .exp = IA64_FR_EXP_SPECIAL, .sign = a.sign};
    default: break;
    }
    if (a.exp >= f->emin) return (struct ia64_fr){.sig = a.sig, .exp = (u32)(a.exp + IA64_FR_BIAS), .sign = a.sign};
    u32 exp = (u32)(f->emin + IA64_FR_BIAS);
    if (exp == IA64_FR_EXP_EXTENDED_MIN) exp = 0; /* SDM volume 1, 5.1.3 */
    return (struct ia64_fr){.sig = a.sig >> (f->emin - a.exp), .exp = exp, .sign = a.sign};
}

struct fp_outcome ia64_fp_invalid(const struct fp_mode *mode, struct ia64_fr value)
{
    return (struct fp_outcome){.value = value, .flags = IA64_FP_V, .fault = mode->enabled & IA64_FP_V};
}

struct fp_outcome ia64_fp_exact(const struct fp_mode *mode, struct ia64_fr value, bool unnormal)
{
    u8 flags = unnormal ? IA64_FP_D : 0;
    return (struct fp_outcome){.value = value, .flags = flags, .fault = flags & mode->enabled};
}

bool ia64_fp_take_nan(const struct fp_mode *mode, const struct ia64_fr *const *operands, int count,
                      struct fp_outcome *out)
{
    const struct ia64_fr *chosen = NULL;
    bool signaling = false;
    for (int i = 0; i < count; i++) {
        enum ia64_fr_class k = ia64_fr_class(operands[i]);
        if (k == IA64_FR_IS_UNSUPPORTED) {
            *out = ia64_fp_invalid(mode, IA64_FR_DEFAULT_NAN);
            return true;
        }
        if (k != IA64_FR_IS_QNAN && k != IA64_FR_IS_SNAN) continue;
        signaling |= k == IA64_FR_IS_SNAN;
        if (!chosen) chosen = operands[i];
    }
    if (!chosen) return false;
    struct ia64_fr value = *chosen;
    value.sig |= IA64_FR_QUIET_BIT;
    *out = signaling ? ia64_fp_invalid(mode, value) : (struct fp_outcome){.value = value};
    return true;
}

static u8 flags_of(u8 sf_flags)
{
    return (u8)((sf_flags & SF_INVALID ? IA64_FP_V : 0) | (sf_flags & SF_DIVZERO ? IA64_FP_Z : 0) |
                (sf_flags & SF_OVERFLOW ? IA64_FP_O : 0) | (sf_flags & SF_UNDERFLOW ? IA64_FP_U : 0) |
                (sf_flags & SF_INEXACT ? IA64_FP_I : 0));
}

/* The trap bits for these flags, FPA apart. An overflow or underflow that traps also tells whether it is inexact. */
static u8 traps_of(u8 flags, u8 enabled)
{
    u8 trap = 0;
    if (flags & enabled & IA64_FP_O) trap |= FP_TRAP_O;
    if (flags & enabled & IA64_FP_U) trap |= FP_TRAP_U;
    if ((flags & IA64_FP_I) && (trap || (enabled & IA64_FP_I))) trap |= FP_TRAP_I;
    return trap;
}

static bool greater_magnitude(struct sf_num a, struct sf_num b)
{
    a.sign = b.sign = false;
    return sf_compare(a, b) == SF_GREATER;
}

struct fp_outcome ia64_fp_arithmetic(const struct fp_mode *mode, const struct sf_format *f, fp_compute *compute,
                                     const struct sf_num *x, bool unnormal)
{
    struct sf_env env = {.round = mode->round, .flush = mode->flush};
    if (mode->enabled & IA64_FP_O) env.trapped |= SF_OVERFLOW;
    if (mode->enabled & IA64_FP_U) env.trapped |= SF_UNDERFLOW;
    struct sf_env truncating = env;

    struct sf_num result = compute(f, &env, x);
    if (result.cls == SF_NAN) return ia64_fp_invalid(mode, IA64_FR_DEFAULT_NAN);
    struct fp_outcome out = {.flags = flags_of(env.flags) | (unnormal ? IA64_FP_D : 0)};
    out.fault = out.flags & mode->enabled & (IA64_FP_V | IA64_FP_D | IA64_FP_Z);
    out.trap = traps_of(out.flags, mode->enabled);
    if (env.flags & env.trapped) {
        u32 exp = (u32)(result.exp + IA64_FR_BIAS) & 0x1ffff;
        out.value = (struct ia64_fr){.sig = result.sig, .exp = exp, .sign = result.sign};
    } else {
        out.value = to_register(f, result);
    }
    if (out.trap) {
        truncating.round = SF_TO_ZERO;
        if (greater_magnitude(result, compute(f, &truncating, x))) out.trap |= FP_TRAP_FPA;
    }
    return out;
}

/* --- multiply and add ----------------------------------------------------------------------------------------------------- */

static struct sf_num compute_fma(const struct sf_format *f, struct sf_env *env, const struct sf_num *x)
{
    return sf_fma(f, env, x[0], x[1], x[2]);
}

static struct sf_num compute_mul(const struct sf_format *f, struct sf_env *env, const struct sf_num *x)
{
    return sf_mul(f, env, x[0], x[1]);
}

struct fp_outcome ia64_fp_fma(const struct fp_mode *mode, const struct sf_format *f, enum ia64_fma_op op,
                              const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2)
{
    const struct ia64_fr *preference[3] = {f4, f2 ? f2 : f3, f3};
    struct fp_outcome out;
    if (ia64_fp_take_nan(mode, preference, 3, &out)) return out;

    struct sf_num x[3] = {ia64_fp_number(f3), ia64_fp_number(f4)};
    bool unnormal = fp_is_unnormal(f3) || fp_is_unnormal(f4);
    /* A pseudo-zero times infinity is an infinity (SDM volume 1, 5.1.3): any number will do in its place. */
    if (ia64_fr_class(f3) == IA64_FR_IS_PSEUDO_ZERO && x[1].cls == SF_INF) x[0].cls = SF_NORMAL;
    if (ia64_fr_class(f4) == IA64_FR_IS_PSEUDO_ZERO && x[0].cls == SF_INF) x[1].cls = SF_NORMAL;
    if (op == IA64_FNMA) x[0].sign = !x[0].sign;
    if (!f2) return ia64_fp_arithmetic(mode, f, compute_mul, x, unnormal);

    x[2] = ia64_fp_number(f2);
    if (op == IA64_FMS) x[2].sign = !x[2].sign;
    return ia64_fp_arithmetic(mode, f, compute_fma, x, unnormal || fp_is_unnormal(f2));
}

u32 ia64_fma_plain(enum ia64_fp_precision precision, enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3,
                   const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    if (ia64_fr_is_natval(f3) || ia64_fr_is_natval(f4) || (f2 && ia64_fr_is_natval(f2))) {
        *f1 = IA64_FR_NATVAL;
        return 0;
    }
    struct fp_mode mode = fp_mode(*fpsr, sf);
    struct fp_outcome out = ia64_fp_fma(&mode, fp_format(*fpsr, sf, precision), op, f3, f4, f2);
    return fp_deliver(&out, f1, fpsr, sf);
}

/* Takes a fifth of the plain way's time: tests/oracle/ia64_fpu/run -b. */
u32 ia64_fma(enum ia64_fp_precision precision, enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3,
             const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    if (precision == IA64_FP_DOUBLE && fp_fma_double(op, f1, f3, f4, f2, *fpsr, sf)) return 0;
    if (LIKELY(ia64_fma_short(precision, op, f1, f3, f4, f2, fpsr, sf))) return 0;
    return ia64_fma_plain(precision, op, f1, f3, f4, f2, fpsr, sf);
}

/* --- minimum, maximum, comparison, class ------------------------------------------------------------------------------- */

static bool is_nan(const struct ia64_fr *a)
{
    enum ia64_fr_class k = ia64_fr_class(a);
    return k >= IA64_FR_IS_QNAN && k <= IA64_FR_IS_UNSUPPORTED;
}

static bool is_quiet_nan(const struct ia64_fr *a) { return ia64_fr_class(a) == IA64_FR_IS_QNAN; }

struct fp_outcome ia64_fp_fminmax(const struct fp_mode *mode, enum ia64_fminmax_op op, const struct ia64_fr *f2,
                                  const struct ia64_fr *f3)
{
    if (is_nan(f2) || is_nan(f3)) return ia64_fp_invalid(mode, *f3);
    struct sf_num a = ia64_fp_number(f2), b = ia64_fp_number(f3);
    if (op == IA64_FAMIN || op == IA64_FAMAX) a.sign = b.sign = false;
    enum sf_relation wanted = op == IA64_FMIN || op == IA64_FAMIN ? SF_LESS : SF_GREATER;
    return ia64_fp_exact(mode, sf_compare(a, b) == wanted ? *f2 : *f3, fp_is_unnormal(f2) || fp_is_unnormal(f3));
}

u32 ia64_fminmax(enum ia64_fminmax_op op, struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3,
                 u64 *fpsr, unsigned sf)
{
    if (ia64_fr_is_natval(f2) || ia64_fr_is_natval(f3)) {
        *f1 = IA64_FR_NATVAL;
        return 0;
    }
    struct fp_mode mode = fp_mode(*fpsr, sf);
    struct fp_outcome out = ia64_fp_fminmax(&mode, op, f2, f3);
    return fp_deliver(&out, f1, fpsr, sf);
}

struct fp_outcome ia64_fp_fcmp(const struct fp_mode *mode, enum ia64_fcmp_relation relation, const struct ia64_fr *f2,
                               const struct ia64_fr *f3, bool *holds)
{
    bool a_nan = is_nan(f2), b_nan = is_nan(f3);
    if (a_nan || b_nan) {
        bool quiet = (!a_nan || is_quiet_nan(f2)) && (!b_nan || is_quiet_nan(f3));
        bool ordering = relation == IA64_FCMP_LT || relation == IA64_FCMP_LE;
        *holds = relation == IA64_FCMP_UNORD;
        return quiet && !ordering ? (struct fp_outcome){0} : ia64_fp_invalid(mode, *f3);
    }
    enum sf_relation order = sf_compare(ia64_fp_number(f2), ia64_fp_number(f3));
    *holds = (relation == IA64_FCMP_EQ && order == SF_EQUAL) || (relation == IA64_FCMP_LT && order == SF_LESS) ||
             (relation == IA64_FCMP_LE && order != SF_GREATER);
    return ia64_fp_exact(mode, *f3, fp_is_unnormal(f2) || fp_is_unnormal(f3));
}

/* How normal numbers and zeros stand to each other. */
static inline bool holds_short(enum ia64_fcmp_relation relation, const struct ia64_fr *f2, const struct ia64_fr *f3)
{
    bool equal, less;
    if (f2->sig == 0 && f3->sig == 0) {
        equal = true, less = false;
    } else if (f2->sign != f3->sign) {
        equal = false, less = f2->sign;
    } else {
        equal = f2->exp == f3->exp && f2->sig == f3->sig;
        bool below = f2->exp != f3->exp ? f2->exp < f3->exp : f2->sig < f3->sig;
        less = !equal && below != (bool)f2->sign;
    }
    switch (relation) {
    case IA64_FCMP_EQ: return equal;
    case IA64_FCMP_LT: return less;
    case IA64_FCMP_LE: return equal || less;
    default: return false;
    }
}

u32 ia64_fcmp(enum ia64_fcmp_relation relation, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 *fpsr,
              unsigned sf, u8 *p1, u8 *p2)
{
    bool holds;
    if (LIKELY((ia64_fr_is_normal(f2) || ia64_fr_is_zero(f2)) && (ia64_fr_is_normal(f3) || ia64_fr_is_zero(f3)))) {
        holds = holds_short(relation, f2, f3);
    } else if (ia64_fr_is_natval(f2) || ia64_fr_is_natval(f3)) {
        *p1 = *p2 = false;
        return 0;
    } else {
        struct fp_mode mode = fp_mode(*fpsr, sf);
        struct fp_outcome out = ia64_fp_fcmp(&mode, relation, f2, f3, &holds);
        if (out.fault) return IA64_FP_FAULT | out.fault;
        *fpsr |= (u64)out.flags << ia64_fpsr_flags(sf);
    }
    *p1 = holds;
    *p2 = !holds;
    return 0;
}

void ia64_fclass(const struct ia64_fr *f2, unsigned mask, u8 *p1, u8 *p2)
{
    static const u16 classes[] = {
        [IA64_FR_IS_ZERO] = IA64_FCLASS_ZERO,     [IA64_FR_IS_NORMAL] = IA64_FCLASS_NORM,
        [IA64_FR_IS_UNNORMAL] = IA64_FCLASS_UNNORM, [IA64_FR_IS_PSEUDO_ZERO] = IA64_FCLASS_UNNORM,
        [IA64_FR_IS_INFINITY] = IA64_FCLASS_INF,  [IA64_FR_IS_QNAN] = IA64_FCLASS_QNAN,
        [IA64_FR_IS_SNAN] = IA64_FCLASS_SNAN,     [IA64_FR_IS_NATVAL] = IA64_FCLASS_NAT,
        [IA64_FR_IS_UNSUPPORTED] = 0,
    };
    unsigned of_sign = IA64_FCLASS_ZERO | IA64_FCLASS_UNNORM | IA64_FCLASS_NORM | IA64_FCLASS_INF;
    unsigned in = classes[ia64_fr_class(f2)] & mask;
    if ((in & of_sign) && !(mask & (f2->sign ? IA64_FCLASS_NEG : IA64_FCLASS_POS))) in = 0;
    *p1 = in != 0;
    *p2 = in == 0 && !ia64_fr_is_natval(f2);
}

/* --- conversions ---------------------------------------------------------------------------------------------------------- */

static u64 magnitude(u64 v, bool negative) { return negative ? 0 - v : v; }

struct fp_outcome ia64_fp_to_integer(struct fp_mode mode, int bits, bool is_signed, bool trunc, const struct ia64_fr *f2)
{
    u64 all = ~(u64)0 >> (64 - bits);
    struct ia64_fr indefinite = ia64_fr_from_sig((u64)1 << (bits - 1));
    if (is_nan(f2)) return ia64_fp_invalid(&mode, indefinite);

    struct sf_num a = ia64_fp_number(f2);
    struct sf_env env = {.round = trunc ? SF_TO_ZERO : mode.round};
    u64 v = sf_to_int(&env, a, bits, is_signed);
    if (env.flags & SF_INVALID) return ia64_fp_invalid(&mode, indefinite);

    struct fp_outcome out = ia64_fp_exact(&mode, ia64_fr_from_sig(v & all), fp_is_unnormal(f2));
    out.flags |= flags_of(env.flags);
    out.trap = traps_of(out.flags, mode.enabled);
    if (out.trap) {
        env.round = SF_TO_ZERO;
        if (magnitude(v, a.sign) > magnitude(sf_to_int(&env, a, bits, is_signed), a.sign)) out.trap |= FP_TRAP_FPA;
    }
    return out;
}

/* A normal number cut off at the point, which fits; it differs from the plain way in nothing but speed. */
static inline bool trunc_short(bool is_signed, struct ia64_fr *f1, const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    u32 exp = f2->exp - IA64_FR_BIAS; /* huge if the number is below 1 */
    if (!ia64_fr_is_normal(f2) || exp >= 63 || (f2->sign && !is_signed)) return false;
    if (f2->sig << (exp + 1) != 0) {
        if (fp_mode(*fpsr, sf).enabled & IA64_FP_I) return false;
        *fpsr |= (u64)IA64_FP_I << ia64_fpsr_flags(sf);
    }
    *f1 = ia64_fr_from_sig(magnitude(f2->sig >> (63 - exp), f2->sign));
    return true;
}

u32 ia64_fcvt_fx(bool is_signed, bool trunc, struct ia64_fr *f1, const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    if (trunc && trunc_short(is_signed, f1, f2, fpsr, sf)) return 0;
    if (ia64_fr_is_natval(f2)) {
        *f1 = IA64_FR_NATVAL;
        return 0;
    }
    struct fp_outcome out = ia64_fp_to_integer(fp_mode(*fpsr, sf), 64, is_signed, trunc, f2);
    return fp_deliver(&out, f1, fpsr, sf);
}

struct ia64_fr ia64_fcvt_xf(const struct ia64_fr *f2)
{
    if (ia64_fr_is_natval(f2)) return IA64_FR_NATVAL;
    u64 v = magnitude(f2->sig, f2->sig >> 63);
    if (v == 0) return (struct ia64_fr){0};
    unsigned shift = (unsigned)__builtin_clzll(v);
    return (struct ia64_fr){.sig = v << shift, .exp = IA64_FR_EXP_INTEGER - shift, .sign = (u32)(f2->sig >> 63)};
}

/* --- moves, logic, integers ----------------------------------------------------------------------------------------------- */

#define LEFT(a) ((a)->sig >> 32 << 32)
#define RIGHT(a) ((u64)(u32)(a)->sig)
#define LEFT_SIGN ((u64)1 << 63)
#define RIGHT_SIGN ((u64)1 << 31)
#define BOTH_SIGNS (LEFT_SIGN | RIGHT_SIGN)
#define BOTH_SIGNS_EXPONENTS 0xff800000ff800000ull

static u64 insert(u64 into, u64 from, u64 mask) { return (into & ~mask) | (from & mask); }

struct ia64_fr ia64_fmove(enum ia64_fmove_op op, const struct ia64_fr *f2, const struct ia64_fr *f3)
{
    if (ia64_fr_is_natval(f2) || ia64_fr_is_natval(f3)) return IA64_FR_NATVAL;
    u64 a = f2->sig, b = f3->sig, v = 0;
    switch (op) {
    case IA64_FMERGE_S: return (struct ia64_fr){.sig = b, .exp = f3->exp, .sign = f2->sign};
    case IA64_FMERGE_NS: return (struct ia64_fr){.sig = b, .exp = f3->exp, .sign = !f2->sign};
    case IA64_FMERGE_SE: return (struct ia64_fr){.sig = b, .exp = f2->exp, .sign = f2->sign};
    case IA64_FPMERGE_S: v = insert(b, a, BOTH_SIGNS); break;
    case IA64_FPMERGE_NS: v = insert(b, ~a, BOTH_SIGNS); break;
    case IA64_FPMERGE_SE: v = insert(b, a, BOTH_SIGNS_EXPONENTS); break;
    case IA64_FMIX_L: v = LEFT(f2) | b >> 32; break;
    case IA64_FMIX_R: v = a << 32 | RIGHT(f3); break;
    case IA64_FMIX_LR: v = LEFT(f2) | RIGHT(f3); break;
    case IA64_FSWAP: v = b << 32 | a >> 32; break;
    case IA64_FSWAP_NL: v = (b << 32 | a >> 32) ^ LEFT_SIGN; break;
    case IA64_FSWAP_NR: v = (b << 32 | a >> 32) ^ RIGHT_SIGN; break;
    case IA64_FSXT_L: v = (0 - (a >> 63)) << 32 | b >> 32; break;
    case IA64_FSXT_R: v = (0 - (a >> 31 & 1)) << 32 | RIGHT(f3); break;
    case IA64_FPACK: v = (u64)ia64_fr_to_single(f2) << 32 | ia64_fr_to_single(f3); break;
    case IA64_FAND: v = a & b; break;
    case IA64_FANDCM: v = a & ~b; break;
    case IA64_FOR: v = a | b; break;
    case IA64_FXOR: v = a ^ b; break;
    }
    return ia64_fr_from_sig(v);
}

struct ia64_fr ia64_fselect(const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2)
{
    if (ia64_fr_is_natval(f3) || ia64_fr_is_natval(f4) || ia64_fr_is_natval(f2)) return IA64_FR_NATVAL;
    return ia64_fr_from_sig(insert(f4->sig, f3->sig, f2->sig));
}

struct ia64_fr ia64_xma(enum ia64_xma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2)
{
    if (ia64_fr_is_natval(f3) || ia64_fr_is_natval(f4) || ia64_fr_is_natval(f2)) return IA64_FR_NATVAL;
    u128 sum;
    if (op == IA64_XMA_HU) sum = (u128)f3->sig * f4->sig + f2->sig;
    else sum = (u128)((i128)(i64)f3->sig * (i64)f4->sig) + f2->sig;
    return ia64_fr_from_sig((u64)(op == IA64_XMA_L ? sum : sum >> 64));
}
