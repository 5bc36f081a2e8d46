/* Caches and address translation of one processor, as the in-order models have them: what fetching and data accesses take
 * beyond the pipeline's own cycles.
 *
 * What changes nothing is told inline: the line is the one used last in its set, the page the one used last. Everything
 * else is in hierarchy.c. Both the reference and the fast engine go through here, so they see the same caches. */
#ifndef PCGRAM_PARISC_HIERARCHY_H
#define PCGRAM_PARISC_HIERARCHY_H

#include "emu/core/cache.h"
#include "emu/core/tlb.h"
#include "isa/parisc/pipe.h"

/* What happened in all, for `pcgram stat`: accesses and branches are counted by instruction, not here. */
struct pa_memory_events {
    u64 l1i_misses, l1d_misses, l2_accesses, l2_misses, tlb_misses, write_backs;
};

struct pa_memory {
    const struct pa_model *model;
    struct cache l1i, l1d, l2;
    struct tlb tlb, ilab;
    bool has_ilab;
    const struct cache *read, *write; /* the one that tells that a load or store takes nothing; one that is always empty */
    u64 write_bits;                   /* what cache_is_first asks of it */
    u64 code_page;                    /* of the last fetch, as pc >> code_shift */
    unsigned code_shift;
    u32 prefetched;                   /* line that the last miss of a fetch brought along; 1: none */
    u32 loaded, stored;               /* addresses of the last load that stores nothing, and of the last store */
    struct cache empty;
    struct pa_memory_events events;
};

/* Cycles lost, by cause. */
struct pa_lost {
    u64 tlb, cache;
};

/* Everything empty; the model must outlive it. -1 with *e. */
int pa_memory_init(struct pa_memory *m, const struct pa_model *model, struct error *e);
void pa_memory_free(struct pa_memory *m);

/* The instruction at pc is fetched. touched: the one completed before it accessed memory. */
struct pa_lost pa_memory_fetch(struct pa_memory *m, u32 pc, bool touched);

/* True if fetching from there loses nothing, as far as it is quickly told; then it has been done. */
static inline bool pa_memory_fetched(struct pa_memory *m, u32 pc)
{
    u64 page = (u64)pc >> m->code_shift;
    if (UNLIKELY(page != m->code_page)) {
        if (!m->has_ilab || !tlb_hit(&m->ilab, pc)) return false;
        m->code_page = page;
    }
    return cache_is_first(&m->l1i, pc, CACHE_VALID);
}

/* A data access; write: it stores, whether or not it loads. m->loaded or m->stored is the caller's to set. */
struct pa_lost pa_memory_access(struct pa_memory *m, u32 address, bool write);

/* True if it loses nothing; then it has been done. */
static inline bool pa_memory_read(struct pa_memory *m, u32 address)
{
    return LIKELY(tlb_hit(&m->tlb, address)) && LIKELY(cache_is_first(m->read, address, CACHE_VALID));
}

static inline bool pa_memory_write(struct pa_memory *m, u32 address)
{
    return LIKELY(tlb_hit(&m->tlb, address)) && LIKELY(cache_is_first(m->write, address, m->write_bits));
}

/* How an access lies to those before it: bits of enum pa_relation. */
static inline unsigned pa_relation_of(const struct pa_memory *m, u32 address, bool write)
{
    u32 before = write ? m->stored : m->loaded;
    return ((m->stored ^ address) >> 3 == 0 ? PA_SAME : 0) | (before % 8 == 0 && address == before + 4 ? PA_PAIR : 0);
}

/* True if an instruction in the line fetched last needs no new fetch: else the model is for single steps only. */
bool pa_memory_by_line(const struct pa_memory *m);

#endif
