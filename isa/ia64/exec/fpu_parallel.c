/* Itanium floating point, the parallel instructions: each does on the two singles of a significand what the scalar one
 * does on registers, in single precision. The halves have no say in each other's value; their flags are put together, and
 * a fault of one keeps the other from being written (SDM volume 1, 5.4.1). */
#include "isa/ia64/exec/fpu.h"

#include "isa/ia64/exec/fpu_core.h"

/* One half of a register, as the register that ldfs would make of it. */
static struct ia64_fr half_of(const struct ia64_fr *a, unsigned half)
{
    return ia64_fr_from_single((u32)(a->sig >> 32 * half));
}

/* What a half comes to: bits, flags, and traps. */
struct half {
    u32 bits;
    u8 flags, fault, trap;
};

/* A result as a single. Of one that overflowed or underflowed into a trap, the low 8 bits of the exponent are kept. */
static struct half half_result(struct fp_outcome out)
{
    u32 bits = ia64_fr_to_single(&out.value);
    if (out.trap & (FP_TRAP_O | FP_TRAP_U))
        bits = (bits & 0x807fffff) | ((out.value.exp - (IA64_FR_EXP_SINGLE_MIN - 1)) & 0xff) << 23;
    return (struct half){.bits = bits, .flags = out.flags, .fault = out.fault, .trap = out.trap};
}

/* Delivers both halves; half[1] is the left one, whose codes are those of a scalar operation. */
static u32 deliver(const struct half half[2], struct ia64_fr *f1, u64 *fpsr, unsigned sf)
{
    u32 fault = half[1].fault | (u32)half[0].fault << 4;
    if (fault) return IA64_FP_FAULT | fault;
    *f1 = ia64_fr_from_sig((u64)half[1].bits << 32 | half[0].bits);
    *fpsr |= (u64)(half[0].flags | half[1].flags) << ia64_fpsr_flags(sf);
    u32 trap = (u32)half[1].trap << 11 | (u32)half[0].trap << 7;
    return trap ? IA64_FP_TRAP | trap | 1 : 0;
}

/* If an operand is a NaTVal: true, and the result is one. */
static bool take_natval(struct ia64_fr *f1, const struct ia64_fr *a, const struct ia64_fr *b)
{
    if (!ia64_fr_is_natval(a) && !ia64_fr_is_natval(b)) return false;
    *f1 = IA64_FR_NATVAL;
    return true;
}

/* What a parallel instruction does: to each half what `...` says, of which the operands' own halves are a and b, and its number is i. Comes
 * to what deliver() does; to 0, with nothing done, where an operand is a NaTVal. */
#define EACH_HALF(f2, f3, ...)                                                                                         \
    ({                                                                                                                 \
        u32 code_ = 0;                                                                                                 \
        if (!take_natval(f1, f2, f3)) {                                                                                \
            struct fp_mode mode = fp_mode(*fpsr, sf);                                                                  \
            struct half half_[2];                                                                                      \
            for (unsigned i = 0; i < 2; i++) {                                                                         \
                struct ia64_fr a = half_of(f2, i);                                                                     \
                struct ia64_fr b = half_of(f3, i);                                                                     \
                (void)b;                                                                                               \
                half_[i] = __VA_ARGS__;                                                                                \
            }                                                                                                          \
            code_ = deliver(half_, f1, fpsr, sf);                                                                      \
        }                                                                                                              \
        code_;                                                                                                         \
    })

static struct half half_fma(const struct fp_mode *mode, enum ia64_fma_op op, const struct ia64_fr *a, const struct ia64_fr *b,
                            const struct ia64_fr *c)
{
    return half_result(ia64_fp_fma(mode, &ia64_fp_formats[FP_FORMAT_SINGLE], op, a, b, c));
}

u32 ia64_fpma(enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3, const struct ia64_fr *f4,
              const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    if (!f2) return EACH_HALF(f3, f4, half_fma(&mode, op, &a, &b, NULL));
    if (take_natval(f1, f2, f2)) return 0;
    struct ia64_fr c[2] = {half_of(f2, 0), half_of(f2, 1)};
    return EACH_HALF(f3, f4, half_fma(&mode, op, &a, &b, &c[i]));
}

u32 ia64_fpminmax(enum ia64_fminmax_op op, struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3,
                  u64 *fpsr, unsigned sf)
{
    return EACH_HALF(f2, f3, half_result(ia64_fp_fminmax(&mode, op, &a, &b)));
}

static struct half half_compared(const struct fp_mode *mode, enum ia64_fcmp_relation relation, bool not, const struct ia64_fr *a,
                                 const struct ia64_fr *b)
{
    bool holds;
    struct fp_outcome out = ia64_fp_fcmp(mode, relation, a, b, &holds);
    return (struct half){.bits = holds != not ? ~0u : 0, .flags = out.flags, .fault = out.fault};
}

u32 ia64_fpcmp(enum ia64_fcmp_relation relation, bool not, struct ia64_fr *f1, const struct ia64_fr *f2,
               const struct ia64_fr *f3, u64 *fpsr, unsigned sf)
{
    return EACH_HALF(f2, f3, half_compared(&mode, relation, not, &a, &b));
}

static struct half half_as_integer(struct fp_outcome out)
{
    return (struct half){(u32)out.value.sig, out.flags, out.fault, out.trap};
}

u32 ia64_fpcvt_fx(bool is_signed, bool trunc, struct ia64_fr *f1, const struct ia64_fr *f2, u64 *fpsr, unsigned sf)
{
    return EACH_HALF(f2, f2, half_as_integer(ia64_fp_to_integer(mode, 32, is_signed, trunc, &a)));
}

/* --- approximations ------------------------------------------------------------------------------------------------------- */

/* The least exponent that a normal single can have, and the greatest; unbiased. */
enum { EMIN = -126, EMAX = 127 };

/* Half of fprcpa. Where a quotient could not be made by iterating, *ready is false; a reciprocal that a single could not
 * hold is an infinity or a zero of its sign then (SDM volume 3, fprcpa; Intel 245415, 5.1). */
static struct half half_rcpa(const struct fp_mode *mode, const struct ia64_fr *num, const struct ia64_fr *den, bool *ready)
{
    struct fp_outcome out;
    *ready = false;
    if (ia64_fp_quotient_is_special(mode, num, den, &out)) return half_result(out);

    struct sf_num a = ia64_fp_number(num), b = ia64_fp_number(den);
    struct ia64_fr value = {.sign = den->sign};
    if (b.exp <= EMIN - 1) {
        value = (struct ia64_fr){.sig = IA64_FR_INTEGER_BIT, .exp = IA64_FR_EXP_SPECIAL, .sign = den->sign};
    } else if (b.exp < EMAX - 2) {
        value = ia64_fp_reciprocal(b);
        *ready = a.exp - b.exp > EMIN + 1 && a.exp - b.exp < EMAX && a.exp > EMIN - 1 + 24;
    }
    return half_result(ia64_fp_exact(mode, value, fp_is_unnormal(num) || fp_is_unnormal(den)));
}

u32 ia64_fprcpa(struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2)
{
    bool ready[2] = {false, false};
    u32 code = EACH_HALF(f2, f3, half_rcpa(&mode, &a, &b, &ready[i]));
    if (!code) *p2 = ready[0] && ready[1];
    return code;
}

/* Half of fprsqrta. Infinity and zero change places: this approximates 1 / sqrt(root), which no iteration follows then. */
static struct half half_rsqrta(const struct fp_mode *mode, const struct ia64_fr *root, bool *ready)
{
    struct fp_outcome out;
    *ready = false;
    if (ia64_fp_root_is_special(mode, root, &out)) {
        enum ia64_fr_class k = ia64_fr_class(&out.value);
        if (k == IA64_FR_IS_INFINITY) out.value = (struct ia64_fr){.sign = root->sign};
        else if (k == IA64_FR_IS_ZERO)
            out.value = (struct ia64_fr){.sig = IA64_FR_INTEGER_BIT, .exp = IA64_FR_EXP_SPECIAL, .sign = root->sign};
        return half_result(out);
    }
    struct sf_num a = ia64_fp_number(root);
    *ready = a.exp > EMIN - 1 + 24;
    return half_result(ia64_fp_exact(mode, ia64_fp_reciprocal_root(a), fp_is_unnormal(root)));
}

u32 ia64_fprsqrta(struct ia64_fr *f1, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2)
{
    bool ready[2] = {false, false};
    u32 code = EACH_HALF(f3, f3, half_rsqrta(&mode, &a, &ready[i]));
    if (!code) *p2 = ready[0] && ready[1];
    return code;
}
