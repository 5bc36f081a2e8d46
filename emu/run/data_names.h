/* The names of what lies at addresses of data: symbols of the images that are mapped, or the mappings. */
#ifndef PCGRAM_RUN_DATA_NAMES_H
#define PCGRAM_RUN_DATA_NAMES_H

#include "emu/core/mem.h"

/* "lock", "table+8", "guest:.bss+0x10", "[heap]"; "" not known: new strings, of n addresses that ascend, each once. Symbols are read anew each time, but once for all. */
void data_names(const struct mem *m, const u64 *address, char **name, size_t n);

/* The other way: where the static object of that name lies, as the file has the name, its C++ source, or a short form of that; or what
 * data_names() says, but for mappings; also with an offset, "table+8". Of how many that have the name; *at is the first one's address. */
unsigned data_find(const struct mem *m, const char *name, u64 *at);

#endif
