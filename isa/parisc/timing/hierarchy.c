#include "isa/parisc/timing/hierarchy.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

#define P(id) (m->model->value[PA_T_##id])

enum { NEVER = 32 }; /* a shift that leaves one page of code, of a 64-bit address */
#define NO_PAGE (~(u32)0)

/* --- making ------------------------------------------------------------------------------------------------------- */

static int make_caches(struct pa_memory *m, struct error *e)
{
    struct cache_geometry l1i = {.size = (u64)P(L1I_SIZE) << 10, .ways = P(L1I_WAYS), .line = P(L1I_LINE)};
    struct cache_geometry l1d = {.size = (u64)P(L1D_SIZE) << 10, .ways = P(L1D_WAYS), .line = P(L1D_LINE),
                                 .write_back = P(L1D_BACK), .write_allocate = P(L1D_ALLOCATE)};
    struct cache_geometry l2 = {.size = (u64)P(L2_SIZE) << 10, .ways = P(L2_WAYS), .line = P(L2_LINE),
                                .write_back = P(L2_BACK), .write_allocate = P(L2_BACK)};
    return tlb_init(&m->ilab, P(ILAB), P(PAGE), e) || cache_init(&m->l1i, &l1i, e) || cache_init(&m->l1d, &l1d, e) || cache_init(&m->l2, &l2, e) ? -1 : 0;
}

static void free_caches(struct pa_memory *m)
{
    tlb_free(&m->ilab);
    cache_free(&m->l1i);
    cache_free(&m->l1d);
    cache_free(&m->l2);
}

/* That of whose lines accesses are quick. Where a hit is not free, or an access is passed on, none goes unseen. */
static const struct cache *quick_cache(const struct pa_memory *m)
{
    return P(L1D_SIZE) ? &m->l1d : P(L2_SIZE) && !P(L2_DATA) ? &m->l2 : NULL;
}

static void measure(struct pa_memory *m)
{
    const struct cache *data = quick_cache(m);
    bool first = P(L1D_SIZE) && P(L1D_WAYS) == 2 && P(L1D_BACK) && P(L1D_ALLOCATE) && P(L1D_LINE) == 1 << QUICK_SHIFT;
    m->prefetched = 1;
    m->code_sets = (u32)m->l1i.set_mask;
    m->has_ilab = P(ILAB);
    m->quick_writes = !P(L1D_SIZE) || P(L1D_BACK);
    m->usual = P(ILAB) && P(TLB) > 1 && first && P(L2_SIZE) && P(L2_WAYS) == 1;
    m->granules = data ? data->geometry.line >> QUICK_SHIFT : 0;
    m->quick_mask = m->granules ? (u32)data->set_mask * m->granules + m->granules - 1 : 0;
    m->code_shift = P(ILAB) || P(TLB) ? (unsigned)__builtin_ctz(P(PAGE)) : NEVER;
    m->code_page = P(ILAB) || P(TLB) ? NO_PAGE : 0;
}

static size_t quick_room(const struct pa_memory *m) { return (m->quick_mask + (size_t)1) * sizeof *m->quick; }

static struct pa_quick *none_quick(const struct pa_memory *m, void *room)
{
    struct pa_quick *q = room;
    for (u64 i = 0; q && i <= m->quick_mask; i++) q[i] = (struct pa_quick){.granule = QUICK_NONE};
    return q;
}

/* made, in memory that has room for its tables behind it. */
static int make_tables(struct pa_memory *m, const struct pa_memory *made, struct error *e)
{
    *m = *made;
    m->data = quick_cache(m);
    m->quick = m->known = none_quick(m, (u8 *)m + alloc_whole_lines(sizeof *m));
    void *entries = (u8 *)m->known + quick_room(m);
    m->code = (u32 *)(void *)((u8 *)entries + tlb_room(P(TLB)));
    for (u64 i = 0; i <= m->l1i.set_mask; i++) m->code[i] = QUICK_NONE;
    m->quick_parts = calloc(P(TLB) + 1, sizeof *m->quick_parts);
    if (!m->quick_parts) return error_set(e, "no memory for a timing model");
    return tlb_init_in(&m->tlb, P(TLB), P(PAGE), entries, e);
}

struct pa_memory *pa_memory_new(const struct pa_model *model, struct memory_events *events, struct error *e)
{
    struct pa_memory made = {.model = model, .events = events}, *m = &made;
    if (make_caches(m, e) != 0) {
        free_caches(m);
        return NULL;
    }
    measure(m);
    size_t room = alloc_whole_lines(sizeof *m) + quick_room(&made) + tlb_room(P(TLB)) + (made.l1i.set_mask + 1) * sizeof *made.code;
    m = room <= INT32_MAX ? alloc_lines(room) : NULL; /* host code has distances of 32 bits */
    if (!m) {
        free_caches(&made);
        error_set(e, "no memory for a timing model");
        return NULL;
    }
    if (make_tables(m, &made, e) == 0) return m;
    pa_memory_free(m);
    return NULL;
}

int pa_memory_show_all(struct pa_memory *m, struct error *e)
{
    struct pa_quick *none = none_quick(m, malloc(quick_room(m)));
    if (!none) return error_set(e, "no memory for a timing model");
    m->quick = none;
    return 0;
}

struct pa_memory *pa_memory_none(struct error *e)
{
    struct pa_memory *m = alloc_lines(sizeof *m + sizeof *m->quick);
    if (m) m->quick = m->known = none_quick(m, m + 1);
    else error_set(e, "no memory for what tells of accesses");
    return m;
}

void pa_memory_free(struct pa_memory *m)
{
    if (!m) return;
    free_caches(m);
    tlb_free(&m->tlb);
    if (m->known != m->quick) free(m->quick);
    free(m->quick_parts);
    free(m);
}

bool pa_memory_by_line(const struct pa_memory *m) { return P(L1I_SIZE) && (P(ILAB) || P(TLB) != 1); }

/* --- translation -------------------------------------------------------------------------------------------------- */

/* Each entry of the TLB has 64 bits for the parts of its page, of so many bytes as a power of two: where accesses may be quick. */
static unsigned part_shift(const struct pa_memory *m) { return m->tlb.page_shift > QUICK_SHIFT + 6 ? m->tlb.page_shift - 6 : QUICK_SHIFT; }

static u64 part_of(const struct pa_memory *m, u32 address) { return (u64)1 << (((u64)address >> part_shift(m)) & 63); }

/* Of more granules than there are places (pages of 64 MB had runs that took minutes). */
static void forget_between(struct pa_memory *m, u32 first, u32 granules)
{
    for (u32 i = 0; i <= m->quick_mask; i++)
        if (m->known[i].granule - first < granules) m->known[i].granule = QUICK_NONE;
}

/* A page is no longer in the TLB, and its entry is another's: no access to it is quick. Looking at those parts only where any was makes bzip2
 * under the PA-7300LC's model 1.33 times faster. */
static void forget(struct pa_memory *m, u64 page, u64 *parts)
{
    u32 each = 1u << (part_shift(m) - QUICK_SHIFT);
    for (; *parts && page != TLB_NO_PAGE; *parts &= *parts - 1) {
        u32 part = (u32)__builtin_ctzll(*parts), first = (u32)(page << (m->tlb.page_shift - QUICK_SHIFT)) + part * each;
        if (UNLIKELY(each > m->quick_mask)) forget_between(m, first, each);
        else
            for (u32 g = first; g < first + each; g++) {
                struct pa_quick *q = pa_known_at(m, g);
                q->granule = q->granule == g ? QUICK_NONE : q->granule; /* by a branch, which goes this way or that, 0.93 times as fast */
            }
    }
}

static u64 *parts_of(const struct pa_memory *m, u32 address) { return &m->quick_parts[tlb_last(&m->tlb, address) - m->tlb.entry]; }

/* Cycles lost for translating an address: the processor interrupts, and software looks the page up. */
static u64 translate(struct pa_memory *m, u32 address)
{
    if (tlb_access(&m->tlb, address)) return 0;
    forget(m, m->tlb.gone, parts_of(m, address));
    m->events->tlb_misses++;
    return P(TLB_MISS);
}

/* Without a memory of its own, fetching asks the TLB for each instruction. That makes no difference but to which page was
 * used last, so it is told only when that may matter: when fetching leaves the page, or a page must go. */
static bool asks_always(const struct pa_memory *m) { return !P(ILAB) && P(TLB); }

static u64 code_page(const struct pa_memory *m) { return m->code_page == NO_PAGE ? TLB_NO_PAGE : m->code_page; }

static u64 translate_code(struct pa_memory *m, u32 pc, bool touched)
{
    u32 page = (u32)((u64)pc >> m->code_shift);
    if (page == m->code_page) return 0;
    if (asks_always(m)) tlb_used_before(&m->tlb, code_page(m), !touched);
    m->code_page = page;
    if (!P(ILAB)) return translate(m, pc);
    if (tlb_access(&m->ilab, pc)) return 0;
    m->events->l1_tlb_misses++;
    return P(ILAB_MISS) + translate(m, pc);
}

static u64 translate_data(struct pa_memory *m, u32 address)
{
    if (asks_always(m) && !tlb_hit(&m->tlb, address)) tlb_used_before(&m->tlb, code_page(m), true);
    u64 lost = translate(m, address);
    if (P(TLB) == 1 && (u64)address >> m->code_shift != m->code_page) m->code_page = NO_PAGE;
    return lost;
}

/* --- caches ------------------------------------------------------------------------------------------------------- */

/* After any access to the cache that data come from: what is quick in the set of that address. `data`: by an access whose page
 * is known to be in the TLB. */
static void remember(struct pa_memory *m, u32 address, bool data)
{
    const struct cache *c = m->data;
    if (!m->granules) return;
    u64 first = *(const u64 *)(const void *)((const u8 *)c->line + cache_first_at(c, address)), line = first >> CACHE_TAG_SHIFT;
    u32 g = (u32)line * m->granules; /* what is not of the line used last is not quick */
    for (u32 k = 0; k < m->granules; k++, g++)
        if (pa_known_at(m, g)->granule != g) pa_known_at(m, g)->granule = QUICK_NONE;
    if (!data || !(first & CACHE_VALID) || line != address >> c->line_shift) return; /* a write may have brought nothing in */
    bool dirty = first & CACHE_DIRTY || !c->geometry.write_back;
    u32 page = (u32)((u8 *)tlb_last(&m->tlb, address) - (u8 *)m->tlb.entry);
    *parts_of(m, address) |= part_of(m, address);
    *pa_known_at(m, address >> QUICK_SHIFT) = (struct pa_quick){address >> QUICK_SHIFT, page | (dirty && m->quick_writes)};
}

static struct cache_access access_l2(struct pa_memory *m, u32 address, bool write)
{
    struct cache_access a = cache_access(&m->l2, address, write);
    m->events->l2_misses += !a.hit;
    m->events->write_backs += a.wrote_back;
    if (m->data == &m->l2) remember(m, address, false);
    return a;
}

/* Cycles lost behind the first level: by the second, or by memory. A write that brings no line in waits for nothing. */
static u64 beyond(struct pa_memory *m, u32 address, bool write, u64 second)
{
    if (!P(L2_SIZE)) return P(MEMORY);
    struct cache_access a = access_l2(m, address, write);
    if (write && !a.hit && !a.filled) return 0;
    return second + (a.hit ? 0 : P(MEMORY)) + (a.wrote_back ? P(WRITE_BACK) : 0);
}

static u64 fetch_line(struct pa_memory *m, u32 pc)
{
    u32 line = pc & ~(P(L1I_LINE) - 1), next = line + P(L1I_LINE);
    bool hit = cache_access(&m->l1i, pc, false).hit;
    if (P(L1I_SIZE)) m->code[(pc >> m->l1i.line_shift) & m->l1i.set_mask] = pc >> m->l1i.line_shift;
    if (hit) return 0;
    m->events->l1i_misses++;
    u64 lost = P(L1I_SHARED) + (line == m->prefetched ? 0 : beyond(m, pc, false, P(L2_INSN)));
    m->prefetched = 1;
    if (P(PREFETCH) && (next & (P(PAGE) - 1)) && !cache_holds(&m->l1i, next)) {
        m->prefetched = next;
        if (P(L2_SIZE)) access_l2(m, next, false); /* it passes through; nobody waits for it */
    }
    return lost;
}

struct pa_lost pa_memory_fetch(struct pa_memory *m, u32 pc, bool touched)
{
    u64 tlb = translate_code(m, pc, touched);
    if (cache_is_first(&m->l1i, pc, CACHE_VALID)) return (struct pa_lost){tlb, 0};
    return (struct pa_lost){tlb, fetch_line(m, pc)};
}

static u64 access_line(struct pa_memory *m, u32 address, bool write)
{
    u64 lost = 0, before = m->events->l2_misses;
    if (!P(L1D_SIZE)) { /* the second level is the first that data have, so its misses are those of both */
        lost = beyond(m, address, write, P(L2_DATA));
        m->events->l1d_misses += m->events->l2_misses - before;
        return lost;
    }
    struct cache_access a = cache_access(&m->l1d, address, write);
    m->events->l1d_misses += !a.hit;
    if (a.filled) lost = beyond(m, address, false, P(L2_DATA));
    if (a.wrote_back) {
        lost += P(WRITE_BACK);
        m->events->write_backs++;
        access_l2(m, (u32)a.victim, true);
    }
    if (write && (!P(L1D_BACK) || (!a.hit && !a.filled))) access_l2(m, address, true); /* through a buffer */
    return lost;
}

struct pa_lost pa_memory_access(struct pa_memory *m, u32 address, bool write)
{
    u64 tlb = translate_data(m, address), cache = access_line(m, address, write);
    remember(m, address, true);
    return (struct pa_lost){tlb, cache};
}

/* --- the same again, for the usual kind of caches -------------------------------------------------------------------- */

/* The second level, direct mapped. */
static inline struct cache_access access_l2_usual(struct pa_memory *m, u32 address, bool write)
{
    struct cache_access a = cache_access_ways(&m->l2, address, write, 1);
    m->events->l2_misses += !a.hit;
    m->events->write_backs += a.wrote_back;
    return a;
}

/* pa_memory_access() with all that it asks in one function, the numbers of ways known, and the second level's entry,
 * which is rarely in the host's first cache, asked for beforehand: bzip2 packing 350,000 bytes under the PA-7300LC's
 * model runs 1.30 times as fast. */
struct pa_lost pa_memory_show(struct pa_memory *m, u32 address, bool write)
{
    if (UNLIKELY(!m->usual)) return pa_memory_access(m, address, write);
    __builtin_prefetch(cache_first(&m->l2, address));
    struct pa_lost lost = {LIKELY(tlb_hit(&m->tlb, address)) ? 0 : translate(m, address), 0};
    struct cache_access a = cache_access_ways(&m->l1d, address, write, 2);
    if (!a.hit) {
        struct cache_access b = access_l2_usual(m, address, false);
        lost.cache = P(L2_DATA) + (b.hit ? 0 : P(MEMORY)) + (b.wrote_back ? P(WRITE_BACK) : 0);
        m->events->l1d_misses++;
        if (a.wrote_back) {
            lost.cache += P(WRITE_BACK);
            m->events->write_backs++;
            access_l2_usual(m, (u32)a.victim, true);
        }
    }
    struct tlb_entry *page = tlb_last(&m->tlb, address);
    u32 granule = address >> QUICK_SHIFT;
    bool dirty = *cache_first(&m->l1d, address) & CACHE_DIRTY;
    m->quick_parts[page - m->tlb.entry] |= part_of(m, address);
    *pa_known_at(m, granule) = (struct pa_quick){granule, (u32)((u8 *)page - (u8 *)m->tlb.entry) | dirty};
    return lost;
}
