/* Source lines of the guest's images, from their DWARF line tables (elfutils' libdw). Built without libdw there are none,
 * and nothing else changes. */
#ifndef PCGRAM_PROF_SYMBOLS_LINES_H
#define PCGRAM_PROF_SYMBOLS_LINES_H

#include "emu/core/regular.h"

struct line_row {
    u64 address;      /* guest address from which it holds, bias included; up to the next row */
    const char *file; /* as DWARF names it, with its folder; NULL: from here on no line is known */
    u32 line;         /* 0 with file NULL */
    u32 order;        /* among rows of one address the last one read counts */
};

enum { LINES_MOST = 1 << 23 }; /* bytes of a unit's line program count for rows; Lua has 80,000 rows in all, a C++ compiler some millions */

struct lines { /* all zero: empty */
    struct line_row *row; /* by address after lines_settle() */
    size_t rows, rows_room;
    size_t read; /* rows of line tables that have been looked at */
    bool cut;    /* there may be more than LINES_MOST: those of the last unit and of all behind it are not there */
    char **path; /* the names of files */
    size_t paths, paths_room;
};

/* Adds the line table of the image in the host file `file`, loaded at `bias`, as far as it speaks of guest addresses from
 * low to high (excluded): what a linker has thrown away is listed there at address 0. A file without one has
 * that of its debug file (prof/symbols/debug_file.h); one without either, or one that cannot be read, adds nothing. */
void lines_add(struct lines *l, const char *file, const struct file_id *id, u64 bias, u64 low, u64 high);
/* After the last one: puts the rows in order. */
void lines_settle(struct lines *l);

/* The row that holds at the address, or NULL. */
const struct line_row *lines_find(const struct lines *l, u64 address);
/* The same, quicker where it is what was found for the address before, `near`, or one of the next. */
const struct line_row *lines_find_near(const struct lines *l, u64 address, const struct line_row *near);

void lines_free(struct lines *l);

/* Whether this build reads line tables. */
bool lines_supported(void);

#endif
