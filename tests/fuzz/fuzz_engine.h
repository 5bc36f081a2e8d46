/* What the engine's fuzz target has to know of an instruction set. */
#ifndef PCGRAM_TESTS_FUZZ_ENGINE_H
#define PCGRAM_TESTS_FUZZ_ENGINE_H

#include "tests/unit/pair.h"

enum { FUZZ_GROUP_BYTES = 64 };

struct fuzz_isa {
    const struct pair_isa *pair;
    size_t unit;        /* bytes of a unit: a word, a bundle */
    unsigned max_units;
    /* Brings n units of the input into the form that pair_case.code has, and disassembles them. */
    void (*take)(u8 *code, const u8 *units, unsigned n);
    /* A random unit; a few that belong together, FUZZ_GROUP_BYTES at most: returns how many. */
    void (*one)(u64 *state, u8 *unit);
    size_t (*group)(u64 *state, u8 *units);
    /* Changes a field. */
    void (*change)(u64 *state, u8 *unit);
};

/* That of the target: fuzz_parisc.c, fuzz_ia64.c. */
extern const struct fuzz_isa fuzz_isa;

#endif
