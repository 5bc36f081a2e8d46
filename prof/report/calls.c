#include "prof/report/calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/inclusive.h"
#include "prof/profile/stacks.h"
#include "prof/report/color.h"

/* All calls of one function by another, as one of the two has them. */
struct edge {
    u32 row, other; /* as profile_insn_row() counts them */
    u64 count, value[PROFILE_EVENTS];
    u64 key;        /* the value that a function's edges are sorted by */
};

struct graph {
    const struct profile *p;
    enum profile_event event;
    struct report report;              /* of what ran, with inclusive costs */
    const struct report_row **row;     /* by number of the row; NULL: it is in no report */
    struct edge *callers, *callees;    /* of each row, one behind the other, the most expensive first */
    size_t edges;                      /* in either */
};

/* --- making --------------------------------------------------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return (x->other > y->other) - (x->other < y->other);
}

static int by_row_and_key(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->row != y->row || x->key == y->key) return by_ends(a, b);
    return x->key > y->key ? -1 : 1;
}

static void add_to(struct edge *e, const struct edge *more)
{
    e->count += more->count;
    for (unsigned k = 0; k < PROFILE_EVENTS; k++) e->value[k] += more->value[k];
}

/* Of a part of a run, or of a child, those that were made before cost something and are no calls; what neither was made nor costs anything is not told of. */
static bool is_nothing(const struct edge *e)
{
    bool any = e->count;
    for (unsigned k = 0; k < PROFILE_EVENTS; k++) any |= e->value[k] != 0;
    return !any;
}

/* The edges as callers have them, each pair once. */
static struct edge *make_callees(const struct graph *g, size_t *count)
{
    size_t arcs, sums = 0;
    struct inclusive_call *arc = inclusive_calls(g->p, &arcs);
    struct edge *e = alloc_zeroed(arcs + 1, sizeof *e);
    for (size_t i = 0; i < arcs; i++) {
        e[i] = (struct edge){.row = stacks_row(g->p, arc[i].from), .other = stacks_row(g->p, arc[i].to), .count = arc[i].count};
        for (unsigned k = 0; k < PROFILE_EVENTS; k++) e[i].value[k] = profile_event(&arc[i].cost, (enum profile_event)k);
    }
    free(arc);
    qsort(e, arcs, sizeof *e, by_ends);
    for (size_t i = 0; i < arcs; i++) {
        if (is_nothing(&e[i])) continue;
        if (sums && !by_ends(&e[sums - 1], &e[i])) add_to(&e[sums - 1], &e[i]);
        else e[sums++] = e[i];
    }
    for (size_t i = 0; i < sums; i++) e[i].key = e[i].value[g->event];
    *count = sums;
    return e;
}

static void make_edges(struct graph *g)
{
    g->callees = make_callees(g, &g->edges);
    g->callers = alloc_zeroed(g->edges + 1, sizeof *g->callers);
    for (size_t i = 0; i < g->edges; i++) {
        g->callers[i] = g->callees[i];
        g->callers[i].row = g->callees[i].other;
        g->callers[i].other = g->callees[i].row;
    }
    qsort(g->callees, g->edges, sizeof *g->callees, by_row_and_key);
    qsort(g->callers, g->edges, sizeof *g->callers, by_row_and_key);
}

static u64 inclusive_of(const struct graph *g, const struct report_row *row) { return row->with->value[g->event]; }

static void make(struct graph *g, const struct profile *p, const struct report_options *o)
{
    *g = (struct graph){.p = p, .event = report_event(o)};
    report_make_inclusive(&g->report, p, BY_FUNCTION);
    g->row = alloc_zeroed(profile_rows(p) + 1, sizeof *g->row);
    for (size_t i = 0; i < g->report.rows; i++) g->row[report_row_of(&g->report.row[i], p)] = &g->report.row[i];
    make_edges(g);
}

static void release(struct graph *g)
{
    report_free(&g->report);
    free(g->row);
    free(g->callers);
    free(g->callees);
}

struct ordered {
    u64 key; /* what it cost with all that it called */
    const struct report_row *row;
};

static int by_key(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;
    if (x->key != y->key) return x->key > y->key ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* The functions, the most expensive first; of those that cost the same, as they lie in memory. For free(). */
static struct ordered *in_order(const struct graph *g)
{
    struct ordered *list = alloc_zeroed(g->report.rows + 1, sizeof *list);
    for (size_t i = 0; i < g->report.rows; i++) list[i] = (struct ordered){inclusive_of(g, &g->report.row[i]), &g->report.row[i]};
    qsort(list, g->report.rows, sizeof *list, by_key);
    return list;
}

/* Those of a row: the first, and *n of them. */
static const struct edge *edges_of(const struct graph *g, const struct edge *edge, u32 row, size_t *n)
{
    size_t low = 0, high = g->edges;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (edge[mid].row < row) low = mid + 1;
        else high = mid;
    }
    for (*n = 0; low + *n < g->edges && edge[low + *n].row == row; ++*n) continue;
    return edge + low;
}

/* What the options let through, `before` functions having been shown. */
static bool shows(const struct graph *g, const struct report_row *row, const struct report_options *o, u32 only, u64 before)
{
    u64 whole = profile_event(&g->p->total, g->event);
    if (only != PROFILE_NONE) return report_row_of(row, g->p) == only;
    return (!o->limit || before < o->limit) && (u128)inclusive_of(g, row) * 10000 >= (u128)o->percent_limit * whole;
}

/* --- text ------------------------------------------------------------------------------------------------------------------ */

struct layout {
    int value, calls;  /* widths */
    size_t name_most;  /* 0: all of it */
};

enum { SHARES = 7 + 1 + 7 + 1, CALLER_INDENT = 4, NAME_LEAST = 8 };

static struct layout layout_of(const struct graph *g, const struct report_options *o)
{
    char text[TEXT_NUMBER];
    struct layout l = {18, 14, 0};
    if (!o->terminal) return l;
    l.value = (int)strlen(profile_event_name(g->event));
    if ((int)strlen(text_group(text, profile_event(&g->p->total, g->event))) > l.value) l.value = (int)strlen(text);
    l.calls = 5;
    for (size_t i = 0; i < g->report.rows; i++)
        if ((int)strlen(text_group(text, g->report.row[i].calls)) > l.calls) l.calls = (int)strlen(text);
    size_t taken = SHARES + (size_t)l.value + 1 + (size_t)l.calls + 2 + CALLER_INDENT;
    l.name_most = o->terminal > taken + NAME_LEAST ? o->terminal - taken : NAME_LEAST;
    return l;
}

static void print_name(const struct graph *g, u32 row, size_t most, FILE *f)
{
    char *made = NULL;
    const char *name = g->row[row] ? report_told(g->row[row]) : stacks_name(g->p, row, &made);
    report_print_name(BY_FUNCTION, name, most, f);
    free(made);
}

/* A caller, or what is called. */
static void print_edge(const struct graph *g, const struct edge *e, const struct layout *l, FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER], c[TEXT_NUMBER];
    u64 whole = profile_event(&g->p->total, g->event);
    fprintf(f, "%7s %7s %*s %*s  %*s", text_percent(a, text_share(e->key, whole)), "", l->value, text_group(b, e->key), l->calls, text_group(c, e->count),
            CALLER_INDENT, "");
    print_name(g, e->other, l->name_most, f);
    fputc('\n', f);
}

static void print_function(const struct graph *g, const struct report_row *row, const struct report_options *o, const struct layout *l, FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER], c[TEXT_NUMBER], d[TEXT_NUMBER];
    u64 whole = profile_event(&g->p->total, g->event), with = inclusive_of(g, row);
    u32 number = report_row_of(row, g->p);
    size_t n;
    const struct edge *e = edges_of(g, g->callers, number, &n);
    for (size_t i = 0; i < n; i++) print_edge(g, &e[i], l, f);
    u64 share = text_share(with, whole);
    enum color heat = o->color ? color_heat(share) : COLOR_NONE;
    color_begin(heat, f);
    fprintf(f, "%7s", text_percent(a, share));
    color_end(heat, f);
    fprintf(f, " %7s %*s %*s  ", text_percent(b, text_share(profile_event(&row->sum, g->event), whole)), l->value, text_group(c, with), l->calls,
            text_group(d, row->calls));
    print_name(g, number, l->name_most ? l->name_most + CALLER_INDENT : 0, f);
    fputc('\n', f);
    e = edges_of(g, g->callees, number, &n);
    for (size_t i = 0; i < n; i++) print_edge(g, &e[i], l, f);
}

void calls_report(const struct profile *p, const struct report_options *o, u32 row, FILE *f)
{
    struct graph g;
    struct report_options limited = *o;
    u64 shown = 0, hidden = 0;
    if (!o->limit && !o->percent_limit) limited.limit = CALLS_FUNCTIONS;
    make(&g, p, o);
    struct layout l = layout_of(&g, o);
    struct ordered *list = in_order(&g);
    report_print_head(p, f);
    fprintf(f, "# above each function its callers, below it what it calls; of recursions a chain of calls counts once\n# percentages are of %s\n#\n",
            profile_event_name(g.event));
    fprintf(f, "#incl %%  self %% %*s %*s  function\n", l.value, profile_event_name(g.event), l.calls, "calls");
    for (size_t i = 0; i < g.report.rows; i++) {
        if (!shows(&g, list[i].row, &limited, row, shown)) {
            hidden += row == PROFILE_NONE;
            continue;
        }
        if (shown++) fputc('\n', f);
        print_function(&g, list[i].row, o, &l, f);
    }
    text_left_out(f, hidden);
    free(list);
    release(&g);
}

/* --- JSON ------------------------------------------------------------------------------------------------------------------ */

static void print_edges_json(const struct graph *g, const char *name, const struct edge *edge, u32 number, FILE *f)
{
    size_t n;
    const struct edge *e = edges_of(g, edge, number, &n);
    fprintf(f, ",\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        char *made = NULL, address[TEXT_NUMBER];
        u32 other = e[i].other;
        fprintf(f, "%s{\"name\":", i ? "," : "");
        text_json(f, g->row[other] ? g->row[other]->name : stacks_name(g->p, other, &made));
        free(made);
        if (other >= g->p->functions) fputs(",\"address\":null", f);
        else fprintf(f, ",\"address\":\"%s\"", text_address(address, g->p->function[other].start, g->p->address_size));
        fprintf(f, ",\"calls\":%" PRIu64, e[i].count);
        for (unsigned k = 0; k < PROFILE_EVENTS; k++) fprintf(f, ",\"%s\":%" PRIu64, profile_event_name((enum profile_event)k), e[i].value[k]);
        fputc('}', f);
    }
    fputc(']', f);
}

void calls_report_json(const struct profile *p, const struct report_options *o, u32 row, FILE *f)
{
    struct graph g;
    u64 shown = 0;
    make(&g, p, o);
    struct ordered *list = in_order(&g);
    fputs("{", f);
    report_print_json_head(p, f);
    fputs("\"by\":\"calls\",\n\"functions\":[", f);
    for (size_t i = 0; i < g.report.rows; i++) {
        if (!shows(&g, list[i].row, o, row, shown)) continue;
        fputs(shown++ ? ",\n" : "\n", f);
        report_print_json_row(list[i].row, p, f);
        print_edges_json(&g, "callers", g.callers, report_row_of(list[i].row, p), f);
        print_edges_json(&g, "callees", g.callees, report_row_of(list[i].row, p), f);
        fputc('}', f);
    }
    fputs("]}\n", f);
    free(list);
    release(&g);
}
