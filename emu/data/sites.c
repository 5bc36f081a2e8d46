#include "emu/data/sites.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/error.h"
#include "prof/alloc.h"

static u32 *slot_of(const struct sites *s, u64 pc)
{
    u32 i = (u32)((pc * 0x9e3779b97f4a7c15) >> 40);
    for (;; i++) {
        u32 *slot = &s->slot[i & (2 * s->room - 1)];
        if (!*slot || s->site[*slot].pc == pc) return slot;
    }
}

/* The table, of which the host gives the pages that are used. */
static void begin(struct sites *s)
{
    s->site = mmap(NULL, SITES_MOST * sizeof *s->site, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->site == MAP_FAILED) error_no_memory();
    s->site[s->count++] = (struct site){.object = DATA_NONE};
}

/* Room for one more, if there may be. */
static bool make_room(struct sites *s)
{
    enum { LEAST = 256 };
    if (s->count < s->room) return true;
    if (s->room == SITES_MOST) return false;
    if (!s->site) begin(s);
    s->room = s->room ? 2 * s->room : LEAST;
    free(s->slot);
    s->slot = alloc_zeroed(2 * (size_t)s->room, sizeof *s->slot);
    for (u32 i = 1; i < s->count; i++) *slot_of(s, s->site[i].pc) = i;
    return true;
}

u32 site_of(struct data_process *d, const struct data_access *a)
{
    struct sites *s = &d->sites;
    if (!s->room && !make_room(s)) return 0;
    u32 *slot = slot_of(s, a->pc);
    if (*slot) return *slot;
    if (!make_room(s)) return 0;
    u32 i = s->count++;
    s->site[i] = (struct site){.pc = a->pc, .object = DATA_NONE, .size = (u8)a->size, .fills = a->fills};
    if (a->size <= d->line && a->size < 64) {
        s->site[i].bytes = ((u64)1 << a->size) - 1;
        s->site[i].most = (u16)(d->line - a->size);
    }
    s->site[i].count = a->load == a->store ? DATA_PREFETCHES : a->load ? DATA_LOADS : DATA_STORES;
    *slot_of(s, a->pc) = i;
    return i;
}

u32 site_for_notes(struct data_process *d, const struct data_access *a)
{
    u32 i = site_of(d, a);
    const struct site *s = &d->sites.site[i];
    bool same = i && s->bytes && s->count == (a->load == a->store ? DATA_PREFETCHES : a->load ? DATA_LOADS : DATA_STORES) &&
                s->size == a->size && s->fills == a->fills; /* not so if the code has been changed */
    return same && s->count != DATA_PREFETCHES ? i : 0;
}

void sites_free(struct sites *s)
{
    if (s->site) munmap(s->site, SITES_MOST * sizeof *s->site);
    free(s->slot);
    *s = (struct sites){0};
}
