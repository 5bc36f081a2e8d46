/* The pair of tests/unit/pair.h for PA-RISC. */
#ifndef PCGRAM_TESTS_PARISC_PAIR_H
#define PCGRAM_TESTS_PARISC_PAIR_H

#include "tests/unit/pair.h"
#include "tests/unit/parisc_words.h"

/* The code of a case is words, PAIR_WORDS at most, spread over pages in four parts. */
extern const struct pair_isa pair_parisc;

enum { PAIR_WORDS = 1024 };

/* The parts of the program begin at these addresses, that is words 0, n/4, n/2 and 3n/4. */
enum { PAIR_CODE = 0x10000, PAIR_TOP = 0xfffff000u };
u32 pair_part(const struct pair_case *k, unsigned part);

/* Addresses that are good for something to such a program. */
extern const struct words_places pair_places;

#endif
