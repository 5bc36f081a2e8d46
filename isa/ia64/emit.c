/* From instructions to uops: what every instruction has in common, its predicate, its operands' legality, NaT bits and
 * rotation, is looked at here in uops of their own, so that the handlers need not. */
#include "isa/ia64/exec.h"
#include "isa/ia64/exec_timed.h"
#include "isa/ia64/fields.h"
#include "isa/ia64/translate.h"

unsigned ia64_emit(struct translation *t, uop_fn *fn, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    struct block_draft *draft = t->draft;
    unsigned i = draft->uops++;
    draft->uop[i] = (struct uop){.fn = fn, .a = (u8)a, .b = (u8)b, .c = (u8)c, .d = (u8)d, .imm = imm};
    draft->info[i] = t->at;
    t->is_exit[i] = false;
    return i;
}

void ia64_emit_wide(struct translation *t, u64 value, i32 imm2)
{
    unsigned i = ia64_emit(t, NULL, 0, 0, 0, 0, imm2);
    t->draft->uop[i].count = value;
}

/* --- rotated floating-point registers --------------------------------------------------------------------------------- */

/* Puts the places of registers into the fields of the uop behind: imm = which fields. One block decoded for all values of
 * rrb.fr, at the price of this uop: loops that rotate floating-point registers are few, their bodies short. */
UOP(place)
{
    if (FIELD_IMM & 1) u[1].a = (u8)ia64_fr_index(c, FIELD_A);
    if (FIELD_IMM & 2) u[1].b = (u8)ia64_fr_index(c, FIELD_B);
    if (FIELD_IMM & 4) u[1].c = (u8)ia64_fr_index(c, FIELD_C);
    if (FIELD_IMM & 8) u[1].d = (u8)ia64_fr_index(c, FIELD_D);
    NEXT(u + 1);
}

unsigned ia64_emit_fr(struct translation *t, uop_fn *fn, unsigned files, unsigned a, unsigned b, unsigned c, unsigned d,
                      i32 imm)
{
    if (t->mode & MODE_FROT) {
        unsigned rotating = (a >= 32) | (b >= 32) << 1 | (c >= 32) << 2 | (unsigned)(d >= 32) << 3;
        if (rotating & files) ia64_emit(t, uop_place, a, b, c, d, (i32)(rotating & files));
    }
    return ia64_emit(t, fn, a, b, c, d, imm);
}

/* --- predicates ---------------------------------------------------------------------------------------------------------- */

/* a = qualifying predicate. The uop behind counts how often it was false and says how far to skip. The second kind is for timing
 * models, to which it may make a difference; d = place on the path. */
#define GUARD(name, ...)                                                                                               \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        if (PRA) NEXT(u + 2);                                                                                          \
        __VA_ARGS__;                                                                                                   \
        u[1].count++;                                                                                                  \
        c->nullified++;                                                                                                \
        NEXT(u + u[1].imm);                                                                                            \
    }                                                                                                                  \
    UOP(name##_timed)                                                                                                  \
    {                                                                                                                  \
        if (PRA) NEXT(u + 2);                                                                                          \
        __VA_ARGS__;                                                                                                   \
        u[1].count++;                                                                                                  \
        c->nullified++;                                                                                                \
        c->off |= (u64)1 << FIELD_D;                                                                                   \
        NEXT(u + u[1].imm);                                                                                            \
    }
GUARD(guard, )
/* ... of an instruction that clears its targets b and c when its predicate is false (unc). */
GUARD(guard_unc, PRB = PRC = 0)

bool ia64_clears_when_off(const struct ia64_insn *in)
{
    return in->flags & IA64_UNC || in->op == IA64_OP_frcpa || in->op == IA64_OP_frsqrta || in->op == IA64_OP_fprcpa ||
           in->op == IA64_OP_fprsqrta;
}

/* The uops up to end_guard() are skipped if the predicate is false. Returns the counter. */
static unsigned begin_guard(struct translation *t, const struct ia64_slot *s)
{
    if (!s->qp) return 0;
    const struct ia64_operands *o = &s->operands;
    unsigned place = t->draft->steps;
    bool asks = t->issue && (t->issue[place].needs > 1 || t->issue[place].flags & ISSUE_ALL_PR_IN);
    if (s->insn && ia64_clears_when_off(s->insn)) {
        unsigned first = ia64_pr_target(o->pr_out[0]), last = ia64_pr_target(o->pr_out[o->pr_outs - 1]);
        ia64_emit(t, asks ? uop_guard_unc_timed : uop_guard_unc, s->qp, first, last, place, 0);
    } else {
        ia64_emit(t, asks ? uop_guard_timed : uop_guard, s->qp, 0, 0, place, 0);
    }
    unsigned counter = ia64_emit(t, NULL, 0, 0, 0, 0, 0);
    t->draft->uop[counter].count = 0;
    return counter;
}

static void end_guard(struct translation *t, unsigned counter)
{
    if (counter) t->draft->uop[counter].imm = (i32)(t->draft->uops - (counter - 1));
}

/* --- legality ------------------------------------------------------------------------------------------------------------ */

UOP(trap) { TRAP((u16)FIELD_IMM, (u16)((u16)FIELD_IMM == IVT_GENERAL ? FIELD_A << 4 : FIELD_A)); }

static bool same_targets(const struct ia64_operands *o) { return o->pr_outs == 2 && o->pr_out[0] == o->pr_out[1]; }

/* The two registers of a pair load, of which one must be odd and one even in the file, not by name (SDM volume 3, ldfp). Both move
 * together when both rotate; where one alone does, rrb.fr decides. */
static bool is_pair(const struct ia64_operands *o) { return o->fr_outs == 2; }
static bool pair_turns(const struct translation *t, const struct ia64_operands *o)
{
    return is_pair(o) && t->mode & MODE_FROT && (o->fr_out[0] < 32) != (o->fr_out[1] < 32);
}

/* a, b = the registers' names. */
UOP(pair)
{
    if (!((ia64_fr_index(c, FIELD_A) ^ ia64_fr_index(c, FIELD_B)) & 1)) ILLEGAL();
    NEXT(u + 1);
}

/* The fault that the operands alone decide on, as a vector, or 0 (SDM volume 3, chapter 2: check_target_register and its
 * like); *code is ISR.code. */
static u16 operand_fault(const struct translation *t, const struct ia64_slot *s, u8 *code)
{
    const struct ia64_operands *o = &s->operands;
    const struct ia64_insn *in = s->insn;
    *code = 0;
    if (in->flags & IA64_SLOT2 && (s->pc & 3) != 2) return IVT_GENERAL;
    if (in->flags & IA64_PRIV && !(t->mode & MODE_KERNEL)) {
        *code = GENERAL_PRIV_OP >> 4;
        return IVT_GENERAL;
    }
    unsigned top = FRAME + mode_sof(t->mode);
    for (unsigned i = 0; i < o->gr_outs; i++) /* alloc checks against its own frame */
        if (o->gr_out[i] == 0 || (o->gr_out[i] >= top && in->op != IA64_OP_alloc)) return IVT_GENERAL;
    for (unsigned i = 0; i < o->fr_outs; i++)
        if (o->fr_out[i] < 2) return IVT_GENERAL;
    if (in->flags & IA64_POSTINC && in->flags & IA64_LOAD && o->gr_outs == 2 && o->gr_out[0] == o->gr_out[1])
        return IVT_GENERAL;
    if (is_pair(o) && !pair_turns(t, o) && !((o->fr_out[0] ^ o->fr_out[1]) & 1)) return IVT_GENERAL;
    if (same_targets(o)) return IVT_GENERAL;
    bool low = false, high = false;
    for (unsigned i = 0; i < o->fr_ins; i++) *(o->fr_in[i] < 32 ? &low : &high) |= o->fr_in[i] > 1;
    for (unsigned i = 0; i < o->fr_outs; i++) *(o->fr_out[i] < 32 ? &low : &high) = true;
    if (low && t->mode & MODE_NO_FPL) *code = 1;
    if (high && t->mode & MODE_NO_FPH) *code |= 2;
    return *code ? IVT_DISABLED_FP : 0;
}

/* --- NaT bits ------------------------------------------------------------------------------------------------------------ */

/* Only decoded while some register has its NaT bit set. a, b = the sources to look at; d = target; imm = uops to skip. */
#define ANY_NAT (ia64_get_nat(c, FIELD_A) || ia64_get_nat(c, FIELD_B))

UOP(nat_propagate)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    ia64_set_nat(c, FIELD_D, true);
    NEXT(u + FIELD_IMM);
}

UOP(nat_skip) { if (ANY_NAT) NEXT(u + FIELD_IMM); NEXT(u + 1); }

/* Register NaT consumption (SDM volume 2, table 8-3); d = ISR.code bits 3:0. */
UOP(nat_consume)
{
    if (ANY_NAT) TRAP(IVT_NAT_CONSUMPTION, (u16)(0x10 | FIELD_D));
    NEXT(u + 1);
}

/* c, d = target predicates. */
UOP(nat_compare)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    PRC = PRD = 0;
    NEXT(u + FIELD_IMM);
}

UOP(nat_setf)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    FRD = IA64_FR_NATVAL;
    FR_MODIFIED(FIELD_D);
    NEXT(u + FIELD_IMM);
}

UOP(nat_clear) { ia64_set_nat(c, FIELD_A, false); NEXT(u + 1); }
/* The base register after an increment by register b. */
UOP(nat_increment) { if (ia64_get_nat(c, FIELD_B)) ia64_set_nat(c, FIELD_A, true); NEXT(u + 1); }

/* What becomes of an instruction one of whose sources is a NaT. */
enum nat_rule {
    NAT_PROPAGATES, /* so is its target */
    NAT_COMPARES,   /* both target predicates are 0 */
    NAT_ORS,        /* they stay as they are: or, or.andcm */
    NAT_CONSUMES,   /* a fault */
    NAT_SETS_F,     /* the target is NaTVal */
    NAT_LOADS,      /* the address faults; an increment propagates */
    NAT_STORES,
    NAT_OWN,        /* it looks itself */
};

static enum nat_rule nat_rule_of(const struct ia64_insn *in)
{
    if (in->flags & IA64_SEM) return NAT_CONSUMES;
    if (in->flags & (IA64_PREFETCH | IA64_SPEC)) return NAT_OWN;
    if (in->flags & IA64_LOAD) return NAT_LOADS;
    if (in->flags & IA64_STORE) return NAT_STORES;
    if (in->op == IA64_OP_thash || in->op == IA64_OP_ttag) return NAT_PROPAGATES;
    switch (in->cls) {
    case IA64_CLASS_ICMP: case IA64_CLASS_TBIT:
        if (in->flags & IA64_TNAT) return NAT_OWN;
        return in->flags & IA64_BY_OR ? NAT_ORS : NAT_COMPARES;
    case IA64_CLASS_TOFR: return NAT_SETS_F;
    case IA64_CLASS_CHK_ALAT: case IA64_CLASS_CHK_I: case IA64_CLASS_CHK_M: case IA64_CLASS_SYST_M: return NAT_OWN;
    case IA64_CLASS_TOBR: case IA64_CLASS_TOPR: case IA64_CLASS_TOAR_I: case IA64_CLASS_TOAR_M: case IA64_CLASS_TOCR:
    case IA64_CLASS_SYST_M0: case IA64_CLASS_SYST_M2: case IA64_CLASS_SYST_B:
    case IA64_CLASS_SYST_B2: return NAT_CONSUMES;
    default: return NAT_PROPAGATES;
    }
}

/* Emits what looks at the sources. Returns the uop whose imm is to be the distance behind the operation, or -1. */
static int nat_before(struct translation *t, const struct ia64_slot *s)
{
    const struct ia64_operands *o = &s->operands;
    enum nat_rule rule = nat_rule_of(s->insn);
    unsigned a = o->gr_in[0], b = o->gr_in[o->gr_ins > 1], out = o->gr_out[0];
    if (!o->gr_ins || rule == NAT_OWN) return -1;
    switch (rule) {
    case NAT_PROPAGATES: return (int)ia64_emit(t, uop_nat_propagate, a, b, 0, out, 0);
    case NAT_COMPARES:
        return (int)ia64_emit(t, uop_nat_compare, a, b, ia64_pr_target(o->pr_out[0]), ia64_pr_target(o->pr_out[1]), 0);
    case NAT_ORS: return (int)ia64_emit(t, uop_nat_skip, a, b, 0, 0, 0);
    case NAT_SETS_F: return (int)ia64_emit_fr(t, uop_nat_setf, 8, a, b, 0, o->fr_out[0], 0);
    case NAT_LOADS: ia64_emit(t, uop_nat_consume, (u8)o->base, (u8)o->base, 0, 0, 0); return -1;
    case NAT_STORES:
        if (s->insn->flags & IA64_SPILL) b = a = (u8)o->base;
        ia64_emit(t, uop_nat_consume, a, b, 0, 0, 0);
        return -1;
    default: ia64_emit(t, uop_nat_consume, a, b, 0, 0, 0); return -1;
    }
}

static void nat_after(struct translation *t, const struct ia64_slot *s, int guard)
{
    const struct ia64_operands *o = &s->operands;
    u32 flags = s->insn->flags;
    bool own = flags & (IA64_FILL | IA64_SPEC) || s->insn->cls == IA64_CLASS_FRFR;
    unsigned targets = o->gr_outs - !!(flags & IA64_POSTINC);
    if (flags & IA64_POSTINC && o->gr_ins > 1 && !(flags & IA64_STORE) && !(own && targets)) /* before its NaT bit goes */
        ia64_emit(t, uop_nat_increment, (u8)o->base, o->gr_in[1], 0, 0, 0);
    if (targets && !own) ia64_emit(t, uop_nat_clear, o->gr_out[0], 0, 0, 0, 0);
    if (guard >= 0) t->draft->uop[guard].imm = (i32)(t->draft->uops - (unsigned)guard);
}

/* --- layouts -------------------------------------------------------------------------------------------------------------- */

static void emit_form(struct translation *t, const struct ia64_slot *s, const struct ia64_form *f)
{
    u64 w = s->word;
    unsigned r1 = ia64_r1(w), r2 = ia64_r2(w), r3 = ia64_r3(w);
    unsigned p1 = ia64_pr_target(ia64_p1(w)), p2 = ia64_pr_target(ia64_p2(w));
    switch (f->layout) {
    case LAYOUT_IMM8: ia64_emit(t, f->fn, r1, 0, r3, 0, (i32)ia64_imm8(w)); break;
    case LAYOUT_IMM14: ia64_emit(t, f->fn, r1, 0, r3, 0, (i32)ia64_imm14(w)); break;
    case LAYOUT_IMM22: ia64_emit(t, f->fn, r1, 0, ia64_r3_2(w), 0, (i32)ia64_imm22(w)); break;
    case LAYOUT_COUNT: ia64_emit(t, f->fn, r1, r2, r3, ia64_count2(w), 0); break;
    case LAYOUT_CMP: ia64_emit(t, f->fn, p1, r2, r3, p2, 0); break;
    case LAYOUT_CMP_IMM8: ia64_emit(t, f->fn, p1, 0, r3, p2, (i32)ia64_imm8(w)); break;
    case LAYOUT_F: ia64_emit_fr(t, f->fn, 15, r1, r2, r3, ia64_f4(w), (i32)ia64_sf(w)); break;
    case LAYOUT_FCMP: ia64_emit_fr(t, f->fn, 6, p1, r2, r3, p2, (i32)ia64_sf(w)); break;
    case LAYOUT_TO_F: ia64_emit_fr(t, f->fn, 1, r1, r2, 0, 0, 0); break;
    case LAYOUT_FROM_F: ia64_emit_fr(t, f->fn, 2, r1, r2, 0, 0, 0); break;
    default: ia64_emit(t, f->fn, r1, r2, r3, 0, 0); break;
    }
}

static const struct ia64_form *form_of(unsigned op)
{
    static const struct ia64_form *const tables[] = {ia64_forms_int, ia64_forms_mm, ia64_forms_mem, ia64_forms_fp,
                                                     ia64_forms_sys};
    for (unsigned i = 0; i < ARRAY_LEN(tables); i++)
        if (tables[i][op].fn || tables[i][op].emit) return &tables[i][op];
    return NULL;
}

/* The operation itself, with the NaT bits of its operands. */
static enum emitted emit_operation(struct translation *t, const struct ia64_slot *s, const struct ia64_form *f)
{
    u32 mode = t->mode;
    int guard = mode & MODE_NAT ? nat_before(t, s) : -1;
    enum emitted got = EMIT_PLAIN;
    t->fused = t->issue && f->fuses;
    if (t->issue) ia64_emit_before(t, s);
    if (f->emit) got = f->emit(t, s);
    else emit_form(t, s, f);
    if (t->issue && got == EMIT_PLAIN) ia64_emit_behind(t, s);
    if (mode & MODE_NAT && got == EMIT_PLAIN) nat_after(t, s, guard);
    return got;
}

/* An illegal operation whatever the predicate. A compare or test of type unc writes its targets also where it is off (SDM volume 3,
 * cmp); alloc and br.ia must have no predicate but p0, and there is no IA-32 here (alloc, br). */
static bool illegal_when_off(const struct ia64_slot *s)
{
    if (s->insn->op == IA64_OP_alloc) return ia64_qp(s->word) != 0;
    return s->insn->op == IA64_OP_br_ia || (s->insn->flags & IA64_UNC && same_targets(&s->operands));
}

enum emitted ia64_emit_insn(struct translation *t, const struct ia64_slot *s, unsigned *counter)
{
    *counter = 0;
    if (s->bad_template || (s->insn && illegal_when_off(s))) {
        ia64_emit(t, uop_trap, GENERAL_ILLEGAL_OP >> 4, 0, 0, 0, IVT_GENERAL);
        return EMIT_ENDS;
    }
    const struct ia64_form *f = s->insn ? form_of(s->insn->op) : NULL;
    if (f && f->step && !(t->mode & MODE_STEP)) return EMIT_STEP;
    unsigned first = t->draft->uops;
    *counter = begin_guard(t, s);
    u8 code = GENERAL_ILLEGAL_OP >> 4;
    u16 fault = f ? operand_fault(t, s, &code) : IVT_GENERAL;
    if (!fault && pair_turns(t, &s->operands)) ia64_emit(t, uop_pair, s->operands.fr_out[0], s->operands.fr_out[1], 0, 0, 0);
    enum emitted got = fault ? EMIT_ENDS : emit_operation(t, s, f);
    if (fault) ia64_emit(t, uop_trap, code, 0, 0, 0, fault);
    if (got == EMIT_STEP) { /* the guard is the step's own */
        t->draft->uops = first;
        *counter = 0;
        return EMIT_STEP;
    }
    end_guard(t, *counter);
    return got == EMIT_ENDS && *counter ? EMIT_PLAIN : got;
}
