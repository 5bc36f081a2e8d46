#include "isa/parisc/insn/operation.h"

#include <stdio.h>

#include "emu/core/text.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/links.h"

const char pa_operation_legend[] =
    "r, b, t, x ...  the registers in the fields drawn so; fr, fq, ft, fa those of\n"
    "                floating point; immediates (im, w), cpos, len as the syntax has\n"
    "memN[a]         N bytes of memory at a, in the space that s and b select, the\n"
    "                first one the most significant\n"
    "ea, mod         the address, and what becomes of the base register behind it:\n"
    "                index, i = x, or x times the size if u:  m 0: b + i;\n"
    "                  m 1: b, mod b = b + i\n"
    "                short, im5:  m 0: b + im5;  m 1, a 0: b, mod b = b + im5;\n"
    "                  m 1, a 1: b + im5, mod b = b + im5\n"
    "                long: b + im; with modification (,ma ,mb) behind or before\n"
    "cond            the condition of c, negated by f, on the result; of subtract\n"
    "                and compare, on the operands (<< is < of unsigned numbers)\n"
    "nullify         the next instruction is skipped\n"
    "C/B, C          the 8 carry (or borrow) bits of the PSW, a digit each; C the\n"
    "                leftmost of a word. V: the PSW's divide step bit\n"
    "a : b           both as one number, a on the left; bit 0 is the leftmost\n"
    "zext sext       extended with zeros, with the sign; sat satu  saturated, signed\n"
    "                and unsigned\n"
    "goto            behind the delay slot. Its instruction is nullified by n: of an\n"
    "                unconditional branch always, of a conditional one forward if it\n"
    "                is taken, backward if it is not\n"
    "trap N          interruption N; then no register has changed\n";

static const char *const texts[PA_OP_COUNT] = {
#define OP(id, text) [PA_OP_##id] = text,
#include "isa/parisc/insn/operation.def"
#undef OP
};

const char *pa_operation_text(enum pa_op op) { return texts[op]; }

struct op_text {
    struct text text;
    const struct pa_insn *insn;
    u32 word, pc;
    bool symbolic; /* names, not values */
};

#define PUT(...) text_put(&t->text, __VA_ARGS__)

static void put_disasm(struct op_text *t, const char *name)
{
    pa_disasm_piece(&t->text, t->word, t->pc, name, strlen(name));
}

/* --- addresses ---------------------------------------------------------------------------------------------------- */

static void put_sum(struct op_text *t, const struct pa_address *a)
{
    put_disasm(t, "b");
    if (t->insn->addressing > PA_EA_INDEX) {
        if (a->disp) PUT(a->disp < 0 ? " - %u" : " + %u", a->disp < 0 ? -(u32)a->disp : (u32)a->disp);
        return;
    }
    PUT(a->shift ? " + (" : " + ");
    put_disasm(t, "r");
    if (a->shift) PUT(" << %u)", a->shift);
}

static void put_address(struct op_text *t)
{
    struct pa_address a = pa_address_of(t->insn, t->word);
    if (a.modify && !a.before) put_disasm(t, "b");
    else put_sum(t, &a);
}

static void put_modified(struct op_text *t)
{
    struct pa_address a = pa_address_of(t->insn, t->word);
    bool moves = t->insn->addressing <= PA_EA_INDEX || a.disp || a.within;
    if (!a.modify || !moves) return;
    PUT("; ");
    put_disasm(t, "b");
    PUT(a.within ? " = (" : " = ");
    put_sum(t, &a);
    if (a.within) PUT(") & ~%u", a.within);
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

/* What conditions say, by c and f; NULL: undefined. "" is never. The first is of two operands, the others of the
 * result. */
static const char *const of_difference[16] = {
    "",       "=",  "<",  "<=", "<<",  "<<=", "the difference overflows",         "the difference is odd",
    "always", "<>", ">=", ">",  ">>=", ">>",  "the difference does not overflow", "the difference is even"};
static const char *const of_sum[16] = {"",
                                       "the sum = 0",
                                       "the sum < 0",
                                       "the sum <= 0",
                                       "the sum has no carry",
                                       "the sum = 0 or has no carry",
                                       "the sum overflows",
                                       "the sum is odd",
                                       "always",
                                       "the sum <> 0",
                                       "the sum >= 0",
                                       "the sum > 0",
                                       "the sum has a carry",
                                       "the sum <> 0 and has a carry",
                                       "the sum does not overflow",
                                       "the sum is even"};
static const char *const of_logic[16] = {
    "",       "the result = 0",  "the result < 0",  "the result <= 0", NULL, NULL, NULL, "the result is odd",
    "always", "the result <> 0", "the result >= 0", "the result > 0",  NULL, NULL, NULL, "the result is even"};
static const char *const of_units[16] = {"",
                                         "a word of the result is 0",
                                         "a byte of the result is 0",
                                         "a halfword of the result is 0",
                                         "a digit has a carry",
                                         "a word has a carry",
                                         "a byte has a carry",
                                         "a halfword has a carry",
                                         "always",
                                         "no word of the result is 0",
                                         "no byte of the result is 0",
                                         "no halfword of the result is 0",
                                         "no digit has a carry",
                                         "no word has a carry",
                                         "no byte has a carry",
                                         "no halfword has a carry"};
/* By c alone: shifts, extracts, deposits; the comparison of a double word with an immediate. */
static const u8 shift_conditions[8] = {0, 1, 2, 7, 8, 9, 10, 15};
static const u8 double_conditions[8] = {4, 1, 2, 3, 12, 9, 10, 11};

static unsigned condition_of(const struct pa_insn *in, u32 w)
{
    unsigned c = pa_cond(w);
    if (in->op == PA_OP_cmpib_d) return double_conditions[c];
    if (in->flags & PA_COND_SHIFT) return shift_conditions[c];
    if (!(in->flags & PA_COND_BRANCH)) return c | pa_cond_f(w) << 3;
    return c | (in->flags & PA_COND_FALSE ? 8u : 0);
}

static void put_piece(void *ctx, const char *name, size_t len);

/* "r3 RELATION r4"; the first is an immediate where the flags say so. */
static void put_related(struct op_text *t, const char *relation)
{
    const char *first = t->insn->flags & PA_IM5 ? "im5_11" : t->insn->flags & PA_IM11 ? "im11" : "r";
    put_piece(t, first, strlen(first));
    PUT(" %s ", relation);
    put_piece(t, "b", 1);
}

static void put_difference(struct op_text *t, unsigned cf)
{
    const char *relation = of_difference[cf];
    if (relation[0] >= 'a') PUT("%s", relation);
    else put_related(t, relation);
}

static bool is_of_operands(const struct pa_insn *in) { return in->flags & PA_COND_SUB && in->op != PA_OP_ds; }

static void put_condition(struct op_text *t)
{
    u32 flags = t->insn->flags;
    unsigned cf = condition_of(t->insn, t->word);
    const char *const *table = flags & PA_COND_ADD ? of_sum : flags & PA_COND_UNIT ? of_units : of_logic;
    if (is_of_operands(t->insn)) {
        if (cf) put_difference(t, cf);
        return;
    }
    if (flags & PA_COND_SUB) table = of_sum; /* DS: the manual gives it the names of compare, on its sum */
    PUT("%s", table[cf] ? table[cf] : "(undefined)");
}

static const u32 conditions = PA_COND_ADD | PA_COND_SUB | PA_COND_LOGIC | PA_COND_UNIT | PA_COND_SHIFT;

void pa_condition(u32 word, char *out, size_t cap)
{
    struct op_text t = {.text = text_begin(out, cap), .insn = pa_decode(word), .word = word};
    if (t.insn && t.insn->flags & conditions) put_condition(&t);
}

/* "BEFORE condition AFTER"; NEVER where there is none to hold. */
static void put_when(struct op_text *t, const char *before, const char *after, const char *never)
{
    char condition[80];
    if (t->symbolic) {
        PUT("%s", before);
        if (is_of_operands(t->insn)) put_related(t, "cond");
        else PUT("cond");
        PUT("%s", after);
        return;
    }
    struct op_text of = *t;
    of.text = text_begin(condition, sizeof condition);
    put_condition(&of);
    if (!condition[0]) PUT("%s", never);
    else PUT("%s%s%s", before, condition, after);
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* "rm1_d": the register of an FMPYADD by its name, double or single. */
static bool put_of_five(struct op_text *t, const char *name, size_t len)
{
    static const char *const names[] = {"rm1", "rm2", "ra", "ta", "tm"};
    u32 w = t->word;
    const u32 field[] = {pa_rm1(w), pa_rm2(w), pa_ra(w), pa_ta(w), pa_tm(w)};
    if (len < 4 || name[len - 2] != '_') return false;
    for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
        if (!text_is(name, len - 2, names[i])) continue;
        u32 half = name[len - 1] == 's' ? pa_mpy_sgl(field[i]) : field[i] * 2;
        PUT("fr%u%s", half / 2, half & 1 ? "R" : "");
        return true;
    }
    return false;
}

static bool put_immediate(struct op_text *t, const char *name, size_t len)
{
    u32 w = t->word;
    if (text_is(name, len, "im5_11")) PUT("%d", pa_im5_11(w));
    else if (text_is(name, len, "im11")) PUT("%d", pa_im11(w));
    else if (text_is(name, len, "im21")) PUT("0x%x", pa_im21(w));
    else if (text_is(name, len, "im10")) PUT("0x%x", pa_im10(w));
    else if (text_is(name, len, "w17")) PUT("%d", pa_w17(w));
    else if (text_is(name, len, "target")) PUT("0x%x", pa_branch_target(w, t->pc).addr);
    else if (text_is(name, len, "pos_bb")) PUT("%u", pa_bb_pos(w));
    else if (text_is(name, len, "bit")) PUT("%u", !pa_bits(w, 16, 16));
    else return false;
    return true;
}

/* ",<=": without its comma. */
static void put_relation(struct op_text *t)
{
    char relation[16];
    struct text r = text_begin(relation, sizeof relation);
    pa_disasm_piece(&r, t->word, t->pc, "fcond", 5);
    PUT("%s", relation + (relation[0] == ','));
}

static void put_value(struct op_text *t, const char *name, size_t len)
{
    if (text_is(name, len, "ea")) put_address(t);
    else if (text_is(name, len, "mod")) put_modified(t);
    else if (text_is(name, len, "rel")) put_relation(t);
    else if (!put_of_five(t, name, len) && !put_immediate(t, name, len) &&
             !pa_disasm_piece(&t->text, t->word, t->pc, name, len))
        PUT("{%.*s}", (int)len, name);
}

/* The letter that the pattern has for a field, where bit FIRST is. */
static char letter_at(const char *pattern, unsigned first)
{
    return pattern[first + (first > 5) + (first > 10) + (first > 15)];
}

static void put_name(struct op_text *t, const char *name, size_t len)
{
    const char *suffix = memchr(name, '_', len);
    if (text_is(name, len, "r")) PUT("%c", letter_at(t->insn->pattern, 11));
    else if (text_is(name, len, "b")) PUT("%c", letter_at(t->insn->pattern, 6));
    else if (text_is(name, len, "t")) PUT("%c", letter_at(t->insn->pattern, 27));
    else if (text_is(name, len, "s")) PUT("s,");
    else if (text_is(name, len, "bit")) PUT("1 (c 0) or 0 (c 1)");
    else if (text_is(name, len, "mod")) PUT("; mod");
    else PUT("%.*s", (int)(suffix ? (size_t)(suffix - name) : len), name);
}

static void put_piece(void *ctx, const char *name, size_t len)
{
    struct op_text *t = ctx;
    if (text_is(name, len, "nul")) put_when(t, "; if ", ": nullify", "");
    else if (text_is(name, len, "tc")) put_when(t, "; trap 13 if ", "", "");
    else if (text_is(name, len, "if")) put_when(t, "if ", ": ", "never: ");
    else if (t->symbolic) put_name(t, name, len);
    else put_value(t, name, len);
}

int pa_operation_of_row(enum pa_op op, char *out, size_t cap)
{
    struct op_text t = {.text = text_begin(out, cap), .insn = pa_insn_row(op), .symbolic = true};
    text_fill(&t.text, texts[op], put_piece, &t);
    return (int)t.text.len;
}

int pa_operation(u32 word, u32 pc, char *out, size_t cap)
{
    struct op_text t = {.text = text_begin(out, cap), .insn = pa_decode(word), .word = word, .pc = pc};
    if (t.insn) text_fill(&t.text, texts[t.insn->op], put_piece, &t);
    text_join_signs(&t.text);
    return (int)t.text.len;
}
