/* What is known of the Itanium operations without running them: the rows of isa/ia64/exec/uop.def. */
#ifndef PCGRAM_IA64_UOPS_H
#define PCGRAM_IA64_UOPS_H

#include "emu/core/uop_row.h"

/* The kind of a uop: its row, whatever the form of its handler. 0 is none. A block keeps it in struct uop_info. */
enum ia64_uop {
    IA64_UOP_NONE,
#define OP(name, ...) IA64_UOP_##name,
#define HALF(name)    IA64_UOP_##name,
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF
    IA64_UOP_COUNT
};

/* What a field of a uop means; the comment of the table has the rest. */
enum ia64_field {
    IA64_FIELD_NO,
    IA64_FIELD_DEF, /* general registers, their NaT bits, their entries in the ALAT */
    IA64_FIELD_USE,
    IA64_FIELD_MOD,
    IA64_FIELD_NDEF,
    IA64_FIELD_NUSE,
    IA64_FIELD_NMOD,
    IA64_FIELD_TAG,
    IA64_FIELD_FDEF, /* floating-point registers, by their names */
    IA64_FIELD_FUSE,
    IA64_FIELD_FMOD,
    IA64_FIELD_FTAG,
    IA64_FIELD_PDEF, /* predicates */
    IA64_FIELD_PUSE,
    IA64_FIELD_PMOD,
    IA64_FIELD_BDEF, /* branch registers */
    IA64_FIELD_BUSE,
    IA64_FIELD_NUM, /* numbers */
    IA64_FIELD_COUNT, IA64_FIELD_POS, IA64_FIELD_LEN, IA64_FIELD_SF, IA64_FIELD_ACCESS, IA64_FIELD_SKIP, IA64_FIELD_CR,
    IA64_FIELD_HOW,
    IA64_FIELD_IMM8, IA64_FIELD_IMM14, IA64_FIELD_VALUE, IA64_FIELD_DISP, IA64_FIELD_BITS, IA64_FIELD_AR, IA64_FIELD_TO,
    IA64_FIELD_EXIT,
};

/* FLAGS of the table, whose comment says what they mean. */
#define IA64_UOP_FLAGS(FLAG)                                                                                           \
    UOP_FLAGS(FLAG)                                                                                                    \
    FLAG(RESYNCS, UOP_OWN) FLAG(WIDE, UOP_OWN + 1) FLAG(GUARDS, UOP_OWN + 2) FLAG(ALAT, UOP_OWN + 3)                   \
    FLAG(NATS, UOP_OWN + 4) FLAG(PR_IN, UOP_OWN + 5) FLAG(PR_OUT, UOP_OWN + 6)
enum ia64_uop_flag {
#define FLAG(name, bit) IA64_UOP_##name = 1 << (bit),
    IA64_UOP_FLAGS(FLAG)
#undef FLAG
};

/* The forms of a handler, of which any may be together. */
enum ia64_uop_form { IA64_FORM_BE = 1 << 0, IA64_FORM_TIMED = 1 << 1, IA64_FORM_ROTATED = 1 << 2 };

/* The row of a kind; that of IA64_UOP_NONE is all zero. */
const struct uop_row *ia64_uop_row(enum ia64_uop kind);

/* Of the forms asked for (enum ia64_uop_form), those that the row comes in. */
unsigned ia64_uop_form(const struct uop_row *row, unsigned wanted);

/* A uop as text, for debugging: "ld8_i_be a=r3 c=r5 d=59 imm=8". */
void ia64_uop_text(enum ia64_uop kind, const struct uop *u, char *out, size_t cap);

#endif
