#include "emu/core/counters.h"

#include <stdlib.h>

const char *stall_name(enum stall s)
{
    static const char *const names[STALLS] = {"data", "structural", "branch", "icache", "dcache", "tlb", "rse"};
    return names[s];
}

static void *grow(void *list, size_t used, size_t *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 1024;
    void *p = realloc(list, *room * size);
    if (!p) abort(); /* the counts of a run must not be lost silently */
    return p;
}

void counters_add(struct counters *c, const struct pc_count *add)
{
    c->pc = grow(c->pc, c->pcs, &c->pcs_room, sizeof *c->pc);
    c->pc[c->pcs++] = *add;
}

void counters_add_arc(struct counters *c, const struct call_arc *add)
{
    c->arc = grow(c->arc, c->arcs, &c->arcs_room, sizeof *c->arc);
    c->arc[c->arcs++] = *add;
}

void counters_add_context(struct counters *c, const struct context_count *add)
{
    c->context = grow(c->context, c->contexts, &c->contexts_room, sizeof *c->context);
    c->context[c->contexts++] = *add;
}

void counters_add_tick(struct counters *c, const struct context_tick *add)
{
    c->tick = grow(c->tick, c->ticks, &c->ticks_room, sizeof *c->tick);
    c->tick[c->ticks++] = *add;
}

static int by_context_and_pc(const void *a, const void *b)
{
    const struct context_tick *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

static int by_pc(const void *a, const void *b)
{
    const struct pc_count *x = a, *y = b;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

static int by_arc(const void *a, const void *b)
{
    const struct call_arc *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void counters_sort(struct counters *c)
{
    size_t n = 0;
    if (c->pcs) qsort(c->pc, c->pcs, sizeof *c->pc, by_pc);
    for (size_t i = 0; i < c->pcs; i++) {
        if (n && c->pc[n - 1].pc == c->pc[i].pc) {
            c->pc[n - 1].slots += c->pc[i].slots;
            c->pc[n - 1].instructions += c->pc[i].instructions;
            c->pc[n - 1].cycles += c->pc[i].cycles;
            c->pc[n - 1].ticks += c->pc[i].ticks;
            c->pc[n - 1].mispredicted += c->pc[i].mispredicted;
            c->pc[n - 1].taken += c->pc[i].taken;
            for (unsigned s = 0; s < STALLS; s++) c->pc[n - 1].stalls[s] += c->pc[i].stalls[s];
        } else {
            c->pc[n++] = c->pc[i];
        }
    }
    c->pcs = n;
    n = 0;
    if (c->arcs) qsort(c->arc, c->arcs, sizeof *c->arc, by_arc);
    for (size_t i = 0; i < c->arcs; i++) {
        if (n && c->arc[n - 1].from == c->arc[i].from && c->arc[n - 1].to == c->arc[i].to) {
            c->arc[n - 1].count += c->arc[i].count;
            c->arc[n - 1].cycles += c->arc[i].cycles;
            c->arc[n - 1].instructions += c->arc[i].instructions;
        } else {
            c->arc[n++] = c->arc[i];
        }
    }
    /* Corrections may have brought a pair down to nothing: it never happened. */
    c->arcs = 0;
    for (size_t i = 0; i < n; i++)
        if (c->arc[i].count || c->arc[i].cycles) c->arc[c->arcs++] = c->arc[i];
    if (c->ticks) qsort(c->tick, c->ticks, sizeof *c->tick, by_context_and_pc);
}

const struct pc_count *counters_find(const struct counters *c, u64 pc)
{
    struct pc_count key = {.pc = pc};
    return c->pcs ? bsearch(&key, c->pc, c->pcs, sizeof *c->pc, by_pc) : NULL;
}

void counters_free(struct counters *c)
{
    free(c->pc);
    free(c->arc);
    free(c->context);
    free(c->tick);
    memset(c, 0, sizeof *c);
}
