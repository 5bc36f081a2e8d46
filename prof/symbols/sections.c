#include "prof/symbols/sections.h"

#include "emu/core/alloc.h"
#include "emu/core/error.h"

#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/image_file.h"

void section_build_id(Elf_Scn *notes, char out[BUILD_ID_TEXT])
{
    Elf_Data *data = elf_getdata(notes, NULL);
    GElf_Nhdr note;
    size_t name, desc, next;
    *out = 0;
    for (size_t at = 0; data && !*out && (next = gelf_getnote(data, at, &note, &name, &desc)) > 0; at = next) {
        const u8 *bytes = data->d_buf;
        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 || memcmp(bytes + name, "GNU", 4)) continue;
        if (note.n_descsz < 2 || 2 * note.n_descsz >= BUILD_ID_TEXT) continue;
        for (size_t i = 0; i < note.n_descsz; i++) snprintf(out + 2 * i, 3, "%02x", bytes[desc + i]);
    }
}

/* True: the file has executable sections, whose bytes may yet not be there. */
static bool each_section(Elf *elf, void (*found)(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size),
                         void *context)
{
    size_t names = 0;
    bool any = false, named = !elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr h;
        if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_PROGBITS || !(h.sh_flags & SHF_EXECINSTR)) continue;
        any = true;
        const Elf_Data *d = elf_rawdata(scn, NULL);
        const char *name = named ? elf_strptr(elf, names, h.sh_name) : NULL;
        if (d && d->d_buf && d->d_size && h.sh_addr + d->d_size >= h.sh_addr)
            found(context, name ? name : "", h.sh_addr, h.sh_offset, d->d_buf, d->d_size);
    }
    return any;
}

void sections_each(Elf *elf, void (*found)(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size),
                   void *context)
{
    size_t n = 0;
    if (each_section(elf, found, context) || elf_getphdrnum(elf, &n)) return;
    for (size_t i = 0; i < n && i < UINT16_MAX; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(elf, (int)i, &p) || p.p_type != PT_LOAD || !(p.p_flags & PF_X) || !p.p_filesz || p.p_offset > INT64_MAX) continue;
        const Elf_Data *d = elf_getdata_rawchunk(elf, (int64_t)p.p_offset, p.p_filesz, ELF_T_BYTE);
        if (d && d->d_buf && d->d_size == p.p_filesz && p.p_vaddr + d->d_size >= p.p_vaddr)
            found(context, "", p.p_vaddr, p.p_offset, d->d_buf, d->d_size);
    }
}

static void add(void *context, const char *name, u64 address, u64 offset, const u8 *bytes, size_t size)
{
    struct sections *s = context;
    u8 *copy = malloc(size);
    (void)offset;
    if (!copy) error_no_memory();
    memcpy(copy, bytes, size);
    s->section = alloc_grow(s->section, s->count, &s->room, sizeof *s->section);
    s->section[s->count++] = (struct section){alloc_string(name), address, size, copy};
}

static int by_address(const void *a, const void *b)
{
    const struct section *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

int sections_read(struct sections *s, const char *path, struct error *e)
{
    *s = (struct sections){0};
    int fd = image_open(path, NULL);
    if (fd < 0) return error_set(e, "%s: cannot read: %s", path, strerror(errno));
    elf_version(EV_CURRENT);
    /* Read, not mapped: a file that shrinks meanwhile must not be a SIGBUS of ours. */
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    if (elf && elf_kind(elf) == ELF_K_ELF) sections_each(elf, add, s);
    elf_end(elf);
    close(fd);
    if (!s->count) return error_set(e, "%s: no sections or segments with code", path);
    qsort(s->section, s->count, sizeof *s->section, by_address);
    return 0;
}

void sections_free(struct sections *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->section[i].name);
        free(s->section[i].bytes);
    }
    free(s->section);
    *s = (struct sections){0};
}
