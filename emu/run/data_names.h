/* The names of what lies at addresses of data: symbols of the images that are mapped, or the mappings. */
#ifndef PCGRAM_RUN_DATA_NAMES_H
#define PCGRAM_RUN_DATA_NAMES_H

#include "emu/core/mem.h"

/* "lock", "table+8", "guest:.bss+0x10", "[heap]"; "" not known. A new string. Symbols are read anew each time. */
char *data_name(const struct mem *m, u64 address);

#endif
