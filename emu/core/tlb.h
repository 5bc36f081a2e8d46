/* A fully associative TLB with the least recently used entry replaced, as the timing models see it: which pages are there,
 * not where they lead. It does what a cache whose only set has as many ways as the TLB entries does (emu/core/cache.h), but
 * a hit costs a few operations however many entries there are: each entry knows when it was last used. Knows no instruction
 * set. */
#ifndef PCGRAM_CORE_TLB_H
#define PCGRAM_CORE_TLB_H

#include "emu/core/error.h"
#include "emu/core/types.h"

enum { TLB_RECENT = 1 << 10 };

struct tlb_entry {
    u64 page; /* address / page size; TLB_NO_PAGE: free */
    u64 used; /* time of the last use */
};

#define TLB_NO_PAGE (~(u64)0)

struct tlb {
    struct tlb_entry *entry;
    u64 *oldest;      /* of each group of entries, as tlb.c numbers them; kept, as `here` is, where there is more than one group */
    unsigned entries; /* 0: nothing ever misses */
    unsigned page_shift;
    unsigned number;  /* bits of an entry's number: so many fewer has the time of a use */
    u64 now;          /* of uses; even, so that there is room for tlb_used_before */
    u64 gone;         /* page that the last miss replaced; TLB_NO_PAGE: none */
    struct tlb_entry *recent[TLB_RECENT]; /* by the low bits of the page: where it was last */
    u16 here[TLB_RECENT]; /* by the same: pages that are there */
    bool owns;        /* the memory for entries is its own */
};

/* An empty TLB; the page size is a power of two. -1 with *e. */
int tlb_init(struct tlb *t, unsigned entries, u64 page_size, struct error *e);
/* The same with its entries in memory of the caller's, that many bytes, zeroed, which is freed after the TLB. */
size_t tlb_room(unsigned entries);
int tlb_init_in(struct tlb *t, unsigned entries, u64 page_size, void *room, struct error *e);
void tlb_free(struct tlb *t);

/* A use of the page that holds the address. False: it was not there, and is now. */
bool tlb_access(struct tlb *t, u64 address);
/* The same at a time that the caller knows, later than all before. */
static inline bool tlb_access_at(struct tlb *t, u64 address, u64 time)
{
    t->now = time - 2;
    return tlb_access(t, address);
}
/* The entry of the page that holds the address, which was used last. */
static inline struct tlb_entry *tlb_last(const struct tlb *t, u64 address)
{
    return t->recent[(address >> t->page_shift) & (TLB_RECENT - 1)];
}

/* The same as far as it is quickly told: true, and the use is noted, when the page is where it was last. */
static inline bool tlb_hit(struct tlb *t, u64 address)
{
    u64 page = address >> t->page_shift;
    struct tlb_entry *e = t->recent[page & (TLB_RECENT - 1)];
    if (e->page != page) return false;
    e->used = t->now += 2;
    return true;
}

/* A use of a page that is known to be in that entry. */
static inline void tlb_use(struct tlb *t, struct tlb_entry *e) { e->used = t->now += 2; }

/* A page, if it is there, was also used at some time that nobody told: just before the last use, or (`last`) after it. */
void tlb_used_before(struct tlb *t, u64 page, bool last);

#endif
