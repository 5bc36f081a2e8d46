#include "isa/ia64/timing/hierarchy.h"

#include <stdlib.h>

#define P(id) (m->model->value[IA64_T_##id])

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
    return stamped_init(&m->l1i, &l1i, e) || stamped_init(&m->l1d, &l1d, e) || stamped_init(&m->l2, &l2, e) ||
                   cache_init(&m->l3, &l3, e) || tlb_init(&m->dtlb1, P(DTLB1), SMALL_PAGE, e) ||
                   tlb_init(&m->dtlb2, P(DTLB2), P(PAGE), e) || tlb_init(&m->itlb1, P(ITLB1), SMALL_PAGE, e) ||
                   tlb_init(&m->itlb2, P(ITLB2), P(PAGE), e)
               ? -1
               : 0;
}

static int make_filters(struct ia64_memory *m, struct error *e)
{
    unsigned first = m->l1d.cache.line_shift, second = m->l2.cache.line_shift;
    m->code_shift = m->l1i.cache.line_shift;
    m->code_page_shift = m->itlb1.page_shift > m->code_shift ? m->itlb1.page_shift - m->code_shift : 0;
    m->filters = first && first <= second && second <= m->dtlb1.page_shift && m->code_shift && m->code_shift <= m->itlb1.page_shift;
    struct ia64_filter *const filter[] = {&m->fetches, &m->loads, &m->floads, &m->stores};
    for (unsigned i = 0; i < ARRAY_LEN(filter); i++)
        for (unsigned k = 0; k < FILTER_LINES; k++) filter[i]->at[k].line = FILTER_NONE;
    m->code_lines = calloc(m->itlb1.entries + 1, sizeof *m->code_lines);
    m->data_lines = calloc(m->dtlb1.entries + 1, sizeof *m->data_lines);
    return m->code_lines && m->data_lines ? 0 : error_set(e, "no memory for TLBs of %u and %u entries", m->itlb1.entries, m->dtlb1.entries);
}

int ia64_memory_init(struct ia64_memory *m, const struct ia64_model *model, struct error *e)
{
    memset(m, 0, sizeof *m);
    m->model = model;
    m->prefetched = 1;
    m->code_line = CODE_NONE;
    ia64_lines_init(&m->lines);
    if (make(m, e) == 0 && make_filters(m, e) == 0) return 0;
    ia64_memory_free(m);
    return -1;
}

void ia64_memory_free(struct ia64_memory *m)
{
    stamped_free(&m->l1i);
    stamped_free(&m->l1d);
    stamped_free(&m->l2);
    cache_free(&m->l3);
    tlb_free(&m->dtlb1);
    tlb_free(&m->dtlb2);
    tlb_free(&m->itlb1);
    tlb_free(&m->itlb2);
    free(m->code_lines);
    free(m->data_lines);
    m->code_lines = NULL;
    m->data_lines = NULL;
}

/* --- filters ------------------------------------------------------------------------------------------------------ */

static void filter(struct ia64_filter *f, u64 line, struct tlb_entry *page, u64 *used, u64 *used_too, u64 *lines, unsigned lines_shift)
{
    f->at[line & (FILTER_LINES - 1)] = (struct ia64_filtered){line, page, used, used_too};
    *lines |= (u64)1 << (line & (((u64)1 << lines_shift) - 1) & 63);
}

static void forget(struct ia64_filter *f, u64 line)
{
    struct ia64_filtered *at = &f->at[line & (FILTER_LINES - 1)];
    if (at->line == line) at->line = FILTER_NONE;
}

/* The lines of a page that has gone. */
static void forget_all(struct ia64_filter *f, u64 page, u64 lines, unsigned lines_shift)
{
    for (; lines; lines &= lines - 1)
        for (u64 line = (page << lines_shift) + (u64)__builtin_ctzll(lines); line >> lines_shift == page; line += 64) forget(f, line);
}

/* The first level has another line instead of the entry's. */
static void first_gone(struct ia64_memory *m, u64 entry)
{
    u64 line = entry >> CACHE_TAG_SHIFT;
    forget(&m->loads, line);
    forget(&m->stores, line);
}

static void second_gone(struct ia64_memory *m, u64 entry)
{
    u64 line = entry >> CACHE_TAG_SHIFT;
    unsigned shift = m->l2.cache.line_shift - m->l1d.cache.line_shift;
    if (!m->filters) return;
    forget(&m->floads, line);
    for (u64 k = 0; !(k >> shift); k++) forget(&m->stores, (line << shift) + k);
}

static void filter_fetch(struct ia64_memory *m, u64 place)
{
    struct tlb_entry *page = tlb_last(&m->itlb1, place);
    const u64 *entry = stamped_entry(&m->l1i, place);
    if (!m->filters || !entry || page->page != place >> m->itlb1.page_shift) return;
    filter(&m->fetches, place >> m->code_shift, page, stamped_used(&m->l1i, entry), NULL, &m->code_lines[page - m->itlb1.entry], m->code_page_shift);
}

/* The address has been accessed, its line's entries are these; NULL: there is none, or it does not matter to accesses of this kind. */
static void filter_data(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, const u64 *first, const u64 *second)
{
    struct tlb_entry *page = tlb_last(&m->dtlb1, address);
    u64 line1 = address >> m->l1d.cache.line_shift, line2 = address >> m->l2.cache.line_shift;
    if (!m->filters || page->page != address >> m->dtlb1.page_shift) return;
    struct ia64_page_lines *lines = &m->data_lines[page - m->dtlb1.entry];
    unsigned shift1 = m->dtlb1.page_shift - m->l1d.cache.line_shift, shift2 = m->dtlb1.page_shift - m->l2.cache.line_shift;
    if (kind == ACCESS_LOAD && first && !(*first & STAMPED_MARKED)) filter(&m->loads, line1, page, stamped_used(&m->l1d, first), NULL, &lines->first, shift1);
    if (kind == ACCESS_FLOAD && second && !(*second & STAMPED_MARKED)) filter(&m->floads, line2, page, stamped_used(&m->l2, second), NULL, &lines->second, shift2);
    if (kind == ACCESS_STORE && second)
        filter(&m->stores, line1, page, stamped_used(&m->l2, second), first ? stamped_used(&m->l1d, first) : &m->nobody_asks, &lines->first, shift1);
}

/* --- translation -------------------------------------------------------------------------------------------------- */

static u32 translate_again(const struct ia64_memory *m, struct tlb *second, u64 address)
{
    m->events->l1_tlb_misses++;
    if (tlb_access(second, address)) return P(TLB1_MISS);
    m->events->tlb_misses++;
    return P(TLB1_MISS) + P(TLB2_MISS);
}

static u32 translate_code(struct ia64_memory *m, u64 place)
{
    if (tlb_access_at(&m->itlb1, place, m->time)) return 0;
    u64 *lines = &m->code_lines[tlb_last(&m->itlb1, place) - m->itlb1.entry];
    forget_all(&m->fetches, m->itlb1.gone, *lines, m->code_page_shift);
    *lines = 0;
    return translate_again(m, &m->itlb2, place);
}

static u32 translate_data(struct ia64_memory *m, u64 address)
{
    if (tlb_access_at(&m->dtlb1, address, m->time + DATA_TIME)) return 0;
    struct ia64_page_lines *lines = &m->data_lines[tlb_last(&m->dtlb1, address) - m->dtlb1.entry];
    forget_all(&m->loads, m->dtlb1.gone, lines->first, m->dtlb1.page_shift - m->l1d.cache.line_shift);
    forget_all(&m->stores, m->dtlb1.gone, lines->first, m->dtlb1.page_shift - m->l1d.cache.line_shift);
    forget_all(&m->floads, m->dtlb1.gone, lines->second, m->dtlb1.page_shift - m->l2.cache.line_shift);
    *lines = (struct ia64_page_lines){0, 0};
    return translate_again(m, &m->dtlb2, address);
}

/* --- caches ------------------------------------------------------------------------------------------------------- */

static u32 less(u32 a, u32 b) { return a > b ? a - b : 0; }

/* What comes to the second level. */
struct second {
    u64 *entry;  /* NULL: there is no second level */
    u32 latency; /* of a load */
    bool missed;
    bool memory; /* the line is in no cache */
};

/* A line that must go for it goes through a buffer. */
static struct second second(struct ia64_memory *m, u64 address, bool write, u64 time)
{
    struct stamped_access a = stamped_access(&m->l2, address, write, time);
    struct second s = {.entry = a.entry, .latency = P(L2), .missed = !a.hit};
    bool wrote_back = a.gone & CACHE_DIRTY;
    m->events->l2_misses += !a.hit;
    m->events->write_backs += wrote_back;
    if (!a.hit) {
        s.memory = !cache_access(&m->l3, address, false).hit;
        s.latency = P(L3) + (s.memory ? P(MEMORY) : 0);
    }
    if (a.gone) second_gone(m, a.gone);
    if (wrote_back) cache_access(&m->l3, a.gone >> CACHE_TAG_SHIFT << m->l2.cache.line_shift, true);
    return s;
}

/* A line that is fetched ahead is free when it is needed. Translation and the first level go by the folded address, which says
 * the same in fewer bits. */
static u32 fetch_line(struct ia64_memory *m, u64 pc)
{
    u64 line = pc & ~(u64)(P(L1I_LINE) - 1), next = line + P(L1I_LINE);
    struct stamped_access a = stamped_access(&m->l1i, ia64_folded(pc), false, m->time);
    if (a.hit) return 0;
    if (a.gone) forget(&m->fetches, a.gone >> CACHE_TAG_SHIFT);
    u32 lost = 0;
    m->events->l1i_misses++;
    if (line != m->prefetched) lost = P(L2_INSN) + less(second(m, line, false, m->time).latency, P(L2));
    m->prefetched = 1;
    if (P(PREFETCH) && (next & (SMALL_PAGE - 1)) && !stamped_entry(&m->l1i, ia64_folded(next))) {
        m->prefetched = next;
        second(m, next, false, m->time + 1);
    }
    return lost;
}

struct ia64_lost ia64_memory_fetch(struct ia64_memory *m, u64 pc)
{
    u64 place = ia64_folded(pc);
    if (place >> m->code_shift == m->code_line) return (struct ia64_lost){0, 0};
    m->code_line = place >> m->code_shift;
    struct ia64_lost lost = {.tlb = translate_code(m, place)};
    lost.cache = fetch_line(m, pc);
    filter_fetch(m, place);
    return lost;
}

/* The line of the entry is marked because it is under way. NULL when it has come; then it is not marked any more. It may
 * also stay marked: a block asks with the time when it began, and so learns later than single steps that the line has come. */
static struct ia64_line *under_way(struct ia64_memory *m, const struct stamped_cache *l, u64 *entry, u64 address, i64 now)
{
    if (LIKELY(!(*entry & STAMPED_MARKED))) return NULL;
    struct ia64_line *line = ia64_lines_find(&m->lines, address >> m->l2.cache.line_shift);
    if (line && (line->step || line->arrives > now)) return line;
    if (l->cache.line_shift <= m->l2.cache.line_shift) *entry &= ~(u64)STAMPED_MARKED; /* else there may be another line in it that has not come */
    return NULL;
}

/* The second level asks for a line again that the first still has, in part or as a part: that has come. Whether it is marked still
 * must not decide whether it is waited for. */
static void unmark_first(struct ia64_memory *m, u64 address)
{
    u64 size = (u64)1 << m->l2.cache.line_shift, step = (u64)1 << m->l1d.cache.line_shift, begin = address & ~(size - 1);
    for (u64 part = begin; part - begin < size; part += step) {
        u64 *entry = stamped_entry(&m->l1d, part);
        if (entry) *entry &= ~(u64)STAMPED_MARKED;
    }
}

/* The access has come to the second level, and filled the first's entry `filled`, if that is not NULL. */
static void line_of(struct ia64_memory *m, u64 address, u64 *filled, const struct second *s, i64 now, struct ia64_accessed *a)
{
    if (!s->missed) {
        a->line = under_way(m, &m->l2, s->entry, address, now);
    } else if (s->latency) {
        unmark_first(m, address);
        a->line = ia64_lines_begin(&m->lines, address >> m->l2.cache.line_shift);
        a->latency = s->latency;
        if (s->entry) *s->entry |= STAMPED_MARKED;
    }
    if (filled && a->line) *filled |= STAMPED_MARKED;
}

/* Integer loads fill the first level; floating-point ones and semaphores pass it by; stores go through it. Only who waits
 * for a load waits for the caches. */
static void access_caches(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a)
{
    bool write = kind == ACCESS_STORE || kind == ACCESS_SEM, fills = !write && kind != ACCESS_FLOAD;
    struct stamped_access first = {0};
    if (kind != ACCESS_FLOAD) first = stamped_access(&m->l1d, address, write, m->time + DATA_TIME);
    if (first.gone) first_gone(m, first.gone);
    if (fills && first.hit) {
        if (kind == ACCESS_LOAD) a->line = under_way(m, &m->l1d, first.entry, address, now);
        filter_data(m, address, kind, first.entry, NULL);
        return;
    }
    if (fills) forget(&m->stores, address >> m->l1d.cache.line_shift); /* the first level has it now */
    m->events->l1d_misses += kind == ACCESS_LOAD;
    struct second s = second(m, address, write, m->time + DATA_TIME);
    if (kind == ACCESS_LOAD) a->cache = less(s.latency, P(LOAD));
    if (kind == ACCESS_FLOAD || kind == ACCESS_SEM) a->cache = less(s.latency, P(L2));
    a->queues = kind == ACCESS_STORE && s.memory && P(MEMORY_STORE);
    if (P(LINE_WAITS)) line_of(m, address, fills ? first.entry : NULL, &s, now, a);
    if (!a->latency && (kind == ACCESS_STORE || kind == ACCESS_PREFETCH)) a->line = NULL;
    filter_data(m, address, kind, first.entry, s.entry);
}

void ia64_memory_access(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, i64 now, struct ia64_accessed *a)
{
    *a = (struct ia64_accessed){.tlb = translate_data(m, address)};
    access_caches(m, address, kind, now, a);
}
