/* Multimedia: operations on the 8, 4 or 2 elements of general registers, and those that count bits and find zeros. SDM volume
 * 3, chapter 2, czx to unpack. Elements are counted from the right, as in the manual's Operation sections.
 *
 * a = r1, b = r2, c = r3; d and imm: a count. */
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/insn/fields.h"

/* --- elements ------------------------------------------------------------------------------------------------------------ */

/* Element i of x, `bits` wide, zero- or sign-extended. */
static inline i64 zext(u64 x, unsigned bits, unsigned i) { return (i64)ia64_bits(x, bits * i, bits); }
static inline i64 sext(u64 x, unsigned bits, unsigned i) { return ia64_sext(x >> bits * i, bits); }

/* v as element i. */
static inline u64 element(i64 v, unsigned bits, unsigned i) { return ia64_bits((u64)v, 0, bits) << bits * i; }

static inline i64 clamp(i64 v, i64 low, i64 high) { return v < low ? low : v > high ? high : v; }
static inline i64 saturate_s(i64 v, unsigned bits) { return clamp(v, -((i64)1 << (bits - 1)), ((i64)1 << (bits - 1)) - 1); }
static inline i64 saturate_u(i64 v, unsigned bits) { return clamp(v, 0, ((i64)1 << bits) - 1); }

/* Each element of r1 from those in the same place of r2, x, and r3, y. */
#define PARALLEL(name, bits, x_ext, y_ext, result)                                                                     \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        u64 r1 = 0;                                                                                                    \
        for (unsigned i = 0; i < 64 / bits; i++) {                                                                     \
            i64 x = x_ext(RB, bits, i), y = y_ext(RC, bits, i);                                                        \
            r1 |= element(result, bits, i);                                                                            \
        }                                                                                                              \
        SET(r1);                                                                                                       \
        NEXT(u + 1);                                                                                                   \
    }

/* --- add, subtract, compare, average ----------------------------------------------------------------------------------------- */

PARALLEL(padd1, 8, zext, zext, x + y)
PARALLEL(padd2, 16, zext, zext, x + y)
PARALLEL(padd4, 32, zext, zext, x + y)
PARALLEL(padd1_sss, 8, sext, sext, saturate_s(x + y, 8))
PARALLEL(padd2_sss, 16, sext, sext, saturate_s(x + y, 16))
PARALLEL(padd1_uuu, 8, zext, zext, saturate_u(x + y, 8))
PARALLEL(padd2_uuu, 16, zext, zext, saturate_u(x + y, 16))
PARALLEL(padd1_uus, 8, zext, sext, saturate_u(x + y, 8))
PARALLEL(padd2_uus, 16, zext, sext, saturate_u(x + y, 16))
PARALLEL(psub1, 8, zext, zext, x - y)
PARALLEL(psub2, 16, zext, zext, x - y)
PARALLEL(psub4, 32, zext, zext, x - y)
PARALLEL(psub1_sss, 8, sext, sext, saturate_s(x - y, 8))
PARALLEL(psub2_sss, 16, sext, sext, saturate_s(x - y, 16))
PARALLEL(psub1_uuu, 8, zext, zext, saturate_u(x - y, 8))
PARALLEL(psub2_uuu, 16, zext, zext, saturate_u(x - y, 16))
PARALLEL(psub1_uus, 8, zext, sext, saturate_u(x - y, 8))
PARALLEL(psub2_uus, 16, zext, sext, saturate_u(x - y, 16))

/* Half of a sum; the bit that is lost is ORed into the lowest that stays. */
static inline i64 half(i64 v) { return v >> 1 | (v & 1); }
PARALLEL(pavg1, 8, zext, zext, half(x + y))
PARALLEL(pavg2, 16, zext, zext, half(x + y))
PARALLEL(pavg1_raz, 8, zext, zext, (x + y + 1) >> 1)
PARALLEL(pavg2_raz, 16, zext, zext, (x + y + 1) >> 1)
PARALLEL(pavgsub1, 8, zext, zext, half(x - y))
PARALLEL(pavgsub2, 16, zext, zext, half(x - y))

PARALLEL(pcmp1_eq, 8, sext, sext, -(x == y))
PARALLEL(pcmp2_eq, 16, sext, sext, -(x == y))
PARALLEL(pcmp4_eq, 32, sext, sext, -(x == y))
PARALLEL(pcmp1_gt, 8, sext, sext, -(x > y))
PARALLEL(pcmp2_gt, 16, sext, sext, -(x > y))
PARALLEL(pcmp4_gt, 32, sext, sext, -(x > y))

PARALLEL(pmin1_u, 8, zext, zext, x < y ? x : y)
PARALLEL(pmax1_u, 8, zext, zext, x < y ? y : x)
PARALLEL(pmin2, 16, sext, sext, x < y ? x : y)
PARALLEL(pmax2, 16, sext, sext, x < y ? y : x)

/* A shift that overflows saturates, and nothing is added to that. */
static inline i64 shift_add(i64 x, unsigned count, i64 y)
{
    i64 shifted = x * (1 << count);
    return saturate_s(shifted, 16) == shifted ? saturate_s(shifted + y, 16) : saturate_s(shifted, 16);
}
PARALLEL(pshladd2, 16, sext, sext, shift_add(x, FIELD_D, y))
PARALLEL(pshradd2, 16, sext, sext, saturate_s((x >> FIELD_D) + y, 16))

/* Sum of the differences of 8 unsigned bytes. */
UOP(psad1)
{
    u64 sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        i64 x = zext(RB, 8, i), y = zext(RC, 8, i);
        sum += (u64)(x < y ? y - x : x - y);
    }
    SET(sum);
    NEXT(u + 1);
}

/* --- multiply, count --------------------------------------------------------------------------------------------------------- */

PARALLEL(pmpyshr2, 16, sext, sext, x * y >> FIELD_IMM)
PARALLEL(pmpyshr2_u, 16, zext, zext, x * y >> FIELD_IMM)

/* The products of two of the four elements: .r takes the even ones, .l the odd ones. */
static inline u64 multiply_every_other(u64 r2, u64 r3, unsigned odd)
{
    u64 r1 = 0;
    for (unsigned i = 0; i < 2; i++) r1 |= element(sext(r2, 16, 2 * i + odd) * sext(r3, 16, 2 * i + odd), 32, i);
    return r1;
}
UOP(pmpy2_r) { SET(multiply_every_other(RB, RC, 0)); NEXT(u + 1); }
UOP(pmpy2_l) { SET(multiply_every_other(RB, RC, 1)); NEXT(u + 1); }

UOP(mpy4) { SET((RB & 0xffffffff) * (RC & 0xffffffff)); NEXT(u + 1); }
UOP(mpyshl4) { SET((RB >> 32) * (RC & 0xffffffff) << 32); NEXT(u + 1); }

UOP(popcnt) { SET((u64)__builtin_popcountll(RC)); NEXT(u + 1); }
UOP(clz) { SET(RC ? (u64)__builtin_clzll(RC) : 64); NEXT(u + 1); }

/* How many elements come before the first that is zero: all, if none is. */
static inline u64 find_zero(u64 x, unsigned bits, bool from_left)
{
    u64 others = bits == 8 ? 0x7f7f7f7f7f7f7f7f : 0x7fff7fff7fff7fff; /* than the highest bit of each */
    u64 zero = ~(((x & others) + others) | x | others); /* the highest bit of each that is: no sum carries into the next */
    if (!zero) return 64 / bits;
    return (unsigned)(from_left ? __builtin_clzll(zero) : __builtin_ctzll(zero)) / bits;
}
UOP(czx1_l) { SET(find_zero(RC, 8, true)); NEXT(u + 1); }
UOP(czx1_r) { SET(find_zero(RC, 8, false)); NEXT(u + 1); }
UOP(czx2_l) { SET(find_zero(RC, 16, true)); NEXT(u + 1); }
UOP(czx2_r) { SET(find_zero(RC, 16, false)); NEXT(u + 1); }

/* --- rearrange --------------------------------------------------------------------------------------------------------------- */

/* Pairs of elements of r2 (left in the pair) and r3 (right): element from + step * k of each makes pair k. */
static inline u64 interleave(u64 r2, u64 r3, unsigned bits, unsigned from, unsigned step)
{
    u64 r1 = 0;
    for (unsigned k = 0; k < 32 / bits; k++) {
        unsigned i = from + step * k;
        r1 |= element(zext(r3, bits, i), bits, 2 * k) | element(zext(r2, bits, i), bits, 2 * k + 1);
    }
    return r1;
}
UOP(mix1_r) { SET(interleave(RB, RC, 8, 0, 2)); NEXT(u + 1); }
UOP(mix1_l) { SET(interleave(RB, RC, 8, 1, 2)); NEXT(u + 1); }
UOP(mix2_r) { SET(interleave(RB, RC, 16, 0, 2)); NEXT(u + 1); }
UOP(mix2_l) { SET(interleave(RB, RC, 16, 1, 2)); NEXT(u + 1); }
UOP(unpack1_l) { SET(interleave(RB, RC, 8, 0, 1)); NEXT(u + 1); }
UOP(unpack1_h) { SET(interleave(RB, RC, 8, 4, 1)); NEXT(u + 1); }
UOP(unpack2_l) { SET(interleave(RB, RC, 16, 0, 1)); NEXT(u + 1); }
UOP(unpack2_h) { SET(interleave(RB, RC, 16, 2, 1)); NEXT(u + 1); }
/* With two elements in a register there is one pair: mix4 and unpack4 are the same. */
UOP(unpack4_l) { SET(interleave(RB, RC, 32, 0, 1)); NEXT(u + 1); }
UOP(unpack4_h) { SET(interleave(RB, RC, 32, 1, 1)); NEXT(u + 1); }

/* Elements of half the width, saturated: those of r2 in the right half, of r3 in the left. */
#define PACK(name, bits, saturate)                                                                                     \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        u64 r1 = 0;                                                                                                    \
        for (unsigned i = 0; i < 64 / bits; i++) {                                                                     \
            r1 |= element(saturate(sext(RB, bits, i), bits / 2), bits / 2, i);                                         \
            r1 |= element(saturate(sext(RC, bits, i), bits / 2), bits / 2, i + 64 / bits);                             \
        }                                                                                                              \
        SET(r1);                                                                                                       \
        NEXT(u + 1);                                                                                                   \
    }
PACK(pack2_uss, 16, saturate_u)
PACK(pack2_sss, 16, saturate_s)
PACK(pack4_sss, 32, saturate_s)

/* mux1: which byte of r2 becomes each of r1, written from the left as in the manual. */
#define MUX1(name, ...)                                                                                                \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        static const u8 from[8] = {__VA_ARGS__};                                                                       \
        u64 r1 = 0;                                                                                                    \
        for (unsigned i = 0; i < 8; i++) r1 |= element(zext(RB, 8, from[i]), 8, 7 - i);                                \
        SET(r1);                                                                                                       \
        NEXT(u + 1);                                                                                                   \
    }
MUX1(mux1_brcst, 0, 0, 0, 0, 0, 0, 0, 0)
MUX1(mux1_mix, 7, 3, 5, 1, 6, 2, 4, 0)
MUX1(mux1_shuf, 7, 3, 6, 2, 5, 1, 4, 0)
MUX1(mux1_alt, 7, 5, 3, 1, 6, 4, 2, 0)
MUX1(mux1_rev, 0, 1, 2, 3, 4, 5, 6, 7)

/* Two bits of the immediate say which element becomes element i. */
UOP(mux2)
{
    u64 r1 = 0;
    for (unsigned i = 0; i < 4; i++) r1 |= element(zext(RB, 16, FIELD_IMM >> 2 * i & 3), 16, i);
    SET(r1);
    NEXT(u + 1);
}

/* --- shift ------------------------------------------------------------------------------------------------------------------- */

/* By the whole of a count, which is unsigned: one as large as the elements leaves nothing, or signs. */
#define SHIFT(name, bits, ext, value, count, shifted)                                                                  \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        u64 n = count < bits ? count : bits, r1 = 0;                                                                   \
        for (unsigned i = 0; i < 64 / bits; i++) {                                                                     \
            i64 x = ext(value, bits, i);                                                                               \
            r1 |= element(shifted, bits, i);                                                                           \
        }                                                                                                              \
        SET(r1);                                                                                                       \
        NEXT(u + 1);                                                                                                   \
    }
SHIFT(pshl2, 16, zext, RB, RC, x << n)
SHIFT(pshl4, 32, zext, RB, RC, (i64)((u64)x << n))
SHIFT(pshr2, 16, sext, RC, RB, x >> n)
SHIFT(pshr4, 32, sext, RC, RB, x >> n)
SHIFT(pshr2_u, 16, zext, RC, RB, x >> n)
SHIFT(pshr4_u, 32, zext, RC, RB, x >> n)
SHIFT(pshl2_imm, 16, zext, RB, (u64)IMM, x << n)
SHIFT(pshl4_imm, 32, zext, RB, (u64)IMM, (i64)((u64)x << n))
SHIFT(pshr2_imm, 16, sext, RC, (u64)IMM, x >> n)
SHIFT(pshr4_imm, 32, sext, RC, (u64)IMM, x >> n)
SHIFT(pshr2_u_imm, 16, zext, RC, (u64)IMM, x >> n)
SHIFT(pshr4_u_imm, 32, zext, RC, (u64)IMM, x >> n)

/* --- emission ------------------------------------------------------------------------------------------------------------------ */

/* Operations with a field of their own in imm. */
static enum emitted emit_field(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    enum ia64_uop kind;
    unsigned imm;
    switch (s->insn->op) {
    case IA64_OP_pmpyshr2: kind = IA64_UOP_pmpyshr2; imm = ia64_mpyshift(w); break;
    case IA64_OP_pmpyshr2_u: kind = IA64_UOP_pmpyshr2_u; imm = ia64_mpyshift(w); break;
    case IA64_OP_mux2: kind = IA64_UOP_mux2; imm = ia64_mhtype8(w); break;
    case IA64_OP_pshl2_imm: kind = IA64_UOP_pshl2_imm; imm = ia64_ccount5(w); break;
    case IA64_OP_pshl4_imm: kind = IA64_UOP_pshl4_imm; imm = ia64_ccount5(w); break;
    case IA64_OP_pshr2_imm: kind = IA64_UOP_pshr2_imm; imm = ia64_count5(w); break;
    case IA64_OP_pshr4_imm: kind = IA64_UOP_pshr4_imm; imm = ia64_count5(w); break;
    case IA64_OP_pshr2_u_imm: kind = IA64_UOP_pshr2_u_imm; imm = ia64_count5(w); break;
    default: kind = IA64_UOP_pshr4_u_imm; imm = ia64_count5(w); break;
    }
    ia64_emit(t, kind, ia64_r1(w), ia64_r2(w), ia64_r3(w), 0, (i32)imm);
    return EMIT_PLAIN;
}

#define ROW(op, operation) [IA64_OP_##op] = {.kind = IA64_UOP_##operation}
#define ROW_FIELD(op) [IA64_OP_##op] = {.emit = emit_field}
const struct ia64_recipe ia64_recipes_mm[IA64_OP_COUNT] = {
    ROW(pshladd2_by3, pshladd2), ROW(pshradd2_by3, pshradd2), ROW(mix4_r, unpack4_l), ROW(mix4_l, unpack4_h),
    ROW_FIELD(pmpyshr2_u), ROW_FIELD(pmpyshr2), ROW_FIELD(mux2), ROW_FIELD(pshr2_u_imm), ROW_FIELD(pshr2_imm),
    ROW_FIELD(pshr4_u_imm), ROW_FIELD(pshr4_imm), ROW_FIELD(pshl2_imm), ROW_FIELD(pshl4_imm),
};
