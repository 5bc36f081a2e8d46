/* What is known of the PA-RISC operations without running them: the rows of isa/parisc/exec/uop.def. */
#ifndef PCGRAM_PARISC_UOPS_H
#define PCGRAM_PARISC_UOPS_H

#include "emu/core/uop_row.h"

/* The kind of a uop: its row, whatever the form of its handler. 0 is none. A block keeps it in struct uop_info. */
enum pa_uop {
    PA_UOP_NONE,
#define OP(name, ...) PA_UOP_##name,
#define HALF(name)    PA_UOP_##name,
#include "isa/parisc/exec/uop.def"
    PA_UOP_COUNT
};

/* How an access forms its address, in the order in which its operations stand: by displacement, by it with the base modified before or after,
 * by index, by it with the base modified after. */
enum pa_access_mode { ACCESS_D, ACCESS_MB, ACCESS_MA, ACCESS_X, ACCESS_XM };

/* What a branch does to the shadow stack (uop `stack` of timed blocks). */
enum stack_change { STACK_NONE, STACK_CALL, STACK_CALL_INDIRECT, STACK_RETURN, STACK_JUMP_INDIRECT, STACK_JUMP };

/* That of the operations by condition whose condition (c << 1 | f) it is, `first` being the one of 2; else `full`. */
static inline enum pa_uop pa_by_condition(enum pa_uop first, unsigned cf, enum pa_uop full)
{
    return cf >= 2 && cf < 16 ? first + (cf - 2) : full;
}

/* Modifiers: of arithmetic (imm, or c with an immediate; the lowest bits shift) and of shifts, extracts and deposits (d, above the
 * condition). */
enum { SHIFT = 3, NO_CARRY = 4, TRAP_SV = 8, WITH_CARRY = 16, TRAP_COND = 32 };
enum { SED_DW = 16, SED_SIGN = 32, SED_KEEP = 32, SED_SAR = 64, SED_IMMEDIATE = 128 };

/* What a field of a uop means; the comment of the table has the rest. */
enum pa_field {
    PA_FIELD_NO,
    PA_FIELD_DEF, /* general registers */
    PA_FIELD_USE,
    PA_FIELD_MOD,
    PA_FIELD_FDEF, /* floating-point registers */
    PA_FIELD_FUSE,
    PA_FIELD_HDEF, /* halves of them */
    PA_FIELD_HUSE,
    PA_FIELD_USE_NUM, /* a general register or a number */
    PA_FIELD_NUM,     /* numbers */
    PA_FIELD_CF, PA_FIELD_SED, PA_FIELD_SHIFT, PA_FIELD_POS, PA_FIELD_LEN, PA_FIELD_IM5, PA_FIELD_UNIT,
    PA_FIELD_SPACE, PA_FIELD_CONTROL, PA_FIELD_HOW,
    PA_FIELD_VALUE, PA_FIELD_DISP, PA_FIELD_BITS, PA_FIELD_PC, PA_FIELD_WORD, PA_FIELD_TO, PA_FIELD_EXIT,
};

/* FLAGS of the table, whose comment says what they mean. */
#define PA_UOP_FLAGS(FLAG)                                                                                             \
    UOP_FLAGS(FLAG)                                                                                                    \
    FLAG(NULLIFIES, UOP_OWN) FLAG(R1, UOP_OWN + 1) FLAG(R30, UOP_OWN + 2) FLAG(R31, UOP_OWN + 3)                       \
    FLAG(MORE_FR, UOP_OWN + 4) FLAG(CARRY_IN, UOP_OWN + 5) FLAG(CARRY_OUT, UOP_OWN + 6)
enum pa_uop_flag {
#define FLAG(name, bit) PA_UOP_##name = 1 << (bit),
    PA_UOP_FLAGS(FLAG)
#undef FLAG
};

/* Where a handler takes its operands from: the registers, but one of them from the last result (emu/core/uop.h). Each form for timed
 * blocks, too. */
enum pa_form { PA_FORM_PLAIN, PA_FORM_A, PA_FORM_B, PA_FORM_C, PA_FORM_TIMED };

/* The row of a kind; that of PA_UOP_NONE is all zero. */
const struct uop_row *pa_uop_row(enum pa_uop kind);

enum { LAST_NONE = 0xff }; /* no register is known to hold the last result */

/* The form to use for operands a, b, c when `last` is the register that holds the last result. */
enum pa_form pa_uop_form(const struct uop_row *row, unsigned a, unsigned b, unsigned c, unsigned last);

/* The register that holds the last result behind this operation, if `last` held it before. */
unsigned pa_uop_last(const struct uop_row *row, const struct uop *u, unsigned last);

/* A uop as text, for debugging: "addl_b a=r3 b=r4 c=r5". */
void pa_uop_text(enum pa_uop kind, const struct uop *u, char *out, size_t cap);

#endif
