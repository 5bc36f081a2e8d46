#include "emu/core/tlb.h"

#include <stdlib.h>

enum {
    TLB_NUMBER_MOST = 16, /* bits of an entry's number */
    TLB_GROUP = 8,        /* entries of a group */
};

/* --- the entry used longest ago --------------------------------------------------------------------------------------------- */

/* An even number: see look_at_group(). */
static unsigned groups_of(unsigned entries) { return (entries / TLB_GROUP + 1) + (entries / TLB_GROUP + 1) % 2; }
static unsigned groups(const struct tlb *t) { return groups_of(t->entries); }

/* By when it was used, and of those that are free the first. */
static u64 age_of(const struct tlb *t, u64 i) { return t->entry[i].used << t->number | i; }

static unsigned entry_of(const struct tlb *t, u64 age) { return (unsigned)(age & (((u64)1 << t->number) - 1)); }

/* Two minima at a time, of numbers that end in the entry's own, so that nothing is branched on: half the time of a comparison of times. */
static void look_at_group(struct tlb *t, unsigned group)
{
    u64 even = ~(u64)0, odd = ~(u64)0, first = (u64)group * TLB_GROUP;
    for (u64 i = first; i < first + TLB_GROUP; i += 2) {
        u64 a = age_of(t, i), b = age_of(t, i + 1);
        even = a < even ? a : even;
        odd = b < odd ? b : odd;
    }
    t->oldest[group] = even < odd ? even : odd;
}

/* Entries only become younger. So one that was a group's oldest when that was looked at, and has not been used since, still is; and if it is
 * older than what all other groups had then, it is the oldest of all. (To look at all entries each time took a fifth of the time of bzip2
 * packing 350,000 bytes under the PA-7300LC's model, where one slot in 70 misses; this takes 7 in 100: 1.1 to 1.3 times faster.) */
static unsigned oldest(struct tlb *t)
{
    for (;;) {
        u64 even = ~(u64)0, odd = ~(u64)0;
        for (unsigned i = 0; i < groups(t); i += 2) {
            even = t->oldest[i] < even ? t->oldest[i] : even;
            odd = t->oldest[i + 1] < odd ? t->oldest[i + 1] : odd;
        }
        u64 age = even < odd ? even : odd;
        if (age == age_of(t, entry_of(t, age))) return entry_of(t, age);
        look_at_group(t, entry_of(t, age) / TLB_GROUP);
    }
}

/* --- translations ------------------------------------------------------------------------------------------------------------- */

size_t tlb_room(unsigned entries) { return (size_t)groups_of(entries) * TLB_GROUP * sizeof(struct tlb_entry); }

int tlb_init(struct tlb *t, unsigned entries, u64 page_size, struct error *e)
{
    void *room = calloc(1, tlb_room(entries));
    if (room && tlb_init_in(t, entries, page_size, room, e) == 0) {
        t->owns = true;
        return 0;
    }
    if (!room) error_set(e, "no memory for a TLB of %u entries", entries);
    free(room);
    return -1;
}

int tlb_init_in(struct tlb *t, unsigned entries, u64 page_size, void *room, struct error *e)
{
    memset(t, 0, sizeof *t);
    if (entries && (!page_size || page_size & (page_size - 1))) return error_set(e, "a page must be a power of two of bytes");
    if (entries >= 1u << TLB_NUMBER_MOST) return error_set(e, "a TLB has fewer than 65,536 entries");
    t->entries = entries;
    t->page_shift = entries ? (unsigned)__builtin_ctzll(page_size) : 63;
    unsigned all = groups(t) * TLB_GROUP;
    while (all > 1u << t->number) t->number++;
    t->oldest = calloc(groups(t), sizeof *t->oldest);
    if (!t->oldest) return error_set(e, "no memory for a TLB of %u entries", entries);
    t->entry = room;
    for (unsigned i = 0; i < all; i++) t->entry[i].page = entries ? TLB_NO_PAGE : 0;
    for (unsigned i = entries; i < all; i++) t->entry[i].used = ~(u64)0 >> t->number; /* a time later than any */
    for (unsigned i = 0; i < groups(t); i++) look_at_group(t, i);
    for (unsigned i = 0; i < TLB_RECENT; i++) t->recent[i] = t->entry;
    return 0;
}

void tlb_free(struct tlb *t)
{
    if (t->owns) free(t->entry);
    free(t->oldest);
    t->entry = NULL;
    t->oldest = NULL;
}

/* So few entries that all are looked at: neither `here` nor `oldest` is kept. The TLB of fetches of the PA-7300LC has four, and Lua's sort, whose
 * code lies on more pages, takes 0.90 of the time under its model, mawk 0.96. */
static bool has_few(const struct tlb *t) { return t->entries <= TLB_GROUP; }

static unsigned place(u64 page) { return (unsigned)page & (TLB_RECENT - 1); }

/* A page whose place holds no other than that used last there is not looked for: that a page is not there is nearly always told at once,
 * instead of by all entries (bzip2 under the PA-7300LC's model: 1.05 times faster). */
static struct tlb_entry *find(struct tlb *t, u64 page)
{
    struct tlb_entry *recent = t->recent[place(page)];
    if (recent->page == page) return recent;
    bool is_of_place = recent->page != TLB_NO_PAGE && place(recent->page) == place(page);
    if (!has_few(t) && t->here[place(page)] == is_of_place) return NULL;
    for (unsigned i = 0; i < t->entries; i++)
        if (t->entry[i].page == page) return &t->entry[i];
    return NULL;
}

static __attribute__((noinline)) bool access_few(struct tlb *t, u64 page)
{
    u64 oldest = ~(u64)0;
    struct tlb_entry *e = t->entry, *end = e + t->entries;
    for (u64 i = 0; e < end && e->page != page; e++, i++) {
        u64 age = age_of(t, i);
        oldest = age < oldest ? age : oldest;
    }
    bool hit = e < end;
    if (!hit) {
        e = &t->entry[entry_of(t, oldest)];
        t->gone = e->page;
        e->page = page;
    }
    e->used = t->now += 2;
    t->recent[place(page)] = e;
    return hit;
}

static __attribute__((noinline)) bool access_many(struct tlb *t, u64 page)
{
    struct tlb_entry *e = find(t, page);
    bool hit = e;
    if (!hit) {
        e = &t->entry[oldest(t)];
        t->gone = e->page;
        if (t->gone != TLB_NO_PAGE) t->here[place(t->gone)]--;
        t->here[place(page)]++;
        e->page = page;
    }
    e->used = t->now += 2;
    if (!hit) look_at_group(t, (unsigned)(e - t->entry) / TLB_GROUP);
    t->recent[place(page)] = e;
    return hit;
}

/* In functions of their own, so that nothing is saved where the page is found at once. */
bool tlb_access(struct tlb *t, u64 address)
{
    if (!t->entries || tlb_hit(t, address)) return true;
    u64 page = address >> t->page_shift;
    return has_few(t) ? access_few(t, page) : access_many(t, page);
}

void tlb_used_before(struct tlb *t, u64 page, bool last)
{
    struct tlb_entry *e = page == TLB_NO_PAGE ? NULL : find(t, page);
    u64 when = last ? t->now + 1 : t->now - 1;
    if (e && t->now && e->used < when) e->used = when;
}
