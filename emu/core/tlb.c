#include "emu/core/tlb.h"

#include <stdlib.h>

enum { TLB_NUMBER = 16 }; /* bits of an entry's number */
#define NEVER_OLDEST (((u64)1 << (64 - TLB_NUMBER)) - 1) /* a time later than any */

int tlb_init(struct tlb *t, unsigned entries, u64 page_size, struct error *e)
{
    memset(t, 0, sizeof *t);
    if (entries && (!page_size || page_size & (page_size - 1))) return error_set(e, "a page must be a power of two of bytes");
    if (entries >= 1u << TLB_NUMBER) return error_set(e, "a TLB has fewer than 65,536 entries");
    t->entries = entries;
    t->page_shift = entries ? (unsigned)__builtin_ctzll(page_size) : 63;
    unsigned room = (entries | 1) + 1; /* an even number: see oldest() */
    t->entry = calloc(room, sizeof *t->entry);
    if (!t->entry) return error_set(e, "no memory for a TLB of %u entries", entries);
    for (unsigned i = 0; i < room; i++) t->entry[i].page = entries ? TLB_NO_PAGE : 0;
    for (unsigned i = entries; i < room; i++) t->entry[i].used = NEVER_OLDEST;
    for (unsigned i = 0; i < TLB_RECENT; i++) t->recent[i] = t->entry;
    return 0;
}

void tlb_free(struct tlb *t)
{
    free(t->entry);
    t->entry = NULL;
}

static unsigned place(u64 page) { return (unsigned)page & (TLB_RECENT - 1); }

/* A page whose place holds no other than that used last there is not looked for: that a page is not there is nearly always told at once,
 * instead of by all entries (bzip2 under the PA-7300LC's model: 1.05 times faster). */
static struct tlb_entry *find(struct tlb *t, u64 page)
{
    struct tlb_entry *recent = t->recent[place(page)];
    if (recent->page == page) return recent;
    bool is_of_place = recent->page != TLB_NO_PAGE && place(recent->page) == place(page);
    if (t->here[place(page)] == is_of_place) return NULL;
    for (unsigned i = 0; i < t->entries; i++)
        if (t->entry[i].page == page) return &t->entry[i];
    return NULL;
}

/* The entry used longest ago; of those that are free the first. Two minima at a time, of numbers that end in the entry's own,
 * so that nothing is branched on: half the time of a comparison of times. */
static struct tlb_entry *oldest(struct tlb *t)
{
    u64 even = ~(u64)0, odd = ~(u64)0;
    for (u64 i = 0; i < t->entries; i += 2) {
        u64 a = t->entry[i].used << TLB_NUMBER | i, b = t->entry[i + 1].used << TLB_NUMBER | (i + 1);
        even = a < even ? a : even;
        odd = b < odd ? b : odd;
    }
    return &t->entry[(even < odd ? even : odd) & (((u64)1 << TLB_NUMBER) - 1)];
}

bool tlb_access(struct tlb *t, u64 address)
{
    if (!t->entries || tlb_hit(t, address)) return true;
    u64 page = address >> t->page_shift;
    struct tlb_entry *e = find(t, page);
    bool hit = e;
    if (!hit) {
        e = oldest(t);
        t->gone = e->page;
        if (t->gone != TLB_NO_PAGE) t->here[place(t->gone)]--;
        t->here[place(page)]++;
        e->page = page;
    }
    e->used = t->now += 2;
    t->recent[page & (TLB_RECENT - 1)] = e;
    return hit;
}

void tlb_used_before(struct tlb *t, u64 page, bool last)
{
    struct tlb_entry *e = page == TLB_NO_PAGE ? NULL : find(t, page);
    u64 when = last ? t->now + 1 : t->now - 1;
    if (e && t->now && e->used < when) e->used = when;
}
