#include "tests/unit/parisc_words.h"

#include "isa/parisc/insn/decode.h"
#include "tests/unit/pair.h"

static u32 below(u64 *state, u32 n) { return pair_random(state) % n; }

static bool one_in(u64 *state, u32 n) { return below(state, n) == 0; }

/* A few registers are named most of the time, so that instructions depend on each other; 2 and 31 hold links. */
static u32 reg(u64 *state)
{
    static const u8 often[] = {0, 1, 2, 3, 4, 5, 6, 19, 20, 26, 28, 31};
    return one_in(state, 8) ? below(state, 32) : often[below(state, sizeof often)];
}

/* --- encoding: the inverse of isa/parisc/insn/fields.h, for what is needed here ------------------------------------------- */

static u32 at_b(u32 r) { return r << 21; }
static u32 at_r(u32 r) { return r << 16; }

/* low_sext: the sign stands rightmost. */
static u32 low_sext(i32 v, unsigned bits)
{
    u32 field = (u32)v & ((1u << bits) - 1);
    return (field & ((1u << (bits - 1)) - 1)) << 1 | field >> (bits - 1);
}

/* A displacement of -1024..1023 words in the fields that all relative branches have in common, w2 and w; the longer
 * forms have their other bits set for negative ones (`wide`). */
static u32 displacement(i32 words, u32 wide)
{
    u32 low = ((u32)words & 0x3ff) << 3;
    return words < 0 ? low | 1 << 2 | 1 | wide : low;
}

static u32 ldil(u32 t, u32 addr)
{
    u32 v = addr >> 11;
    return 0x20000000 | at_b(t) | (v >> 20 & 1) | (v >> 9 & 0x7ff) << 1 | (v >> 7 & 3) << 14 | (v >> 2 & 0x1f) << 16 |
           (v & 3) << 12;
}

static u32 ldo(u32 t, u32 b, i32 disp) { return 0x34000000 | at_b(b) | at_r(t) | low_sext(disp, 14); }

/* --- single instructions -------------------------------------------------------------------------------------------- */

static bool wanted(u64 *state, const struct pa_insn *in)
{
    if (in->flags & PA_PRIV) return one_in(state, 24); /* these trap, mostly */
    if (in->flags & (PA_COPR | PA_SFU | PA_QUAD)) return one_in(state, 16);
    if (in->op == PA_OP_break_) return one_in(state, 8);
    if (in->flags & (PA_BRANCH | PA_STORE)) return true;
    return !one_in(state, 3);
}

static u32 branch_fields(u64 *state, const struct pa_insn *in, u32 w)
{
    i32 words = (i32)below(state, 48) - 20;
    if (in->flags & PA_COND_BRANCH) return (w & ~0x1ffdu) | displacement(words, 0);
    switch (in->op) {
    case PA_OP_b_l:
    case PA_OP_b_gate: return (w & ~0x1f1ffdu) | displacement(words, 0x1f0000);
    case PA_OP_b_l_22:
    case PA_OP_b_l_push: return (w & ~0x3ff1ffdu) | displacement(words, 0x3ff0000);
    case PA_OP_be:
    case PA_OP_be_l: return (w & ~0x1f1ffdu) | displacement((i32)below(state, 8) - 4, 0x1f0000);
    default: return w;
    }
}

/* Long displacements are short ones, and usually aligned. */
static u32 memory_fields(u64 *state, const struct pa_insn *in, u32 w)
{
    u32 major = w >> 26;
    if (!one_in(state, 16)) w &= ~(3u << 14); /* space registers: chosen by the address */
    if ((major >= 0x10 && major <= 0x13) || (major >= 0x18 && major <= 0x1b)) {
        i32 disp = (i32)below(state, 128) - 64;
        w = (w & ~0x3fffu) | low_sext(one_in(state, 8) ? disp : disp * 8, 14);
    } else if (in->flags & PA_PA20) {
        w &= ~0x1fc0u; /* 14, 16, 17, 1C, 1E, 1F: the upper bits of the displacement */
        if (w & 1) w |= 0x3fc0u & ~0x2000u;
    }
    return w;
}

u32 words_insn(u64 *state)
{
    const struct pa_insn *in;
    do in = pa_insn_row((enum pa_op)below(state, PA_OP_COUNT));
    while (!wanted(state, in));
    u32 free = pair_random(state) ^ pair_random(state) << 16;
    free = (free & ~0x03ff001fu) | at_b(reg(state)) | at_r(reg(state)) | reg(state);
    /* Conditions: never, every fourth time. */
    if ((in->flags & PA_NULLIFIES) && one_in(state, 4)) free &= ~0xf000u;
    u32 w = in->match | (free & ~in->mask);
    if (in->flags & PA_BRANCH) w = branch_fields(state, in, w);
    if (in->flags & (PA_LOAD | PA_STORE)) w = memory_fields(state, in, w);
    return (w & ~in->mask) | in->match;
}

/* --- idioms --------------------------------------------------------------------------------------------------------- */

static unsigned load_place(u64 *state, const struct words_places *p, u32 r, u32 *out)
{
    u32 addr = p->place[below(state, p->places)];
    if (!one_in(state, 4)) addr += 8 * below(state, 32);
    out[0] = ldil(r, addr);
    out[1] = ldo(r, r, (i32)(addr & 0x7ff));
    return 2;
}

static u32 memory_insn(u64 *state, u32 base)
{
    for (;;) {
        u32 w = words_insn(state);
        const struct pa_insn *in = pa_decode(w);
        if (in && in->flags & (PA_LOAD | PA_STORE) && !(in->flags & PA_PRIV)) return (w & ~at_b(31)) | at_b(base);
    }
}

/* A loop of up to ten instructions, the last of which counts r down and branches back: blocks have several of its laps. */
static unsigned loop(u64 *state, u32 r, u32 *out)
{
    unsigned body = below(state, 8), n = 0;
    out[n++] = ldo(r, 0, (i32)(1 + below(state, 12)));
    for (unsigned i = 0; i < body; i++) out[n++] = words_insn(state);
    u32 condition = one_in(state, 4) ? below(state, 8) : 1, so_far = n - 1;
    out[n++] = 0xac000000 | at_b(r) | at_r(low_sext(-1, 5)) | condition << 13 | displacement(-(i32)(so_far + 2), 0) | (one_in(state, 2) ? 2 : 0); /* addib,<> */
    out[n++] = words_insn(state);
    return n;
}

unsigned words_group(u64 *state, const struct words_places *p, u32 *out)
{
    u32 r = 1 + below(state, 31);
    unsigned n;
    switch (below(state, 18)) {
    case 0:
    case 1:
    case 2: /* an access to a place */
        n = load_place(state, p, r, out);
        out[n] = memory_insn(state, r);
        return n + 1;
    case 3: /* a jump to a place; in the slot anything */
        n = load_place(state, p, r, out);
        out[n] = 0xe8000000 | at_b(r) | 0xc000 | (one_in(state, 3) ? 2 : 0); /* bv r0(r) */
        out[n + 1] = words_insn(state);
        return n + 2;
    case 4: /* a call through a register */
        n = load_place(state, p, r, out);
        out[n] = 0xe4000000 | at_b(r) | 0x2000 | (one_in(state, 3) ? 2 : 0); /* be,l 0(sr4,r) */
        out[n + 1] = words_insn(state);
        return n + 2;
    case 5:
    case 6: /* a call */
        out[0] = 0xe8000000 | at_b(2) | displacement((i32)below(state, 64) - 24, 0x1f0000) | (one_in(state, 3) ? 2 : 0);
        out[1] = words_insn(state);
        return 2;
    case 7:
    case 8: /* a return */
        out[0] =
            (one_in(state, 3) ? 0xe8000000 | at_b(31) : 0xe8000000 | at_b(2)) | 0xc000 | (one_in(state, 3) ? 2 : 0);
        out[1] = words_insn(state);
        return 2;
    case 9:                  /* a system call */
        out[0] = 0xe4008200; /* be,l 0x100(sr2,r0) */
        out[1] = words_insn(state);
        return 2;
    case 16: return loop(state, r, out);
    default: out[0] = words_insn(state); return 1;
    }
}

void words_program(u64 *state, const struct words_places *p, u32 *out, unsigned n)
{
    u32 group[WORDS_GROUP];
    for (unsigned i = 0; i < n;) {
        unsigned k = words_group(state, p, group);
        for (unsigned j = 0; j < k && i < n; j++) out[i++] = group[j];
    }
}
