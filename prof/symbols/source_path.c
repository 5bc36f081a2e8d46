#include "prof/symbols/source_path.h"

#if PCGRAM_LIBDW

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "emu/core/alloc.h"

char *source_path(Dwarf_Die *unit, const char *file)
{
    Dwarf_Attribute a;
    if (!file) return NULL;
    const char *folder = *file == '/' ? NULL : dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &a));
    if (!folder || *folder != '/') return alloc_string(file);
    size_t size = strlen(folder) + strlen(file) + 2;
    char *path = alloc_zeroed(size, 1);
    snprintf(path, size, "%s/%s", folder, file);
    return path;
}

#endif
