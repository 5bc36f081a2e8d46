/* Numbers of a given size and byte order into a binary file; errors stay in f. */
#ifndef PCGRAM_PROF_OUTPUT_PUT_H
#define PCGRAM_PROF_OUTPUT_PUT_H

#include "emu/core/types.h"

#include <stdio.h>

/* The low `bytes` bytes (1 to 8) of the value. */
static inline void put_number(FILE *f, u64 value, unsigned bytes, bool big_endian)
{
    for (unsigned i = 0; i < bytes; i++) fputc((int)(value >> 8 * (big_endian ? bytes - 1 - i : i) & 0xff), f);
}

#endif
