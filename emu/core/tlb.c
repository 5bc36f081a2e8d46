#include "emu/core/tlb.h"

#include <stdlib.h>

int tlb_init(struct tlb *t, unsigned entries, u64 page_size, struct error *e)
{
    memset(t, 0, sizeof *t);
    if (entries && (!page_size || page_size & (page_size - 1))) return error_set(e, "a page must be a power of two of bytes");
    t->entries = entries;
    t->page_shift = entries ? (unsigned)__builtin_ctzll(page_size) : 63;
    unsigned room = entries ? entries : 1;
    t->entry = calloc(room, sizeof *t->entry);
    if (!t->entry) return error_set(e, "no memory for a TLB of %u entries", entries);
    for (unsigned i = 0; i < room; i++) t->entry[i].page = entries ? TLB_NO_PAGE : 0;
    for (unsigned i = 0; i < TLB_RECENT; i++) t->recent[i] = t->entry;
    return 0;
}

void tlb_free(struct tlb *t)
{
    free(t->entry);
    t->entry = NULL;
}

static struct tlb_entry *find(struct tlb *t, u64 page)
{
    struct tlb_entry *recent = t->recent[page & (TLB_RECENT - 1)];
    if (recent->page == page) return recent;
    for (unsigned i = 0; i < t->entries; i++)
        if (t->entry[i].page == page) return &t->entry[i];
    return NULL;
}

bool tlb_access(struct tlb *t, u64 address)
{
    if (!t->entries || tlb_hit(t, address)) return true;
    u64 page = address >> t->page_shift;
    struct tlb_entry *e = t->entry; /* free entries were used at time 0: they go first */
    bool hit = false;
    for (unsigned i = 0; i < t->entries && !hit; i++) {
        hit = t->entry[i].page == page;
        if (hit || t->entry[i].used < e->used) e = &t->entry[i];
    }
    if (!hit) {
        t->gone = e->page;
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
