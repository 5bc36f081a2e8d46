#include "emu/data/images.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/image_file.h"
#include "emu/core/text.h"

/* More symbols of data than that no program has; of a file that says so the first are taken. */
enum { SYMBOLS_MOST = 1 << 20 };

struct named {
    u64 start, end;
    const char *name;
};

struct list {
    struct named *x;
    size_t n, room;
    u64 names; /* bytes of them that may be told of yet */
};

/* A symbol's start is in its section, and so is its end. */
static void add_symbol(struct list *l, Elf *elf, const GElf_Shdr *table, const GElf_Sym *sym)
{
    GElf_Shdr section;
    if (GELF_ST_TYPE(sym->st_info) != STT_OBJECT || !sym->st_size || sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE) return;
    Elf_Scn *scn = elf_getscn(elf, sym->st_shndx);
    const char *name = elf_strptr(elf, table->sh_link, sym->st_name);
    if (!scn || !name || !*name || !gelf_getshdr(scn, &section) || !(section.sh_flags & SHF_ALLOC)) return;
    u64 offset = sym->st_value - section.sh_addr;
    if (sym->st_value < section.sh_addr || offset >= section.sh_size || sym->st_size > section.sh_size - offset) return;
    if (l->n == SYMBOLS_MOST || !image_takes_name(&l->names, name)) return;
    l->x = alloc_grow(l->x, l->n, &l->room, sizeof *l->x);
    l->x[l->n++] = (struct named){sym->st_value, sym->st_value + sym->st_size, name};
}

static void add_table(struct list *l, Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    size_t entry = gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
    if (!data || !entry) return;
    size_t count = data->d_size / entry;
    for (size_t i = 1; i < count && i <= INT32_MAX; i++) {
        GElf_Sym sym;
        if (gelf_getsym(data, (int)i, &sym)) add_symbol(l, elf, header, &sym);
    }
}

/* Greater ones first; of equal ones the best name last: one without underscores, then the first by strcmp. */
static int by_size(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    if (x->end - x->start != y->end - y->start) return x->end - x->start > y->end - y->start ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    size_t p = strspn(x->name, "._"), q = strspn(y->name, "._");
    if (p != q) return p > q ? -1 : 1;
    return -strcmp(x->name, y->name);
}

static void tell_section(Elf *elf, size_t names, const char *path, const GElf_Shdr *h, void (*each)(void *, const struct image_object *),
                         void *ctx)
{
    char name[256];
    const char *section = elf_strptr(elf, names, h->sh_name);
    if (!(h->sh_flags & SHF_ALLOC) || h->sh_flags & SHF_TLS || !h->sh_size || h->sh_addr + h->sh_size < h->sh_addr) return;
    snprintf(name, sizeof name, "%s:%s", text_base(path), section ? section : "");
    each(ctx, &(struct image_object){h->sh_addr, h->sh_addr + h->sh_size, name});
}

void images_each(const char *path, const struct file_id *id, void (*each)(void *ctx, const struct image_object *o), void *ctx)
{
    struct list l = {0};
    size_t names;
    int fd = image_open(path, id);
    if (fd >= 0) l.names = image_names(fd);
    Elf *elf = fd >= 0 && elf_version(EV_CURRENT) != EV_NONE ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF && elf_getshdrstrndx(elf, &names) == 0) {
        for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
            GElf_Shdr h;
            if (!gelf_getshdr(scn, &h)) continue;
            tell_section(elf, names, path, &h, each, ctx);
            if (h.sh_type == SHT_SYMTAB || h.sh_type == SHT_DYNSYM) add_table(&l, elf, scn, &h);
        }
        if (l.n) qsort(l.x, l.n, sizeof *l.x, by_size);
        for (size_t i = 0; i < l.n; i++) each(ctx, &(struct image_object){l.x[i].start, l.x[i].end, l.x[i].name});
    }
    free(l.x);
    elf_end(elf);
    if (fd >= 0) close(fd);
}
