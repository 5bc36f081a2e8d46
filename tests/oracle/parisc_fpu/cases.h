/* The instructions and the random operands that qemu-hppa and isa/parisc/exec/fpu are compared on: see compare.c. */
#ifndef PCGRAM_ORACLE_PARISC_FPU_CASES_H
#define PCGRAM_ORACLE_PARISC_FPU_CASES_H

#include <stdint.h>

/* One case as it is written to the pipe, all in the guest's byte order. The guest's code knows the offsets. */
struct fp_case {
    uint64_t target;    /* FR 25 before and after */
    uint64_t fr0;       /* after */
    uint64_t source[3]; /* FR 22, 23, 24 */
    uint64_t status;    /* FR 0 before */
    uint32_t index;     /* into the list below */
    uint32_t unused;
};

/* X(name, assembly, kind of operand: d double, s single, i integer, the call that is its equal here) */
#define FP_CASES(X)                                                                                                    \
    X(fadd_d, "fadd,dbl %fr22,%fr23,%fr25", 'd', OP2(PAF_FADD, PAF_DBL, L(22), L(23), L(25)))                          \
    X(fsub_d, "fsub,dbl %fr22,%fr23,%fr25", 'd', OP2(PAF_FSUB, PAF_DBL, L(22), L(23), L(25)))                          \
    X(fmpy_d, "fmpy,dbl %fr22,%fr23,%fr25", 'd', OP2(PAF_FMPY, PAF_DBL, L(22), L(23), L(25)))                          \
    X(fdiv_d, "fdiv,dbl %fr22,%fr23,%fr25", 'd', OP2(PAF_FDIV, PAF_DBL, L(22), L(23), L(25)))                          \
    X(fsqrt_d, "fsqrt,dbl %fr22,%fr25", 'd', OP1(PAF_FSQRT, PAF_DBL, L(22), L(25)))                                    \
    X(frnd_d, "frnd,dbl %fr22,%fr25", 'd', OP1(PAF_FRND, PAF_DBL, L(22), L(25)))                                       \
    X(fcpy_d, "fcpy,dbl %fr22,%fr25", 'd', OP1(PAF_FCPY, PAF_DBL, L(22), L(25)))                                       \
    X(fabs_d, "fabs,dbl %fr22,%fr25", 'd', OP1(PAF_FABS, PAF_DBL, L(22), L(25)))                                       \
    X(fneg_d, "fneg,dbl %fr22,%fr25", 'd', OP1(PAF_FNEG, PAF_DBL, L(22), L(25)))                                       \
    X(fnegabs_d, "fnegabs,dbl %fr22,%fr25", 'd', OP1(PAF_FNEGABS, PAF_DBL, L(22), L(25)))                              \
    X(fadd_s, "fadd,sgl %fr22,%fr23,%fr25", 's', OP2(PAF_FADD, PAF_SGL, L(22), L(23), L(25)))                          \
    X(fsub_s, "fsub,sgl %fr22,%fr23R,%fr25R", 's', OP2(PAF_FSUB, PAF_SGL, L(22), R(23), R(25)))                        \
    X(fmpy_s, "fmpy,sgl %fr22R,%fr23R,%fr25", 's', OP2(PAF_FMPY, PAF_SGL, R(22), R(23), L(25)))                        \
    X(fdiv_s, "fdiv,sgl %fr22,%fr23,%fr25", 's', OP2(PAF_FDIV, PAF_SGL, L(22), L(23), L(25)))                          \
    X(fsqrt_s, "fsqrt,sgl %fr22R,%fr25", 's', OP1(PAF_FSQRT, PAF_SGL, R(22), L(25)))                                   \
    X(frnd_s, "frnd,sgl %fr22,%fr25R", 's', OP1(PAF_FRND, PAF_SGL, L(22), R(25)))                                      \
    X(fabs_s, "fabs,sgl %fr22R,%fr25R", 's', OP1(PAF_FABS, PAF_SGL, R(22), R(25)))                                     \
    X(fneg_s, "fneg,sgl %fr22,%fr25R", 's', OP1(PAF_FNEG, PAF_SGL, L(22), R(25)))                                      \
    X(fma_d, "fmpyfadd,dbl %fr22,%fr23,%fr24,%fr25", 'd', OP3(PAF_FMPYFADD, PAF_DBL, L(22), L(23), L(24), L(25)))      \
    X(fnma_d, "fmpynfadd,dbl %fr22,%fr23,%fr24,%fr25", 'd', OP3(PAF_FMPYNFADD, PAF_DBL, L(22), L(23), L(24), L(25)))   \
    X(fma_s, "fmpyfadd,sgl %fr22,%fr23,%fr24R,%fr25", 's', OP3(PAF_FMPYFADD, PAF_SGL, L(22), L(23), R(24), L(25)))     \
    X(fnma_s, "fmpynfadd,sgl %fr22,%fr23,%fr24,%fr25R", 's', OP3(PAF_FMPYNFADD, PAF_SGL, L(22), L(23), L(24), R(25)))  \
    X(fcnvff_sd, "fcnv,sgl,dbl %fr22,%fr25", 's', CNV(PAF_FCNVFF, PAF_SGL, PAF_DBL))                                   \
    X(fcnvff_ds, "fcnv,dbl,sgl %fr22,%fr25", 'd', CNV(PAF_FCNVFF, PAF_DBL, PAF_SGL))                                   \
    X(fcnvxf_ss, "fcnv,w,sgl %fr22,%fr25", 'i', CNV(PAF_FCNVXF, PAF_SGL, PAF_SGL))                                     \
    X(fcnvxf_sd, "fcnv,w,dbl %fr22,%fr25", 'i', CNV(PAF_FCNVXF, PAF_SGL, PAF_DBL))                                     \
    X(fcnvxf_ds, "fcnv,dw,sgl %fr22,%fr25", 'i', CNV(PAF_FCNVXF, PAF_DBL, PAF_SGL))                                    \
    X(fcnvxf_dd, "fcnv,dw,dbl %fr22,%fr25", 'i', CNV(PAF_FCNVXF, PAF_DBL, PAF_DBL))                                    \
    X(fcnvuf_ss, "fcnv,uw,sgl %fr22,%fr25", 'i', CNV(PAF_FCNVUF, PAF_SGL, PAF_SGL))                                    \
    X(fcnvuf_sd, "fcnv,uw,dbl %fr22,%fr25", 'i', CNV(PAF_FCNVUF, PAF_SGL, PAF_DBL))                                    \
    X(fcnvuf_ds, "fcnv,udw,sgl %fr22,%fr25", 'i', CNV(PAF_FCNVUF, PAF_DBL, PAF_SGL))                                   \
    X(fcnvuf_dd, "fcnv,udw,dbl %fr22,%fr25", 'i', CNV(PAF_FCNVUF, PAF_DBL, PAF_DBL))                                   \
    X(fcnvfx_ss, "fcnv,sgl,w %fr22,%fr25", 's', CNV(PAF_FCNVFX, PAF_SGL, PAF_SGL))                                     \
    X(fcnvfx_sd, "fcnv,sgl,dw %fr22,%fr25", 's', CNV(PAF_FCNVFX, PAF_SGL, PAF_DBL))                                    \
    X(fcnvfx_ds, "fcnv,dbl,w %fr22,%fr25", 'd', CNV(PAF_FCNVFX, PAF_DBL, PAF_SGL))                                     \
    X(fcnvfx_dd, "fcnv,dbl,dw %fr22,%fr25", 'd', CNV(PAF_FCNVFX, PAF_DBL, PAF_DBL))                                    \
    X(fcnvfxt_ss, "fcnv,t,sgl,w %fr22,%fr25", 's', CNV(PAF_FCNVFXT, PAF_SGL, PAF_SGL))                                 \
    X(fcnvfxt_sd, "fcnv,t,sgl,dw %fr22,%fr25", 's', CNV(PAF_FCNVFXT, PAF_SGL, PAF_DBL))                                \
    X(fcnvfxt_ds, "fcnv,t,dbl,w %fr22,%fr25", 'd', CNV(PAF_FCNVFXT, PAF_DBL, PAF_SGL))                                 \
    X(fcnvfxt_dd, "fcnv,t,dbl,dw %fr22,%fr25", 'd', CNV(PAF_FCNVFXT, PAF_DBL, PAF_DBL))                                \
    X(fcnvfu_ss, "fcnv,sgl,uw %fr22,%fr25", 's', CNV(PAF_FCNVFU, PAF_SGL, PAF_SGL))                                    \
    X(fcnvfu_sd, "fcnv,sgl,udw %fr22,%fr25", 's', CNV(PAF_FCNVFU, PAF_SGL, PAF_DBL))                                   \
    X(fcnvfu_ds, "fcnv,dbl,uw %fr22,%fr25", 'd', CNV(PAF_FCNVFU, PAF_DBL, PAF_SGL))                                    \
    X(fcnvfu_dd, "fcnv,dbl,udw %fr22,%fr25", 'd', CNV(PAF_FCNVFU, PAF_DBL, PAF_DBL))                                   \
    X(fcnvfut_ss, "fcnv,t,sgl,uw %fr22,%fr25", 's', CNV(PAF_FCNVFUT, PAF_SGL, PAF_SGL))                                \
    X(fcnvfut_sd, "fcnv,t,sgl,udw %fr22,%fr25", 's', CNV(PAF_FCNVFUT, PAF_SGL, PAF_DBL))                               \
    X(fcnvfut_ds, "fcnv,t,dbl,uw %fr22,%fr25", 'd', CNV(PAF_FCNVFUT, PAF_DBL, PAF_SGL))                                \
    X(fcnvfut_dd, "fcnv,t,dbl,udw %fr22,%fr25", 'd', CNV(PAF_FCNVFUT, PAF_DBL, PAF_DBL))                               \
    X(xmpyu, "xmpyu %fr22,%fr23R,%fr25", 'i', OP2(PAF_XMPYU, PAF_SGL, L(22), R(23), L(25)))                            \
    X(fcmp_eq, "fcmp,dbl,= %fr22,%fr23", 'd', CMP(PAF_DBL, L(23), 4, 0))                                               \
    X(fcmp_lt, "fcmp,dbl,< %fr22,%fr23", 'd', CMP(PAF_DBL, L(23), 9, 0))                                               \
    X(fcmp_nle, "fcmp,dbl,!<= %fr22,%fr23", 'd', CMP(PAF_DBL, L(23), 19, 0))                                           \
    X(fcmp_un, "fcmp,sgl,? %fr22,%fr23", 's', CMP(PAF_SGL, L(23), 2, 0))                                               \
    X(fcmp_uge, "fcmp,sgl,?>= %fr22,%fr23R", 's', CMP(PAF_SGL, R(23), 22, 0))                                          \
    X(fcmp_array, "fcmp,dbl,<=> %fr22,%fr23,3", 'd', CMP(PAF_DBL, L(23), 29, 4))                                       \
    X(ftest, "ftest\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 0))                                                         \
    X(ftest_acc, "ftest,acc\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 1))                                                 \
    X(ftest_acc8, "ftest,acc8\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 5))                                               \
    X(ftest_acc6, "ftest,acc6\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 9))                                               \
    X(ftest_acc4, "ftest,acc4\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 13))                                              \
    X(ftest_acc2, "ftest,acc2\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(1, 17))                                              \
    X(ftest_0, "ftest 0\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(0, 0))                                                     \
    X(ftest_1, "ftest 1\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(3, 0))                                                     \
    X(ftest_6, "ftest 6\n\tfcpy,dbl %fr22,%fr25", 'd', TEST(6, 0))

#endif
