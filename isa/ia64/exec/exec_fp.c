/* Floating-point operations: SDM volume 3, chapter 2; the arithmetic is in isa/ia64/exec/fpu.h. imm is the status
 * field. */
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/fpu_short.h"
#include "isa/ia64/insn/fields.h"

#define SF    ((unsigned)FIELD_IMM)

/* Behind an operation that wrote fr[a] and returned `code`: on, or what it says is raised. A trap comes when the instruction is done:
 * the dispatcher takes it from c->fp_trap, before the next one. */
static inline struct uop *finish(struct cpu *c, struct uop *u, u32 code)
{
    if (UNLIKELY(code & IA64_FP_FAULT)) return ia64_trap(c, u, IVT_FP_FAULT, (u16)(code & IA64_FP_CODE));
    FR_MODIFIED(FIELD_A);
    if (LIKELY(code == 0)) return u + 1;
    c->fp_trap = (u16)(code & IA64_FP_CODE);
    return ia64_resync(c, u + 1);
}

/* --- multiply and add ----------------------------------------------------------------------------------------------------- */

/* f1 = a, f2 = b, f3 = c, f4 = d. The short way is inlined in each of these, and jumps to the plain one, which always looks the
 * registers up, where it must. */
#define LONGER_WAY(name, ...)                                                                                          \
    static __attribute__((noinline)) uop_result name(struct cpu *c, struct uop *u, UNUSED u8 *mem, UNUSED u64 last)    \
    {                                                                                                                  \
        enum { rotated = true };                                                                                       \
        __VA_ARGS__                                                                                                    \
    }
#define FMA_PLAIN(name, precision, op, addend)                                                                         \
    LONGER_WAY(name##_plain, GO(finish(c, u, ia64_fma_plain(precision, op, &FRA, &FRC, &FRD, addend, &c->fpsr, SF)));)
#define FMA_SHORT(name, precision, op, addend)                                                                         \
    {                                                                                                                  \
        if (UNLIKELY(!ia64_fma_short(precision, op, &FRA, &FRC, &FRD, addend, &c->fpsr, SF)))                          \
            UOP_GOTO(name##_plain, u);                                                                                 \
        FR_MODIFIED(FIELD_A);                                                                                          \
        NEXT(u + 1);                                                                                                   \
    }
#define FMA(name, precision, op, addend)                                                                               \
    FMA_PLAIN(name, precision, op, addend)                                                                             \
    UOP_F(name, FMA_SHORT(name, precision, op, addend))

/* In double precision the host's own unit mostly does it. */
#define FMA_DOUBLE(name, op, addend)                                                                                   \
    FMA_PLAIN(name, IA64_FP_DOUBLE, op, addend)                                                                        \
    LONGER_WAY(name##_short, FMA_SHORT(name, IA64_FP_DOUBLE, op, addend))                                              \
    UOP_F(name, {                                                                                                      \
        if (UNLIKELY(!fp_fma_double(op, &FRA, &FRC, &FRD, addend, c->fpsr, SF))) UOP_GOTO(name##_short, u);            \
        FR_MODIFIED(FIELD_A);                                                                                          \
        NEXT(u + 1);                                                                                                   \
    })

#define FMA_PRECISIONS(name, op)                                                                                       \
    FMA(name, IA64_FP_DYNAMIC, op, &FRB)                                                                               \
    FMA(name##_s, IA64_FP_SINGLE, op, &FRB)                                                                            \
    FMA_DOUBLE(name##_d, op, &FRB)                                                                                     \
    FMA(name##_f0, IA64_FP_DYNAMIC, op, NULL)                                                                          \
    FMA(name##_s_f0, IA64_FP_SINGLE, op, NULL)                                                                         \
    FMA_DOUBLE(name##_d_f0, op, NULL)                                                                                  \
    UOP_F(fp##name, { GO(finish(c, u, ia64_fpma(op, &FRA, &FRC, &FRD, &FRB, &c->fpsr, SF))); })                        \
    UOP_F(fp##name##_f0, { GO(finish(c, u, ia64_fpma(op, &FRA, &FRC, &FRD, NULL, &c->fpsr, SF))); })

FMA_PRECISIONS(ma, IA64_FMA)
FMA_PRECISIONS(ms, IA64_FMS)
FMA_PRECISIONS(nma, IA64_FNMA)

/* The operations of a row: with an addend, and with f0, which makes it a multiplication. */
static const u16 multiplies[IA64_OP_COUNT][2] = {
#define MULTIPLY(op, name) [IA64_OP_##op] = {IA64_UOP_##name, IA64_UOP_##name##_f0}
    MULTIPLY(fma, ma),   MULTIPLY(fma_s, ma_s),   MULTIPLY(fma_d, ma_d),   MULTIPLY(fpma, fpma),
    MULTIPLY(fms, ms),   MULTIPLY(fms_s, ms_s),   MULTIPLY(fms_d, ms_d),   MULTIPLY(fpms, fpms),
    MULTIPLY(fnma, nma), MULTIPLY(fnma_s, nma_s), MULTIPLY(fnma_d, nma_d), MULTIPLY(fpnma, fpnma),
};

static enum emitted emit_multiply(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    ia64_emit(t, multiplies[s->insn->op][ia64_f2(w) == 0], ia64_f1(w), ia64_f2(w), ia64_f3(w), ia64_f4(w),
                 (i32)ia64_sf(w));
    return EMIT_PLAIN;
}

#define XMA(name, op)                                                                                                  \
    UOP_F(name, {                                                                                                      \
        FRA = ia64_xma(op, &FRC, &FRD, &FRB);                                                                          \
        GO(finish(c, u, 0));                                                                                           \
    })
XMA(xma_l, IA64_XMA_L)
XMA(xma_h, IA64_XMA_H)
XMA(xma_hu, IA64_XMA_HU)

UOP_F(fselect, {
    FRA = ia64_fselect(&FRC, &FRD, &FRB);
    GO(finish(c, u, 0));
})

/* --- minimum, maximum, comparison, conversion ------------------------------------------------------------------------- */

/* f1 = a, f2 = b, f3 = c. */
#define MINMAX(name, op)                                                                                               \
    UOP_F(f##name, { GO(finish(c, u, ia64_fminmax(op, &FRA, &FRB, &FRC, &c->fpsr, SF))); })                            \
    UOP_F(fp##name, { GO(finish(c, u, ia64_fpminmax(op, &FRA, &FRB, &FRC, &c->fpsr, SF))); })
MINMAX(min, IA64_FMIN)
MINMAX(max, IA64_FMAX)
MINMAX(amin, IA64_FAMIN)
MINMAX(amax, IA64_FAMAX)

/* On, or a fault is raised; no register has been written. */
static inline struct uop *fault_or_on(struct cpu *c, struct uop *u, u32 code)
{
    return LIKELY(code == 0) ? u + 1 : ia64_trap(c, u, IVT_FP_FAULT, (u16)(code & IA64_FP_CODE));
}

/* p1 = a, p2 = d, f2 = b, f3 = c. Here and below, a variable whose address is taken ends its life before the jump, which
 * would be a call else. */
#define FCMP(name, relation)                                                                                           \
    UOP_F(fcmp_##name, {                                                                                               \
        GO(fault_or_on(c, u, ia64_fcmp(relation, &FRB, &FRC, &c->fpsr, SF, &PRA, &PRD)));                              \
    })                                                                                                                 \
    UOP_F(fpcmp_##name, { GO(finish(c, u, ia64_fpcmp(relation, false, &FRA, &FRB, &FRC, &c->fpsr, SF))); })            \
    UOP_F(fpcmp_not_##name, { GO(finish(c, u, ia64_fpcmp(relation, true, &FRA, &FRB, &FRC, &c->fpsr, SF))); })
FCMP(eq, IA64_FCMP_EQ)
FCMP(lt, IA64_FCMP_LT)
FCMP(le, IA64_FCMP_LE)
FCMP(unord, IA64_FCMP_UNORD)

/* imm = the mask. */
UOP_F(fclass, {
    ia64_fclass(&FRB, (unsigned)FIELD_IMM, &PRA, &PRD);
    NEXT(u + 1);
})

static enum emitted emit_fclass(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    ia64_emit(t, IA64_UOP_fclass, ia64_pr_target(ia64_p1(w)), ia64_f2(w), 0, ia64_pr_target(ia64_p2(w)),
                 (i32)ia64_fclass9(w));
    return EMIT_PLAIN;
}

/* f1 = a, f2 = b. */
#define FCVT(name, is_signed, trunc)                                                                                   \
    UOP_F(fcvt_##name, { GO(finish(c, u, ia64_fcvt_fx(is_signed, trunc, &FRA, &FRB, &c->fpsr, SF))); })                \
    UOP_F(fpcvt_##name, { GO(finish(c, u, ia64_fpcvt_fx(is_signed, trunc, &FRA, &FRB, &c->fpsr, SF))); })
FCVT(fx, true, false)
FCVT(fxu, false, false)
FCVT(fx_trunc, true, true)
FCVT(fxu_trunc, false, true)

UOP_F(fcvt_xf, {
    FRA = ia64_fcvt_xf(&FRB);
    GO(finish(c, u, 0));
})

/* --- approximations ------------------------------------------------------------------------------------------------------- */

/* f1 = a, f2 = b, f3 = c, p2 = d. */
#define APPROXIMATE(name, call) UOP_F(name, { GO(finish(c, u, call)); })
APPROXIMATE(frcpa, ia64_frcpa(&FRA, &FRB, &FRC, &c->fpsr, SF, &PRD))
APPROXIMATE(fprcpa, ia64_fprcpa(&FRA, &FRB, &FRC, &c->fpsr, SF, &PRD))
APPROXIMATE(frsqrta, ia64_frsqrta(&FRA, &FRC, &c->fpsr, SF, &PRD))
APPROXIMATE(fprsqrta, ia64_fprsqrta(&FRA, &FRC, &c->fpsr, SF, &PRD))

/* --- moves ----------------------------------------------------------------------------------------------------------------- */

/* f1 = a, f2 = b, f3 = c; imm = enum ia64_fmove_op. */
UOP_F(fmove, {
    FRA = ia64_fmove((enum ia64_fmove_op)FIELD_IMM, &FRB, &FRC);
    GO(finish(c, u, 0));
})

/* What programs move by: mov, fabs and fneg. A NaTVal stays one. */
UOP_F(fmov, { FRA = FRC; GO(finish(c, u, 0)); })
UOP_F(fabs, { FRA = FRC; FRA.sign = 0; GO(finish(c, u, 0)); })
UOP_F(fneg, { FRA = FRC; FRA.sign ^= !ia64_fr_is_natval(&FRC); GO(finish(c, u, 0)); })

static const u8 moves[IA64_OP_COUNT] = {
#define MOVE(op, name) [IA64_OP_##op] = IA64_##name
    MOVE(fmerge_s, FMERGE_S),     MOVE(fmerge_ns, FMERGE_NS),   MOVE(fmerge_se, FMERGE_SE),
    MOVE(fpmerge_s, FPMERGE_S),   MOVE(fpmerge_ns, FPMERGE_NS), MOVE(fpmerge_se, FPMERGE_SE),
    MOVE(fmix_l, FMIX_L),         MOVE(fmix_r, FMIX_R),         MOVE(fmix_lr, FMIX_LR),
    MOVE(fswap, FSWAP),           MOVE(fswap_nl, FSWAP_NL),     MOVE(fswap_nr, FSWAP_NR),
    MOVE(fsxt_l, FSXT_L),         MOVE(fsxt_r, FSXT_R),         MOVE(fpack, FPACK),
    MOVE(fand, FAND),             MOVE(fandcm, FANDCM),         MOVE(for_, FOR),
    MOVE(fxor, FXOR),
};

static enum emitted emit_move(struct translation *t, const struct ia64_slot *s)
{
    unsigned f1 = ia64_f1(s->word), f2 = ia64_f2(s->word), f3 = ia64_f3(s->word), op = s->insn->op;
    enum ia64_uop kind = IA64_UOP_fmove;
    if (op == IA64_OP_fmerge_s && f2 == f3) kind = IA64_UOP_fmov;
    else if (op == IA64_OP_fmerge_s && f2 == 0) kind = IA64_UOP_fabs;
    else if (op == IA64_OP_fmerge_ns && f2 == f3) kind = IA64_UOP_fneg;
    ia64_emit(t, kind, f1, f2, f3, 0, moves[op]);
    return EMIT_PLAIN;
}

/* --- between register files ---------------------------------------------------------------------------------------------- */

/* r1 = a, f2 = b. A NaTVal makes a NaT. */
#define GETF(name, value)                                                                                              \
    UOP_F(name, {                                                                                                      \
        const struct ia64_fr *f2 = &FRB;                                                                               \
        bool nat = ia64_fr_is_natval(f2);                                                                              \
        SET(value);                                                                                                    \
        if (UNLIKELY(nat != ia64_get_nat(c, FIELD_A))) {                                                               \
            ia64_set_nat(c, FIELD_A, nat);                                                                             \
            if (nat) GO(ia64_resync(c, u + 1));                                                                        \
        }                                                                                                              \
        NEXT(u + 1);                                                                                                   \
    })
GETF(getf_sig, f2->sig)
GETF(getf_exp, ia64_fr_sign_exp(f2))
GETF(getf_s, ia64_fr_to_single(f2))
GETF(getf_d, ia64_fr_to_double(f2))

/* f1 = a, r2 = b. */
#define SETF(name, value)                                                                                              \
    UOP_F(name, {                                                                                                      \
        FRA = value;                                                                                                   \
        GO(finish(c, u, 0));                                                                                           \
    })
SETF(setf_sig, ia64_fr_from_sig(RB))
SETF(setf_exp, ia64_fr_from_sign_exp(RB))
SETF(setf_s, ia64_fr_from_single((u32)RB))
SETF(setf_d, ia64_fr_from_double(RB))

static enum emitted emit_getf(struct translation *t, const struct ia64_slot *s)
{
    static const u16 kind[4] = {IA64_UOP_getf_sig, IA64_UOP_getf_exp, IA64_UOP_getf_s, IA64_UOP_getf_d};
    ia64_emit(t, kind[ia64_size(s->word)], ia64_r1(s->word), ia64_f2(s->word), 0, 0, 0);
    return EMIT_PLAIN;
}

static enum emitted emit_setf(struct translation *t, const struct ia64_slot *s)
{
    static const u16 kind[4] = {IA64_UOP_setf_sig, IA64_UOP_setf_exp, IA64_UOP_setf_s, IA64_UOP_setf_d};
    ia64_emit(t, kind[ia64_size(s->word)], ia64_f1(s->word), ia64_r2(s->word), 0, 0, 0);
    return EMIT_PLAIN;
}

/* --- the status register ------------------------------------------------------------------------------------------------- */

/* a = amask7, b = omask7. */
UOP(fsetc)
{
    if (UNLIKELY(!ia64_fsetc(&c->fpsr, SF, FIELD_A, FIELD_B))) GO(ia64_trap(c, u, IVT_GENERAL, GENERAL_RESERVED));
    NEXT(u + 1);
}

UOP(fclrf) { ia64_fclrf(&c->fpsr, SF); NEXT(u + 1); }

/* d = status field: imm is the way to the branch. */
UOP(fchkf)
{
    if (ia64_fchkf(c->fpsr, FIELD_D)) NEXT(u + FIELD_IMM);
    NEXT(u + 1);
}

static enum emitted emit_status(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned sf = ia64_sf(w);
    switch (s->insn->op) {
    case IA64_OP_fsetc: ia64_emit(t, IA64_UOP_fsetc, ia64_amask7(w), ia64_omask7(w), 0, 0, (i32)sf); break;
    case IA64_OP_fclrf: ia64_emit(t, IA64_UOP_fclrf, 0, 0, 0, 0, (i32)sf); break;
    default: ia64_emit_check(t, s, IA64_UOP_fchkf, 0, sf); break;
    }
    return EMIT_PLAIN;
}

/* --- the table --------------------------------------------------------------------------------------------------------------- */

#define WITH(op, operation) [IA64_OP_##op] = {.kind = IA64_UOP_##operation}
#define EMIT(op, how) [IA64_OP_##op] = {.emit = emit_##how}

const struct ia64_recipe ia64_recipes_fp[IA64_OP_COUNT] = {
    EMIT(fma, multiply), EMIT(fma_s, multiply), EMIT(fma_d, multiply), EMIT(fpma, multiply), EMIT(fms, multiply),
    EMIT(fms_s, multiply), EMIT(fms_d, multiply), EMIT(fpms, multiply), EMIT(fnma, multiply), EMIT(fnma_s, multiply),
    EMIT(fnma_d, multiply), EMIT(fpnma, multiply),
    WITH(fcmp_eq_unc, fcmp_eq), WITH(fcmp_lt_unc, fcmp_lt), WITH(fcmp_le_unc, fcmp_le), WITH(fcmp_unord_unc, fcmp_unord),
    EMIT(fclass_m, fclass), EMIT(fclass_m_unc, fclass),
    WITH(fpcmp_neq, fpcmp_not_eq), WITH(fpcmp_nlt, fpcmp_not_lt), WITH(fpcmp_nle, fpcmp_not_le),
    WITH(fpcmp_ord, fpcmp_not_unord),
    EMIT(fmerge_s, move), EMIT(fmerge_ns, move), EMIT(fmerge_se, move), EMIT(fpmerge_s, move), EMIT(fpmerge_ns, move),
    EMIT(fpmerge_se, move), EMIT(fmix_l, move), EMIT(fmix_r, move), EMIT(fmix_lr, move), EMIT(fswap, move),
    EMIT(fswap_nl, move), EMIT(fswap_nr, move), EMIT(fsxt_l, move), EMIT(fsxt_r, move), EMIT(fpack, move),
    EMIT(fand, move), EMIT(fandcm, move), EMIT(for_, move), EMIT(fxor, move),
    EMIT(getf, getf), EMIT(setf, setf), EMIT(fsetc, status), EMIT(fclrf, status), EMIT(fchkf, status),
};
