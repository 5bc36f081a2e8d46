/* The Itanium floating-point register: its 82 bits, what they can be, and how they travel to memory and to general
 * registers. SDM volume 1, 5.1 (data types and formats) and 4.4.4 (conversions of loads and stores).
 *
 *     81   80             64 63                                                             0
 *     +----+----------------+---------------------------------------------------------------+
 *     |sign|    exponent    |    significand: integer bit (63), fraction (62 to 0)           |
 *     +----+----------------+---------------------------------------------------------------+
 *
 *     exponent 0        zero; else a double-extended denormal, read as if the exponent were 0x0C001
 *     1 to 0x1FFFE      (-1)^sign * significand * 2^(exponent - 65535 - 63): normal with the integer bit, unnormal
 *                       without, a pseudo-zero with a significand of 0
 *     0x1FFFE, 0, 0     NaTVal (sign, significand 0): the register's NaT
 *     0x1FFFF           infinity (fraction 0), NaNs (quiet with bit 62); unsupported without the integer bit
 *     0x1003E           of integers and of pairs of singles, which have the significand to themselves; sign 0 */
#ifndef PCGRAM_IA64_FR_H
#define PCGRAM_IA64_FR_H

#include "emu/core/types.h"

struct ia64_fr {
    u64 sig;
    u32 exp;  /* 17 bits, biased by 65535 */
    u32 sign; /* 0 or 1 */
};

enum {
    IA64_FR_BIAS = 0xffff,
    IA64_FR_EXP_EXTENDED_MIN = 0x0c001, /* least exponents of what memory formats hold */
    IA64_FR_EXP_DOUBLE_MIN = 0x0fc01,
    IA64_FR_EXP_SINGLE_MIN = 0x0ff81,
    IA64_FR_EXP_INTEGER = 0x1003e,
    IA64_FR_EXP_NATVAL = 0x1fffe,
    IA64_FR_EXP_SPECIAL = 0x1ffff, /* infinities, NaNs, unsupported */
};

#define IA64_FR_INTEGER_BIT ((u64)1 << 63)
#define IA64_FR_QUIET_BIT   ((u64)1 << 62)

#define IA64_FR_NATVAL ((struct ia64_fr){.exp = IA64_FR_EXP_NATVAL})
#define IA64_FR_ONE    ((struct ia64_fr){.sig = IA64_FR_INTEGER_BIT, .exp = IA64_FR_BIAS}) /* f1 */

enum ia64_fr_class {
    IA64_FR_IS_ZERO,
    IA64_FR_IS_NORMAL,
    IA64_FR_IS_UNNORMAL, /* a denormal of any format, a pseudo-denormal, or any other without the integer bit; not 0 */
    IA64_FR_IS_PSEUDO_ZERO,
    IA64_FR_IS_INFINITY,
    IA64_FR_IS_QNAN,
    IA64_FR_IS_SNAN,
    IA64_FR_IS_UNSUPPORTED, /* pseudo-NaN, pseudo-infinity */
    IA64_FR_IS_NATVAL,
};

static inline bool ia64_fr_is_natval(const struct ia64_fr *a)
{
    return a->exp == IA64_FR_EXP_NATVAL && a->sig == 0 && a->sign == 0;
}

/* What lies in a register (SDM table 5-2). */
static inline enum ia64_fr_class ia64_fr_class(const struct ia64_fr *a)
{
    if (a->exp == IA64_FR_EXP_SPECIAL) {
        if (!(a->sig & IA64_FR_INTEGER_BIT)) return IA64_FR_IS_UNSUPPORTED;
        if (a->sig == IA64_FR_INTEGER_BIT) return IA64_FR_IS_INFINITY;
        return a->sig & IA64_FR_QUIET_BIT ? IA64_FR_IS_QNAN : IA64_FR_IS_SNAN;
    }
    if (a->sig == 0) {
        if (a->exp == 0) return IA64_FR_IS_ZERO;
        return ia64_fr_is_natval(a) ? IA64_FR_IS_NATVAL : IA64_FR_IS_PSEUDO_ZERO;
    }
    return a->exp != 0 && (a->sig & IA64_FR_INTEGER_BIT) ? IA64_FR_IS_NORMAL : IA64_FR_IS_UNNORMAL;
}

static inline bool ia64_fr_is_zero(const struct ia64_fr *a) { return a->sig == 0 && a->exp == 0; }

/* A normal number: the only operands of the short ways through arithmetic. */
static inline bool ia64_fr_is_normal(const struct ia64_fr *a)
{
    return (i64)a->sig < 0 && a->exp - 1 < IA64_FR_EXP_SPECIAL - 1;
}

/* --- from memory: ldf8, ldfs, ldfd, ldfe, ldf.fill; setf.sig, setf.s, setf.d, setf.exp ----------------------------------- */

/* A value of the significand alone: integers, pairs of singles, the results of logic. */
static inline struct ia64_fr ia64_fr_from_sig(u64 sig)
{
    return (struct ia64_fr){.sig = sig, .exp = IA64_FR_EXP_INTEGER};
}

static inline struct ia64_fr ia64_fr_from_single(u32 v)
{
    u32 exp = v >> 23 & 0xff;
    struct ia64_fr a = {.sig = (u64)(v & 0x7fffff) << 40, .sign = v >> 31};
    if (LIKELY(exp - 1 < 0xfe)) {
        a.sig |= IA64_FR_INTEGER_BIT;
        a.exp = exp + (IA64_FR_EXP_SINGLE_MIN - 1);
    } else if (exp != 0) {
        a.sig |= IA64_FR_INTEGER_BIT;
        a.exp = IA64_FR_EXP_SPECIAL;
    } else if (a.sig != 0) {
        a.exp = IA64_FR_EXP_SINGLE_MIN;
    }
    return a;
}

static inline struct ia64_fr ia64_fr_from_double(u64 v)
{
    u32 exp = (u32)(v >> 52) & 0x7ff;
    struct ia64_fr a = {.sig = v << 12 >> 1, .sign = (u32)(v >> 63)};
    if (LIKELY(exp - 1 < 0x7fe)) {
        a.sig |= IA64_FR_INTEGER_BIT;
        a.exp = exp + (IA64_FR_EXP_DOUBLE_MIN - 1);
    } else if (exp != 0) {
        a.sig |= IA64_FR_INTEGER_BIT;
        a.exp = IA64_FR_EXP_SPECIAL;
    } else if (a.sig != 0) {
        a.exp = IA64_FR_EXP_DOUBLE_MIN;
    }
    return a;
}

/* Double-extended: 8 bytes of significand, and 16 bits of sign and exponent. The integer bit is taken as it comes. */
static inline struct ia64_fr ia64_fr_from_extended(u64 sig, u16 sign_exp)
{
    u32 exp = sign_exp & 0x7fff;
    if (exp == 0x7fff) exp = IA64_FR_EXP_SPECIAL;
    else if (exp != 0) exp += IA64_FR_EXP_EXTENDED_MIN - 1;
    return (struct ia64_fr){.sig = sig, .exp = exp, .sign = sign_exp >> 15};
}

/* A spilled register: 8 bytes of significand, 8 bytes with the exponent in bits 16:0 and the sign in bit 17. */
static inline struct ia64_fr ia64_fr_fill(u64 sig, u64 rest)
{
    return (struct ia64_fr){.sig = sig, .exp = rest & 0x1ffff, .sign = rest >> 17 & 1};
}

/* setf.exp: sign and exponent as ia64_fr_sign_exp() gives them. */
static inline struct ia64_fr ia64_fr_from_sign_exp(u64 v) { return ia64_fr_fill(IA64_FR_INTEGER_BIT, v); }

/* --- to memory: stf8 and getf.sig take the significand as it is; stfs, stfd, stfe, stf.spill; getf.s, getf.d, getf.exp --- */

/* Bits are dropped, not rounded, and of the exponent the highest and the lowest ones are kept: the value has to fit.
 * Without the integer bit the exponent becomes 0. A NaTVal is the caller's affair. */
static inline u32 ia64_fr_to_single(const struct ia64_fr *a)
{
    u32 exp = a->sig & IA64_FR_INTEGER_BIT ? (a->exp >> 16 << 7 | (a->exp & 0x7f)) : 0;
    return a->sign << 31 | exp << 23 | ((u32)(a->sig >> 40) & 0x7fffff);
}

static inline u64 ia64_fr_to_double(const struct ia64_fr *a)
{
    u64 exp = a->sig & IA64_FR_INTEGER_BIT ? (a->exp >> 16 << 10 | (a->exp & 0x3ff)) : 0;
    return (u64)a->sign << 63 | exp << 52 | a->sig << 1 >> 12;
}

/* Sign and exponent of the double-extended format; its significand is the register's. */
static inline u16 ia64_fr_to_extended(const struct ia64_fr *a)
{
    return (u16)(a->sign << 15 | a->exp >> 16 << 14 | (a->exp & 0x3fff));
}

/* The second 8 bytes of a spilled register; getf.exp. */
static inline u64 ia64_fr_sign_exp(const struct ia64_fr *a) { return (u64)a->sign << 17 | a->exp; }

#endif
