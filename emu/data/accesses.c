#include "emu/data/accesses.h"

#include <stdlib.h>

#include "emu/core/error.h"
#include "prof/alloc.h"

/* --- objects -------------------------------------------------------------------------------------------------------------------------- */

/* What the address is part of; *x gets the range around it of which the same holds. */
static u32 look_up(struct data_process *d, u64 address, struct extent *x)
{
    struct extent hole;
    const struct extent *b = extents_find(&d->blocks, address, &hole);
    if (b) {
        *x = *b;
        return b->value;
    }
    if (d->stale) data_refresh(d);
    const struct extent *m = extents_find(&d->maps, address, x);
    u32 object = m ? m->value : OBJECT_UNMAPPED;
    if (m) *x = *m;
    if (hole.start > x->start) x->start = hole.start;
    if (hole.end < x->end) x->end = hole.end;
    return object;
}

static unsigned memo_of(u64 address) { return (unsigned)(address >> 6) & (MEMO - 1); }

u32 data_object_of(struct data_process *d, struct data_thread *s, const struct thread *t, u64 address)
{
    if (address - s->stack_low < s->stack_high - s->stack_low) return data_stack_object(d, s, t, address);
    unsigned i = memo_of(address);
    struct extent *x = &s->memo[i].x;
    if (s->memo[i].version == d->version && address - x->start < x->end - x->start) return x->value;
    u32 object = look_up(d, address, x);
    x->value = object;
    s->memo[i].version = d->version;
    return object;
}

/* --- instructions ---------------------------------------------------------------------------------------------------------------------- */

static u32 *slot_of(const struct sites *s, u64 pc)
{
    u32 i = (u32)((pc * 0x9e3779b97f4a7c15) >> 40);
    for (;; i++) {
        u32 *slot = &s->slot[i & (2 * s->room - 1)];
        if (!*slot || s->site[*slot].pc == pc) return slot;
    }
}

/* Room for one more, if there may be. */
static bool make_room(struct sites *s)
{
    enum { LEAST = 256 };
    if (s->count < s->room) return true;
    if (s->room == SITES_MOST) return false;
    s->room = s->room ? 2 * s->room : LEAST;
    s->site = realloc(s->site, s->room * sizeof *s->site);
    if (!s->site) error_no_memory();
    free(s->slot);
    s->slot = alloc_zeroed(2 * (size_t)s->room, sizeof *s->slot);
    if (!s->count) s->site[s->count++] = (struct site){.object = DATA_NONE};
    for (u32 i = 1; i < s->count; i++) *slot_of(s, s->site[i].pc) = i;
    return true;
}

/* The index of the instruction's; 0: there is no room. */
static u32 site_of(struct data_process *d, const struct data_access *a)
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

u32 data_site(struct data_process *d, const struct data_access *a)
{
    u32 i = site_of(d, a);
    const struct site *s = &d->sites.site[i];
    bool same = i && s->bytes && s->count == (a->load == a->store ? DATA_PREFETCHES : a->load ? DATA_LOADS : DATA_STORES) &&
                s->size == a->size && s->fills == a->fills; /* not so if the code has been changed */
    return same && s->count != DATA_PREFETCHES ? i : 0;
}

void data_sites_free(struct sites *s)
{
    free(s->site);
    free(s->slot);
    *s = (struct sites){0};
}

/* --- counting ---------------------------------------------------------------------------------------------------------------------------- */

/* The stride that is most often so, of which nothing is known beforehand. */
static inline void count_stride(struct row *r, u64 address)
{
    i64 stride = (i64)(address - r->last);
    if (!r->begun) {
        r->begun = true;
    } else if (stride == r->data.stride && r->data.strided) {
        r->data.strided++;
        r->votes++;
    } else if (!r->votes) {
        r->data.stride = stride;
        r->data.strided = r->votes = 1;
    } else {
        r->votes--;
    }
    r->last = address;
}

/* The bytes of a line that the access reaches, as bits. */
static u64 bits_of(const struct data_process *d, u64 line, u64 address, unsigned size)
{
    u64 start = line << d->line_shift, end = start + d->line;
    u64 from = address > start ? address - start : 0, to = (address + size < end ? address + size : end) - start;
    from /= d->unit;
    to = (to + d->unit - 1) / d->unit;
    u64 n = to - from;
    return (n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1) << from;
}

/* The line has more than one thread: whether this access is the first behind another's writing, and to the same bytes. */
static void count_sharing(struct data_process *d, struct line *l, struct touch *u, struct row *r, const struct thread *t, u64 bits, bool store,
                          bool counted)
{
    struct sharer *own = tables_sharer(&d->tables, l, (u32)t->tid);
    if (!own) return;
    if (own->foreign && counted) {
        bool falsely = !(own->foreign & bits);
        r->data.count[falsely ? DATA_FALSE : DATA_TRUE]++;
        if (u && falsely) u->falsely = true;
    }
    own->foreign = 0;
    for (u32 i = store ? l->sharers : 0; i; i = d->tables.sharer[i - 1].next)
        if (d->tables.sharer[i - 1].tid != (u32)t->tid) d->tables.sharer[i - 1].foreign |= bits;
}

/* One line of an access; whether the thread comes to it for the first time. *u gets what is known of the line's use, or NULL. */
static bool count_line(struct data_process *d, const struct data_thread *s, const struct data_access *a, const struct thread *t, struct row *r,
                       u64 number, bool counted, struct touch **use)
{
    bool access = a->load || a->store;
    u64 bits = bits_of(d, number, a->address, a->size);
    struct touch *u = NULL;
    if (access && counted) {
        u = &d->tables.touch[d->near[a->address >> GRANULE_SHIFT & (NEAR - 1)]]; /* mostly it is */
        if (u->line != number || u->object != s->object) u = tables_touch(&d->tables, number, s->object);
    }
    *use = u;
    bool known = u && !(bits & ~u->bytes);
    if (u) u->bytes |= bits;
    if (known && !d->shared) return false;
    struct line *l = tables_line(&d->tables, number);
    if (!l) return false;
    u64 bit = (u64)1 << s->number;
    bool first = !(l->seen & bit);
    l->seen |= bit;
    if (d->shared && access) count_sharing(d, l, u, r, t, bits, a->store, counted);
    return first;
}

/* The access in the picture. */
static void paint(struct data_process *d, const struct data_thread *s, const struct data_access *a, struct touch *use,
                  const struct data_cost *cost)
{
    const struct memory_events *e = cost ? &cost->missed : NULL;
    unsigned n = (unsigned)a->load + a->store;
    if (e && (e->l1d_misses | e->l2_misses | e->tlb_misses))
        picture_missed(&d->picture, s->object, a->address, e->l1d_misses, e->l2_misses, e->tlb_misses);
    if (!n) return;
    if (use) {
        picture_count(&d->picture, use, n);
    } else {
        picture_count_apart(&d->picture, s->object, a->address, n);
    }
}

/* The access to s->object, of which row *r is, is done. */
void data_count(struct data_process *d, struct data_thread *s, const struct data_access *a, const struct thread *t, struct row *r,
                const struct data_cost *cost)
{
    bool counted = t->counting == COUNTED, missed = cost && cost->missed.l1d_misses;
    u64 *n = r->data.count;
    u64 line = a->address >> d->line_shift, last = (a->address + a->size - 1) >> d->line_shift;
    u32 conflicts = lru_use(&s->lru, line, a->fills);
    struct touch *more, *use;
    if (last != line && last > line && (a->load || a->store)) count_line(d, s, a, t, r, last, counted, &more);
    bool first = count_line(d, s, a, t, r, line, counted, &use);
    if (use && conflicts) use->lru = conflicts;
    if (!counted) return;
    n[DATA_LOADS] += a->load;
    n[DATA_STORES] += a->store;
    n[DATA_PREFETCHES] += !a->load && !a->store;
    if (a->load || a->store) count_stride(r, a->address);
    paint(d, s, a, use, cost);
    if (LIKELY(!cost)) return;
    n[DATA_L1] += cost->missed.l1d_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_DCACHE] += cost->cache;
    n[DATA_TLB_STALL] += cost->tlb;
    if (missed) n[first ? DATA_FIRST : conflicts ? DATA_CONFLICT : DATA_CAPACITY] += cost->missed.l1d_misses;
}

/* --- in blocks --------------------------------------------------------------------------------------------------------------------------- */

/* What an instruction has accessed before it mostly accesses again. */
static u32 object_at(struct data_process *d, struct data_thread *s, const struct thread *t, struct site *i, u64 address)
{
    if (address - s->stack_low < s->stack_high - s->stack_low) return data_stack_object(d, s, t, address);
    if (LIKELY(i->version == d->version) && address - i->start < i->end - i->start) return i->value;
    i->value = data_object_of(d, s, t, address);
    const struct extent *x = &s->memo[memo_of(address)].x;
    i->start = x->start;
    i->end = x->end;
    i->version = d->version;
    return i->value;
}

/* The site accessed something of that line. Where a whole granule is of one object that is remembered. */
static void remember(struct data_process *d, const struct data_thread *s, struct site *i, u32 touch, u64 address)
{
    u64 granule = address >> GRANULE_SHIFT, start = granule << GRANULE_SHIFT, end = start + (1 << GRANULE_SHIFT) - 1;
    i->touch = touch;
    if (address - s->stack_low < s->stack_high - s->stack_low) return;
    if (start - i->start < i->end - i->start && end - i->start < i->end - i->start) d->near[granule & (NEAR - 1)] = touch;
}

/* An access that costs nothing, to bytes that are known to be used, of one line: false if it is not, and nothing is done. Most are:
 * this takes half the time of data_count(). */
static bool again(struct data_process *d, struct data_thread *s, struct site *i, struct row *r, const struct data_access *a)
{
    u64 line = a->address >> d->line_shift;
    unsigned from = (unsigned)a->address & (d->line - 1);
    if (d->shared || d->unit != 1 || !(a->load || a->store) || from + a->size > d->line) return false;
    struct touch *use = &d->tables.touch[d->near[a->address >> GRANULE_SHIFT & (NEAR - 1)]];
    if (use->line != line || use->object != i->object) use = &d->tables.touch[i->touch];
    if (use->line != line || use->object != i->object) use = tables_find_touch(&d->tables, line, i->object);
    if (!use || (((u64)1 << a->size) - 1) << from & ~use->bytes) return false;
    picture_count(&d->picture, use, (unsigned)a->load + a->store);
    if (!lru_use_at(&s->lru, use->lru, line)) {
        u32 at = lru_use(&s->lru, line, a->fills);
        if (at) use->lru = at;
    }
    r->data.count[DATA_LOADS] += a->load;
    r->data.count[DATA_STORES] += a->store;
    count_stride(r, a->address);
    remember(d, s, i, (u32)(use - d->tables.touch), a->address);
    return true;
}

/* All but the clock of the picture. Site 0: the instruction has none. */
static u32 count_in_block(struct data_process *d, struct data_thread *s, struct thread *t, u32 site, const struct data_access *a,
                          const struct data_cost *cost)
{
    if (!site || t->counting != COUNTED) {
        s->object = data_object_of(d, s, t, a->address);
        data_count(d, s, a, t, tables_row(&d->tables, s->object, t->counting == COUNTED ? a->pc : 0), cost);
        return s->object;
    }
    struct site *i = &d->sites.site[site];
    u32 object = s->object = object_at(d, s, t, i, a->address);
    bool known = i->object == object;
    struct row *r = LIKELY(known) ? &d->tables.row[i->row] : tables_row(&d->tables, object, a->pc);
    size_t row = (size_t)(r - d->tables.row);
    if (!known && row) { /* the first row is that of what there was no room for, which is counted each time */
        i->object = object;
        i->row = (u32)row;
        i->touch = 0;
        known = true;
    }
    if (cost || !known || !again(d, s, i, r, a)) data_count(d, s, a, t, r, cost);
    return object;
}

static void pass(struct data_process *d, const struct thread *t, const struct data_access *a)
{
    if (t->counting == COUNTED) picture_pass(&d->picture, (unsigned)a->load + a->store);
}

u32 data_accessed(struct data_process *d, struct data_thread *s, struct thread *t, const struct data_access *a, const struct data_cost *cost)
{
    u32 object = count_in_block(d, s, t, site_of(d, a), a, cost);
    pass(d, t, a);
    return object;
}

/* --- notes of host code ------------------------------------------------------------------------------------------------------------------- */

/* Counts accesses like most: of a line that this instruction's object has, at bytes of it that are known to be used, with accesses
 * in this slice; and the line is among those used last. Returns the first that is not like that, or stop. All that is asked of one is
 * asked at once, for branches that go now this way and now that cost more; and what no access changes is at hand. */
static const struct data_note *count_quickly(struct data_process *d, struct data_thread *s, const struct data_note *n,
                                             const struct data_note *stop)
{
    const u32 *near = d->near;
    const struct site *site = d->sites.site;
    struct touch *touch = d->tables.touch;
    struct lru_entry *entry = s->lru.entry;
    struct row *row = d->tables.row;
    u64 now = s->lru.now, stack = s->stack_low, stack_size = s->stack_high - stack;
    u64 own = s->inner[0].start, own_size = s->inner[0].size, callers = s->inner[1].start, callers_size = s->inner[1].size;
    u32 own_object = s->inner[0].object, callers_object = s->inner[1].object, in_line = d->line - 1, *place = s->places;
    unsigned shift = d->line_shift;
    for (; n < stop; n++) {
        const struct site *i = &site[n->site];
        u64 address = n->address, line = address >> shift;
        u32 from = (u32)address & in_line, object = i->object, at = near[address >> GRANULE_SHIFT & (NEAR - 1)];
        bool framed = ((address - own < own_size) & (own_object == object)) | ((address - callers < callers_size) & (callers_object == object));
        if (address - stack < stack_size) at = framed ? i->touch : 0;
        struct touch *u = &touch[at];
        struct lru_entry *e = &entry[u->lru];
        u64 differs = (u->line ^ line) | (e->line ^ line) | (u->object ^ object) | (i->bytes << from & ~u->bytes);
        if (UNLIKELY((differs != 0) | (from > i->most) | !u->now)) break;
        u->now++;
        e->used = ++now;
        struct row *r = &row[i->row];
        r->data.count[i->count]++;
        count_stride(r, address);
        place[n->place] = object;
    }
    s->lru.now = now;
    return n;
}

static void count_note(struct data_process *d, struct data_thread *s, struct thread *t, const struct data_note *n)
{
    const struct site *i = &d->sites.site[n->site];
    struct data_access a = {.pc = i->pc, .address = n->address, .size = i->size, .load = i->count == DATA_LOADS,
                            .store = i->count == DATA_STORES, .fills = i->fills};
    s->places[n->place] = count_in_block(d, s, t, n->site, &a, NULL);
}

void data_settle_all(struct thread *t)
{
    struct data_process *d = t->process->data;
    struct data_thread *s = t->data;
    const struct data_note *n = s->notes + 1, *end = t->engine->next_note;
    bool counted = t->counting == COUNTED, like_most = counted && !d->shared && d->unit == 1;
    t->engine->next_note = s->notes + 1;
    if (s->inner_stale) data_find_inner(s, t);
    while (n < end) {
        u64 some = (u64)(end - n);
        if (counted && some > (u64)d->picture.left) some = (u64)d->picture.left;
        for (const struct data_note *stop = n + some; n < stop;) {
            if (like_most) n = count_quickly(d, s, n, stop);
            if (n < stop) count_note(d, s, t, n++);
        }
        if (counted) picture_pass(&d->picture, (unsigned)some);
    }
}
