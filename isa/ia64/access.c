#include "isa/ia64/access.h"

#include "isa/ia64/fields.h"

static bool is(const struct ia64_insn *in, const char *prefix) { return !strncmp(in->name, prefix, strlen(prefix)); }

/* Bytes that a load, store or semaphore moves; 0 for anything else, lfetch too. */
static unsigned access_size(const struct ia64_insn *in, u64 w)
{
    static const u8 fp[4] = {10, 8, 4, 8};
    if (!(in->flags & (IA64_LOAD | IA64_STORE | IA64_SEM))) return 0;
    if (is(in, "ldfp8")) return 16;
    if (is(in, "ldfp")) return 2u * fp[ia64_size(w)];
    if (is(in, "ldf_fill") || is(in, "stf_spill") || is(in, "ld16") || is(in, "st16") || is(in, "cmp8xchg16")) return 16;
    if (is(in, "ldf") || is(in, "stf")) return fp[ia64_size(w)];
    if (is(in, "ld8_fill") || is(in, "st8_spill")) return 8;
    return 1u << ia64_size(w);
}

struct ia64_reference ia64_reference_of(const struct cpu *c, const struct ia64_slot *s)
{
    struct ia64_reference none = {0};
    if (!s->insn || s->operands.base < 0 || !c->pr[s->qp]) return none;
    return (struct ia64_reference){c->gr[(u8)s->operands.base], access_size(s->insn, s->word)};
}
