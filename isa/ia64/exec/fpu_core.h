/* What the floating-point instructions have in common: how an operation, or one half of a parallel one, is to be done,
 * what it comes to, and how that is delivered. For isa/ia64/exec/fpu*.c; the rules are in fpu.h. */
#ifndef PCGRAM_IA64_FPU_CORE_H
#define PCGRAM_IA64_FPU_CORE_H

#include "emu/core/softfloat.h"
#include "isa/ia64/exec/fpu.h"

/* The controls that a status field gives an operation. */
struct fp_mode {
    enum sf_round round;
    bool flush; /* ftz */
    u8 enabled; /* traps: IA64_FP_V... */
};

/* What an operation came to. */
struct fp_outcome {
    struct ia64_fr value;
    u8 flags; /* IA64_FP_V... */
    u8 fault; /* V, D, Z: enabled, so nothing may be written */
    u8 trap;  /* ISR.code from bit 11 on: O, U, I, FPA */
};

/* Traps, as in fp_outcome. */
enum { FP_TRAP_O = 1, FP_TRAP_U = 2, FP_TRAP_I = 4, FP_TRAP_FPA = 8 };

/* Formats of results: by pc and exponents of 15 bits, by pc and exponents of 17 bits, single and double (SDM volume 1,
 * table 5-6). Trapped results are not scaled: wrap is 0. */
enum fp_format_number { FP_PC_15 = 0, FP_PC_17 = 4, FP_FORMAT_SINGLE = 8, FP_FORMAT_DOUBLE = 9, FP_FORMATS = 10 };
extern const struct sf_format ia64_fp_formats[FP_FORMATS];

static inline struct fp_mode fp_mode(u64 fpsr, unsigned sf)
{
    static const u8 round[4] = {SF_NEAREST, SF_DOWN, SF_UP, SF_TO_ZERO};
    unsigned controls = (unsigned)(fpsr >> ia64_fpsr_controls(sf));
    return (struct fp_mode){
        .round = (enum sf_round)round[controls >> 4 & 3],
        .flush = controls & 1,
        .enabled = controls >> 6 & 1 ? 0 : ~fpsr & IA64_FP_ALL,
    };
}

/* The format of a result for a precision. */
static inline const struct sf_format *fp_format(u64 fpsr, unsigned sf, enum ia64_fp_precision precision)
{
    unsigned controls = (unsigned)(fpsr >> ia64_fpsr_controls(sf));
    bool wide = controls >> 1 & 1;
    unsigned pc = controls >> 2 & 3;
    switch (precision) {
    case IA64_FP_SINGLE: return &ia64_fp_formats[wide ? FP_PC_17 + 0 : FP_FORMAT_SINGLE];
    case IA64_FP_DOUBLE: return &ia64_fp_formats[wide ? FP_PC_17 + 2 : FP_FORMAT_DOUBLE];
    default: return &ia64_fp_formats[(wide ? FP_PC_17 : FP_PC_15) + pc];
    }
}

/* A register that holds no NaN, taken apart; a pseudo-zero is a zero. */
struct sf_num ia64_fp_number(const struct ia64_fr *a);

static inline bool fp_is_unnormal(const struct ia64_fr *a)
{
    enum ia64_fr_class k = ia64_fr_class(a);
    return k == IA64_FR_IS_UNNORMAL || k == IA64_FR_IS_PSEUDO_ZERO;
}

/* An invalid operation: V, and the value. */
struct fp_outcome ia64_fp_invalid(const struct fp_mode *mode, struct ia64_fr value);
#define IA64_FR_DEFAULT_NAN                                                                                            \
    ((struct ia64_fr){.sig = IA64_FR_INTEGER_BIT | IA64_FR_QUIET_BIT, .exp = IA64_FR_EXP_SPECIAL, .sign = 1})

/* An exact result, with D if an operand was unnormal. */
struct fp_outcome ia64_fp_exact(const struct fp_mode *mode, struct ia64_fr value, bool unnormal);

/* If one of the operands, given in the order of preference, is unsupported or a NaN: true, and what that comes to. */
bool ia64_fp_take_nan(const struct fp_mode *mode, const struct ia64_fr *const *operands, int count,
                      struct fp_outcome *out);

/* An operation on numbers: computes and rounds to the format, and puts together value, flags and traps. */
typedef struct sf_num fp_compute(const struct sf_format *f, struct sf_env *env, const struct sf_num *x);
struct fp_outcome ia64_fp_arithmetic(const struct fp_mode *mode, const struct sf_format *f, fp_compute *compute,
                                     const struct sf_num *x, bool unnormal);

/* One multiply-add on operands that are no NaTVal; f2 NULL for a multiplication. */
struct fp_outcome ia64_fp_fma(const struct fp_mode *mode, const struct sf_format *f, enum ia64_fma_op op,
                              const struct ia64_fr *f3, const struct ia64_fr *f4, const struct ia64_fr *f2);

/* One minimum or maximum; one comparison, where *holds is the result; one conversion to an integer of `bits`, which is
 * in the significand's low bits. */
struct fp_outcome ia64_fp_fminmax(const struct fp_mode *mode, enum ia64_fminmax_op op, const struct ia64_fr *f2,
                                  const struct ia64_fr *f3);
struct fp_outcome ia64_fp_fcmp(const struct fp_mode *mode, enum ia64_fcmp_relation relation, const struct ia64_fr *f2,
                               const struct ia64_fr *f3, bool *holds);
struct fp_outcome ia64_fp_to_integer(struct fp_mode mode, int bits, bool is_signed, bool trunc,
                                     const struct ia64_fr *f2);

/* Where frcpa (frsqrta) gives no approximation because operands are NaNs, infinities, zeros or, of the root, negative:
 * true, and the quotient (the root). */
bool ia64_fp_quotient_is_special(const struct fp_mode *mode, const struct ia64_fr *num, const struct ia64_fr *den,
                                 struct fp_outcome *out);
bool ia64_fp_root_is_special(const struct fp_mode *mode, const struct ia64_fr *root, struct fp_outcome *out);

/* The approximations of 1 / a, and of 1 / sqrt(a), a > 0. */
struct ia64_fr ia64_fp_reciprocal(struct sf_num a);
struct ia64_fr ia64_fp_reciprocal_root(struct sf_num a);

/* Delivers an outcome: to target and flags, or as a fault. */
static inline u32 fp_deliver(const struct fp_outcome *out, struct ia64_fr *f1, u64 *fpsr, unsigned sf)
{
    if (UNLIKELY(out->fault)) return IA64_FP_FAULT | out->fault;
    *f1 = out->value;
    *fpsr |= (u64)out->flags << ia64_fpsr_flags(sf);
    return UNLIKELY(out->trap) ? IA64_FP_TRAP | (u32)out->trap << 11 | 1 : 0;
}

#endif
