/* Caches and address translation of one processor, as the in-order model has them: what fetching and data accesses take
 * beyond the pipeline's own cycles.
 *
 * What changes nothing is told inline: the line is the one used last in its set, the page the one used last. Everything
 * else is in hierarchy.c. Both the reference and the fast engine go through here, so they see the same caches. */
#ifndef PCGRAM_IA64_HIERARCHY_H
#define PCGRAM_IA64_HIERARCHY_H

#include "emu/core/cache.h"
#include "emu/core/counters.h"
#include "emu/core/tlb.h"
#include "isa/ia64/timing_models.h"

struct ia64_memory {
    const struct ia64_model *model;
    struct cache l1i, l1d, l2, l3;
    struct tlb dtlb1, dtlb2, itlb1, itlb2;
    u64 code_line; /* fetched from last, as pc >> code_shift */
    unsigned code_shift;
    struct memory_events *events; /* counted here; the owner's */
    u64 prefetched; /* line that the last miss of a fetch brought along; 1: none */
};

/* Cycles lost. */
struct ia64_lost {
    u32 tlb;   /* nothing issues meanwhile */
    u32 cache; /* fetching: likewise; a load: its result comes so much later */
};

enum ia64_access_kind { ACCESS_LOAD, ACCESS_FLOAD, ACCESS_STORE, ACCESS_SEM, ACCESS_PREFETCH, IA64_ACCESS_KINDS };

/* Everything empty; the model must outlive it. -1 with *e. */
int ia64_memory_init(struct ia64_memory *m, const struct ia64_model *model, struct error *e);
void ia64_memory_free(struct ia64_memory *m);

/* The instruction at pc is fetched. */
struct ia64_lost ia64_memory_fetch(struct ia64_memory *m, u64 pc);

/* True if fetching from there loses nothing and changes nothing: it is in the line fetched last. */
static inline bool ia64_memory_fetched(const struct ia64_memory *m, u64 pc) { return pc >> m->code_shift == m->code_line; }

/* True if fetching from another line loses nothing; then it has been done. */
static inline bool ia64_memory_fetch_next(struct ia64_memory *m, u64 pc)
{
    if (UNLIKELY(!cache_is_first(&m->l1i, pc, CACHE_VALID))) return false;
    u64 before = m->code_line << m->code_shift; /* its page is the one used last */
    if ((before ^ pc) >> m->itlb1.page_shift && UNLIKELY(!tlb_hit(&m->itlb1, pc))) return false;
    m->code_line = pc >> m->code_shift;
    return true;
}

/* A data access. */
struct ia64_lost ia64_memory_access(struct ia64_memory *m, u64 address, enum ia64_access_kind kind);

/* True if it loses nothing; then it has been done. */
static inline bool ia64_memory_load(struct ia64_memory *m, u64 address)
{
    return LIKELY(tlb_hit(&m->dtlb1, address)) && LIKELY(cache_is_first(&m->l1d, address, CACHE_VALID));
}

static inline bool ia64_memory_fload(struct ia64_memory *m, u64 address)
{
    return LIKELY(tlb_hit(&m->dtlb1, address)) && LIKELY(cache_is_first(&m->l2, address, CACHE_VALID));
}

/* A store that finds its line in both levels, the second's written to already. */
static inline bool ia64_memory_store(struct ia64_memory *m, u64 address)
{
    return LIKELY(cache_is_first(&m->l2, address, CACHE_VALID | CACHE_DIRTY)) &&
           LIKELY(cache_is_first(&m->l1d, address, CACHE_VALID)) && LIKELY(tlb_hit(&m->dtlb1, address));
}

#endif
