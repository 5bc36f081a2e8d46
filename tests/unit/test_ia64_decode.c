/* The Itanium instruction table, its decoder, bundles, fields and the disassembler. That the texts are those of objdump
 * is the business of tests/oracle/disasm-ia64; here each format has slots whose fields are given by hand. */
#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/decode.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/links.h"

#include <check.h>

#include "tests/unit/suites.h"

START_TEST(test_no_two_rows_collide)
{
    for (int i = 0; i < IA64_OP_COUNT; i++)
        for (int j = i + 1; j < IA64_OP_COUNT; j++) {
            const struct ia64_insn *a = ia64_insn_row(i), *b = ia64_insn_row(j);
            ck_assert_msg(a->unit != b->unit || (a->mask & b->mask & (a->match ^ b->match)), "%s and %s overlap",
                          a->name, b->name);
        }
}
END_TEST

START_TEST(test_rows_are_well_formed)
{
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        u32 flags = row->flags;
        ck_assert_int_eq(row->op, i);
        ck_assert_msg((row->mask >> 37) == 15, "%s: the major opcode is fixed", row->name);
        ck_assert_msg(!(row->match & ~row->mask) && !(row->mask & row->ignored), "%s", row->name);
        ck_assert_msg(!((row->mask | row->ignored) >> 41), "%s", row->name);
        ck_assert_int_lt(row->cls, IA64_CLASS_COUNT);
        ck_assert_int_lt(row->unit, IA64_UNIT_L);
        /* A row without a predicate ignores bits 5:0 (brp has its hint there), any other has nothing else in them. */
        bool predicate = !strcmp(row->pattern + 43, "qqqqqq");
        ck_assert_msg(predicate == !(flags & IA64_NO_QP), "%s: predicate", row->name);
        ck_assert_msg(!(flags & (IA64_RELATIVE | IA64_LINK | IA64_RETURN | IA64_LOOP)) || (flags & IA64_BRANCH), "%s",
                      row->name);
        ck_assert_msg(!(flags & IA64_SEM) || (flags & IA64_LOAD && flags & IA64_STORE), "%s", row->name);
        ck_assert_msg(!(flags & IA64_UNC) || (flags & IA64_SETS_P), "%s", row->name);
        ck_assert_msg(!(flags & IA64_SLOT2) || row->cls == IA64_CLASS_BR_B2, "%s", row->name);
    }
}
END_TEST

/* The text, which objdump confirms, says the same as the flags from which everything else follows. */
START_TEST(test_flags_say_what_the_text_says)
{
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        const char *text = row->syntax;
        bool predicates = !strncmp(text, "cmp{z4}", 7) || row->cls == IA64_CLASS_TBIT;
        bool by_or = predicates && strstr(text, ".or"), by_and = predicates && (strstr(text, ".and") || strstr(text, ".andcm"));
        ck_assert_msg(!(row->flags & IA64_BY_OR) == !by_or, "%s", row->name);
        ck_assert_msg(!(row->flags & IA64_BY_AND) == !by_and, "%s", row->name);
        ck_assert_msg(!(row->flags & IA64_TNAT) == !!strncmp(text, "tnat", 4), "%s", row->name);
        ck_assert_msg(!(row->flags & IA64_CLR) == !(row->flags & IA64_CHECK && strstr(text, ".clr")), "%s", row->name);
        ck_assert_msg(!(row->flags & IA64_SF) == !strstr(text, "{sf}"), "%s", row->name);
        ck_assert_msg(!(row->flags & IA64_CCV) == !strstr(text, "ar.ccv"), "%s", row->name);
    }
}
END_TEST

/* A register in braces: to the left of "=" and outside of brackets it is written, elsewhere it is read. Branch and application
 * registers, and predicates all at once, are numbered by their names; some stand in the text as they are. */
static unsigned operand_of(const char *name, bool target, bool address)
{
    static const struct {
        const char *name;
        enum ia64_operand written, read;
    } special[] = {{"{b1}", IA64_BT1, IA64_NONE}, {"{b2}", IA64_NONE, IA64_B2}, {"{ar3}", IA64_ART3, IA64_AR3},
                   {"ar.csd", IA64_CSDT, IA64_CSD}, {"ar.pfs", IA64_NONE, IA64_PFS}, {"pr=", IA64_PRT17, IA64_NONE},
                   {"pr.rot", IA64_PRT44, IA64_NONE}, {"=pr", IA64_NONE, IA64_PRS}};
    for (size_t i = 0; i < ARRAY_LEN(special); i++)
        if (!strncmp(name, special[i].name, strlen(special[i].name))) return target ? special[i].written : special[i].read;
    if (*name != '{' || !name[1] || !strchr("rfp", name[1]) || name[2] < '1' || name[2] > '4' || (name[3] != '}' && name[3] != '_'))
        return IA64_NONE;
    if (address) return IA64_BASE;
    switch (name[1]) {
    case 'p': return name[2] == '1' ? IA64_P1 : IA64_P2;
    case 'f': return (unsigned)(target ? IA64_FT1 : IA64_F1) + (unsigned)(name[2] - '1');
    default: return target ? IA64_T1 : name[3] == '_' ? IA64_R3_2 : (unsigned)(IA64_R1 + (name[2] - '1'));
    }
}

/* What the text does not name stands behind that. */
static unsigned unnamed_operands(const struct ia64_insn *row)
{
    if (row->flags & IA64_FILL && row->cls == IA64_CLASS_LD) return IA64_UNAT;
    if (row->flags & IA64_SPILL && row->cls == IA64_CLASS_ST) return IA64_UNATT;
    if (row->op == IA64_OP_br_cloop) return IA64_LC;
    if (row->flags & IA64_LOOP) return row->flags & IA64_NO_QP ? IA64_LC | IA64_EC << 8 : IA64_QP | IA64_EC << 8;
    return row->flags & IA64_RETURN || row->op == IA64_OP_epc ? IA64_PFS : IA64_NONE;
}

START_TEST(test_operands_are_those_of_the_text)
{
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        const char *equals = strchr(row->syntax, '='), *s = row->syntax;
        u64 operands = 0;
        unsigned n = 0;
        for (bool address = false; *s; s++) {
            address = *s == '[' || (address && *s != ']');
            unsigned operand = strchr("{a=p", *s) ? operand_of(s, equals && s < equals, address) : IA64_NONE;
            if (operand) operands |= (u64)operand << 8 * n++;
        }
        operands |= (u64)unnamed_operands(row) << 8 * n;
        ck_assert_msg(row->operands == operands, "%s: %s", row->name, row->syntax);
    }
}
END_TEST

/* Letters stand where the accessors of fields.h read. */
START_TEST(test_letters_stand_where_fields_are)
{
    static const struct {
        char letter;
        u64 bits; /* where the letter may stand */
    } places[] = {
        {'q', 0x000000003f}, {'t', 0x0000001fc0}, {'s', 0x00000fe000}, {'r', 0x0007f00000}, {'a', 0x03f8000000},
        {'u', 0x01f8000000}, {'p', 0x0000001fc0}, {'f', 0x0c00000000}, {'b', 0x000000e1c0}, {'z', 0x04c0000000},
    };
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        int bit = 40;
        for (const char *p = row->pattern; *p; p++) {
            if (*p == ' ') continue;
            for (size_t k = 0; k < ARRAY_LEN(places); k++)
                ck_assert_msg(*p != places[k].letter || (places[k].bits >> bit & 1), "%s: %c in bit %d", row->name, *p,
                              bit);
            bit--;
        }
        ck_assert_int_eq(bit, -1);
    }
}
END_TEST

static enum ia64_unit slot_unit(const struct ia64_insn *row)
{
    return row->unit == IA64_UNIT_A ? IA64_UNIT_I : (enum ia64_unit)row->unit;
}

/* A bundle with WORD in a slot of UNIT (L before X); returns the slot whose text it is. */
static unsigned bundle_with(u8 out[16], enum ia64_unit unit, u64 word, u64 l)
{
    static const struct {
        u8 number, slot;
    } home[IA64_UNIT_L] = {[IA64_UNIT_M] = {0x00, 0},
                           [IA64_UNIT_I] = {0x00, 1},
                           [IA64_UNIT_F] = {0x0c, 1},
                           [IA64_UNIT_B] = {0x16, 1},
                           [IA64_UNIT_X] = {0x04, 2}};
    u64 slot[3] = {0, l, 0};
    slot[home[unit].slot] = word;
    store_le64(out, home[unit].number | slot[0] << 5 | slot[1] << 46);
    store_le64(out + 8, slot[1] >> 18 | slot[2] << 23);
    return unit == IA64_UNIT_X ? 1 : home[unit].slot;
}

/* Each row is what its own fixed bits decode to, whatever its fields hold; and its syntax has no piece that the
 * disassembler does not know (such a piece stays in braces). */
START_TEST(test_each_row_decodes)
{
    u64 noise = 0x2545f4914f6cdd1d;
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        for (int k = 0; k < 50; k++) {
            char text[128];
            u8 bundle[16];
            noise = noise * 6364136223846793005 + 1442695040888963407;
            u64 word = row->match | ((noise >> 20 ^ noise << 13) & (((u64)1 << 41) - 1) & ~row->mask);
            ck_assert_msg(ia64_decode(slot_unit(row), word) == row, "%011llx is not %s", (unsigned long long)word,
                          row->name);
            unsigned slot = bundle_with(bundle, slot_unit(row), word, noise >> 23);
            ia64_disasm_slot(bundle, 0, slot, text, sizeof text);
            ck_assert_msg(!strchr(text, '{'), "%011llx: %s", (unsigned long long)word, text);
        }
    }
}
END_TEST

START_TEST(test_both_alu_units)
{
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *row = ia64_insn_row(i);
        bool alu = row->unit == IA64_UNIT_A;
        ck_assert_int_eq(ia64_decode(IA64_UNIT_M, row->match) == row, alu || row->unit == IA64_UNIT_M);
        ck_assert_int_eq(ia64_decode(IA64_UNIT_I, row->match) == row, alu || row->unit == IA64_UNIT_I);
    }
}
END_TEST

/* One or more slots for each format, in a bundle at 2000000. */
static const struct {
    enum ia64_unit unit;
    u64 word, l;
    enum ia64_op op;
    const char *text;
} words[] = {
    {IA64_UNIT_M, 0x10008304040, 0, IA64_OP_add1, "add r1=r2,r3,1"},
    {IA64_UNIT_M, 0x111283f6886, 0, IA64_OP_sub_imm8, "(p06) sub r34=-5,r3"},
    {IA64_UNIT_M, 0x100d8304040, 0, IA64_OP_shladdp4, "shladdp4 r1=r2,4,r3"},
    {IA64_UNIT_M, 0x11807f00040, 0, IA64_OP_adds, "adds r1=-8192,r127"},
    {IA64_UNIT_M, 0x13000300040, 0, IA64_OP_addl, "addl r1=-2097152,r3"},
    {IA64_UNIT_M, 0x10800200040, 0, IA64_OP_adds, "mov r1=r2"},
    {IA64_UNIT_M, 0x12fffcfe040, 0, IA64_OP_addl, "mov r1=2097151"},
    {IA64_UNIT_M, 0x199f8301040, 0, IA64_OP_cmp_lt_unc_imm8, "cmp.lt.unc p1,p63=-128,r3"},
    {IA64_UNIT_M, 0x1c610509040, 0, IA64_OP_cmp_ne_or_andcm, "cmp4.ne.or.andcm p1,p2=r4,r5"},
    {IA64_UNIT_M, 0x19610500040, 0, IA64_OP_cmp_ge_and, "cmp4.ge.and p1,p2=r0,r5"},
    {IA64_UNIT_M, 0x10618304040, 0, IA64_OP_padd2_uus, "padd2.uus r1=r2,r3"},
    {IA64_UNIT_M, 0x106d0304040, 0, IA64_OP_pshradd2_by3, "pshradd2 r1=r2,3,r3"},
    {IA64_UNIT_M, 0x11528304040, 0, IA64_OP_pcmp4_gt, "pcmp4.gt r1=r2,r3"},
    {IA64_UNIT_I, 0x01003ffffc0, 0, IA64_OP_break_i, "break.i 0x1fffff"},
    {IA64_UNIT_I, 0x00008000000, 0, IA64_OP_nop_i, "nop.i 0x0"},
    {IA64_UNIT_I, 0x0000c000040, 0, IA64_OP_hint_i, "hint.i 0x1"},
    {IA64_UNIT_I, 0x0120000a000, 0, IA64_OP_chk_s_i, "chk.s.i r5,1000000"},
    {IA64_UNIT_I, 0x016ff00bfc0, 0, IA64_OP_mov_to_pr, "mov pr=r5,0xfffffffffffffffe"},
    {IA64_UNIT_I, 0x005ffffffc0, 0, IA64_OP_mov_to_pr_rot, "mov pr.rot=0x7ffffff0000"},
    {IA64_UNIT_I, 0x00e0480a180, 0, IA64_OP_mov_to_br, "mov.sptk.imp b6=r5,2000040"},
    {IA64_UNIT_I, 0x00e0010a1c0, 0, IA64_OP_mov_to_br, "mov b7=r5"},
    {IA64_UNIT_I, 0x00fff60a000, 0, IA64_OP_mov_ret_to_br, "mov.ret.dptk b0=r5,1fffff0"},
    {IA64_UNIT_I, 0x00180000140, 0, IA64_OP_mov_from_ip, "mov r5=ip"},
    {IA64_UNIT_I, 0x00198000140, 0, IA64_OP_mov_from_pr, "mov r5=pr"},
    {IA64_UNIT_I, 0x0018800e140, 0, IA64_OP_mov_from_br, "mov r5=b7"},
    {IA64_UNIT_I, 0x010541fe000, 0, IA64_OP_mov_i_ar_imm8, "mov.i ar.lc=-1"},
    {IA64_UNIT_I, 0x00154212000, 0, IA64_OP_mov_i_ar, "mov.i ar.ec=r9"},
    {IA64_UNIT_I, 0x00194000240, 0, IA64_OP_mov_i_from_ar, "mov.i r9=ar.pfs"},
    {IA64_UNIT_I, 0x000e8200040, 0, IA64_OP_czx2_r, "czx2.r r1=r2"},
    {IA64_UNIT_I, 0x000b0200040, 0, IA64_OP_sxt4, "sxt4 r1=r2"},
    {IA64_UNIT_I, 0x08078304040, 0, IA64_OP_dep, "dep r1=r2,r3,63,16"},
    {IA64_UNIT_I, 0x0bef83e8040, 0, IA64_OP_dep_imm1, "dep r1=-1,r3,5,32"},
    {IA64_UNIT_I, 0x0b6ffafa040, 0, IA64_OP_dep_z_imm8, "dep.z r1=-3,5,32"},
    {IA64_UNIT_I, 0x0a600004040, 0, IA64_OP_dep_z, "shl r1=r2,63"},
    {IA64_UNIT_I, 0x0a5f0206040, 0, IA64_OP_extr, "shr r1=r2,1"},
    {IA64_UNIT_I, 0x0a5f8200040, 0, IA64_OP_extr_u, "shr.u r1=r2,0"},
    {IA64_UNIT_I, 0x0adf8304040, 0, IA64_OP_shrp, "shrp r1=r2,r3,63"},
    {IA64_UNIT_I, 0x0b0103fd040, 0, IA64_OP_tbit_nz_and, "tbit.nz.and p1,p2=r3,63"},
    {IA64_UNIT_I, 0x0a010303040, 0, IA64_OP_tnat_z_unc, "tnat.z.unc p1,p2=r3"},
    {IA64_UNIT_I, 0x0a2100ff040, 0, IA64_OP_tf_nz_or, "tf.nz.or p1,p2=63"},
    {IA64_UNIT_I, 0x0e290304040, 0, IA64_OP_pmpyshr2_u, "pmpyshr2.u r1=r2,r3,15"},
    {IA64_UNIT_I, 0x0eaf0304040, 0, IA64_OP_pmpy2_l, "pmpy2.l r1=r2,r3"},
    {IA64_UNIT_I, 0x0f0f0304040, 0, IA64_OP_mpyshl4, "mpyshl4 r1=r2,r3"},
    {IA64_UNIT_I, 0x0e6d0200040, 0, IA64_OP_clz, "clz r1=r2"},
    {IA64_UNIT_I, 0x0f8a0304040, 0, IA64_OP_mix4_l, "mix4.l r1=r2,r3"},
    {IA64_UNIT_I, 0x0ea00304040, 0, IA64_OP_pack2_uss, "pack2.uss r1=r2,r3"},
    {IA64_UNIT_I, 0x0e840304040, 0, IA64_OP_unpack1_h, "unpack1.h r1=r2,r3"},
    {IA64_UNIT_I, 0x0e8b0304040, 0, IA64_OP_psad1, "psad1 r1=r2,r3"},
    {IA64_UNIT_I, 0x0eca0a04040, 0, IA64_OP_mux1_alt, "mux1 r1=r2,@alt"},
    {IA64_UNIT_I, 0x0eea1b04040, 0, IA64_OP_mux2, "mux2 r1=r2,0x1b"},
    {IA64_UNIT_I, 0x0f200206040, 0, IA64_OP_shr_u, "shr.u r1=r2,r3"},
    {IA64_UNIT_I, 0x0f040304040, 0, IA64_OP_pshl4, "pshl4 r1=r2,r3"},
    {IA64_UNIT_I, 0x0e63027c040, 0, IA64_OP_pshr2_imm, "pshr2 r1=r2,31"},
    {IA64_UNIT_I, 0x0ee50004040, 0, IA64_OP_pshl2_imm, "pshl2 r1=r2,31"},
    {IA64_UNIT_M, 0x080c0200040, 0, IA64_OP_ld, "ld8 r1=[r2]"},
    {IA64_UNIT_M, 0x0bab0200040, 0, IA64_OP_ld_c_clr_acq_i, "ld4.c.clr.acq.nta r1=[r2],-256"},
    {IA64_UNIT_M, 0x09350206040, 0, IA64_OP_ld_sa_r, "ld2.sa.nt1 r1=[r2],r3"},
    {IA64_UNIT_M, 0x0a6c82fe040, 0, IA64_OP_ld8_fill_i, "ld8.fill r1=[r2],255"},
    {IA64_UNIT_M, 0x08b08200040, 0, IA64_OP_ld16_acq, "ld16.acq r1,ar.csd=[r2]"},
    {IA64_UNIT_M, 0x0bd08207fc0, 0, IA64_OP_st_rel_i, "st1.rel [r2]=r3,-1"},
    {IA64_UNIT_M, 0x0aef0206200, 0, IA64_OP_st8_spill_i, "st8.spill.nta [r2]=r3,8"},
    {IA64_UNIT_M, 0x08c08206000, 0, IA64_OP_st16, "st16 [r2]=r3,ar.csd"},
    {IA64_UNIT_M, 0x081f8206040, 0, IA64_OP_cmpxchg_rel, "cmpxchg8.rel.nta r1=[r2],r3,ar.ccv"},
    {IA64_UNIT_M, 0x08808206040, 0, IA64_OP_cmp8xchg16_acq, "cmp8xchg16.acq r1=[r2],r3,ar.csd,ar.ccv"},
    {IA64_UNIT_M, 0x08248206040, 0, IA64_OP_xchg, "xchg2 r1=[r2],r3"},
    {IA64_UNIT_M, 0x085c8208040, 0, IA64_OP_fetchadd_rel, "fetchadd8.rel r1=[r2],-16"},
    {IA64_UNIT_M, 0x08748004040, 0, IA64_OP_getf, "getf.exp r1=f2"},
    {IA64_UNIT_M, 0x0c7c8004040, 0, IA64_OP_setf, "setf.d f1=r2"},
    {IA64_UNIT_M, 0x0e100220240, 0, IA64_OP_ldf_s_i, "ldfe.s f9=[r2],16"},
    {IA64_UNIT_M, 0x0d6c0207fc0, 0, IA64_OP_ldf_fill_r, "ldf.fill f127=[r2],r3"},
    {IA64_UNIT_M, 0x0c940200240, 0, IA64_OP_ldf_c_nc, "ldf8.c.nc f9=[r2]"},
    {IA64_UNIT_M, 0x0d2c820e180, 0, IA64_OP_ldfp_a_i, "ldfpd.a f6,f7=[r2],16"},
    {IA64_UNIT_M, 0x0d08820e180, 0, IA64_OP_ldfp_i, "ldfps f6,f7=[r2],8"},
    {IA64_UNIT_M, 0x0c34820e180, 0, IA64_OP_ldfp8_sa, "ldfp8.sa f6,f7=[r2]"},
    {IA64_UNIT_M, 0x0fec8213c00, 0, IA64_OP_stf_spill_i, "stf.spill [r2]=f9,-16"},
    {IA64_UNIT_M, 0x0cc80212000, 0, IA64_OP_stf, "stfs [r2]=f9"},
    {IA64_UNIT_M, 0x0ebe0280000, 0, IA64_OP_lfetch_i, "lfetch.fault.excl.nt2 [r2],64"},
    {IA64_UNIT_M, 0x0db00206000, 0, IA64_OP_lfetch_r, "lfetch [r2],r3"},
    {IA64_UNIT_M, 0x00a00020240, 0, IA64_OP_chk_a_clr, "chk.a.clr r9,2000100"},
    {IA64_UNIT_M, 0x00c00020240, 0, IA64_OP_chk_a_nc_f, "chk.a.nc f9,2000100"},
    {IA64_UNIT_M, 0x02600012400, 0, IA64_OP_chk_s_f, "chk.s f9,2000100"},
    {IA64_UNIT_M, 0x02c08b1e880, 0, IA64_OP_alloc, "alloc r34=ar.pfs,15,11,8"},
    {IA64_UNIT_M, 0x00060000000, 0, IA64_OP_flushrs, "flushrs"},
    {IA64_UNIT_M, 0x00098000240, 0, IA64_OP_invala_e_f, "invala.e f9"},
    {IA64_UNIT_M, 0x00118000000, 0, IA64_OP_mf_a, "mf.a"},
    {IA64_UNIT_M, 0x00188000000, 0, IA64_OP_srlz_i, "srlz.i"},
    {IA64_UNIT_M, 0x01030080000, 0, IA64_OP_ssm, "ssm 0x802000"},
    {IA64_UNIT_M, 0x01142000000, 0, IA64_OP_mov_m_ar_imm8, "mov.m ar.ccv=-128"},
    {IA64_UNIT_M, 0x02112c00240, 0, IA64_OP_mov_m_from_ar, "mov.m r9=ar.itc"},
    {IA64_UNIT_M, 0x02160112000, 0, IA64_OP_mov_to_cr, "mov cr.itm=r9"},
    {IA64_UNIT_M, 0x02124100240, 0, IA64_OP_mov_from_cr, "mov r9=cr.ivr"},
    {IA64_UNIT_M, 0x02168012000, 0, IA64_OP_mov_to_psr, "mov psr.l=r9"},
    {IA64_UNIT_M, 0x02000914000, 0, IA64_OP_mov_to_rr, "mov rr[r9]=r10"},
    {IA64_UNIT_M, 0x020b8a00240, 0, IA64_OP_mov_from_cpuid, "mov r9=cpuid[r10]"},
    {IA64_UNIT_M, 0x02070914000, 0, IA64_OP_itr_d, "itr.d dtr[r9]=r10"},
    {IA64_UNIT_M, 0x021a0900000, 0, IA64_OP_ptc_e, "ptc.e r9"},
    {IA64_UNIT_M, 0x020c8a06240, 0, IA64_OP_probe_w_imm2, "probe.w r9=r10,3"},
    {IA64_UNIT_M, 0x02188902000, 0, IA64_OP_probe_rw_fault, "probe.rw.fault r9,1"},
    {IA64_UNIT_M, 0x03180900000, 0, IA64_OP_fc_i, "fc.i r9"},
    {IA64_UNIT_M, 0x020f0a00240, 0, IA64_OP_tpa, "tpa r9=r10"},
    {IA64_UNIT_F, 0x12858a18240, 0, IA64_OP_fma_d, "fma.d.s2 f9=f10,f11,f12"},
    {IA64_UNIT_F, 0x10408a18240, 0, IA64_OP_fma, "fadd.s1 f9=f10,f12"},
    {IA64_UNIT_F, 0x19058a00240, 0, IA64_OP_fnma_s, "fnmpy.s.s0 f9=f10,f11"},
    {IA64_UNIT_F, 0x11008a00240, 0, IA64_OP_fma_s, "fnorm.s.s0 f9=f10"},
    {IA64_UNIT_F, 0x17c58a18240, 0, IA64_OP_fpms, "fpms.s3 f9=f10,f11,f12"},
    {IA64_UNIT_F, 0x1d858a18240, 0, IA64_OP_xma_hu, "xma.hu f9=f10,f11,f12"},
    {IA64_UNIT_F, 0x1c058a18240, 0, IA64_OP_fselect, "fselect f9=f10,f11,f12"},
    {IA64_UNIT_F, 0x09610b15040, 0, IA64_OP_fcmp_unord_unc, "fcmp.unord.unc.s1 p1,p2=f10,f11"},
    {IA64_UNIT_F, 0x0a617f14040, 0, IA64_OP_fclass_m, "fclass.m p1,p2=f10,0x1ff"},
    {IA64_UNIT_F, 0x00610b14240, 0, IA64_OP_frcpa, "frcpa.s1 f9,p2=f10,f11"},
    {IA64_UNIT_F, 0x03210b00240, 0, IA64_OP_fprsqrta, "fprsqrta.s0 f9,p2=f11"},
    {IA64_UNIT_F, 0x021b0b14240, 0, IA64_OP_fpcmp_nle, "fpcmp.nle.s0 f9=f10,f11"},
    {IA64_UNIT_F, 0x004b8b14240, 0, IA64_OP_famax, "famax.s1 f9=f10,f11"},
    {IA64_UNIT_F, 0x00088a14240, 0, IA64_OP_fmerge_ns, "fneg f9=f10"},
    {IA64_UNIT_F, 0x00080a00240, 0, IA64_OP_fmerge_s, "fabs f9=f10"},
    {IA64_UNIT_F, 0x001c8b14240, 0, IA64_OP_fmix_lr, "fmix.lr f9=f10,f11"},
    {IA64_UNIT_F, 0x004d8014240, 0, IA64_OP_fcvt_fxu_trunc, "fcvt.fxu.trunc.s1 f9=f10"},
    {IA64_UNIT_F, 0x000e0014240, 0, IA64_OP_fcvt_xf, "fcvt.xf f9=f10"},
    {IA64_UNIT_F, 0x0042407e000, 0, IA64_OP_fsetc, "fsetc.s1 0x3f,0x40"},
    {IA64_UNIT_F, 0x00840000400, 0, IA64_OP_fchkf, "fchkf.s2 2000100"},
    {IA64_UNIT_F, 0x0000c0000c0, 0, IA64_OP_hint_f, "hint.f 0x3"},
    {IA64_UNIT_B, 0x08ffffff000, 0, IA64_OP_br_cond, "br.cond.dpnt.many.clr 2fffff0"},
    {IA64_UNIT_B, 0x091ffffe0d0, 0, IA64_OP_br_wtop, "(p16) br.wtop.sptk.few 1fffff0"},
    {IA64_UNIT_B, 0x094000011c0, 0, IA64_OP_br_ctop, "br.ctop.dptk.many 1000000"},
    {IA64_UNIT_B, 0x0a200004040, 0, IA64_OP_br_call, "br.call.spnt.few b1=2000020"},
    {IA64_UNIT_B, 0x0010000c000, 0, IA64_OP_br_cond_b, "br.few b6"},
    {IA64_UNIT_B, 0x00108001100, 0, IA64_OP_br_ret, "br.ret.sptk.many b0"},
    {IA64_UNIT_B, 0x02d0000f040, 0, IA64_OP_br_call_b, "br.call.dptk.many.clr b1=b7"},
    {IA64_UNIT_B, 0x0e8000200d8, 0, IA64_OP_brp, "brp.exit.imp 2000100,2000030"},
    {IA64_UNIT_B, 0x04688001f90, 0, IA64_OP_brp_ret, "brp.ret.dptk b0,1ffffe0"},
    {IA64_UNIT_B, 0x00028000000, 0, IA64_OP_clrrrb_pr, "clrrrb.pr"},
    {IA64_UNIT_B, 0x00010000000, 0, IA64_OP_cover, "cover"},
    {IA64_UNIT_B, 0x00008000007, 0, IA64_OP_ignored_b, "data8 0x008000007"},
    {IA64_UNIT_B, 0x00040000000, 0, IA64_OP_rfi, "rfi"},
    {IA64_UNIT_B, 0x00080000000, 0, IA64_OP_epc, "epc"},
    {IA64_UNIT_B, 0x040000001c0, 0, IA64_OP_nop_b, "nop.b 0x7"},
    {IA64_UNIT_X, 0x0d325020240, 0x1fb72ea61d9, IA64_OP_movl, "movl r9=0xfedcba9876543210"},
    {IA64_UNIT_X, 0x0100bffffc0, 0x1ffffffffff, IA64_OP_nop_x, "nop.x 0x3fffffffffffffff"},
    {IA64_UNIT_X, 0x1a1579bc000, 0x0048d159e24, IA64_OP_brl_call, "brl.call.sptk.few b0=12345678babcde0"},
};

START_TEST(test_known_words)
{
    char text[96];
    u8 bundle[16];
    const struct ia64_insn *insn = ia64_decode(words[_i].unit, words[_i].word);
    ck_assert_ptr_nonnull(insn);
    ck_assert_str_eq(insn->name, ia64_insn_row(words[_i].op)->name);
    unsigned slot = bundle_with(bundle, words[_i].unit, words[_i].word, words[_i].l);
    int len = ia64_disasm_slot(bundle, 0x2000000, slot, text, sizeof text);
    ck_assert_str_eq(text, words[_i].text);
    ck_assert_int_eq(len, (int)strlen(text));
}
END_TEST

/* Major opcodes and extensions that nothing uses, by unit; what table 4-74 of the SDM calls reserved. */
START_TEST(test_reserved_words)
{
    static const struct {
        enum ia64_unit unit;
        u64 word;
    } reserved[] = {
        {IA64_UNIT_I, 0x02000000000}, {IA64_UNIT_I, 0x0c000000000}, {IA64_UNIT_I, 0x1e000000000},
        {IA64_UNIT_M, 0x04000000000}, {IA64_UNIT_M, 0x06000000000}, {IA64_UNIT_M, 0x1e000000000},
        {IA64_UNIT_F, 0x04000000000}, {IA64_UNIT_F, 0x1e000000000}, {IA64_UNIT_B, 0x06000000000},
        {IA64_UNIT_B, 0x08000000040}, {IA64_UNIT_B, 0x1e000000000}, {IA64_UNIT_X, 0x02000000000},
        {IA64_UNIT_X, 0x0c000100000},                               /* movl with vc = 1 */
        {IA64_UNIT_X, 0x18000000040},                               /* brl with another type */
        {IA64_UNIT_L, 0x10000000000},                               /* the immediate of a long instruction is none */
        {IA64_UNIT_I, 0x10200000000},                               /* add with ve = 1 */
        {IA64_UNIT_I, 0x10698000000},                               /* pshladd2 by 4 */
        {IA64_UNIT_I, 0x106d8000000},                               /* pshradd2 by 4 */
        {IA64_UNIT_I, 0x0eca0100000},                               /* mux1 with a permutation that has no name */
        {IA64_UNIT_I, 0x0eca0c00000}, {IA64_UNIT_M, 0x0c008000000}, /* ldfp of extended reals */
    };
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        ck_assert_msg(!ia64_decode(reserved[i].unit, reserved[i].word), "%011llx decodes",
                      (unsigned long long)reserved[i].word);
}
END_TEST

START_TEST(test_immediates)
{
    const u64 one = 1, s = one << 36;
    ck_assert_int_eq(ia64_imm8(0x00000fe000), 127);
    ck_assert_int_eq(ia64_imm8(s), -128);
    ck_assert_int_eq(ia64_imm14(0x01f80fe000), 8191);
    ck_assert_int_eq(ia64_imm14(s | one << 27), -8192 + 128);
    ck_assert_int_eq(ia64_imm22(one << 13), 1);
    ck_assert_int_eq(ia64_imm22(one << 27), 128);
    ck_assert_int_eq(ia64_imm22(one << 22), 65536);
    ck_assert_int_eq(ia64_imm22(s), -2097152);
    ck_assert_int_eq(ia64_imm9a(one << 6), 1);
    ck_assert_int_eq(ia64_imm9a(s | one << 27), -128);
    ck_assert_int_eq(ia64_imm9b(one << 13), 1);
    ck_assert_int_eq(ia64_imm9b(s), -256);
    ck_assert_int_eq(ia64_imm1(s), -1);
    ck_assert_int_eq(ia64_imm1(0), 0);
    ck_assert_uint_eq(ia64_imm21(s | one << 6), 0x100001);
    ck_assert_uint_eq(ia64_imm24(s | one << 31 | one << 6), 0xa00001);
    ck_assert_int_eq(ia64_imm44(one << 6), 0x10000);
    ck_assert_int_eq(ia64_imm44(s), -((i64)1 << 43));
    ck_assert_int_eq(ia64_mask17(one << 6), 2);
    ck_assert_int_eq(ia64_mask17(one << 24), 0x100);
    ck_assert_int_eq(ia64_mask17(s), -65536);
    ck_assert_uint_eq(ia64_imm62(s | one << 6, one << 40), 0x2000000000100001);
    ck_assert_uint_eq(ia64_imm64(one << 13, 0), 1);
    ck_assert_uint_eq(ia64_imm64(one << 27, 0), 1 << 7);
    ck_assert_uint_eq(ia64_imm64(one << 22, 0), 1 << 16);
    ck_assert_uint_eq(ia64_imm64(one << 21, 0), 1 << 21);
    ck_assert_uint_eq(ia64_imm64(s, 1), 0x8000000000400000);
    ck_assert_uint_eq(ia64_fclass9(one << 20 | one << 33), 5);
}
END_TEST

START_TEST(test_displacements)
{
    const u64 one = 1, s = one << 36;
    ck_assert_int_eq(ia64_disp25(one << 13), 16);
    ck_assert_int_eq(ia64_disp25(s), -(1 << 24));
    ck_assert_int_eq(ia64_disp25_chk(one << 6), 16);
    ck_assert_int_eq(ia64_disp25_chk(one << 20), 2048);
    ck_assert_int_eq(ia64_disp25_chk(s), -(1 << 24));
    ck_assert_int_eq(ia64_disp25_fchkf(one << 6), 16);
    ck_assert_int_eq(ia64_disp25_fchkf(s), -(1 << 24));
    ck_assert_int_eq(ia64_disp64(one << 13, 3), 16); /* two bits of L are not used */
    ck_assert_int_eq(ia64_disp64(0, 4), 1 << 24);
    ck_assert_int_eq(ia64_disp64(s, 0), INT64_MIN);
    ck_assert_int_eq(ia64_tag_brp(one << 6), 16);
    ck_assert_int_eq(ia64_tag_brp(one << 34), -4096);
    ck_assert_int_eq(ia64_tag_mov(one << 24), 16);
    ck_assert_int_eq(ia64_tag_mov(one << 32), -4096);
}
END_TEST

START_TEST(test_positions_and_counts)
{
    const u64 one = 1;
    ck_assert_uint_eq(ia64_count2(one << 27), 2);
    ck_assert_uint_eq(ia64_len6(0), 1);
    ck_assert_uint_eq(ia64_len6(63 * (one << 27)), 64);
    ck_assert_uint_eq(ia64_len4(31 * (one << 27)), 16);
    ck_assert_uint_eq(ia64_pos6b(one << 14), 1);
    ck_assert_uint_eq(ia64_cpos6b(one << 14), 62);
    ck_assert_uint_eq(ia64_cpos6c(one << 20), 62);
    ck_assert_uint_eq(ia64_cpos6d(one << 31), 62);
    ck_assert_uint_eq(ia64_ccount5(one << 20), 30);
    ck_assert_uint_eq(ia64_imm5(one << 14), 33);
    ck_assert_uint_eq(ia64_mpyshift(0), 0);
    ck_assert_uint_eq(ia64_mpyshift(one << 30), 7);
    ck_assert_uint_eq(ia64_mpyshift(one << 31), 15);
    ck_assert_uint_eq(ia64_mpyshift(3 * (one << 30)), 16);
    ck_assert_int_eq(ia64_inc3(0), 16);
    ck_assert_int_eq(ia64_inc3(3 << 13), 1);
    ck_assert_int_eq(ia64_inc3(1 << 15 | 1 << 13), -8);
    ck_assert_uint_eq(ia64_sor(one << 27), 8);
}
END_TEST

START_TEST(test_flags)
{
    static const struct {
        enum ia64_op op;
        u32 flags;
    } some[] = {
        {IA64_OP_add, 0},
        {IA64_OP_cmp_eq_unc, IA64_SETS_P | IA64_UNC},
        {IA64_OP_ld_sa_i, IA64_LOAD | IA64_SPEC | IA64_ADV | IA64_POSTINC},
        {IA64_OP_ld_c_clr_acq, IA64_LOAD | IA64_CHECK | IA64_ADV | IA64_ACQ | IA64_CLR},
        {IA64_OP_st8_spill_i, IA64_STORE | IA64_SPILL | IA64_POSTINC},
        {IA64_OP_ldf_fill_r, IA64_LOAD | IA64_FILL | IA64_FP | IA64_POSTINC},
        {IA64_OP_xchg, IA64_LOAD | IA64_STORE | IA64_SEM | IA64_ACQ},
        {IA64_OP_chk_s_f, IA64_CHECK | IA64_BRANCH | IA64_RELATIVE | IA64_FP},
        {IA64_OP_alloc, IA64_NO_QP | IA64_FIRST | IA64_RSE},
        {IA64_OP_rfi, IA64_NO_QP | IA64_BRANCH | IA64_PRIV | IA64_LAST | IA64_RSE},
        {IA64_OP_br_ctop, IA64_NO_QP | IA64_BRANCH | IA64_RELATIVE | IA64_LOOP | IA64_SLOT2},
        {IA64_OP_br_call_b, IA64_BRANCH | IA64_LINK | IA64_RSE},
        {IA64_OP_frcpa, IA64_FP | IA64_SETS_P | IA64_SF},
        {IA64_OP_mov_to_cr, IA64_PRIV},
    };
    for (size_t i = 0; i < ARRAY_LEN(some); i++)
        ck_assert_msg(ia64_insn_row(some[i].op)->flags == some[i].flags, "%s", ia64_insn_row(some[i].op)->name);
}
END_TEST

/* The table of templates (SDM volume 1, table 3-10), drawn: a bar where a group ends. */
START_TEST(test_templates)
{
    static const char *const drawn[32] = {"MII", "MII|", "MI|I", "MI|I|", "MLX", "MLX|", NULL,  NULL,
                                          "MMI", "MMI|", "M|MI", "M|MI|", "MFI", "MFI|", "MMF", "MMF|",
                                          "MIB", "MIB|", "MBB",  "MBB|",  NULL,  NULL,   "BBB", "BBB|",
                                          "MMB", "MMB|", NULL,   NULL,    "MFB", "MFB|", NULL,  NULL};
    for (unsigned n = 0; n < 32; n++) {
        const struct ia64_template *t = ia64_template(n);
        char text[8], *p = text;
        ck_assert_int_eq(t->reserved, !drawn[n]);
        if (!drawn[n]) continue;
        for (int k = 0; k < 3; k++) {
            ck_assert_int_eq(t->name[k], " MIFBXL"[t->unit[k]]);
            *p++ = t->name[k];
            if (t->stops >> k & 1) *p++ = '|';
        }
        *p = 0;
        ck_assert_str_eq(text, drawn[n]);
    }
}
END_TEST

START_TEST(test_bundle_falls_apart)
{
    const u64 slot[3] = {0x123456789ab, 0x0fedcba9876, 0x1aaaa5555f0};
    u8 bytes[16];
    store_le64(bytes, 0x1d | slot[0] << 5 | slot[1] << 46);
    store_le64(bytes + 8, slot[1] >> 18 | slot[2] << 23);
    struct ia64_bundle b = ia64_bundle_at(bytes);
    ck_assert_ptr_eq(b.template, ia64_template(0x1d));
    for (int k = 0; k < 3; k++) ck_assert_uint_eq(b.slot[k], slot[k]);
}
END_TEST

/* Columns of a listing: alloc and two moves from glibc, a long instruction, a reserved template. */
START_TEST(test_columns)
{
    static const struct {
        u8 bytes[16];
        const char *text[3];
    } listing[] = {
        {{0x11, 0x30, 0x84, 0x1c, 0x07, 0x38, 0xe0, 0x08, 0, 0, 0x48, 0x03, 0x70, 0, 0, 0x43},
         {"[MIB]       cmp.eq p6,p7=r33,r14", "            mov r14=1",
          "      (p06) br.cond.dpnt.few 4000000000000280;;"}},
        {{0x05, 0x30, 0x01, 0x02, 0x00, 0xe1, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x00, 0x84, 0xf0, 0x2b, 0x6e},
         {"[MLX]       mov r38=r1", "            movl r32=0xffffffffffffc508;;", ""}},
        {{0x0a, 0x70, 0x20, 0x40, 0x00, 0x21, 0, 0, 0, 0x02, 0, 0x40, 0x04, 0, 0x01, 0x84},
         {"[MMI]       adds r14=8,r32;;", "            nop.m 0x0", "            mov r34=r32"}},
        {{0xa7, 0, 0, 0, 0, 0x80, 0x01, 0, 0, 0, 0x80, 0x03, 0, 0, 0, 0},
         {"[-3-]       data8 0x000000005", "            data8 0x000000006", "            data8 0x000000007"}},
    };
    for (size_t i = 0; i < ARRAY_LEN(listing); i++)
        for (unsigned slot = 0; slot < 3; slot++) {
            char text[96];
            ia64_disasm(listing[i].bytes, 0x4000000000000210, slot, text, sizeof text);
            ck_assert_str_eq(text, listing[i].text[slot]);
        }
}
END_TEST

static void check_target(enum ia64_unit unit, u64 word, u64 l, bool known, u64 addr)
{
    u8 bundle[16];
    unsigned slot = bundle_with(bundle, unit, word, l);
    struct ia64_target t = ia64_branch_target(bundle, 0x2000000, slot);
    ck_assert_int_eq(t.known, known);
    if (known) ck_assert_uint_eq(t.addr, addr);
}

START_TEST(test_branch_targets)
{
    check_target(IA64_UNIT_B, 0x08ffffff000, 0, true, 0x2fffff0);
    check_target(IA64_UNIT_B, 0x094000011c0, 0, true, 0x1000000);
    check_target(IA64_UNIT_B, 0x0a200004040, 0, true, 0x2000020);
    check_target(IA64_UNIT_B, 0x0010000c000, 0, false, 0);
    check_target(IA64_UNIT_B, 0x0e8000200d8, 0, false, 0); /* brp goes nowhere */
    check_target(IA64_UNIT_I, 0x0120000a000, 0, true, 0x1000000);
    check_target(IA64_UNIT_M, 0x00a00020240, 0, true, 0x2000100);
    check_target(IA64_UNIT_M, 0x02600012400, 0, true, 0x2000100);
    check_target(IA64_UNIT_F, 0x00840000400, 0, true, 0x2000100);
    check_target(IA64_UNIT_X, 0x1a1579bc000, 0x0048d159e24, true, 0x12345678babcde0);
    check_target(IA64_UNIT_X, 0x0d325020240, 0, false, 0);
    check_target(IA64_UNIT_M, 0x06000000000, 0, false, 0);
}
END_TEST

START_TEST(test_short_buffers)
{
    u8 bundle[16];
    char text[8] = "xxxxxxx";
    unsigned slot = bundle_with(bundle, IA64_UNIT_M, 0x111283f6886, 0);
    ck_assert_int_eq(ia64_disasm_slot(bundle, 0, slot, NULL, 0), 19);
    ck_assert_int_eq(ia64_disasm_slot(bundle, 0, slot, text, 4), 19);
    ck_assert_str_eq(text, "(p0");
    ck_assert_int_eq(text[4], 'x');
    slot = bundle_with(bundle, IA64_UNIT_M, 0x06000000000, 0);
    ck_assert_int_eq(ia64_disasm_slot(bundle, 0, slot, text, sizeof text), 18);
    ck_assert_str_eq(text, "data8 0");
}
END_TEST

Suite *ia64_decode_suite(void)
{
    Suite *s = suite_create("ia64_decode");
    TCase *t = tcase_create("table");
    tcase_add_test(t, test_no_two_rows_collide);
    tcase_add_test(t, test_rows_are_well_formed);
    tcase_add_test(t, test_flags_say_what_the_text_says);
    tcase_add_test(t, test_operands_are_those_of_the_text);
    tcase_add_test(t, test_letters_stand_where_fields_are);
    tcase_add_test(t, test_each_row_decodes);
    tcase_add_test(t, test_both_alu_units);
    tcase_add_test(t, test_flags);
    suite_add_tcase(s, t);
    t = tcase_create("bundles");
    tcase_add_test(t, test_templates);
    tcase_add_test(t, test_bundle_falls_apart);
    tcase_add_test(t, test_columns);
    suite_add_tcase(s, t);
    t = tcase_create("words");
    tcase_add_loop_test(t, test_known_words, 0, ARRAY_LEN(words));
    tcase_add_test(t, test_reserved_words);
    tcase_add_test(t, test_immediates);
    tcase_add_test(t, test_displacements);
    tcase_add_test(t, test_positions_and_counts);
    tcase_add_test(t, test_branch_targets);
    tcase_add_test(t, test_short_buffers);
    suite_add_tcase(s, t);
    return s;
}
