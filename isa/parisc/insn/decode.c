/* The table as constant data: the compiler folds the patterns into masks, so there is nothing to set up. */
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/pattern.h"

/* FLAGS of a row are written without prefix. */
enum {
#define FLAG(name, bit) name = PA_##name,
    PA_FLAGS(FLAG)
#undef FLAG
};

#define MAJOR(op)
#define INSN(id, pattern, syntax, cls, flags) PA_CHECK_PATTERN(pattern);
#include "isa/parisc/insn/insn.def"
#undef INSN

static const struct pa_insn rows[PA_OP_COUNT] = {
#define INSN(id, pattern, syntax, cls, flags) MEM(id, pattern, syntax, cls, NONE, 0, flags)
#define MEM(id, pattern, syntax, cls, formed, size, flags)                                                             \
    {PA_MASK_OF(pattern), PA_MATCH_OF(pattern), PA_IGNORED_OF(pattern), (flags), PA_OP_##id, PA_CLASS_##cls,           \
     PA_EA_##formed,      (size),               #id,                    pattern, syntax},
#include "isa/parisc/insn/insn.def"
#undef INSN
};
#undef MAJOR

/* Where the rows of each major opcode begin: MAJOR names the number of the row that follows it. */
enum {
#define MAJOR(op)                             FIRST_##op, BEFORE_##op = FIRST_##op - 1,
#define INSN(id, pattern, syntax, cls, flags) ROW_##id,
#include "isa/parisc/insn/insn.def"
#undef INSN
#undef MAJOR
    FIRST_END
};

static const u16 first[65] = {
#define MAJOR(op) [0x##op] = FIRST_##op,
#define INSN(id, pattern, syntax, cls, flags)
#include "isa/parisc/insn/insn.def"
#undef INSN
#undef MAJOR
    [64] = FIRST_END};

const struct pa_insn *pa_decode(u32 word)
{
    u32 major = word >> 26;
    for (u32 i = first[major]; i < first[major + 1]; i++)
        if ((word & rows[i].mask) == rows[i].match) return &rows[i];
    return NULL;
}

const struct pa_insn *pa_insn_row(enum pa_op op) { return &rows[op]; }

enum pa_class pa_class_of(const struct pa_insn *insn, u32 word)
{
    if (!(insn->flags & PA_NULLIFIES) || (insn->cls != PA_CLASS_FLEX && insn->cls != PA_CLASS_MM)) return insn->cls;
    /* A shift has no f field; bit 19 belongs to its extension. Condition 0 is "never" in every table. */
    bool never = pa_cond(word) == 0 && ((insn->flags & PA_COND_SHIFT) || !pa_cond_f(word));
    return never ? (enum pa_class)insn->cls : PA_CLASS_NUL;
}

bool pa_needs_20(const struct pa_insn *insn, u32 word)
{
    if (insn->flags & PA_PA20) return true;
    if (!(insn->flags & PA_HAS_D)) return false;
    u32 major = word >> 26;
    if (major == 0x02) return pa_d26(word);
    return major == 0x24 ? pa_d20(word) : pa_d18(word);
}
