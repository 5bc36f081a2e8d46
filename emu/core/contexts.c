#include "emu/core/contexts.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/code.h"
#include "emu/core/error.h"
#include "emu/core/machine.h"

enum { MEMO = 1 << 10 };

struct place { /* a tick's */
    struct context *at;
    u64 pc, ticks; /* ticks 0: the entry is free */
    u64 seen;      /* of these: at the last contexts_look() */
};

/* Things of one size, which stay where they are; each begins with a line of the host's cache, for those that calls touch are of the size of one or two. */
struct pool {
    u8 **chunk;
    size_t count, size, chunks, room;
};

/* Where a way stands among those of the pool + 1, 0: the entry is free; and more of its hash than the place of the entry says, so that only
 * a way that is asked for is looked at: finding and making ways took 3.5 % of Lua's sort with --profile, so, and each in a line of its own, 2.1 %. */
struct edge_entry {
    u32 hash, index;
};

struct contexts {
    struct context_edge *again[CONTEXT_AGAIN];
    struct call_branches branches;
    struct code *code;
    struct pool context, way, tail; /* in the order of their making */
    struct context_edge none; /* where nothing is known */
    struct tail_edge no_tail;
    u64 cut;     /* calls that were given up */
    u64 charged; /* bytes of contexts_account() */
    struct edge_entry *edge; /* ways, by (parent, arc) */
    size_t edges, edge_room; /* rooms are powers of two, or 0 */
    struct tail_edge **link; /* of tail calls and others, by all that they are */
    size_t links, link_room;
    struct place *place;
    size_t places, place_room;
    struct { u64 pc, start; } memo[MEMO]; /* functions of the addresses asked for last; pc + 1, 0: free */
};

enum { CHUNK = 256 }; /* things of a pool that are taken from the host at once */

static void *pool_at(const struct pool *p, size_t i) { return p->chunk[i / CHUNK] + i % CHUNK * p->size; }

/* One more, all zero. */
static void *pool_add(struct pool *p)
{
    if (p->count == p->chunks * CHUNK) {
        p->chunk = alloc_grow(p->chunk, p->chunks, &p->room, sizeof *p->chunk);
        u8 *chunk = alloc_lines(CHUNK * p->size);
        if (!chunk) error_no_memory();
        p->chunk[p->chunks++] = chunk;
    }
    return pool_at(p, p->count++);
}

static void pool_free(struct pool *p)
{
    for (size_t i = 0; i < p->chunks; i++) free(p->chunk[i]);
    free(p->chunk);
}

/* Each thing of a pool. */
#define EACH(type, x, p)                                                                                               \
    for (size_t i_ = 0; i_ < (p)->count; i_++)                                                                         \
        for (type *x = pool_at(p, i_); x; x = NULL)

struct contexts *contexts_new(struct code *code)
{
    enum { NOWHERE = 1 }; /* no code is there */
    struct contexts *t = alloc_zeroed(1, sizeof *t);
    t->code = code;
    t->context.size = alloc_whole_lines(sizeof(struct context));
    t->way.size = alloc_whole_lines(sizeof(struct context_edge));
    t->tail.size = alloc_whole_lines(sizeof(struct tail_edge));
    t->no_tail.to = t->none.tail_from = NOWHERE;
    t->none.tail = t->no_tail.edge.tail = &t->no_tail;
    for (unsigned i = 0; i < CONTEXT_AGAIN; i++) t->again[i] = &t->none;
    contexts_jump(t, NULL, 0, 0);
    return t;
}

struct mem_account *contexts_account(const struct contexts *t) { return t->code->process->mem.account; }

void contexts_cut(struct contexts *t, u64 calls) { t->cut += calls; }

/* Whether --mem-limit leaves so much; it is taken then. */
static bool charge(struct contexts *t, u64 bytes)
{
    struct mem_account *b = contexts_account(t);
    if (!mem_room(b, bytes)) return false;
    if (b) b->used += bytes;
    t->charged += bytes;
    return true;
}

void contexts_free(struct contexts *t)
{
    if (!t) return;
    mem_give(contexts_account(t), t->charged);
    t->code->process->contexts -= t->context.count;
    t->code->process->context_edges -= t->edges;
    pool_free(&t->context);
    pool_free(&t->way);
    pool_free(&t->tail);
    free(t->edge);
    free(t->link);
    free(t->place);
    free(t);
}

/* --- finding nodes --------------------------------------------------------------------------------------------------- */

static u64 mix(const void *a, u64 b) { return ((u64)(uintptr_t)a * 0x9e3779b97f4a7c15 ^ b * 0xc2b2ae3d27d4eb4f) >> 24; }

static size_t hash(const void *a, u64 b, size_t room) { return (size_t)mix(a, b) & (room - 1); }

static struct context_edge *edge_at(const struct contexts *t, const struct edge_entry *e) { return e->index ? pool_at(&t->way, e->index - 1) : NULL; }

/* Where the way stands, or may stand. */
static struct edge_entry *find_edge(const struct contexts *t, const struct context *parent, const struct arc *a, u32 hashed)
{
    size_t i = hashed & (t->edge_room - 1);
    for (; t->edge[i].index; i = (i + 1) & (t->edge_room - 1)) {
        if (t->edge[i].hash != hashed) continue;
        const struct context_edge *e = edge_at(t, &t->edge[i]);
        if (e->parent == parent && e->arc == a) break;
    }
    return &t->edge[i];
}

/* No way is looked at for it. */
static void grow_edges(struct contexts *t)
{
    struct edge_entry *old = t->edge;
    size_t room = t->edge_room;
    t->edge_room = room ? 2 * room : 1024;
    t->edge = alloc_zeroed(t->edge_room, sizeof *t->edge);
    for (size_t i = 0; i < room; i++) {
        if (!old[i].index) continue;
        size_t to = old[i].hash & (t->edge_room - 1);
        while (t->edge[to].index) to = (to + 1) & (t->edge_room - 1);
        t->edge[to] = old[i];
    }
    free(old);
}

/* The nearest open call of the function at `to`, or NULL. */
static struct context *open_call(struct context *at, u64 to)
{
    while (at && at->to != to) at = at->parent;
    return at;
}

static struct context *make(struct contexts *t, struct context *parent, const struct arc *a)
{
    struct context *c = pool_add(&t->context);
    *c = (struct context){.parent = parent, .from = a->from, .to = a->to};
    for (unsigned i = 0; i < CONTEXT_CALLED; i++) c->called[i] = &t->none;
    t->code->process->contexts++;
    return c;
}

static struct context_edge *make_edge(struct contexts *t, struct context *parent, struct context *child, struct arc *a)
{
    struct context_edge *e = pool_add(&t->way);
    *e = (struct context_edge){.parent = parent, .child = child, .arc = a, .tail = &t->no_tail};
    t->edges++;
    t->code->process->context_edges++;
    return e;
}

struct context_edge *contexts_enter(struct contexts *t, struct context *parent, struct arc *a)
{
    enum { BYTES = sizeof(struct context_edge) + 2 * sizeof(struct edge_entry) };
    _Static_assert((u64)CONTEXT_EDGES * 2 <= UINT32_MAX, "a hash has the places of the table, an index the ways");
    struct process *p = t->code->process;
    struct context_edge **again = &t->again[contexts_again(parent, a)];
    if (parent && (*again)->arc == a && (*again)->parent == parent) return parent->called[a->place] = *again;
    if (2 * t->edges >= t->edge_room) grow_edges(t);
    u32 hashed = (u32)mix(parent, (u64)(uintptr_t)a);
    struct edge_entry *entry = find_edge(t, parent, a, hashed);
    struct context_edge *e = edge_at(t, entry);
    /* Not remembered: there may be room for it later, and how long it is remembered must not matter. */
    if (!e && parent && (p->context_edges >= CONTEXT_EDGES || !charge(t, BYTES))) return NULL;
    if (!e) {
        struct context *same = open_call(parent, a->to);
        bool full = p->contexts >= CONTEXTS || (same && a->recursive >= CONTEXT_RECURSION) || !charge(t, sizeof *same);
        if (same && !full) a->recursive++;
        struct context *child = !full ? make(t, parent, a) : same ? same : parent;
        e = make_edge(t, parent, child ? child : make(t, NULL, a), a); /* a thread's first is made however many there are */
        *entry = (struct edge_entry){hashed, (u32)t->way.count};
    }
    if (parent) *again = parent->called[a->place] = e;
    return e;
}

struct context_edge *contexts_entered(const struct contexts *t, const struct context *parent, const struct arc *a)
{
    return t->edge_room ? edge_at(t, find_edge(t, parent, a, (u32)mix(parent, (u64)(uintptr_t)a))) : NULL;
}

struct context_edge *const *contexts_table(const struct contexts *t) { return t->again; }

struct context *contexts_nowhere(struct contexts *t) { return (struct context *)(void *)t->context.chunk[0]; }

struct context *contexts_jump(struct contexts *t, struct context *parent, u64 from, u64 to)
{
    struct context_edge *e = contexts_enter(t, parent, code_arc(t->code, from, to));
    return e ? e->child : parent;
}

/* --- ways of tail calls, and such as no call went -------------------------------------------------------------------------- */

static struct tail_edge **find_link(const struct contexts *t, const struct tail_edge *like)
{
    const struct context_edge *e = &like->edge;
    size_t i = hash(e->parent, (u64)(uintptr_t)e->arc * 3 ^ (u64)(uintptr_t)like->counted, t->link_room);
    for (; t->link[i]; i = (i + 1) & (t->link_room - 1)) {
        const struct tail_edge *x = t->link[i];
        if (x->edge.parent == e->parent && x->edge.child == e->child && x->edge.arc == e->arc && x->counted == like->counted) break;
    }
    return &t->link[i];
}

static void grow_links(struct contexts *t)
{
    struct tail_edge **old = t->link;
    size_t room = t->link_room;
    t->link_room = room ? 2 * room : 256;
    t->link = alloc_zeroed(t->link_room, sizeof(struct tail_edge *));
    for (size_t i = 0; i < room; i++)
        if (old[i]) *find_link(t, old[i]) = old[i];
    free(old);
}

struct tail_edge *contexts_link(struct contexts *t, struct context *parent, struct context *child, struct arc *arc, struct arc *counted)
{
    struct tail_edge new = {.edge = {.parent = parent, .child = child, .arc = arc, .tail = &t->no_tail},
                            .to = counted ? counted->to : 0, .counted = counted};
    if (2 * t->links >= t->link_room) grow_links(t);
    struct tail_edge **e = find_link(t, &new);
    if (*e) return *e;
    bool room = charge(t, sizeof new + 2 * sizeof(struct tail_edge *)) && t->links < CONTEXT_EDGES;
    if (arc && !room) return NULL;
    *e = pool_add(&t->tail);
    **e = new;
    t->links++;
    return *e;
}

struct tail_edge *contexts_no_tail(struct contexts *t) { return &t->no_tail; }

struct call_branches *contexts_branches(struct contexts *t) { return &t->branches; }

/* --- ticks --------------------------------------------------------------------------------------------------------------- */

static struct place *find_place(const struct contexts *t, const struct context *at, u64 pc)
{
    size_t i = hash(at, pc, t->place_room);
    while (t->place[i].ticks && (t->place[i].at != at || t->place[i].pc != pc)) i = (i + 1) & (t->place_room - 1);
    return &t->place[i];
}

void contexts_tick(struct contexts *t, const struct context *at, u64 pc)
{
    if (2 * t->places >= t->place_room) {
        struct place *old = t->place;
        size_t room = t->place_room;
        t->place_room = room ? 2 * room : 1024;
        t->place = alloc_zeroed(t->place_room, sizeof *t->place);
        for (size_t i = 0; i < room; i++)
            if (old[i].ticks) *find_place(t, old[i].at, old[i].pc) = old[i];
        free(old);
    }
    struct place *p = find_place(t, at, pc);
    if (!p->ticks) {
        *p = (struct place){.at = (struct context *)at, .pc = pc};
        t->places++;
    }
    p->ticks++;
}

/* --- functions ----------------------------------------------------------------------------------------------------------- */

u64 contexts_function(struct contexts *t, u64 pc)
{
    struct process *p = t->code->process;
    if (!p->machine->function_of) return 0;
    unsigned i = (unsigned)(pc >> 2) & (MEMO - 1);
    if (t->memo[i].pc != pc + 1) {
        t->memo[i].start = p->machine->function_of(p->machine->function_of_ctx, p, pc);
        t->memo[i].pc = pc + 1;
    }
    return t->memo[i].start;
}

bool contexts_cross(struct contexts *t, u64 from, u64 to)
{
    return contexts_function(t, from) != contexts_function(t, to);
}

bool contexts_begins(struct contexts *t, u64 pc)
{
    u64 function = contexts_function(t, pc);
    return function == pc || !function || (function & FUNCTION_PASSES_ON) == FUNCTION_UNKNOWN;
}

bool contexts_passes_on(struct contexts *t, u64 pc)
{
    return (contexts_function(t, pc) & FUNCTION_PASSES_ON) == FUNCTION_PASSES_ON;
}

struct arc *contexts_arc(struct contexts *t, u64 from, u64 to) { return code_arc(t->code, from, to); }

/* --- handing over -------------------------------------------------------------------------------------------------------- */

/* A list that is being put in order: of equal contexts one stays. */
struct settling {
    struct context_count *list;
    u32 *table; /* found by hashing: index + 1, 0: free */
    size_t room;
};

static u32 *find_equal(const struct settling *s, u32 parent, u64 from, u64 to)
{
    size_t i = hash((void *)(uintptr_t)(from * 31 + to), parent, s->room);
    for (; s->table[i]; i = (i + 1) & (s->room - 1)) {
        const struct context_count *c = &s->list[s->table[i] - 1];
        if (c->parent == parent && c->from == from && c->to == to) break;
    }
    return &s->table[i];
}

/* Moves each context to the first one equal to it. Returns how many are left. */
static u32 join_equal(struct context_count *list, size_t count, u32 *to)
{
    struct settling s = {.list = list, .room = 1024};
    u32 n = 0;
    while (s.room < 2 * count) s.room *= 2;
    s.table = alloc_zeroed(s.room, sizeof *s.table);
    for (size_t i = 0; i < count; i++) {
        struct context_count c = list[i];
        if (c.parent != CONTEXT_NONE) c.parent = to[c.parent];
        u32 *at = find_equal(&s, c.parent, c.from, c.to);
        if (*at) {
            list[*at - 1].calls += c.calls;
            list[*at - 1].cycles += c.cycles;
            list[*at - 1].instructions += c.instructions;
        } else {
            list[n] = c;
            *at = ++n;
        }
        to[i] = *at - 1;
    }
    free(s.table);
    return n;
}

/* A context and its place in the list, for sorting. */
struct placed {
    struct context_count c;
    u32 index;
};

static int by_parent(const void *a, const void *b)
{
    const struct context_count *x = &((const struct placed *)a)->c, *y = &((const struct placed *)b)->c;
    u32 px = x->parent + 1, py = y->parent + 1; /* CONTEXT_NONE comes first */
    if (px != py) return px < py ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

size_t contexts_settle(struct context_count *list, size_t count, u32 *to)
{
    u32 n = join_equal(list, count, to), depth = 0, done = 0;
    struct placed *sorted = alloc_zeroed((size_t)n + 1, sizeof *sorted);
    /* Of each parent + 1 its children in `sorted`: the first, and how many. */
    u32 *first = alloc_zeroed((size_t)n + 1, sizeof *first), *children = alloc_zeroed((size_t)n + 1, sizeof *children);
    u32 *place = alloc_zeroed((size_t)n + 1, sizeof *place), *stack = alloc_zeroed((size_t)n + 1, sizeof *stack);
    for (u32 i = 0; i < n; i++) sorted[i] = (struct placed){list[i], i};
    qsort(sorted, n, sizeof *sorted, by_parent);
    for (u32 i = n; i-- > 0;) {
        first[sorted[i].c.parent + 1] = i;
        children[sorted[i].c.parent + 1]++;
    }
    for (u32 i = children[0]; i-- > 0;) stack[depth++] = first[0] + i;
    while (depth) {
        const struct placed *p = &sorted[stack[--depth]];
        list[done] = p->c;
        if (p->c.parent != CONTEXT_NONE) list[done].parent = place[p->c.parent];
        place[p->index] = done++;
        for (u32 i = children[p->index + 1]; i-- > 0;) stack[depth++] = first[p->index + 1] + i;
    }
    for (size_t i = 0; i < count; i++) to[i] = place[to[i]];
    free(sorted);
    free(first);
    free(children);
    free(place);
    free(stack);
    return n;
}

/* What has been counted at the way goes where it belongs. */
static void gather(struct context_edge *e)
{
    if (!(e->calls | e->cycles | e->instructions)) return;
    e->child->calls += e->calls;
    e->child->cycles += e->cycles;
    e->child->instructions += e->instructions;
    e->parent->cycles -= e->cycles;
    e->parent->instructions -= e->instructions;
    if (e->arc) {
        e->arc->cycles += e->cycles;
        e->arc->instructions += e->instructions;
    }
    e->calls = e->cycles = e->instructions = 0;
}

void contexts_gather(struct contexts *t)
{
    EACH(struct context_edge, e, &t->way) gather(e);
    EACH(struct tail_edge, e, &t->tail) {
        if (e->counted) e->counted->count += (i64)e->edge.calls;
        gather(&e->edge);
    }
}

void contexts_look(struct contexts *t, void (*context)(void *ctx, struct context *c),
                   void (*tick)(void *ctx, struct context *at, u64 pc, u64 ticks), void *ctx)
{
    contexts_gather(t);
    EACH(struct context, c, &t->context) context(ctx, c);
    for (size_t i = 0; i < t->place_room; i++) {
        struct place *p = &t->place[i];
        if (p->ticks != p->seen) tick(ctx, p->at, p->pc, p->ticks - p->seen);
        p->seen = p->ticks;
    }
}

void contexts_add(struct contexts *t, struct counters *out)
{
    u32 n = (u32)out->contexts;
    contexts_gather(t);
    counters_expect(out, 0, t->context.count);
    EACH(struct context, c, &t->context) {
        c->index = n++;
        counters_add_context(out, &(struct context_count){.parent = c->parent ? c->parent->index : CONTEXT_NONE,
                                                          .from = c->from, .to = c->to, .calls = c->calls,
                                                          .cycles = c->cycles, .instructions = c->instructions});
    }
    for (size_t i = 0; i < t->place_room; i++)
        if (t->place[i].ticks)
            counters_add_tick(out, &(struct context_tick){.context = t->place[i].at->index, .pc = t->place[i].pc,
                                                          .ticks = t->place[i].ticks});
    out->calls_cut += t->cut;
}

void contexts_settle_all(struct counters *out, u32 *to)
{
    out->contexts = contexts_settle(out->context, out->contexts, to);
    for (size_t i = 0; i < out->ticks; i++) out->tick[i].context = to[out->tick[i].context];
}
