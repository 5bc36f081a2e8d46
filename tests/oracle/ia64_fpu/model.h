/* Itanium floating point by MPFR: what isa/ia64/exec/fpu.h promises, computed another way. Values and rounding are MPFR's, in
 * an exponent range without bounds first; the rest is written from the rules of the manual, once more. */
#ifndef PCGRAM_TESTS_IA64_FPU_MODEL_H
#define PCGRAM_TESTS_IA64_FPU_MODEL_H

#include "isa/ia64/exec/fpu.h"

/* What an instruction should come to. */
struct expected {
    u32 code; /* as the functions of fpu.h return it; at a fault, the rest says nothing */
    struct ia64_fr f1;
    u64 fpsr;
    bool p1, p2;
};

struct expected model_fma(enum ia64_fp_precision precision, enum ia64_fma_op op, const struct ia64_fr *f3,
                          const struct ia64_fr *f4, const struct ia64_fr *f2, u64 fpsr, unsigned sf);
struct expected model_fpma(enum ia64_fma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4,
                           const struct ia64_fr *f2, u64 fpsr, unsigned sf);
struct expected model_fminmax(bool parallel, enum ia64_fminmax_op op, const struct ia64_fr *f2, const struct ia64_fr *f3,
                              u64 fpsr, unsigned sf);
struct expected model_fcmp(enum ia64_fcmp_relation relation, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 fpsr,
                           unsigned sf);
struct expected model_fpcmp(enum ia64_fcmp_relation relation, bool not, const struct ia64_fr *f2, const struct ia64_fr *f3,
                            u64 fpsr, unsigned sf);
struct expected model_fcvt_fx(bool parallel, bool is_signed, bool trunc, const struct ia64_fr *f2, u64 fpsr, unsigned sf);
struct expected model_fcvt_xf(const struct ia64_fr *f2, u64 fpsr);
/* f2 NULL: of 1 / sqrt(f3). */
struct expected model_approximation(bool parallel, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 fpsr,
                                    unsigned sf);
struct expected model_xma(enum ia64_xma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4,
                          const struct ia64_fr *f2, u64 fpsr);

/* ldfs, ldfd: the register for a number of the host, or of its bits where it is a NaN. */
struct ia64_fr model_from_single(u32 bits);
struct ia64_fr model_from_double(u64 bits);

#endif
