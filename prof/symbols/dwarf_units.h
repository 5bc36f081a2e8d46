/* The units of a file's debug information, one after the other (elfutils' libdw): in a pcgram built without it there is nothing here. */
#ifndef PCGRAM_PROF_SYMBOLS_DWARF_UNITS_H
#define PCGRAM_PROF_SYMBOLS_DWARF_UNITS_H

#if PCGRAM_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* The next one behind *cu, NULL at the beginning; of -gsplit-dwarf what stands in its .dwo file, if that is there. False: there is none. */
static inline bool next_dwarf_unit(Dwarf *dwarf, Dwarf_CU **cu, Dwarf_Die *unit)
{
    Dwarf_Die split;
    uint8_t type;
    if (!dwarf || dwarf_get_units(dwarf, *cu, cu, NULL, &type, unit, &split) != 0) return false;
    if (type == DW_UT_skeleton && split.addr) *unit = split;
    return true;
}
#endif

#endif
