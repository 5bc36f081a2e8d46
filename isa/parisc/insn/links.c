#include "isa/parisc/insn/links.h"

#include "isa/parisc/insn/fields.h"

enum { MAJOR_LDIL = 0x08, MAJOR_ADDIL = 0x0a, MAJOR_LDO = 0x0d, MAJOR_LDW = 0x12, MAJOR_BE = 0x38, MAJOR_B = 0x3a };
enum { B_L = 0, B_L_LONG = 5 /* 2.0: 22 bits, links to r2 */ };
enum { R1 = 1, LTP = 19 /* the linkage table of position-independent code */, DP = 27 };

/* The words that no two stubs differ in. */
enum {
    LDW_R22_R21 = 0x0ec01095,   /* ldw 0(r22),r21 */
    BV_R21 = 0xeaa0c000,        /* bv r0(r21) */
    LDW_4_R22_R19 = 0x0ec81093, /* ldw 4(r22),r19 */
    BL_NEXT_R1 = 0xe8200000,    /* b,l .+8,r1 */
};

struct pa_target pa_target_of(const struct pa_insn *insn, u32 word, u32 pc)
{
    if (!insn || !(insn->flags & PA_BRANCH)) return (struct pa_target){false, 0};
    if (insn->flags & PA_COND_BRANCH) return (struct pa_target){true, pc + 8 + (u32)pa_w12(word)};
    switch (insn->op) {
    case PA_OP_b_l: case PA_OP_b_gate: return (struct pa_target){true, pc + 8 + (u32)pa_w17(word)};
    case PA_OP_b_l_push: case PA_OP_b_l_22: return (struct pa_target){true, pc + 8 + (u32)pa_w22(word)};
    default: return (struct pa_target){false, 0};
    }
}

struct pa_target pa_branch_target(u32 word, u32 pc) { return pa_target_of(pa_decode(word), word, pc); }

unsigned pa_calls(u64 pc, const u8 *code, u64 target[3])
{
    u32 w = load_be32(code), form = pa_cond(w);
    if (pa_major(w) != MAJOR_B || (form != B_L_LONG && (form != B_L || !pa_b(w)))) return 0; /* without a link it is a jump */
    u32 displacement = (u32)(form == B_L ? pa_w17(w) : pa_w22(w));
    target[0] = (u32)((u32)pc + 8 + displacement);
    return displacement != 0; /* b,l .+8: position-independent code asks where it is */
}

/* addil LR'offset,%dp or %r19: to r1, from the global pointer. */
static bool is_addil(u32 w) { return pa_major(w) == MAJOR_ADDIL && (pa_b(w) == DP || pa_b(w) == LTP); }

/* What GNU ld makes (bfd/elf32-hppa.c, hppa_build_one_stub), with the descriptor's address in r22 or, as older ones, not. */
static bool import_stub(const u8 *code, size_t n, u32 gp, struct teach_stub *out)
{
    if (n < 16 || !is_addil(load_be32(code))) return false;
    u32 left = gp + pa_im21(load_be32(code)), second = load_be32(code + 4);
    if (pa_b(second) != R1 || load_be32(code + 8 + (pa_major(second) == MAJOR_LDO ? 4 : 0)) != BV_R21) return false;
    *out = (struct teach_stub){.kind = STUB_SLOT, .value = left + (u32)pa_im14(second), .size = 16};
    if (pa_major(second) == MAJOR_LDW) return pa_r(second) == 21 && pa_major(load_be32(code + 12)) == MAJOR_LDW;
    out->size = 20;
    return n >= 20 && pa_major(second) == MAJOR_LDO && load_be32(code + 8) == LDW_R22_R21 && load_be32(code + 16) == LDW_4_R22_R19;
}

/* be,n RR'target(%sr4,%r1), behind what set r1. */
static bool is_be_n(u32 w) { return pa_major(w) == MAJOR_BE && pa_b(w) == R1 && pa_sr3(w) == 4 && pa_n(w); }

static bool long_branch(u32 pc, const u8 *code, size_t n, struct teach_stub *out)
{
    if (n < 8) return false;
    u32 first = load_be32(code), second = load_be32(code + 4);
    if (pa_major(first) == MAJOR_LDIL && pa_b(first) == R1 && is_be_n(second)) {
        *out = (struct teach_stub){.kind = STUB_JUMP, .value = pa_im21(first) + (u32)pa_w17(second), .size = 8};
        return true;
    }
    if (n < 12 || first != BL_NEXT_R1 || pa_major(second) != MAJOR_ADDIL || pa_b(second) != R1) return false;
    u32 third = load_be32(code + 8);
    *out = (struct teach_stub){.kind = STUB_JUMP, .value = (u32)(pc + 8 + pa_im21(second) + (u32)pa_w17(third)), .size = 12};
    return is_be_n(third);
}

bool pa_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out)
{
    return import_stub(code, n, (u32)gp, out) || long_branch((u32)pc, code, n, out);
}

unsigned pa_link_register(const struct pa_insn *in, u32 w)
{
    switch (in->op) {
    case PA_OP_b_l_22: case PA_OP_b_l_push: case PA_OP_bve_l: return 2;
    case PA_OP_be_l: return 31;
    default: return pa_b(w);
    }
}

bool pa_is_call(unsigned link, u32 pc, u32 target) { return link && target != pc + 8; }

bool pa_is_return(const struct pa_insn *in, u32 w)
{
    bool through_link = pa_b(w) == 2 || pa_b(w) == 31;
    return through_link && !(in->flags & PA_LINK) && (in->op != PA_OP_bv || pa_x(w) == 0);
}

bool pa_names_space(const struct pa_insn *in)
{
    return in->op == PA_OP_be || in->op == PA_OP_be_l || in->op == PA_OP_bve || in->op == PA_OP_bve_l;
}
