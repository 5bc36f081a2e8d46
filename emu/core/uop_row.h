/* What is known of an operation without running it: a row of an instruction set's table (isa/parisc/exec/uop.def, isa/ia64/exec/uop.def,
 * whose comments say what the columns mean). */
#ifndef PCGRAM_CORE_UOP_ROW_H
#define PCGRAM_CORE_UOP_ROW_H

#include "emu/core/uop.h"

/* Flags that both tables have; each goes on from UOP_OWN. */
#define UOP_FLAGS(FLAG)                                                                                                \
    FLAG(READS, 0) FLAG(WRITES, 1) FLAG(TRAPS, 2) FLAG(BRANCHES, 3) FLAG(ENDS, 4) FLAG(PAIR, 5) FLAG(FPSR, 6)          \
    FLAG(STATE_IN, 7) FLAG(STATE_OUT, 8) FLAG(OUTSIDE, 9)
enum uop_flag {
#define FLAG(name, bit) UOP_##name = 1 << bit,
    UOP_FLAGS(FLAG)
#undef FLAG
    UOP_OWN = 10,
};

enum { UOP_FORMS = 8 }; /* of a handler, at most; 0 is the plain one */

struct uop_row {
    const char *name;
    uop_fn *fn[UOP_FORMS]; /* by form. NULL: there is none; a half has no handler at all */
    u8 a, b, c, d, imm;    /* what the fields of the uop mean: the instruction set's own numbers; 0: nothing */
    u8 bytes;              /* of its access to memory, at most */
    u32 flags;
};

/* How an instruction set writes a field that means `field` as text, " a=r3"; nothing for 0. Returns what snprintf() does. */
typedef int uop_field_text(char *out, size_t cap, const char *name, unsigned field, i64 value);

/* A uop as text, for debugging: "addl_b a=r3 b=r4 c=r5". form: by form, what stands behind the operation's name. */
void uop_text(const struct uop_row *row, const struct uop *u, const char *const form[UOP_FORMS], uop_field_text *field, char *out, size_t cap);

#endif
