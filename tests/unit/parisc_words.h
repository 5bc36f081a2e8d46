/* Random PA-RISC code that does something: words of the instruction table with likely fields, and short idioms (a base
 * register and an access through it, a call, a return, a system call, a store to code, a loop). For tests of the engine. */
#ifndef PCGRAM_TESTS_PARISC_WORDS_H
#define PCGRAM_TESTS_PARISC_WORDS_H

#include "emu/core/types.h"

enum { WORDS_GROUP = 10 }; /* words of an idiom, at most */

/* Where such code has its data and itself; a register that holds one of these is good for something. */
struct words_places {
    const u32 *place; /* addresses */
    unsigned places;
};

/* One instruction. */
u32 words_insn(u64 *state);

/* An idiom of 1 to WORDS_GROUP words to `out`; returns how many. */
unsigned words_group(u64 *state, const struct words_places *p, u32 *out);

/* n words of idioms. */
void words_program(u64 *state, const struct words_places *p, u32 *out, unsigned n);

#endif
