/* The PA-RISC floating-point coprocessor: what its instructions compute, and how its exceptions come late.
 *
 * Every function here is exact and uses no floating point of the host; a faster path may do the common cases, these
 * are what it has to agree with. Sources: the PA-RISC 1.1 and 2.0 architectures for encodings and the status word, IEEE
 * 754-1985 for arithmetic, and, for NaNs, traps and exception codes, HP's own emulation of the coprocessor as it is in
 * Linux, arch/parisc/math-emu (named "HP's emulation" below), which completes what the hardware leaves to software.
 *
 * The registers are `u64 fr[]`, 32 of them in host order, the left half of a register in the upper 32 bits. A caller
 * that keeps a constant zero as a 33rd register may name it as a source.
 *
 *            0 1 2 3 4  5  6      10                20 21 22    25 26 27 28 29 30 31
 *   fr[0].L |V Z O U I| C|  -    | CQ, CA, or model   | RM | -  |T |D | V  Z  O  U  I|
 *            flags                (compare queue)                    enables
 *   fr[0].R to fr[3].R: exception registers 1 to 7:  | code, 6 bits | instruction, low 26 bits |
 *
 * An exception whose trap is enabled does not interrupt its instruction. The instruction goes to exception register 1
 * with a code, T is set, and the next floating-point instruction of any kind takes the assist exception trap instead
 * of executing. The one exempt from this is the double-word store of FR 0, which stores the status with T and then
 * clears T, so that a trap handler can save the registers; Linux saves FR 0 first and restores it last for that
 * reason (arch/parisc/include/asm/assembly.h). */
#ifndef PCGRAM_PARISC_FPU_H
#define PCGRAM_PARISC_FPU_H

#include "emu/core/types.h"

/* The status word. */
enum {
    FPSR_FLAGS = 0x1fu << 27, /* V Z O U I, in the order of SF_INVALID .. SF_INEXACT */
    FPSR_C = 1u << 26,        /* result of the last queued compare */
    FPSR_CQ = 0x7ffu << 11,   /* queue of the ones before it; CA 0 to 6 are its upper 7 bits */
    FPSR_RM = 3u << 9,        /* 0 nearest, 1 to zero, 2 up, 3 down */
    FPSR_T = 1u << 6,         /* a trap is pending */
    FPSR_D = 1u << 5,         /* 2.0: subnormals are taken as, and become, zeros */
    FPSR_ENABLES = 0x1fu,     /* V Z O U I */
};

/* Halves of registers: how every operand here is named. A double is named by its left half. */
#define FR_LEFT(n)  (2u * (n))
#define FR_RIGHT(n) (2u * (n) + 1u)

/* Formats, numbered as in the instructions; of integers, PAF_SGL is a word and PAF_DBL a double word. The other two
 * (undefined and quad) no processor implements. */
enum pa_fp_format { PAF_SGL = 0, PAF_DBL = 1, PAF_UNDEFINED = 2, PAF_QUAD = 3 };

enum pa_fp_op {
    /* of one operand */
    PAF_FCPY,
    PAF_FABS,
    PAF_FNEG,
    PAF_FNEGABS,
    PAF_FSQRT,
    PAF_FRND,
    /* of two */
    PAF_FADD,
    PAF_FSUB,
    PAF_FMPY,
    PAF_FDIV,
    PAF_FREM,
    PAF_XMPYU,
    /* of three */
    PAF_FMPYFADD,
    PAF_FMPYNFADD,
};

/* Conversions, numbered as the sub-operations of class 1: F is floating, X signed, U unsigned; T truncates. */
enum pa_fp_cnv {
    PAF_FCNVFF = 0,
    PAF_FCNVXF = 1,
    PAF_FCNVFX = 2,
    PAF_FCNVFXT = 3,
    PAF_FCNVUF = 5,
    PAF_FCNVFU = 6,
    PAF_FCNVFUT = 7,
};

enum pa_fp_result {
    PAF_DONE,
    PAF_DELAYED,  /* done, as far as an exception allows: it is recorded and T is set */
    PAF_ASSIST,   /* T was set: nothing done, take the assist exception trap (14) now */
    PAF_RESERVED, /* no such operation: nothing done, assist exception trap now, T clear to tell it from the others */
};

/* One instruction each. Operands are halves; `insn` is the instruction word, for the exception register.
 *
 * Sources: FR 0 left reads as +0. In double format the half's low bit is ignored (HP's emulation). A target of FR 0
 * left and the formats that no processor implements record an unimplemented exception.
 *
 * Trapped invalid and division by zero leave target and flags alone. Trapped overflow and underflow deliver the rounded
 * result with its exponent wrapped by 192 or 1536, trapped inexact the rounded result; flags are set for those
 * exceptions only whose traps are not enabled. Tininess is detected after rounding. (IEEE 754-1985, 7 and 8, as HP's
 * emulation does.)
 *
 * NaNs: signaling is a fraction with its first bit set. The first signaling operand, or else the first NaN, is the
 * result, made quiet by putting 01 in the first two fraction bits; the default NaN has only that 1. FCPY, FABS, FNEG
 * and FNEGABS are not arithmetic: they take NaNs as they are and raise nothing. */
enum pa_fp_result pa_fp_op1(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r, unsigned t, u32 insn);
enum pa_fp_result pa_fp_op2(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned t,
                            u32 insn);

/* FMPYFADD: t = r1 * r2 + r3; FMPYNFADD: t = -(r1 * r2) + r3; rounded once. */
enum pa_fp_result pa_fp_op3(u64 *fr, enum pa_fp_op op, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned r3,
                            unsigned t, u32 insn);

/* FCNV, from format sf to df. To integers: out of range and NaN are invalid and give the nearest (for a NaN, by its
 * sign) greatest or least integer, 0 as the least unsigned one. */
enum pa_fp_result pa_fp_convert(u64 *fr, enum pa_fp_cnv cnv, enum pa_fp_format sf, enum pa_fp_format df, unsigned r,
                                unsigned t, u32 insn);

/* FCMP. cond: which relations make the compare true (greater 16, less 8, equal 4, unordered 2), and whether unordered
 * is invalid (1); signaling NaNs always are. y = 0 moves C into the queue and sets C; y = 1 to 7 sets CA[y - 1] only.
 */
enum pa_fp_result pa_fp_compare(u64 *fr, enum pa_fp_format fmt, unsigned r1, unsigned r2, unsigned cond, unsigned y,
                                u32 insn);

/* FTEST: *nullify tells whether the next instruction is nullified. y and cond are the instruction's fields (bits 16-18
 * and 27-31): y = 1 tests C and the queue by cond; other y test CA[(y ^ 1) - 1]. */
enum pa_fp_result pa_fp_test(u64 *fr, unsigned y, unsigned cond, bool *nullify);

/* FMPYADD (tm = rm1 * rm2, ta = ta + ra) and FMPYSUB (ta = ta - ra). All sources are read before a target is written.
 * If either half has an exception whose trap is enabled, nothing is written and the whole is recorded as
 * unimplemented, for software to do in two steps. */
enum pa_fp_result pa_fp_multi(u64 *fr, bool subtract, enum pa_fp_format fmt, unsigned rm1, unsigned rm2, unsigned tm,
                              unsigned ra, unsigned ta, u32 insn);

/* FID (COPR,0,0): model (5 bits) and revision (5 bits) into status bits 11 to 20. */
enum pa_fp_result pa_fp_identify(u64 *fr, unsigned model, unsigned revision);

/* Loads and stores: true if the assist exception trap must be taken in place of one that is not the double-word store
 * of FR 0. Loading FR 0 has no other effect than to replace it; loaded with T set, it arms the trap. */
static inline bool pa_fp_pending(const u64 *fr) { return (fr[0] >> 32 & FPSR_T) != 0; }
/* A double-word store of FR 0 has stored it: T is cleared. */
static inline void pa_fp_stored(u64 *fr) { fr[0] &= ~((u64)FPSR_T << 32); }

/* Why a trap is pending, from the exception registers: for the trap's handler. */
enum pa_fp_cause {
    PAF_CAUSE_NONE,
    PAF_CAUSE_UNIMPLEMENTED,
    PAF_CAUSE_INVALID,
    PAF_CAUSE_DIVZERO,
    PAF_CAUSE_OVERFLOW,
    PAF_CAUSE_UNDERFLOW,
    PAF_CAUSE_INEXACT,
};
enum pa_fp_cause pa_fp_cause(const u64 *fr);
/* Empties the exception register that it tells of. */
void pa_fp_clear_cause(u64 *fr);

#endif
