/* Caches and address translation of one processor, as the in-order models have them: what fetching and data accesses take
 * beyond the pipeline's own cycles.
 *
 * What changes nothing is told inline: the line is the one used last in its set, the page the one used last. Everything
 * else is in hierarchy.c. Both the reference and the fast engine go through here, so they see the same caches. */
#ifndef PCGRAM_PARISC_HIERARCHY_H
#define PCGRAM_PARISC_HIERARCHY_H

#include "emu/core/block.h"
#include "emu/core/cache.h"
#include "emu/core/tlb.h"
#include "isa/parisc/pipe.h"

/* A data access that takes nothing and changes nothing but the time its page was used last: its line is the one used last
 * in its set. One record a set. */
struct pa_quick {
    u64 entry; /* of the line, with CACHE_DIRTY if a write changes nothing either; 0: none */
    struct tlb_entry *page;
};

struct pa_memory {
    struct pa_quick *quick; /* of the cache that data come from */
    u64 quick_mask;
    unsigned quick_shift;
    unsigned code_shift;
    u64 code_page;          /* of the last fetch, as pc >> code_shift */
    u32 loaded, stored;     /* addresses of the last load that stores nothing, and of the last store */
    const struct pa_model *model;
    struct cache l1i, l1d, l2;
    struct tlb tlb, ilab;
    bool has_ilab;
    const struct cache *data;     /* that *quick is of; NULL: no access is free */
    bool quick_writes;            /* writes may be free */
    u32 prefetched;               /* line that the last miss of a fetch brought along; 1: none */
    struct memory_events *events;
};

/* Cycles lost, by cause. */
struct pa_lost {
    u64 tlb, cache;
};

/* Everything empty; the model and *events, where it counts, must outlive it. -1 with *e. */
int pa_memory_init(struct pa_memory *m, const struct pa_model *model, struct memory_events *events, struct error *e);
void pa_memory_free(struct pa_memory *m);

/* The instruction at pc is fetched. touched: the one completed before it accessed memory. */
struct pa_lost pa_memory_fetch(struct pa_memory *m, u32 pc, bool touched);

/* What tells that fetching from pc loses nothing. */
static inline struct fetch_check pa_memory_check(const struct pa_memory *m, u32 pc)
{
    return (struct fetch_check){.page = (u64)pc >> m->code_shift, .entry = cache_entry(&m->l1i, pc), .at = cache_first_at(&m->l1i, pc)};
}

/* True if fetching from pc, whose check that is, loses nothing, as far as it is quickly told; then it has been done.
 * pa_memory_same_page: pc is on the page of the instruction fetched before it. */
static inline bool pa_memory_same_page(const struct pa_memory *m, u64 entry, u32 at)
{
    return *(const u64 *)(const void *)((const u8 *)m->l1i.line + at) == entry;
}
static inline bool pa_memory_fetched(struct pa_memory *m, const struct fetch_check *f, u32 pc)
{
    if (UNLIKELY(f->page != m->code_page)) {
        if (!m->has_ilab || !tlb_hit(&m->ilab, pc)) return false;
        m->code_page = f->page;
    }
    return pa_memory_same_page(m, f->entry, f->at);
}

/* A data access; write: it stores, whether or not it loads. m->loaded or m->stored is the caller's to set. */
struct pa_lost pa_memory_access(struct pa_memory *m, u32 address, bool write);

/* True if it loses nothing, as far as it is quickly told; then it has been done. */
static inline bool pa_memory_quick(struct pa_memory *m, u32 address, u64 readable)
{
    u64 line = address >> m->quick_shift;
    const struct pa_quick *q = &m->quick[line & m->quick_mask];
    if (UNLIKELY((q->entry | readable) != (line << CACHE_TAG_SHIFT | CACHE_VALID | CACHE_DIRTY))) return false;
    tlb_use(&m->tlb, q->page);
    return true;
}
static inline bool pa_memory_read(struct pa_memory *m, u32 address) { return pa_memory_quick(m, address, CACHE_DIRTY); }
static inline bool pa_memory_write(struct pa_memory *m, u32 address) { return pa_memory_quick(m, address, 0); }

/* How an access lies to those before it: bits of enum pa_relation. */
static inline unsigned pa_relation_of(const struct pa_memory *m, u32 address, bool write)
{
    u32 before = write ? m->stored : m->loaded;
    return ((m->stored ^ address) >> 3 == 0 ? PA_SAME : 0) | (before % 8 == 0 && address == before + 4 ? PA_PAIR : 0);
}

/* True if an instruction in the line fetched last needs no new fetch: else the model is for single steps only. */
bool pa_memory_by_line(const struct pa_memory *m);

#endif
