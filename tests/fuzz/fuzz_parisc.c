/* The engine's fuzz target for PA-RISC: units are words, big-endian. */
#include <stdlib.h>

#include "isa/parisc/insn/disasm.h"
#include "tests/fuzz/fuzz_engine.h"
#include "tests/unit/parisc_pair.h"

enum { MAX_WORDS = 512 };

static void disassemble(u32 word)
{
    char text[96], again[96];
    int n = pa_disasm(word, PAIR_CODE, text, sizeof text);
    if (n <= 0 || (size_t)n >= sizeof text || strlen(text) != (size_t)n) abort();
    if (pa_disasm(word, PAIR_CODE, again, 5) != n || strncmp(text, again, 4) != 0) abort();
}

static void take(u8 *code, const u8 *units, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        u32 word = load_be32(units + 4 * i);
        memcpy(code + 4 * i, &word, 4);
        disassemble(word);
    }
}

static void one(u64 *state, u8 *unit) { store_be32(unit, words_insn(state)); }

static size_t group(u64 *state, u8 *units)
{
    u32 words[WORDS_GROUP];
    unsigned n = words_group(state, &pair_places, words);
    for (unsigned i = 0; i < n; i++) store_be32(units + 4 * i, words[i]);
    return n;
}

/* One field, as the formats have them: registers, condition, low bits. */
static u32 change_field(u32 w, u64 *state)
{
    static const u8 field[][2] = {{21, 5}, {16, 5}, {0, 5}, {13, 3}, {12, 1}, {5, 1}, {1, 1}, {3, 8}, {0, 14}, {26, 6}};
    const u8 *f = field[pair_random(state) % ARRAY_LEN(field)];
    u32 mask = ((1u << f[1]) - 1) << f[0];
    return (w & ~mask) | (pair_random(state) << f[0] & mask);
}

static void change(u64 *state, u8 *unit) { store_be32(unit, change_field(load_be32(unit), state)); }

const struct fuzz_isa fuzz_isa = {.pair = &pair_parisc, .unit = 4, .max_units = MAX_WORDS, .take = take, .one = one,
                                  .group = group, .change = change};
