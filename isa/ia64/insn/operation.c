#include "isa/ia64/insn/operation.h"

#include "emu/core/text.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/fields.h"

const char ia64_operation_legend[] = "qp:             if the qualifying predicate is 1; else nothing happens\n"
                                     "r1, f2, p1 ...  the registers in the fields of that name; immediates, positions\n"
                                     "                (pos, cpos) and lengths (len) as the syntax has them\n"
                                     "memN[a]         N bytes of memory at a, zero-extended; sz is N\n"
                                     "mem.X[a]        a floating-point value: s single, d double, e extended, 8 the\n"
                                     "                significand alone; fsz, psz is X\n"
                                     "zextN sextN     the low N bytes extended with zeros, with the sign\n"
                                     "sat, satu       saturated, signed and unsigned\n"
                                     "rnd, .s, .d     rounded, to single, to double; sf is the status field, whose\n"
                                     "                flags the operation sets\n"
                                     "[z]             cmp4 looks at bits 31:0 of both operands\n"
                                     "a : b           both as one number, a on the left; bit 0 is the rightmost\n"
                                     "bytes, halves,  elements of 8, 16, 32 bits of each operand by itself\n"
                                     "words, singles\n"
                                     "NaT             a NaT bit of an operand goes to the result; a compare with one\n"
                                     "                clears both predicates (or, or.andcm: leaves them); addresses,\n"
                                     "                branch registers and stores do not take one\n"
                                     "ALAT            the table of advanced loads: a store to the address of an entry\n"
                                     "                takes it away\n"
                                     "frame, outputs  registers r32 to r(31 + sof); those behind the first sol\n"
                                     "rotate          the registers that rotate go up by one name; p16 was p63\n"
                                     "lc, ec          ar.lc, ar.ec; level: the privilege level\n";

static const char *const texts[IA64_OP_COUNT] = {
#define OP(id, text) [IA64_OP_##id] = text,
#include "isa/ia64/insn/operation.def"
#undef OP
};

const char *ia64_operation_text(enum ia64_op op) { return texts[op]; }

struct op_text {
    struct text text;
    const struct ia64_insn *insn;
    u64 word, l, pc;
    bool symbolic; /* names, not values */
};

#define PUT(...) text_put(&t->text, __VA_ARGS__)

static void put_qp(struct op_text *t)
{
    if (t->symbolic) PUT("qp: ");
    else if (ia64_qp(t->word)) PUT("p%u: ", ia64_qp(t->word));
}

static void put_name(struct op_text *t, const char *name, size_t len)
{
    const char *suffix = memchr(name, '_', len);
    PUT("%.*s", (int)(suffix ? (size_t)(suffix - name) : len), name);
}

static void put_value(struct op_text *t, const char *name, size_t len)
{
    if (len >= 6 && (!memcmp(name, "target", 6) || !memcmp(name, "tag_", 4))) PUT("0x");
    if (!ia64_disasm_piece(&t->text, t->word, t->l, t->pc, name, len)) PUT("{%.*s}", (int)len, name);
}

static void put_piece(void *ctx, const char *name, size_t len)
{
    struct op_text *t = ctx;
    if (text_is(name, len, "qp")) put_qp(t);
    else if (text_is(name, len, "z4")) PUT("%s", t->symbolic ? "[z]" : ia64_cmp4(t->word) ? " of bits 31:0" : "");
    else if (t->symbolic) put_name(t, name, len);
    else put_value(t, name, len);
}

static int fill(struct op_text *t)
{
    const char *text = texts[t->insn->op];
    if (!(t->insn->flags & IA64_NO_QP) && !strstr(text, "{qp}")) put_qp(t);
    text_fill(&t->text, text, put_piece, t);
    text_join_signs(&t->text);
    return (int)t->text.len;
}

int ia64_operation_of_row(enum ia64_op op, char *out, size_t cap)
{
    struct op_text t = {.text = text_begin(out, cap), .insn = ia64_insn_row(op), .symbolic = true};
    return fill(&t);
}

int ia64_operation(enum ia64_unit unit, u64 word, u64 l, u64 pc, char *out, size_t cap)
{
    struct op_text t = {.text = text_begin(out, cap), .insn = ia64_decode(unit, word), .word = word, .l = l, .pc = pc};
    return t.insn ? fill(&t) : 0;
}
