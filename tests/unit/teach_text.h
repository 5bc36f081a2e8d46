/* What the tests of emu/core/teach.h have in common: registers named in a text, timing models with distinct numbers. */
#ifndef PCGRAM_TESTS_TEACH_TEXT_H
#define PCGRAM_TESTS_TEACH_TEXT_H

#include "emu/core/teach.h"

/* The next of a sequence of random numbers, whose state is not 0. */
u64 teach_random(u64 *state);

static inline bool has(const char *text, const char *what) { return strstr(text, what) != NULL; }

struct names {
    u64 gr[2], fr[2], pr; /* bit n of the whole is register n */
};

/* The registers r0 to r127, f0 to f127, p0 to p63 in a text; words like cr.itm and ar.k1 are none. PA-RISC's have other
 * names for some. */
struct names names_in(const char *text);

/* Calls LOOK with the name of each {name} in a syntax. */
void each_piece(const char *syntax, void (*look)(void *ctx, const char *name), void *ctx);

enum { TEACH_SPEC = 4096 };

/* A spec of the model in which its latencies, locks and losses, as far as 60 numbers go, are all different. */
void distinct_spec(const struct isa *isa, const char *model, char out[TEACH_SPEC]);

/* True if one of the numbers that the row is said to depend on has that value, or the sum of two has. */
bool is_number(const struct isa *isa, const char *spec, unsigned row, u64 value);

#endif
