/* The syntax strings of the tables, filled in: each {name} is a piece of text made from fields of the slot. */
#include "isa/ia64/insn/disasm.h"
#include "emu/core/text.h"
#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/insn/decode.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/pattern.h"

#include <stdlib.h>

struct slot_text {
    struct text text;
    u64 word, l, pc; /* l: the immediate slot of a long instruction */
    bool nameless;   /* a completer has a code without a name: the assembler cannot make this instruction */
};

#define PUT(...) text_put(&t->text, __VA_ARGS__)

static void put_name(struct slot_text *t, const char *name)
{
    if (name) PUT("%s", name);
    else t->nameless = true;
}

const char *ia64_ar_name(unsigned n)
{
    static const char *const name[128] = {
        [0] = "k0",    [1] = "k1",    [2] = "k2",        [3] = "k3",    [4] = "k4",   [5] = "k5",     [6] = "k6",
        [7] = "k7",    [16] = "rsc",  [17] = "bsp",      [18] = "bspstore", [19] = "rnat", [21] = "fcr", [24] = "eflag",
        [25] = "csd",  [26] = "ssd",  [27] = "cflg",     [28] = "fsr",  [29] = "fir", [30] = "fdr",   [32] = "ccv",
        [36] = "unat", [40] = "fpsr", [44] = "itc",      [45] = "ruc",  [64] = "pfs", [65] = "lc",    [66] = "ec"};
    return name[n & 127];
}

/* Application and control registers: those with a name. */
static void put_ar(struct slot_text *t, unsigned n)
{
    if (ia64_ar_name(n)) PUT("ar.%s", ia64_ar_name(n));
    else PUT("ar%u", n);
}

static void put_cr(struct slot_text *t, unsigned n)
{
    static const char *const name[128] = {
        [0] = "dcr",   [1] = "itm",   [2] = "iva",   [8] = "pta",  [16] = "ipsr", [17] = "isr",  [19] = "iip",
        [20] = "ifa",  [21] = "itir", [22] = "iipa", [23] = "ifs", [24] = "iim",  [25] = "iha",  [26] = "iib0",
        [27] = "iib1", [64] = "lid",  [65] = "ivr",  [66] = "tpr", [67] = "eoi",  [68] = "irr0", [69] = "irr1",
        [70] = "irr2", [71] = "irr3", [72] = "itv",  [73] = "pmv", [74] = "cmcv", [80] = "lrr0", [81] = "lrr1"};
    if (name[n]) PUT("cr.%s", name[n]);
    else PUT("cr%u", n);
}

static void put_address(struct slot_text *t, i64 displacement)
{
    PUT("%llx", (unsigned long long)(t->pc + (u64)displacement));
}

#define PIECE(name) static void piece_##name(struct slot_text *t, u64 w)
#define DECIMAL(name, value)                                                                                           \
    PIECE(name) { PUT("%lld", (long long)(value)); }
#define HEX(name, value)                                                                                               \
    PIECE(name) { PUT("0x%llx", (unsigned long long)(value)); }
#define ADDRESS(name, displacement)                                                                                    \
    PIECE(name) { put_address(t, displacement); }

PIECE(r1) { PUT("r%u", ia64_r1(w)); }
PIECE(r2) { PUT("r%u", ia64_r2(w)); }
PIECE(r3) { PUT("r%u", ia64_r3(w)); }
PIECE(r3_2) { PUT("r%u", ia64_r3_2(w)); }
PIECE(f1) { PUT("f%u", ia64_f1(w)); }
PIECE(f2) { PUT("f%u", ia64_f2(w)); }
PIECE(f3) { PUT("f%u", ia64_f3(w)); }
PIECE(f4) { PUT("f%u", ia64_f4(w)); }
PIECE(p1) { PUT("p%u", ia64_p1(w)); }
PIECE(p2) { PUT("p%u", ia64_p2(w)); }
PIECE(b1) { PUT("b%u", ia64_b1(w)); }
PIECE(b2) { PUT("b%u", ia64_b2(w)); }
PIECE(ar3) { put_ar(t, ia64_ar3(w)); }
PIECE(cr3) { put_cr(t, ia64_cr3(w)); }

DECIMAL(imm1, ia64_imm1(w))
DECIMAL(imm8, ia64_imm8(w))
DECIMAL(imm14, ia64_imm14(w))
DECIMAL(imm22, ia64_imm22(w))
DECIMAL(imm9a, ia64_imm9a(w))
DECIMAL(imm9b, ia64_imm9b(w))
DECIMAL(ct2, ia64_count2(w))
DECIMAL(len6, ia64_len6(w))
DECIMAL(len4, ia64_len4(w))
DECIMAL(pos6, ia64_pos6b(w))
DECIMAL(cpos6b, ia64_cpos6b(w))
DECIMAL(cpos6c, ia64_cpos6c(w))
DECIMAL(cpos6d, ia64_cpos6d(w))
DECIMAL(count6, ia64_count6(w))
DECIMAL(count5, ia64_count5(w))
DECIMAL(ccount5, ia64_ccount5(w))
DECIMAL(mcount, ia64_mpyshift(w))
DECIMAL(tf5, ia64_imm5(w))
DECIMAL(inc3, ia64_inc3(w))
DECIMAL(imm2, ia64_imm2(w))
DECIMAL(sof, ia64_sof(w))
DECIMAL(sol, ia64_sol(w))
DECIMAL(sor, ia64_sor(w))
DECIMAL(pairinc, ia64_size(w) == 2 ? 8 : 16)
DECIMAL(count6a, ia64_bits(w, 6, 6) + 1)
DECIMAL(imm19, ia64_bits(w, 36, 1) << 18 | ia64_bits(w, 12, 14) << 4 | ia64_bits(w, 6, 4))
DECIMAL(imm16, ia64_bits(w, 36, 1) << 15 | ia64_bits(w, 12, 11) << 4 | ia64_bits(w, 6, 4))
DECIMAL(dahr, ia64_bits(w, 23, 3))
DECIMAL(stride, ia64_sext(ia64_bits(w, 13, 5), 5) * 64)
HEX(imm21, ia64_imm21(w))
HEX(imm24, ia64_imm24(w))
HEX(imm44, ia64_imm44(w))
HEX(imm62, ia64_imm62(w, t->l))
HEX(imm64, ia64_imm64(w, t->l))
HEX(mask17, ia64_mask17(w))
HEX(mhtype8, ia64_mhtype8(w))
HEX(amask7, ia64_amask7(w))
HEX(omask7, ia64_omask7(w))
HEX(fclass9, ia64_fclass9(w))
ADDRESS(target, ia64_disp25(w))
ADDRESS(target64, ia64_disp64(w, t->l))
ADDRESS(target_chk, ia64_disp25_chk(w))
ADDRESS(target_fchkf, ia64_disp25_fchkf(w))
ADDRESS(tag_brp, ia64_tag_brp(w))
ADDRESS(tag_mov, ia64_tag_mov(w))

/* For what has no text at all. */
PIECE(none)
{
    (void)w;
    put_name(t, NULL);
}
PIECE(z4) { put_name(t, ia64_cmp4(w) ? "4" : ""); }
PIECE(sz) { PUT("%u", 1u << ia64_size(w)); }
PIECE(fsz) { put_name(t, (const char *const[]){"e", "8", "s", "d"}[ia64_size(w)]); }
PIECE(psz) { put_name(t, ia64_size(w) == 2 ? "s" : "d"); }
PIECE(fz) { put_name(t, (const char *const[]){".sig", ".exp", ".s", ".d"}[ia64_size(w)]); }
PIECE(sf) { PUT(".s%u", ia64_sf(w)); }

/* Hints on locality. Where bits are left over, the Itanium 9500 has a third bit and names .d1 to .d7 for what it makes
 * of it; older processors ignore it. */
PIECE(ldhint) { put_name(t, (const char *const[]){"", ".nt1", NULL, ".nta"}[ia64_ldhint(w)]); }
PIECE(ldhint0)
{
    u64 hint = ia64_bits(w, 19, 1) << 2 | ia64_ldhint(w);
    put_name(t, (const char *const[]){"", ".nt1", ".d2", ".nta", ".d4", ".d5", ".d6", ".d7"}[hint]);
}
PIECE(sthint) { put_name(t, (const char *const[]){"", NULL, NULL, ".nta"}[ia64_ldhint(w)]); }
PIECE(sthint0)
{
    u64 hint = ia64_bits(w, 12, 1) << 2 | ia64_ldhint(w);
    put_name(t, (const char *const[]){"", ".d1", ".d2", ".nta", ".d4", ".d5", ".d6", ".d7"}[hint]);
}
PIECE(lfhint)
{
    u64 hint = ia64_bits(w, 12, 1) << 2 | ia64_lfhint(w);
    put_name(t, (const char *const[]){"", ".nt1", ".nt2", ".nta", ".d4", ".d5", ".d6", ".d7"}[hint]);
}
PIECE(lftype) { PUT("%s%s", ia64_lfault(w) ? ".fault" : "", ia64_excl(w) ? ".excl" : ""); }

/* Branch hints: whether it is taken, how much to prefetch, whether to forget it. */
PIECE(wh) { put_name(t, (const char *const[]){".sptk", ".spnt", ".dptk", ".dpnt"}[ia64_wh(w)]); }
PIECE(wh3)
{
    put_name(t, (const char *const[]){NULL, ".sptk", NULL, ".spnt", NULL, ".dptk", NULL, ".dpnt"}[ia64_bits(w, 32, 3)]);
}
PIECE(ipwh) { put_name(t, (const char *const[]){".sptk", ".loop", ".dptk", ".exit"}[ia64_bits(w, 3, 2)]); }
PIECE(indwh) { put_name(t, (const char *const[]){".sptk", NULL, ".dptk", NULL}[ia64_bits(w, 3, 2)]); }
PIECE(mwh) { put_name(t, (const char *const[]){".sptk", "", ".dptk", NULL}[ia64_bits(w, 20, 2)]); }
PIECE(ph) { put_name(t, ia64_many(w) ? ".many" : ".few"); }
PIECE(dh) { put_name(t, ia64_dh(w) ? ".clr" : ""); }
PIECE(ih35) { put_name(t, ia64_bits(w, 35, 1) ? ".imp" : ""); }
PIECE(ih23) { put_name(t, ia64_bits(w, 23, 1) ? ".imp" : ""); }

#define NAMED(name)                                                                                                    \
    {                                                                                                                  \
#name, piece_##name                                                                                            \
    }
/* Sorted, for bsearch(). */
static const struct piece {
    const char *name;
    void (*write)(struct slot_text *t, u64 w);
} pieces[] = {
    NAMED(amask7),  NAMED(ar3),     NAMED(b1),       NAMED(b2),         NAMED(ccount5),      NAMED(count5),
    NAMED(count6),  NAMED(count6a), NAMED(cpos6b),   NAMED(cpos6c),     NAMED(cpos6d),       NAMED(cr3),
    NAMED(ct2),     NAMED(dahr),    NAMED(dh),       NAMED(f1),         NAMED(f2),           NAMED(f3),
    NAMED(f4),      NAMED(fclass9), NAMED(fsz),      NAMED(fz),         NAMED(ih23),         NAMED(ih35),
    NAMED(imm1),    NAMED(imm14),   NAMED(imm16),    NAMED(imm19),      NAMED(imm2),         NAMED(imm21),
    NAMED(imm22),   NAMED(imm24),   NAMED(imm44),    NAMED(imm62),      NAMED(imm64),        NAMED(imm8),
    NAMED(imm9a),   NAMED(imm9b),   NAMED(inc3),     NAMED(indwh),      NAMED(ipwh),         NAMED(ldhint),
    NAMED(ldhint0), NAMED(len4),    NAMED(len6),     NAMED(lfhint),     NAMED(lftype),       NAMED(mask17),
    NAMED(mcount),  NAMED(mhtype8), NAMED(mwh),      NAMED(none),       NAMED(omask7),       NAMED(p1),
    NAMED(p2),      NAMED(pairinc), NAMED(ph),       NAMED(pos6),       NAMED(psz),          NAMED(r1),
    NAMED(r2),      NAMED(r3),      NAMED(r3_2),     NAMED(sf),         NAMED(sof),          NAMED(sol),
    NAMED(sor),     NAMED(sthint),  NAMED(sthint0),  NAMED(stride),     NAMED(sz),           NAMED(tag_brp),
    NAMED(tag_mov), NAMED(target),  NAMED(target64), NAMED(target_chk), NAMED(target_fchkf), NAMED(tf5),
    NAMED(wh),      NAMED(wh3),     NAMED(z4),
};

struct name {
    const char *start;
    size_t len;
};

static int compare_names(const void *key, const void *element)
{
    const struct name *name = key;
    const struct piece *piece = element;
    int order = strncmp(name->start, piece->name, name->len);
    return order ? order : -(piece->name[name->len] != 0);
}

static const struct piece *find_piece(const char *start, size_t len)
{
    struct name name = {start, len};
    return bsearch(&name, pieces, ARRAY_LEN(pieces), sizeof *pieces, compare_names);
}

static void put_piece(void *ctx, const char *start, size_t len)
{
    struct slot_text *t = ctx;
    const struct piece *piece = find_piece(start, len);
    if (piece) piece->write(t, t->word);
    else PUT("{%.*s}", (int)len, start);
}

bool ia64_disasm_piece(struct text *out, u64 word, u64 l, u64 pc, const char *name, size_t len)
{
    struct slot_text t = {.text = *out, .word = word, .l = l, .pc = pc};
    const struct piece *piece = find_piece(name, len);
    if (piece) piece->write(&t, word);
    *out = t.text;
    return piece;
}

enum condition { ALWAYS, WHOLE, SAME };

struct text_row {
    u64 mask, match;
    enum ia64_unit unit;
    enum condition condition;
    const char *syntax;
};

#define TEXT(unit, pattern, condition, syntax) IA64_CHECK_PATTERN(pattern);
#define ODD(unit, pattern, condition, syntax)  IA64_CHECK_PATTERN(pattern);
#include "isa/ia64/insn/text.def"
#undef TEXT
#undef ODD

#define ROW(unit, pattern, condition, syntax)                                                                          \
    {IA64_MASK_OF(pattern), IA64_MATCH_OF(pattern), IA64_UNIT_##unit, condition, syntax},
static const struct text_row text_rows[] = {
#define TEXT(unit, pattern, condition, syntax) ROW(unit, pattern, condition, syntax)
#define ODD(unit, pattern, condition, syntax)
#include "isa/ia64/insn/text.def"
#undef TEXT
#undef ODD
};
static const struct text_row odd_rows[] = {
#define TEXT(unit, pattern, condition, syntax)
#define ODD(unit, pattern, condition, syntax) ROW(unit, pattern, condition, syntax)
#include "isa/ia64/insn/text.def"
#undef TEXT
#undef ODD
};

bool ia64_disasm_syntax(unsigned i, struct teach_syntax *out)
{
    enum { TEXTS = ARRAY_LEN(text_rows), ODDS = ARRAY_LEN(odd_rows) };
    if (i < TEXTS + ODDS) {
        const struct text_row *r = i < TEXTS ? &text_rows[i] : &odd_rows[i - TEXTS];
        *out = (struct teach_syntax){.mask = r->mask, .match = r->match, .unit = r->unit, .syntax = r->syntax};
    } else if (i - TEXTS - ODDS < IA64_OP_COUNT) {
        const struct ia64_insn *in = ia64_insn_row((enum ia64_op)(i - TEXTS - ODDS));
        *out = (struct teach_syntax){.mask = in->mask, .match = in->match, .unit = in->unit, .syntax = in->syntax};
    } else {
        return false;
    }
    if (out->unit == IA64_UNIT_A) out->unit = IA64_UNIT_M;
    return true;
}

static bool holds(enum condition condition, u64 w)
{
    switch (condition) {
    case WHOLE: return ia64_len6(w) + (ia64_bits(w, 33, 1) ? ia64_cpos6c(w) : ia64_pos6b(w)) == 64;
    case SAME: return ia64_f2(w) == ia64_f3(w);
    default: return true;
    }
}

static const char *find_row(const struct text_row *rows, size_t n, enum ia64_unit unit, u64 w)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].unit == unit && (w & rows[i].mask) == rows[i].match && holds(rows[i].condition, w))
            return rows[i].syntax;
    return NULL;
}

/* Adds the instruction, or nothing: false if it has no text. */
static bool put_insn(struct slot_text *t, enum ia64_unit unit)
{
    const struct ia64_insn *insn = ia64_decode(unit, t->word);
    if (insn) unit = (enum ia64_unit)insn->unit;
    const char *syntax = insn ? find_row(text_rows, ARRAY_LEN(text_rows), unit, t->word)
                              : find_row(odd_rows, ARRAY_LEN(odd_rows), unit, t->word);
    if (!syntax && insn) syntax = insn->syntax;
    if (!syntax) return false;
    size_t before = t->text.len;
    text_fill(&t->text, syntax, put_piece, t);
    if (t->nameless) text_cut(&t->text, before);
    return !t->nameless;
}

int ia64_disasm_word(unsigned unit, u64 word, char *out, size_t cap)
{
    struct slot_text t = {.text = text_begin(out, cap), .word = word};
    put_insn(&t, (enum ia64_unit)unit);
    return (int)t.text.len;
}

/* The number of the qualifying predicate, 0 if there is none to show. */
static unsigned predicate(enum ia64_unit unit, u64 word)
{
    const struct ia64_insn *insn = ia64_decode(unit, word);
    return insn && (insn->flags & IA64_NO_QP) ? 0 : ia64_qp(word);
}

/* Adds a slot; COLUMNS: as a column of a listing. */
static void put_slot(struct slot_text *t, const struct ia64_bundle *b, unsigned slot, bool columns)
{
    enum ia64_unit unit = (enum ia64_unit)b->template->unit[slot];
    bool reserved = b->template->reserved;
    if (columns && slot == 0) PUT("[%s] ", b->template->name);
    if (!reserved && unit == IA64_UNIT_X) return;
    if (columns && slot) PUT("      ");
    if (!reserved && unit == IA64_UNIT_L) {
        t->l = b->slot[1];
        unit = IA64_UNIT_X;
        slot = 2;
    }
    t->word = b->slot[slot];
    size_t before = t->text.len;
    unsigned qp = predicate(unit, t->word);
    if (qp) PUT("(p%02u) ", qp);
    else if (columns) PUT("      ");
    if (!reserved && put_insn(t, unit)) {
        if (columns && (b->template->stops >> slot & 1)) PUT(";;");
        return;
    }
    text_cut(&t->text, before);
    PUT("%sdata8 0x%09llx", columns ? "      " : "", (unsigned long long)t->word);
}

static int disasm(const u8 bundle[16], u64 pc, unsigned slot, char *out, size_t cap, bool columns)
{
    struct ia64_bundle b = ia64_bundle_at(bundle);
    struct slot_text t = {.text = text_begin(out, cap), .pc = pc};
    put_slot(&t, &b, slot, columns);
    return (int)t.text.len;
}

int ia64_disasm_slot(const u8 bundle[16], u64 pc, unsigned slot, char *out, size_t cap)
{
    return disasm(bundle, pc, slot, out, cap, false);
}

int ia64_disasm(const u8 bundle[16], u64 pc, unsigned slot, char *out, size_t cap)
{
    return disasm(bundle, pc, slot, out, cap, true);
}
