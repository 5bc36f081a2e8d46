#include "isa/ia64/system/stages.h"

#include "isa/ia64/cpu.h"
#include "isa/ia64/insn/operands.h"
#include "isa/ia64/insn/slot.h"

/* Itanium 2 Reference Manual 251110, 2.2: the core pipeline. Operands are waited for in front of the operation, in EXE; what caches do
 * is known in DET. */
const struct debug_pipeline ia64_pipeline = {
    .letters = "IRPNGEDW",
    .names = (const char *const[]){"IPG", "ROT", "EXP", "REN", "REG", "EXE", "DET", "WRB"},
    .fetch = 0, .registers = 3, .wait = 5, .issue = 5, .memory = 6,
};

enum { STACKED = 1 << 16, RNAT = 63 /* of 64 words of the backing store one is for NaT bits */ };

/* A general register: of the frame, by where it would stand in the backing store. */
static u64 general(const struct cpu *c, unsigned r)
{
    unsigned n = r - FRAME, sor = c->cfm.sor;
    if (r < FRAME) return RES_GR + r;
    if (n < sor) n = (n + c->cfm.rrb_gr) % sor;
    u64 word = c->rse.bsp / 8 + n;
    return STACKED + word + ((c->rse.bsp / 8) % 64 + n) / RNAT;
}

static u64 predicate(const struct cpu *c, unsigned p) { return RES_PR + (p < 16 ? p : 16 + (p - 16 + c->cfm.rrb_pr) % 48); }

static u64 floating(const struct cpu *c, unsigned f) { return RES_FR + ia64_fr_index(c, f); }

void ia64_debug_operands(const struct thread *t, u64 pc, const u8 *code, struct debug_operands *out)
{
    const struct cpu *c = t->cpu;
    struct ia64_slot s = ia64_slot_at(code, pc);
    const struct ia64_operands *o = &s.operands;
    *out = (struct debug_operands){0};
    if (!s.insn) return;
    out->load = s.insn->flags & IA64_LOAD;
    if (s.qp) debug_operand_add(out->in, &out->ins, predicate(c, s.qp), "p", s.qp);
    for (unsigned i = 0; i < o->gr_ins; i++)
        if (o->gr_in[i]) debug_operand_add(out->in, &out->ins, general(c, o->gr_in[i]), "r", o->gr_in[i]);
    for (unsigned i = 0; i < o->fr_ins; i++)
        if (o->fr_in[i] > 1) debug_operand_add(out->in, &out->ins, floating(c, o->fr_in[i]), "f", o->fr_in[i]);
    for (unsigned i = 0; i < o->gr_outs; i++)
        if (!out->load || o->gr_out[i] != o->base) debug_operand_add(out->out, &out->outs, general(c, o->gr_out[i]), "r", o->gr_out[i]);
    for (unsigned i = 0; i < o->fr_outs; i++) debug_operand_add(out->out, &out->outs, floating(c, o->fr_out[i]), "f", o->fr_out[i]);
    for (unsigned i = 0; i < o->pr_outs; i++) debug_operand_add(out->out, &out->outs, predicate(c, o->pr_out[i]), "p", o->pr_out[i]);
}
