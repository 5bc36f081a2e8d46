/* The table as constant data: the compiler folds the patterns into masks, so there is nothing to set up. */
#include "isa/ia64/insn/decode.h"
#include "isa/ia64/insn/pattern.h"

/* FLAGS and OPERANDS of a row are written without prefix. */
enum {
#define FLAG(name, bit) name = IA64_##name,
    IA64_FLAGS(FLAG)
#undef FLAG
};
enum {
    NONE = IA64_NONE, T1 = IA64_T1, R1 = IA64_R1, R2 = IA64_R2, R3 = IA64_R3, R3_2 = IA64_R3_2, BASE = IA64_BASE,
    FT1 = IA64_FT1, FT2 = IA64_FT2, F1 = IA64_F1, F2 = IA64_F2, F3 = IA64_F3, F4 = IA64_F4, P1 = IA64_P1, P2 = IA64_P2,
    QP = IA64_QP, PRS = IA64_PRS, PRT17 = IA64_PRT17, PRT44 = IA64_PRT44, BT1 = IA64_BT1, B2 = IA64_B2, ART3 = IA64_ART3,
    AR3 = IA64_AR3, PFS = IA64_PFS, LC = IA64_LC, EC = IA64_EC, CSDT = IA64_CSDT, CSD = IA64_CSD, UNATT = IA64_UNATT,
    UNAT = IA64_UNAT,
};
#define O(...) PACK(__VA_ARGS__, NONE, NONE, NONE, NONE)
#define PACK(first, second, third, fourth, ...) ((first) | (second) << 8 | (third) << 16 | (fourth) << 24)

#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, operands, cls, flags) IA64_CHECK_PATTERN(pattern);
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR

/* Where the rows of each major opcode begin: MAJOR names the number of the row that follows it. */
enum {
#define MAJOR(unit, op)                       FIRST_##unit##op, BEFORE_##unit##op = FIRST_##unit##op - 1,
#define INSN(id, pattern, syntax, operands, cls, flags) ROW_##id,
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR
};

/* The unit of a row follows from the first rows of the units, in the order of the table. */
#define UNIT_OF(row)                                                                                                   \
    ((row) < FIRST_I0   ? IA64_UNIT_A                                                                                  \
     : (row) < FIRST_M0 ? IA64_UNIT_I                                                                                  \
     : (row) < FIRST_F0 ? IA64_UNIT_M                                                                                  \
     : (row) < FIRST_B0 ? IA64_UNIT_F                                                                                  \
     : (row) < FIRST_X0 ? IA64_UNIT_B                                                                                  \
                        : IA64_UNIT_X)

static const struct ia64_insn rows[IA64_OP_COUNT] = {
#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, operands, cls, flags)                                                                          \
    {IA64_MASK_OF(pattern),                                                                                            \
     IA64_MATCH_OF(pattern),                                                                                           \
     IA64_IGNORED_OF(pattern),                                                                                         \
     (flags),                                                                                                          \
     IA64_OP_##id,                                                                                                     \
     UNIT_OF(ROW_##id),                                                                                                \
     IA64_CLASS_##cls,                                                                                                 \
     (operands),                                                                                                       \
     #id,                                                                                                              \
     pattern,                                                                                                          \
     syntax},
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR
};

/* What a row compares, close together, as most rows that are looked at are others: the unit stands above the 41 bits. */
enum { UNIT_AT = 41, MAJOR_AT = 37 };
#define UNIT_BITS(unit) ((u64)(unit) << UNIT_AT)
static const struct {
    u64 mask, match;
} compared[IA64_OP_COUNT + 1] = {
#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, operands, cls, flags) {IA64_MASK_OF(pattern), IA64_MATCH_OF(pattern) | UNIT_BITS(UNIT_OF(ROW_##id))},
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR
    {0, ~(u64)0}, /* the end, which is of no unit */
};

/* Row numbers plus 1, so that what is not listed is 0: reserved. */
static const u16 first[IA64_UNIT_L][16] = {
#define MAJOR(unit, op) [IA64_UNIT_##unit][0x##op] = FIRST_##unit##op + 1,
#define INSN(id, pattern, syntax, operands, cls, flags)
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR
};

const struct ia64_insn *ia64_decode(enum ia64_unit unit, u64 word)
{
    word &= UNIT_BITS(1) - 1;
    unsigned major = (unsigned)(word >> MAJOR_AT);
    if ((unit == IA64_UNIT_M || unit == IA64_UNIT_I) && major >= 8) unit = IA64_UNIT_A;
    if (unit >= IA64_UNIT_L || !first[unit][major]) return NULL;
    word |= UNIT_BITS(unit);
    for (unsigned row = first[unit][major] - 1u;; row++) {
        u64 different = word ^ compared[row].match;
        if (!(different & compared[row].mask)) return different >> MAJOR_AT ? NULL : &rows[row];
        if (different >> MAJOR_AT) return NULL;
    }
}

const struct ia64_insn *ia64_insn_row(enum ia64_op op) { return &rows[op]; }
