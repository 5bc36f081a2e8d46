#include "prof/html/flame.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/profile_part.h"
#include "prof/profile/stacks.h"

#include <inttypes.h>
#include <stdlib.h>

#define NODES_SHOWN 12000 /* more than that cannot be told apart on a screen, and costs the page a second to load */
#define NONE        UINT32_MAX

struct node {
    u32 parent, row;
    u64 self[PROFILE_EVENTS], total[PROFILE_EVENTS];
    u64 small[PROFILE_EVENTS]; /* of the children that are not shown */
    u32 number;                /* as written; NONE: not shown */
    u32 smalls;                /* how many children are not shown */
    u32 rest;                  /* then: what stands for them, as written */
};

struct tree {
    struct node *node; /* parents before their children */
    size_t nodes, room;
    u32 *slot; /* open hashing by parent and row: an index, 0: free */
    size_t slots;
};

static size_t slot_of(const struct tree *t, u32 parent, u32 row)
{
    size_t at = ((u64)parent << 32 | row) * 0x9e3779b97f4a7c15u >> 32 & (t->slots - 1);
    while (t->slot[at] && (t->node[t->slot[at]].parent != parent || t->node[t->slot[at]].row != row)) at = (at + 1) & (t->slots - 1);
    return at;
}

static void rehash(struct tree *t)
{
    free(t->slot);
    t->slots = t->slots ? 2 * t->slots : 256;
    t->slot = alloc_zeroed(t->slots, sizeof *t->slot);
    for (size_t i = 1; i < t->nodes; i++) t->slot[slot_of(t, t->node[i].parent, t->node[i].row)] = (u32)i;
}

static u32 add_node(struct tree *t, u32 parent, u32 row)
{
    t->node = alloc_grow(t->node, t->nodes, &t->room, sizeof *t->node);
    t->node[t->nodes] = (struct node){.parent = parent, .row = row};
    return (u32)t->nodes++;
}

static u32 child_of(struct tree *t, u32 parent, u32 row)
{
    if (2 * (t->nodes + 1) > t->slots) rehash(t);
    size_t at = slot_of(t, parent, row);
    if (!t->slot[at]) t->slot[at] = add_node(t, parent, row);
    return t->slot[at];
}

static void free_tree(struct tree *t)
{
    free(t->node);
    free(t->slot);
}

/* Node 0 is above all that a thread began with. */
static void grow(struct tree *t, const struct profile *p)
{
    struct stacks s;
    struct stack_frame *frame = NULL;
    size_t room = 0;
    add_node(t, NONE, NONE);
    stacks_make(&s, p);
    for (size_t i = 0; i < s.samples; i++) {
        size_t frames = stacks_frames(p, &s.sample[i], &frame, &room, SIZE_MAX);
        u32 at = 0;
        while (frames-- > 0) at = child_of(t, at, frame[frames].row);
        for (unsigned e = 0; e < PROFILE_EVENTS; e++) t->node[at].self[e] += s.sample[i].value[e];
    }
    free(frame);
    stacks_free(&s);
    for (size_t i = t->nodes; i-- > 0;) {
        struct node *n = &t->node[i];
        for (unsigned e = 0; e < PROFILE_EVENTS; e++) {
            n->total[e] += n->self[e];
            if (n->parent != NONE) t->node[n->parent].total[e] += n->total[e];
        }
    }
}

/* What of a node, by its number in a tree, was spent in a span. */
struct share {
    u32 node;
    u64 self[PROFILE_EVENTS];
};

/* A row of a page with what is said of it in a span. */
struct function_share {
    u32 row;
    u64 calls, with[PROFILE_EVENTS];
};

struct span {
    struct share *share;
    size_t shares, shares_room;
    struct function_share *function;
    size_t functions, functions_room;
};

/* Whether one of its totals is at least a `parts`th of the whole; what is large has large callers. */
static bool large(const struct node *n, const struct node *whole, u64 parts)
{
    for (unsigned e = 0; e < PROFILE_EVENTS; e++)
        if (n->total[e] && (u128)n->total[e] * parts >= whole->total[e]) return true;
    return false;
}

static void choose(struct tree *t, size_t most)
{
    u64 parts = (u64)1 << 62;
    for (size_t count = SIZE_MAX; count > most; parts /= 2) {
        count = 0;
        for (size_t i = 0; i < t->nodes; i++) count += large(&t->node[i], &t->node[0], parts);
    }
    parts *= 2; /* the last that was tried */
    u32 number = 0;
    for (size_t i = 1; i < t->nodes; i++) {
        struct node *n = &t->node[i], *parent = &t->node[n->parent];
        n->number = NONE;
        if (large(n, &t->node[0], parts)) {
            n->number = number++;
        } else if (n->parent == 0 || parent->number != NONE) {
            parent->smalls++;
            for (unsigned e = 0; e < PROFILE_EVENTS; e++) parent->small[e] += n->total[e];
        }
    }
    for (size_t i = 0; i < t->nodes; i++)
        if (t->node[i].smalls) t->node[i].rest = number++; /* print_tree() has them in this order */
}

static void print_counts(const u64 value[PROFILE_EVENTS], FILE *f)
{
    fprintf(f, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", value[EVENT_CYCLES], value[EVENT_INSTRUCTIONS],
            value[EVENT_TICKS]);
}

static void print_parent(u32 parent, const struct tree *t, FILE *f)
{
    if (parent == 0) fputs("[-1,", f);
    else fprintf(f, "[%" PRIu32 ",", t->node[parent].number);
}

static void print_node(const struct profile *p, const struct tree *t, const struct node *n, const u32 *row, FILE *f)
{
    print_parent(n->parent, t, f);
    if (n->row < profile_rows(p) && row[n->row] != PROFILE_NONE) fprintf(f, "%" PRIu32, row[n->row]);
    else stacks_print_name(p, n->row, f);
    fputc(',', f);
    print_counts(n->self, f);
}

/* Whether a caller of the node, near or far, is the same function: then the caller's total has this one's in it. */
static bool recurs(const struct tree *t, const struct node *n)
{
    for (u32 at = n->parent; at != 0; at = t->node[at].parent)
        if (t->node[at].row == n->row) return true;
    return false;
}

/* Of each row of the page its costs with all that it called, for free(). */
static u64 (*inclusive(const struct profile *p, const struct tree *t, const u32 *row, size_t rows))[PROFILE_EVENTS]
{
    u64(*sum)[PROFILE_EVENTS] = alloc_zeroed(rows, sizeof *sum);
    for (size_t i = 1; i < t->nodes; i++) {
        const struct node *n = &t->node[i];
        if (n->row >= profile_rows(p) || row[n->row] == PROFILE_NONE || recurs(t, n)) continue; /* inlined code has no row */
        for (unsigned e = 0; e < PROFILE_EVENTS; e++) sum[row[n->row]][e] += n->total[e];
    }
    return sum;
}

static void print_inclusive(const struct profile *p, const struct tree *t, const u32 *row, size_t rows, FILE *f)
{
    u64(*sum)[PROFILE_EVENTS] = inclusive(p, t, row, rows);
    fputs("\"inclusive\":[", f);
    for (size_t i = 0; i < rows; i++) {
        fputs(i ? ",[" : "[", f);
        print_counts(sum[i], f);
    }
    fputs("],\n", f);
    free(sum);
}

/* The shown nodes, and for each of their parents what is not shown. */
static void print_tree(const struct profile *p, const struct tree *t, const u32 *row, FILE *f)
{
    const char *before = "";
    fputs("\"flame\":[", f);
    for (size_t i = 1; i < t->nodes; i++) {
        if (t->node[i].number == NONE) continue;
        fputs(before, f);
        print_node(p, t, &t->node[i], row, f);
        before = ",\n";
    }
    for (size_t i = 0; i < t->nodes; i++) {
        const struct node *n = &t->node[i];
        if (!n->smalls) continue;
        fputs(before, f);
        print_parent((u32)i, t, f);
        fprintf(f, "\"(%" PRIu32 " smaller)\",", n->smalls);
        print_counts(n->small, f);
        before = ",\n";
    }
    fputc(']', f);
}

static void print_threads(const struct profile *p, const u32 *row, FILE *f)
{
    fputs(",\n\"threads\":[", f);
    for (u32 i = 0; i < p->threads->threads; i++) {
        struct profile alone;
        struct tree t = {0};
        threads_alone(p, i, &alone);
        grow(&t, &alone);
        choose(&t, NODES_SHOWN / p->threads->threads);
        char *label = threads_label(&p->threads->thread[i]);
        fprintf(f, "%s{\"name\":", i ? ",\n" : "");
        text_json(f, label);
        fputc(',', f);
        free(label);
        print_tree(&alone, &t, row, f);
        fputc('}', f);
        free_tree(&t);
        profile_part_free(&alone);
    }
    fputc(']', f);
}

/* --- by time ----------------------------------------------------------------------------------------------------------------- */

/* The nodes of a span's tree among those of the whole one, which gets what it lacks. */
static void take_nodes(struct span *to, struct tree *whole, const struct tree *of)
{
    u32 *at = alloc_zeroed(of->nodes, sizeof *at);
    for (size_t i = 0; i < of->nodes; i++) {
        const struct node *n = &of->node[i];
        struct share one = {.node = i ? child_of(whole, at[n->parent], n->row) : 0};
        at[i] = one.node;
        memcpy(one.self, n->self, sizeof one.self);
        if (!n->self[EVENT_CYCLES] && !n->self[EVENT_INSTRUCTIONS] && !n->self[EVENT_TICKS]) continue;
        to->share = alloc_grow(to->share, to->shares, &to->shares_room, sizeof *to->share);
        to->share[to->shares++] = one;
    }
    free(at);
}

static void take_functions(struct span *to, const struct profile *p, const struct tree *t, const u32 *row, size_t rows)
{
    u64(*with)[PROFILE_EVENTS] = inclusive(p, t, row, rows), *calls = alloc_zeroed(rows, sizeof *calls);
    for (size_t i = 0; i < p->arcs; i++) {
        u32 at = row[stacks_row(p, p->arc[i].to)];
        if (at != PROFILE_NONE) calls[at] += p->arc[i].count;
    }
    for (u32 i = 0; i < rows; i++) {
        if (!calls[i] && !with[i][EVENT_CYCLES] && !with[i][EVENT_INSTRUCTIONS] && !with[i][EVENT_TICKS]) continue;
        to->function = alloc_grow(to->function, to->functions, &to->functions_room, sizeof *to->function);
        to->function[to->functions] = (struct function_share){.row = i, .calls = calls[i]};
        memcpy(to->function[to->functions++].with, with[i], sizeof with[i]);
    }
    free(with);
    free(calls);
}

/* Of each span, for free_spans(). */
static struct span *take_spans(const struct profile *p, struct tree *whole, const u32 *row, size_t rows)
{
    struct span *span = alloc_zeroed(slices_spans(p->slices), sizeof *span);
    for (size_t i = 0; i < slices_spans(p->slices); i++) {
        struct profile alone;
        struct tree of = {0};
        slices_alone(p, i, i + 1, &alone);
        grow(&of, &alone);
        take_nodes(&span[i], whole, &of);
        take_functions(&span[i], &alone, &of, row, rows);
        free_tree(&of);
        profile_part_free(&alone);
    }
    return span;
}

static void free_spans(struct span *span, size_t spans)
{
    for (size_t i = 0; i < spans; i++) {
        free(span[i].share);
        free(span[i].function);
    }
    free(span);
}

/* As a row of the page's list: what is not shown is in the rest of the innermost caller that is. */
static u32 written(const struct tree *t, u32 at)
{
    if (!at || t->node[at].number != NONE) return t->node[at].number;
    while (t->node[at].parent && t->node[t->node[at].parent].number == NONE) at = t->node[at].parent;
    return t->node[t->node[at].parent].rest;
}

static void print_span(const struct tree *t, const struct span *s, FILE *f)
{
    fputc('[', f);
    for (size_t i = 0; i < s->shares; i++) {
        fprintf(f, "%s[%" PRIu32 ",", i ? "," : "", written(t, s->share[i].node));
        print_counts(s->share[i].self, f);
    }
    fputc(']', f);
}

static void print_function_span(const struct span *s, FILE *f)
{
    fputc('[', f);
    for (size_t i = 0; i < s->functions; i++) {
        const struct function_share *one = &s->function[i];
        fprintf(f, "%s[%" PRIu32 ",%" PRIu64 ",", i ? "," : "", one->row, one->calls);
        print_counts(one->with, f);
    }
    fputc(']', f);
}

static void print_spans(const struct tree *t, const struct span *span, size_t spans, FILE *f)
{
    fputs(",\n\"flame_spans\":[", f);
    for (size_t i = 0; i < spans; i++) {
        if (i) fputs(",\n", f);
        print_span(t, &span[i], f);
    }
    fputs("],\n\"function_spans\":[", f);
    for (size_t i = 0; i < spans; i++) {
        if (i) fputs(",\n", f);
        print_function_span(&span[i], f);
    }
    fputc(']', f);
}

void html_flame(const struct profile *p, const u32 *row, size_t rows, FILE *f)
{
    struct tree t = {0};
    bool by_time = p->slices && p->slices->shares;
    grow(&t, p);
    struct span *span = by_time ? take_spans(p, &t, row, rows) : NULL;
    choose(&t, NODES_SHOWN);
    print_inclusive(p, &t, row, rows, f);
    print_tree(p, &t, row, f);
    if (by_time) print_spans(&t, span, slices_spans(p->slices), f);
    if (by_time) free_spans(span, slices_spans(p->slices));
    if (p->threads) print_threads(p, row, f);
    free_tree(&t);
}
