#include "isa/ia64/insn/links.h"

#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/fields.h"

enum { BUNDLE = 16, GP = 1 };
enum { MAJOR_BR = 0x4, MAJOR_BR_CALL = 0x5, MAJOR_ADDL = 0x9, MAJOR_BRL_CALL = 0xd };

static unsigned major_of(u64 slot) { return (unsigned)ia64_bits(slot, 37, 4); }

u64 ia64_target_of(const struct ia64_slot *s)
{
    u64 bundle = ia64_bundle_of(s->pc);
    switch (s->insn->op) {
    case IA64_OP_brl_cond: case IA64_OP_brl_call: return bundle + (u64)ia64_disp64(s->word, s->l);
    case IA64_OP_chk_s_i: case IA64_OP_chk_s_m: case IA64_OP_chk_s_f: return bundle + (u64)ia64_disp25_chk(s->word);
    case IA64_OP_fchkf: return bundle + (u64)ia64_disp25_fchkf(s->word);
    default: return bundle + (u64)ia64_disp25(s->word);
    }
}

struct ia64_target ia64_branch_target(const u8 bundle[16], u64 pc, unsigned slot)
{
    struct ia64_bundle b = ia64_bundle_at(bundle);
    unsigned unit = b.template->unit[slot]; /* a long instruction is asked for at its slot L */
    const struct ia64_insn *in = b.template->reserved ? NULL : unit == IA64_UNIT_L ? ia64_decode(IA64_UNIT_X, b.slot[2]) : ia64_decode(unit, b.slot[slot]);
    if (unit == IA64_UNIT_X || !in || !(in->flags & IA64_RELATIVE)) return (struct ia64_target){false, 0};
    struct ia64_slot s = ia64_slot_at(bundle, pc | slot); /* operands cost as much as the rest, and few have a target */
    return (struct ia64_target){true, ia64_target_of(&s)};
}

unsigned ia64_calls(u64 pc, const u8 *code, u64 target[3])
{
    struct ia64_bundle b = ia64_bundle_at(code);
    unsigned n = 0;
    pc &= ~(u64)(BUNDLE - 1);
    for (unsigned i = 0; i < 3; i++) {
        unsigned unit = b.template->unit[i], major = major_of(b.slot[i]);
        if (unit == IA64_UNIT_B && major == MAJOR_BR_CALL) target[n++] = pc + (u64)ia64_disp25(b.slot[i]);
        if (unit == IA64_UNIT_X && major == MAJOR_BRL_CALL) target[n++] = pc + (u64)ia64_disp64(b.slot[i], b.slot[i - 1]);
    }
    return b.template->reserved ? 0 : n;
}

/* addl r15=IMM,BASE. */
static bool is_addl_r15(u64 slot, unsigned base)
{
    return major_of(slot) == MAJOR_ADDL && ia64_qp(slot) == 0 && ia64_r1(slot) == 15 && ia64_r3_2(slot) == base;
}

static bool is_made_of(const struct ia64_bundle *b, enum ia64_unit first, enum ia64_unit second, enum ia64_unit third)
{
    return b->template->unit[0] == first && b->template->unit[1] == second && b->template->unit[2] == third;
}

/* What GNU ld makes (bfd/elfxx-ia64.c): in .plt the number of the relocation and a jump to its first entry, and for each
 * function that is called a full entry, whose descriptor stands at an offset from gp. */
bool ia64_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out)
{
    if (n < BUNDLE) return false;
    struct ia64_bundle b = ia64_bundle_at(code);
    if (is_made_of(&b, IA64_UNIT_M, IA64_UNIT_I, IA64_UNIT_B) && is_addl_r15(b.slot[0], 0) && major_of(b.slot[2]) == MAJOR_BR &&
        pc + (u64)ia64_disp25(b.slot[2]) < pc) {
        *out = (struct teach_stub){.kind = STUB_NTH, .value = (u64)ia64_imm22(b.slot[0]), .size = BUNDLE};
        return true;
    }
    if (n < 2 * BUNDLE || !is_made_of(&b, IA64_UNIT_M, IA64_UNIT_M, IA64_UNIT_I) || !is_addl_r15(b.slot[0], GP)) return false;
    struct ia64_bundle second = ia64_bundle_at(code + BUNDLE);
    /* br.few b6 */
    bool branches = is_made_of(&second, IA64_UNIT_M, IA64_UNIT_I, IA64_UNIT_B) && major_of(second.slot[2]) == 0 &&
                    ia64_bits(second.slot[2], 27, 6) == 0x20 && ia64_b2(second.slot[2]) == 6;
    *out = (struct teach_stub){.kind = STUB_SLOT, .value = gp + (u64)ia64_imm22(b.slot[0]), .size = 2 * BUNDLE};
    return branches;
}
