/* What is known of the PA-RISC operations without running them: the rows of isa/parisc/uop.def. */
#ifndef PCGRAM_PARISC_UOPS_H
#define PCGRAM_PARISC_UOPS_H

#include "emu/core/uop.h"

/* The kind of a uop: its row, whatever the form of its handler. 0 is none. A block keeps it in struct uop_info. */
enum pa_uop {
    PA_UOP_NONE,
#define OP(name, ...) PA_UOP_##name,
#define HALF(name)    PA_UOP_##name,
#include "isa/parisc/uop.def"
#undef OP
#undef HALF
    PA_UOP_COUNT
};

/* The kinds of one operation by condition (c << 1 | f); none for "never" and "always". */
#define PA_BY_CONDITION(name)                                                                                          \
    {[2] = PA_UOP_##name##_2,   [3] = PA_UOP_##name##_3,   [4] = PA_UOP_##name##_4,   [5] = PA_UOP_##name##_5,         \
     [6] = PA_UOP_##name##_6,   [7] = PA_UOP_##name##_7,   [8] = PA_UOP_##name##_8,   [9] = PA_UOP_##name##_9,         \
     [10] = PA_UOP_##name##_10, [11] = PA_UOP_##name##_11, [12] = PA_UOP_##name##_12, [13] = PA_UOP_##name##_13,       \
     [14] = PA_UOP_##name##_14, [15] = PA_UOP_##name##_15}

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

enum pa_uop_flag {
    PA_UOP_READS = 1 << 0,
    PA_UOP_WRITES = 1 << 1,
    PA_UOP_TRAPS = 1 << 2,
    PA_UOP_NULLIFIES = 1 << 3,
    PA_UOP_BRANCHES = 1 << 4,
    PA_UOP_ENDS = 1 << 5,
    PA_UOP_PAIR = 1 << 6,
    PA_UOP_R1 = 1 << 7,
    PA_UOP_R30 = 1 << 8,
    PA_UOP_R31 = 1 << 9,
    PA_UOP_MORE_FR = 1 << 10,
    PA_UOP_CARRY_IN = 1 << 11,
    PA_UOP_CARRY_OUT = 1 << 12,
    PA_UOP_FPSR = 1 << 13,
    PA_UOP_STATE_IN = 1 << 14,
    PA_UOP_STATE_OUT = 1 << 15,
    PA_UOP_OUTSIDE = 1 << 16,
};

/* Where a handler takes its operands from: the registers, but one of them from the last result (emu/core/uop.h). */
enum pa_form { PA_FORM_PLAIN, PA_FORM_A, PA_FORM_B, PA_FORM_C, PA_FORMS };

struct pa_uop_row {
    const char *name;
    uop_fn *fn[PA_FORMS][2]; /* by form; the second for timed blocks. NULL: there is none; a half has no handler at all */
    u8 a, b, c, d, imm;      /* enum pa_field */
    u8 bytes;                /* of its access to memory, at most */
    u32 flags;               /* enum pa_uop_flag */
};

/* The row of a kind; that of PA_UOP_NONE is all zero. */
const struct pa_uop_row *pa_uop_row(enum pa_uop kind);

enum { LAST_NONE = 0xff }; /* no register is known to hold the last result */

/* The form to use for operands a, b, c when `last` is the register that holds the last result. */
enum pa_form pa_uop_form(const struct pa_uop_row *row, unsigned a, unsigned b, unsigned c, unsigned last);

/* The register that holds the last result behind this operation, if `last` held it before. */
unsigned pa_uop_last(const struct pa_uop_row *row, const struct uop *u, unsigned last);

/* A uop as text, for debugging: "addl_b a=r3 b=r4 c=r5". */
void pa_uop_text(enum pa_uop kind, const struct uop *u, char *out, size_t cap);

#endif
