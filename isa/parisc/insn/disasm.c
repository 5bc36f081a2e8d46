/* The syntax strings of the tables, filled in: each {name} is a piece of text made from fields of the word. */
#include "isa/parisc/insn/disasm.h"
#include "emu/core/text.h"
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/links.h"
#include "isa/parisc/insn/pattern.h"

struct word_text {
    struct text text;
    u32 word, pc;
    bool undefined; /* a field has a value that the architecture does not define */
};

#define PUT(...) text_put(&t->text, __VA_ARGS__)

static void put_signed(struct word_text *t, i32 v) { PUT("%s%x", v < 0 ? "-" : "", v < 0 ? -(u32)v : (u32)v); }

/* Register names as the assemblers of GNU and HP-UX print them. */
static void put_gr(struct word_text *t, u32 n)
{
    static const char *const role[32] = {[2] = "rp", [27] = "dp", [28] = "ret0", [29] = "ret1", [30] = "sp"};
    if (role[n]) PUT("%s", role[n]);
    else PUT("r%u", n);
}

static void put_cr(struct word_text *t, u32 n)
{
    static const char *const name[32] = {"rctr",  NULL,    NULL,   NULL,  NULL,    NULL,    NULL,   NULL,
                                         "pidr1", "pidr2", "ccr",  "sar", "pidr3", "pidr4", "iva",  "eiem",
                                         "itmr",  "pcsq",  "pcoq", "iir", "isr",   "ior",   "ipsw", "eirr",
                                         "tr0",   "tr1",   "tr2",  "tr3", "tr4",   "tr5",   "tr6",  "tr7"};
    if (name[n]) PUT("%s", name[n]);
    else PUT("cr%u", n);
}

/* Floating-point register HALF / 2, its right half if HALF is odd. Registers 0 to 3 hold the status and the exception
 * registers 1 to 7, one to a half. */
static void put_fr(struct word_text *t, u32 half)
{
    if (half > 0 && half < 8) PUT("fpe%u", half);
    else PUT("fr%u%s", half / 2, half & 1 ? "R" : "");
}

static void put_fd(struct word_text *t, u32 reg) { put_fr(t, reg * 2); }

/* Conditions, indexed by c and, in the second half of a list, f. An empty string is "never". A NULL is a condition that
 * the architecture leaves undefined: no instruction. */
static const char *const cond_sub[16] = {"",   "=",  "<",  "<=", "<<",  "<<=", "sv",  "od",
                                         "tr", "<>", ">=", ">",  ">>=", ">>",  "nsv", "ev"};
static const char *const cond_add[16] = {"",   "=",  "<",  "<=", "nuv", "znv", "sv",  "od",
                                         "tr", "<>", ">=", ">",  "uv",  "vnz", "nsv", "ev"};
static const char *const cond_logic[16] = {"",   "=",  "<",  "<=", NULL, NULL, NULL, "od",
                                           "tr", "<>", ">=", ">",  NULL, NULL, NULL, "ev"};
static const char *const cond_unit[16] = {"",   "swz", "sbz", "shz", "sdc", "swc", "sbc", "shc",
                                          "tr", "nwz", "nbz", "nhz", "ndc", "nwc", "nbc", "nhc"};
static const char *const cond_shift[8] = {"", "=", "<", "od", "tr", "<>", ">=", "ev"};
static const char *const cond_cmpib_d[8] = {"<<", "=", "<", "<=", ">>=", "<>", ">=", ">"};
static const char *const cond_fp[32] = {"false?", "false", "?",  "!<=>", "=",   "=t",  "?=",    "!<>",
                                        "!?>=",   "<",     "?<", "!>=",  "!?>", "<=",  "?<=",   "!>",
                                        "!?<=",   ">",     "?>", "!<=",  "!?<", ">=",  "?>=",   "!<",
                                        "!?=",    "<>",    "!=", "!=t",  "!?",  "<=>", "true?", "true"};

static void put_or_undefined(struct word_text *t, const char *s)
{
    if (s) PUT("%s", s);
    else t->undefined = true;
}

/* ",<" or, for a double word, ",*<"; a double word shows even with "never". */
static void put_cond(struct word_text *t, const char *cond, bool dw)
{
    if (!cond || *cond || dw) PUT(dw ? ",*" : ",");
    put_or_undefined(t, cond);
}

static u32 cond_cf(u32 w) { return pa_bits(w, 19, 19) << 3 | pa_cond(w); }

#define PIECE(name) static void piece_##name(struct word_text *t, u32 w)

PIECE(r) { put_gr(t, pa_r(w)); }
PIECE(b) { put_gr(t, pa_b(w)); }
PIECE(t) { put_gr(t, pa_t(w)); }
PIECE(s)
{
    if (pa_sp2(w)) PUT("sr%u,", pa_sp2(w));
}
PIECE(sr3) { PUT("sr%u", pa_sr3(w)); }
PIECE(cr) { put_cr(t, pa_cr(w)); }
PIECE(w)
{
    if (pa_mfctl_w(w)) PUT(",w");
}

PIECE(im5_11) { put_signed(t, pa_im5_11(w)); }
PIECE(im5_27) { put_signed(t, pa_im5_27(w)); }
PIECE(im11) { put_signed(t, pa_im11(w)); }
PIECE(im14) { put_signed(t, pa_im14(w)); }
PIECE(im11a) { put_signed(t, pa_im11a(w)); }
PIECE(im12a) { put_signed(t, pa_im12a(w)); }
PIECE(im21)
{
    PUT("L%%");
    put_signed(t, (i32)pa_im21(w));
}
PIECE(brk5) { PUT("%x", pa_break_im5(w)); }
PIECE(brk13) { PUT("%x", pa_break_im13(w)); }
PIECE(im10) { PUT("%x", pa_im10(w)); }
PIECE(im26) { PUT("%x", pa_im26(w)); }
PIECE(im5u) { PUT("%x", pa_bits(w, 11, 15)); }
PIECE(bts) { PUT("%x", pa_bts(w)); }

PIECE(sfu) { PUT("%u", pa_uid(w)); }
PIECE(sop0) { PUT("%x", pa_bits(w, 6, 20) << 5 | pa_bits(w, 27, 31)); }
PIECE(sop1) { PUT("%x", pa_bits(w, 6, 20)); }
PIECE(sop2) { PUT("%x", pa_bits(w, 11, 20) << 5 | pa_bits(w, 27, 31)); }
PIECE(sop3) { PUT("%x", pa_bits(w, 16, 20) << 5 | pa_bits(w, 27, 31)); }
PIECE(copsop) { PUT("%x", pa_bits(w, 6, 22) << 5 | pa_bits(w, 27, 31)); }
PIECE(n26)
{
    if (pa_n26(w)) PUT(",n");
}
PIECE(n30)
{
    if (pa_n(w)) PUT(",n");
}

/* The d of carry and borrow stands in the mnemonic: add,dc. */
PIECE(d)
{
    if (pa_d26(w)) PUT("d");
}
PIECE(ca) { put_cond(t, cond_add[cond_cf(w)], pa_d26(w)); }
PIECE(cs) { put_cond(t, cond_sub[cond_cf(w)], pa_d26(w)); }
PIECE(cl) { put_cond(t, cond_logic[cond_cf(w)], pa_d26(w)); }
PIECE(cu) { put_cond(t, cond_unit[cond_cf(w)], pa_d26(w)); }
PIECE(cds) { put_cond(t, cond_sub[cond_cf(w)], false); }
PIECE(ci) { put_cond(t, cond_sub[cond_cf(w)], false); }
PIECE(cia) { put_cond(t, cond_add[cond_cf(w)], false); }
PIECE(csd20) { put_cond(t, cond_sub[cond_cf(w)], pa_d20(w)); }
PIECE(cx3) { put_cond(t, cond_shift[pa_cond(w)], false); }
PIECE(cx3d) { put_cond(t, cond_shift[pa_cond(w)], true); }
PIECE(bs) { put_cond(t, cond_sub[pa_cond(w)], false); }
PIECE(bsf) { put_cond(t, cond_sub[pa_cond(w) | 8], false); }
PIECE(bds) { put_cond(t, cond_sub[pa_cond(w)], true); }
PIECE(bdsf) { put_cond(t, cond_sub[pa_cond(w) | 8], true); }
PIECE(ba) { put_cond(t, cond_add[pa_cond(w)], false); }
PIECE(baf) { put_cond(t, cond_add[pa_cond(w) | 8], false); }
PIECE(bx) { put_cond(t, cond_shift[pa_cond(w)], false); }
PIECE(bids) { put_cond(t, cond_cmpib_d[pa_cond(w)], true); }
PIECE(cbb) { put_cond(t, pa_bits(w, 16, 16) ? ">=" : "<", pa_d18(w)); }

/* Cache control hints: bc block copy, sl spatial locality, co coherent operation (semaphores). */
static void put_hint(struct word_text *t, u32 hint, const char *const name[4])
{
    if (name[hint]) PUT(",%s", name[hint]);
}
PIECE(h) { put_hint(t, pa_cc(w), (const char *const[4]){[1] = "bc", [2] = "sl"}); }
PIECE(hc) { put_hint(t, pa_cc(w), (const char *const[4]){[1] = "co"}); }

PIECE(m)
{
    if (pa_m(w)) PUT(",m");
}
PIECE(cx)
{
    if (pa_u(w) || pa_m(w)) PUT(",%s%s", pa_u(w) ? "s" : "", pa_m(w) ? "m" : "");
}

/* Short displacement: modification by 0 afterwards is the "ordered" access of 2.0. */
static void put_modify(struct word_text *t, u32 m, u32 a, i32 disp)
{
    if (m) PUT(a ? ",mb" : disp ? ",ma" : ",o");
}
PIECE(cm) { put_modify(t, pa_m(w), pa_a(w), pa_im5_11(w)); }
PIECE(cmo)
{
    put_modify(t, pa_m(w), pa_a(w), 1);
} /* the semaphores have no ordered form, nor have the long displacements */
PIECE(cms) { put_modify(t, pa_m(w), pa_a(w), pa_im5_27(w)); }
PIECE(cby)
{
    if (pa_m(w) || pa_a(w)) PUT(",%s%s", pa_a(w) ? "e" : "b", pa_m(w) ? ",m" : "");
}
PIECE(cm11) { put_modify(t, pa_m28(w), pa_a29(w), 1); }
PIECE(cma) { PUT(pa_a29(w) ? ",mb" : ",ma"); }
PIECE(wm) { PUT(pa_im14(w) < 0 ? ",mb" : ",ma"); }
PIECE(wmx) { PUT(pa_im12a(w) < 0 ? ",ma" : ",mb"); }

PIECE(len5) { PUT("%u", pa_len5(w)); }
PIECE(len6_19) { PUT("%u", pa_len6_19(w)); }
PIECE(len6_23) { PUT("%u", pa_len6_23(w)); }
PIECE(pos5) { PUT("%u", pa_pos5(w)); }
PIECE(pos6) { PUT("%u", pa_pos6(w)); }
PIECE(cpos5) { PUT("%u", pa_cpos5(w)); }
PIECE(cpos6) { PUT("%u", pa_cpos6(w)); }
PIECE(bpos) { PUT("%x", pa_bb_pos(w)); }
PIECE(hsa) { PUT("%u", pa_hshift(w)); }
PIECE(perm) { PUT("%u%u%u%u", pa_bits(w, 17, 18), pa_bits(w, 20, 21), pa_bits(w, 22, 23), pa_bits(w, 24, 25)); }

PIECE(fr) { put_fd(t, pa_fr1_dbl(w)); }
PIECE(fq) { put_fd(t, pa_fr2_dbl(w)); }
PIECE(ft) { put_fd(t, pa_ft_dbl(w)); }
PIECE(fa) { put_fd(t, pa_fra_dbl(w)); }
PIECE(fr_e) { put_fr(t, pa_fr1_sgl(w)); }
PIECE(fq_e) { put_fr(t, pa_fr2_sgl(w)); }
PIECE(ft_e) { put_fr(t, pa_ft_sgl(w)); }
PIECE(fa_e) { put_fr(t, pa_fra_sgl(w)); }
PIECE(fr_25) { put_fr(t, pa_fr1_dbl(w) << 1 | pa_bits(w, 25, 25)); } /* the target's half, as objdump has it */
PIECE(fr11) { put_fd(t, pa_fr11_dbl(w)); }
PIECE(fr11h) { put_fr(t, pa_fr11_sgl(w)); }
PIECE(fcond) { put_cond(t, cond_fp[pa_fcond(w)], false); }
PIECE(fy)
{
    if (pa_fy(w)) PUT(",,%u", pa_fy(w) - 1);
}

/* FTEST: the conditions on the queue, and the single bits. */
PIECE(facc)
{
    static const char *const name[32] = {
        [1] = "acc", [2] = "rej", [5] = "acc8", [6] = "rej8", [9] = "acc6", [13] = "acc4", [17] = "acc2"};
    put_or_undefined(t, name[pa_fcond(w)]);
}
PIECE(fbit) { PUT("%u", pa_ftest_y(w) - 1); }

static const char *const format[4] = {",sgl", ",dbl", "", ",quad"};
PIECE(fmt) { PUT("%s", format[pa_fmt(w)]); }
PIECE(fmt1) { PUT("%s", format[pa_fmt(w) & 1]); }
PIECE(fmtto) { PUT("%s", format[pa_fmt_to(w)]); }

/* Conversions in the syntax of 2.0: sub-operation bit 0 unsigned, then 1 from integer, 2 to integer, 3 to integer by
 * truncation. */
PIECE(cnv)
{
    static const char *const sized[2][4] = {{",w", ",dw", "", ",qw"}, {",uw", ",udw", "", ",uqw"}};
    u32 sub = pa_fsub1(w);
    if (sub == 4) PUT(",UND");
    if (sub == 4) return;
    const char *const *integer = sized[sub >> 2];
    sub &= 3;
    PUT("%s%s%s", sub == 3 ? ",t" : "", (sub == 1 ? integer : format)[pa_fmt(w)],
        (sub >= 2 ? integer : format)[pa_fmt_to(w)]);
}

static void put_five(struct word_text *t, u32 w, bool sgl)
{
    const u32 field[5] = {pa_rm1(w), pa_rm2(w), pa_tm(w), pa_ra(w), pa_ta(w)};
    for (int i = 0; i < 5; i++) {
        if (i) PUT(",");
        put_fr(t, sgl ? pa_mpy_sgl(field[i]) : field[i] * 2);
    }
}
PIECE(mpd) { put_five(t, w, false); }
PIECE(mps) { put_five(t, w, true); }

PIECE(target) { PUT("%x", pa_branch_target(w, t->pc).addr); }
PIECE(w17) { put_signed(t, pa_w17(w)); }
PIECE(bp)
{
    if (w & 1) PUT(",pop");
}
PIECE(bpl)
{
    if (w & 1) PUT(",push");
}

#define NAMED(name)                                                                                                    \
    {                                                                                                                  \
#name, sizeof #name - 1, piece_##name                                                                          \
    }
static const struct {
    const char *name;
    size_t len;
    void (*write)(struct word_text *t, u32 w);
} pieces[] = {
    NAMED(r),      NAMED(b),      NAMED(t),     NAMED(s),     NAMED(sr3),     NAMED(cr),      NAMED(w),
    NAMED(im5_11), NAMED(im5_27), NAMED(im11),  NAMED(im14),  NAMED(im11a),   NAMED(im12a),   NAMED(im21),
    NAMED(brk5),   NAMED(brk13),  NAMED(im10),  NAMED(im26),  NAMED(im5u),    NAMED(bts),     NAMED(sfu),
    NAMED(sop0),   NAMED(sop1),   NAMED(sop2),  NAMED(sop3),  NAMED(copsop),  NAMED(n26),     NAMED(n30),
    NAMED(d),      NAMED(ca),     NAMED(cs),    NAMED(cl),    NAMED(cu),      NAMED(cds),     NAMED(ci),
    NAMED(cia),    NAMED(csd20),  NAMED(cx3),   NAMED(cx3d),  NAMED(bs),      NAMED(bsf),     NAMED(bds),
    NAMED(bdsf),   NAMED(ba),     NAMED(baf),   NAMED(bx),    NAMED(bids),    NAMED(cbb),     NAMED(h),
    NAMED(hc),     NAMED(m),      NAMED(cx),    NAMED(cm),    NAMED(cms),     NAMED(cby),     NAMED(cm11),
    NAMED(cma),    NAMED(wm),     NAMED(wmx),   NAMED(len5),  NAMED(len6_19), NAMED(len6_23), NAMED(pos5),
    NAMED(pos6),   NAMED(cpos5),  NAMED(cpos6), NAMED(bpos),  NAMED(hsa),     NAMED(perm),    NAMED(fr),
    NAMED(fq),     NAMED(ft),     NAMED(fa),    NAMED(fr_e),  NAMED(fq_e),    NAMED(ft_e),    NAMED(fa_e),
    NAMED(fr11),   NAMED(fr_25),  NAMED(fr11h), NAMED(fcond), NAMED(facc),    NAMED(fbit),    NAMED(fmt),
    NAMED(fmt1),   NAMED(fmtto),  NAMED(cnv),   NAMED(cmo),   NAMED(fy),      NAMED(mpd),     NAMED(mps),
    NAMED(target), NAMED(w17),    NAMED(bp),    NAMED(bpl),
};

static bool put_known(struct word_text *t, const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(pieces); i++)
        if (pieces[i].len == len && pieces[i].name[0] == name[0] && !memcmp(pieces[i].name, name, len)) {
            pieces[i].write(t, t->word);
            return true;
        }
    return false;
}

static void put_piece(void *ctx, const char *name, size_t len)
{
    struct word_text *t = ctx;
    if (!put_known(t, name, len)) PUT("{%.*s}", (int)len, name);
}

bool pa_disasm_piece(struct text *out, u32 word, u32 pc, const char *name, size_t len)
{
    struct word_text t = {.text = *out, .word = word, .pc = pc};
    bool known = put_known(&t, name, len);
    *out = t.text;
    return known;
}

struct text_row {
    u32 mask, match;
    const char *syntax;
};

#define MAJOR(op)
#define TEXT(pattern, syntax) PA_CHECK_PATTERN(pattern);
#define ODD(pattern, syntax)  PA_CHECK_PATTERN(pattern);
#include "isa/parisc/insn/text.def"
#undef TEXT
#undef ODD

#define ROW(pattern, syntax) {PA_MASK_OF(pattern), PA_MATCH_OF(pattern), syntax},
static const struct text_row text_rows[] = {
#define TEXT(pattern, syntax) ROW(pattern, syntax)
#define ODD(pattern, syntax)
#include "isa/parisc/insn/text.def"
#undef TEXT
#undef ODD
};
static const struct text_row odd_rows[] = {
#define TEXT(pattern, syntax)
#define ODD(pattern, syntax) ROW(pattern, syntax)
#include "isa/parisc/insn/text.def"
#undef TEXT
#undef ODD
};
#undef MAJOR

bool pa_disasm_syntax(unsigned i, struct teach_syntax *out)
{
    enum { TEXTS = ARRAY_LEN(text_rows), ODDS = ARRAY_LEN(odd_rows) };
    if (i < TEXTS + ODDS) {
        const struct text_row *r = i < TEXTS ? &text_rows[i] : &odd_rows[i - TEXTS];
        *out = (struct teach_syntax){.mask = r->mask, .match = r->match, .syntax = r->syntax};
        return true;
    }
    if (i - TEXTS - ODDS >= PA_OP_COUNT) return false;
    const struct pa_insn *in = pa_insn_row((enum pa_op)(i - TEXTS - ODDS));
    *out = (struct teach_syntax){.mask = in->mask | in->ignored, .match = in->match, .syntax = in->syntax};
    return true;
}

static const char *find_row(const struct text_row *rows, size_t n, u32 word)
{
    for (size_t i = 0; i < n; i++)
        if ((word & rows[i].mask) == rows[i].match) return rows[i].syntax;
    return NULL;
}

/* The syntax of a word, or NULL if it is to be shown as data: no row, or bits set that the processor would ignore. */
static const char *syntax_of(u32 word)
{
    const char *text = find_row(text_rows, ARRAY_LEN(text_rows), word);
    if (text) return *text == '#' ? NULL : text;
    const struct pa_insn *insn = pa_decode(word);
    bool certain = insn && !(word & insn->ignored);
    bool catch_all = insn && (insn->flags & PA_COPR) && (insn->flags & PA_GENERIC);
    if (certain && !catch_all) return insn->syntax;
    text = find_row(odd_rows, ARRAY_LEN(odd_rows), word);
    return text || !certain ? text : insn->syntax;
}

int pa_disasm(u32 word, u32 pc, char *out, size_t cap)
{
    struct word_text t = {.text = text_begin(out, cap), .word = word, .pc = pc};
    const char *syntax = syntax_of(word);
    if (syntax) text_fill(&t.text, syntax, put_piece, &t);
    if (!syntax || t.undefined) {
        text_cut(&t.text, 0);
        text_put(&t.text, "#%8x", word);
    }
    return (int)t.text.len;
}
