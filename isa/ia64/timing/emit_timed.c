#include "isa/ia64/timing/emit_timed.h"

#include "isa/ia64/insn/access.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/timing/exec_timed.h"
#include "isa/ia64/timing/timed.h"

void ia64_emit_fetch(struct translation *t, u64 pc)
{
    u64 line = pc >> t->cpu->memory->code_shift;
    if (t->draft->steps && line == t->line) return;
    t->line = line;
    u64 word = ia64_fetch_of(t->cpu->memory, pc) | t->draft->steps;
    unsigned i = ia64_emit(t, t->cpu->data ? IA64_UOP_fetch_told : IA64_UOP_fetch, 0, 0, 0, 0, 0);
    memcpy(&t->draft->uop[i].a, &word, sizeof word);
    if (t->cpu->data) ia64_emit_wide(t, pc, 0);
}

/* What the base register has been incremented by behind the operation; false: that is not known, or it is lost. */
static bool increment_of(const struct ia64_slot *s, i64 *by)
{
    const struct ia64_insn *in = s->insn;
    const struct ia64_operands *o = &s->operands;
    bool post = in->flags & IA64_POSTINC, immediate = post && o->gr_ins == 1u + !!(in->flags & IA64_STORE && !(in->flags & IA64_FP));
    *by = 0;
    for (unsigned i = 0; i + post < o->gr_outs; i++)
        if (o->gr_out[i] == o->base) return false;
    if (!post) return true;
    if (!immediate) return false;
    if (o->fr_outs == 2) return false; /* a pair: what it is incremented by is in no field */
    *by = in->flags & IA64_STORE ? ia64_imm9a(s->word) : ia64_imm9b(s->word);
    return true;
}

void ia64_emit_before(struct translation *t, const struct ia64_slot *s)
{
    enum ia64_access_kind kind;
    i64 by;
    if (ia64_timed_access(s->insn, &kind) && !t->timed && !increment_of(s, &by)) ia64_emit(t, IA64_UOP_save, 0, (u8)s->operands.base, 0, 0, 0);
}

/* What the handler tells of the access, besides its address. */
static void emit_told(struct translation *t, const struct ia64_slot *s, enum ia64_access_kind kind, bool known, i64 by)
{
    unsigned size = kind == ACCESS_PREFETCH ? 1 : ia64_access_size(s), flags = 0;
    if (kind != ACCESS_PREFETCH && s->insn->flags & (IA64_LOAD | IA64_SEM)) flags |= ACCESS_LOADS;
    if (kind != ACCESS_PREFETCH && s->insn->flags & (IA64_STORE | IA64_SEM)) flags |= ACCESS_STORES;
    ia64_emit(t, known ? IA64_UOP_told : IA64_UOP_told_saved, t->draft->steps, known ? (u8)s->operands.base : 0, 0, kind, known ? (i32)by : 0);
    unsigned i = ia64_emit(t, IA64_UOP_wide, size, flags, 0, 0, 0);
    t->draft->uop[i].count = s->pc;
}

void ia64_emit_behind(struct translation *t, const struct ia64_slot *s)
{
    enum ia64_access_kind kind;
    i64 by;
    unsigned step = t->draft->steps;
    if (ia64_timed_access(s->insn, &kind)) {
        static const u16 uop[IA64_ACCESS_KINDS][2] = {
            [ACCESS_LOAD] = {IA64_UOP_load_saved, IA64_UOP_load},       [ACCESS_FLOAD] = {IA64_UOP_fload_saved, IA64_UOP_fload},
            [ACCESS_STORE] = {IA64_UOP_store_saved, IA64_UOP_store},    [ACCESS_SEM] = {IA64_UOP_access_saved, IA64_UOP_access},
            [ACCESS_PREFETCH] = {IA64_UOP_access_saved, IA64_UOP_access},
        };
        bool known = !t->timed && increment_of(s, &by), byte = t->issue && t->issue[step].flags & ISSUE_BYTE;
        if (t->cpu->data) emit_told(t, s, kind, known, by);
        else ia64_emit(t, byte ? (known ? IA64_UOP_store_byte : IA64_UOP_store_byte_saved) : uop[kind][known], step, known ? (u8)s->operands.base : 0, 0, kind, known ? (i32)by : 0);
    }
    if (t->issue && s->insn && (s->insn->op == IA64_OP_alloc || s->insn->cls == IA64_CLASS_RSE_M)) ia64_emit(t, IA64_UOP_moved, step, 0, 0, 0, 0);
}

bool ia64_emit_branch_if(struct translation *t, const struct ia64_slot *s, unsigned *first)
{
    unsigned step = t->draft->steps;
    if (!t->issue || t->issue[step].flags & (ISSUE_CALL | ISSUE_RETURN | ISSUE_CHECK)) return false;
    *first = ia64_emit(t, IA64_UOP_br_if_told, s->qp, 0, 0, ia64_timed_hint(s), 0);
    unsigned i = ia64_emit(t, IA64_UOP_wide, step, 0, 0, 0, (i32)predictor_at(t->cpu->predictor, s->pc));
    t->draft->uop[i].count = s->pc;
    return true;
}

void ia64_emit_branched(struct translation *t, const struct ia64_slot *s, unsigned step, bool taken)
{
    u32 flags = t->issue[step].flags, far = ISSUE_CALL | ISSUE_RETURN | ISSUE_CHECK;
    unsigned d = ia64_timed_hint(s) | (unsigned)taken << 1;
    if (taken && flags & far) ia64_emit(t, IA64_UOP_branched_far, step, 0, 0, d, (i32)flags);
    else if (flags & ISSUE_CONDITIONAL) ia64_emit(t, IA64_UOP_branched, step, 0, 0, d, (i32)predictor_at(t->cpu->predictor, s->pc));
    else return;
    ia64_emit_wide(t, s->pc, 0);
}
