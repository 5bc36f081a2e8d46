#include "prof/symbols/debug_info.h"

#if PCGRAM_LIBDW

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/core/image_file.h"
#include "prof/symbols/debug_file.h"

/* --- files that are shared ---------------------------------------------------------------------------------------------- */

static bool names_other(Dwarf *dwarf)
{
    const char *name;
    const void *id;
    return dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0;
}

/* Debug information with nothing in it, which libdw gets in the place of a file that it may not have: given none it looks for one itself. */
static void give_nothing(struct debug_info *d)
{
    static const char names[] = "\0.debug_frame";
    struct file {
        Elf32_Ehdr header;
        Elf32_Shdr section[3];
        char names[sizeof names];
        char frame[4];
    } *f = alloc_zeroed(1, sizeof *f);
    bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    f->header = (Elf32_Ehdr){.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, big_endian ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT},
                             .e_type = ET_DYN,
                             .e_version = EV_CURRENT,
                             .e_shoff = offsetof(struct file, section),
                             .e_ehsize = sizeof f->header,
                             .e_shentsize = sizeof f->section[0],
                             .e_shnum = ARRAY_LEN(f->section),
                             .e_shstrndx = 1};
    f->section[1] = (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct file, names), .sh_size = sizeof names, .sh_addralign = 1};
    f->section[2] =
        (Elf32_Shdr){.sh_name = 1, .sh_type = SHT_PROGBITS, .sh_offset = offsetof(struct file, frame), .sh_size = sizeof f->frame, .sh_addralign = 1};
    memcpy(f->names, names, sizeof names);
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory((char *)f, sizeof *f);
    d->nothing = f;
    d->shared = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    if (!d->shared) error_no_memory();
}

/* One that names another one itself is none: what libdw makes of it would be looked for in that. */
static void open_shared(struct debug_info *d)
{
    const char *name;
    const void *id;
    ssize_t bytes = dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id);
    if (bytes <= 0) return;
    d->shared_fd = *d->path ? debug_file_open_shared(d->path, name, id, (size_t)bytes) : -1;
    d->shared = d->shared_fd >= 0 ? dwarf_begin(d->shared_fd, DWARF_C_READ) : NULL;
    if (d->shared && names_other(d->shared)) {
        dwarf_end(d->shared);
        d->shared = NULL;
    }
    if (!d->shared) give_nothing(d);
    dwarf_setalt(d->dwarf, d->shared);
}

/* --- a unit's own file -------------------------------------------------------------------------------------------------- */

/* A file of one unit that many name would be read as often: it is the first one's, which `before` says how many had been taken before. */
static bool was_taken(struct debug_info *d, struct file_id id, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (file_id_same(d->split[i], id)) return true;
    d->split = alloc_grow(d->split, d->splits, &d->splits_room, sizeof *d->split);
    d->split[d->splits++] = id;
    return false;
}

/* Whether libdw may open what has that name: nothing has, or a file that is read as others are and leads to no other one. */
static bool may_open(const char *path, struct file_id *id)
{
    int fd = image_open_for_dwarf(path, NULL);
    *id = file_id_of_open(fd);
    if (fd < 0) return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
    Dwarf *dwarf = dwarf_begin(fd, DWARF_C_READ);
    bool may = !dwarf || !names_other(dwarf);
    if (dwarf) dwarf_end(dwarf);
    close(fd);
    return may;
}

static const char *text_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute a;
    return dwarf_formstring(dwarf_attr(die, attribute, &a));
}

/* libdw looks for it beside the file and in the unit's folder, which counts from there, too; a newer one before that for the file of all units, by
 * the program's name. */
static bool may_split(struct debug_info *d, Dwarf_Die *unit)
{
    char path[3 * PATH_MAX]; /* what is cut there is longer than a name can be */
    const char *name = text_of(unit, DW_AT_dwo_name), *folder = text_of(unit, DW_AT_comp_dir), *base = strrchr(d->path, '/');
    struct file_id id;
    size_t before = d->splits;
    if (!name) name = text_of(unit, DW_AT_GNU_dwo_name);
    if (!name || !base) return false;
    snprintf(path, sizeof path, "%s.dwp", d->path);
    if (!may_open(path, &id)) return false;
    for (unsigned i = 0; i < (*name != '/' && folder ? 2 : 1); i++) {
        const char *in = i ? folder : "";
        bool whole = *name == '/' || *in == '/';
        snprintf(path, sizeof path, "%.*s%s%s%s", whole ? 0 : (int)(base - d->path) + 1, d->path, in, *in ? "/" : "", name);
        if (!may_open(path, &id) || (id.ino && was_taken(d, id, before))) return false;
    }
    return true;
}

static bool next(Dwarf *dwarf, Dwarf_CU **cu, Dwarf_Die *unit, uint8_t *type)
{
    return dwarf && dwarf_get_units(dwarf, *cu, cu, NULL, type, unit, NULL) == 0;
}

bool debug_info_next(struct debug_info *d, Dwarf_CU **cu, Dwarf_Die *unit)
{
    Dwarf_Die split;
    uint8_t type;
    if (!next(d->dwarf, cu, unit, &type)) return false;
    if (type == DW_UT_skeleton && may_split(d, unit) && !dwarf_cu_info(*cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) && split.addr) *unit = split;
    return true;
}

bool debug_info_next_here(struct debug_info *d, Dwarf_CU **cu, Dwarf_Die *unit)
{
    uint8_t type;
    bool is;
    while ((is = next(d->dwarf, cu, unit, &type)) && (type == DW_UT_type || type == DW_UT_split_type)) {}
    return is;
}

/* --- the file itself ---------------------------------------------------------------------------------------------------- */

void debug_info_open(struct debug_info *d, int fd)
{
    char link[64];
    *d = (struct debug_info){.fd = fd, .shared_fd = -1};
    if (fd < 0) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, d->path, sizeof d->path - 1);
    d->path[n > 0 && d->path[0] == '/' ? n : 0] = 0;
    d->dwarf = dwarf_begin(fd, DWARF_C_READ);
    if (d->dwarf) open_shared(d);
}

void debug_info_close(struct debug_info *d)
{
    if (d->dwarf) dwarf_end(d->dwarf);
    Elf *nothing = d->nothing ? dwarf_getelf(d->shared) : NULL;
    if (d->shared) dwarf_end(d->shared);
    elf_end(nothing);
    if (d->fd >= 0) close(d->fd);
    if (d->shared_fd >= 0) close(d->shared_fd);
    free(d->nothing);
    free(d->split);
}

#endif
