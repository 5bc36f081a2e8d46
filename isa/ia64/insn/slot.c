#include "isa/ia64/insn/slot.h"

#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/fields.h"

struct ia64_slot ia64_slot_at(const u8 bytes[16], u64 pc)
{
    struct ia64_bundle b = ia64_bundle_at(bytes);
    unsigned i = pc & 3;
    struct ia64_slot s = {.pc = pc, .next = i == 2 ? ia64_bundle_of(pc) + 16 : pc + 1, .word = b.slot[i],
                          .bad_template = b.template->reserved};
    enum ia64_unit unit = b.template->unit[i];
    if (unit == IA64_UNIT_L || unit == IA64_UNIT_X) { /* slot 2 alone, where a return may lead, is the same instruction */
        unit = IA64_UNIT_X;
        s.l = b.slot[1];
        s.word = b.slot[2];
        s.next = ia64_bundle_of(pc) + 16;
    }
    s.insn = s.bad_template ? NULL : ia64_decode(unit, s.word);
    if (!s.insn) {
        s.qp = unit == IA64_UNIT_B || s.bad_template ? 0 : ia64_qp(s.word);
        return s;
    }
    s.operands = ia64_operands_of(s.insn, s.word);
    bool data = s.insn->op == IA64_OP_br_wtop || s.insn->op == IA64_OP_br_wexit; /* the predicate is an operand */
    s.qp = s.insn->flags & IA64_NO_QP || data ? 0 : ia64_qp(s.word);
    return s;
}

bool ia64_is_nop(const struct ia64_insn *insn)
{
    switch (insn->op) {
    case IA64_OP_nop_m: case IA64_OP_nop_i: case IA64_OP_nop_f: case IA64_OP_nop_b: case IA64_OP_nop_x: return true;
    default: return false;
    }
}

bool ia64_is_branch(const struct ia64_slot *s)
{
    const struct ia64_insn *in = s->insn;
    if (!in || !(in->flags & IA64_BRANCH) || (in->cls != IA64_CLASS_BR && in->cls != IA64_CLASS_BR_B2)) return false;
    if (in->op == IA64_OP_br_ia) return false; /* no IA-32 here: an illegal operation */
    return !(in->flags & IA64_SLOT2) || (s->pc & 3) == 2;
}
