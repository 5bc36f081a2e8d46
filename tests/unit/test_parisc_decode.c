/* The PA-RISC instruction table, its decoder, the fields and the disassembler. That the texts are those of objdump is
 * the business of tests/oracle/disasm-objdump; here each format has words whose fields were worked out by hand. */
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/links.h"

#include <check.h>

Suite *parisc_decode_suite(void);

static bool overlap(const struct pa_insn *a, const struct pa_insn *b)
{
    return !(a->mask & b->mask & (a->match ^ b->match));
}

START_TEST(test_no_two_rows_collide)
{
    for (int i = 0; i < PA_OP_COUNT; i++)
        for (int j = i + 1; j < PA_OP_COUNT; j++) {
            const struct pa_insn *a = pa_insn_row(i), *b = pa_insn_row(j);
            ck_assert_msg(!overlap(a, b) || (b->flags & PA_GENERIC), "%s and %s overlap", a->name, b->name);
        }
}
END_TEST

/* GENERIC is leave to overlap. A row that overlaps nothing must not have it. */
START_TEST(test_no_leave_is_stale)
{
    for (int j = 0; j < PA_OP_COUNT; j++) {
        const struct pa_insn *b = pa_insn_row(j);
        if (!(b->flags & PA_GENERIC)) continue;
        int n = 0;
        for (int i = 0; i < j; i++) n += overlap(pa_insn_row(i), b);
        ck_assert_msg(n > 0, "%s is marked GENERIC without need", b->name);
    }
}
END_TEST

START_TEST(test_rows_are_well_formed)
{
    for (int i = 0; i < PA_OP_COUNT; i++) {
        const struct pa_insn *row = pa_insn_row(i);
        ck_assert_int_eq(row->op, i);
        ck_assert_msg((row->mask >> 26) == 63, "%s: the major opcode is fixed", row->name);
        ck_assert_msg(!(row->match & ~row->mask) && !(row->mask & row->ignored), "%s", row->name);
        ck_assert_int_lt(row->cls, PA_CLASS_COUNT);
        ck_assert_int_ne(row->cls, PA_CLASS_NUL);
        ck_assert_msg(!(row->flags & PA_PA20) || !(row->flags & (PA_PA11 | PA_PA1X)), "%s: one level", row->name);
        ck_assert_msg(!(row->flags & (PA_COND_BRANCH | PA_LINK)) || (row->flags & PA_BRANCH), "%s", row->name);
    }
}
END_TEST

/* The text, which objdump confirms, says the same as the flags from which everything else follows. */
START_TEST(test_flags_say_what_the_text_says)
{
    for (int i = 0; i < PA_OP_COUNT; i++) {
        const struct pa_insn *row = pa_insn_row(i);
        bool compares = row->flags & (PA_COND_SUB | PA_COND_ADD);
        size_t n = strlen(row->name);
        ck_assert_msg(!(row->flags & PA_IM5) == !(compares && strstr(row->syntax, " {im5_11},{b}")), "%s", row->name);
        ck_assert_msg(!(row->flags & PA_IM11) == !(compares && strstr(row->syntax, " {im11},{b}")), "%s", row->name);
        ck_assert_msg(!(row->flags & PA_COND_FALSE) == !(compares && n > 2 && !strcmp(row->name + n - 2, "_f")), "%s", row->name);
    }
}
END_TEST

/* Letters stand where the accessors of fields.h read. */
START_TEST(test_letters_stand_where_fields_are)
{
    static const struct {
        char letter;
        u32 bits; /* where the letter may stand */
    } places[] = {
        {'b', 0x03e00000}, {'x', 0x001f0000}, {'n', 0x00000022}, {'d', 0x00002820}, {'k', 0x00000c00},
        {'y', 0x0000e000}, {'s', 0x0000e000}, {'l', 0x0000111f}, {'q', 0x001f0000},
    };
    for (int i = 0; i < PA_OP_COUNT; i++) {
        const struct pa_insn *row = pa_insn_row(i);
        int bit = 0;
        for (const char *p = row->pattern; *p; p++) {
            if (*p == ' ') continue;
            for (size_t k = 0; k < ARRAY_LEN(places); k++)
                ck_assert_msg(*p != places[k].letter || (0x80000000u >> bit & places[k].bits), "%s: %c in bit %d",
                              row->name, *p, bit);
            bit++;
        }
        ck_assert_int_eq(bit, 32);
    }
}
END_TEST

/* Each row but the catch-alls is what its own fixed bits decode to, whatever its fields hold; and its syntax has no
 * piece that the disassembler does not know (such a piece stays in braces). */
START_TEST(test_each_row_decodes)
{
    u32 noise = 0x2545f491;
    for (int i = 0; i < PA_OP_COUNT; i++) {
        const struct pa_insn *row = pa_insn_row(i);
        for (int k = 0; k < 50; k++) {
            char text[128];
            noise = noise * 1664525 + 1013904223;
            u32 word = row->match | ((noise ^ noise >> 16) & ~row->mask);
            const struct pa_insn *got = pa_decode(word);
            ck_assert_ptr_nonnull(got);
            ck_assert_msg(got == row || (row->flags & PA_GENERIC) || (got->op > i && (got->flags & PA_GENERIC)),
                          "%08x is %s, not %s", word, got->name, row->name);
            pa_disasm(word, 0, text, sizeof text);
            ck_assert_msg(!strchr(text, '{'), "%08x: %s", word, text);
        }
    }
}
END_TEST

/* One or more words for each format, at 1000. */
static const struct {
    u32 word;
    enum pa_op op;
    const char *text;
} words[] = {
    {0x03ff8001, PA_OP_break_, "break 1,1ffc"},
    {0x00000400, PA_OP_sync, "sync"},
    {0x00100400, PA_OP_syncdma, "syncdma"},
    {0x00000ca0, PA_OP_rfi_r, "rfi,r"},
    {0x025a0d65, PA_OP_ssm, "ssm 25a,r5"},
    {0x0060d0a5, PA_OP_ldsid, "ldsid (sr3,r3),r5"},
    {0x01601840, PA_OP_mtctl, "mtsar r0"},
    {0x020008a3, PA_OP_mfctl, "mfctl itmr,r3"},
    {0x016048bc, PA_OP_mfctl, "mfctl,w sar,ret0"},
    {0x0004f820, PA_OP_mtsp, "mtsp r4,sr7"},
    {0x04a3a000, PA_OP_iitlbp, "iitlbp r3,(sr6,r5)"},
    {0x051f5360, PA_OP_lpa, "lpa,m r31(sr1,r8),r0"},
    {0x04a51193, PA_OP_probe_r, "probe,r (r5),r5,r19"},
    {0x04bf7280, PA_OP_fdc_i, "fdc -1(sr1,r5)"},
    {0x0406d3c0, PA_OP_fic_d, "fic r6(sr3,r0)"},
    {0x08000240, PA_OP_or, "nop"},
    {0x08040253, PA_OP_or, "copy r4,r19"},
    {0x0b590a19, PA_OP_add_l, "add,l r25,r26,r25"},
    {0x0b99073c, PA_OP_add_c, "add,dc,* r25,ret0,ret0"},
    {0x08c70451, PA_OP_ds, "ds r7,r6,r17"},
    {0x09d328aa, PA_OP_cmpclr, "cmpclr,*= r19,r14,r10"},
    {0x0aa902d4, PA_OP_havg, "havg r9,r21,r20"},
    {0x0a1e0798, PA_OP_hsh2add, "hshladd sp,2,r16,r24"},
    {0x0eb4e5ee, PA_OP_ldcw_x, "ldcw,sm,co r20(sr3,r21),r14"},
    {0x0ca41093, PA_OP_ldw_s, "ldw 2(r5),r19"},
    {0x0ea73fb8, PA_OP_stwa_s, "stwa,mb r7,c(r21)"},
    {0x0cf2ff1d, PA_OP_stby_s, "stby,e r18,-2(sr3,r7)"},
    {0x10441e63, PA_OP_spop3, "spop3,1,63,n r4,rp"},
    {0x14123456, PA_OP_diag, "diag 123456"},
    {0x1883a9c7, PA_OP_fmpyadd_dbl, "fmpyadd,dbl fr4,fpe6,fr7,fr7,fr21"},
    {0x1883a9e7, PA_OP_fmpyadd_sgl, "fmpyadd,sgl fr20,fr19,fr23,fr23,fr21R"},
    {0x23e12000, PA_OP_ldil, "ldil L%3000,r31"},
    {0x2b7fffff, PA_OP_addil, "addil L%-800,dp,r1"},
    {0x24a3104c, PA_OP_fldw_s, "fldw -f(r5),fr12R"},
    {0x2fa31215, PA_OP_fstd_s, "fstd fr21,-f(ret1)"},
    {0x30c70609, PA_OP_fadd_sgl, "fadd,sgl fr6,fr7,fr9"},
    {0x33c10a17, PA_OP_fcnv_dbl_w, "fcnvfx,dbl,sgl fr30,fr23"},
    {0x33c30a17, PA_OP_fcnv_dbl_uw, "fcnv,dbl,uw fr30,fr23"},
    {0x30e29a07, PA_OP_fcnvuf_quad, "fcnv,uqw,sgl fr7,fr7"},
    {0x30002420, PA_OP_ftest, "ftest"},
    {0x30002425, PA_OP_ftest, "ftest ,acc8"},
    {0x30004420, PA_OP_ftest, "ftest 2"},
    {0x305ac411, PA_OP_fcmp_sgl, "fcmp,sgl,> fpe4,fr26,,5"},
    {0x32ec87bf, PA_OP_copr, "copr,6,2ec87f,n"},
    {0x37de0080, PA_OP_ldo, "ldo 40(sp),sp"},
    {0x341400fd, PA_OP_ldo, "ldi -1f82,r20"},
    {0x3ae95654, PA_OP_fmpy_sgl_e, "fmpy,sgl fr23,fr9R,fr20R"},
    {0x399d5705, PA_OP_xmpyu, "xmpyu fr12,fr29R,fr5"},
    {0x38e28257, PA_OP_fcnv_uw_sgl_e, "fcnv,uw,sgl fr7,fr23R"},
    {0x6bc23fd9, PA_OP_stw, "stw rp,-14(sp)"},
    {0x4bc27fd9, PA_OP_ldw, "ldw -14(sr1,sp),rp"},
    {0x6fc40080, PA_OP_stw_m, "stw,ma r4,40(sp)"},
    {0x4fc43f81, PA_OP_ldw_m, "ldw,mb -40(sp),r4"},
    {0x52fe0018, PA_OP_ldd, "ldd,ma 8(r23),sp"},
    {0x73c53ff3, PA_OP_fstd, "fstd fr5,-8(sp)"},
    {0x5ac5000d, PA_OP_fldw_m, "fldw,mb -1ffc(r22),fr5"},
    {0x5d2a000a, PA_OP_fldw, "fldw 4(r9),fr10R"},
    {0x5fc3000c, PA_OP_ldw_m12, "ldw,mb 4(sp),r3"},
    {0x7fc3000d, PA_OP_stw_m12, "stw,ma r3,-1ffc(sp)"},
    {0x8060400a, PA_OP_cmpb_t, "cmpb,<,n r0,r3,100c"},
    {0x8c7e6001, PA_OP_cmpib_f, "cmpib,> f,r3,fffff008"},
    {0xefe3e005, PA_OP_cmpib_d, "cmpib,*> -f,r31,8"},
    {0xabf7a008, PA_OP_addb_f, "addb,vnz r23,r31,100c"},
    {0xc7e5e00e, PA_OP_bb, "bb,*>=,n r5,1f,200c"},
    {0xc005c008, PA_OP_bb_sar, "bb,>= r5,sar,100c"},
    {0xcfe32009, PA_OP_movib, "movib,= -f,r31,fffff00c"},
    {0x93c0200f, PA_OP_cmpiclr, "cmpiclr,= -3f9,sp,r0"},
    {0x97a35c00, PA_OP_subi_tsv, "subi,tsv,>= 200,ret1,r3"},
    {0xb7de07ff, PA_OP_addi, "addi -1,sp,sp"},
    {0xb3e81ffe, PA_OP_addi_tsv_tc, "addi,tc,tsv,tr 3ff,r31,r8"},
    {0xb8a6e641, PA_OP_fmpyfadd_sgl, "fmpyfadd,sgl fr5,fr6,fr31,fpe3"},
    {0xd0a31000, PA_OP_extrw_u_sar, "extrw,u r5,sar,32,r3"},
    {0xd0a319e0, PA_OP_extrw_u, "extrw,u r5,15,32,r3"},
    {0xd0a50e9c, PA_OP_shrpd, "shrpd,* r5,r5,11,ret0"},
    {0xd4a31abc, PA_OP_depwi_z, "depwi,z -f,10,4,r5"},
    {0xd8a3ffff, PA_OP_extrd_s, "extrd,s,*ev r5,63,33,r3"},
    {0xf0a36fff, PA_OP_depd, "depd,*od r3,0,1,r5"},
    {0xe4008200, PA_OP_be_l, "be,l 100(sr2,r0),sr0,r31"},
    {0xe85f1fff, PA_OP_b_l, "b,l,n 1004,rp"},
    {0xe800a000, PA_OP_b_l_22, "b,l 1008,rp"},
    {0xe8bf9ffd, PA_OP_b_l_push, "b,l,push ff981004,rp"},
    {0xe8414002, PA_OP_blr, "blr,n r1,rp"},
    {0xe840c000, PA_OP_bv, "bv r0(rp)"},
    {0xe840d003, PA_OP_bve, "bve,pop,n (rp)"},
    {0xe8004005, PA_OP_clrbts, "clrbts"},
    {0xe8004fed, PA_OP_popbts, "popbts 1fd"},
    {0xfa97840b, PA_OP_mixh_l, "mixh,l r23,r20,r11"},
    {0xfbdd4e8b, PA_OP_permh, "permh,2322 sp,r11"},
};

START_TEST(test_known_words)
{
    char text[96];
    const struct pa_insn *insn = pa_decode(words[_i].word);
    ck_assert_ptr_nonnull(insn);
    ck_assert_str_eq(insn->name, pa_insn_row(words[_i].op)->name);
    int len = pa_disasm(words[_i].word, 0x1000, text, sizeof text);
    ck_assert_str_eq(text, words[_i].text);
    ck_assert_int_eq(len, (int)strlen(text));
}
END_TEST

/* Unassigned major opcodes; an extension of 02, of 03 (store with an index), of 01, of 3A that nothing uses; double
 * precision of 0E with a half register. */
START_TEST(test_reserved_words)
{
    static const u32 reserved[] = {0x1c000000, 0x3c000200, 0x54000000, 0x74000000, 0xdc000000, 0xfc000000,
                                   0x0b9d0bbe, 0x0f3b8ff5, 0x04a3ffe0, 0xe8006000, 0x3ae94e54, 0x0bd08fc0};
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        ck_assert_msg(!pa_decode(reserved[i]), "%08x decodes", reserved[i]);
}
END_TEST

START_TEST(test_immediates)
{
    /* low_sign_ext: the sign is the rightmost bit. */
    ck_assert_int_eq(pa_im5_11(0x001e0000), 15);
    ck_assert_int_eq(pa_im5_11(0x00010000), -16);
    ck_assert_int_eq(pa_im5_11(0x001f0000), -1);
    ck_assert_int_eq(pa_im5_27(0x0000001e), 15);
    ck_assert_int_eq(pa_im5_27(0x00000001), -16);
    ck_assert_int_eq(pa_im11(0x000007fe), 1023);
    ck_assert_int_eq(pa_im11(0x00000001), -1024);
    ck_assert_int_eq(pa_im14(0x00003ffe), 8191);
    ck_assert_int_eq(pa_im14(0x00000001), -8192);
    ck_assert_int_eq(pa_im14(0xffffffff), -1);
    ck_assert_int_eq(pa_im11a(0x00003ff0), 1023 * 8);
    ck_assert_int_eq(pa_im11a(0x00000001), -1024 * 8);
    ck_assert_int_eq(pa_im12a(0x00003ff8), 2047 * 4);
    ck_assert_int_eq(pa_im12a(0x00000001), -2048 * 4);
    /* assemble_21: each field alone, then all. */
    ck_assert_uint_eq(pa_im21(0x00000001), 0x80000000);
    ck_assert_uint_eq(pa_im21(0x00000ffe), 0x7ff00000);
    ck_assert_uint_eq(pa_im21(0x0000c000), 0x000c0000);
    ck_assert_uint_eq(pa_im21(0x001f0000), 0x0003e000);
    ck_assert_uint_eq(pa_im21(0x00003000), 0x00001800);
    ck_assert_uint_eq(pa_im21(0x001fffff), 0xfffff800);
    ck_assert_int_eq(pa_w12(0x00001ffc), 2047 * 4);
    ck_assert_int_eq(pa_w12(0x00000004), 1024 * 4);
    ck_assert_int_eq(pa_w12(0x00000001), -2048 * 4);
    ck_assert_int_eq(pa_w17(0x001f1ffc), 65535 * 4);
    ck_assert_int_eq(pa_w17(0x00010000), 2048 * 4);
    ck_assert_int_eq(pa_w17(0x00000001), -65536 * 4);
    ck_assert_int_eq(pa_w22(0x03ff1ffc), 2097151 * 4);
    ck_assert_int_eq(pa_w22(0x00200000), 65536 * 4);
    ck_assert_int_eq(pa_w22(0x00000001), -2097152 * 4);
}
END_TEST

START_TEST(test_positions_and_lengths)
{
    ck_assert_uint_eq(pa_len5(0), 32);
    ck_assert_uint_eq(pa_len5(31), 1);
    ck_assert_uint_eq(pa_len6_19(0x1000), 64);
    ck_assert_uint_eq(pa_len6_19(0x101f), 33);
    ck_assert_uint_eq(pa_len6_23(0x0100), 64);
    ck_assert_uint_eq(pa_len6_23(0x001f), 1);
    ck_assert_uint_eq(pa_pos5(0x03e0), 31);
    ck_assert_uint_eq(pa_cpos5(0x03e0), 0);
    ck_assert_uint_eq(pa_pos6(0x0be0), 63);
    ck_assert_uint_eq(pa_cpos6(0), 63);
    ck_assert_uint_eq(pa_cpos6(0x0800), 31);
}
END_TEST

START_TEST(test_registers)
{
    ck_assert_uint_eq(pa_sr3(0x00002000), 4);
    ck_assert_uint_eq(pa_sr3(0x0000c000), 3);
    ck_assert_uint_eq(pa_sp2(0x00008000), 2);
    /* Opcode 0E: halves of r1, r2, t are bits 24, 19, 25. */
    ck_assert_uint_eq(pa_fr1_sgl(0x00200080), 3);
    ck_assert_uint_eq(pa_fr2_sgl(0x00011000), 3);
    ck_assert_uint_eq(pa_ft_sgl(0x00000041), 3);
    ck_assert_uint_eq(pa_fr11_sgl(0x001f0002), 63);
    /* 2E: the addend's number is in two pieces. */
    ck_assert_uint_eq(pa_fra_dbl(0x00008600), 19);
    ck_assert_uint_eq(pa_fra_sgl(0x0000e100), 57);
    /* 06: code 0 is the left half of 16, code 16 its right half. */
    ck_assert_uint_eq(pa_mpy_sgl(0), 32);
    ck_assert_uint_eq(pa_mpy_sgl(16), 33);
    ck_assert_uint_eq(pa_mpy_sgl(31), 63);
    ck_assert_uint_eq(pa_ftest_y(0x00002000), 0);
    ck_assert_uint_eq(pa_ftest_y(0x00000000), 1);
    ck_assert_uint_eq(pa_ftest_y(0x00006000), 2);
}
END_TEST

static enum pa_class class_of(u32 word) { return pa_class_of(pa_decode(word), word); }

START_TEST(test_classes)
{
    ck_assert_int_eq(class_of(0x0b590a19), PA_CLASS_FLEX); /* add,l */
    ck_assert_int_eq(class_of(0x0b593a19), PA_CLASS_NUL);  /* add,l,<> */
    ck_assert_int_eq(class_of(0x0b591a19), PA_CLASS_NUL);  /* add,l,tr: condition 0, negated */
    ck_assert_int_eq(class_of(0xd0a319e0), PA_CLASS_MM);   /* extrw,u: bit 19 is no condition */
    ck_assert_int_eq(class_of(0xd0a339e0), PA_CLASS_NUL);  /* extrw,u,= */
    ck_assert_int_eq(class_of(0x4bc23fd9), PA_CLASS_LDST);
    ck_assert_int_eq(class_of(0x30c70609), PA_CLASS_FLOP);
    ck_assert_int_eq(class_of(0x30002420), PA_CLASS_FSYS); /* ftest nullifies, but has a class of its own */
    ck_assert_int_eq(class_of(0xe840c000), PA_CLASS_BV);
    ck_assert_int_eq(class_of(0x8060400a), PA_CLASS_BR);
    ck_assert_int_eq(class_of(0x00000400), PA_CLASS_SYS);
}
END_TEST

static bool needs_20(u32 word) { return pa_needs_20(pa_decode(word), word); }

START_TEST(test_levels)
{
    ck_assert(!needs_20(0x0b590a19)); /* add,l */
    ck_assert(needs_20(0x0b590a39));  /* add,l,* */
    ck_assert(!needs_20(0x93c0200f)); /* cmpiclr, d is bit 20 */
    ck_assert(needs_20(0x93c0280f));
    ck_assert(!needs_20(0xc3e5c008)); /* bb, d is bit 18 */
    ck_assert(needs_20(0xc3e5e008));
    ck_assert(needs_20(0xe840d003));
    ck_assert(!needs_20(0xe840c000));
}
END_TEST

static void check_target(u32 word, u32 pc, bool known, u32 addr)
{
    struct pa_target t = pa_branch_target(word, pc);
    ck_assert_int_eq(t.known, known);
    if (known) ck_assert_uint_eq(t.addr, addr);
}

START_TEST(test_branch_targets)
{
    check_target(0xe85f1fff, 0x1000, true, 0x1004);
    check_target(0xe85f1fff, 0, true, 4);
    check_target(0xe8000000, 0xfffffff8, true, 0); /* addresses wrap */
    check_target(0xe8bf9ffd, 0x1000, true, 0xff981004);
    check_target(0x8060400a, 0x1000, true, 0x100c);
    check_target(0xc7e5e00e, 0x1000, true, 0x200c);
    check_target(0xe840c000, 0x1000, false, 0);
    check_target(0xe4008200, 0x1000, false, 0);
    check_target(0x08000240, 0x1000, false, 0);
    check_target(0x1c000000, 0x1000, false, 0);
}
END_TEST

START_TEST(test_short_buffers)
{
    char text[8] = "xxxxxxx";
    ck_assert_int_eq(pa_disasm(0x6bc23fd9, 0, NULL, 0), 14);
    ck_assert_int_eq(pa_disasm(0x6bc23fd9, 0, text, 4), 14);
    ck_assert_str_eq(text, "stw");
    ck_assert_int_eq(text[4], 'x');
    ck_assert_int_eq(pa_disasm(0x1c000000, 0, text, sizeof text), 9);
    ck_assert_str_eq(text, "#1c0000");
}
END_TEST

Suite *parisc_decode_suite(void)
{
    Suite *s = suite_create("parisc_decode");
    TCase *t = tcase_create("table");
    tcase_add_test(t, test_no_two_rows_collide);
    tcase_add_test(t, test_no_leave_is_stale);
    tcase_add_test(t, test_rows_are_well_formed);
    tcase_add_test(t, test_flags_say_what_the_text_says);
    tcase_add_test(t, test_letters_stand_where_fields_are);
    tcase_add_test(t, test_each_row_decodes);
    suite_add_tcase(s, t);
    t = tcase_create("words");
    tcase_add_loop_test(t, test_known_words, 0, ARRAY_LEN(words));
    tcase_add_test(t, test_reserved_words);
    tcase_add_test(t, test_immediates);
    tcase_add_test(t, test_positions_and_lengths);
    tcase_add_test(t, test_registers);
    tcase_add_test(t, test_classes);
    tcase_add_test(t, test_levels);
    tcase_add_test(t, test_branch_targets);
    tcase_add_test(t, test_short_buffers);
    suite_add_tcase(s, t);
    return s;
}
