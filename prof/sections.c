#include "prof/sections.h"

#include "prof/alloc.h"

#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/regular.h"

static void add(struct sections *s, Elf *elf, size_t names, Elf_Scn *scn, const GElf_Shdr *h)
{
    const Elf_Data *d = elf_rawdata(scn, NULL);
    const char *name = elf_strptr(elf, names, h->sh_name);
    if (!d || !d->d_buf || !d->d_size || h->sh_addr + d->d_size < h->sh_addr) return;
    s->section = alloc_grow(s->section, s->count, &s->room, sizeof *s->section);
    u8 *bytes = malloc(d->d_size);
    if (!bytes) abort();
    memcpy(bytes, d->d_buf, d->d_size);
    s->section[s->count++] = (struct section){alloc_string(name ? name : ""), h->sh_addr, d->d_size, bytes};
}

static int by_address(const void *a, const void *b)
{
    const struct section *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

int sections_read(struct sections *s, const char *path, struct error *e)
{
    *s = (struct sections){0};
    int fd = regular_open(path);
    if (fd < 0) return error_set(e, "%s: cannot read: %s", path, strerror(errno));
    elf_version(EV_CURRENT);
    /* Read, not mapped: a file that shrinks meanwhile must not be a SIGBUS of ours. */
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    size_t names = 0;
    Elf_Scn *scn = NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF && !elf_getshdrstrndx(elf, &names)) {
        while ((scn = elf_nextscn(elf, scn))) {
            GElf_Shdr h;
            if (gelf_getshdr(scn, &h) && h.sh_type == SHT_PROGBITS && (h.sh_flags & SHF_EXECINSTR))
                add(s, elf, names, scn, &h);
        }
    }
    elf_end(elf);
    close(fd);
    if (!s->count) return error_set(e, "%s: no sections with code (its section headers are stripped?)", path);
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
