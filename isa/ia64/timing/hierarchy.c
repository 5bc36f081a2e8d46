#include "isa/ia64/timing/hierarchy.h"

#define P(id) (m->model->value[IA64_T_##id])
#define ALWAYS_INLINE inline __attribute__((always_inline))

enum { SMALL_PAGE = 4096 }; /* what the first level of the TLBs translates */

/* --- making ------------------------------------------------------------------------------------------------------- */

static int make(struct ia64_memory *m, struct error *e)
{
    struct cache_geometry l1i = {.size = (u64)P(L1I_SIZE) << 10, .ways = P(L1I_WAYS), .line = P(L1I_LINE)};
    struct cache_geometry l1d = {.size = (u64)P(L1D_SIZE) << 10, .ways = P(L1D_WAYS), .line = P(L1D_LINE)};
    struct cache_geometry l2 = {.size = (u64)P(L2_SIZE) << 10, .ways = P(L2_WAYS), .line = P(L2_LINE), .write_back = true,
                                .write_allocate = true};
    struct cache_geometry l3 = {.size = (u64)P(L3_SIZE) << 10, .ways = P(L3_WAYS), .line = P(L3_LINE), .write_back = true,
                                .write_allocate = true};
    return cache_init(&m->l1i, &l1i, e) || cache_init(&m->l1d, &l1d, e) || cache_init(&m->l2, &l2, e) ||
                   cache_init(&m->l3, &l3, e) || tlb_init(&m->dtlb1, P(DTLB1), SMALL_PAGE, e) ||
                   tlb_init(&m->dtlb2, P(DTLB2), P(PAGE), e) || tlb_init(&m->itlb1, P(ITLB1), SMALL_PAGE, e) ||
                   tlb_init(&m->itlb2, P(ITLB2), P(PAGE), e)
               ? -1
               : 0;
}

int ia64_memory_init(struct ia64_memory *m, const struct ia64_model *model, struct error *e)
{
    memset(m, 0, sizeof *m);
    m->model = model;
    m->prefetched = 1;
    m->code_line = ~(u64)0;
    ia64_lines_init(&m->lines);
    if (make(m, e) != 0) {
        ia64_memory_free(m);
        return -1;
    }
    m->code_shift = m->l1i.line_shift;
    m->code_page_shift = m->itlb1.page_shift > m->code_shift ? m->itlb1.page_shift - m->code_shift : 0;
    return 0;
}

void ia64_memory_free(struct ia64_memory *m)
{
    cache_free(&m->l1i);
    cache_free(&m->l1d);
    cache_free(&m->l2);
    cache_free(&m->l3);
    tlb_free(&m->dtlb1);
    tlb_free(&m->dtlb2);
    tlb_free(&m->itlb1);
    tlb_free(&m->itlb2);
}

/* --- translation -------------------------------------------------------------------------------------------------- */

static u32 translate(const struct ia64_memory *m, struct tlb *first, struct tlb *second, u64 address)
{
    if (tlb_access(first, address)) return 0;
    m->events->l1_tlb_misses++;
    if (tlb_access(second, address)) return P(TLB1_MISS);
    m->events->tlb_misses++;
    return P(TLB1_MISS) + P(TLB2_MISS);
}

/* --- caches ------------------------------------------------------------------------------------------------------- */

static u32 less(u32 a, u32 b) { return a > b ? a - b : 0; }

/* What comes to the second level. */
struct second {
    u32 latency; /* of a load */
    bool missed;
    bool memory; /* the line is in no cache */
};

/* In one of the first two levels; usual: of its usual number of ways. */
static ALWAYS_INLINE struct cache_access look_in(struct cache *c, u64 address, bool write, bool usual, u32 ways)
{
    return usual ? cache_access_ways(c, address, write, ways) : cache_access(c, address, write);
}

static ALWAYS_INLINE bool is_in(const struct cache *c, u64 address, bool usual, u32 ways)
{
    return usual ? cache_holds_ways(c, address, ways) : cache_holds(c, address);
}

/* A line that must go for it goes through a buffer. */
static ALWAYS_INLINE struct second second(struct ia64_memory *m, u64 address, bool write, bool usual)
{
    struct cache_access a = look_in(&m->l2, address, write, usual, USUAL_L2_WAYS);
    struct second s = {.latency = P(L2), .missed = !a.hit};
    m->events->l2_misses += !a.hit;
    m->events->write_backs += a.wrote_back;
    if (!a.hit) {
        s.memory = !cache_access(&m->l3, address, false).hit;
        s.latency = P(L3) + (s.memory ? P(MEMORY) : 0);
    }
    if (a.wrote_back) cache_access(&m->l3, a.victim, true);
    return s;
}

/* A line that is fetched ahead is free when it is needed. Translation and the first level go by the folded address, which says
 * the same in fewer bits. */
static ALWAYS_INLINE u32 fetch_line(struct ia64_memory *m, u64 pc, bool usual)
{
    u64 line = pc & ~(u64)(P(L1I_LINE) - 1), next = line + P(L1I_LINE);
    if (look_in(&m->l1i, ia64_folded(pc), false, usual, USUAL_L1I_WAYS).hit) return 0;
    u32 lost = 0;
    m->events->l1i_misses++;
    if (line != m->prefetched) lost = P(L2_INSN) + less(second(m, pc, false, usual).latency, P(L2));
    m->prefetched = 1;
    if (P(PREFETCH) && (next & (SMALL_PAGE - 1)) && !is_in(&m->l1i, ia64_folded(next), usual, USUAL_L1I_WAYS)) {
        m->prefetched = next;
        second(m, next, false, usual);
    }
    return lost;
}

static ALWAYS_INLINE struct ia64_lost fetch(struct ia64_memory *m, u64 pc, bool usual)
{
    u64 place = ia64_folded(pc);
    if (place >> m->code_shift == m->code_line) return (struct ia64_lost){0, 0};
    m->code_line = place >> m->code_shift;
    u32 tlb = translate(m, &m->itlb1, &m->itlb2, place);
    return (struct ia64_lost){tlb, fetch_line(m, pc, usual)};
}

struct ia64_lost ia64_memory_fetch(struct ia64_memory *m, u64 pc) { return fetch(m, pc, false); }

struct ia64_lost ia64_memory_show_fetch(struct ia64_memory *m, u64 pc)
{
    return m->l1i.ways == USUAL_L1I_WAYS && m->l2.ways == USUAL_L2_WAYS ? fetch(m, pc, true) : ia64_memory_fetch(m, pc);
}

/* The line of the cache is marked because it is under way: its entry. NULL when it has come; then it is not marked any more. It may
 * also stay marked: a block asks with the time when it began, and so learns later than single steps that the line has come. */
static struct ia64_line *under_way(struct ia64_memory *m, struct cache *c, u64 address, i64 now)
{
    u64 *entry = cache_first(c, address);
    if (LIKELY(!(*entry & CACHE_MARKED))) return NULL;
    struct ia64_line *line = ia64_lines_find(&m->lines, address >> m->l2.line_shift);
    if (line && (line->step || line->arrives > now)) return line;
    if (c->line_shift <= m->l2.line_shift) *entry &= ~(u64)CACHE_MARKED; /* else there may be another line in it that has not come */
    return NULL;
}

/* The second level asks for a line again that the first still has, in part or as a part: that has come. Whether it is marked still
 * must not decide whether it is waited for. */
static void unmark_first(struct ia64_memory *m, u64 address)
{
    u64 size = (u64)1 << m->l2.line_shift, step = (u64)1 << m->l1d.line_shift, begin = address & ~(size - 1);
    for (u64 part = begin; part - begin < size; part += step) cache_unmark(&m->l1d, part);
}

/* The access has come to the second level, and filled the first if `filled`. */
static void line_of(struct ia64_memory *m, u64 address, bool filled, const struct second *s, i64 now, struct ia64_accessed *a)
{
    if (!s->missed) {
        a->line = under_way(m, &m->l2, address, now);
    } else if (s->latency) {
        unmark_first(m, address);
        a->line = ia64_lines_begin(&m->lines, address >> m->l2.line_shift);
        a->latency = s->latency;
        *cache_first(&m->l2, address) |= CACHE_MARKED;
    }
    if (filled && a->line) *cache_first(&m->l1d, address) |= CACHE_MARKED;
}

/* Integer loads fill the first level; floating-point ones and semaphores pass it by; stores go through it. Only who waits
 * for a load waits for the caches. */
static ALWAYS_INLINE void access_data(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a, bool usual)
{
    u32 tlb = translate(m, &m->dtlb1, &m->dtlb2, address);
    *a = (struct ia64_accessed){.tlb = tlb};
    bool write = kind == ACCESS_STORE || kind == ACCESS_SEM, fills = !write && kind != ACCESS_FLOAD;
    if (write) {
        look_in(&m->l1d, address, true, usual, USUAL_L1D_WAYS);
    } else if (fills && look_in(&m->l1d, address, false, usual, USUAL_L1D_WAYS).hit) {
        if (kind == ACCESS_LOAD) a->line = under_way(m, &m->l1d, address, now);
        return;
    }
    m->events->l1d_misses += kind == ACCESS_LOAD;
    struct second s = second(m, address, write, usual);
    if (kind == ACCESS_LOAD) a->cache = less(s.latency, P(LOAD));
    if (kind == ACCESS_FLOAD || kind == ACCESS_SEM) a->cache = less(s.latency, P(L2));
    a->queues = kind == ACCESS_STORE && s.memory && P(MEMORY_STORE);
    if (P(LINE_WAITS)) line_of(m, address, fills, &s, now, a);
    if (!a->latency && (kind == ACCESS_STORE || kind == ACCESS_PREFETCH)) a->line = NULL;
}

void ia64_memory_access(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a)
{
    access_data(m, address, kind, now, a, false);
}

void ia64_memory_show(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a)
{
    if (m->l1d.ways == USUAL_L1D_WAYS && m->l2.ways == USUAL_L2_WAYS) access_data(m, address, kind, now, a, true);
    else ia64_memory_access(m, address, kind, now, a);
}
