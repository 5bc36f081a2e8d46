/* Itanium floating point: what the instructions of unit F compute, as functions of registers and FPSR.
 *
 * Everything is exact and on integers; no floating point of the host is used, so results are the same everywhere.
 * Sources: SDM (Intel Itanium Architecture Software Developer's Manual, revision 2.3) volume 1, chapter 5 for formats,
 * FPSR and exceptions, volume 3 for the instructions, volume 2 for ISR.code.
 *
 *     FPSR   63  58 57   45 44   32 31   19 18    6 5    0
 *            | 0   |  sf3  |  sf2  |  sf1  |  sf0  | traps |      traps: I U O Z D V, each 1 if disabled
 *     a status field:
 *            | I U O Z D V | td |  rc  |  pc  |wre|ftz|            flags, then controls
 *             12         7   6   5  4   3  2   1   0
 *
 *     rc   0 to nearest, 1 down, 2 up, 3 to zero
 *     pc   0 24 bits, 2 53 bits, 3 64 bits of significand, for instructions without .s or .d; 1 is reserved
 *     wre  exponents of 17 bits whatever the precision; without it, 15 bits (by pc), 8 (.s) or 11 (.d)
 *     ftz  tiny results become zeros, if the underflow trap is disabled
 *     td   all traps are disabled (not in sf0)
 *
 * pc = 1 and td in sf0 are for the caller to refuse, with a Reserved Register/Field fault; here pc = 1 is taken as 3.
 *
 * Exceptions. A function returns 0, or the ISR.code of the interruption that the caller has to raise, with one of the
 * marks IA64_FP_FAULT and IA64_FP_TRAP. At a fault nothing has been written; before a trap, result and flags have.
 *
 *     fault, code   V 0, D 1, Z 2; of the low half of a parallel operation 4, 5, 6
 *     trap, code    1 in bit 0; O 11, U 12, I 13, FPA 14; of the low half 7 to 10
 *
 * FPA: the magnitude delivered is greater than the exact one. With O or U, I tells that the result is inexact.
 *
 * Software assistance. An Itanium 2 leaves some cases to software (SWA faults and traps: unnormal operands, results
 * that denormalize, operands at the edges of the range of frcpa and frsqrta). The operating system's handler then gives
 * the program the result of the architecture. These functions give that result themselves and never ask for assistance;
 * frcpa and frsqrta there deliver quotient and root by the precision of their status field and clear the predicate, as
 * volume 3 wants of the software.
 *
 * A NaTVal as an operand makes the result a NaTVal, and predicates 0, without any flag. NaNs: an unsupported operand is
 * invalid and gives the default NaN (negative, fraction with its first bit only); else the first NaN in the order f4,
 * f2, f3 is the result, made quiet; invalid if any of them is signaling. Unnormal operands and pseudo-zeros set D,
 * unless the result is a NaN. Tininess is detected after rounding (SDM volume 1, 5.4.3). With O or U enabled, the result
 * keeps the low 17 bits of its exponent (8 bits of a half), not scaled (volume 2, 8.2). */
#ifndef PCGRAM_IA64_FPU_H
#define PCGRAM_IA64_FPU_H

#include "isa/ia64/exec/fr.h"

enum {
    IA64_FP_CODE = 0xffff, /* ISR.code */
    IA64_FP_FAULT = 1 << 16,
    IA64_FP_TRAP = 1 << 17,
};

/* Flags and traps, as they stand in a status field from bit 7 on, and in FPSR from bit 0 on. */
enum { IA64_FP_V = 1, IA64_FP_D = 2, IA64_FP_Z = 4, IA64_FP_O = 8, IA64_FP_U = 16, IA64_FP_I = 32, IA64_FP_ALL = 63 };

/* Where the controls and the flags of a status field begin. */
static inline unsigned ia64_fpsr_controls(unsigned sf) { return 6 + 13 * sf; }
static inline unsigned ia64_fpsr_flags(unsigned sf) { return 13 + 13 * sf; }

/* Precision of the multiply-add family: by status field, or .s, or .d. */
enum ia64_fp_precision { IA64_FP_DYNAMIC, IA64_FP_SINGLE, IA64_FP_DOUBLE };

enum ia64_fma_op {
    IA64_FMA,  /* f3 * f4 + f2 */
    IA64_FMS,  /* f3 * f4 - f2 */
    IA64_FNMA, /* -(f3 * f4) + f2 */
};

/* fma, fms, fnma in the precision given, rounded once. f2 is NULL where the instruction names f0, which makes it a
 * multiplication (its zeros have the sign of the product). f1 may be one of the operands. */
u32 ia64_fma(enum ia64_fp_precision precision, enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3,
             const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr, unsigned sf);

/* The same without any short cut: what ia64_fma() has to agree with. */
u32 ia64_fma_plain(enum ia64_fp_precision precision, enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3,
                   const struct ia64_fr *f4, const struct ia64_fr *f2, u64 *fpsr, unsigned sf);

/* fpma, fpms, fpnma: on the two singles of the significand; pc and wre have no part in it. f2 as in ia64_fma(). */
u32 ia64_fpma(enum ia64_fma_op op, struct ia64_fr *f1, const struct ia64_fr *f3, const struct ia64_fr *f4,
              const struct ia64_fr *f2, u64 *fpsr, unsigned sf);

/* fmin, fmax, famin, famax and their parallel forms: f2 if it is less, greater, or so in magnitude, and f3 if not;
 * f3 also, and invalid, if one of them is a NaN. The register is copied as it is. */
enum ia64_fminmax_op { IA64_FMIN, IA64_FMAX, IA64_FAMIN, IA64_FAMAX };
u32 ia64_fminmax(enum ia64_fminmax_op op, struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3,
                 u64 *fpsr, unsigned sf);
u32 ia64_fpminmax(enum ia64_fminmax_op op, struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3,
                  u64 *fpsr, unsigned sf);

/* fcmp: *p1 tells whether f2 stands so to f3, *p2 the contrary; both are false if one is a NaTVal. Less and less or
 * equal are invalid with any NaN, the others with signaling and unsupported ones. At a fault neither is written. */
enum ia64_fcmp_relation { IA64_FCMP_EQ, IA64_FCMP_LT, IA64_FCMP_LE, IA64_FCMP_UNORD };
u32 ia64_fcmp(enum ia64_fcmp_relation relation, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 *fpsr,
              unsigned sf, u8 *p1, u8 *p2);

/* fpcmp: all ones in each half where the relation holds; with `not`, where it does not (neq, nlt, nle, ord). */
u32 ia64_fpcmp(enum ia64_fcmp_relation relation, bool not, struct ia64_fr *f1, const struct ia64_fr *f2,
               const struct ia64_fr *f3, u64 *fpsr, unsigned sf);

/* fclass: is f2 in one of the classes of the mask? *p1 and *p2 as in ia64_fcmp(); a NaTVal is in its class or makes both
 * false. Unsupported numbers are in none. */
enum {
    IA64_FCLASS_POS = 1,
    IA64_FCLASS_NEG = 2,
    IA64_FCLASS_ZERO = 4, /* this and the next three together with a sign */
    IA64_FCLASS_UNNORM = 8,
    IA64_FCLASS_NORM = 16,
    IA64_FCLASS_INF = 32,
    IA64_FCLASS_SNAN = 64,
    IA64_FCLASS_QNAN = 128,
    IA64_FCLASS_NAT = 256,
};
void ia64_fclass(const struct ia64_fr *f2, unsigned mask, u8 *p1, u8 *p2);

/* fcvt.fx, fcvt.fxu, with .trunc or not, to an integer of 64 bits; fpcvt.fx and fpcvt.fxu, of 32 bits in each half. What
 * does not fit is invalid and gives 1 << 63 (1 << 31). */
u32 ia64_fcvt_fx(bool is_signed, bool trunc, struct ia64_fr *f1, const struct ia64_fr *f2, u64 *fpsr, unsigned sf);
u32 ia64_fpcvt_fx(bool is_signed, bool trunc, struct ia64_fr *f1, const struct ia64_fr *f2, u64 *fpsr, unsigned sf);

/* fcvt.xf: the significand as a signed integer, exact. */
struct ia64_fr ia64_fcvt_xf(const struct ia64_fr *f2);

/* frcpa, frsqrta: an approximation of 1 / f3 (1 / sqrt(f3)) good to 8.886 (8.831) bits and *p2 true; or *p2 false and
 * what f2 / f3 (sqrt(f3)) is, where no iteration is needed or would work. fprcpa and fprsqrta: *p2 is true if both
 * halves can be iterated; where they cannot, a half of fprsqrta approximates 1 / sqrt still, and is 0 or infinity for
 * infinity or 0. */
u32 ia64_frcpa(struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2);
u32 ia64_frsqrta(struct ia64_fr *f1, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2);
u32 ia64_fprcpa(struct ia64_fr *f1, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2);
u32 ia64_fprsqrta(struct ia64_fr *f1, const struct ia64_fr *f3, u64 *fpsr, unsigned sf, u8 *p2);

/* What moves bits and raises nothing. */
enum ia64_fmove_op {
    IA64_FMERGE_S,  /* sign of f2, the rest of f3 */
    IA64_FMERGE_NS, /* the other sign */
    IA64_FMERGE_SE, /* sign and exponent of f2 */
    IA64_FPMERGE_S, /* the same on the halves */
    IA64_FPMERGE_NS,
    IA64_FPMERGE_SE,
    IA64_FMIX_L,  /* the left halves of f2 and f3 */
    IA64_FMIX_R,  /* the right ones */
    IA64_FMIX_LR, /* the left one of f2, the right one of f3 */
    IA64_FSWAP,   /* the right half of f3, the left one of f2 */
    IA64_FSWAP_NL, /* ... the new left one negated */
    IA64_FSWAP_NR,
    IA64_FSXT_L, /* the sign of f2's left half all over, and the left half of f3 */
    IA64_FSXT_R,
    IA64_FPACK, /* f2 and f3 as singles, with no rounding */
    IA64_FAND,
    IA64_FANDCM, /* f2 and not f3 */
    IA64_FOR,
    IA64_FXOR,
};
struct ia64_fr ia64_fmove(enum ia64_fmove_op op, const struct ia64_fr *f2, const struct ia64_fr *f3);

/* fselect: bits of f3 where f2 has ones, of f4 where it has zeros. */
struct ia64_fr ia64_fselect(const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2);

/* xma: f3 * f4 + f2 on the significands as integers; the low or high 64 bits of 128. f2 is added unsigned. */
enum ia64_xma_op { IA64_XMA_L, IA64_XMA_H, IA64_XMA_HU };
struct ia64_fr ia64_xma(enum ia64_xma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4,
                        const struct ia64_fr *f2);

/* fsetc: the controls of sf0, masked and set, become those of the status field; false, and nothing done, if that would
 * be a reserved pc, or td in sf0 (Reserved Register/Field fault). fclrf: clears the flags. fchkf: has the field a flag
 * that is not in sf0, or whose trap is enabled? Then the instruction branches. */
static inline bool ia64_fsetc(u64 *fpsr, unsigned sf, unsigned amask7, unsigned omask7)
{
    u64 controls = (*fpsr >> ia64_fpsr_controls(0) & amask7) | omask7;
    if ((controls >> 2 & 3) == 1 || (sf == 0 && controls >> 6)) return false;
    *fpsr = (*fpsr & ~((u64)0x7f << ia64_fpsr_controls(sf))) | controls << ia64_fpsr_controls(sf);
    return true;
}
static inline void ia64_fclrf(u64 *fpsr, unsigned sf) { *fpsr &= ~((u64)IA64_FP_ALL << ia64_fpsr_flags(sf)); }
static inline bool ia64_fchkf(u64 fpsr, unsigned sf)
{
    u64 flags = fpsr >> ia64_fpsr_flags(sf) & IA64_FP_ALL;
    return (flags & ~fpsr) != 0 || (flags & ~(fpsr >> ia64_fpsr_flags(0))) != 0;
}

#endif
