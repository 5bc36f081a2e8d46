/* The processors on which the property test takes its ticks in a ROM: each with everything at random that a program can
 * set, and a way to see whether the ROM has left it as it was. An ISA's `struct cpu` is known in its own file alone. */
#ifndef PCGRAM_PROPERTY_PROCESSORS_H
#define PCGRAM_PROPERTY_PROCESSORS_H

#include "emu/core/machine.h"

struct processor {
    const struct isa *isa;
    size_t size; /* of its struct cpu */
    /* At pc, everything else as *random, a generator's state, decides. Advanced loads are of addresses near `near`. */
    void (*scramble)(struct cpu *c, u64 pc, u64 near, u64 *random);
    /* What a program could tell `now` and `before` by, or NULL. Bytes may have been stored at addr; size 0: none. */
    const char *(*differs)(const struct cpu *now, const struct cpu *before, u64 addr, unsigned size);
};

extern const struct processor processor_parisc, processor_ia64;

static inline u64 next_random(u64 *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

#endif
