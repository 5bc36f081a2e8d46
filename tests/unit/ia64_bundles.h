/* Random Itanium code that does something: bundles of every template with rows of the instruction table and likely fields.
 * For tests of the engine; dependencies inside a group are of no concern there, the slots run in order. */
#ifndef PCGRAM_TESTS_IA64_BUNDLES_H
#define PCGRAM_TESTS_IA64_BUNDLES_H

#include "emu/core/types.h"
#include "isa/ia64/insn/bundle.h"

/* The slot of a random instruction for the unit (M, I, F, B or X); of X the word of slot 2. */
u64 bundles_slot(u64 *state, enum ia64_unit unit);

/* From now on most registers are one of so many, 18 at most, and many slots copies of one; 0: as at the beginning. */
void bundles_registers(unsigned n);

/* A bundle of the template and the three slots. */
void bundles_put(u8 out[16], unsigned template, u64 slot0, u64 slot1, u64 slot2);

/* A random bundle; now and then one with a reserved template. */
void bundles_random(u64 *state, u8 out[16]);

/* br.cond to a bundle at this distance, in bytes: a whole bundle. */
void bundles_branch(u8 out[16], i64 distance);

#endif
