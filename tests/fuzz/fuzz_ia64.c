/* The engine's fuzz target for Itanium: units are bundles. */
#include <stdlib.h>

#include "isa/ia64/insn/disasm.h"
#include "tests/fuzz/fuzz_engine.h"
#include "tests/unit/ia64_bundles.h"
#include "tests/unit/ia64_pair.h"

enum { MAX_BUNDLES = 160, SLOT_BITS = 41 };

static void disassemble(const u8 bundle[16])
{
    for (unsigned slot = 0; slot < 3; slot++) {
        char text[128], again[128];
        int n = ia64_disasm_slot(bundle, IA64_PAIR_CODE, slot, text, sizeof text);
        if (n < 0 || (size_t)n >= sizeof text || strlen(text) != (size_t)n) abort();
        if (ia64_disasm_slot(bundle, IA64_PAIR_CODE, slot, again, 5) != n || strncmp(text, again, 4) != 0) abort();
    }
}

static void take(u8 *code, const u8 *units, unsigned n)
{
    memcpy(code, units, 16 * n);
    for (unsigned i = 0; i < n; i++) disassemble(code + 16 * i);
}

static size_t group(u64 *state, u8 *units)
{
    size_t n = 1 + pair_random(state) % 3;
    for (size_t i = 0; i < n; i++) bundles_random(state, units + 16 * i);
    return n;
}

/* One slot, or one field of it, or the template. */
static void change(u64 *state, u8 *unit)
{
    static const u8 field[][2] = {{0, 6}, {6, 7}, {13, 7}, {20, 7}, {27, 6}, {33, 1}, {36, 1}, {30, 2}, {13, 4}, {37, 4}};
    struct ia64_bundle b = ia64_bundle_at(unit);
    unsigned at = pair_random(state) % 3, number = unit[0] & 31;
    const u8 *f = field[pair_random(state) % ARRAY_LEN(field)];
    u64 mask = (((u64)1 << f[1]) - 1) << f[0];
    switch (pair_random(state) % 4) {
    case 0: number = pair_random(state) & 31; break;
    case 1:
        if (b.template->unit[at] != IA64_UNIT_L) b.slot[at] = bundles_slot(state, b.template->unit[at]);
        break;
    default: b.slot[at] = (b.slot[at] & ~mask) | (pair_random64(state) << f[0] & mask);
    }
    bundles_put(unit, number, b.slot[0], b.slot[1], b.slot[2]);
}

const struct fuzz_isa fuzz_isa = {.pair = &pair_ia64, .unit = 16, .max_units = MAX_BUNDLES, .take = take,
                                  .one = bundles_random, .group = group, .change = change};
