/* What is known of the Itanium operations without running them: the rows of isa/ia64/uop.def. */
#ifndef PCGRAM_IA64_UOPS_H
#define PCGRAM_IA64_UOPS_H

#include "emu/core/uop.h"

/* The kind of a uop: its row, whatever the form of its handler. 0 is none. A block keeps it in struct uop_info. */
enum ia64_uop {
    IA64_UOP_NONE,
#define OP(name, ...) IA64_UOP_##name,
#define HALF(name)    IA64_UOP_##name,
#include "isa/ia64/uop.def"
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
    IA64_FIELD_FDEF, /* floating-point registers: these may rotate */
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

static inline bool ia64_field_rotates(enum ia64_field f) { return f >= IA64_FIELD_FDEF && f <= IA64_FIELD_FTAG; }

enum ia64_uop_flag {
    IA64_UOP_READS = 1 << 0,
    IA64_UOP_WRITES = 1 << 1,
    IA64_UOP_TRAPS = 1 << 2,
    IA64_UOP_RESYNCS = 1 << 3,
    IA64_UOP_BRANCHES = 1 << 4,
    IA64_UOP_ENDS = 1 << 5,
    IA64_UOP_WIDE = 1 << 6,
    IA64_UOP_GUARDS = 1 << 7,
    IA64_UOP_PAIR = 1 << 8,
    IA64_UOP_FPSR = 1 << 9,
    IA64_UOP_ALAT = 1 << 10,
    IA64_UOP_NATS = 1 << 11,
    IA64_UOP_PR_IN = 1 << 12,
    IA64_UOP_PR_OUT = 1 << 13,
    IA64_UOP_STATE_IN = 1 << 14,
    IA64_UOP_STATE_OUT = 1 << 15,
    IA64_UOP_OUTSIDE = 1 << 16,
};

/* The forms of a handler, of which any may be together. */
enum ia64_uop_form { IA64_FORM_BE = 1 << 0, IA64_FORM_TIMED = 1 << 1, IA64_UOP_FORMS = 1 << 2 };

struct ia64_uop_row {
    const char *name;
    uop_fn *fn[IA64_UOP_FORMS]; /* NULL: there is no such form; a half has no handler at all */
    u8 a, b, c, d, imm;         /* enum ia64_field */
    u8 bytes;                   /* of its access to memory, at most */
    u32 flags;                  /* enum ia64_uop_flag */
};

/* The row of a kind; that of IA64_UOP_NONE is all zero. */
const struct ia64_uop_row *ia64_uop_row(enum ia64_uop kind);

/* The form of the row for big-endian data, in a timed block: of these, what it comes in. */
unsigned ia64_uop_form(const struct ia64_uop_row *row, bool be, bool timed);

/* A uop as text, for debugging: "ld8_i_be a=r3 c=r5 d=59 imm=8". */
void ia64_uop_text(enum ia64_uop kind, const struct uop *u, char *out, size_t cap);

#endif
