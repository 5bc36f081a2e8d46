#include "emu/inspect/functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "emu/core/contexts.h"
#include "emu/core/elf.h"
#include "emu/inspect/place.h"
#include "prof/symbols/demangle.h"

static size_t add_image(struct functions *f, const struct isa *isa, const char *path, const struct file_id *id, u64 bias)
{
    struct error e;
    for (size_t i = 0; i < f->images; i++)
        if (f->image[i].bias == bias && !strcmp(f->image[i].path, path) && file_id_unchanged(f->image[i].id, *id)) return i;
    f->image = alloc_grow(f->image, f->images, &f->room, sizeof *f->image);
    struct function_image *image = &f->image[f->images];
    *image = (struct function_image){.path = alloc_string(path), .id = *id, .bias = bias};
    symbols_add(&image->symbols, isa, path, id, path, bias, &e); /* without names there are no functions: no reason to stop */
    if (f->readable) symbols_demangle(&image->symbols);
    return f->images++;
}

void functions_add_kernel(struct symbols *s, const struct abi *abi)
{
    symbols_add_code(s, "[vdso]", abi->vdso_page, abi->vdso_page + MEM_PAGE, abi->sigtramp, abi->vdso_page + abi->sigtramp_offset,
                     abi->sigtramp_size);
    symbols_settle(s);
}

static const struct function_image *kernel_image(struct functions *f, const struct abi *abi)
{
    if (!f->kernel.symbols.images) functions_add_kernel(&f->kernel.symbols, abi);
    return &f->kernel;
}

/* What a mapping is of, or NULL: it is of no ELF file. */
static const struct function_mapping *mapping_of(struct functions *f, const struct process *p, const struct mem_area *a)
{
    u64 bias, same;
    for (size_t i = 0; i < f->mappings; i++) {
        const struct function_mapping *m = &f->mapping[i];
        if (m->start == a->start && m->file_offset == a->file_offset && !strcmp(f->image[m->image].path, a->name) &&
            file_id_unchanged(f->image[m->image].id, a->id))
            return m;
    }
    if (!mem_area_has_file(a) || elf_bias(a->name, &a->id, a->start, a->file_offset, &bias) != 0) return NULL;
    size_t image = add_image(f, p->isa, a->name, &a->id, bias);
    bool begins = elf_image_bias(a->name, &a->id, a->start, a->file_offset, &same) == 0;
    f->mapping = alloc_grow(f->mapping, f->mappings, &f->mappings_room, sizeof *f->mapping);
    f->mapping[f->mappings] = (struct function_mapping){a->start, a->file_offset, image, begins};
    return &f->mapping[f->mappings++];
}

/* The image that code in the mapping is of, or NULL. */
static const struct function_image *image_of(struct functions *f, const struct process *p, const struct mem_area *a)
{
    if (a->start == p->isa->abi->vdso_page) return kernel_image(f, p->isa->abi);
    const struct function_mapping *m = mapping_of(f, p, a);
    return m ? &f->image[m->image] : NULL;
}

/* The image that begins in the mapping, or NULL. Others that are of a file may be data, or what a loader has left between segments. */
static const struct function_image *image_in(struct functions *f, const struct process *p, const struct mem_area *a)
{
    if (a->start == p->isa->abi->vdso_page) return kernel_image(f, p->isa->abi);
    const struct function_mapping *m = mapping_of(f, p, a);
    return m && m->begins ? &f->image[m->image] : NULL;
}

u64 functions_find(void *ctx, struct process *p, u64 pc)
{
    const struct mem_area *a = mem_area_of(&p->mem, pc);
    const struct function_image *image = a ? image_of(ctx, p, a) : NULL;
    size_t symbol = image ? symbols_find(&image->symbols, pc) : SYMBOL_NONE;
    /* Stubs and what binds names pass a call on: a frame of their own would stand in the place of the function's. */
    if (symbol == SYMBOL_NONE) return a ? a->start + 1 : 0;
    return image->symbols.symbol[symbol].linker ? a->start + FUNCTION_PASSES_ON : image->symbols.symbol[symbol].start;
}

bool functions_name(struct functions *f, struct process *p, u64 pc, char *name, size_t cap, u64 *start)
{
    const struct mem_area *a = mem_area_of(&p->mem, pc);
    const struct function_image *image = a ? image_of(f, p, a) : NULL;
    size_t symbol = image ? symbols_find(&image->symbols, pc) : SYMBOL_NONE;
    if (symbol == SYMBOL_NONE) return false;
    snprintf(name, cap, "%s", image->symbols.symbol[symbol].name);
    *start = image->symbols.symbol[symbol].start;
    return true;
}

static bool listed(const u64 *at, size_t n, u64 start)
{
    while (n > 0 && at[n - 1] != start) n--;
    return n > 0;
}

/* What is asked for: functions of a name, or (`is_short`) of which it is a short one, and so many bytes behind their beginnings. */
struct wanted {
    const char *name;
    size_t length; /* of the name */
    u64 offset;
    bool is_short;
};

static size_t next_named(const struct symbols *s, const struct wanted *w, size_t from)
{
    return w->is_short ? symbols_short_named(s, w->name, w->length, false, from) : symbols_named(s, w->name, w->length, from);
}

/* As far as the functions reach so far. */
static size_t addresses(struct functions *f, struct process *p, const struct wanted *w, u64 *at, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < p->mem.areas; i++) {
        const struct function_image *image = image_in(f, p, &p->mem.area[i]);
        for (size_t k = 0; image && n < room && (k = next_named(&image->symbols, w, k)) != SYMBOL_NONE; k++) {
            const struct symbol *s = &image->symbols.symbol[k];
            if ((!w->offset || w->offset < s->size) && !listed(at, n, s->start + w->offset)) at[n++] = s->start + w->offset;
        }
    }
    return n;
}

size_t functions_addresses(struct functions *f, struct process *p, const char *name, u64 *at, size_t room)
{
    return addresses(f, p, &(struct wanted){.name = name, .length = strlen(name)}, at, room);
}

size_t functions_places(struct functions *f, struct process *p, const char *where, u64 *at, size_t room)
{
    struct wanted behind = {.name = where};
    size_t n = functions_addresses(f, p, where, at, room);
    if (!n && place_offset(where, &behind.length, &behind.offset)) n = addresses(f, p, &behind, at, room);
    return n || !f->readable ? n : addresses(f, p, &(struct wanted){.name = where, .length = strlen(where), .is_short = true}, at, room);
}

bool functions_address(struct functions *f, struct process *p, const char *where, u64 *address) { return functions_places(f, p, where, address, 1) == 1; }

const struct symbols *functions_symbols(const struct functions *f, const char *path, const struct file_id *id, u64 bias)
{
    struct stat now;
    for (size_t i = 0; i < f->images && !f->readable; i++) {
        const struct function_image *image = &f->image[i];
        if (image->bias != bias || strcmp(image->path, path) || !file_id_unchanged(image->id, *id)) continue;
        return stat(path, &now) == 0 && file_id_unchanged(file_id_of(&now), *id) ? &image->symbols : NULL;
    }
    return NULL;
}

void functions_free(struct functions *f)
{
    for (size_t i = 0; i < f->images; i++) {
        symbols_free(&f->image[i].symbols);
        free(f->image[i].path);
    }
    symbols_free(&f->kernel.symbols);
    free(f->image);
    free(f->mapping);
    memset(f, 0, sizeof *f);
}
