/* What Linux would draw at random: a generator seeded by the command line, so that two runs draw the same. */
#ifndef PCGRAM_OS_RANDOM_H
#define PCGRAM_OS_RANDOM_H

#include <sys/stat.h>

#include "emu/core/types.h"

/* Fills n bytes; *state goes on. */
void random_bytes(u64 *state, void *to, u64 n);

/* Whether a file of the host is /dev/random or /dev/urandom, by whatever name. */
bool random_is_device(const struct stat *st);

#endif
