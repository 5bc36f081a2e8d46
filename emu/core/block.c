#include "emu/core/block.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/core/mem.h"

static void forget_seen(struct block_cache *c)
{
    for (size_t i = 0; i < c->blocks && c->watched; i++) free(c->list[i]->seen);
    c->awakes = 0;
}

static void *bump(struct block_cache *c, size_t bytes)
{
    void *p = c->arena + c->used;
    c->used += alloc_whole_lines(bytes); /* a block starts a cache line: its header and first uops come together */
    return p;
}

/* The stub is the first thing in the arena. */
static void reset(struct block_cache *c)
{
    c->used = 0;
    c->blocks = 0;
    memset(c->hash, 0, sizeof c->hash);
    memset(c->page, 0, sizeof c->page);
    c->stub = bump(c, sizeof *c->stub);
    memset(c->stub, 0, sizeof *c->stub);
    c->stub->max_cost = BLOCK_NEVER;
    c->stub->pc = ~0ull;
}

int block_cache_init(struct block_cache *c, size_t arena_bytes, struct error *e)
{
    memset(c, 0, sizeof *c);
    c->size = arena_bytes;
    c->arena = alloc_reserve(arena_bytes);
    if (!c->arena)
        return error_set(e, "cannot reserve %zu bytes for decoded code: %s", arena_bytes, strerror(errno));
    reset(c);
    return 0;
}

void block_cache_free(struct block_cache *c)
{
    forget_seen(c);
    if (c->scratch) free(c->scratch->seen);
    if (c->arena) munmap(c->arena, c->size);
    free(c->list);
    free(c->awake);
    free(c->scratch);
    counters_free(&c->total);
    counters_free(&c->fresh);
    memset(c, 0, sizeof *c);
}

/* An instruction that issued `count` times; `issue` is what each time cost beside its cycle, or NULL. `before` is the pc of
 * the instruction before it; branches: it is a conditional branch that was taken. */
static void add_issued(struct counters *out, u64 pc, bool nullified, bool branches, u64 count, const struct issue_cost *issue, u64 before)
{
    struct pc_count add = {.pc = pc, .slots = count, .cycles = count, .instructions = nullified ? 0 : count, .taken = branches ? count : 0};
    if (issue) {
        add.cycles += count * (u64)(i64)issue->cycles;
        for (unsigned s = 0; s < STALLS; s++) add.stalls[s] = count * issue->stall[s];
    }
    counters_add(out, &add);
    if (!issue || (!issue->lost && !issue->missed)) return;
    u64 lost = count * issue->lost;
    counters_add(out, &(struct pc_count){.pc = before, .cycles = lost, .stalls = {[STALL_BRANCH] = lost},
                                         .mispredicted = issue->missed ? count : 0});
}

static void add_step(struct counters *out, const struct block *b, unsigned i, u64 count)
{
    const struct step *s = &b->step[i];
    add_issued(out, s->pc, s->nullified, s->branches, count, b->issue ? &b->issue[i] : NULL, i ? s[-1].pc : b->before);
    if (s->call) counters_add_arc(out, &(struct call_arc){.from = s->pc, .to = s->target, .count = count});
}

static void add_path(struct counters *out, const struct block *b, unsigned trunk, u64 count)
{
    for (unsigned i = 0; i < trunk; i++) add_step(out, b, i, count);
}

/* Where block->seen has what an exit, or the counter of a nullified entry of the trunk, had counted; the block itself stands behind the exits. */
enum { SEEN_COUNT, SEEN_TLB, SEEN_CACHE, SEEN_OF_EXIT };

static u64 seen_of(const u64 *seen, unsigned exit, unsigned what) { return seen ? seen[exit * SEEN_OF_EXIT + what] : 0; }

static u64 nullified_seen(const struct block *b, const u64 *seen, unsigned step) { return seen ? seen[(b->exits + 1) * SEEN_OF_EXIT + step] : 0; }

/* Entries of the trunk that a conditional nullification hit: they issued, but took no effect. */
static void subtract_nullified(struct counters *out, const struct block *b, const u64 *seen)
{
    for (unsigned i = 0; i < b->steps; i++) {
        unsigned k = b->step[i].null_uop;
        u64 count = k ? b->uop[k].count - nullified_seen(b, seen, i) : 0;
        if (!count) continue;
        counters_add(out, &(struct pc_count){.pc = b->step[i].pc, .instructions = -count});
        if (b->step[i].call)
            counters_add_arc(out, &(struct call_arc){.from = b->step[i].pc, .to = b->step[i].target, .count = -count});
    }
}

/* The conditional branch that the path to the exit took, or did not take though the trunk does. */
static void add_taken(struct counters *out, const struct block *b, const struct exit *x, u64 count)
{
    u64 pc = x->has_tail && x->tail_pc == x->from && !x->fell ? x->from : b->step[x->trunk - 1].pc;
    counters_add(out, &(struct pc_count){.pc = pc, .taken = x->fell ? -count : count});
}

/* What fetches or accesses took. */
static void add_lost(struct counters *out, u64 pc, enum stall cause, u64 tlb, u64 cache)
{
    if (!tlb && !cache) return;
    struct pc_count add = {.pc = pc, .cycles = tlb + cache};
    add.stalls[STALL_TLB] = tlb;
    add.stalls[cause] = cache;
    counters_add(out, &add);
}

/* At a side exit. */
static void add_lost_at(struct counters *out, const struct exit *x, u64 tlb, u64 cache)
{
    add_lost(out, x->has_tail ? x->tail_pc : x->from, x->side == SIDE_FETCH ? STALL_ICACHE : STALL_DCACHE, tlb, cache);
}

/* What the block has counted beyond *seen (NULL: all). */
static void collect_block(struct counters *out, const struct block *b, const u64 *seen)
{
    /* Every exit passes through a prefix of the trunk: sum from the far end, so that the walk is linear. */
    u64 through[BLOCK_STEPS + 3] = {0};
    bool any = false;
    for (unsigned i = 0; i < b->exits; i++) {
        const struct exit *x = &b->exit[i];
        u64 count = x->count - seen_of(seen, i, SEEN_COUNT);
        if (!count) continue; /* nor has it lost anything */
        any = true;
        if (x->side != SIDE_NONE) add_lost_at(out, x, x->lost_tlb - seen_of(seen, i, SEEN_TLB), x->lost_cache - seen_of(seen, i, SEEN_CACHE));
        through[x->trunk] += count;
        if (x->branched || x->fell) add_taken(out, b, x, count);
        if (x->has_tail)
            add_issued(out, x->tail_pc, x->tail_nullified, false, count, b->issue ? &b->issue[b->steps + i] : NULL, x->from);
        if (x->counts_calls) counters_add_arc(out, &(struct call_arc){.from = x->from, .to = x->target, .count = count});
    }
    if (any) {
        u64 sum = 0;
        for (unsigned i = b->steps; i-- > 0;) {
            sum += through[i + 1];
            if (sum) add_step(out, b, i, sum);
        }
    }
    add_lost(out, b->pc, STALL_ICACHE, b->lost_tlb - seen_of(seen, b->exits, SEEN_TLB), b->lost_cache - seen_of(seen, b->exits, SEEN_CACHE));
    subtract_nullified(out, b, seen);
}

/* --- what is new ---------------------------------------------------------------------------------------------------------- */

static void add_awake(struct block_cache *c, struct block *b)
{
    c->awake = alloc_grow(c->awake, c->awakes, &c->awake_room, sizeof *c->awake);
    c->awake[c->awakes++] = b;
}

void block_wake(struct block_cache *c, struct block *b)
{
    b->resting = false;
    b->max_cost = b->awake_cost;
    add_awake(c, b);
}

static void see(struct block *b)
{
    if (!b->seen) b->seen = malloc(((b->exits + 1) * SEEN_OF_EXIT + b->steps) * sizeof *b->seen);
    if (!b->seen) error_no_memory(); /* the counts of a run must not be lost silently */
    u64 *at = b->seen;
    for (unsigned i = 0; i < b->exits; i++) {
        const struct exit *x = &b->exit[i];
        *at++ = x->count;
        *at++ = x->side != SIDE_NONE ? x->lost_tlb : 0;
        *at++ = x->side != SIDE_NONE ? x->lost_cache : 0;
    }
    *at++ = 0;
    *at++ = b->lost_tlb;
    *at++ = b->lost_cache;
    for (unsigned i = 0; i < b->steps; i++) *at++ = b->step[i].null_uop ? b->uop[b->step[i].null_uop].count : 0;
}

void block_take_new(struct block_cache *c, struct counters *out)
{
    for (size_t i = 0; i < c->fresh.pcs; i++) counters_add(out, &c->fresh.pc[i]);
    c->fresh.pcs = c->fresh.arcs = 0;
    for (size_t i = 0; i < c->awakes; i++) {
        struct block *b = c->awake[i];
        collect_block(out, b, b->seen);
        see(b);
        if (b->dead) continue;
        b->resting = true;
        b->awake_cost = (u32)b->max_cost;
        b->max_cost = BLOCK_NEVER;
    }
    c->awakes = 0;
    if (!c->scratch) return;
    collect_block(out, c->scratch, c->scratch->seen);
    see(c->scratch);
}

/* The block is given up, or made anew. */
static void keep_counts(struct block_cache *c, const struct block *b)
{
    collect_block(&c->total, b, NULL);
    if (c->watched) collect_block(&c->fresh, b, b->seen);
}

void block_count(struct block_cache *c, const struct pc_count *add)
{
    counters_add(&c->total, add);
    counters_sort_if_long(&c->total);
    if (c->watched) counters_add(&c->fresh, add);
    counters_sort_if_long(&c->fresh);
}

static void count_partial(struct counters *out, const struct block *b, const struct uop_info *at)
{
    add_path(out, b, at->trunk, 1);
    const struct step *last = at->trunk ? &b->step[at->trunk - 1] : NULL;
    bool fell = at->in_tail && last && last->branches; /* on a side path, so not */
    if ((at->in_tail && at->in_slot) || fell) counters_add(out, &(struct pc_count){.pc = last->pc, .taken = fell ? (u64)-1 : 1});
    counters_sort_if_long(out);
}

void block_count_partial(struct block_cache *c, const struct block *b, const struct uop_info *at)
{
    count_partial(&c->total, b, at);
    if (c->watched) count_partial(&c->fresh, b, at);
}

void block_collect(const struct block_cache *c, struct counters *out)
{
    enum { STEP = 2, EXIT = 4 }; /* entries that each makes, at most: what it took, nullified it, and a wrong prediction before it lost */
    size_t most = c->total.pcs;
    for (size_t i = 0; i < c->blocks; i++) most += 1 + STEP * c->list[i]->steps + EXIT * c->list[i]->exits;
    counters_expect(out, most, 0);
    for (size_t i = 0; i < c->total.pcs; i++) counters_add(out, &c->total.pc[i]);
    for (size_t i = 0; i < c->total.arcs; i++) counters_add_arc(out, &c->total.arc[i]);
    for (size_t i = 0; i < c->blocks; i++) collect_block(out, c->list[i], NULL);
    if (c->scratch) collect_block(out, c->scratch, NULL);
}

static u64 count_instructions(const struct block *b)
{
    u16 effective[BLOCK_STEPS + 3] = {0}; /* of the first i trunk entries */
    u64 sum = 0;
    for (unsigned i = 0; i < b->steps; i++) {
        effective[i + 1] = (u16)(effective[i] + !b->step[i].nullified);
        if (b->step[i].null_uop) sum -= b->uop[b->step[i].null_uop].count;
    }
    for (unsigned i = 0; i < b->exits; i++) {
        const struct exit *x = &b->exit[i];
        sum += x->count * (u64)(effective[x->trunk] + (x->has_tail && !x->tail_nullified));
    }
    return sum;
}

u64 block_instructions(const struct block_cache *c)
{
    u64 sum = 0;
    for (size_t i = 0; i < c->total.pcs; i++) sum += c->total.pc[i].instructions;
    for (size_t i = 0; i < c->blocks; i++) sum += count_instructions(c->list[i]);
    return c->scratch ? sum + count_instructions(c->scratch) : sum;
}

void block_drop_all(struct block_cache *c)
{
    for (size_t i = 0; i < c->blocks; i++) keep_counts(c, c->list[i]);
    counters_sort(&c->total);
    counters_sort(&c->fresh);
    forget_seen(c);
    reset(c);
}

/* Lays a draft out in memory taken from `take`. */
static struct block *build(struct block_cache *c, const struct block_draft *d, const bool *is_exit,
                           void *(*take)(struct block_cache *, size_t))
{
    struct block *b = take(c, sizeof *b + d->uops * sizeof *b->uop);
    *b = (struct block){.max_cost = d->max_cost, .mode = d->mode, .pc = d->pc, .uops = (u16)d->uops,
                        .exits = (u16)d->exits, .steps = (u16)d->steps, .one_step = d->one_step};
    b->exit = take(c, d->exits * sizeof *b->exit);
    b->step = take(c, d->steps * sizeof *b->step);
    b->info = take(c, d->uops * sizeof *b->info);
    memcpy(b->uop, d->uop, d->uops * sizeof *b->uop);
    memcpy(b->exit, d->exit, d->exits * sizeof *b->exit);
    memcpy(b->step, d->step, d->steps * sizeof *b->step);
    memcpy(b->info, d->info, d->uops * sizeof *b->info);
    for (unsigned i = 0; i < d->exits; i++) b->exit[i].next = c->stub;
    for (unsigned i = 0; i < d->uops; i++)
        if (is_exit[i]) b->uop[i].imm = (i32)((u8 *)&b->exit[d->uop[i].imm] - (u8 *)&b->uop[i]);
    return b;
}

void draft_add_page(struct block_draft *d, u64 pc)
{
    u64 page = pc >> MEM_PAGE_SHIFT;
    for (unsigned i = d->page_count; i-- > 0;)
        if (d->pages[i] == page) return;
    d->pages[d->page_count++] = page;
}

void draft_begin(struct block_draft *d, u64 pc, u32 mode, bool one_step)
{
    d->pc = pc;
    d->mode = mode;
    d->max_cost = 0;
    d->one_step = one_step;
    d->uops = d->exits = d->steps = d->page_count = 0;
    draft_add_page(d, pc); /* though none of its instructions may become part of the block: entering it looks whether it is there */
}

bool block_goes_round(const struct block_draft *d, u64 pc, unsigned *lap)
{
    enum { LAP_MOST = 16, ALL_MOST = 32 }; /* more makes little faster, and takes time where the code is decoded */
    unsigned length = d->steps - *lap;
    if (pc != d->pc || length > LAP_MOST || d->steps + length > ALL_MOST) return false;
    *lap = d->steps;
    return true;
}

struct block *block_commit(struct block_cache *c, const struct block_draft *d, const bool *is_exit, bool *flushed)
{
    size_t need = sizeof(struct block) + d->uops * (sizeof(struct uop) + sizeof(struct uop_info)) +
                  d->exits * (sizeof(struct exit) + sizeof(struct issue_cost)) +
                  d->steps * (sizeof(struct step) + sizeof(struct issue_cost)) +
                  d->page_count * sizeof(struct block_page) + 64 * (8 + d->page_count);
    *flushed = false;
    if (c->used + need > c->size) {
        block_drop_all(c);
        c->flushes++;
        *flushed = true;
    }
    c->list = alloc_grow(c->list, c->blocks, &c->room, sizeof *c->list);
    struct block *b = build(c, d, is_exit, bump);
    c->list[c->blocks++] = b;
    if (c->watched) add_awake(c, b);
    struct block **bucket = &c->hash[block_hash(b->pc, b->mode)];
    b->hash_next = *bucket;
    *bucket = b;
    for (unsigned i = 0; i < d->page_count; i++) {
        struct block_page *p = bump(c, sizeof *p);
        struct block_page **list = &c->page[d->pages[i] & (BLOCK_PAGE_HASH - 1)];
        *p = (struct block_page){.page = d->pages[i], .block = b, .next = *list};
        *list = p;
    }
    return b;
}

void block_set_issue(struct block_cache *c, struct block *b, const struct issue_cost *steps, const struct issue_cost *exits)
{
    b->issue = bump(c, (size_t)(b->steps + b->exits) * sizeof *b->issue);
    memcpy(b->issue, steps, b->steps * sizeof *steps);
    memcpy(b->issue + b->steps, exits, b->exits * sizeof *exits);
}

struct block *block_of_uop(const struct block_cache *c, const struct uop *u)
{
    if (c->scratch && u >= c->scratch->uop && u < c->scratch->uop + c->scratch->uops) return c->scratch;
    size_t low = 0, high = c->blocks;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if ((const u8 *)c->list[mid] <= (const u8 *)u) low = mid + 1;
        else high = mid;
    }
    if (low == 0) return NULL;
    struct block *b = c->list[low - 1];
    return u >= b->uop && u < b->uop + b->uops ? b : NULL;
}

enum { SCRATCH = 16384 }; /* bytes: one instruction with all its records is below 1 KiB */

/* From a buffer of its own that starts with how much of it is used. */
static void *take_scratch(struct block_cache *c, size_t bytes)
{
    size_t *used = (size_t *)(void *)((u8 *)c->scratch + SCRATCH);
    void *p = (u8 *)c->scratch + *used;
    *used += alloc_whole_lines(bytes);
    return p;
}

struct block *block_scratch(struct block_cache *c, const struct block_draft *d, const bool *is_exit)
{
    if (!c->scratch) {
        c->scratch = aligned_alloc(64, SCRATCH + 64);
        if (!c->scratch) error_no_memory(); /* 16 KiB */
        memset(c->scratch, 0, SCRATCH + 64);
    }
    keep_counts(c, c->scratch);
    counters_sort_if_long(&c->total);
    counters_sort_if_long(&c->fresh);
    free(c->scratch->seen);
    *(size_t *)(void *)((u8 *)c->scratch + SCRATCH) = 0;
    return build(c, d, is_exit, take_scratch);
}

static void drop(struct block_cache *c, struct block *b)
{
    if (b->dead) return;
    b->dead = true;
    b->resting = false;
    b->max_cost = BLOCK_NEVER; /* chained exits find it closed and look again */
    for (struct block **p = &c->hash[block_hash(b->pc, b->mode)]; *p; p = &(*p)->hash_next)
        if (*p == b) {
            *p = b->hash_next;
            break;
        }
}

void block_drop_range(struct block_cache *c, u64 start, u64 end)
{
    for (u64 page = start >> MEM_PAGE_SHIFT; page <= (end - 1) >> MEM_PAGE_SHIFT; page++) {
        struct block_page **p = &c->page[page & (BLOCK_PAGE_HASH - 1)];
        while (*p) {
            if ((*p)->page == page) {
                drop(c, (*p)->block);
                *p = (*p)->next;
            } else {
                p = &(*p)->next;
            }
        }
    }
}
