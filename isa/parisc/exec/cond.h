/* Conditions of PA-RISC instructions (PA-RISC 2.0 Architecture, appendix D; 1.1: tables 5-3 to 5-8).
 *
 * `cf` is the condition field with its negation bit below it: c << 1 | f, 0..15. `dw`: the operation's whole 64 bits
 * count (completer *), else the low 32. With a constant cf each function folds to one comparison. */
#ifndef PCGRAM_PARISC_COND_H
#define PCGRAM_PARISC_COND_H

#include "emu/core/types.h"

/* Compare and subtract: conditions of a - b. */
static inline __attribute__((always_inline)) bool cond_sub(unsigned cf, bool dw, u64 a, u64 b)
{
    bool r;
    switch (cf >> 1) {
    case 1: r = dw ? a == b : (u32)a == (u32)b; break;
    case 2: r = dw ? (i64)a < (i64)b : (i32)a < (i32)b; break;
    case 3: r = dw ? (i64)a <= (i64)b : (i32)a <= (i32)b; break;
    case 4: r = dw ? a < b : (u32)a < (u32)b; break;
    case 5: r = dw ? a <= b : (u32)a <= (u32)b; break;
    case 6: {
        u64 v = (a ^ b) & (a ^ (a - b));
        r = dw ? (i64)v < 0 : (i32)v < 0;
        break;
    }
    case 7: r = (a - b) & 1; break;
    default: r = false; break;
    }
    return r ^ (cf & 1);
}

/* The conditions in terms of a result: zero, sign, signed overflow, carry out, and its lowest bit. */
static inline __attribute__((always_inline)) bool cond_flags(unsigned cf, bool z, bool n, bool v, bool carry, bool odd)
{
    bool r;
    switch (cf >> 1) {
    case 1: r = z; break;
    case 2: r = n ^ v; break;
    case 3: r = z || (n ^ v); break;
    case 4: r = !carry; break;      /* << after a subtraction, NUV after an addition */
    case 5: r = z || !carry; break; /* <<=, ZNV */
    case 6: r = v; break;           /* SV */
    case 7: r = odd; break;         /* OD */
    default: r = false; break;
    }
    return r ^ (cf & 1);
}

/* Bit 0 of the word, or of the double word. */
static inline __attribute__((always_inline)) bool top_bit(bool dw, u64 x) { return x >> (dw ? 63 : 31) & 1; }

/* Conditions of a + b + carry in = sum, of which the carry is already known to be set, or an overflow to have happened. */
static inline __attribute__((always_inline)) bool cond_sum(unsigned cf, bool dw, u64 a, u64 b, u64 sum, bool carry, bool v)
{
    carry |= top_bit(dw, (a & b) | ((a | b) & ~sum));
    v |= top_bit(dw, (a ^ sum) & (b ^ sum));
    return cond_flags(cf, dw ? sum == 0 : (u32)sum == 0, top_bit(dw, sum), v, carry, sum & 1);
}

static inline __attribute__((always_inline)) bool cond_add(unsigned cf, bool dw, u64 a, u64 b, u64 sum)
{
    return cond_sum(cf, dw, a, b, sum, false, false);
}

/* Logical: conditions of the result. 4, 5 and 6 are undefined in the manual; here they are never true. */
static inline __attribute__((always_inline)) bool cond_log(unsigned cf, bool dw, u64 x)
{
    bool r;
    switch (cf >> 1) {
    case 1: r = dw ? x == 0 : (u32)x == 0; break;
    case 2: r = dw ? (i64)x < 0 : (i32)x < 0; break;
    case 3: r = dw ? (i64)x <= 0 : (i32)x <= 0; break;
    case 7: r = x & 1; break;
    default: r = false; break;
    }
    return r ^ (cf & 1);
}

/* Shift, extract, deposit and MOVB: a three-bit condition of its own, here 0..7. */
static inline __attribute__((always_inline)) bool cond_sed(unsigned c, bool dw, u64 x)
{
    bool r;
    switch (c & 3) {
    case 1: r = dw ? x == 0 : (u32)x == 0; break;
    case 2: r = dw ? (i64)x < 0 : (i32)x < 0; break;
    case 3: r = x & 1; break;
    default: r = false; break;
    }
    return r ^ (c >> 2 & 1);
}

/* Some byte (halfword, word) of x is zero. */
static inline u64 zero_units(u64 x, u64 ones)
{
    u64 tops = ones << 7;
    if (ones == 0x0001000100010001ull) tops = ones << 15;
    if (ones == 0x0000000100000001ull) tops = ones << 31;
    return (x - ones) & ~x & tops;
}

/* Unit conditions: on units of the result, or on the carries out of units (`carries`: bit i = carry out of bit i). */
static inline bool cond_unit(unsigned cf, bool dw, u64 x, u64 carries)
{
    const u64 low = dw ? ~0ull : 0xffffffffull;
    bool r;
    switch (cf >> 1) {
    case 1: r = dw && zero_units(x, 0x0000000100000001ull); break;                                    /* SWZ */
    case 2: r = zero_units(x | ~low, 0x0101010101010101ull) != 0; break;                              /* SBZ */
    case 3: r = zero_units(x | ~low, 0x0001000100010001ull) != 0; break;                              /* SHZ */
    case 4: r = (carries & low & 0x8888888888888888ull) != 0; break;                                  /* SDC */
    case 5: r = dw && (carries & 0x8000000080000000ull); break;                                       /* SWC */
    case 6: r = (carries & low & 0x8080808080808080ull) != 0; break;                                  /* SBC */
    case 7: r = (carries & low & 0x8000800080008000ull) != 0; break;                                  /* SHC */
    default: r = false; break;
    }
    return r ^ (cf & 1);
}

#endif
