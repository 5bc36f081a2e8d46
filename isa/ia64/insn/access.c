#include "isa/ia64/insn/access.h"

#include "isa/ia64/insn/fields.h"

/* ld16, st16, cmp8xchg16: the other half is in ar.csd. */
static bool has_second_half(const struct ia64_operands *o)
{
    return (o->other_ins && o->other_in[0] == RES_AR + AR_CSD) || (o->other_outs && o->other_out[0] == RES_AR + AR_CSD);
}

unsigned ia64_access_size(const struct ia64_slot *s)
{
    static const u8 fp[4] = {10, 8, 4, 8};
    u32 flags = s->insn->flags;
    if (!(flags & (IA64_LOAD | IA64_STORE | IA64_SEM))) return 0;
    if (flags & IA64_FP && flags & (IA64_FILL | IA64_SPILL)) return 16;
    if (flags & IA64_FP) return fp[ia64_size(s->word)] * (s->operands.fr_outs == 2 ? 2u : 1u);
    return has_second_half(&s->operands) ? 16 : 1u << ia64_size(s->word);
}

bool ia64_stores_byte(const struct ia64_slot *s)
{
    return s->insn && (s->insn->flags & (IA64_STORE | IA64_SEM)) == IA64_STORE && ia64_access_size(s) == 1;
}

struct ia64_reference ia64_reference_of(const struct cpu *c, const struct ia64_slot *s)
{
    struct ia64_reference none = {0};
    if (!s->insn || s->operands.base < 0 || !c->pr[s->qp]) return none;
    return (struct ia64_reference){c->gr[(u8)s->operands.base], ia64_access_size(s)};
}
