/* Names of source files in debug information, where the compiler was given them from its folder on. */
#ifndef PCGRAM_PROF_SYMBOLS_SOURCE_PATH_H
#define PCGRAM_PROF_SYMBOLS_SOURCE_PATH_H

#if PCGRAM_LIBDW

#include <elfutils/libdw.h>

/* The path of a file that libdw tells of a unit, a new string; NULL of NULL. libdw leaves names like "../src/guest.c" as they are, which mean
 * the folder in which the compiler ran (DWARF 5, 6.2.4: DW_AT_comp_dir). */
char *source_path(Dwarf_Die *unit, const char *file);

#endif
#endif
