#include "emu/core/stamped_cache.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

int stamped_init(struct stamped_cache *l, const struct cache_geometry *g, struct error *e)
{
    l->used = NULL;
    if (cache_init(&l->cache, g, e) != 0) return -1;
    l->used = alloc_lines((l->cache.set_mask + 1) * l->cache.ways * sizeof *l->used);
    if (l->used) return 0;
    cache_free(&l->cache);
    return error_set(e, "no memory for a cache of %llu bytes", (unsigned long long)g->size);
}

void stamped_free(struct stamped_cache *l)
{
    cache_free(&l->cache);
    free(l->used);
    l->used = NULL;
}

/* The way of a set that was used longest ago; one that is free never was. */
static u32 oldest(const u64 *used, u32 ways)
{
    u32 way = 0;
    for (u32 i = 1; i < ways; i++) way = used[i] < used[way] ? i : way;
    return way;
}

struct stamped_access stamped_access(struct stamped_cache *l, u64 address, bool write, u64 now)
{
    const struct cache *c = &l->cache;
    struct stamped_access a = {.entry = stamped_entry(l, address)};
    if (!c->geometry.size) return a;
    a.hit = a.entry;
    if (!a.hit && write && !c->geometry.write_allocate) return a;
    if (!a.hit) {
        u64 tag = address >> c->line_shift, first = (tag & c->set_mask) * c->ways, way = first + oldest(&l->used[first], c->ways);
        a.entry = &c->line[way];
        a.gone = *a.entry;
        *a.entry = tag << CACHE_TAG_SHIFT | CACHE_VALID;
    }
    if (write && c->geometry.write_back) *a.entry |= CACHE_DIRTY;
    *stamped_used(l, a.entry) = now;
    return a;
}
