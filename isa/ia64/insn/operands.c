#include "isa/ia64/insn/operands.h"

#include "isa/ia64/cpu.h"
#include "isa/ia64/insn/fields.h"

static void add(u8 *list, u8 *n, unsigned r) { list[(*n)++] = (u8)r; }
static void reads(struct ia64_operands *o, unsigned res) { o->other_in[o->other_ins++] = (u16)res; }
static void writes(struct ia64_operands *o, unsigned res) { o->other_out[o->other_outs++] = (u16)res; }

/* Predicates all at once, and branch and application registers. */
static void special(struct ia64_operands *o, enum ia64_operand kind, u64 w)
{
    switch (kind) {
    case IA64_QP: if (ia64_qp(w)) reads(o, RES_PR + ia64_qp(w)); break;
    case IA64_PRS: o->all_pr_in = true; break;
    case IA64_PRT17: o->pr_mask = (u64)ia64_mask17(w) & ~(u64)1; break;
    case IA64_PRT44: o->pr_mask = ~(u64)0xffff; break;
    case IA64_BT1: writes(o, RES_BR + ia64_b1(w)); break;
    case IA64_B2: reads(o, RES_BR + ia64_b2(w)); break;
    case IA64_ART3: writes(o, RES_AR + ia64_ar3(w)); break;
    case IA64_AR3: reads(o, RES_AR + ia64_ar3(w)); break;
    case IA64_PFS: reads(o, RES_AR + AR_PFS); break;
    case IA64_LC: reads(o, RES_AR + AR_LC); writes(o, RES_AR + AR_LC); break;
    case IA64_EC: reads(o, RES_AR + AR_EC); writes(o, RES_AR + AR_EC); o->rotates = true; break;
    case IA64_CSDT: writes(o, RES_AR + AR_CSD); break;
    case IA64_CSD: reads(o, RES_AR + AR_CSD); break;
    case IA64_UNATT: writes(o, RES_AR + AR_UNAT); break;
    case IA64_UNAT: reads(o, RES_AR + AR_UNAT); break;
    default: break;
    }
}

struct ia64_operands ia64_operands_of(const struct ia64_insn *insn, u64 w)
{
    struct ia64_operands o = {.base = -1};
    for (u32 rest = insn->operands; rest; rest >>= 8)
        switch ((enum ia64_operand)(rest & 255)) {
        case IA64_T1: add(o.gr_out, &o.gr_outs, ia64_r1(w)); break;
        case IA64_R1: add(o.gr_in, &o.gr_ins, ia64_r1(w)); break;
        case IA64_R2: add(o.gr_in, &o.gr_ins, ia64_r2(w)); break;
        case IA64_BASE: o.base = (i8)ia64_r3(w); /* fall through */
        case IA64_R3: add(o.gr_in, &o.gr_ins, ia64_r3(w)); break;
        case IA64_R3_2: add(o.gr_in, &o.gr_ins, ia64_r3_2(w)); break;
        case IA64_FT1: add(o.fr_out, &o.fr_outs, ia64_r1(w)); break;
        case IA64_FT2: add(o.fr_out, &o.fr_outs, ia64_r2(w)); break;
        case IA64_F1: add(o.fr_in, &o.fr_ins, ia64_r1(w)); break;
        case IA64_F2: add(o.fr_in, &o.fr_ins, ia64_r2(w)); break;
        case IA64_F3: add(o.fr_in, &o.fr_ins, ia64_r3(w)); break;
        case IA64_F4: add(o.fr_in, &o.fr_ins, ia64_f4(w)); break;
        case IA64_P1: add(o.pr_out, &o.pr_outs, ia64_p1(w)); break;
        case IA64_P2: add(o.pr_out, &o.pr_outs, ia64_p2(w)); break;
        default: special(&o, (enum ia64_operand)(rest & 255), w); break;
        }
    if (insn->flags & IA64_POSTINC) add(o.gr_out, &o.gr_outs, (unsigned)o.base);
    if (insn->flags & IA64_CCV) reads(&o, RES_AR + AR_CCV);
    if (insn->flags & IA64_LINK) writes(&o, RES_AR + AR_PFS);
    return o;
}

bool ia64_clears_when_off(const struct ia64_insn *in)
{
    return in->flags & IA64_UNC || in->op == IA64_OP_frcpa || in->op == IA64_OP_frsqrta || in->op == IA64_OP_fprcpa ||
           in->op == IA64_OP_fprsqrta;
}
