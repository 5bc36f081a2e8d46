#include "emu/run/data_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/elf.h"
#include "emu/data/images.h"
#include "prof/alloc.h"

struct search {
    u64 address; /* as the file has it */
    char *name;  /* the last that was told of holds it closest; NULL: none yet */
};

static void look(void *ctx, const struct image_object *o)
{
    struct search *s = ctx;
    u64 offset = s->address - o->start;
    if (s->address < o->start || s->address >= o->end) return;
    size_t n = strlen(o->name) + 24;
    free(s->name);
    s->name = alloc_zeroed(n, 1);
    if (offset) snprintf(s->name, n, "%s+0x%" PRIx64, o->name, offset);
    else snprintf(s->name, n, "%s", o->name);
}

char *data_name(const struct mem *m, u64 address)
{
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *a = &m->area[i];
        bool seen = !(a->prot & PROT_EXEC) || !a->name[0] || a->name[0] == '[';
        for (size_t k = 0; k < i && !seen; k++) seen = (m->area[k].prot & PROT_EXEC) && !strcmp(m->area[k].name, a->name);
        u64 bias = 0;
        if (seen || elf_bias(a->name, a->start, a->file_offset, &bias) != 0) continue;
        struct search s = {.address = address - bias};
        images_each(a->name, look, &s);
        if (s.name) return s.name;
    }
    const struct mem_area *a = mem_area_of(m, address);
    return alloc_string(a ? a->name : "");
}
