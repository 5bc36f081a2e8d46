/* Lines of source files on this host, for those who read a listing: a profile names them, it does not hold them. */
#ifndef PCGRAM_PROF_SYMBOLS_SOURCE_H
#define PCGRAM_PROF_SYMBOLS_SOURCE_H

#include "emu/core/types.h"
#include "prof/symbols/source_map.h"

struct source { /* all zero: nothing read; the file read last is kept */
    const struct source_map *map; /* where files are looked for; NULL: as $PCGRAM_SOURCE_MAP says alone */
    char *path;
    char *text;      /* each line ends with a NUL; NULL: it could not be read */
    u32 lines;
    u32 *start;      /* offset of each line */
};

/* The text of a line (from 1) without its newline, or NULL: no regular file of at most 16 MiB there, or no such line.
 * Valid until the next call. */
const char *source_line(struct source *s, const char *path, u32 line);
/* Keeps the map alone. */
void source_free(struct source *s);

#endif
