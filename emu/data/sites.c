#include "emu/data/sites.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"

static u32 *slot_of(const struct sites *s, u64 pc)
{
    u32 i = (u32)((pc * 0x9e3779b97f4a7c15) >> 40);
    for (;; i++) {
        u32 *slot = &s->slot[i & (2 * s->room - 1)];
        if (!*slot || s->insn[*slot].pc == pc) return slot;
    }
}

/* A table, of which the host gives the pages that are used. */
static void *table(size_t size)
{
    void *p = mmap(NULL, DATA_SITES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) error_no_memory();
    return p;
}

static void begin(struct sites *s)
{
    s->insn = table(sizeof *s->insn);
    s->site = table(sizeof *s->site);
    s->before = table(sizeof *s->before);
    s->range = table(sizeof *s->range);
    s->site[s->count++].now.object = DATA_NONE;
}

/* Room for one more, if there may be. */
static bool make_room(struct sites *s)
{
    enum { LEAST = 256 };
    if (s->count < s->room) return true;
    if (s->room == DATA_SITES) return false;
    if (!s->site) begin(s);
    s->room = s->room ? 2 * s->room : LEAST;
    free(s->slot);
    s->slot = alloc_zeroed(2 * (size_t)s->room, sizeof *s->slot);
    for (u32 i = 1; i < s->count; i++) *slot_of(s, s->insn[i].pc) = i;
    return true;
}

static enum data_count counted_as(const struct data_access *a) { return a->load == a->store ? DATA_PREFETCHES : a->load ? DATA_LOADS : DATA_STORES; }

/* An access of that size can be told in notes. */
static bool fits(const struct data_process *d, unsigned size) { return size && size <= d->line && size < 32; }

u32 sites_find(const struct sites *s, u64 pc) { return s->room ? *slot_of(s, pc) : 0; }

u32 site_of(struct data_process *d, const struct data_access *a)
{
    struct sites *s = &d->sites;
    if (!s->room && !make_room(s)) return 0;
    u32 *slot = slot_of(s, a->pc);
    if (*slot) return *slot;
    if (!make_room(s)) return 0;
    u32 i = s->count++;
    s->insn[i] = (struct site_insn){.pc = a->pc, .size = (u8)a->size, .fills = a->fills};
    s->site[i].now.object = s->before[i].object = DATA_NONE;
    s->site[i].ignores = TOUCH_PARTLY | (a->fills ? 0 : TOUCH_OUTSIDE);
    if (fits(d, a->size)) s->site[i].bytes = ((u32)1 << a->size) - 1;
    s->insn[i].count = (u8)counted_as(a);
    *slot_of(s, a->pc) = i;
    return i;
}

u32 site_for_notes(struct data_process *d, const struct data_access *a)
{
    u32 i = site_of(d, a);
    const struct site_insn *s = &d->sites.insn[i];
    bool same = i && fits(d, s->size) && s->count == counted_as(a) &&
                s->size == a->size && s->fills == a->fills; /* not so if the code has been changed */
    return same && s->count != DATA_PREFETCHES ? i << DATA_SITE_SHIFT : 0;
}

static void settle(struct data_process *d, u32 site, struct site_row *of)
{
    if (of->object == DATA_NONE) return;
    struct row *r = &d->tables.row[of->row];
    r->data.count[d->sites.insn[site].count] += stride_counted(&of->stride);
    row_set_stride(r, &of->stride);
    stride_discount(&of->stride, stride_counted(&of->stride));
    r->begun = of->begun;
}

void sites_begin_row(struct data_process *d, u32 site, u32 object, const struct row *r)
{
    struct site_row *now = &d->sites.site[site].now, *before = &d->sites.before[site];
    settle(d, site, before);
    *before = *now;
    *now = (struct site_row){.object = object, .row = (u32)(r - d->tables.row), .near = near_beside(&d->tables, object), .stride = row_stride(r), .begun = r->begun};
}

void sites_settle(struct data_process *d)
{
    for (u32 i = 1; i < d->sites.count; i++) {
        settle(d, i, &d->sites.site[i].now);
        settle(d, i, &d->sites.before[i]);
    }
}

void sites_free(struct sites *s)
{
    if (s->site) {
        munmap(s->insn, DATA_SITES * sizeof *s->insn);
        munmap(s->site, DATA_SITES * sizeof *s->site);
        munmap(s->before, DATA_SITES * sizeof *s->before);
        munmap(s->range, DATA_SITES * sizeof *s->range);
    }
    free(s->slot);
    *s = (struct sites){0};
}
