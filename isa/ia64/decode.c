/* The table as constant data: the compiler folds the patterns into masks, so there is nothing to set up. */
#include "isa/ia64/decode.h"
#include "isa/ia64/pattern.h"

/* FLAGS of a row are written without prefix. */
enum {
    LOAD = IA64_LOAD,
    STORE = IA64_STORE,
    SEM = IA64_SEM,
    PREFETCH = IA64_PREFETCH,
    POSTINC = IA64_POSTINC,
    ACQ = IA64_ACQ,
    REL = IA64_REL,
    SPEC = IA64_SPEC,
    ADV = IA64_ADV,
    CHECK = IA64_CHECK,
    FILL = IA64_FILL,
    SPILL = IA64_SPILL,
    BRANCH = IA64_BRANCH,
    RELATIVE = IA64_RELATIVE,
    LINK = IA64_LINK,
    RETURN = IA64_RETURN,
    LOOP = IA64_LOOP,
    SETS_P = IA64_SETS_P,
    UNC = IA64_UNC,
    FP = IA64_FP,
    PRIV = IA64_PRIV,
    RSE = IA64_RSE,
    NO_QP = IA64_NO_QP,
    FIRST = IA64_FIRST,
    LAST = IA64_LAST,
    SLOT2 = IA64_SLOT2,
    BY_OR = IA64_BY_OR,
    BY_AND = IA64_BY_AND,
    TNAT = IA64_TNAT,
    CLR = IA64_CLR,
    SF = IA64_SF,
    CCV = IA64_CCV,
};

#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, cls, flags) IA64_CHECK_PATTERN(pattern);
#include "isa/ia64/insn.def"
#undef INSN
#undef MAJOR

/* Where the rows of each major opcode begin: MAJOR names the number of the row that follows it. */
enum {
#define MAJOR(unit, op)                       FIRST_##unit##op, BEFORE_##unit##op = FIRST_##unit##op - 1,
#define INSN(id, pattern, syntax, cls, flags) ROW_##id,
#include "isa/ia64/insn.def"
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
#define INSN(id, pattern, syntax, cls, flags)                                                                          \
    {IA64_MASK_OF(pattern),                                                                                            \
     IA64_MATCH_OF(pattern),                                                                                           \
     IA64_IGNORED_OF(pattern),                                                                                         \
     (flags),                                                                                                          \
     IA64_OP_##id,                                                                                                     \
     UNIT_OF(ROW_##id),                                                                                                \
     IA64_CLASS_##cls,                                                                                                 \
     #id,                                                                                                              \
     pattern,                                                                                                          \
     syntax},
#include "isa/ia64/insn.def"
#undef INSN
#undef MAJOR
};

/* Row numbers plus 1, so that what is not listed is 0: reserved. */
static const u16 first[IA64_UNIT_L][16] = {
#define MAJOR(unit, op) [IA64_UNIT_##unit][0x##op] = FIRST_##unit##op + 1,
#define INSN(id, pattern, syntax, cls, flags)
#include "isa/ia64/insn.def"
#undef INSN
#undef MAJOR
};

const struct ia64_insn *ia64_decode(enum ia64_unit unit, u64 word)
{
    unsigned major = word >> 37 & 15;
    if ((unit == IA64_UNIT_M || unit == IA64_UNIT_I) && major >= 8) unit = IA64_UNIT_A;
    if (unit >= IA64_UNIT_L || !first[unit][major]) return NULL;
    const struct ia64_insn *end = rows + IA64_OP_COUNT;
    for (const struct ia64_insn *row = rows + first[unit][major] - 1;
         row < end && row->unit == unit && row->match >> 37 == major; row++)
        if ((word & row->mask) == row->match) return row;
    return NULL;
}

const struct ia64_insn *ia64_insn_row(enum ia64_op op) { return &rows[op]; }
