/* The names of all operation handlers (exec_*.c), so that the translator can take their addresses. */
#ifndef PCGRAM_PARISC_HANDLERS_H
#define PCGRAM_PARISC_HANDLERS_H

#include "emu/core/uop.h"

/* Conditions that have handlers of their own: c << 1 | f, from "=" on; "never" and "always" need none. */
#define PA_CONDITIONS(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

/* Those of one operation by condition; NULL for "never" and "always". */
#define PA_BY_CONDITION(name)                                                                                          \
    {[2] = pau_##name##_2, [3] = pau_##name##_3, [4] = pau_##name##_4, [5] = pau_##name##_5, [6] = pau_##name##_6,     \
     [7] = pau_##name##_7, [8] = pau_##name##_8, [9] = pau_##name##_9, [10] = pau_##name##_10,                         \
     [11] = pau_##name##_11, [12] = pau_##name##_12, [13] = pau_##name##_13, [14] = pau_##name##_14,                   \
     [15] = pau_##name##_15}

/* The handlers that have forms with an operand from the last result: of b, or of b and of c. */
#define PA_FORMS_BC(X)                                                                                                 \
    X(addl) X(sh1addl) X(sh2addl) X(sh3addl) X(and) X(andcm) X(or) X(xor) X(add) X(sub)                                \
    X(ldb_x) X(ldh_x) X(ldw_x) X(ldd_x) X(fldw_x) X(fldd_x)                                                            \
    X(cmpb_2) X(cmpb_3) X(cmpb_4) X(cmpb_5) X(cmpb_6) X(cmpb_7) X(cmpb_8) X(cmpb_9) X(cmpb_10) X(cmpb_11) X(cmpb_12)   \
    X(cmpb_13) X(cmpb_14) X(cmpb_15)                                                                                   \
    X(cmpclr_2) X(cmpclr_3) X(cmpclr_4) X(cmpclr_5) X(cmpclr_6) X(cmpclr_7) X(cmpclr_8) X(cmpclr_9) X(cmpclr_10)       \
    X(cmpclr_11) X(cmpclr_12) X(cmpclr_13) X(cmpclr_14) X(cmpclr_15)

#define PA_FORMS_B(X)                                                                                                  \
    X(ldo) X(copy) X(addil) X(addi) X(subi) X(extru) X(extrs) X(shl) X(shr) X(sar) X(depz) X(bb_set) X(bb_clear)       \
    X(ldb_d) X(ldh_d) X(ldw_d) X(ldd_d) X(fldw_d) X(fldd_d) X(stb_d) X(sth_d) X(stw_d) X(std_d) X(fstw_d) X(fstd_d)    \
    X(cmpib_2) X(cmpib_3) X(cmpib_4) X(cmpib_5) X(cmpib_6) X(cmpib_7) X(cmpib_8) X(cmpib_9) X(cmpib_10) X(cmpib_11)    \
    X(cmpib_12) X(cmpib_13) X(cmpib_14) X(cmpib_15)                                                                    \
    X(addib_2) X(addib_3) X(addib_4) X(addib_5) X(addib_6) X(addib_7) X(addib_8) X(addib_9) X(addib_10) X(addib_11)    \
    X(addib_12) X(addib_13) X(addib_14) X(addib_15)                                                                    \
    X(cmpiclr_2) X(cmpiclr_3) X(cmpiclr_4) X(cmpiclr_5) X(cmpiclr_6) X(cmpiclr_7) X(cmpiclr_8) X(cmpiclr_9)            \
    X(cmpiclr_10) X(cmpiclr_11) X(cmpiclr_12) X(cmpiclr_13) X(cmpiclr_14) X(cmpiclr_15)

/* ... and of what is stored. */
#define PA_FORMS_A(X) X(stb_d) X(sth_d) X(stw_d)

/* Loads and stores: each has a twin (_t) that is shown to the caches. */
#define PA_LOAD_FORMS(X, n) X(n##_d) X(n##_d_b) X(n##_x) X(n##_x_b) X(n##_x_c) X(n##_mb) X(n##_ma) X(n##_xm)
#define PA_STORE_FORMS(X, n) X(n##_d) X(n##_d_b) X(n##_mb) X(n##_ma)
#define PA_ACCESSES(X)                                                                                                 \
    PA_LOAD_FORMS(X, ldb) PA_LOAD_FORMS(X, ldh) PA_LOAD_FORMS(X, ldw) PA_LOAD_FORMS(X, ldd) PA_LOAD_FORMS(X, fldw)     \
    PA_LOAD_FORMS(X, fldd) PA_STORE_FORMS(X, stb) PA_STORE_FORMS(X, sth) PA_STORE_FORMS(X, stw) PA_STORE_FORMS(X, std) \
    PA_STORE_FORMS(X, fstw) PA_STORE_FORMS(X, fstd) X(stb_d_a) X(sth_d_a) X(stw_d_a) X(fstw_x) X(fstw_xm) X(fstd_x)    \
    X(fstd_xm) X(ldcw) X(ldcd) X(store_bytes)

/* Of timed blocks only (exec_timed.c). */
#define PA_TIMED_HANDLERS(X)                                                                                           \
    X(fetch) X(fetch_page) X(fetch_wait) X(relate) X(relate_load) X(relate_apart) X(relate_free) X(relate_store)       \
    X(relate_base) X(wait_read) X(wait_write) X(exit_t) X(exit_fetch) X(exit_indirect_t) X(exit_indirect_fetch)        \
    X(exit_call_t) X(exit_space_t) X(exit_step_t) X(exit_nullify_t) X(stack)

#define PA_MODIFY_FORMS(X, name) X(name##_mb) X(name##_ma)

#define PA_HANDLERS(X)                                                                                                 \
    /* exec_int.c */                                                                                                   \
    X(ldi) X(addc) X(subb) X(add_full) X(addi_full) X(sub_full) X(subi_full) X(cmpclr_full)                            \
    X(cmpiclr_full) X(and_full) X(andcm_full) X(or_full) X(xor_full) X(uxor) X(uaddcm) X(dcor) X(ds)                   \
    X(dep) X(shrpw) X(extr_full) X(dep_full) X(shrpw_full) X(shrpd_full)                                               \
    X(hadd) X(hsub) X(havg) X(hshladd) X(hshradd) X(hshl) X(hshr_u) X(hshr_s) X(permh) X(mixh) X(mixw)                 \
    /* exec_mem.c */                                                                                                   \
    PA_MODIFY_FORMS(X, ldb) PA_MODIFY_FORMS(X, ldh) PA_MODIFY_FORMS(X, ldw) PA_MODIFY_FORMS(X, ldd)                    \
    PA_MODIFY_FORMS(X, fldw) PA_MODIFY_FORMS(X, fldd) PA_MODIFY_FORMS(X, stb) PA_MODIFY_FORMS(X, sth)                  \
    PA_MODIFY_FORMS(X, stw) PA_MODIFY_FORMS(X, std) PA_MODIFY_FORMS(X, fstw) PA_MODIFY_FORMS(X, fstd)                  \
    X(ldb_xm) X(ldh_xm) X(ldw_xm) X(ldd_xm) X(fldw_xm) X(fldd_xm) X(fstw_x) X(fstw_xm) X(fstd_x) X(fstd_xm)            \
    X(ldcw) X(ldcd) X(store_bytes) X(space_check) X(ldwa) X(ldda) X(stwa) X(stda)                                      \
    /* exec_branch.c */                                                                                                \
    X(cmpb_full) X(cmpib_full) X(addb) X(addib_full) X(movb) X(movib) X(bb_sar) X(link) X(bv)    \
    X(blr) X(be) X(bve) X(link_external) X(link_back) X(link_external_back) X(gate) X(call) X(call_indirect) X(return) X(jump) X(jump_indirect) X(exit) X(exit_indirect) X(exit_call) X(same_space) X(exit_space)             \
    X(exit_step) X(exit_nullify) X(end) X(end_nullify) X(end_condition) X(end_branch) X(end_indirect) X(end_call)                                                   \
    /* exec_fp.c */                                                                                                    \
    X(fp_exact) X(ftest_exact) X(fp_pending) X(fp_gather) X(fp_status) X(fp_stored) X(fadd_dbl) X(fadd_sgl)            \
    X(fsub_dbl) X(fsub_sgl) X(fmpy_dbl) X(fmpy_sgl) X(fdiv_dbl) X(fdiv_sgl) X(fsqrt_dbl) X(fmpyadd_dbl)                \
    X(fmpysub_dbl) X(xmpyu) X(fcpy_dbl) X(fcpy_sgl) X(fabs_dbl) X(fneg_dbl) X(fcmp_dbl) X(fcmp_sgl) X(ftest)           \
    X(fcnv_w_dbl) X(fcnv_sgl_dbl) X(fcnv_dbl_sgl) X(fcnv_t_dbl_w)                                                      \
    /* exec_sys.c */                                                                                                   \
    X(nop) X(illegal) X(break) X(privileged_nop) X(assist_emulation) X(mtsar) X(mtsarcm) X(mfsar) X(mfctl)             \
    X(mfctl_free) X(mtctl) X(mtsp) X(mfsp) X(ldsid) X(mfia) X(ssm) X(rsm) X(mtsm) X(rfi) X(end_rfi) X(probe) X(lpa)    \
    X(lci) X(flush)                                                                                                    \
    PA_FORMS_B(X) PA_FORMS_BC(X)

#define PA_DECLARE(name) uop_fn pau_##name;
#define PA_DECLARE_T(name) uop_fn pau_##name##_t;
#define PA_DECLARE_A(name) uop_fn pau_##name##_a;
#define PA_DECLARE_B(name) uop_fn pau_##name##_b;
#define PA_DECLARE_BC(name) uop_fn pau_##name##_b, pau_##name##_c;
PA_HANDLERS(PA_DECLARE)
PA_FORMS_A(PA_DECLARE_A)
PA_FORMS_B(PA_DECLARE_B)
PA_FORMS_BC(PA_DECLARE_BC)
PA_ACCESSES(PA_DECLARE_T)
PA_TIMED_HANDLERS(PA_DECLARE)
#undef PA_DECLARE_T
#undef PA_DECLARE
#undef PA_DECLARE_A
#undef PA_DECLARE_B
#undef PA_DECLARE_BC

#endif
