/* The pair of tests/unit/pair.h for Itanium. */
#ifndef PCGRAM_TESTS_IA64_PAIR_H
#define PCGRAM_TESTS_IA64_PAIR_H

#include "tests/unit/pair.h"

/* The code of a case is bundles, IA64_PAIR_BUNDLES at most, spread over pages in four parts. */
extern const struct pair_isa pair_ia64;

enum { IA64_PAIR_BUNDLES = 512 };

/* The code of a case, or the bundles between, begin here. */
#define IA64_PAIR_CODE 0x4000000000010000ull

#endif
