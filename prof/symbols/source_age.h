/* Sources that were changed after a profile or program was made: what stands in a line now need not be what ran. */
#ifndef PCGRAM_PROF_SYMBOLS_SOURCE_AGE_H
#define PCGRAM_PROF_SYMBOLS_SOURCE_AGE_H

#include "prof/symbols/source_map.h"

/* How many of these source files, looked for as the map says (NULL: $PCGRAM_SOURCE_MAP alone), were changed later than the file at `path`;
 * shown: those that count, by their number (NULL: all). *one: the first of them. 0: none, or `path` is no regular file. */
size_t source_changed(const struct source_map *map, char *const *file, size_t files, const bool *shown, const char *path, const char **one);

#endif
