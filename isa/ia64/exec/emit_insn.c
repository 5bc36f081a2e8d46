/* From instructions to uops, with what every instruction has in common: its predicate, its operands' legality and
 * NaT bits are looked at in uops of their own (exec_guard.c). */
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/timing/emit_timed.h"
#include "isa/ia64/timing/issue.h"

/* --- predicates ---------------------------------------------------------------------------------------------------------- */

/* The uops up to end_guard() are skipped if the predicate is false. Returns the counter. */
static unsigned begin_guard(struct translation *t, const struct ia64_slot *s)
{
    if (!s->qp) return 0;
    const struct ia64_operands *o = &s->operands;
    unsigned place = t->draft->steps;
    t->timed = t->issue && ia64_guard_tells(&t->issue[place]);
    if (s->insn && ia64_clears_when_off(s->insn)) {
        unsigned first = ia64_pr_target(o->pr_out[0]), last = ia64_pr_target(o->pr_out[o->pr_outs - 1]);
        ia64_emit(t, IA64_UOP_guard_unc, s->qp, first, last, place, 0);
    } else {
        ia64_emit(t, IA64_UOP_guard, s->qp, 0, 0, place, 0);
    }
    unsigned counter = ia64_emit(t, IA64_UOP_counter, 0, 0, 0, 0, 0);
    t->draft->uop[counter].count = 0;
    return counter;
}

static void end_guard(struct translation *t, unsigned counter)
{
    if (counter) t->draft->uop[counter].imm = (i32)(t->draft->uops - (counter - 1));
}

/* --- legality ------------------------------------------------------------------------------------------------------------ */

static bool same_targets(const struct ia64_operands *o) { return o->pr_outs == 2 && o->pr_out[0] == o->pr_out[1]; }

/* The two registers of a pair load, of which one must be odd and one even in the file, not by name (SDM volume 3, ldfp). Both move
 * together when both rotate; where one alone does, rrb.fr decides. */
static bool is_pair(const struct ia64_operands *o) { return o->fr_outs == 2; }
static bool pair_turns(const struct translation *t, const struct ia64_operands *o)
{
    return is_pair(o) && t->mode & MODE_FROT && (o->fr_out[0] < 32) != (o->fr_out[1] < 32);
}

/* The fault that the operands alone decide on, as a vector, or 0 (SDM volume 3, chapter 2: check_target_register and its
 * like); *code is ISR.code. */
static u16 operand_fault(const struct translation *t, const struct ia64_slot *s, u8 *code)
{
    const struct ia64_operands *o = &s->operands;
    const struct ia64_insn *in = s->insn;
    *code = 0;
    if (in->flags & IA64_SLOT2 && (s->pc & 3) != 2) return IVT_GENERAL;
    if (ia64_sys_illegal(s)) return IVT_GENERAL;
    unsigned top = FRAME + mode_sof(t->mode);
    for (unsigned i = 0; i < o->gr_outs; i++) /* alloc checks against its own frame */
        if (o->gr_out[i] == 0 || (o->gr_out[i] >= top && in->op != IA64_OP_alloc)) return IVT_GENERAL;
    for (unsigned i = 0; i < o->fr_outs; i++)
        if (o->fr_out[i] < 2) return IVT_GENERAL;
    if (in->flags & IA64_POSTINC && in->flags & IA64_LOAD && o->gr_outs == 2 && o->gr_out[0] == o->gr_out[1])
        return IVT_GENERAL;
    if (is_pair(o) && !pair_turns(t, o) && !((o->fr_out[0] ^ o->fr_out[1]) & 1)) return IVT_GENERAL;
    if (same_targets(o)) return IVT_GENERAL;
    if (in->flags & IA64_PRIV && !(t->mode & MODE_KERNEL)) { /* what is illegal is so at every level (volume 3, mov cr, itc, tpa) */
        *code = GENERAL_PRIV_OP >> 4;
        return IVT_GENERAL;
    }
    bool low = false, high = false;
    for (unsigned i = 0; i < o->fr_ins; i++) *(o->fr_in[i] < 32 ? &low : &high) |= o->fr_in[i] > 1;
    for (unsigned i = 0; i < o->fr_outs; i++) *(o->fr_out[i] < 32 ? &low : &high) = true;
    if (low && t->mode & MODE_NO_FPL) *code = 1;
    if (high && t->mode & MODE_NO_FPH) *code |= 2;
    return *code ? IVT_DISABLED_FP : 0;
}

/* --- NaT bits ------------------------------------------------------------------------------------------------------------ */

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
    case NAT_PROPAGATES: return (int)ia64_emit(t, IA64_UOP_nat_propagate, a, b, 0, out, 0);
    case NAT_COMPARES:
        return (int)ia64_emit(t, IA64_UOP_nat_compare, a, b, ia64_pr_target(o->pr_out[0]), ia64_pr_target(o->pr_out[1]), 0);
    case NAT_ORS: return (int)ia64_emit(t, IA64_UOP_nat_skip, a, b, 0, 0, 0);
    case NAT_SETS_F: return (int)ia64_emit(t, IA64_UOP_nat_setf, a, b, 0, o->fr_out[0], 0);
    case NAT_LOADS: ia64_emit(t, IA64_UOP_nat_consume, (u8)o->base, (u8)o->base, 0, 0, 0); return -1;
    case NAT_STORES:
        if (s->insn->flags & IA64_SPILL) b = a = (u8)o->base;
        ia64_emit(t, IA64_UOP_nat_consume, a, b, 0, 0, 0);
        return -1;
    default: ia64_emit(t, IA64_UOP_nat_consume, a, b, 0, 0, 0); return -1;
    }
}

static void nat_after(struct translation *t, const struct ia64_slot *s, int guard)
{
    const struct ia64_operands *o = &s->operands;
    u32 flags = s->insn->flags;
    bool own = flags & (IA64_FILL | IA64_SPEC) || s->insn->cls == IA64_CLASS_FRFR;
    unsigned targets = o->gr_outs - !!(flags & IA64_POSTINC);
    if (flags & IA64_POSTINC && o->gr_ins > 1 && !(flags & IA64_STORE) && !(own && targets)) /* before its NaT bit goes */
        ia64_emit(t, IA64_UOP_nat_increment, (u8)o->base, o->gr_in[1], 0, 0, 0);
    if (targets && !own) ia64_emit(t, IA64_UOP_nat_clear, o->gr_out[0], 0, 0, 0, 0);
    if (guard >= 0) t->draft->uop[guard].imm = (i32)(t->draft->uops - (unsigned)guard);
}

/* --- the table ------------------------------------------------------------------------------------------------------ */

static const struct ia64_recipe direct[IA64_OP_COUNT] = {
#define OP(...)
#define HALF(name)
#define DIRECT(name, ...) [IA64_OP_##name] = {.kind = IA64_UOP_##name},
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF
};

const struct ia64_recipe *ia64_recipe_of(const struct ia64_insn *in)
{
    static const struct ia64_recipe *const tables[] = {direct,         ia64_recipes_int, ia64_recipes_mm,
                                                     ia64_recipes_mem, ia64_recipes_fp,  ia64_recipes_sys};
    for (unsigned i = 0; i < ARRAY_LEN(tables); i++)
        if (tables[i][in->op].kind || tables[i][in->op].emit) return &tables[i][in->op];
    return ia64_recipes_access[in->cls].emit ? &ia64_recipes_access[in->cls] : NULL;
}

/* What the word has for a field of an operation; `usual` is the register whose place in it is that of the field. */
static unsigned register_of(enum ia64_field field, unsigned usual) { return field == IA64_FIELD_NO ? 0 : usual; }

static unsigned field_d(enum ia64_field field, u64 w)
{
    switch (field) {
    case IA64_FIELD_PDEF: return ia64_pr_target(ia64_p2(w));
    case IA64_FIELD_COUNT: return ia64_count2(w);
    case IA64_FIELD_FUSE: return ia64_f4(w);
    default: return 0;
    }
}

static i32 field_imm(enum ia64_field field, u64 w)
{
    switch (field) {
    case IA64_FIELD_IMM8: return (i32)ia64_imm8(w);
    case IA64_FIELD_IMM14: return (i32)ia64_imm14(w);
    case IA64_FIELD_SF: return (i32)ia64_sf(w);
    default: return 0;
    }
}

static void emit_direct(struct translation *t, u64 w, enum ia64_uop kind)
{
    const struct uop_row *row = ia64_uop_row(kind);
    enum ia64_field a = (enum ia64_field)row->a;
    ia64_emit(t, kind, a == IA64_FIELD_PDEF ? ia64_pr_target(ia64_p1(w)) : register_of(a, ia64_r1(w)),
              register_of((enum ia64_field)row->b, ia64_r2(w)), register_of((enum ia64_field)row->c, ia64_r3(w)),
              field_d((enum ia64_field)row->d, w), field_imm((enum ia64_field)row->imm, w));
}

/* Plain loads and stores do. */
static bool looks_up(const struct ia64_insn *in, const struct ia64_recipe *f)
{
    return f->fuses && !(in->flags & (IA64_SPEC | IA64_ADV | IA64_CHECK | IA64_FILL | IA64_SPILL));
}

bool ia64_tells(const struct translation *t) { return t->cpu->data && !t->issue && !(t->mode & MODE_STEP); }

/* The operation itself, with the NaT bits of its operands. */
static enum emitted emit_operation(struct translation *t, const struct ia64_slot *s, const struct ia64_recipe *f)
{
    u32 mode = t->mode;
    int guard = mode & MODE_NAT ? nat_before(t, s) : -1;
    enum emitted got = EMIT_PLAIN;
    t->timed = t->issue && !t->cpu->data && looks_up(s->insn, f) && !(t->issue[t->draft->steps].flags & ISSUE_BYTE);
    bool shows = t->issue || (ia64_tells(t) && t->cpu->code->timed);
    if (shows) ia64_emit_before(t, s);
    if (f->emit) got = f->emit(t, s);
    else emit_direct(t, s->word, (enum ia64_uop)f->kind);
    if (shows && got == EMIT_PLAIN) ia64_emit_behind(t, s);
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
        ia64_emit(t, IA64_UOP_trap, GENERAL_ILLEGAL_OP >> 4, 0, 0, 0, IVT_GENERAL);
        return EMIT_ENDS;
    }
    const struct ia64_recipe *f = s->insn ? ia64_recipe_of(s->insn) : NULL;
    if (f && f->step && !(t->mode & MODE_STEP)) return EMIT_STEP;
    unsigned first = t->draft->uops;
    *counter = begin_guard(t, s);
    u8 code = GENERAL_ILLEGAL_OP >> 4;
    u16 fault = f ? operand_fault(t, s, &code) : IVT_GENERAL;
    if (f) ia64_emit_sys_legality(t, s);
    if (!fault && pair_turns(t, &s->operands)) ia64_emit(t, IA64_UOP_pair, s->operands.fr_out[0], s->operands.fr_out[1], 0, 0, 0);
    enum emitted got = fault ? EMIT_ENDS : emit_operation(t, s, f);
    if (fault) ia64_emit(t, IA64_UOP_trap, code, 0, 0, 0, fault);
    if (got == EMIT_STEP) { /* the guard is the step's own */
        t->draft->uops = first;
        *counter = 0;
        return EMIT_STEP;
    }
    end_guard(t, *counter);
    return got == EMIT_ENDS && *counter ? EMIT_PLAIN : got;
}
