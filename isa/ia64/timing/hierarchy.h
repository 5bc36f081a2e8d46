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
#include "isa/ia64/exec/window.h"
#include "isa/ia64/timing/lines.h"

struct ia64_memory {
    u64 code_line; /* fetched from last: folded pc >> code_shift; host code asks it and the first caches by distances of a byte */
    struct cache l1i, l1d, l2, l3;
    const struct ia64_model *model;
    struct tlb dtlb1, dtlb2, itlb1, itlb2;
    struct ia64_lines lines; /* those under way are CACHE_MARKED in both levels */
    unsigned code_shift;
    unsigned code_page_shift; /* from line numbers to pages */
    struct memory_events *events; /* counted here; the owner's */
    u64 prefetched; /* line that the last miss of a fetch brought along; 1: none */
};

/* Cycles lost. */
struct ia64_lost {
    u32 tlb;   /* nothing issues meanwhile */
    u32 cache; /* fetching: likewise; a load: its result comes so much later */
};

/* The same of a data access, as far as it does not depend on the time. */
struct ia64_accessed {
    u32 tlb;
    u32 cache;              /* cycles by which the result of a load comes later */
    struct ia64_line *line; /* one that it has asked for, or a load shares; NULL: neither */
    u32 latency;            /* of the former, cycles; 0: it shares it */
    bool queues;            /* the access is a store, and the line is in memory */
};

enum ia64_access_kind { ACCESS_LOAD, ACCESS_FLOAD, ACCESS_STORE, ACCESS_SEM, ACCESS_PREFETCH, IA64_ACCESS_KINDS };

/* Everything empty; the model must outlive it. -1 with *e. */
int ia64_memory_init(struct ia64_memory *m, const struct ia64_model *model, struct error *e);
void ia64_memory_free(struct ia64_memory *m);

/* The instruction at pc is fetched. */
struct ia64_lost ia64_memory_fetch(struct ia64_memory *m, u64 pc);
/* The same, faster where the caches have their usual numbers of ways: for blocks. The reference asks ia64_memory_fetch(). */
struct ia64_lost ia64_memory_show_fetch(struct ia64_memory *m, u64 pc);

/* What a fetch looks for, in one word: the line's number in folded addresses (isa/ia64/exec/window.h) above bit 28, and below, above
 * bit 8, where its set is in the first level, in entries; the lower bits are the caller's. */
enum { FETCH_SET = 8, FETCH_LINE = 28, FETCH_SETS_MOST = 1 << (FETCH_LINE - FETCH_SET) };
static inline u64 ia64_fetch_of(const struct ia64_memory *m, u64 pc)
{
    u64 place = ia64_folded(pc);
    return place >> m->code_shift << FETCH_LINE | (u64)cache_first_at(&m->l1i, place) / sizeof *m->l1i.line << FETCH_SET;
}

/* An address in that line. */
static inline u64 ia64_fetch_pc(const struct ia64_memory *m, u64 fetch)
{
    return ia64_unfolded(fetch >> FETCH_LINE << m->code_shift);
}

/* The page of the line: it is mostly the one used last. */
static inline bool ia64_memory_fetch_page(struct ia64_memory *m, u64 line)
{
    return LIKELY(!((line ^ m->code_line) >> m->code_page_shift)) || LIKELY(tlb_hit(&m->itlb1, line << m->code_shift));
}

/* True if fetching from there loses nothing; then it has been done. */
static inline bool ia64_memory_fetch_quick(struct ia64_memory *m, u64 fetch)
{
    u64 line = fetch >> FETCH_LINE, set = fetch >> FETCH_SET & (FETCH_SETS_MOST - 1);
    if (m->l1i.line[set] != (line << CACHE_TAG_SHIFT | CACHE_VALID) || !ia64_memory_fetch_page(m, line)) return false;
    m->code_line = line;
    return true;
}

/* The same where the line need not be the first of its set. */
static inline bool ia64_memory_fetch_again(struct ia64_memory *m, u64 fetch)
{
    u64 line = fetch >> FETCH_LINE;
    if (!ia64_memory_fetch_page(m, line) || !cache_promote(&m->l1i, line << m->code_shift, 0)) return false;
    m->code_line = line;
    return true;
}

/* A data access, before which cycle `now` has passed. What it takes goes to *a, not by value: a copy would have to wait for the parts that
 * have just been written. */
void ia64_memory_access(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a);
/* The same, faster where the caches have their usual numbers of ways: for blocks. The reference asks ia64_memory_access(). */
void ia64_memory_show(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a);

/* True if it loses nothing; then it has been done. Of a line that is under way, a load says false; a store does not wait for it. The line
 * is the one used last in its set... */
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

/* ... or it is another one. Which, no host can predict: where a cache has its usual number of ways nothing is branched on. */
enum { USUAL_L1I_WAYS = 4, USUAL_L1D_WAYS = 4, USUAL_L2_WAYS = 8 };
static inline bool ia64_memory_promote(struct cache *c, u64 address, u64 bits, u64 any, u32 usual)
{
    return LIKELY(c->ways == usual) ? cache_promote_ways(c, address, bits, any, usual) : cache_promote_any(c, address, bits, any);
}

static inline bool ia64_memory_load_again(struct ia64_memory *m, u64 address)
{
    return tlb_hit(&m->dtlb1, address) && ia64_memory_promote(&m->l1d, address, 0, CACHE_DIRTY, USUAL_L1D_WAYS);
}

static inline bool ia64_memory_fload_again(struct ia64_memory *m, u64 address)
{
    return tlb_hit(&m->dtlb1, address) && ia64_memory_promote(&m->l2, address, 0, CACHE_DIRTY, USUAL_L2_WAYS);
}

/* What is not in the first level does not come there by a store. */
static inline bool ia64_memory_store_again(struct ia64_memory *m, u64 address)
{
    const u64 any = CACHE_DIRTY | CACHE_MARKED;
    if (!tlb_hit(&m->dtlb1, address) || !ia64_memory_promote(&m->l2, address, CACHE_DIRTY, any, USUAL_L2_WAYS)) return false;
    ia64_memory_promote(&m->l1d, address, 0, any, USUAL_L1D_WAYS);
    return true;
}

#endif
