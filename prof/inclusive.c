#include "prof/inclusive.h"

#include "prof/alloc.h"
#include "prof/stacks.h"

#include <stdlib.h>
#include <string.h>

struct cost {
    u64 cycles, instructions;
};

static void add(struct cost *to, struct cost c)
{
    to->cycles += c.cycles;
    to->instructions += c.instructions;
}

/* Of each context what was spent in it and below. */
static struct cost *subtrees(const struct profile *p)
{
    struct cost *sum = alloc_zeroed(p->contexts, sizeof *sum);
    for (size_t i = p->contexts; i-- > 0;) {
        const struct context_count *c = &p->context[i];
        add(&sum[i], (struct cost){c->cycles, c->instructions});
        if (c->parent != CONTEXT_NONE) add(&sum[c->parent], sum[i]);
    }
    return sum;
}

/* Of each context what its call costs: all below, but for what its caller did when it was called again from there, which is
 * that call's of the caller. Contexts are depth first, so those from the root to the one at hand are a path. */
static struct cost *call_costs(const struct profile *p)
{
    size_t rows = p->functions + p->images + 1, depth = 0;
    struct cost *below = subtrees(p), *cost = alloc_zeroed(p->contexts, sizeof *cost);
    u32 *path = alloc_zeroed(p->contexts, sizeof *path), *row = alloc_zeroed(p->contexts, sizeof *row);
    u32 *outer = alloc_zeroed(p->contexts, sizeof *outer); /* of a level: the next one out of the same row + 1, 0: none */
    u32 *open = alloc_zeroed(rows, sizeof *open);          /* of a row: its innermost level + 1, 0: none */
    for (u32 i = 0; i < p->contexts; i++) {
        u32 parent = p->context[i].parent;
        while (depth && path[depth - 1] != parent) {
            depth--;
            open[row[depth]] = outer[depth];
        }
        cost[i] = below[i];
        path[depth] = i;
        row[depth] = stacks_row(p, p->context[i].to);
        outer[depth] = open[row[depth]];
        if (outer[depth]) { /* the level above it begins with the call that it was called again from */
            struct cost *of = &cost[path[outer[depth]]];
            of->cycles -= below[i].cycles;
            of->instructions -= below[i].instructions;
        }
        open[row[depth]] = (u32)depth + 1;
        depth++;
    }
    free(below);
    free(path);
    free(row);
    free(outer);
    free(open);
    return cost;
}

static int by_place(const void *a, const void *b)
{
    const struct call_arc *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

struct call_arc *inclusive_calls(const struct profile *p, size_t *count)
{
    size_t n = 0, merged = 0;
    struct call_arc *list = alloc_zeroed(p->arcs + p->contexts, sizeof *list);
    if (!p->contexts) {
        if (p->arcs) memcpy(list, p->arc, p->arcs * sizeof *list);
        *count = p->arcs;
        return list;
    }
    struct cost *cost = call_costs(p);
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        if (c->parent != CONTEXT_NONE)
            list[n++] = (struct call_arc){c->from, c->to, c->calls, cost[i].cycles, cost[i].instructions};
    }
    free(cost);
    qsort(list, n, sizeof *list, by_place);
    for (size_t i = 0; i < n; i++) {
        struct call_arc *last = merged ? &list[merged - 1] : NULL;
        if (!last || by_place(last, &list[i])) {
            list[merged++] = list[i];
            continue;
        }
        last->count += list[i].count;
        last->cycles += list[i].cycles;
        last->instructions += list[i].instructions;
    }
    n = merged;
    for (size_t i = 0; i < p->arcs; i++) { /* how often is theirs to say */
        struct call_arc *a = bsearch(&p->arc[i], list, merged, sizeof *list, by_place);
        if (a) a->count = p->arc[i].count;
        else list[n++] = (struct call_arc){.from = p->arc[i].from, .to = p->arc[i].to, .count = p->arc[i].count};
    }
    qsort(list, n, sizeof *list, by_place);
    *count = n;
    return list;
}
