/* Integer arithmetic, logic, shifts, extracts, deposits and halfword parallel operations.
 * PA-RISC 2.0 Architecture, chapter 7. Results are 64 bits; a condition looks at 32 or 64 of them (FIELD_D bit 4: dw). */
#include "isa/parisc/exec/exec.h"

#define CF (FIELD_D & 15u)
#define DW ((bool)(FIELD_D & 16))

/* --- the common forms, without condition ------------------------------------------------------------------------- */

UOP(ldi) { SET((u64)IMM); NEXT(u + 1); }
UOP_B(ldo, SET(x + (u64)IMM))
UOP_B(copy, SET(x))
UOP_B(addil, GR(1) = last = x + (u64)IMM)
UOP_BC(addl, SET(x + y))
UOP_BC(sh1addl, SET(x + (y << 1)))
UOP_BC(sh2addl, SET(x + (y << 2)))
UOP_BC(sh3addl, SET(x + (y << 3)))
UOP_BC(and, SET(x & y))
UOP_BC(andcm, SET(y & ~x))
UOP_BC(or, SET(x | y))
UOP_BC(xor, SET(x ^ y))

/* GR b is the manual's r2, GR c its r1: "GR[t] <- GR[r1] + GR[r2]". Leaves the sum, and the carries. */
static inline u64 sum_of(struct cpu *c, u64 a, u64 b, u64 carry)
{
    u64 s = a + b + carry;
    set_carries(c, a, b, s);
    return s;
}
UOP_BC(add, SET(sum_of(c, y, x, 0)))
UOP_BC(sub, SET(sum_of(c, y, ~x, 1)))
UOP_B(addi, SET(sum_of(c, (u64)IMM, x, 0)))
UOP_B(subi, SET(sum_of(c, (u64)IMM, ~x, 1)))
UOP(addc) { SET(sum_of(c, RC, RB, carry_bit(c, DW))); NEXT(u + 1); }
UOP(subb) { SET(sum_of(c, RC, ~RB, carry_bit(c, DW))); NEXT(u + 1); }

/* --- add, with everything ------------------------------------------------------------------------------------------ */

/* Shift and add can overflow in the shift as well as in the add: bits shifted out must all equal the sign of the
 * shifted value (PA-RISC 2.0, SHLADD: "overflow ... in the shift or the addition"). Unsigned overflow for the
 * conditions NUV and ZNV likewise counts bits lost by the shift. */
static bool shift_overflow(u64 x, unsigned shift, bool dw)
{
    if (dw) return (i64)(x << shift) >> shift != (i64)x;
    return (i32)((u32)x << shift) >> shift != (i32)x;
}

static bool cond_shladd(unsigned cf, bool dw, u64 x, unsigned shift, u64 b, u64 sum, bool lost)
{
    bool out = shift && (dw ? x >> (64 - shift) : (u32)x >> (32 - shift));
    return cond_sum(cf, dw, x << shift, b, sum, out, lost);
}

UOP(add_full)
{
    unsigned shift = (unsigned)FIELD_IMM & SHIFT;
    u64 x = RC, a = x << shift, b = RB;
    u64 s = a + b + (FIELD_IMM & WITH_CARRY ? carry_bit(c, DW) : 0);
    bool lost = shift && shift_overflow(x, shift, DW);
    if (FIELD_IMM & TRAP_SV) {
        bool v = lost || ((a ^ s) & (b ^ s)) >> (DW ? 63 : 31) & 1;
        if (v) GO(pa_trap(c, u, VEC_OVERFLOW));
    }
    bool cond = cond_shladd(CF, DW, x, shift, b, s, lost);
    if (!(FIELD_IMM & NO_CARRY)) set_carries(c, a, b, s);
    SET(s);
    if (cond) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* ADDI with its variants: c holds them (TRAP_SV, TRAP_COND), imm the immediate. Conditions are of 32 bits always. */
UOP(addi_full)
{
    u64 a = (u64)IMM, b = RB, s = a + b;
    if ((FIELD_C & TRAP_SV) && ((a ^ s) & (b ^ s)) >> 31 & 1) GO(pa_trap(c, u, VEC_OVERFLOW));
    bool cond = cond_add(CF, false, a, b, s);
    if ((FIELD_C & TRAP_COND) && cond) GO(pa_trap(c, u, VEC_CONDITIONAL));
    set_carries(c, a, b, s);
    SET(s);
    if (cond && !(FIELD_C & TRAP_COND)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* --- subtract and compare ------------------------------------------------------------------------------------------ */

/* SUB,B subtracts the borrow too: its conditions are those of the whole operation, a sum with the complement. */
static bool cond_sub_full(unsigned cf, bool dw, u64 a, u64 b, u64 s, bool borrow)
{
    return borrow ? cond_sum(cf, dw, a, ~b, s, false, false) : cond_sub(cf, dw, a, b);
}

UOP(sub_full)
{
    u64 a = RC, b = RB, s = a + ~b + (FIELD_IMM & WITH_CARRY ? carry_bit(c, DW) : 1);
    if ((FIELD_IMM & TRAP_SV) && ((a ^ b) & (a ^ s)) >> (DW ? 63 : 31) & 1) GO(pa_trap(c, u, VEC_OVERFLOW));
    bool cond = cond_sub_full(CF, DW, a, b, s, FIELD_IMM & WITH_CARRY);
    if ((FIELD_IMM & TRAP_COND) && cond) GO(pa_trap(c, u, VEC_CONDITIONAL));
    set_carries(c, a, ~b, s);
    SET(s);
    if (cond && !(FIELD_IMM & TRAP_COND)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

UOP(subi_full)
{
    u64 a = (u64)IMM, b = RB, s = a - b;
    if ((FIELD_C & TRAP_SV) && ((a ^ b) & (a ^ s)) >> 31 & 1) GO(pa_trap(c, u, VEC_OVERFLOW));
    bool cond = cond_sub(CF, false, a, b);
    set_carries(c, a, ~b, s);
    SET(s);
    if (cond) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* Compare and clear: the condition is computed before the target is cleared. One handler a condition: these are the
 * conditional moves that compilers emit. */
#define CMPCLR_BODY(cf, x, y) { bool cond = cond_sub(cf, false, (y), (x)); SET(0); if (cond) NEXT(pa_nullify(c, u)); NEXT(u + 2); }
#define CMPCLR(cf)                                                                                                     \
    UOP(cmpclr_##cf) CMPCLR_BODY(cf, RB, RC)                                                                           \
    UOP(cmpclr_##cf##_b) CMPCLR_BODY(cf, last, RC)                                                                     \
    UOP(cmpclr_##cf##_c) CMPCLR_BODY(cf, RB, last)                                                                     \
    UOP(cmpiclr_##cf) CMPCLR_BODY(cf, RB, (u64)IMM)                                                                    \
    UOP(cmpiclr_##cf##_b) CMPCLR_BODY(cf, last, (u64)IMM)
PA_CONDITIONS(CMPCLR)

UOP(cmpclr_full) { bool cond = cond_sub(CF, DW, RC, RB); SET(0); if (cond) NEXT(pa_nullify(c, u)); NEXT(u + 2); }
UOP(cmpiclr_full) { bool cond = cond_sub(CF, DW, (u64)IMM, RB); SET(0); if (cond) NEXT(pa_nullify(c, u)); NEXT(u + 2); }

/* --- logic with a condition ------------------------------------------------------------------------------------------ */

UOP(and_full) { u64 x = RC & RB; SET(x); if (cond_log(CF, DW, x)) NEXT(pa_nullify(c, u)); NEXT(u + 2); }
UOP(andcm_full) { u64 x = RC & ~RB; SET(x); if (cond_log(CF, DW, x)) NEXT(pa_nullify(c, u)); NEXT(u + 2); }
UOP(or_full) { u64 x = RC | RB; SET(x); if (cond_log(CF, DW, x)) NEXT(pa_nullify(c, u)); NEXT(u + 2); }
UOP(xor_full) { u64 x = RC ^ RB; SET(x); if (cond_log(CF, DW, x)) NEXT(pa_nullify(c, u)); NEXT(u + 2); }

/* --- units ------------------------------------------------------------------------------------------------------- */

UOP(uxor) { u64 a = RC, b = RB, x = a ^ b; SET(x); if (cond_unit(CF, DW, x, 0)) NEXT(pa_nullify(c, u)); NEXT(u + 2); }

UOP(uaddcm)
{
    u64 a = RC, b = ~RB, s = a + b;
    bool cond = cond_unit(CF, DW, s, (a & b) | ((a | b) & ~s));
    if ((FIELD_IMM & TRAP_COND) && cond) GO(pa_trap(c, u, VEC_CONDITIONAL));
    SET(s);
    if (cond && !(FIELD_IMM & TRAP_COND)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* Decimal correction: 6 is taken from (DCOR), or added to (DCOR,I), each digit whose carry is 0 (respectively 1).
 * imm bit 0: intermediate. */
UOP(dcor)
{
    u64 tops = carries(c) & 0x8888888888888888ull; /* bit 3 of each digit: its carry */
    u64 digits = FIELD_IMM & 1 ? tops : ~tops & 0x8888888888888888ull;
    u64 sixes = (digits >> 1) | (digits >> 2); /* 6 in those digits */
    u64 b = RB, x = FIELD_IMM & 1 ? b + sixes : b - sixes;
    SET(x);
    /* Unit conditions look at the result; the carries are those of this operation. */
    u64 n = FIELD_IMM & 1 ? sixes : ~sixes;
    if (cond_unit(CF, DW, x, (b & n) | ((b | n) & ~x))) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* Divide step (PA-RISC 1.1, 5-107): shift the carry in, subtract if PSW V else add, set V from carry and sign. */
UOP(ds)
{
    u32 r1 = (u32)RC, r2 = (u32)RB;
    bool v = c->psw & PSW_V;
    u32 a = r1 << 1 | (u32)carry_bit(c, false);
    u32 b = v ? ~r2 : r2;
    u64 s = (u64)a + b + v;
    set_carries(c, a, b, (u32)s); /* the carries of the low word; DS has no 64-bit form */
    bool carry = s >> 32 & 1;
    c->psw = (c->psw & ~(u32)PSW_V) | (carry ^ (bool)(r2 >> 31) ? PSW_V : 0);
    SET((u32)s);
    if (!FIELD_D) NEXT(u + 1);
    /* "The condition ... is computed on the sum", and the shift can overflow as well as the sum. */
    if (cond_sum(CF, false, a, b, (u32)s, carry, (r1 ^ a) >> 31)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* --- shifts, extracts, deposits ----------------------------------------------------------------------------------- */
/* c = position as a right shift, imm = length in bits, d = condition (0: one uop, else two). */

static inline u64 ones(unsigned n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }
static inline u64 sext(u64 x, unsigned n) { return n >= 64 ? x : (u64)((i64)(x << (64 - n)) >> (64 - n)); }

UOP_B(extru, SET((u32)x >> FIELD_C & ones((unsigned)FIELD_IMM)))
UOP_B(extrs, SET((u32)sext((u32)x >> FIELD_C, (unsigned)FIELD_IMM)))
UOP_B(shl, SET((u32)(x << FIELD_C))) /* zdep that reaches the left end */
UOP_B(shr, SET((u32)x >> FIELD_C))
UOP_B(sar, SET((u32)((i32)x >> FIELD_C)))
UOP_B(depz, SET((x & ones((unsigned)FIELD_IMM)) << FIELD_C & 0xffffffff))
UOP(dep)
{
    u64 m = ones((unsigned)FIELD_IMM) << FIELD_C & 0xffffffff;
    SET(((u32)RA & ~m) | (RB << FIELD_C & m));
    NEXT(u + 1);
}
UOP(shrpw) { SET((u32)((RC << 32 | (u32)RB) >> FIELD_IMM)); NEXT(u + 1); }

/* A field that starts left of bit 0 is cut there: extract position p, length n give min(n, 64 - p) real bits. */
UOP(extr_full)
{
    bool dw = DW, sign = FIELD_D & SED_SIGN;
    u64 x = dw ? RB : sign ? (u64)(i64)(i32)RB : (u32)RB;
    unsigned shift = FIELD_D & SED_SAR ? (dw ? 63u - c->sar : 31u - (c->sar & 31u)) : FIELD_C, n = (unsigned)FIELD_IMM;
    u64 y = (sign ? (u64)((i64)x >> shift) : x >> shift);
    y = sign ? sext(y, n) : y & ones(n);
    if (!dw) y = (u32)y;
    SET(y);
    if (cond_sed(FIELD_D & 7u, DW, y)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* Where SED_IMMEDIATE is set b is a 5-bit signed number. */
UOP(dep_full)
{
    bool dw = DW;
    unsigned shift = FIELD_D & SED_SAR ? (dw ? 63u - c->sar : 31u - (c->sar & 31u)) : FIELD_C, n = (unsigned)FIELD_IMM;
    u64 from = FIELD_D & SED_IMMEDIATE ? (u64)(i64)(i8)FIELD_B : RB;
    u64 all = dw ? ~0ull : 0xffffffffull;
    u64 m = ones(n) << shift & all;
    u64 old = FIELD_D & SED_KEEP ? TARGET_KEPT : 0;
    u64 x = ((old & ~m) | (from << shift & m)) & all;
    SET(x);
    if (cond_sed(FIELD_D & 7u, DW, x)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

UOP(shrpw_full)
{
    unsigned shift = FIELD_D & SED_SAR ? c->sar & 31u : (unsigned)FIELD_IMM;
    u64 x = (u32)((RC << 32 | (u32)RB) >> shift);
    SET(x);
    if (cond_sed(FIELD_D & 7u, DW, x)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

UOP(shrpd_full)
{
    unsigned shift = FIELD_D & SED_SAR ? c->sar : (unsigned)FIELD_IMM;
    u64 x = (u64)(((u128)RC << 64 | RB) >> shift);
    SET(x);
    if (cond_sed(FIELD_D & 7u, DW, x)) NEXT(pa_nullify(c, u));
    NEXT(u + 2);
}

/* --- halfword parallel (MAX-2; PA-RISC 2.0 chapter 7, HADD to PERMH) ---------------------------------------------- */

static i64 saturate(i64 x, unsigned how)
{
    if (how == 1) return x < -32768 ? -32768 : x > 32767 ? 32767 : x; /* signed */
    if (how == 0) return x < 0 ? 0 : x > 65535 ? 65535 : x;          /* unsigned */
    return x;
}

/* d: 3 = modular, 1 = signed saturation, 0 = unsigned saturation (of an unsigned GR[r1] and a signed GR[r2]). */
#define PARALLEL(name, expr)                                                                                           \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        u64 x = 0;                                                                                                     \
        for (unsigned i = 0; i < 64; i += 16) {                                                                        \
            u16 pa = (u16)(RC >> i), pb = (u16)(RB >> i);                                                              \
            UNUSED i64 sa = (i16)pa, sb = (i16)pb;                                                                     \
            x |= (u64)(u16)(expr) << i;                                                                                \
        }                                                                                                              \
        SET(x);                                                                                                        \
        NEXT(u + 1);                                                                                                   \
    }
PARALLEL(hadd, saturate((FIELD_D == 1 ? sa : pa) + sb, FIELD_D))
PARALLEL(hsub, saturate((FIELD_D == 1 ? sa : pa) - sb, FIELD_D))
/* The average is rounded to odd: the bit shifted out is or-ed into the result ("unbiased"). */
PARALLEL(havg, (((i64)pa + pb) >> 1) | (((i64)pa + pb) & 1))
/* A shift that overflows saturates whatever is added: by the sign of what was shifted. */
static i64 shift_left_add(i64 a, unsigned k, i64 b)
{
    i64 x = (i64)((u64)a << k), in_range = saturate(x, 1);
    return x == in_range ? saturate(x + b, 1) : in_range;
}
PARALLEL(hshladd, shift_left_add(sa, (unsigned)FIELD_IMM, sb))
PARALLEL(hshradd, saturate((sa >> FIELD_IMM) + sb, 1))
PARALLEL(hshl, (i64)((u64)pb << FIELD_IMM))
PARALLEL(hshr_u, pb >> FIELD_IMM)
PARALLEL(hshr_s, sb >> FIELD_IMM)

/* imm: four two-bit selectors, the leftmost halfword's in the highest bits; 0 selects the leftmost. */
UOP(permh)
{
    u64 x = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = (unsigned)FIELD_IMM >> (6 - 2 * i) & 3;
        x |= (RB >> (48 - 16 * from) & 0xffff) << (48 - 16 * i);
    }
    SET(x);
    NEXT(u + 1);
}

/* d: 0 = left parts, 1 = right parts. */
UOP(mixh)
{
    u64 m = FIELD_D ? 0x0000ffff0000ffffull : 0xffff0000ffff0000ull;
    u64 a = RC & m, b = RB & m;
    SET(FIELD_D ? a << 16 | b : a | b >> 16);
    NEXT(u + 1);
}
UOP(mixw)
{
    SET(FIELD_D ? RC << 32 | (u32)RB : (RC & 0xffffffff00000000ull) | RB >> 32);
    NEXT(u + 1);
}
