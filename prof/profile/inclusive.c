#include "prof/profile/inclusive.h"

#include "emu/core/alloc.h"
#include "prof/profile/profile_inlines.h"
#include "prof/profile/stacks.h"

#include <stdlib.h>
#include <string.h>

static int by_insn(const void *a, const void *b)
{
    const struct stack_sample *x = a, *y = b;
    if (x->insn != y->insn) return x->insn < y->insn ? -1 : 1;
    return (x->context > y->context) - (x->context < y->context);
}

/* Of what is left of an event of an instruction the part of one of its samples; the last one takes all. */
static u64 part(u64 *left, u64 of, u64 cycles, u64 all, bool last)
{
    u64 n = last ? *left : all ? (u64)((u128)of * cycles / all) : 0;
    *left -= n;
    return n;
}

/* Adds stalls and wrong predictions of the instruction to the contexts of its n samples. */
static void share(struct pc_count *sum, const struct pc_count *c, const struct stack_sample *sample, size_t n)
{
    struct pc_count left = *c;
    for (size_t i = 0; i < n; i++) {
        struct pc_count add = {0};
        u64 cycles = sample[i].value[EVENT_CYCLES];
        bool last = i + 1 == n;
        add.mispredicted = part(&left.mispredicted, c->mispredicted, cycles, c->cycles, last);
        for (unsigned s = 0; s < STALLS; s++) add.stalls[s] = part(&left.stalls[s], c->stalls[s], cycles, c->cycles, last);
        if (sample[i].context != CONTEXT_NONE) profile_add(&sum[sample[i].context], &add);
    }
}

/* Of each context what was spent in it. */
static struct pc_count *own_costs(const struct profile *p)
{
    struct pc_count *own = alloc_zeroed(p->contexts, sizeof *own);
    struct stacks s;
    stacks_make(&s, p);
    for (size_t i = 0; i < s.samples; i++) {
        const struct stack_sample *x = &s.sample[i];
        if (x->context == CONTEXT_NONE) continue;
        own[x->context].slots += x->value[EVENT_SLOTS];
        own[x->context].ticks += x->value[EVENT_TICKS];
    }
    if (s.samples) qsort(s.sample, s.samples, sizeof *s.sample, by_insn);
    for (size_t i = 0, n; i < s.samples; i += n) {
        for (n = 1; i + n < s.samples && s.sample[i + n].insn == s.sample[i].insn;) n++;
        share(own, &p->insn[s.sample[i].insn].count, &s.sample[i], n);
    }
    stacks_free(&s);
    for (size_t i = 0; i < p->contexts; i++) {
        own[i].cycles = p->context[i].cycles;
        own[i].instructions = p->context[i].instructions;
    }
    return own;
}

/* Of each context what was spent in it and below. */
static struct pc_count *subtrees(const struct profile *p)
{
    struct pc_count *sum = own_costs(p);
    for (size_t i = p->contexts; i-- > 0;) {
        u32 parent = p->context[i].parent;
        if (parent != CONTEXT_NONE) profile_add(&sum[parent], &sum[i]);
    }
    return sum;
}

/* Of each context what its call costs: all below, but for what its caller did when it was called again from there, which is
 * that call's of the caller. Contexts are depth first, so those from the root to the one at hand are a path. */
static struct pc_count *call_costs(const struct profile *p)
{
    size_t rows = p->functions + p->images + 1, depth = 0;
    struct pc_count *below = subtrees(p), *cost = alloc_zeroed(p->contexts, sizeof *cost);
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
        /* the level above it begins with the call that it was called again from */
        if (outer[depth]) pc_count_subtract(&cost[path[outer[depth]]], &below[i]);
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
    const struct inclusive_call *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* The function called; that of a jump back into its middle is the one it is in. */
static u64 callee(const struct profile *p, const struct context_count *c)
{
    u32 function = profile_function_at(p, c->to);
    return function != PROFILE_NONE && !c->calls ? p->function[function].start : c->to;
}

/* The calls of all contexts, each place once, in their order. Returns how many. */
static size_t list_calls(const struct profile *p, struct inclusive_call *list)
{
    size_t n = 0, merged = 0;
    struct pc_count *cost = call_costs(p);
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        if (c->parent != CONTEXT_NONE) list[n++] = (struct inclusive_call){c->from, callee(p, c), 0, cost[i]};
    }
    free(cost);
    if (n) qsort(list, n, sizeof *list, by_place);
    for (size_t i = 0; i < n; i++) {
        if (merged && !by_place(&list[merged - 1], &list[i])) profile_add(&list[merged - 1].cost, &list[i].cost);
        else list[merged++] = list[i];
    }
    return merged;
}

struct inclusive_call *inclusive_calls(const struct profile *p, size_t *count)
{
    struct inclusive_call *list = alloc_zeroed(p->arcs + p->contexts, sizeof *list);
    size_t known = list_calls(p, list), n = known;
    for (size_t i = 0; i < p->arcs; i++) {
        const struct call_arc *arc = &p->arc[i];
        struct inclusive_call add = {.from = arc->from, .to = arc->to, .count = arc->count};
        struct inclusive_call *a = known ? bsearch(&add, list, known, sizeof *list, by_place) : NULL;
        if (!p->contexts) add.cost = (struct pc_count){.cycles = arc->cycles, .instructions = arc->instructions};
        if (a) a->count = arc->count;
        else list[n++] = add;
    }
    if (n) qsort(list, n, sizeof *list, by_place);
    *count = n;
    return list;
}

struct inclusive_cost *inclusive_rows(const struct profile *p)
{
    size_t rows = profile_inline_rows(p), room = 0;
    struct inclusive_cost *sum = alloc_zeroed(rows, sizeof *sum);
    size_t *seen = alloc_zeroed(rows, sizeof *seen); /* the last sample, from 1, that the row was in */
    struct stack_frame *frame = NULL;
    struct stacks s;
    stacks_make(&s, p);
    for (size_t i = 0; i < s.samples; i++) {
        size_t frames = stacks_frames(p, &s.sample[i], &frame, &room, SIZE_MAX);
        for (size_t k = 0; k < frames; k++) {
            u32 row = frame[k].row;
            if (seen[row] == i + 1) continue;
            seen[row] = i + 1;
            for (unsigned e = 0; e < PROFILE_EVENTS; e++) sum[row].value[e] += s.sample[i].value[e];
        }
    }
    free(frame);
    free(seen);
    stacks_free(&s);
    return sum;
}
