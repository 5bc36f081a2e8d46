#include "emu/core/cache.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static bool power_of_two(u64 n) { return n && !(n & (n - 1)); }

int cache_init(struct cache *c, const struct cache_geometry *g, struct error *e)
{
    memset(c, 0, sizeof *c);
    c->geometry = *g;
    c->ways = 1;
    u64 sets = 1;
    if (g->size) {
        if (!g->ways || !power_of_two(g->line)) return error_set(e, "a cache line must be a power of two, in one way at least");
        u64 set = (u64)g->ways * g->line;
        sets = g->size / set;
        if (g->size % set || !power_of_two(sets))
            return error_set(e, "a cache of %llu bytes does not divide into sets of %u lines of %u bytes, a power of two in number",
                             (unsigned long long)g->size, g->ways, g->line);
        c->ways = g->ways;
        c->line_shift = (unsigned)__builtin_ctz(g->line);
    }
    c->set_mask = sets - 1;
    /* Of a cache that is not there, one that stays empty. A set of eight ways is one line of the host's cache. */
    c->line = alloc_lines(sets * c->ways * sizeof *c->line);
    return c->line ? 0 : error_set(e, "no memory for a cache of %llu bytes", (unsigned long long)g->size);
}

void cache_free(struct cache *c)
{
    free(c->line);
    c->line = NULL;
}

static u64 *set_of(const struct cache *c, u64 tag) { return &c->line[(tag & c->set_mask) * c->ways]; }

static bool is_line(u64 entry, u64 tag) { return entry & CACHE_VALID && entry >> CACHE_TAG_SHIFT == tag; }

/* Moves what is in front of a line one down, and the line to the front. */
static void touch(u64 *set, u32 way, u64 entry)
{
    for (; way; way--) set[way] = set[way - 1];
    set[0] = entry;
}

struct cache_access cache_access(struct cache *c, u64 address, bool write)
{
    struct cache_access result = {0};
    const struct cache_geometry *g = &c->geometry;
    ++*(write ? &c->writes : &c->reads);
    if (g->size) {
        u64 tag = address >> c->line_shift;
        u64 *set = set_of(c, tag), entry = tag << CACHE_TAG_SHIFT | CACHE_VALID;
        u32 way = 0, ways = c->ways;
        while (way < ways && (set[way] | CACHE_DIRTY) != (entry | CACHE_DIRTY)) way++;
        if (write && g->write_back) entry |= CACHE_DIRTY;
        if (way < c->ways) {
            touch(set, way, entry | set[way]);
            result.hit = true;
            return result;
        }
        if (!write || g->write_allocate) {
            u64 last = set[c->ways - 1];
            result.filled = true;
            result.wrote_back = last & CACHE_DIRTY;
            result.victim = result.wrote_back ? last >> CACHE_TAG_SHIFT << c->line_shift : 0;
            touch(set, c->ways - 1, entry);
        }
    }
    ++*(write ? &c->write_misses : &c->read_misses);
    return result;
}

bool cache_holds(const struct cache *c, u64 address)
{
    if (!c->geometry.size) return false;
    u64 tag = address >> c->line_shift;
    const u64 *set = set_of(c, tag);
    for (u32 way = 0; way < c->ways; way++)
        if (is_line(set[way], tag)) return true;
    return false;
}
