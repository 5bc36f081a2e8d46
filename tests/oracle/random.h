/* Random numbers for programs that run on the host and as guests: the same of a seed wherever they run. (The order in which a compiler works out
 * arguments and initializers is its own: where it matters each number needs a statement.) */
#ifndef ORACLE_RANDOM_H
#define ORACLE_RANDOM_H

#include <stdlib.h>

static unsigned long long state;

/* From 0 on, below `below`, which is not 0. */
static unsigned next(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static inline void seed_by(unsigned long long seed) { state = seed * 0x9e3779b97f4a7c15u + 1; }

#endif
