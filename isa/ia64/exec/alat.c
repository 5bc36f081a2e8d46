#include "isa/ia64/exec/alat.h"

void alat_insert(struct alat *a, unsigned tag, u64 addr, unsigned size)
{
    unsigned i;
    u8 *place = alat_place(a, tag);
    if (*place) {
        i = *place - 1u;
    } else if (a->used < ALAT_ENTRIES) {
        i = a->used++;
    } else {
        i = a->next;
        a->next = (u8)((i + 1) % ALAT_ENTRIES);
        *alat_place(a, a->entry[i].tag) = 0;
    }
    *place = (u8)(i + 1);
    a->entry[i] = (struct alat_entry){.addr = addr, .tag = (u16)tag, .size = (u8)size};
    a->granules |= alat_granule(addr);
}

void alat_remove(struct alat *a, unsigned tag)
{
    u8 *place = alat_place(a, tag);
    if (!*place) return;
    unsigned hole = *place - 1u;
    *place = 0;
    const struct alat_entry *last = &a->entry[--a->used];
    if (hole != a->used) { /* the last one moves there, so that those taken stay together */
        a->entry[hole] = *last;
        *alat_place(a, last->tag) = (u8)(hole + 1);
    }
    if (a->used == 0) a->granules = 0; /* else its bit may stay: alat_store() finds out */
}

void alat_store(struct alat *a, u64 addr, u64 size)
{
    u64 granules = 0;
    for (unsigned i = a->used; i-- > 0;) { /* downwards: what moves into a hole has been looked at */
        const struct alat_entry *e = &a->entry[i];
        if (addr - e->addr < e->size || e->addr - addr < size) alat_remove(a, e->tag);
        else granules |= alat_granule(e->addr);
    }
    a->granules = granules;
}

void alat_clear(struct alat *a)
{
    for (unsigned i = 0; i < a->used; i++) *alat_place(a, a->entry[i].tag) = 0;
    a->used = a->next = 0;
    a->granules = 0;
}
