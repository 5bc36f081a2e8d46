#include "emu/data/accesses.h"

#include "emu/data/heap.h"
#include "emu/data/notes.h"
#include "emu/data/sites.h"
#include "emu/data/stacks.h"

#define INLINE inline __attribute__((always_inline)) /* for notes of one word and of two, and for what most caches have */

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
    const struct extent *m = extents_find(&d->maps, address, x);
    u32 object = m ? m->value : OBJECT_UNMAPPED;
    if (m) *x = *m;
    if (hole.start > x->start) x->start = hole.start;
    if (hole.end < x->end) x->end = hole.end;
    return object;
}

static unsigned memo_of(u64 address) { return (unsigned)(address >> 6) & (MEMO - 1); }

u32 data_object_of(struct data_process *d, struct data_thread *s, u64 address)
{
    if (in_stack(s, address)) return stacks_object(d, s, address);
    unsigned i = memo_of(address);
    struct extent *x = &s->memo[i].x;
    if (s->memo[i].version == d->version && address - x->start < x->end - x->start) return x->value;
    u32 object = look_up(d, address, x);
    x->value = object;
    s->memo[i].version = d->version;
    return object;
}

/* --- counting ---------------------------------------------------------------------------------------------------------------------------- */

/* That of a row, where it is counted now: in a site, or (i NULL) in row r itself. */
static void count_row_stride(struct row *r, struct site_row *i, u64 address)
{
    struct stride of_row = row_stride(r), *s = i ? &i->stride : &of_row;
    if (i ? i->begun : r->begun) stride_count(s, address), stride_discount(s, 1);
    else s->next = address + (u64)s->most;
    if (i) i->begun = true;
    else r->begun = true, row_set_stride(r, s);
}

/* Where the touch of the address's granule is kept, by near_beside() of the object. */
static inline u32 *near_of(const struct data_process *d, u32 beside, u64 address)
{
    return &d->near[((address >> GRANULE_SHIFT) + beside) & (NEAR - 1)];
}

/* A touch by its distance from the first, in bytes, as struct data_process's `near` has them. */
static inline struct touch *touch_at(struct touch *first, u32 distance) { return (struct touch *)(void *)((u8 *)first + distance); }
_Static_assert(LINES_MOST * sizeof(struct touch) <= UINT32_MAX, "");

/* Where the address's line begins. */
static inline u64 line_at(const struct data_process *d, u64 address) { return address & -(u64)d->line; }

/* As many bits as a line has bytes, or units. */
static u64 line_bits(const struct data_process *d) { return d->line < 64 ? ((u64)1 << d->line) - 1 : UINT64_MAX; }

/* The bytes of the line at `start` that the access reaches, as bits. */
static u64 bits_of(const struct data_process *d, u64 start, u64 address, unsigned size)
{
    u64 end = start + d->line;
    u64 from = address > start ? address - start : 0, to = (address + size < end ? address + size : end) - start;
    if (UNLIKELY(d->unit != 1)) from /= d->unit, to = (to + d->unit - 1) / d->unit;
    u64 n = to - from;
    return (n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1) << from;
}

/* The line has more than one thread: whether this access is the first behind another's writing, and to the same bytes. */
static void count_sharing(struct data_process *d, struct line *l, struct touch *u, struct row *r, const struct data_thread *s, u64 bits, bool store)
{
    struct sharer *own = tables_sharer(&d->tables, l, s->tid);
    if (!own) return;
    if (own->foreign && s->counted) {
        bool falsely = !(own->foreign & bits);
        r->data.count[falsely ? DATA_FALSE : DATA_TRUE]++;
        if (u && falsely) u->falsely = true;
    }
    own->foreign = 0;
    for (u32 i = store ? l->sharers : 0; i; i = d->tables.sharer[i - 1].next)
        if (d->tables.sharer[i - 1].tid != s->tid) d->tables.sharer[i - 1].foreign |= bits;
}

/* One line of an access; whether nothing that the thread did before has brought it to its cache, were that endless: that is Hill's compulsory
 * miss (Aspects of Cache Memory and Instruction Buffer Performance, 1987; Hill and Smith, IEEE ToC 38:12), and a store that does not
 * allocate brings nothing. *u gets what is known of the line's use, or NULL. */
static bool count_line(struct data_process *d, const struct data_thread *s, u32 object, const struct data_access *a, struct row *r,
                       u64 start, bool missed, struct touch **use)
{
    bool access = a->load || a->store;
    u64 bits = bits_of(d, start, a->address, a->size);
    struct touch *u = NULL;
    if (access && s->counted) {
        u = touch_at(d->tables.touch, *near_of(d, near_beside(&d->tables, object), a->address)); /* mostly it is */
        if (touch_start(u) != start || u->object != object) u = tables_touch(&d->tables, start, object);
    }
    *use = u;
    bool known = u && !(bits & ~u->used);
    if (u) u->used |= bits;
    if (known && !d->shared && (!missed || u->brought)) return false; /* that it is known will do, for no line was brought, or one that had been before */
    struct line *l = tables_line(&d->tables, start);
    if (!l) return false;
    u64 bit = (u64)1 << s->number;
    bool first = !(l->seen & bit);
    if (a->fills) l->seen |= bit;
    if (u) u->brought = l->seen & bit && !d->shared;
    if (d->shared && access) count_sharing(d, l, u, r, s, bits, a->store);
    return first;
}

/* The access in the picture. */
static void paint(struct data_process *d, u32 object, const struct data_access *a, struct touch *use, const struct data_cost *cost)
{
    const struct memory_events *e = cost ? &cost->missed : NULL;
    unsigned n = (unsigned)a->load + a->store;
    if (e && (e->l1d_misses | e->l2_misses | e->tlb_misses))
        picture_missed(&d->picture, object, a->address, e->l1d_misses, e->l2_misses, e->tlb_misses);
    if (!n) return;
    if (use) {
        picture_count(&d->picture, use, n);
    } else {
        picture_count_apart(&d->picture, object, a->address, n);
    }
}

/* The line that was in that entry has gone, and its touches are looked at again. */
static void line_gone(struct data_process *d, struct lru *l, u32 entry)
{
    for (unsigned i = 0; i < LRU_USERS; i++) {
        if (l->entry[entry].user[i]) d->tables.touch[l->entry[entry].user[i]].live = TOUCH_DEAD;
        l->entry[entry].user[i] = 0;
    }
}

/* The touch that is TOUCH_OUTSIDE, if one of that line is. */
static u32 *outside_of(struct data_process *d, u64 line) { return &d->outside[line / d->line & (OUTSIDE - 1)]; }

static void line_comes(struct data_process *d, u64 line)
{
    u32 *touch = outside_of(d, line);
    if (*touch) d->tables.touch[*touch].live = TOUCH_DEAD;
    *touch = 0;
}

/* A use of the line; whether the cache that holds lines anywhere had it. Where it is there is kept in *use, if there is one. */
static bool use_line(struct data_process *d, struct lru *l, u64 line, bool fills, struct touch *use)
{
    u32 entry;
    if (use && lru_use_at(l, use->lru, line)) return true;
    bool had = lru_use(l, line, fills, &entry);
    if (!had && entry) line_gone(d, l, entry), line_comes(d, line);
    if (use) use->lru = entry;
    return had;
}

/* From now on accesses to its known bytes only count one more, for as long as its line is in the cache that holds lines anywhere, if there is one, and
 * the slice lasts; or, where it is not, those that do not bring it there, until another one does. The process has one thread. Of more touches than an
 * entry has users, or of a second line outside, the one before is given up. */
static void make_live(struct data_process *d, struct lru *l, struct touch *use)
{
    bool outside = l->lines && !use->lru;
    if (outside && !d->wide) return; /* count_quickly() does not look for that in narrow notes */
    u32 touch = (u32)(use - d->tables.touch), *user = outside ? outside_of(d, touch_start(use)) : &l->entry[use->lru].user[touch & (LRU_USERS - 1)];
    u32 live = use->object | (use->used == line_bits(d) ? 0 : TOUCH_PARTLY) | (outside ? TOUCH_OUTSIDE : 0);
    if (use->live == live || !use->now) return;
    if (*user && *user != touch) d->tables.touch[*user].live = TOUCH_DEAD;
    if (l->lines) *user = touch;
    use->live = live;
}

/* What it has cost. first, conflicts: what a miss was. */
static void count_cost(u64 *n, const struct data_cost *cost, bool first, bool conflicts)
{
    n[DATA_L1] += cost->missed.l1d_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_DCACHE] += cost->cache;
    n[DATA_TLB_STALL] += cost->tlb;
    if (cost->missed.l1d_misses) n[first ? DATA_FIRST : conflicts ? DATA_CONFLICT : DATA_CAPACITY] += cost->missed.l1d_misses;
}

/* The access to that object is done, of which row *r is, counted in *i or (NULL) in no site; s->counted: it is counted. Returns what is
 * known of the use of its (first) line, or NULL. */
static struct touch *count_access(struct data_process *d, struct data_thread *s, u32 object, const struct data_access *a, struct row *r,
                                  struct site_row *i, const struct data_cost *cost)
{
    bool missed = cost && cost->missed.l1d_misses;
    u64 *n = r->data.count;
    u64 start = line_at(d, a->address), last = line_at(d, a->address + a->size - 1);
    struct touch *more, *use;
    if (last > start && (a->load || a->store)) count_line(d, s, object, a, r, last, missed, &more);
    bool first = count_line(d, s, object, a, r, start, missed, &use);
    bool conflicts = use_line(d, &s->lru, start, a->fills, use);
    if (!s->counted) return use;
    n[DATA_LOADS] += a->load;
    n[DATA_STORES] += a->store;
    n[DATA_PREFETCHES] += !a->load && !a->store;
    if (a->load || a->store) count_row_stride(r, i, a->address);
    paint(d, object, a, use, cost);
    if (UNLIKELY(cost != NULL)) count_cost(n, cost, first, conflicts);
    return use;
}

void data_pass(struct data_process *d, unsigned accesses)
{
    picture_pass(&d->picture, accesses);
    d->unsettled += accesses;
    if (LIKELY(d->unsettled < STRIDE_MOST - DATA_NOTES)) return; /* there are no more at once */
    d->unsettled = 0;
    sites_settle(d);
}

/* --- in blocks --------------------------------------------------------------------------------------------------------------------------- */

/* What an instruction has accessed before it mostly accesses again. */
static u32 object_at(struct data_process *d, struct data_thread *s, struct site_range *i, u64 address)
{
    if (in_stack(s, address)) return stacks_object(d, s, address);
    if (LIKELY(i->version == d->version) && address - i->start < i->end - i->start) return i->value;
    i->value = data_object_of(d, s, address);
    const struct extent *x = &s->memo[memo_of(address)].x;
    i->start = x->start;
    i->end = x->end;
    i->version = d->version;
    return i->value;
}

/* An instruction accessed something of that line: what is known of it is found by its granule from now on, if that is all of one object or, in a
 * stack, by granule and object. What lies in a stack, but is of an object for which there was no room, is looked for each time: where the site's
 * range covers it, that is of before there was a stack. */
static void remember(struct data_process *d, struct data_thread *s, u32 site, struct touch *use, u64 address)
{
    const struct site_range *i = &d->sites.range[site];
    u32 beside = near_beside(&d->tables, use->object);
    u64 start = address >> GRANULE_SHIFT << GRANULE_SHIFT, end = start + (1 << GRANULE_SHIFT) - 1;
    bool whole = start - i->start < i->end - i->start && end - i->start < i->end - i->start;
    if (beside || (whole && !in_stack(s, address))) *near_of(d, beside, address) = (u32)((u8 *)use - (u8 *)d->tables.touch);
    if (!d->shared) make_live(d, &s->lru, use);
}

/* An access to bytes that are known to be used, of one line which, if it missed, had been brought before: false if it is not, and nothing is done.
 * Most are: this takes half the time of data_count(). */
static bool again(struct data_process *d, struct data_thread *s, u32 site, struct row *r, const struct data_access *a, const struct data_cost *cost)
{
    struct site_row *i = &d->sites.site[site].now;
    u64 start = line_at(d, a->address);
    unsigned from = (unsigned)(a->address - start);
    if (d->shared || d->unit != 1 || !(a->load || a->store) || from + a->size > d->line) return false;
    struct touch *use = touch_at(d->tables.touch, *near_of(d, i->near, a->address));
    if (touch_start(use) != start || use->object != i->object) use = tables_find_touch(&d->tables, start, i->object);
    if (!use || (((u64)1 << a->size) - 1) << from & ~use->used) return false;
    if (cost && cost->missed.l1d_misses && !use->brought) return false;
    paint(d, i->object, a, use, cost);
    bool conflicts = use_line(d, &s->lru, start, a->fills, use);
    r->data.count[DATA_LOADS] += a->load;
    r->data.count[DATA_STORES] += a->store;
    if (cost) count_cost(r->data.count, cost, false, conflicts);
    count_row_stride(r, i, a->address);
    remember(d, s, site, use, a->address);
    return true;
}

/* The row of that object and the site's instruction, whose stride is counted in the site from now on. The first row is that of what there
 * was no room for, which is looked for each time: *known false. */
static struct row *row_at(struct data_process *d, u32 site, u32 object, u64 pc, bool *known)
{
    struct site_row *i = sites_row(d, site, object);
    *known = true;
    if (LIKELY(i != NULL)) return &d->tables.row[i->row];
    struct row *r = tables_row(&d->tables, object, pc);
    *known = r != d->tables.row;
    if (*known) sites_begin_row(d, site, object, r);
    return r;
}

/* All but the clock of the picture. Site 0: the instruction has none. Returns the object. */
static u32 count_in_block(struct data_process *d, struct data_thread *s, u32 site, const struct data_access *a, const struct data_cost *cost)
{
    bool known;
    if (!site || !s->counted) {
        u32 object = data_object_of(d, s, a->address);
        count_access(d, s, object, a, tables_row(&d->tables, object, s->counted ? a->pc : 0), NULL, cost);
        return object;
    }
    u32 object = object_at(d, s, &d->sites.range[site], a->address);
    struct row *r = row_at(d, site, object, a->pc, &known);
    if (known && again(d, s, site, r, a, cost)) return object;
    struct touch *use = count_access(d, s, object, a, r, known ? &d->sites.site[site].now : NULL, cost);
    if (use && known) remember(d, s, site, use, a->address);
    return object;
}

void data_count(struct data_process *d, struct data_thread *s, u32 object, const struct data_access *a, const struct data_cost *cost)
{
    u32 site = s->counted ? sites_find(&d->sites, a->pc) : 0;
    struct site_row *i = site ? sites_row(d, site, object) : NULL;
    count_access(d, s, object, a, tables_row(&d->tables, object, s->counted ? a->pc : 0), i, cost);
}

/* --- notes of accesses that take nothing ------------------------------------------------------------------------------------------------ */

/* The instruction, and what it accesses. */
static inline u32 noted_kind(const u64 *n) { return ((const u32 *)n)[1]; }
static inline u32 noted_site(const u64 *n) { return (noted_kind(n) & (NOTE_KINDS - 1)) >> DATA_SITE_SHIFT; }
static inline u64 noted_address(const u64 *n, bool wide) { return wide ? n[1] : *(const u32 *)n; }
static inline u32 noted_place(const u64 *n, bool wide) { return wide ? (u32)*n : 0; }

/* Counts accesses like most: of a line that this instruction's object has, at bytes of it that are known to be used, and of which no more is to be
 * known (struct touch's `live`). Returns the first note that is not like that, or stop. It takes some 40 instructions of the host and is bound by
 * their number: what no access changes is at hand, line and object are compared as one word, and of a line that was used as a whole no bytes are looked at, unless
 * an access may lie across its end (addresses of 64 bits). Whether the address is the object's is not asked: if it was, of what is not a stack, nothing else has come there,
 * or `near` would not say so (data_replaced()); and in a stack it is if it lies in one of the two innermost frames. */
static INLINE const u64 *count_quickly(struct data_process *d, struct data_thread *s, const u64 *n, const u64 *stop, const bool wide)
{
    const u32 *near = d->near;
    u8 *site = (u8 *)d->sites.site;
    struct touch *touch = d->tables.touch;
    u64 *last_use = s->lru.used, now = s->lru.now;
    for (; n < stop && noted_kind(n) < NOTE_KINDS; n += 1 + wide) {
        struct site *i = (struct site *)(void *)(site + noted_kind(n) - (wide ? DATA_NOTE_WIDE : 0));
        u64 address = noted_address(n, wide), granule = address >> GRANULE_SHIFT;
        u32 object = i->now.object, beside = i->now.near;
        if (beside) {
            if (UNLIKELY(address - s->inner.start >= s->inner.size) || UNLIKELY(s->inner.object[address >= s->inner.middle] != object)) break;
            granule += beside;
        }
        struct touch *u = touch_at(touch, near[granule & (NEAR - 1)]);
        u64 from = u->line ^ (i->now.line | (u32)address); /* in the line, if it is that one, for no other within 64 bytes has a granule's place, and that object */
        if (from >= 64 || wide) {
            from &= ~((u64)(wide ? i->ignores : TOUCH_PARTLY) << 32);
            if (UNLIKELY(from >= 64) || (wide && UNLIKELY(u->high != address >> 32))) break;
            if (UNLIKELY(i->bytes & ~(u32)(u->used >> from))) break;
        }
        u->now++;
        last_use[u->lru] = ++now; /* the first entry holds no line */
        stride_count(&i->now.stride, address);
        if (wide) s->places[noted_place(n, wide)] = object;
    }
    s->lru.now = now;
    return n;
}

/* The access of that site to the address. */
static struct data_access access_of(const struct data_process *d, u32 site, u64 address)
{
    const struct site_insn *i = &d->sites.insn[site];
    return (struct data_access){.pc = i->pc, .address = address, .size = i->size, .load = i->count == DATA_LOADS,
                                .store = i->count == DATA_STORES, .fills = i->fills};
}

static void count_note(struct data_process *d, struct data_thread *s, const u64 *n, bool wide)
{
    u32 site = noted_site(n);
    struct data_access a = access_of(d, site, noted_address(n, wide));
    s->places[noted_place(n, wide)] = count_in_block(d, s, site, &a, NULL);
}

/* --- other notes ---------------------------------------------------------------------------------------------------------------------------- */

static struct data_cost cost_of(const struct note_cost *n)
{
    return (struct data_cost){{.l1i_misses = n->l1i_misses, .l1d_misses = n->l1d_misses, .l2_misses = n->l2_misses,
                               .l1_tlb_misses = n->l1_tlb_misses, .tlb_misses = n->tlb_misses}, n->cache, n->tlb};
}

void data_count_access(struct data_process *d, struct data_thread *s, bool counted, u32 site, const struct data_access *a,
                       const struct data_cost *cost, u32 place)
{
    s->counted = counted;
    s->places[place] = count_in_block(d, s, site, a, cost);
    if (counted) data_pass(d, (unsigned)a->load + a->store);
}

static void take_access(struct data_process *d, struct data_thread *s, const u64 *at)
{
    const struct note_access *n = (const void *)at;
    bool costs = n->how & NOTE_COSTS;
    struct data_cost cost;
    struct data_access a = {.pc = n->pc, .address = n->address, .size = n->size, .load = n->how & NOTE_LOAD, .store = n->how & NOTE_STORE,
                            .fills = n->how & NOTE_FILLS};
    if (costs) cost = cost_of((const void *)(at + notes_of(sizeof *n)));
    data_count_access(d, s, s->counted, n->site, &a, costs ? &cost : NULL, n->place);
}

static void count_wait(struct data_process *d, const struct data_thread *s, u64 pc, u64 cycles, u32 object)
{
    if (!s->counted) return;
    tables_row(&d->tables, object < d->tables.objects ? object : OBJECT_OTHER, pc)->data.count[DATA_DCACHE] += cycles;
}

static void count_passed(struct data_process *d, struct data_thread *s, const struct note_passed *n)
{
    const struct data_wait *wait = (const void *)((const u64 *)(const void *)n + notes_of(sizeof *n));
    const struct data_move *move = (const void *)(wait + n->waits);
    u32 object[DATA_NOTES];
    for (unsigned i = 0; i < n->waits; i++) count_wait(d, s, wait[i].pc, wait[i].cycles, wait[i].object ? s->places[wait[i].object - 1] : 0);
    for (unsigned i = 0; i < n->moves; i++) object[i] = move[i].from ? s->places[move[i].from - 1] : 0;
    for (unsigned i = 0; i < n->moves; i++) s->places[move[i].place] = object[i];
}

void data_count_fetch(struct data_process *d, u64 pc, const struct data_cost *cost)
{
    u64 *n = tables_row(&d->tables, OBJECT_FETCH, pc)->data.count;
    n[DATA_L1] += cost->missed.l1i_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_TLB_STALL] += cost->tlb;
}

static void count_fetch(struct data_process *d, const struct data_thread *s, const struct note_fetch *n)
{
    struct data_cost cost = cost_of(&n->cost);
    if (s->counted) data_count_fetch(d, n->pc, &cost);
}

static void take_missed(struct data_process *d, struct data_thread *s, const u64 *n)
{
    u32 site = noted_site(n);
    struct data_access a = access_of(d, site, (u32)*n);
    struct data_cost cost = data_noted_miss(n[1]);
    data_count_access(d, s, s->counted, site, &a, &cost, 0);
}

/* Notes of the collector's own kinds. */
static void take_told(struct data_process *d, struct data_thread *s, const u64 *at)
{
    const void *n = at;
    const struct note_wait *w = n;
    const struct note_block *b = n;
    const struct note_return *r = n;
    switch ((enum note_kind)noted_kind(at)) {
    case NOTE_ACCESS: take_access(d, s, at); return;
    case NOTE_PASSED: count_passed(d, s, n); return;
    case NOTE_FUNCTION: stacks_number(d, n); return;
    case NOTE_RETURN: stacks_return(d, s, r->function, r->depth); return;
    case NOTE_WAIT: count_wait(d, s, w->pc, w->cycles, w->object); return;
    case NOTE_FETCH: count_fetch(d, s, n); return;
    case NOTE_ALLOCATING: heap_allocating(d, s, n); return;
    case NOTE_ALLOCATED: heap_allocated(d, s, b->block); return;
    case NOTE_FREED: heap_freed(d, s, b->block); return;
    }
}

/* What is behind the note. */
static const u64 *note_after(const u64 *at)
{
    const void *n = at;
    const struct note_access *a = n;
    const struct note_passed *p = n;
    u32 kind = noted_kind(at);
    if (kind < NOTE_KINDS) return at + (kind & DATA_NOTE_WIDE ? 2 : 1);
    if (kind & DATA_NOTE_FETCHED || kind == DATA_NOTE_RETURNED) return at + 1;
    if (kind & DATA_NOTE_MISSED) return at + 2;
    if (kind == DATA_NOTE_CALLED) return at + notes_of(sizeof(struct note_call));
    switch ((enum note_kind)kind) {
    case NOTE_ACCESS: return at + notes_of(sizeof *a) + (a->how & NOTE_COSTS ? notes_of(sizeof(struct note_cost)) : 0);
    case NOTE_PASSED: return at + notes_of(sizeof *p) + 2 * p->waits + notes_of(p->moves * sizeof(struct data_move));
    case NOTE_FUNCTION: return at + notes_of(sizeof(struct note_function));
    case NOTE_RETURN: return at + notes_of(sizeof(struct note_return));
    case NOTE_WAIT: return at + notes_of(sizeof(struct note_wait));
    case NOTE_FETCH: return at + notes_of(sizeof(struct note_fetch));
    case NOTE_ALLOCATING: return at + notes_of(sizeof(struct note_allocating));
    case NOTE_ALLOCATED: case NOTE_FREED: break;
    }
    return at + notes_of(sizeof(struct note_block));
}

/* Returns what is behind the note. */
static const u64 *take_other(struct data_process *d, struct data_thread *s, const u64 *at)
{
    if (noted_kind(at) & DATA_NOTE_MISSED) take_missed(d, s, at);
    else take_told(d, s, at);
    return note_after(at);
}

/* --- notes like most, and what is between them ------------------------------------------------------------------------------------------ */

static void take_fetched(struct data_process *d, const struct data_thread *s, const u64 *n)
{
    struct data_cost cost = data_noted_fetch(noted_kind(n));
    if (s->counted) data_count_fetch(d, (u32)*n, &cost);
}

/* Accesses, and what is often between them: calls, returns and what fetches have cost. */
static inline bool is_frequent(u32 kind)
{
    return kind < NOTE_KINDS || kind == DATA_NOTE_CALLED || kind == DATA_NOTE_RETURNED || kind & DATA_NOTE_FETCHED;
}

/* Returns what is behind the note, which is of one of these kinds but an access. */
static INLINE const u64 *take_between(struct data_process *d, struct data_thread *s, const u64 *n)
{
    u32 kind = noted_kind(n);
    if (kind == DATA_NOTE_CALLED) {
        stacks_call(d, s, (const void *)n);
        return n + notes_of(sizeof(struct note_call));
    }
    if (kind == DATA_NOTE_RETURNED) stacks_return(d, s, (u32)*n, s->depth - 1);
    else take_fetched(d, s, n);
    return n + 1;
}

/* Counts accesses and what is often between them, no more than what is left of the picture's slice. Returns the first note that is of another
 * kind, or was too many. */
static INLINE const u64 *count_notes(struct data_process *d, struct data_thread *s, const u64 *n, const u64 *end, const bool wide)
{
    const u64 *begin = n, *stop = end;
    i64 words = d->picture.left << wide, others = 0; /* words */
    bool like_most = s->counted && !d->shared && d->unit == 1 && d->line >= 1 << GRANULE_SHIFT;
    if (s->counted && end - n > words) stop = n + words;
    while (n < stop) {
        if (s->inner_stale) stacks_find_inner(d, s);
        if (like_most) n = count_quickly(d, s, n, stop, wide);
        if (n >= stop) break;
        if (noted_kind(n) >= NOTE_KINDS) {
            if (!is_frequent(noted_kind(n))) break;
            const u64 *after = take_between(d, s, n);
            others += after - n;
            n = after;
        } else {
            count_note(d, s, n, wide);
            n += 1 + wide;
        }
    }
    if (s->counted) data_pass(d, (unsigned)(n - begin - others) >> wide);
    return n;
}

void data_take_notes(struct data_process *d, struct data_thread *s, bool counted, const u64 *n, const u64 *end)
{
    s->counted = counted;
    while (n < end) {
        n = d->wide ? count_notes(d, s, n, end, true) : count_notes(d, s, n, end, false);
        if (n < end && !is_frequent(noted_kind(n))) n = take_other(d, s, n); /* else a slice of the picture is over */
    }
}
