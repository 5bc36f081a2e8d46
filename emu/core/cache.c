#include "emu/core/cache.h"

#include <stdlib.h>

static bool power_of_two(u64 n) { return n && !(n & (n - 1)); }

int cache_init(struct cache *c, const struct cache_geometry *g, struct error *e)
{
    memset(c, 0, sizeof *c);
    c->geometry = *g;
    if (!g->size) return 0;
    if (!g->ways || !power_of_two(g->line)) return error_set(e, "a cache line must be a power of two, in one way at least");
    u64 set = (u64)g->ways * g->line;
    if (g->size % set || !power_of_two(g->size / set))
        return error_set(e, "a cache of %llu bytes does not divide into sets of %u lines of %u bytes, a power of two in number",
                         (unsigned long long)g->size, g->ways, g->line);
    c->sets = g->size / set;
    c->line_shift = (unsigned)__builtin_ctz(g->line);
    c->line = calloc(c->sets * g->ways, sizeof *c->line);
    return c->line ? 0 : error_set(e, "no memory for a cache of %llu bytes", (unsigned long long)g->size);
}

void cache_free(struct cache *c)
{
    free(c->line);
    c->line = NULL;
}

static struct cache_line *set_of(const struct cache *c, u64 tag) { return &c->line[(tag & (c->sets - 1)) * c->geometry.ways]; }

/* Moves what is in front of a line one down, and the line to the front. */
static void touch(struct cache_line *set, u32 way, struct cache_line line)
{
    memmove(set + 1, set, way * sizeof *set);
    set[0] = line;
}

struct cache_access cache_access(struct cache *c, u64 address, bool write)
{
    struct cache_access result = {0};
    const struct cache_geometry *g = &c->geometry;
    ++*(write ? &c->writes : &c->reads);
    if (g->size) {
        u64 tag = address >> c->line_shift;
        struct cache_line *set = set_of(c, tag);
        u32 way = 0;
        while (way < g->ways && !(set[way].valid && set[way].tag == tag)) way++;
        bool dirty = write && g->write_back;
        if (way < g->ways) {
            touch(set, way, (struct cache_line){.tag = tag, .valid = true, .dirty = set[way].dirty || dirty});
            result.hit = true;
            return result;
        }
        if (!write || g->write_allocate) {
            const struct cache_line *last = &set[g->ways - 1];
            result.filled = true;
            result.wrote_back = last->valid && last->dirty;
            result.victim = result.wrote_back ? last->tag << c->line_shift : 0;
            touch(set, g->ways - 1, (struct cache_line){.tag = tag, .valid = true, .dirty = dirty});
        }
    }
    ++*(write ? &c->write_misses : &c->read_misses);
    return result;
}

bool cache_holds(const struct cache *c, u64 address)
{
    if (!c->geometry.size) return false;
    u64 tag = address >> c->line_shift;
    const struct cache_line *set = set_of(c, tag);
    for (u32 way = 0; way < c->geometry.ways; way++)
        if (set[way].valid && set[way].tag == tag) return true;
    return false;
}
