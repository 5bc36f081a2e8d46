/* A cache as the timing models see it: which lines are there, not what is in them. Set-associative, least recently used
 * line replaced, one policy for writes. A TLB is a cache whose lines are pages. Knows no instruction set. */
#ifndef PCGRAM_CORE_CACHE_H
#define PCGRAM_CORE_CACHE_H

#include "emu/core/error.h"
#include "emu/core/types.h"

struct cache_geometry {
    u64 size;            /* bytes; 0: there is no such cache, every access misses and nothing is kept */
    u32 ways;            /* lines in a set */
    u32 line;            /* bytes, a power of two */
    bool write_back;     /* a write stays in its line until the line is replaced; else it goes on at once */
    bool write_allocate; /* a write that misses brings its line in */
};

/* A line's entry: its tag (address / line size) above three bits, of which the third is for emu/core/stamped_cache.h. 0: there is none. */
enum { CACHE_VALID = 1, CACHE_DIRTY = 2, CACHE_TAG_SHIFT = 3 };

struct cache {
    u64 *line;    /* entries, set after set, in each the most recently used line first */
    struct cache_geometry geometry;
    unsigned line_shift;
    u32 ways;
    u64 set_mask; /* sets - 1 */
    u64 reads, read_misses, writes, write_misses; /* of the accesses that cache_access was shown */
};

/* What an access did. */
struct cache_access {
    bool hit;
    bool filled;     /* a miss brought the line in */
    bool wrote_back; /* a line that had been written to had to go for it: */
    u64 victim;      /* ... this address */
};

/* An empty cache. -1 with *e when the geometry is not that of one: the number of sets and the line must be powers of two,
 * size = sets * ways * line. */
int cache_init(struct cache *c, const struct cache_geometry *g, struct error *e);
void cache_free(struct cache *c);

/* A reference to the line that holds the address; counts it. */
struct cache_access cache_access(struct cache *c, u64 address, bool write);

/* cache_access() of a cache of `ways` ways, a few, known where this is compiled, that is there. */
static inline __attribute__((always_inline)) struct cache_access cache_access_ways(struct cache *c, u64 address, bool write, u32 ways)
{
    u64 tag = address >> c->line_shift, *set = c->line + (tag & c->set_mask) * ways, entry = tag << CACHE_TAG_SHIFT | CACHE_VALID;
    u32 way = 0;
    while (way < ways && (set[way] | CACHE_DIRTY) != (entry | CACHE_DIRTY)) way++;
    ++*(write ? &c->writes : &c->reads);
    bool hit = way < ways, fills = hit || !write || c->geometry.write_allocate;
    u64 last = set[ways - 1], first = hit ? set[way] : 0;
    *(write ? &c->write_misses : &c->read_misses) += !hit;
    if (!fills) return (struct cache_access){0};
    if (write && c->geometry.write_back) first |= CACHE_DIRTY;
    for (u32 i = hit ? way : ways - 1; i; i--) set[i] = set[i - 1];
    set[0] = entry | first;
    bool wrote_back = !hit && last & CACHE_DIRTY;
    return (struct cache_access){hit, !hit, wrote_back, wrote_back ? last >> CACHE_TAG_SHIFT << c->line_shift : 0};
}

/* True if the line is there; changes nothing. */
bool cache_holds(const struct cache *c, u64 address);

/* Where the entry of the line used last in the set of the address is, in bytes from the first entry. */
static inline u32 cache_first_at(const struct cache *c, u64 address)
{
    return (u32)(((address >> c->line_shift) & c->set_mask) * c->ways * sizeof *c->line);
}

/* True if an access would change nothing but the counts, because its line was the last one used in its set: it need not
 * be shown to the cache. For reads `bits` is CACHE_VALID; for writes to a cache that writes back CACHE_VALID | CACHE_DIRTY. */
static inline bool cache_is_first(const struct cache *c, u64 address, u64 bits)
{
    u64 tag = address >> c->line_shift;
    return (c->line[(tag & c->set_mask) * c->ways] | (bits ^ (CACHE_VALID | CACHE_DIRTY))) ==
           (tag << CACHE_TAG_SHIFT | CACHE_VALID | CACHE_DIRTY);
}

/* The line that was used last in the set of the address is that of the address: its entry. */
static inline u64 *cache_first(const struct cache *c, u64 address)
{
    return &c->line[((address >> c->line_shift) & c->set_mask) * c->ways];
}

#endif
