/* A file's debug information, by elfutils' libdw: in a pcgram built without it there is nothing here.
 *
 * The file may name others, of which it has parts: one that several programs share (.gnu_debugaltlink, by `dwz -m`), and one a unit (.dwo, by
 * -gsplit-dwarf). libdw opens whatever has such a name, and would wait for ever for a FIFO; so they are opened here, or looked at before. */
#ifndef PCGRAM_PROF_SYMBOLS_DEBUG_INFO_H
#define PCGRAM_PROF_SYMBOLS_DEBUG_INFO_H

#if PCGRAM_LIBDW
#include <elfutils/libdw.h>
#include <limits.h>
#include <stdbool.h>

#include "emu/core/regular.h"

struct debug_info {
    Dwarf *dwarf; /* NULL: there is none */
    int fd;
    Dwarf *shared;         /* what .gnu_debugaltlink names, or one with nothing in it; NULL: the file names none */
    int shared_fd;         /* -1: none */
    void *nothing;         /* the one with nothing in it; NULL: it is a file */
    char path[PATH_MAX];   /* of the file, absolute; "" not known */
    struct file_id *split; /* .dwo files that have been taken */
    size_t splits, splits_room;
};

/* Takes fd over; -1: no file, in which there is nothing. */
void debug_info_open(struct debug_info *d, int fd);
void debug_info_close(struct debug_info *d);

/* The next unit behind *cu, NULL at the beginning; of -gsplit-dwarf what stands in its .dwo file, if that is there and one that may be read. False:
 * there is none. (libdw opens that file by its name, a moment after it has been looked at.) */
bool debug_info_next(struct debug_info *d, Dwarf_CU **cu, Dwarf_Die *unit);
/* The same, but of -gsplit-dwarf what stands in the file itself: the lines. Units of types alone, which have no code, are left out: they share the
 * lines of those that have, without the folder. */
bool debug_info_next_here(struct debug_info *d, Dwarf_CU **cu, Dwarf_Die *unit);
#endif

#endif
