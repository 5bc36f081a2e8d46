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
#include "isa/parisc/timing/pipe.h"

/* A data access that takes nothing and changes nothing but the time its page was used last: its line is the one used last
 * in its set. One record for each 32 bytes of such a line: their number is known when this is compiled. Records are small, so
 * that the host's first cache holds them beside what the guest works with (16 bytes a record were slower by 4 in 100 on bzip2). */
struct pa_quick {
    u32 granule; /* address / 32; QUICK_NONE: none */
    u32 entry;   /* the page's TLB entry, in bytes from the first | 1 if a write changes nothing either */
};

#define QUICK_NONE (~(u32)0)
enum { QUICK_SHIFT = 5 }; /* with shorter lines no access is quick */

/* What host code asks at each access and fetch, known, tlb.entry and code, lies behind it in one piece of memory, at the same distances in each processor
 * of a model: code has them as numbers (vm of the bench takes 0.92 of the time, all eight 0.97). */
struct pa_memory {
    struct pa_quick *quick; /* of the cache that data come from: what handlers ask */
    struct pa_quick *known; /* the same; where each access is to be shown, of which handlers ask nothing, for host code that notes them */
    u32 quick_mask;
    u64 *quick_parts;             /* by entry of the TLB: in which parts of its page any may be */
    unsigned code_shift;
    u32 code_page;          /* of the last fetch, as pc >> code_shift */
    u32 code_sets;          /* of the cache of instructions, less one */
    u32 *code;              /* line used last in each set of the cache of instructions, as pc / line size; QUICK_NONE: none */
    u32 loaded, stored;     /* addresses of the last load that stores nothing, and of the last store */
    const struct pa_model *model;
    struct tlb tlb; /* up to here, what host code asks lies within 128 bytes: at distances of a byte */
    struct cache l1i, l1d, l2;
    struct tlb ilab;
    bool has_ilab;
    const struct cache *data;     /* that *quick is of; NULL: no access is free */
    u32 granules;                 /* of a line of it; 0: none is quick */
    bool quick_writes;            /* writes may be free */
    bool usual;                   /* the caches are of the kind that pa_memory_show() is made for */
    u32 prefetched;               /* line that the last miss of a fetch brought along; 1: none */
    struct memory_events *events;
};

/* Cycles lost, by cause. */
struct pa_lost {
    u64 tlb, cache;
};

/* Everything empty; the model and *events, where it counts, must outlive it. NULL with *e. */
struct pa_memory *pa_memory_new(const struct pa_model *model, struct memory_events *events, struct error *e);
void pa_memory_free(struct pa_memory *m);

/* From now on no access is quick to handlers: each asks pa_memory_access(). -1 with *e. */
int pa_memory_show_all(struct pa_memory *m, struct error *e);

/* None at all, of which handlers find that no access is quick; NULL with *e. */
struct pa_memory *pa_memory_none(struct error *e);

/* The instruction at pc is fetched. touched: the one completed before it accessed memory. */
struct pa_lost pa_memory_fetch(struct pa_memory *m, u32 pc, bool touched);

/* What tells that fetching from pc loses nothing. */
static inline struct fetch_check pa_memory_check(const struct pa_memory *m, u32 pc)
{
    u32 line = pc >> m->l1i.line_shift;
    return (struct fetch_check){.page = (u32)((u64)pc >> m->code_shift), .line = line, .set = line & (u32)m->l1i.set_mask};
}

/* True if fetching from pc, whose check that is, loses nothing, as far as it is quickly told; then it has been done.
 * pa_memory_same_page: pc is on the page of the instruction fetched before it. */
static inline bool pa_memory_same_page(const struct pa_memory *m, u32 line) { return m->code[line & m->code_sets] == line; }
static inline bool pa_memory_fetched(struct pa_memory *m, const struct fetch_check *f, u32 pc)
{
    if (UNLIKELY(f->page != m->code_page)) {
        if (!m->has_ilab || !tlb_hit(&m->ilab, pc)) return false;
        m->code_page = f->page;
    }
    return m->code[f->set] == f->line;
}

/* A data access; write: it stores, whether or not it loads. m->loaded or m->stored is the caller's to set. */
struct pa_lost pa_memory_access(struct pa_memory *m, u32 address, bool write);
/* The same, faster where the caches are of the usual kind: for blocks. The reference asks pa_memory_access(). */
struct pa_lost pa_memory_show(struct pa_memory *m, u32 address, bool write);

static inline struct pa_quick *pa_quick_at(const struct pa_memory *m, u32 address)
{
    return &m->quick[(address >> QUICK_SHIFT) & m->quick_mask];
}
static inline struct pa_quick *pa_known_at(const struct pa_memory *m, u32 granule) { return &m->known[granule & m->quick_mask]; }
static inline struct tlb_entry *pa_quick_page(const struct pa_memory *m, const struct pa_quick *q)
{
    return (struct tlb_entry *)(void *)((u8 *)m->tlb.entry + (q->entry & ~(u32)1));
}

/* True if it loses nothing, as far as it is quickly told; then it has been done. */
static inline bool pa_memory_read(struct pa_memory *m, u32 address)
{
    const struct pa_quick *q = pa_quick_at(m, address);
    if (UNLIKELY(q->granule != address >> QUICK_SHIFT)) return false;
    tlb_use(&m->tlb, pa_quick_page(m, q));
    return true;
}
static inline bool pa_memory_write(struct pa_memory *m, u32 address)
{
    const struct pa_quick *q = pa_quick_at(m, address);
    if (UNLIKELY(q->granule != address >> QUICK_SHIFT) || UNLIKELY(!(q->entry & 1))) return false;
    tlb_use(&m->tlb, pa_quick_page(m, q));
    return true;
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
