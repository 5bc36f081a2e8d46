/* Words that were mistyped. */
#ifndef PCGRAM_INSPECT_SPELLING_H
#define PCGRAM_INSPECT_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

/* The fewest letters to insert, delete, replace or swap with their neighbour that make `name` of the first n of `typed`;
 * n + 1 when a word is too long to be an option or a command. */
unsigned word_distance(const char *typed, size_t n, const char *name);
/* Whether that many changes to a word of n letters are a slip of the fingers rather than another word. */
bool word_is_near(unsigned distance, size_t n);

#endif
