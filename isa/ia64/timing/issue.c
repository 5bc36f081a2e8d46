#include "isa/ia64/timing/issue.h"

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/insn/access.h"
#include "isa/ia64/insn/fields.h"

#define P(id) (m->value[IA64_T_##id])

/* The producer of what a class makes, the base of an access apart; of what moves application registers one for each kind of register. */
const u8 ia64_makers[IA64_CLASS_COUNT][ISSUE_MAKERS] = {
#define OF(cls, ...) [IA64_CLASS_##cls] = {__VA_ARGS__}
    OF(IALU, BY_ALU), OF(ILOG, BY_ALU), OF(PNT, BY_ALU), OF(ISHF, BY_ALU), OF(XTD, BY_ALU), OF(LONG_I, BY_ALU),
    OF(ICMP, BY_CMP), OF(TBIT, BY_CMP), OF(FCMP, BY_FCMP), OF(TOPR, BY_TOPR),
    OF(MMALU_A, BY_MM), OF(MMALU_I, BY_MM), OF(MMSHF, BY_MM), OF(MMMUL, BY_MM),
    OF(LD, BY_LOAD), OF(CLD, BY_CHECK), OF(FCLD, BY_CHECK), OF(SEM, BY_SEM),
    OF(FLD, BY_FLOAD), OF(FLDA, BY_FLOAD), OF(FLDP, BY_FLOAD), OF(TOFR, BY_SETF), OF(FRFR, BY_GETF),
    OF(FMAC, BY_FP), OF(XMA, BY_FP), OF(FMISC, BY_FP), OF(FCVTFX, BY_FP), OF(FCVTXF, BY_FP),
    OF(SFMAC, BY_FP), OF(SFMISC, BY_FP), OF(SFCVTFX, BY_FP), OF(SFMERGESE, BY_FP),
    OF(TOBR, BY_TOBR), OF(FRBR, BY_MOVE), OF(FRPR, BY_MOVE), OF(FRIP, BY_MOVE),
    OF(TOAR_I, BY_PFS, BY_LC), OF(FRAR_I, BY_MOVE), OF(TOAR_M, BY_CCV, BY_BSPSTORE, BY_FPSR, BY_ITC),
    OF(FRAR_M, BY_AR_M, BY_AR_KERNEL, BY_AR_ITC), OF(FRCR, BY_CR), OF(SYST_M2, BY_SYSTEM),
#undef OF
};

static enum ia64_producer maker_of(unsigned cls) { return (enum ia64_producer)ia64_makers[cls][0]; }
static bool is_mm(unsigned cls) { return maker_of(cls) == BY_MM; }

static bool is_parallel_fp(unsigned cls)
{
    return cls == IA64_CLASS_SFMAC || cls == IA64_CLASS_SFMISC || cls == IA64_CLASS_SFCVTFX || cls == IA64_CLASS_SFMERGESE;
}

/* --- ports ---------------------------------------------------------------------------------------------------------- */

/* KAPI: the ports of each class on M. */
static u8 m_ports(const struct ia64_insn *in)
{
    switch (in->cls) {
    case IA64_CLASS_LD: case IA64_CLASS_CLD: case IA64_CLASS_FLDA: case IA64_CLASS_FLDP: case IA64_CLASS_FCLD:
    case IA64_CLASS_LFETCH: case IA64_CLASS_CHK_ALAT: case IA64_CLASS_SYST_M:
        return M_LOAD;
    case IA64_CLASS_ST: case IA64_CLASS_STF: case IA64_CLASS_SEM: case IA64_CLASS_TOFR:
        return M_STORE;
    case IA64_CLASS_FRFR: case IA64_CLASS_TOAR_M: case IA64_CLASS_FRAR_M: case IA64_CLASS_TOCR: case IA64_CLASS_FRCR:
    case IA64_CLASS_SYST_M2:
        return M_2;
    case IA64_CLASS_RSE_M: case IA64_CLASS_SYST_M0:
        return M_0;
    default: return M_ANY; /* arithmetic, FLD, chk.s.m, nop */
    }
}

/* The first I port is the only one for these. Variable and multimedia shifts are on both. */
static bool i0_only(unsigned cls)
{
    switch (cls) {
    case IA64_CLASS_ISHF: case IA64_CLASS_TBIT: case IA64_CLASS_MMMUL: case IA64_CLASS_TOBR: case IA64_CLASS_FRBR:
    case IA64_CLASS_TOPR: case IA64_CLASS_FRPR: case IA64_CLASS_FRIP: case IA64_CLASS_TOAR_I: case IA64_CLASS_FRAR_I:
        return true;
    default: return false;
    }
}

static void ports(const struct ia64_insn *in, enum ia64_unit unit, struct ia64_issue *out)
{
    unsigned cls = in ? in->cls : IA64_CLASS_NOP_M;
    switch (unit) {
    case IA64_UNIT_M: out->m = in ? m_ports(in) : M_ANY; break;
    case IA64_UNIT_I:
        out->flags |= i0_only(cls) ? ISSUE_I0 : ISSUE_I;
        if (in && in->unit == IA64_UNIT_A) out->flags |= ISSUE_A;
        break;
    case IA64_UNIT_F: out->flags |= is_parallel_fp(cls) ? ISSUE_FF : ISSUE_F; break;
    case IA64_UNIT_L: case IA64_UNIT_X: out->flags |= ISSUE_I; break;
    default: break; /* there are as many B ports as a cycle's branches can need */
    }
}

/* --- how the group goes on -------------------------------------------------------------------------------------------- */

static bool is_b_nop(const struct ia64_insn *in) { return in && (in->cls == IA64_CLASS_NOP_B || in->cls == IA64_CLASS_BRP); }

/* itanium2.md, comments on bundling: which bundle may follow in the same cycle. */
static void grouping(const struct ia64_model *m, const struct ia64_slot *s, const struct ia64_template *t, struct ia64_issue *out)
{
    unsigned slot = s->pc & 3;
    const struct ia64_insn *in = s->insn;
    bool last = slot == 2 || t->unit[slot] == IA64_UNIT_L, branches = t->unit[2] == IA64_UNIT_B;
    bool two = t->unit[1] == IA64_UNIT_B;
    if (slot == 0) out->flags |= ISSUE_FIRST;
    if (t->unit[0] == IA64_UNIT_B) out->flags |= ISSUE_BBB;
    if (branches) out->flags |= ISSUE_NO_BBB;
    if (t->stops >> (last ? 2 : slot) & 1) out->flags |= ISSUE_STOP;
    if (last && two && P(SPLIT_MBB)) out->flags |= ISSUE_SPLIT;
    if (last && branches && !two && P(SPLIT_B) && !is_b_nop(in)) out->flags |= ISSUE_SPLIT;
    if (!in) return;
    if (in->flags & (IA64_LOAD | IA64_STORE | IA64_SEM | IA64_PREFETCH)) out->flags |= ISSUE_ACCESS;
    if (in->flags & IA64_STORE) out->flags |= ISSUE_STORES;
    if (P(STORE_BYTE) && ia64_stores_byte(s)) out->flags |= ISSUE_BYTE;
    if (in->flags & IA64_SEM || (in->flags & IA64_LOAD && in->flags & IA64_FP)) out->flags |= ISSUE_FAR;
    if (in->op == IA64_OP_alloc || in->cls == IA64_CLASS_RSE_M) out->flags |= ISSUE_MOVES;
    bool stops = in->cls == IA64_CLASS_SEM || in->cls == IA64_CLASS_SYST_M || in->op == IA64_OP_mf_a;
    if (stops && P(SPLIT_SEM)) out->flags |= ISSUE_SPLIT;
    if (in->cls == IA64_CLASS_RSE_M) out->flags |= ISSUE_SPLIT | ISSUE_ALONE;
    if (in->cls == IA64_CLASS_SYST_M0) {
        bool srlz = in->op == IA64_OP_srlz_d || in->op == IA64_OP_srlz_i;
        out->lock = (u16)(srlz ? P(SRLZ) : P(FENCE));
    }
    if (in->cls == IA64_CLASS_SYST_B2) out->lock = (u16)P(BSW);
}

/* --- branches ----------------------------------------------------------------------------------------------------------- */

static void branching(const struct ia64_slot *s, u32 frame, struct ia64_issue *out)
{
    const struct ia64_insn *in = s->insn;
    u32 f = in->flags;
    if (in->op == IA64_OP_cover || in->op == IA64_OP_clrrrb || in->op == IA64_OP_clrrrb_pr || in->op == IA64_OP_rfi)
        out->flags |= ISSUE_RESETS;
    if (!(f & IA64_BRANCH)) return;
    if (!ia64_is_branch(s)) {
        out->flags |= ISSUE_CHECK;
        return;
    }
    if (f & IA64_RETURN) out->flags |= ISSUE_RETURN | ISSUE_RESETS;
    else if (!(f & IA64_RELATIVE)) out->flags |= ISSUE_INDIRECT;
    if (f & IA64_LINK) {
        out->flags |= ISSUE_CALL;
        out->frame = (u8)mode_sol(frame);
    }
    if (s->qp || f & IA64_LOOP) out->flags |= ISSUE_CONDITIONAL;
    if (s->operands.rotates) {
        out->flags |= ISSUE_ROTATES;
        out->frame = (u8)mode_sor(frame);
    }
}

/* --- uses ---------------------------------------------------------------------------------------------------------------- */

static void need(struct ia64_issue *o, unsigned res, enum ia64_use use)
{
    o->use[o->uses] = (u16)res;
    o->use_class[o->uses++] = (u8)use;
}

static void need_predicate(const struct ia64_slot *s, struct ia64_issue *o)
{
    const struct ia64_insn *in = s->insn;
    bool branch = in && (in->flags & IA64_BRANCH || in->cls == IA64_CLASS_NOP_B);
    if (s->qp) need(o, RES_PR + s->qp, branch ? FOR_BRANCH : FOR_ALU);
    if (s->qp && !(in && in->flags & IA64_BRANCH)) o->flags |= ISSUE_GUARDED;
}

static enum ia64_use gr_use(const struct ia64_insn *in, bool base)
{
    if (base || in->cls == IA64_CLASS_TOFR) return FOR_ADDRESS;
    if (in->flags & IA64_STORE) return FOR_STORE;
    return is_mm(in->cls) ? FOR_MM : FOR_ALU;
}

static void add_uses(const struct ia64_slot *s, struct ia64_issue *o)
{
    const struct ia64_insn *in = s->insn;
    need_predicate(s, o);
    if (!in) return;
    const struct ia64_operands *op = &s->operands;
    for (unsigned i = 0; i < op->gr_ins; i++)
        if (op->gr_in[i]) need(o, RES_GR + op->gr_in[i], gr_use(in, op->gr_in[i] == op->base));
    enum ia64_use use = in->flags & IA64_STORE ? FOR_STORE : in->cls == IA64_CLASS_FRFR ? FOR_GETF : FOR_ALU;
    for (unsigned i = 0; i < op->fr_ins; i++)
        if (op->fr_in[i] > 1) need(o, RES_FR + op->fr_in[i], use);
    if (op->all_pr_in) o->flags |= ISSUE_ALL_PR_IN;
    if (in->flags & IA64_SF) need(o, RES_AR + AR_FPSR, FOR_ALU);
    bool branch = in->flags & IA64_BRANCH;
    for (unsigned i = 0; i < op->other_ins && in->cls != IA64_CLASS_BRP; i++) /* a prediction waits for nothing */
        need(o, op->other_in[i], branch ? FOR_BRANCH : FOR_ALU);
}

/* --- defs ----------------------------------------------------------------------------------------------------------------- */

static void define(struct ia64_issue *o, unsigned res, enum ia64_producer producer)
{
    o->def[o->defs] = (u16)res;
    o->producer[o->defs++] = (u8)producer;
}

static enum ia64_producer maker_of_ar(unsigned ar)
{
    switch (ar) {
    case AR_LC: case AR_EC: case AR_PFS: return BY_MOVE;
    case AR_CCV: case AR_RNAT: case AR_UNAT: return BY_AR_M;
    case AR_ITC: case AR_RUC: return BY_AR_ITC;
    default: return BY_AR_KERNEL;
    }
}

static enum ia64_producer maker_to_ar(unsigned ar)
{
    switch (ar) {
    case AR_PFS: return BY_PFS;
    case AR_LC: case AR_EC: return BY_LC;
    case AR_CCV: case AR_UNAT: return BY_CCV;
    case AR_RNAT: case AR_FPSR: return BY_FPSR;
    case AR_ITC: case AR_RUC: return BY_ITC;
    default: return BY_BSPSTORE;
    }
}

/* Of the general register that is the target. */
static enum ia64_producer maker_of_gr(const struct ia64_slot *s)
{
    const struct ia64_insn *in = s->insn;
    if (in->op == IA64_OP_mov_from_psr || in->op == IA64_OP_mov_from_um) return BY_PSR;
    bool from_ar = in->cls == IA64_CLASS_FRAR_I || in->cls == IA64_CLASS_FRAR_M;
    return from_ar ? maker_of_ar(ia64_ar3(s->word)) : maker_of(in->cls);
}

static void add_defs(const struct ia64_slot *s, struct ia64_issue *o)
{
    const struct ia64_insn *in = s->insn;
    if (!in) return;
    const struct ia64_operands *op = &s->operands;
    for (unsigned i = 0; i < op->gr_outs; i++) {
        bool base = in->flags & IA64_POSTINC && i + 1 == op->gr_outs;
        if (op->gr_out[i]) define(o, RES_GR + op->gr_out[i], base ? BY_BASE : maker_of_gr(s));
    }
    for (unsigned i = 0; i < op->fr_outs; i++) define(o, RES_FR + op->fr_out[i], maker_of(in->cls));
    enum ia64_producer by = in->cls == IA64_CLASS_FCMP ? BY_FCMP : in->unit == IA64_UNIT_F ? BY_FRCPA : BY_CMP;
    for (unsigned i = 0; i < op->pr_outs; i++)
        if (op->pr_out[i]) define(o, RES_PR + op->pr_out[i], by);
    if (op->pr_mask) o->flags |= ISSUE_ALL_PR_OUT;
    bool moves = in->cls == IA64_CLASS_TOAR_I || in->cls == IA64_CLASS_TOAR_M;
    for (unsigned i = 0; i < op->other_outs; i++) { /* nothing waits for what else than mov writes of application registers */
        unsigned res = op->other_out[i];
        if (res < RES_AR) define(o, res, BY_TOBR);
        else if (moves) define(o, res, maker_to_ar(res - RES_AR));
    }
}

void ia64_issue_of(const struct ia64_model *m, const struct ia64_slot *s, const u8 bundle[16], u32 frame, struct ia64_issue *out)
{
    const struct ia64_template *t = ia64_bundle_at(bundle).template;
    *out = (struct ia64_issue){.pc = s->pc};
    grouping(m, s, t, out);
    ports(s->insn, t->unit[s->pc & 3], out);
    if (s->insn) branching(s, frame, out);
    add_uses(s, out);
    add_defs(s, out);
}
