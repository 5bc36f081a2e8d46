#include "emu/core/contexts.h"

#include <stdlib.h>

#include "emu/core/code.h"
#include "emu/core/error.h"
#include "emu/core/machine.h"

enum { MEMO = 1 << 10 };

struct place { /* a tick's */
    struct context *at;
    u64 pc, ticks; /* ticks 0: the entry is free */
    u64 seen;      /* of these: at the last contexts_look() */
};

struct contexts {
    struct context_edge again[CONTEXT_AGAIN];
    struct code *code;
    struct context *first, **last;
    u64 count;
    u64 cut;     /* calls that were given up */
    u64 charged; /* bytes of contexts_account() */
    struct context_edge *edge;
    size_t edges, edge_room; /* rooms are powers of two, or 0 */
    struct place *place;
    size_t places, place_room;
    struct { u64 pc, start; } memo[MEMO]; /* functions of the addresses asked for last; pc + 1, 0: free */
};

/* The counts of a run must not be lost silently. */
static void *take(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) error_no_memory();
    return p;
}

struct contexts *contexts_new(struct code *code)
{
    struct contexts *t = take(1, sizeof *t);
    t->code = code;
    t->last = &t->first;
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
    t->code->process->contexts -= t->count;
    t->code->process->context_edges -= t->edges;
    for (struct context *c = t->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(t->edge);
    free(t->place);
    free(t);
}

/* --- finding nodes --------------------------------------------------------------------------------------------------- */

static size_t hash(const void *a, u64 b, size_t room)
{
    return (size_t)(((u64)(uintptr_t)a * 0x9e3779b97f4a7c15 ^ b * 0xc2b2ae3d27d4eb4f) >> 24) & (room - 1);
}

static struct context_edge *find_edge(const struct contexts *t, const struct context *parent, const struct arc *a)
{
    size_t i = hash(parent, (u64)(uintptr_t)a, t->edge_room);
    while (t->edge[i].arc && (t->edge[i].parent != parent || t->edge[i].arc != a)) i = (i + 1) & (t->edge_room - 1);
    return &t->edge[i];
}

static void grow_edges(struct contexts *t)
{
    struct context_edge *old = t->edge;
    size_t room = t->edge_room;
    t->edge_room = room ? 2 * room : 1024;
    t->edge = take(t->edge_room, sizeof *t->edge);
    for (size_t i = 0; i < room; i++)
        if (old[i].arc) *find_edge(t, old[i].parent, old[i].arc) = old[i];
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
    struct context *c = take(1, sizeof *c);
    *c = (struct context){.parent = parent, .from = a->from, .to = a->to};
    *t->last = c;
    t->last = &c->next;
    t->count++;
    t->code->process->contexts++;
    return c;
}

/* The call of arc `a` from `parent` has led to its child: it probably will again. */
static struct context *remember(struct context *parent, struct arc *a, struct context *child)
{
    a->caller = parent;
    parent->arc = a;
    return a->callee = parent->callee = child;
}

struct context *contexts_enter(struct contexts *t, struct context *parent, struct arc *a)
{
    struct process *p = t->code->process;
    struct context_edge *again = &t->again[contexts_again(parent, a)];
    if (parent && again->arc == a && again->parent == parent) return remember(parent, a, again->child);
    if (2 * t->edges >= t->edge_room) grow_edges(t);
    struct context_edge *e = find_edge(t, parent, a);
    /* Not remembered: there may be room for it later, and how long it is remembered must not matter. */
    if (!e->arc && parent && (p->context_edges >= CONTEXT_EDGES || !charge(t, 2 * sizeof *e))) return parent;
    if (!e->arc) {
        struct context *same = open_call(parent, a->to);
        bool full = p->contexts >= CONTEXTS || (same && a->recursive >= CONTEXT_RECURSION) || !charge(t, sizeof *same);
        if (same && !full) a->recursive++;
        *e = (struct context_edge){parent, !full ? make(t, parent, a) : same ? same : parent, a};
        if (!e->child) e->child = make(t, NULL, a); /* a thread's first, however many there are */
        t->edges++;
        p->context_edges++;
    }
    if (!parent) return e->child;
    *again = *e;
    return remember(parent, a, e->child);
}

const struct context_edge *contexts_entered(const struct contexts *t) { return t->again; }

struct context *contexts_nowhere(struct contexts *t) { return t->first; }

struct context *contexts_jump(struct contexts *t, struct context *parent, u64 from, u64 to)
{
    struct arc *a = code_arc(t->code, from, to);
    return parent ? contexts_enter_again(t, parent, a) : contexts_enter(t, NULL, a);
}

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
        t->place = take(t->place_room, sizeof *t->place);
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

struct arc *contexts_count_arc(struct contexts *t, u64 from, u64 to)
{
    struct arc *a = code_arc(t->code, from, to);
    a->count++;
    return a;
}

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
    s.table = take(s.room, sizeof *s.table);
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
    struct placed *sorted = take((size_t)n + 1, sizeof *sorted);
    /* Of each parent + 1 its children in `sorted`: the first, and how many. */
    u32 *first = take((size_t)n + 1, sizeof *first), *children = take((size_t)n + 1, sizeof *children);
    u32 *place = take((size_t)n + 1, sizeof *place), *stack = take((size_t)n + 1, sizeof *stack);
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

void contexts_look(struct contexts *t, void (*context)(void *ctx, struct context *c),
                   void (*tick)(void *ctx, struct context *at, u64 pc, u64 ticks), void *ctx)
{
    for (struct context *c = t->first; c; c = c->next) context(ctx, c);
    for (size_t i = 0; i < t->place_room; i++) {
        struct place *p = &t->place[i];
        if (p->ticks != p->seen) tick(ctx, p->at, p->pc, p->ticks - p->seen);
        p->seen = p->ticks;
    }
}

void contexts_add(struct contexts *t, struct counters *out)
{
    u32 n = (u32)out->contexts;
    for (struct context *c = t->first; c; c = c->next) {
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
