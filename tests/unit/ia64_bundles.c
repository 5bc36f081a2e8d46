#include "tests/unit/ia64_bundles.h"

#include "isa/ia64/insn/decode.h"
#include "tests/unit/pair.h"

enum { NOP_M = 0x8000000, NOP_I = 0x8000000, SLOT_BITS = 41 };

static u32 below(u64 *state, u32 n) { return pair_random(state) % n; }
static bool one_in(u64 *state, u32 n) { return below(state, n) == 0; }

static unsigned registers;

void bundles_registers(unsigned n) { registers = n; }

/* A few registers are named most of the time, so that instructions depend on each other. */
static u64 reg(u64 *state)
{
    static const u8 often[] = {14, 8, 32, 9, 0, 33, 1, 2, 3, 10, 15, 34, 35, 36, 40, 41, 6, 7};
    return one_in(state, 10) ? below(state, 128) : often[below(state, registers ? registers : sizeof often)];
}

static u64 predicate(u64 *state)
{
    static const u8 often[] = {0, 0, 0, 0, 0, 0, 6, 7, 8, 16, 17, 63};
    return one_in(state, 10) ? below(state, 64) : often[below(state, sizeof often)];
}

static bool wanted(u64 *state, const struct ia64_insn *in)
{
    if (in->flags & IA64_PRIV) return one_in(state, 40); /* these trap */
    if (!strncmp(in->name, "break", 5)) return one_in(state, 8);
    if (in->cls == IA64_CLASS_TOAR_M || in->cls == IA64_CLASS_RSE_M) return one_in(state, 4);
    return true;
}

static const struct ia64_insn *row(u64 *state, enum ia64_unit unit)
{
    for (;;) {
        const struct ia64_insn *in = ia64_insn_row((enum ia64_op)below(state, IA64_OP_COUNT));
        bool fits = in->unit == unit || (in->unit == IA64_UNIT_A && (unit == IA64_UNIT_M || unit == IA64_UNIT_I));
        if (fits && wanted(state, in)) return in;
    }
}

static u64 field(u64 w, unsigned low, unsigned n, u64 v)
{
    u64 mask = (((u64)1 << n) - 1) << low;
    return (w & ~mask) | (v << low & mask);
}

/* A displacement of a few bundles, in the fields that relative branches and checks have (isa/ia64/insn/fields.h). */
static u64 near(u64 *state, const struct ia64_insn *in, u64 w)
{
    i64 disp = (i64)below(state, 17) - 8;
    w = field(w, 36, 1, disp < 0);
    if (in->flags & IA64_CHECK && in->cls != IA64_CLASS_CHK_ALAT) return field(field(w, 20, 13, (u64)disp >> 7), 6, 7, (u64)disp);
    return field(w, 13, 20, (u64)disp);
}

/* alloc with a frame that fits, mostly: sof 0 to 40, some of it rotating. */
static u64 frame(u64 *state, u64 w)
{
    u64 sof = one_in(state, 12) ? below(state, 128) : below(state, 41), sol = below(state, (u32)sof + 1);
    return field(field(field(w, 13, 7, sof), 20, 7, sol), 27, 4, below(state, (u32)sof / 8 + 1));
}

/* What moves a register into another one, which a program has more of than one row of the table in hundreds makes. */
static u64 copy_of(u64 *state) { return field(field(ia64_insn_row(IA64_OP_adds)->match, 6, 7, reg(state)), 20, 7, reg(state)); }

u64 bundles_slot(u64 *state, enum ia64_unit unit)
{
    if (registers && (unit == IA64_UNIT_M || unit == IA64_UNIT_I) && one_in(state, 4)) return copy_of(state);
    const struct ia64_insn *in = row(state, unit);
    u64 w = (pair_random64(state) & (((u64)1 << SLOT_BITS) - 1) & ~in->mask) | in->match;
    static const u8 register_field[] = {6, 13, 20, 27};
    for (unsigned i = 0; i < ARRAY_LEN(register_field); i++)
        if (!(in->mask >> register_field[i] & 0x7f)) w = field(w, register_field[i], 7, reg(state));
    if (in->flags & IA64_SETS_P && !(in->mask >> 6 & 0x3f) && in->cls != IA64_CLASS_TOPR)
        w = field(field(w, 6, 6, predicate(state)), 27, 6, predicate(state));
    if (in->flags & IA64_RELATIVE) w = near(state, in, w);
    if (in->op == IA64_OP_alloc) w = frame(state, w);
    if (!(in->flags & IA64_NO_QP)) w = field(w, 0, 6, predicate(state));
    if (in->op == IA64_OP_alloc) w = field(w, 0, 6, one_in(state, 20) ? predicate(state) : 0); /* with any but p0 it traps */
    if (!strncmp(in->name, "break", 5)) w = field(field(w, 6, 20, 0), 36, 1, 0) | (one_in(state, 2) ? 0 : (u64)1 << 26);
    return (w & ~in->mask) | in->match;
}

void bundles_put(u8 out[16], unsigned template, u64 slot0, u64 slot1, u64 slot2)
{
    store_le64(out, template | slot0 << 5 | slot1 << 46);
    store_le64(out + 8, slot1 >> 18 | slot2 << 23);
}

void bundles_random(u64 *state, u8 out[16])
{
    unsigned number;
    const struct ia64_template *t;
    do {
        number = below(state, 32);
        t = ia64_template(number);
    } while (t->reserved && !one_in(state, 50));
    u64 slot[3];
    for (unsigned i = 0; i < 3; i++) {
        if (t->unit[i] == IA64_UNIT_L) slot[i] = pair_random64(state) & (((u64)1 << SLOT_BITS) - 1);
        else slot[i] = bundles_slot(state, t->unit[i]);
    }
    /* The 60-bit displacement of brl: bits 40 and up of the word's are in L. */
    if (t->unit[2] == IA64_UNIT_X && slot[2] >> 39 == 3) slot[1] = slot[2] >> 36 & 1 ? ~(u64)0 >> (64 - SLOT_BITS) : 0;
    bundles_put(out, number, slot[0], slot[1], slot[2]);
}

void bundles_branch(u8 out[16], i64 distance)
{
    u64 disp = (u64)(distance >> 4);
    bundles_put(out, 0x10, NOP_M, NOP_I, (u64)4 << 37 | (disp >> 20 & 1) << 36 | (disp & 0xfffff) << 13);
}
