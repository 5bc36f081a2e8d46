/* Separate files of debug information: what `strip` took out of a program, as distributions package it. */
#ifndef PCGRAM_PROF_SYMBOLS_DEBUG_FILE_H
#define PCGRAM_PROF_SYMBOLS_DEBUG_FILE_H

#include "emu/core/types.h"

/* Opens the debug file of the ELF file `file` for reading, or returns -1 when there is none. It is looked for where gdb does
 * ("Separate Debug Files" in its manual): by build id as usr/lib/debug/.build-id/ab/cdef.debug, and by the name in
 * .gnu_debuglink beside the file, in .debug beside it, and under usr/lib/debug with the file's directory behind; usr/lib/debug
 * being that of any directory above the file, the nearest first: so that of a sysroot comes before the host's.
 * A file with another build id, or without the checksum that the link has, is not taken. Nothing is fetched from a network. */
int debug_file_open(const char *file);

/* The same for a file with parts of the debug information of several, by the build id and the name that .gnu_debugaltlink of the ELF file `file`, an absolute path, has:
 * in usr/lib/debug by build id; and by its name, from the file's folder on, if that leads to what lies below that folder or in such a usr/lib/debug. */
int debug_file_open_shared(const char *file, const char *name, const u8 *id, size_t bytes);

/* Whether a file has this many bytes and this build id, in hexadecimal ("": none). */
bool debug_file_is(const char *file, u64 size, const char *build_id);

#endif
