/* Integer operations: SDM volume 3, chapter 2, in the order of the table: ALU, compares, tests, shifts and fields, moves
 * between register files. */
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/lower.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/fields.h"

/* --- ALU ------------------------------------------------------------------------------------------------------------------ */

UOP(add) { SET(RB + RC); NEXT(u + 1); }
UOP(add1) { SET(RB + RC + 1); NEXT(u + 1); }
UOP(sub) { SET(RB - RC); NEXT(u + 1); }
UOP(sub1) { SET(RB - RC - 1); NEXT(u + 1); }
UOP(and) { SET(RB & RC); NEXT(u + 1); }
UOP(andcm) { SET(RB & ~RC); NEXT(u + 1); }
UOP(or) { SET(RB | RC); NEXT(u + 1); }
UOP(xor) { SET(RB ^ RC); NEXT(u + 1); }
UOP(shladd) { SET((RB << FIELD_D) + RC); NEXT(u + 1); }
UOP(sub_imm8) { SET((u64)IMM - RC); NEXT(u + 1); }
UOP(and_imm8) { SET((u64)IMM & RC); NEXT(u + 1); }
UOP(andcm_imm8) { SET((u64)IMM & ~RC); NEXT(u + 1); }
UOP(or_imm8) { SET((u64)IMM | RC); NEXT(u + 1); }
UOP(xor_imm8) { SET((u64)IMM ^ RC); NEXT(u + 1); }
UOP(add_imm) { SET(RC + (u64)IMM); NEXT(u + 1); }
UOP(move) { SET(RC); NEXT(u + 1); }
UOP(set) { SET((u64)IMM); NEXT(u + 1); }

/* 32-bit pointers: the sum's low word, with the region of the second operand in bits 62:61 (addp4: Operation). */
static inline u64 pointer(u64 sum, u64 base) { return (sum & 0xffffffff) | (base >> 30 & 3) << 61; }
UOP(addp4) { SET(pointer(RB + RC, RC)); NEXT(u + 1); }
UOP(addp4_imm14) { SET(pointer((u64)IMM + RC, RC)); NEXT(u + 1); }
UOP(shladdp4) { SET(pointer((RB << FIELD_D) + RC, RC)); NEXT(u + 1); }

/* adds r1=0,r3 is how assemblers write a move, addl r1=imm,r0 a small constant. */
static enum emitted emit_adds(struct translation *t, const struct ia64_slot *s)
{
    unsigned r1 = ia64_r1(s->word), r3 = ia64_r3(s->word);
    i32 imm = (i32)ia64_imm14(s->word);
    ia64_emit(t, r3 == 0 ? IA64_UOP_set : imm == 0 ? IA64_UOP_move : IA64_UOP_add_imm, r1, 0, r3, 0, imm);
    return EMIT_PLAIN;
}

static enum emitted emit_addl(struct translation *t, const struct ia64_slot *s)
{
    unsigned r3 = ia64_r3_2(s->word);
    ia64_emit(t, r3 == 0 ? IA64_UOP_set : IA64_UOP_add_imm, ia64_r1(s->word), 0, r3, 0, (i32)ia64_imm22(s->word));
    return EMIT_PLAIN;
}

UOP(movl) { SET(WIDE); NEXT(u + 2); }

static enum emitted emit_movl(struct translation *t, const struct ia64_slot *s)
{
    ia64_emit(t, IA64_UOP_movl, ia64_r1(s->word), 0, 0, 0, 0);
    ia64_emit_wide(t, ia64_imm64(s->word, s->l), 0);
    return EMIT_PLAIN;
}

/* --- compares --------------------------------------------------------------------------------------------------------------- */

/* What becomes of the two targets a and d, by type (SDM volume 1, table 4-9). Normal and unc write both. */
#define CMP_NORMAL(rel) { bool r = (rel); PRA = r; PRD = !r; }
#define CMP_AND(rel) { if (!(rel)) PRA = PRD = 0; }
#define CMP_OR(rel) { if (rel) PRA = PRD = 1; }
#define CMP_OR_ANDCM(rel) { if (rel) { PRA = 1; PRD = 0; } }

/* A relation and a type, with operands from registers or with an immediate in place of the first, on 64 or 32 bits. */
#define COMPARE(name, type, type_of, op)                                                                               \
    UOP(cmp_##name) { type((type_of##64)RB op (type_of##64)RC) NEXT(u + 1); }                                          \
    UOP(cmp4_##name) { type((type_of##32)RB op (type_of##32)RC) NEXT(u + 1); }                                         \
    UOP(cmp_##name##_imm) { type((type_of##64)IMM op (type_of##64)RC) NEXT(u + 1); }                                   \
    UOP(cmp4_##name##_imm) { type((type_of##32)IMM op (type_of##32)RC) NEXT(u + 1); }

COMPARE(lt, CMP_NORMAL, i, <)
COMPARE(ltu, CMP_NORMAL, u, <)
COMPARE(eq, CMP_NORMAL, u, ==)
COMPARE(eq_and, CMP_AND, u, ==)
COMPARE(ne_and, CMP_AND, u, !=)
COMPARE(eq_or, CMP_OR, u, ==)
COMPARE(ne_or, CMP_OR, u, !=)
COMPARE(eq_or_andcm, CMP_OR_ANDCM, u, ==)
COMPARE(ne_or_andcm, CMP_OR_ANDCM, u, !=)

/* Parallel types against zero: "r0 op r3". */
#define COMPARE_ZERO(name, type, op)                                                                                   \
    UOP(cmp_##name) { type((i64)0 op (i64)RC) NEXT(u + 1); }                                                           \
    UOP(cmp4_##name) { type((i32)0 op (i32)RC) NEXT(u + 1); }

#define COMPARES_ZERO(suffix, type)                                                                                    \
    COMPARE_ZERO(gt_##suffix, type, >)                                                                                 \
    COMPARE_ZERO(le_##suffix, type, <=)                                                                                \
    COMPARE_ZERO(ge_##suffix, type, >=)                                                                                \
    COMPARE_ZERO(lt_##suffix, type, <)

COMPARES_ZERO(and, CMP_AND)
COMPARES_ZERO(or, CMP_OR)
COMPARES_ZERO(or_andcm, CMP_OR_ANDCM)

struct compare {
    u16 kind[2]; /* enum ia64_uop: of 64 bits, of 32 */
    bool immediate;
};

static const struct compare compares[IA64_OP_COUNT] = {
#define BOTH(op, name)      [IA64_OP_cmp_##op] = {{IA64_UOP_cmp_##name, IA64_UOP_cmp4_##name}, false},
#define BOTH_IMM(op, name)  [IA64_OP_cmp_##op##_imm8] = {{IA64_UOP_cmp_##name##_imm, IA64_UOP_cmp4_##name##_imm}, true},
#define WITH_IMM(name)      BOTH(name, name) BOTH_IMM(name, name)
    WITH_IMM(lt) WITH_IMM(ltu) WITH_IMM(eq) BOTH(lt_unc, lt) BOTH(ltu_unc, ltu) BOTH(eq_unc, eq)
    BOTH_IMM(lt_unc, lt) BOTH_IMM(ltu_unc, ltu) BOTH_IMM(eq_unc, eq)
    WITH_IMM(eq_and) WITH_IMM(ne_and) WITH_IMM(eq_or) WITH_IMM(ne_or) WITH_IMM(eq_or_andcm) WITH_IMM(ne_or_andcm)
#define ZERO(suffix) BOTH(gt_##suffix, gt_##suffix) BOTH(le_##suffix, le_##suffix) BOTH(ge_##suffix, ge_##suffix)      \
                     BOTH(lt_##suffix, lt_##suffix)
    ZERO(and) ZERO(or) ZERO(or_andcm)
};

static enum emitted emit_compare(struct translation *t, const struct ia64_slot *s)
{
    const struct ia64_operands *o = &s->operands;
    u64 w = s->word;
    const struct compare *compare = &compares[s->insn->op];
    ia64_emit(t, compare->kind[ia64_cmp4(w)], ia64_pr_target(o->pr_out[0]), ia64_r2(w), ia64_r3(w),
              ia64_pr_target(o->pr_out[1]), compare->immediate ? (i32)ia64_imm8(w) : 0);
    return EMIT_PLAIN;
}

/* --- tests ------------------------------------------------------------------------------------------------------------------ */

/* c = register, imm = the bit; for tf, 1 if the feature is there: it is known. */
#define TESTS(name, bit)                                                                                               \
    UOP(name##_z) { CMP_NORMAL(!(bit)) NEXT(u + 1); }                                                                  \
    UOP(name##_z_and) { CMP_AND(!(bit)) NEXT(u + 1); }                                                                 \
    UOP(name##_nz_and) { CMP_AND(bit) NEXT(u + 1); }                                                                   \
    UOP(name##_z_or) { CMP_OR(!(bit)) NEXT(u + 1); }                                                                   \
    UOP(name##_nz_or) { CMP_OR(bit) NEXT(u + 1); }                                                                     \
    UOP(name##_z_or_andcm) { CMP_OR_ANDCM(!(bit)) NEXT(u + 1); }                                                       \
    UOP(name##_nz_or_andcm) { CMP_OR_ANDCM(bit) NEXT(u + 1); }

TESTS(tbit, RC >> FIELD_IMM & 1)
TESTS(tnat, ia64_get_nat(c, FIELD_C))
TESTS(tf, FIELD_IMM)

#define TEST_ROWS(X, name)                                                                                             \
    X(name##_z, name##_z) X(name##_z_unc, name##_z) X(name##_z_and, name##_z_and) X(name##_nz_and, name##_nz_and)      \
    X(name##_z_or, name##_z_or) X(name##_nz_or, name##_nz_or) X(name##_z_or_andcm, name##_z_or_andcm)                  \
    X(name##_nz_or_andcm, name##_nz_or_andcm)

static const u16 tests[IA64_OP_COUNT] = {
#define TEST(op, name) [IA64_OP_##op] = IA64_UOP_##name,
    TEST_ROWS(TEST, tbit) TEST_ROWS(TEST, tnat) TEST_ROWS(TEST, tf)
};

/* Of a bit of a register, its NaT, or a feature of the processor, which has no register. */
static enum emitted emit_test(struct translation *t, const struct ia64_slot *s)
{
    const struct ia64_operands *o = &s->operands;
    u64 w = s->word;
    i32 imm = (i32)ia64_pos6b(w);
    if (!o->gr_ins) imm = (i32)(IA64_CPUID4 >> ia64_imm5(w) & 1);
    ia64_emit(t, tests[s->insn->op], ia64_pr_target(o->pr_out[0]), 0, ia64_r3(w), ia64_pr_target(o->pr_out[1]), imm);
    return EMIT_PLAIN;
}

/* --- shifts and fields -------------------------------------------------------------------------------------------------------- */

/* By a register: counts above 63 shift everything out. */
UOP(shl) { SET(RC > 63 ? 0 : RB << RC); NEXT(u + 1); }
UOP(shr_u) { SET(RB > 63 ? 0 : RC >> RB); NEXT(u + 1); }
UOP(shr) { SET((u64)((i64)RC >> (RB > 63 ? 63 : RB))); NEXT(u + 1); }

/* b = position, d = length; a field that would reach beyond bit 63 ends there. */
UOP(extr_u) { SET(RC << (64 - FIELD_B - FIELD_D) >> (64 - FIELD_D)); NEXT(u + 1); }
UOP(extr) { SET((u64)((i64)(RC << (64 - FIELD_B - FIELD_D)) >> (64 - FIELD_D))); NEXT(u + 1); }
UOP(shr_imm) { SET(RC >> FIELD_B); NEXT(u + 1); }
UOP(sar_imm) { SET((u64)((i64)RC >> FIELD_B)); NEXT(u + 1); }
UOP(shl_imm) { SET(RB << FIELD_C); NEXT(u + 1); }
/* WIDE = the field's bits in place. */
UOP(dep) { SET((RC & ~WIDE) | (RB << FIELD_D & WIDE)); NEXT(u + 2); }
UOP(dep_z) { SET(RB << FIELD_D & WIDE); NEXT(u + 2); }
UOP(dep_zeros) { SET(RC & ~WIDE); NEXT(u + 2); }
UOP(dep_ones) { SET(RC | WIDE); NEXT(u + 2); }
UOP(shrp) { SET((u64)((((u128)RB << 64) | RC) >> FIELD_D)); NEXT(u + 1); }

UOP(zxt1) { SET((u8)RC); NEXT(u + 1); }
UOP(zxt2) { SET((u16)RC); NEXT(u + 1); }
UOP(zxt4) { SET((u32)RC); NEXT(u + 1); }
UOP(sxt1) { SET((u64)(i64)(i8)RC); NEXT(u + 1); }
UOP(sxt2) { SET((u64)(i64)(i16)RC); NEXT(u + 1); }
UOP(sxt4) { SET((u64)(i64)(i32)RC); NEXT(u + 1); }

static u64 field(unsigned pos, unsigned len) { return (len > 63 ? ~(u64)0 : ((u64)1 << len) - 1) << pos; }

static enum emitted emit_extract(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned pos = ia64_pos6b(w), len = ia64_len6(w);
    bool sign = s->insn->op == IA64_OP_extr;
    if (pos + len >= 64) ia64_emit(t, sign ? IA64_UOP_sar_imm : IA64_UOP_shr_imm, ia64_r1(w), pos, ia64_r3(w), 0, 0);
    else ia64_emit(t, sign ? IA64_UOP_extr : IA64_UOP_extr_u, ia64_r1(w), pos, ia64_r3(w), len, 0);
    return EMIT_PLAIN;
}

static enum emitted emit_deposit(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned r1 = ia64_r1(w), r2 = ia64_r2(w), r3 = ia64_r3(w), pos;
    switch (s->insn->op) {
    case IA64_OP_dep:
        pos = ia64_cpos6d(w);
        ia64_emit(t, IA64_UOP_dep, r1, r2, r3, pos, 0);
        ia64_emit_wide(t, field(pos, ia64_len4(w)), 0);
        return EMIT_PLAIN;
    case IA64_OP_dep_z:
        pos = ia64_cpos6c(w);
        if (pos + ia64_len6(w) >= 64) {
            ia64_emit(t, IA64_UOP_shl_imm, r1, r2, pos, 0, 0);
            return EMIT_PLAIN;
        }
        ia64_emit(t, IA64_UOP_dep_z, r1, r2, 0, pos, 0);
        ia64_emit_wide(t, field(pos, ia64_len6(w)), 0);
        return EMIT_PLAIN;
    case IA64_OP_dep_z_imm8:
        pos = ia64_cpos6c(w);
        ia64_emit(t, IA64_UOP_movl, r1, 0, 0, 0, 0);
        ia64_emit_wide(t, (u64)ia64_imm8(w) << pos & field(pos, ia64_len6(w)), 0);
        return EMIT_PLAIN;
    default:
        ia64_emit(t, ia64_imm1(w) ? IA64_UOP_dep_ones : IA64_UOP_dep_zeros, r1, 0, r3, 0, 0);
        ia64_emit_wide(t, field(ia64_cpos6b(w), ia64_len6(w)), 0);
        return EMIT_PLAIN;
    }
}

static enum emitted emit_shrp(struct translation *t, const struct ia64_slot *s)
{
    ia64_emit(t, IA64_UOP_shrp, ia64_r1(s->word), ia64_r2(s->word), ia64_r3(s->word), ia64_count6(s->word), 0);
    return EMIT_PLAIN;
}

/* --- moves between register files --------------------------------------------------------------------------------------------- */

UOP(from_br) { SET(BRB); NEXT(u + 1); }
UOP(to_br) { BRA = RB; NEXT(u + 1); }
void ia64_do_from_pr(struct cpu *c, struct uop *u) { SET(ia64_get_pr_places(c)); }
/* imm = the predicates to write, bit 16 for all that rotate, sign-extended. */
void ia64_do_to_pr(struct cpu *c, struct uop *u)
{
    ia64_set_pr_places(c, (ia64_get_pr_places(c) & ~(u64)IMM) | (RB & (u64)IMM));
}
void ia64_do_to_pr_rot(struct cpu *c, struct uop *u) { ia64_set_pr_places(c, (ia64_get_pr(c) & 0xffff) | (WIDE & ~(u64)0xffff)); }
UOP(from_pr) { ia64_do_from_pr(c, u); NEXT(u + 1); }
UOP(to_pr) { ia64_do_to_pr(c, u); NEXT(u + 1); }
UOP(to_pr_rot) { ia64_do_to_pr_rot(c, u); NEXT(u + 2); }

static enum emitted emit_move(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned r1 = ia64_r1(w), r2 = ia64_r2(w);
    switch (s->insn->op) {
    case IA64_OP_mov_from_br: ia64_emit(t, IA64_UOP_from_br, r1, ia64_b2(w), 0, 0, 0); break;
    case IA64_OP_mov_from_pr: ia64_emit(t, IA64_UOP_from_pr, r1, 0, 0, 0, 0); break;
    case IA64_OP_mov_to_pr: ia64_emit(t, IA64_UOP_to_pr, 0, r2, 0, 0, (i32)ia64_mask17(w)); break;
    case IA64_OP_mov_to_pr_rot:
        ia64_emit(t, IA64_UOP_to_pr_rot, 0, 0, 0, 0, 0);
        ia64_emit_wide(t, (u64)ia64_imm44(w), 0);
        break;
    case IA64_OP_mov_from_ip:
        ia64_emit(t, IA64_UOP_movl, r1, 0, 0, 0, 0);
        ia64_emit_wide(t, ia64_bundle_of(s->pc), 0);
        break;
    default: ia64_emit(t, IA64_UOP_to_br, ia64_b1(w), r2, 0, 0, 0); break;
    }
    return EMIT_PLAIN;
}

/* --- the table ------------------------------------------------------------------------------------------------------------------ */

#define EMIT(op, how) [IA64_OP_##op] = {.emit = emit_##how}

const struct ia64_recipe ia64_recipes_int[IA64_OP_COUNT] = {
    EMIT(adds, adds), EMIT(addl, addl),
    EMIT(movl, movl),
#define CMP_ROW(op) EMIT(cmp_##op, compare)
#define CMP_ROWS(op) CMP_ROW(op), CMP_ROW(op##_imm8)
    CMP_ROWS(lt), CMP_ROWS(ltu), CMP_ROWS(eq), CMP_ROWS(lt_unc), CMP_ROWS(ltu_unc), CMP_ROWS(eq_unc), CMP_ROWS(eq_and),
    CMP_ROWS(ne_and), CMP_ROWS(eq_or), CMP_ROWS(ne_or), CMP_ROWS(eq_or_andcm), CMP_ROWS(ne_or_andcm),
#define CMP_ZERO_ROWS(suffix) CMP_ROW(gt_##suffix), CMP_ROW(le_##suffix), CMP_ROW(ge_##suffix), CMP_ROW(lt_##suffix)
    CMP_ZERO_ROWS(and), CMP_ZERO_ROWS(or), CMP_ZERO_ROWS(or_andcm),
#define TEST_ROW(op, name) EMIT(op, test),
    TEST_ROWS(TEST_ROW, tbit) TEST_ROWS(TEST_ROW, tnat) TEST_ROWS(TEST_ROW, tf)
    EMIT(extr_u, extract),
    EMIT(extr, extract), EMIT(dep, deposit), EMIT(dep_z, deposit), EMIT(dep_z_imm8, deposit), EMIT(dep_imm1, deposit),
    EMIT(shrp, shrp), EMIT(mov_from_ip, move), EMIT(mov_from_br, move), EMIT(mov_from_pr, move), EMIT(mov_to_pr, move),
    EMIT(mov_to_pr_rot, move), EMIT(mov_to_br, move), EMIT(mov_ret_to_br, move),
};
