#include "emu/run/data_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/alloc.h"
#include "emu/core/elf.h"
#include "emu/data/images.h"
#include "emu/inspect/place.h"
#include "prof/output/short_name.h"
#include "prof/symbols/demangle.h"

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
    u64 bias = 0;
    const struct mem_area *image;
    for (struct elf_walk w = {0}; (image = elf_next_image(m, &w, &bias));) {
        struct search s = {.address = address - bias};
        images_each(image->name, &image->id, look, &s);
        if (s.name) return s.name;
    }
    const struct mem_area *a = mem_area_of(m, address);
    return alloc_string(a ? a->name : "");
}

/* --- by name ----------------------------------------------------------------------------------------------------------- */

struct wanted {
    struct span name;
    bool short_form; /* of a C++ name is enough */
    u64 bias, first;
    unsigned count;
};

static bool is_called(const struct wanted *w, const char *name)
{
    if (!w->short_form) return strlen(name) == w->name.n && !memcmp(name, w->name.at, w->name.n);
    char *source = demangled(name);
    bool is = (source || !strchr(name, ':')) && short_name_is(w->name, source ? source : name, source != NULL); /* a section has no short form */
    free(source);
    return is;
}

/* Several symbols of one place are one object. */
static void compare(void *ctx, const struct image_object *o)
{
    struct wanted *w = ctx;
    if (!is_called(w, o->name) || (w->count && w->first == o->start + w->bias)) return;
    if (!w->count++) w->first = o->start + w->bias;
}

static unsigned find(const struct mem *m, struct span name, u64 *at)
{
    struct wanted w = {.name = name};
    const struct mem_area *image;
    for (unsigned form = 0; form < 2 && !w.count; form++) {
        w.short_form = form;
        for (struct elf_walk walk = {0}; (image = elf_next_image(m, &walk, &w.bias));) images_each(image->name, &image->id, compare, &w);
    }
    *at = w.first;
    return w.count;
}

unsigned data_find(const struct mem *m, const char *name, u64 *at)
{
    u64 offset;
    size_t length;
    unsigned n = *name ? find(m, (struct span){name, strlen(name)}, at) : 0;
    if (n || !place_offset(name, &length, &offset)) return n;
    n = find(m, (struct span){name, length}, at);
    *at += offset;
    return n;
}
