/* Caches and address translation of one processor, as the in-order model has them: what fetching and data accesses take
 * beyond the pipeline's own cycles.
 *
 * What changes nothing but when a line and a page were used last is told inline, by filters. Everything else is in hierarchy.c. Both the
 * reference and the fast engine go through here, so they see the same caches. */
#ifndef PCGRAM_IA64_HIERARCHY_H
#define PCGRAM_IA64_HIERARCHY_H

#include "emu/core/counters.h"
#include "emu/core/stamped_cache.h"
#include "emu/core/tlb.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/window.h"
#include "isa/ia64/timing/lines.h"

/* Lines of which accesses of one kind change nothing but when they, and their pages, were used last: by the lowest bits of their numbers. A line
 * that is not here may still be such a one. Host code knows what is where. With a quarter of the places two lines of Lua's sort took turns in one,
 * and it took 1.16 of the time. */
enum { FILTER_LINES = 2048 };
struct ia64_filtered {
    u64 line;               /* address / size of a line; FILTER_NONE */
    struct tlb_entry *page; /* in the first TLB */
    u64 *used, *used_too;   /* of the line in the cache, and of a store's in the first level if it is there; never NULL where there is a line */
};
#define FILTER_NONE (~(u64)0)
struct ia64_filter {
    struct ia64_filtered at[FILTER_LINES];
};

/* Which lines of a page of data may be in filters: a bit for each, by the lowest ones of its number. */
struct ia64_page_lines {
    u64 first, second; /* of the size of a line in the first level, and in the second */
};

#define CODE_NONE (~(u64)0)

/* Uses of lines and pages are told apart by time: so many units of it for each slot that a thread executes. */
enum { SLOT_TIME_SHIFT = 2, SLOT_TIME = 1 << SLOT_TIME_SHIFT, DATA_TIME = 2 /* its data access, behind what is fetched for it */ };

/* That of the instruction at that place in the block under way. */
static inline u64 ia64_time(const struct cpu *c, unsigned step) { return c->time + SLOT_TIME * (c->slots + step); }

struct ia64_memory {
    u64 code_line; /* fetched from last: folded pc >> code_shift; CODE_NONE: not known, then it is looked up again, and as it is there changes nothing */
    struct stamped_cache l1i, l1d, l2;
    struct cache l3;
    const struct ia64_model *model;
    struct tlb dtlb1, dtlb2, itlb1, itlb2;
    u64 time; /* the owner's, who sets it before an access: of the slot under way, SLOT_TIME more than of the one before */
    struct ia64_filter fetches, loads, floads, stores; /* by lines of l1i, l1d, l2, l1d */
    u64 *code_lines;                    /* by entry of itlb1: likewise of a page of code */
    struct ia64_page_lines *data_lines; /* by entry of dtlb1 */
    bool filters;     /* false: they stay empty, for lines are smaller in the second level (or larger than pages) */
    u64 nobody_asks;  /* when a line that is not in the first level was stored to */
    struct ia64_lines lines; /* those under way are STAMPED_MARKED in both levels */
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

/* What a fetch looks for, in one word: the line's number in folded addresses (isa/ia64/exec/window.h) above bit 8; the lower bits are the
 * caller's. */
enum { FETCH_LINE = 8 };
static inline u64 ia64_fetch_of(const struct ia64_memory *m, u64 pc) { return ia64_folded(pc) >> m->code_shift << FETCH_LINE; }

/* An address in that line. */
static inline u64 ia64_fetch_pc(const struct ia64_memory *m, u64 fetch) { return ia64_unfolded(fetch >> FETCH_LINE << m->code_shift); }

/* A data access, before which cycle `now` has passed. What it takes goes to *a, not by value: a copy would have to wait for the parts that
 * have just been written. */
void ia64_memory_access(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a);

static inline const struct ia64_filtered *ia64_filter_at(const struct ia64_filter *f, u64 line) { return &f->at[line & (FILTER_LINES - 1)]; }

static inline bool ia64_filter_finds(const struct ia64_filter *f, u64 line, u64 time)
{
    const struct ia64_filtered *at = ia64_filter_at(f, line);
    if (UNLIKELY(at->line != line)) return false;
    at->page->used = *at->used = time;
    return true;
}

/* True if fetching from there for a slot at that time loses nothing, as far as filters tell; then it has been done. Who asks has seen to it that code_line
 * is not known. */
static inline bool ia64_memory_fetch_quick(const struct ia64_memory *m, u64 fetch, u64 time)
{
    return ia64_filter_finds(&m->fetches, fetch >> FETCH_LINE, time);
}

/* The same of accesses. Of a line that is under way, a load says false; a store does not wait for it. */
static inline bool ia64_memory_load(struct ia64_memory *m, u64 address, u64 time)
{
    return ia64_filter_finds(&m->loads, address >> m->l1d.cache.line_shift, time + DATA_TIME);
}

static inline bool ia64_memory_fload(struct ia64_memory *m, u64 address, u64 time)
{
    return ia64_filter_finds(&m->floads, address >> m->l2.cache.line_shift, time + DATA_TIME);
}

/* A store whose line the second level has, written to already. */
static inline bool ia64_memory_store(struct ia64_memory *m, u64 address, u64 time)
{
    u64 line = address >> m->l1d.cache.line_shift;
    if (!ia64_filter_finds(&m->stores, line, time + DATA_TIME)) return false;
    *ia64_filter_at(&m->stores, line)->used_too = time + DATA_TIME;
    return true;
}

#endif
