/* The PA-RISC floating-point coprocessor: see fpu.h for the rules and where they come from. */
#include "isa/parisc/exec/fpu.h"

#include "emu/core/softfloat.h"

/* Exception codes, the upper 6 bits of an exception register (HP's emulation, float.h and fpudispatch.c). The fused
 * operations have codes of their own, made of two bits each, and may add inexact to overflow and underflow. */
enum {
    CODE_UNIMPLEMENTED = 0x01,
    CODE_INEXACT = 0x02,
    CODE_UNDERFLOW = 0x04,
    CODE_OVERFLOW = 0x08,
    CODE_DIVZERO = 0x10,
    CODE_INVALID = 0x20,
    CODE_FUSED_UNDERFLOW = 0x0c,
    CODE_FUSED_INEXACT = 0x12,
    CODE_FUSED_OVERFLOW = 0x18,
    CODE_FUSED_INVALID = 0x30,
};

/* The first fraction bit of a NaN, set if it is signaling, and the next one. */
#define NAN_SIGNALING ((u64)1 << 62)
#define NAN_SECOND    ((u64)1 << 61)

/* What an operation came to, before it is known what the processor does about it. */
struct outcome {
    u64 bits;
    u8 flags;
    bool out_of_wrap; /* a trapped result whose wrapped exponent still does not fit */
};

static u32 status(const u64 *fr) { return (u32)(fr[0] >> 32); }
static void set_status(u64 *fr, u32 v) { fr[0] = (u64)v << 32 | (u32)fr[0]; }
static void raise_flags(u64 *fr, u8 flags) { set_status(fr, status(fr) | (u32)flags << 27); }
static u8 enables(const u64 *fr) { return status(fr) & FPSR_ENABLES; }

static u32 get_word(const u64 *fr, unsigned r)
{
    if (r == FR_LEFT(0)) return 0;
    return (u32)(r & 1 ? fr[r >> 1] : fr[r >> 1] >> 32);
}

static u64 get(const u64 *fr, enum pa_fp_format fmt, unsigned r)
{
    if (fmt == PAF_SGL) return get_word(fr, r);
    return r >> 1 ? fr[r >> 1] : 0;
}

static void put(u64 *fr, enum pa_fp_format fmt, unsigned t, u64 bits)
{
    u64 *to = &fr[t >> 1];
    if (fmt == PAF_DBL) *to = bits;
    else if (t & 1) *to = (*to & ~(u64)0xffffffff) | (u32)bits;
    else *to = bits << 32 | (u32)*to;
}

/* Which code "unimplemented" has depends on the major opcode, since the exception register does not hold it. */
static u32 unimplemented_code(u32 insn)
{
    switch (insn >> 26) {
    case 0x0c: return 0x09;
    case 0x0e: return 0x0b;
    case 0x06: return 0x03;
    case 0x26: return 0x23;
    case 0x2e: return 0x2b;
    default: return CODE_UNIMPLEMENTED;
    }
}

/* Puts the instruction in exception register 1 and arms the trap. The other registers hold nothing: T keeps every
 * later operation from executing, so there is never more than one. */
static enum pa_fp_result record(u64 *fr, u32 code, u32 insn)
{
    fr[0] = (u64)(status(fr) | FPSR_T) << 32 | code << 26 | (insn & 0x03ffffff);
    for (int i = 1; i <= 3; i++) fr[i] = 0;
    return PAF_DELAYED;
}

static enum pa_fp_result unimplemented(u64 *fr, u32 insn) { return record(fr, unimplemented_code(insn), insn); }

static bool no_format(enum pa_fp_format fmt) { return fmt != PAF_SGL && fmt != PAF_DBL; }
static bool no_target(enum pa_fp_format fmt, unsigned t) { return fmt == PAF_SGL ? t == FR_LEFT(0) : t >> 1 == 0; }
static const struct sf_format *format(enum pa_fp_format fmt) { return fmt == PAF_DBL ? &sf_double : &sf_single; }

static struct sf_env environment(const u64 *fr)
{
    return (struct sf_env){
        .round = (enum sf_round)((status(fr) & FPSR_RM) >> 9),
        .flush = (status(fr) & FPSR_D) != 0,
        .trapped = enables(fr) & (SF_OVERFLOW | SF_UNDERFLOW),
    };
}

/* A source operand; with D set, a subnormal one is a zero. */
static struct sf_num operand(const u64 *fr, enum pa_fp_format fmt, unsigned r)
{
    struct sf_num a = sf_unpack(format(fmt), get(fr, fmt, r));
    if ((status(fr) & FPSR_D) && a.cls == SF_NORMAL && a.exp < format(fmt)->emin) a.cls = SF_ZERO;
    return a;
}

static bool is_signaling(struct sf_num a) { return a.cls == SF_NAN && (a.sig & NAN_SIGNALING); }

static struct sf_num quiet(struct sf_num a)
{
    if (a.sig & NAN_SIGNALING) a.sig = (a.sig & ~NAN_SIGNALING) | NAN_SECOND;
    return a;
}

/* If one of the operands is a NaN: true, and the NaN that is the result. */
static bool take_nan(struct sf_env *env, const struct sf_num *a, int count, struct sf_num *result)
{
    const struct sf_num *chosen = NULL;
    for (int i = 0; i < count && !chosen; i++)
        if (is_signaling(a[i])) chosen = &a[i];
    if (chosen) env->flags |= SF_INVALID;
    for (int i = 0; i < count && !chosen; i++)
        if (a[i].cls == SF_NAN) chosen = &a[i];
    if (chosen) *result = quiet(*chosen);
    return chosen != NULL;
}

static struct outcome outcome_of(enum pa_fp_format fmt, const struct sf_env *env, struct sf_num a)
{
    if (a.cls == SF_NAN) {
        /* The default NaN, and a NaN whose fraction was lost in narrowing (HP's emulation, fcnvff.c). */
        u64 kept = ~(u64)0 << (64 - format(fmt)->precision);
        if ((a.sig & kept) == 0) a.sig = NAN_SECOND;
    }
    bool wrapped = env->flags & env->trapped;
    bool out_of_wrap = wrapped && a.cls == SF_NORMAL && !sf_in_range(format(fmt), a);
    return (struct outcome){
        .flags = env->flags,
        .out_of_wrap = out_of_wrap,
        .bits = out_of_wrap ? 0 : sf_pack(format(fmt), a),
    };
}

/* Delivers an outcome: to the target and the flags, or to the exception register. */
static enum pa_fp_result deliver(u64 *fr, enum pa_fp_format fmt, unsigned t, struct outcome out, u32 insn)
{
    bool fused = insn >> 26 == 0x2e;
    u8 trapped = out.flags & enables(fr);
    if (trapped & SF_INVALID) return record(fr, fused ? CODE_FUSED_INVALID : CODE_INVALID, insn);
    if (trapped & SF_DIVZERO) return record(fr, CODE_DIVZERO, insn);
    if (out.out_of_wrap) return unimplemented(fr, insn);

    put(fr, fmt, t, out.bits);
    raise_flags(fr, out.flags & (u8)~trapped);
    u32 code = 0;
    if (trapped & SF_OVERFLOW) code |= fused ? CODE_FUSED_OVERFLOW : CODE_OVERFLOW;
    if (trapped & SF_UNDERFLOW) code |= fused ? CODE_FUSED_UNDERFLOW : CODE_UNDERFLOW;
    if (trapped & SF_INEXACT) code |= fused ? CODE_FUSED_INEXACT : CODE_INEXACT;
    return code ? record(fr, code, insn) : PAF_DONE;
}

/* The operations that move bits and never raise anything. */
static u64 move_bits(enum pa_fp_op op, u64 bits, u64 sign)
{
    switch (op) {
    case PAF_FABS: return bits & ~sign;
    case PAF_FNEG: return bits ^ sign;
    case PAF_FNEGABS: return bits | sign;
    default: return bits;
    }
}

enum pa_fp_result pa_fp_op1(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r, unsigned t, u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (no_format(fmt) || no_target(fmt, t)) return unimplemented(fr, insn);
    if (op != PAF_FSQRT && op != PAF_FRND) {
        put(fr, fmt, t, move_bits(op, get(fr, fmt, r), fmt == PAF_DBL ? (u64)1 << 63 : (u64)1 << 31));
        return PAF_DONE;
    }
    struct sf_env env = environment(fr);
    struct sf_num a = operand(fr, fmt, r), result;
    if (!take_nan(&env, &a, 1, &result))
        result = op == PAF_FSQRT ? sf_sqrt(format(fmt), &env, a) : sf_round_integral(&env, a);
    return deliver(fr, fmt, t, outcome_of(fmt, &env, result), insn);
}

static struct outcome arithmetic(const u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r1, unsigned r2)
{
    const struct sf_format *f = format(fmt);
    struct sf_env env = environment(fr);
    struct sf_num a[2] = {operand(fr, fmt, r1), operand(fr, fmt, r2)}, result;
    if (!take_nan(&env, a, 2, &result)) {
        switch (op) {
        case PAF_FSUB: result = sf_sub(f, &env, a[0], a[1]); break;
        case PAF_FMPY: result = sf_mul(f, &env, a[0], a[1]); break;
        case PAF_FDIV: result = sf_div(f, &env, a[0], a[1]); break;
        case PAF_FREM: result = sf_rem(f, &env, a[0], a[1]); break;
        default: result = sf_add(f, &env, a[0], a[1]); break;
        }
    }
    return outcome_of(fmt, &env, result);
}

enum pa_fp_result pa_fp_op2(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned t,
                            u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (op == PAF_XMPYU) { /* words to a double word; the target's half is that of a double */
        if (fmt != PAF_SGL || no_target(PAF_DBL, t)) return unimplemented(fr, insn);
        put(fr, PAF_DBL, t, (u64)get_word(fr, r1) * get_word(fr, r2));
        return PAF_DONE;
    }
    if (no_format(fmt) || no_target(fmt, t)) return unimplemented(fr, insn);
    return deliver(fr, fmt, t, arithmetic(fr, op, fmt, r1, r2), insn);
}

enum pa_fp_result pa_fp_op3(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned r3,
                            unsigned t, u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (no_format(fmt) || no_target(fmt, t)) return unimplemented(fr, insn);
    struct sf_env env = environment(fr);
    struct sf_num a[3] = {operand(fr, fmt, r1), operand(fr, fmt, r2), operand(fr, fmt, r3)}, result;
    if (!take_nan(&env, a, 3, &result)) {
        if (op == PAF_FMPYNFADD) a[0].sign = !a[0].sign;
        result = sf_fma(format(fmt), &env, a[0], a[1], a[2]);
    }
    return deliver(fr, fmt, t, outcome_of(fmt, &env, result), insn);
}

static struct outcome to_integer(struct sf_env *env, struct sf_num a, enum pa_fp_cnv cnv, enum pa_fp_format df)
{
    if (cnv == PAF_FCNVFXT || cnv == PAF_FCNVFUT) env->round = SF_TO_ZERO;
    bool is_signed = cnv == PAF_FCNVFX || cnv == PAF_FCNVFXT;
    if (a.cls == SF_NAN) a.cls = SF_INF; /* out of range by its sign, as HP's emulation has it (fcnvfx.c) */
    u64 bits = sf_to_int(env, a, df == PAF_DBL ? 64 : 32, is_signed);
    return (struct outcome){.bits = bits, .flags = env->flags};
}

static struct sf_num from_integer(const u64 *fr, enum pa_fp_cnv cnv, enum pa_fp_format sf, unsigned r)
{
    u64 bits = get(fr, sf, r);
    if (cnv == PAF_FCNVUF) return sf_from_u64(bits);
    return sf_from_i64(sf == PAF_DBL ? (i64)bits : (i32)(u32)bits);
}

enum pa_fp_result pa_fp_convert(u64 *fr, enum pa_fp_cnv cnv, enum pa_fp_format sf, enum pa_fp_format df, unsigned r,
                                unsigned t, u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (no_format(sf) || no_format(df) || no_target(df, t)) return unimplemented(fr, insn);
    struct sf_env env = environment(fr);
    struct sf_num result;
    switch (cnv) {
    case PAF_FCNVFX:
    case PAF_FCNVFXT:
    case PAF_FCNVFU:
    case PAF_FCNVFUT: return deliver(fr, df, t, to_integer(&env, operand(fr, sf, r), cnv, df), insn);
    case PAF_FCNVXF:
    case PAF_FCNVUF: result = sf_round_to(format(df), &env, from_integer(fr, cnv, sf, r)); break;
    case PAF_FCNVFF: {
        if (sf == df) return unimplemented(fr, insn);
        struct sf_num a = operand(fr, sf, r);
        if (!take_nan(&env, &a, 1, &result)) result = sf_round_to(format(df), &env, a);
        break;
    }
    default: return unimplemented(fr, insn);
    }
    return deliver(fr, df, t, outcome_of(df, &env, result), insn);
}

enum pa_fp_result pa_fp_compare(u64 *fr, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned cond, unsigned y,
                                u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (no_format(fmt)) return unimplemented(fr, insn);
    struct sf_num a = operand(fr, fmt, r1), b = operand(fr, fmt, r2);
    enum sf_relation relation = sf_compare(a, b);
    static const u8 bit_of[] = {[SF_GREATER] = 16, [SF_LESS] = 8, [SF_EQUAL] = 4, [SF_UNORDERED] = 2};
    bool is_true = (cond & bit_of[relation]) != 0;
    bool is_invalid = relation == SF_UNORDERED && ((cond & 1) || is_signaling(a) || is_signaling(b));

    /* The compare bits change even if invalid traps (HP's emulation, sfcmp.c). */
    u32 s = status(fr);
    if (y == 0) {
        u32 queue = (s & FPSR_CQ) >> 1 & FPSR_CQ;
        if (s & FPSR_C) queue |= 1u << 21;
        s = (s & ~(FPSR_CQ | FPSR_C)) | queue;
        if (is_true) s |= FPSR_C;
    } else {
        u32 bit = 1u << (22 - y);
        s = is_true ? s | bit : s & ~bit;
    }
    set_status(fr, s);
    if (!is_invalid) return PAF_DONE;
    if (enables(fr) & SF_INVALID) return record(fr, CODE_INVALID, insn);
    raise_flags(fr, SF_INVALID);
    return PAF_DONE;
}

/* The last n compares, the latest in bit n - 1. */
static u32 last_compares(u32 s, int n)
{
    u32 all = (s >> 15 & 0x800) | (s >> 11 & 0x7ff); /* C, CQ[0] to CQ[10] */
    return all >> (12 - n);
}

enum pa_fp_result pa_fp_test(u64 *fr, unsigned y, unsigned cond, bool *nullify)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    u32 s = status(fr);
    if (y != 1) {
        *nullify = s >> (22 - (y ^ 1)) & 1; /* CA[(y ^ 1) - 1] */
        return PAF_DONE;
    }
    /* For clipping: with a compare per plane for one end of a line and then for the other, "accept" is no end outside
     * any plane, "reject" both ends outside the same one. The pairs that reject looks at follow from that use; the
     * emulators there are disagree about it. */
    switch (cond) {
    case 0: *nullify = (s & FPSR_C) != 0; break;
    case 1: *nullify = last_compares(s, 12) == 0; break;                         /* acc */
    case 5: *nullify = last_compares(s, 8) == 0; break;                          /* acc8 */
    case 9: *nullify = last_compares(s, 6) == 0; break;                          /* acc6 */
    case 13: *nullify = last_compares(s, 4) == 0; break;                         /* acc4 */
    case 17: *nullify = last_compares(s, 2) == 0; break;                         /* acc2 */
    case 2: *nullify = (last_compares(s, 12) & last_compares(s, 6)) != 0; break; /* rej */
    case 6: *nullify = (last_compares(s, 8) & last_compares(s, 4)) != 0; break;  /* rej8 */
    default: return PAF_RESERVED;
    }
    return PAF_DONE;
}

enum pa_fp_result pa_fp_multi(u64 *fr, bool subtract, enum pa_fp_format fmt, unsigned rm1, unsigned rm2, unsigned tm,
                              unsigned ra, unsigned ta, u32 insn)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    if (no_format(fmt) || no_target(fmt, tm) || no_target(fmt, ta)) return unimplemented(fr, insn);
    struct outcome product = arithmetic(fr, PAF_FMPY, fmt, rm1, rm2);
    struct outcome sum = arithmetic(fr, subtract ? PAF_FSUB : PAF_FADD, fmt, ta, ra);
    u8 flags = product.flags | sum.flags;
    if (flags & enables(fr)) return unimplemented(fr, insn);
    put(fr, fmt, tm, product.bits);
    put(fr, fmt, ta, sum.bits);
    raise_flags(fr, flags);
    return PAF_DONE;
}

enum pa_fp_result pa_fp_identify(u64 *fr, unsigned model, unsigned revision)
{
    if (pa_fp_pending(fr)) return PAF_ASSIST;
    set_status(fr, (status(fr) & ~(0x3ffu << 11)) | (model & 31) << 16 | (revision & 31) << 11);
    return PAF_DONE;
}

/* The first exception register that holds something, as a word of fr; 0: none does. */
static unsigned exception_register(const u64 *fr)
{
    for (unsigned r = FR_RIGHT(0); r <= FR_RIGHT(3); r++)
        if (get_word(fr, r) >> 26 != 0) return r;
    return 0;
}

void pa_fp_clear_cause(u64 *fr)
{
    unsigned r = exception_register(fr);
    if (r) put(fr, PAF_SGL, r, 0);
}

enum pa_fp_cause pa_fp_cause(const u64 *fr)
{
    static const u8 causes[] = {
        [CODE_INVALID] = PAF_CAUSE_INVALID,
        [CODE_FUSED_INVALID] = PAF_CAUSE_INVALID,
        [CODE_DIVZERO] = PAF_CAUSE_DIVZERO,
        [CODE_OVERFLOW] = PAF_CAUSE_OVERFLOW,
        [CODE_OVERFLOW | CODE_INEXACT] = PAF_CAUSE_OVERFLOW,
        [CODE_FUSED_OVERFLOW] = PAF_CAUSE_OVERFLOW,
        [CODE_FUSED_OVERFLOW | CODE_FUSED_INEXACT] = PAF_CAUSE_OVERFLOW,
        [CODE_UNDERFLOW] = PAF_CAUSE_UNDERFLOW,
        [CODE_UNDERFLOW | CODE_INEXACT] = PAF_CAUSE_UNDERFLOW,
        [CODE_FUSED_UNDERFLOW] = PAF_CAUSE_UNDERFLOW,
        [CODE_FUSED_UNDERFLOW | CODE_FUSED_INEXACT] = PAF_CAUSE_UNDERFLOW,
        [CODE_INEXACT] = PAF_CAUSE_INEXACT,
        [CODE_FUSED_INEXACT] = PAF_CAUSE_INEXACT,
        [0x3f] = PAF_CAUSE_UNIMPLEMENTED,
    };
    unsigned r = exception_register(fr);
    if (!pa_fp_pending(fr) || !r) return PAF_CAUSE_NONE;
    u32 code = get_word(fr, r) >> 26;
    return causes[code] == PAF_CAUSE_NONE ? PAF_CAUSE_UNIMPLEMENTED : causes[code];
}
