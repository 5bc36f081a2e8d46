/* Exact binary floating point on integers, for any precision up to 64 bits.
 *
 * The rules are those of IEEE 754-1985 (which PA-RISC and Itanium implement): every operation forms
 * the exact result, or enough of it to round correctly, and rounds it once. Nothing here uses the
 * host's floating point, so results are the same on every host.
 *
 * What the instruction sets disagree about stays with the caller: NaN operands (which one is passed
 * on, how it is made quiet) are to be settled before an operation is called, and an invalid operation
 * gives the class SF_NAN with no payload, for which the caller puts its own default NaN. */
#ifndef PCGRAM_CORE_SOFTFLOAT_H
#define PCGRAM_CORE_SOFTFLOAT_H

#include "emu/core/types.h"

enum sf_class { SF_ZERO, SF_NORMAL, SF_INF, SF_NAN };

/* A number taken apart. SF_NORMAL: (-1)^sign * sig * 2^(exp - 63), bit 63 of sig set; a subnormal of
 * some format is such a number too, with an exponent below the format's emin. SF_NAN: the fraction
 * field, left-aligned at bit 62. */
struct sf_num {
    u64 sig;
    i32 exp;
    u8 cls;
    bool sign;
};

/* A format: numbers of `precision` significant bits (leading one included) with emin <= exponent <= emax,
 * and subnormals below. `wrap` is the bias adjustment of IEEE 754-1985, 7.3 and 7.4: what is taken from
 * (added to) the exponent of a trapped overflow (underflow). */
struct sf_format {
    int precision;
    int exp_bits;
    i32 emin, emax, wrap;
};

extern const struct sf_format sf_single; /* 24 bits, 8-bit exponent */
extern const struct sf_format sf_double; /* 53 bits, 11-bit exponent */
extern const struct sf_format sf_reg82;  /* 64 bits, 17-bit exponent: the Itanium register format */

enum sf_round { SF_NEAREST, SF_TO_ZERO, SF_UP, SF_DOWN };

/* Exception flags. */
enum { SF_INEXACT = 1, SF_UNDERFLOW = 2, SF_OVERFLOW = 4, SF_DIVZERO = 8, SF_INVALID = 16 };

/* How to round, and what happened. `flags` collects; clear it first. With SF_OVERFLOW or SF_UNDERFLOW in
 * `trapped`, such a result comes back rounded to full precision with the exponent wrapped (which can still
 * lie outside the format: see sf_in_range), and an underflow is flagged even if exact. */
struct sf_env {
    enum sf_round round;
    bool tiny_before; /* tininess is detected before rounding, not after */
    bool flush;       /* an untrapped tiny result becomes a zero of its sign: underflow and inexact */
    u8 trapped;       /* SF_OVERFLOW, SF_UNDERFLOW */
    u8 flags;
};

enum sf_relation { SF_LESS, SF_EQUAL, SF_GREATER, SF_UNORDERED };

/* Takes apart and puts together a number in the interchange layout sign, biased exponent, fraction without
 * its leading one: precision + exp_bits <= 64. sf_pack wants a number that the format can hold (of a NaN,
 * the fraction bits that do not fit are dropped). */
struct sf_num sf_unpack(const struct sf_format *f, u64 bits);
u64 sf_pack(const struct sf_format *f, struct sf_num a);

/* Is a, a number of class SF_NORMAL, between the format's least and greatest exponent? */
bool sf_in_range(const struct sf_format *f, struct sf_num a);

/* The operations: a result rounded to format f, flags added to env. Operands may be of any format of at most
 * 64 bits, but not NaNs. sf_fma is a * b + c, rounded once. sf_rem is IEEE 754's remainder, a - b * n with n
 * the integer nearest a / b, the even one of two (5.1 of the 1985 text). */
struct sf_num sf_add(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b);
struct sf_num sf_sub(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b);
struct sf_num sf_mul(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b);
struct sf_num sf_div(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b);
struct sf_num sf_rem(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b);
struct sf_num sf_sqrt(const struct sf_format *f, struct sf_env *env, struct sf_num a);
struct sf_num sf_fma(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b, struct sf_num c);

/* a rounded to format f: conversion between formats. */
struct sf_num sf_round_to(const struct sf_format *f, struct sf_env *env, struct sf_num a);

/* a rounded to an integral value, of the same sign even if zero; inexact if it changed. */
struct sf_num sf_round_integral(struct sf_env *env, struct sf_num a);

/* a rounded to an integer of `bits` (1 to 64), sign-extended to 64 bits if it is signed. Out of range:
 * SF_INVALID alone, and the nearest integer there is. Infinities are out of range, NaNs are not taken. */
u64 sf_to_int(struct sf_env *env, struct sf_num a, int bits, bool is_signed);

/* An integer as a number, exact (round it to a format next). */
struct sf_num sf_from_u64(u64 v);
struct sf_num sf_from_i64(i64 v);

/* How a stands to b; unordered if either is a NaN. Raises nothing: when a NaN is an invalid operand
 * is the caller's rule. */
enum sf_relation sf_compare(struct sf_num a, struct sf_num b);

#endif
