#include "emu/core/contexts.h"

#include <stdlib.h>

#include "emu/core/code.h"
#include "emu/core/machine.h"

enum { MEMO = 1 << 10 };

/* Where a call leads: found by hashing. */
struct edge {
    struct context *parent, *child;
    struct arc *arc; /* NULL: the entry is free */
};

struct place { /* a tick's */
    const struct context *at;
    u64 pc, ticks; /* ticks 0: the entry is free */
};

struct contexts {
    struct code *code;
    struct context *first, **last;
    u32 count;
    struct edge *edge;
    size_t edges, edge_room; /* rooms are powers of two, or 0 */
    struct place *place;
    size_t places, place_room;
    struct { u64 pc, start; } memo[MEMO]; /* functions of the addresses asked for last; pc + 1, 0: free */
};

/* The counts of a run must not be lost silently. */
static void *take(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) abort();
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

void contexts_free(struct contexts *t)
{
    if (!t) return;
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

static struct edge *find_edge(const struct contexts *t, const struct context *parent, const struct arc *a)
{
    size_t i = hash(parent, (u64)(uintptr_t)a, t->edge_room);
    while (t->edge[i].arc && (t->edge[i].parent != parent || t->edge[i].arc != a)) i = (i + 1) & (t->edge_room - 1);
    return &t->edge[i];
}

static void grow_edges(struct contexts *t)
{
    struct edge *old = t->edge;
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
    return c;
}

struct context *contexts_enter(struct contexts *t, struct context *parent, struct arc *a)
{
    if (2 * t->edges >= t->edge_room) grow_edges(t);
    struct edge *e = find_edge(t, parent, a);
    if (!e->arc) {
        struct context *same = open_call(parent, a->to);
        bool full = t->count >= CONTEXTS || (same && a->recursive >= CONTEXT_RECURSION);
        if (same && !full) a->recursive++;
        *e = (struct edge){parent, !full ? make(t, parent, a) : same ? same : parent, a};
        if (!e->child) e->child = make(t, NULL, a); /* a thread's first, however many there are */
        t->edges++;
    }
    if (parent) {
        a->caller = parent;
        a->callee = e->child;
    }
    return e->child;
}

struct context *contexts_nowhere(struct contexts *t) { return t->first; }

struct context *contexts_jump(struct contexts *t, struct context *parent, u64 from, u64 to)
{
    return contexts_enter(t, parent, code_arc(t->code, from, to));
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
        *p = (struct place){.at = at, .pc = pc};
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

/* --- handing over -------------------------------------------------------------------------------------------------------- */

static int by_parent(const void *a, const void *b)
{
    const struct context *x = *(struct context *const *)a, *y = *(struct context *const *)b;
    if (x->parent != y->parent) { /* parents have an index by their making here */
        if (!x->parent || !y->parent) return x->parent ? 1 : -1;
        return x->parent->index < y->parent->index ? -1 : 1;
    }
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* Depth first without recursion: list[] has the children of each node together, child[] says where. */
static void number(struct context **list, u32 count, struct counters *out)
{
    u32 *first = take((size_t)count + 1, sizeof *first), *stack = take((size_t)count + 1, sizeof *stack), depth = 0;
    for (u32 i = count; i-- > 0;) { /* by its making, from 1; 0: no parent */
        u32 parent = list[i]->parent ? list[i]->parent->index + 1 : 0;
        first[parent] = i + 1;
    }
    for (u32 i = 0; i < count && !list[i]->parent; i++) stack[depth++] = i;
    for (u32 i = 0; i < depth / 2; i++) { /* the first is to be on top */
        u32 swap = stack[i];
        stack[i] = stack[depth - 1 - i];
        stack[depth - 1 - i] = swap;
    }
    u32 *place = take((size_t)count + 1, sizeof *place); /* by its making: where it went */
    while (depth) {
        struct context *c = list[stack[--depth]];
        u32 made = c->index;
        counters_add_context(out, &(struct context_count){.parent = c->parent ? place[c->parent->index] : CONTEXT_NONE,
                                                          .from = c->from, .to = c->to, .calls = c->calls,
                                                          .cycles = c->cycles, .instructions = c->instructions});
        place[made] = (u32)out->contexts - 1;
        u32 child = first[made + 1], bottom = depth;
        for (u32 i = child; child && i <= count && list[i - 1]->parent == c; i++) stack[depth++] = i - 1;
        for (u32 i = 0; i < (depth - bottom) / 2; i++) {
            u32 swap = stack[bottom + i];
            stack[bottom + i] = stack[depth - 1 - i];
            stack[depth - 1 - i] = swap;
        }
    }
    for (u32 i = 0; i < count; i++) list[i]->index = place[list[i]->index];
    free(first);
    free(stack);
    free(place);
}

void contexts_collect(struct contexts *t, struct counters *out)
{
    struct context **list = take(t->count, sizeof *list);
    u32 n = 0;
    for (struct context *c = t->first; c; c = c->next) {
        c->index = n;
        list[n++] = c;
    }
    qsort(list, n, sizeof *list, by_parent);
    number(list, n, out);
    free(list);
    for (size_t i = 0; i < t->place_room; i++)
        if (t->place[i].ticks)
            counters_add_tick(out, &(struct context_tick){.context = t->place[i].at->index,
                                                          .pc = t->place[i].pc, .ticks = t->place[i].ticks});
}
