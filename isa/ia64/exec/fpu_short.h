/* The short way through the multiply-add family, inlined where it matters (isa/ia64/exec/exec_fp.c): one multiplication, one
 * addition in 128 bits, one rounding. It does nothing and says so where the result is not a normal number or a zero,
 * where an operand is not one either, or where more than the flag I would have to be raised; ia64_fma_plain() does those.
 * Figures and the test that holds both equal: tests/oracle/ia64_fpu. */
#ifndef PCGRAM_IA64_FPU_SHORT_H
#define PCGRAM_IA64_FPU_SHORT_H

#include "isa/ia64/exec/fpu.h"

/* gcc would rather call these from the twenty places that are to have them inlined, which takes a third longer. */
#define FP_INLINE static inline __attribute__((always_inline))

/* A result before it is rounded: (-1)^sign * sig * 2^(exp - 65535 - 127), with bit 127 set and bit 0 sticky, or 0. */
struct fp_wide {
    u128 sig;
    i32 exp;
    u32 sign;
};

#define FP_TOP128 ((u128)1 << 127)

/* How many zeros a number that is not 0 ends in. */
FP_INLINE u32 fp_trailing(u128 v)
{
    u64 low = (u64)v;
    return (u32)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((u64)(v >> 64)));
}

/* a += b. Digits that the lesser number loses below bit 0 only say whether something is there. That is enough unless the
 * numbers nearly cancel; then nothing is lost but by a product that goes down to the last bit and is shifted by one: false,
 * and a is spoilt. */
FP_INLINE bool fp_add_wide(struct fp_wide *a, struct fp_wide b)
{
    if (a->exp < b.exp) {
        struct fp_wide t = *a;
        *a = b;
        b = t;
    }
    u32 distance = (u32)(a->exp - b.exp);
    u64 lost = fp_trailing(b.sig) < distance;
    u128 whole = distance < 128 ? b.sig >> distance : 0;
    if (a->sign == b.sign) {
        u128 sum = a->sig + whole;
        if (sum < whole) {
            sum = FP_TOP128 | sum >> 1 | (sum & 1);
            a->exp++;
        }
        a->sig = sum | lost;
        return true;
    }
    if (UNLIKELY(distance == 1 && lost)) return false;
    if (distance == 0 && a->sig < whole) {
        a->sig = whole - a->sig;
        a->sign = b.sign;
    } else {
        a->sig = (a->sig - whole - lost) | lost;
    }
    u64 high = (u64)(a->sig >> 64);
    if (UNLIKELY(high == 0)) {
        if (a->sig == 0) return true;
        a->sig <<= 64;
        a->exp -= 64;
        high = (u64)(a->sig >> 64);
    }
    int shift = __builtin_clzll(high);
    a->sig <<= shift;
    a->exp -= shift;
    return true;
}

/* Rounds to `precision` bits and exponents from `low` to `high`; false, and nothing done, if the result is not a normal
 * number of that range, or inexact with the trap enabled. */
FP_INLINE bool fp_round_wide(const struct fp_wide *w, int precision, i32 low, i32 high, struct ia64_fr *f1, u64 *fpsr,
                              unsigned sf)
{
    unsigned controls = (unsigned)(*fpsr >> ia64_fpsr_controls(sf));
    u64 sig = (u64)(w->sig >> 64), below = (u64)w->sig;
    u64 unit = (u64)1 << (64 - precision);
    u64 rest = precision == 64 ? below : sig << (precision & 63) | (below != 0);
    i32 exp = w->exp;
    sig &= 0 - unit;
    if (rest != 0) {
        bool trap = !(*fpsr & IA64_FP_I) && !(controls & 64);
        unsigned rc = controls >> 4 & 3;
        bool up = rc == (w->sign ? 1 : 2);
        if (LIKELY(rc == 0)) up = rest > IA64_FR_INTEGER_BIT - !!(sig & unit);
        sig += unit & (0 - (u64)up);
        if (sig == 0) {
            sig = IA64_FR_INTEGER_BIT;
            exp++;
        }
        if (UNLIKELY(trap || exp < low || exp > high)) return false;
        *fpsr |= (u64)IA64_FP_I << ia64_fpsr_flags(sf);
    } else if (UNLIKELY(exp < low || exp > high)) {
        return false;
    }
    *f1 = (struct ia64_fr){.sig = sig, .exp = (u32)exp, .sign = w->sign};
    return true;
}

/* --- by the host's own unit ------------------------------------------------------------------------------------------------------ */

/* a * b + c with one rounding, where there is an instruction for that: FP_HAS_FMA says so. It rounds to nearest, and takes denormal numbers as they
 * are, for nobody changes that. */
#ifdef __x86_64__
#define FP_HAS_FMA __builtin_cpu_supports("fma")
FP_INLINE double fp_host_fma(double a, double b, double c)
{
    __asm__("vfmadd213sd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));
    return a;
}
#elif defined __aarch64__
#define FP_HAS_FMA true
FP_INLINE double fp_host_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
#else
#define FP_HAS_FMA false
FP_INLINE double fp_host_fma(double a, double b, UNUSED double c) { return a * b; }
#endif

/* What the register holds, or its negative, where that is a normal number in double precision, too; else false. */
FP_INLINE bool fp_to_double(const struct ia64_fr *a, bool negated, double *d)
{
    u64 exp = (u64)a->exp - IA64_FR_EXP_DOUBLE_MIN, sign = a->sign ^ negated;
    u64 bits = (exp << 52) + (a->sig >> 11) + (sign << 63); /* the integer bit is one more in the exponent */
    memcpy(d, &bits, sizeof *d);
    return (a->sig & (IA64_FR_INTEGER_BIT | 0x7ff)) == IA64_FR_INTEGER_BIT && exp < 0x7fe;
}

/* The multiply-add of doubles with a normal result, where it need not be known whether it is exact: the flag I is set already, and does not
 * trap. False: it is something else, and nothing was done. The least normal exponent is left out: a result may have been rounded up to it that, with
 * exponents without end, would be less (underflow: SDM volume 1, 5.4). */
FP_INLINE bool fp_fma_double(enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2,
                             u64 fpsr, unsigned sf)
{
    u64 controls = fpsr >> ia64_fpsr_controls(sf), bits;
    double a, b, c = 0;
    if (!FP_HAS_FMA || controls & 0x30 || !(controls >> 7 & IA64_FP_I) || (!(fpsr & IA64_FP_I) && !(controls & 64))) return false;
    if (!fp_to_double(f3, op == IA64_FNMA, &a) || !fp_to_double(f4, false, &b) || (f2 && !fp_to_double(f2, op == IA64_FMS, &c))) return false;
    double d = f2 ? fp_host_fma(a, b, c) : a * b;
    memcpy(&bits, &d, sizeof bits);
    u64 exp = bits >> 52 & 0x7ff;
    if (UNLIKELY(exp - 2 >= 0x7fd)) return false;
    *f1 = (struct ia64_fr){.sig = bits << 11 | IA64_FR_INTEGER_BIT, .exp = (u32)exp + (IA64_FR_EXP_DOUBLE_MIN - 1), .sign = (u32)(bits >> 63)};
    return true;
}

/* What fcvt.xuf is: an integer, as setf.sig leaves it, multiplied by 1, in the precision of all its bits. It becomes a normal number, and raises D, which must not trap. */
FP_INLINE bool fp_normalize(struct ia64_fr *f1, const struct ia64_fr *f3, const struct ia64_fr *f4, bool negated, u64 *fpsr, unsigned sf)
{
    bool trap = !(*fpsr & IA64_FP_D) && !(*fpsr >> ia64_fpsr_controls(sf) & 64);
    if (trap || f4->sig != IA64_FR_INTEGER_BIT || f4->exp != IA64_FR_BIAS || f4->sign || f3->exp != IA64_FR_EXP_INTEGER || !f3->sig) return false;
    unsigned shift = (unsigned)__builtin_clzll(f3->sig);
    *fpsr |= (u64)IA64_FP_D << ia64_fpsr_flags(sf);
    *f1 = (struct ia64_fr){.sig = f3->sig << shift, .exp = IA64_FR_EXP_INTEGER - shift, .sign = f3->sign ^ negated};
    return true;
}

/* The multiply-add of normal numbers, with a normal result, that sets no flag but I, or fcvt.xuf: false if it is something else. */
FP_INLINE bool fp_fma_bits(int precision, i32 low, i32 high, enum ia64_fma_op op, struct ia64_fr *f1,
                               const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr,
                               unsigned sf)
{
    if (UNLIKELY(!ia64_fr_is_normal(f3) || !ia64_fr_is_normal(f4)))
        return !f2 && precision == 64 && fp_normalize(f1, f3, f4, op == IA64_FNMA, fpsr, sf);
    struct fp_wide w = {.sig = (u128)f3->sig * f4->sig, .sign = f3->sign ^ f4->sign ^ (op == IA64_FNMA)};
    unsigned shift = !(w.sig >> 127);
    w.sig <<= shift;
    w.exp = (i32)(f3->exp + f4->exp - IA64_FR_BIAS + 1 - shift);
    if (f2 && !ia64_fr_is_zero(f2)) {
        if (UNLIKELY(!ia64_fr_is_normal(f2))) return false;
        struct fp_wide c = {.sig = (u128)f2->sig << 64, .exp = (i32)f2->exp, .sign = f2->sign ^ (op == IA64_FMS)};
        if (UNLIKELY(!fp_add_wide(&w, c))) return false;
        if (UNLIKELY(w.sig == 0)) {
            *f1 = (struct ia64_fr){.sign = (*fpsr >> ia64_fpsr_controls(sf) >> 4 & 3) == 1};
            return true;
        }
    }
    return fp_round_wide(&w, precision, low, high, f1, fpsr, sf);
}

/* fma, fms or fnma in a precision; f2 NULL for a multiplication. False: nothing was done. */
FP_INLINE bool ia64_fma_short(enum ia64_fp_precision precision, enum ia64_fma_op op, struct ia64_fr *f1,
                                  const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr,
                                  unsigned sf)
{
    unsigned controls = (unsigned)(*fpsr >> ia64_fpsr_controls(sf));
    bool wide = controls >> 1 & 1; /* wre */
    i32 low = 1, high = IA64_FR_EXP_SPECIAL - 1;
    switch (precision) {
    case IA64_FP_DOUBLE:
        if (!wide) low = IA64_FR_EXP_DOUBLE_MIN, high = IA64_FR_BIAS + 1023;
        return fp_fma_bits(53, low, high, op, f1, f3, f4, f2, fpsr, sf);
    case IA64_FP_SINGLE:
        if (!wide) low = IA64_FR_EXP_SINGLE_MIN, high = IA64_FR_BIAS + 127;
        return fp_fma_bits(24, low, high, op, f1, f3, f4, f2, fpsr, sf);
    default:
        if (!(controls & 4)) return false; /* pc is not 3 */
        if (!wide) low = IA64_FR_EXP_EXTENDED_MIN, high = IA64_FR_BIAS + 16383;
        return fp_fma_bits(64, low, high, op, f1, f3, f4, f2, fpsr, sf);
    }
}

#endif
