#include "prof/calls_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "prof/color.h"
#include "prof/inclusive.h"
#include "prof/stacks.h"
#include "prof/text.h"

/* All calls of one function by another. Of a part of a run, or of a child, those that were made before cost something and are no calls. */
struct edge {
    u32 from, to; /* rows, as profile_insn_row() counts them */
    u64 count, value[PROFILE_EVENTS];
    u64 key;      /* the value that edges are sorted by */
};

struct graph {
    const struct profile *p;
    enum profile_event event;
    struct report report;                  /* of what ran, with inclusive costs, most first */
    const struct report_row **row;         /* by number of the row; NULL: it is in no report */
    struct edge *by_callee, *by_caller;    /* the same, most first within each */
    size_t edges;
};

/* --- making --------------------------------------------------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static int by_callee(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    if (x->key != y->key) return x->key > y->key ? -1 : 1;
    return by_ends(a, b);
}

static int by_caller(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->key != y->key) return x->key > y->key ? -1 : 1;
    return by_ends(a, b);
}

static void add_to(struct edge *e, const struct edge *more)
{
    e->count += more->count;
    for (unsigned k = 0; k < PROFILE_EVENTS; k++) e->value[k] += more->value[k];
}

static void make_edges(struct graph *g)
{
    size_t arcs, n = 0;
    struct inclusive_call *arc = inclusive_calls(g->p, &arcs);
    struct edge *e = alloc_zeroed(arcs + 1, sizeof *e);
    for (size_t i = 0; i < arcs; i++) {
        e[i] = (struct edge){.from = stacks_row(g->p, arc[i].from), .to = stacks_row(g->p, arc[i].to), .count = arc[i].count};
        for (unsigned k = 0; k < PROFILE_EVENTS; k++) e[i].value[k] = profile_event(&arc[i].cost, (enum profile_event)k);
    }
    free(arc);
    qsort(e, arcs, sizeof *e, by_ends);
    for (size_t i = 0; i < arcs; i++) {
        if (n && !by_ends(&e[n - 1], &e[i])) add_to(&e[n - 1], &e[i]);
        else e[n++] = e[i];
    }
    size_t all = n;
    n = 0;
    for (size_t i = 0; i < all; i++) {
        bool any = e[i].count;
        for (unsigned k = 0; k < PROFILE_EVENTS; k++) any |= e[i].value[k] != 0;
        if (any) e[n++] = e[i];
    }
    for (size_t i = 0; i < n; i++) e[i].key = e[i].value[g->event];
    g->edges = n;
    g->by_callee = e;
    g->by_caller = alloc_zeroed(n + 1, sizeof *e);
    memcpy(g->by_caller, e, n * sizeof *e);
    qsort(g->by_callee, n, sizeof *e, by_callee);
    qsort(g->by_caller, n, sizeof *e, by_caller);
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
    free(g->by_callee);
    free(g->by_caller);
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

/* Those with this row as their callee, or their caller: the first, and *n of them. */
static const struct edge *edges_of(const struct graph *g, u32 row, bool callers, size_t *n)
{
    const struct edge *e = callers ? g->by_callee : g->by_caller;
    size_t low = 0, high = g->edges;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if ((callers ? e[mid].to : e[mid].from) < row) low = mid + 1;
        else high = mid;
    }
    for (*n = 0; low + *n < g->edges && (callers ? e[low + *n].to : e[low + *n].from) == row; ++*n) continue;
    return e + low;
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
static void print_edge(const struct graph *g, const struct edge *e, u32 other, const struct layout *l, FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER], c[TEXT_NUMBER];
    u64 whole = profile_event(&g->p->total, g->event);
    fprintf(f, "%7s %7s %*s %*s  %*s", text_percent(a, text_share(e->key, whole)), "", l->value, text_group(b, e->key), l->calls, text_group(c, e->count),
            CALLER_INDENT, "");
    print_name(g, other, l->name_most, f);
    fputc('\n', f);
}

static void print_function(const struct graph *g, const struct report_row *row, const struct report_options *o, const struct layout *l, FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER], c[TEXT_NUMBER], d[TEXT_NUMBER];
    u64 whole = profile_event(&g->p->total, g->event), with = inclusive_of(g, row);
    u32 number = report_row_of(row, g->p);
    size_t n;
    const struct edge *e = edges_of(g, number, true, &n);
    for (size_t i = 0; i < n; i++) print_edge(g, &e[i], e[i].from, l, f);
    u64 share = text_share(with, whole);
    enum color heat = o->color ? color_heat(share) : COLOR_NONE;
    color_begin(heat, f);
    fprintf(f, "%7s", text_percent(a, share));
    color_end(heat, f);
    fprintf(f, " %7s %*s %*s  ", text_percent(b, text_share(profile_event(&row->sum, g->event), whole)), l->value, text_group(c, with), l->calls,
            text_group(d, row->calls));
    print_name(g, number, l->name_most ? l->name_most + CALLER_INDENT : 0, f);
    fputc('\n', f);
    e = edges_of(g, number, false, &n);
    for (size_t i = 0; i < n; i++) print_edge(g, &e[i], e[i].to, l, f);
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

static void print_edges_json(const struct graph *g, u32 number, bool callers, FILE *f)
{
    size_t n;
    const struct edge *e = edges_of(g, number, callers, &n);
    fprintf(f, ",\"%s\":[", callers ? "callers" : "callees");
    for (size_t i = 0; i < n; i++) {
        char *made = NULL, address[TEXT_NUMBER];
        u32 other = callers ? e[i].from : e[i].to;
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
        print_edges_json(&g, report_row_of(list[i].row, p), true, f);
        print_edges_json(&g, report_row_of(list[i].row, p), false, f);
        fputc('}', f);
    }
    fputs("]}\n", f);
    free(list);
    release(&g);
}
