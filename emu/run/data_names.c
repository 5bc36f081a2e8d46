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

/* --- by address -------------------------------------------------------------------------------------------------------- */

struct search {
    const u64 *address; /* ascending, each once */
    char **name;        /* NULL: none yet */
    size_t n;
    u64 bias;            /* of the image */
    struct found {
        size_t first, end; /* the addresses that it holds: none is so far */
        u64 start;
        char *name;
    } *found; /* in the order in which they are told */
    size_t founds, room;
};

/* Of the addresses the first that is no less. */
static size_t first_from(const struct search *s, u64 address)
{
    size_t low = 0, high = s->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (s->address[mid] < address) low = mid + 1;
        else high = mid;
    }
    return low;
}

static void look(void *ctx, const struct image_object *o)
{
    struct search *s = ctx;
    size_t first = first_from(s, o->start + s->bias), end = first_from(s, o->end + s->bias);
    if (first >= end) return;
    s->found = alloc_grow(s->found, s->founds, &s->room, sizeof *s->found);
    s->found[s->founds++] = (struct found){first, end, o->start + s->bias, alloc_string(o->name)};
}

static char *with_offset(const char *name, u64 offset)
{
    size_t n = strlen(name) + 24;
    char *text = alloc_zeroed(n, 1);
    if (offset) snprintf(text, n, "%s+0x%" PRIx64, name, offset);
    else snprintf(text, n, "%s", name);
    return text;
}

/* The first address from `i` on that has no name; `next` leads to it, the shorter the more often it has been gone. */
static size_t nameless(size_t *next, size_t i)
{
    while (next[i] != i) i = next[i] = next[next[i]];
    return i;
}

/* What was told of last holds an address closest: so they are gone through from behind, and each address is named once, however many there are around it. */
static void name_found(struct search *s, size_t *next)
{
    while (s->founds) {
        struct found *f = &s->found[--s->founds];
        for (size_t i = nameless(next, f->first); i < f->end; i = nameless(next, i)) {
            s->name[i] = with_offset(f->name, s->address[i] - f->start);
            next[i] = i + 1;
        }
        free(f->name);
    }
}

void data_names(const struct mem *m, const u64 *address, char **name, size_t n)
{
    struct search s = {.address = address, .name = name, .n = n};
    const struct mem_area *image;
    size_t *next = alloc_zeroed(n + 1, sizeof *next); /* of the addresses that have no name; behind the last one the end */
    for (size_t i = 0; i <= n; i++) next[i] = i;
    for (size_t i = 0; i < n; i++) name[i] = NULL;
    for (struct elf_walk w = {0}; n && (image = elf_next_image(m, &w, &s.bias));) {
        images_each(image->name, &image->id, look, &s);
        name_found(&s, next);
    }
    for (size_t i = 0; i < n; i++) {
        const struct mem_area *a = name[i] ? NULL : mem_area_of(m, address[i]);
        if (!name[i]) name[i] = alloc_string(a ? a->name : "");
    }
    free(s.found);
    free(next);
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
