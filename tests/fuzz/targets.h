/* What reads foreign bytes. Each function takes one input, aborts on what must not be and returns 0; tests/fuzz/run
 * gives each the name that libFuzzer calls, campaigns of tests/attack call them by their own. */
#ifndef PCGRAM_TESTS_FUZZ_TARGETS_H
#define PCGRAM_TESTS_FUZZ_TARGETS_H

#include <stddef.h>

#include "emu/core/types.h"

int fuzz_elf(const u8 *data, size_t size);
int fuzz_interp(const u8 *data, size_t size);
int fuzz_symbols(const u8 *data, size_t size);
int fuzz_profile(const u8 *data, size_t size);
int fuzz_gdb(const u8 *data, size_t size);
int fuzz_view(const u8 *data, size_t size);

#endif
