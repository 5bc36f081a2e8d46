/* Uops as they are appended to what becomes a block. */
#include "isa/ia64/exec/emit.h"

unsigned ia64_emit(struct translation *t, enum ia64_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    const struct uop_row *row = ia64_uop_row(kind);
    struct block_draft *draft = t->draft;
    unsigned i = draft->uops++;
    unsigned wanted = (t->mode & MODE_BE ? IA64_FORM_BE : 0) | (t->timed ? IA64_FORM_TIMED : 0) |
                      (t->mode & MODE_FROT ? IA64_FORM_ROTATED : 0);
    uop_fn *fn = row->fn[ia64_uop_form(row, wanted)];
    draft->uop[i] = (struct uop){.fn = fn, .a = (u8)a, .b = (u8)b, .c = (u8)c, .d = (u8)d, .imm = imm};
    draft->info[i] = t->at;
    draft->info[i].kind = (u16)kind;
    t->is_exit[i] = false;
    return i;
}

void ia64_emit_wide(struct translation *t, u64 value, i32 imm2)
{
    unsigned i = ia64_emit(t, IA64_UOP_wide, 0, 0, 0, 0, imm2);
    t->draft->uop[i].count = value;
}
