#include "prof/report/diff.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/report/color.h"
#include "prof/report/diff_files.h"

#include <inttypes.h>
#include <stdlib.h>

#define SCHEMA_VERSION 1

static const char *const by_names[] = {[BY_FUNCTION] = "function", [BY_LINE] = "line", [BY_FILE] = "file", [BY_IMAGE] = "image"};

static int by_key(const struct diff_row *x, const struct diff_row *y)
{
    int order = strcmp(x->symbol, y->symbol);
    return order ? order : strcmp(x->found, y->found);
}

/* Equal keys stay in the order of the report, which is that of addresses: the first profile's before the second's. */
static int by_key_and_place(const void *a, const void *b)
{
    const struct diff_row *x = a, *y = b;
    int order = by_key(x, y);
    if (order) return order;
    return (x->place > y->place) - (x->place < y->place);
}

static int by_key_and_file(const void *a, const void *b)
{
    const struct diff_row *x = a, *y = b;
    int order = by_key(x, y);
    if (!order) order = (x->file > y->file) - (x->file < y->file);
    return order ? order : by_key_and_place(a, b);
}

static u128 scaled(const struct diff *d, u64 value, unsigned side) { return (u128)value * d->scale[side]; }

static void weigh(const struct diff *d, struct diff_row *r)
{
    u128 a = scaled(d, r->value[0], 0), b = scaled(d, r->value[1], 1);
    r->less = b < a;
    r->change = r->less ? a - b : b - a;
}

static int by_change(const void *a, const void *b)
{
    const struct diff_row *x = a, *y = b;
    return x->change != y->change ? (x->change < y->change ? 1 : -1) : by_key_and_place(a, b);
}

/* The program of one build is that of the other: the files of two builds mostly have two names. No file has this one. */
#define PROGRAM "/"

static bool is_program(const struct profile *p, const struct report_row *row)
{
    return row->image != PROFILE_NONE && row->image == profile_program(p);
}

static const char *keep(struct diff *d, char *text)
{
    d->text = alloc_grow(d->text, d->texts, &d->texts_room, sizeof *d->text);
    d->text[d->texts] = text;
    return d->text[d->texts++];
}

/* The mangled name of a C++ function in which int and long are one, signed or not (i, l; j, m of the Itanium C++ ABI, 5.1.5.2): size_t is the one on one
 * processor and the other on another. What else has these letters changes on both alike. */
static const char *of_any_width(struct diff *d, const char *symbol)
{
    if (strncmp(symbol, "_Z", 2)) return symbol;
    char *text = alloc_string(symbol);
    for (char *at = text; *at; at++) *at = *at == 'l' ? 'i' : *at == 'm' ? 'j' : *at;
    return keep(d, text);
}

/* What a row is known by in another build: of two constructors with one name, each has a symbol of its own; what is in no function
 * is called by the file; a source line is that of the first profile's file, `file`, which may be called otherwise here. */
static const char *symbol_of(struct diff *d, const struct profile *p, const struct report_row *row, const char *file)
{
    if (row->function != PROFILE_NONE) return profile_symbol(&p->function[row->function]);
    if (row->file == PROFILE_NONE) return PROGRAM;
    if (!file || !strcmp(file, p->file[row->file])) return row->name;
    const char *line = row->name + strlen(p->file[row->file]); /* ":12", or "" of a whole file */
    size_t n = strlen(file) + strlen(line) + 1;
    char *label = alloc_zeroed(n, 1);
    snprintf(label, n, "%s%s", file, line);
    return keep(d, label);
}

/* "libc" of "libc.so.6.1", "ld" of "ld-linux-ia64.so.2" and of "ld.so.1": what libraries of two processors have in common. */
static char *library(const char *image)
{
    char *name = alloc_string(image), *end = strstr(name, ".so");
    if (end) *end = '\0';
    if (end && !strncmp(name, "ld-", 3)) name[2] = '\0';
    return name;
}

/* Rows of both, each with one side. */
static void list_side(struct diff *d, const struct profile *const p[2], unsigned side, const u32 *file, enum profile_event event)
{
    const char **image = alloc_zeroed(p[side]->images, sizeof *image), **found = alloc_zeroed(p[side]->images, sizeof *found);
    bool other = strcmp(p[0]->isa, p[1]->isa) != 0;
    for (size_t i = 0; i < p[side]->images; i++) {
        image[i] = keep(d, alloc_string(text_base(p[side]->image[i].path)));
        found[i] = other ? keep(d, library(image[i])) : image[i];
    }
    for (size_t i = 0; i < d->report[side].rows; i++) {
        const struct report_row *from = &d->report[side].row[i];
        struct diff_row *row = &d->row[d->rows];
        u32 joined = !side || from->file == PROFILE_NONE ? from->file : file[from->file]; /* of the first profile's */
        *row = (struct diff_row){.name = from->name, .told = report_told(from), .image = "", .found = "", .file = PROFILE_NONE, .place = d->rows++};
        if (from->function != PROFILE_NONE && from->file != PROFILE_NONE) {
            row->file = joined;
            row->source = text_base(p[side]->file[from->file]);
        }
        row->symbol = symbol_of(d, p[side], from, side && joined != PROFILE_NONE ? p[0]->file[joined] : NULL);
        if (other && from->function != PROFILE_NONE) row->symbol = of_any_width(d, row->symbol);
        if (from->image != PROFILE_NONE) {
            row->image = image[from->image];
            row->found = is_program(p[side], from) ? PROGRAM : found[from->image];
        }
        row->in[side] = true;
        row->value[side] = profile_event(&from->sum, event);
    }
    free(image);
    free(found);
}

static void list_rows(struct diff *d, const struct profile *const p[2], const struct diff_options *o)
{
    u32 *file = diff_files(p[0], p[1]);
    d->row = alloc_zeroed(d->report[0].rows + d->report[1].rows, sizeof *d->row);
    d->source = alloc_zeroed(p[1]->files, sizeof *d->source);
    for (size_t i = 0; i < p[1]->files && o->by != BY_FUNCTION; i++)
        if (file[i] != PROFILE_NONE && strcmp(p[0]->file[file[i]], p[1]->file[i]))
            d->source[d->sources++] = (struct diff_source){{p[0]->file[file[i]], p[1]->file[i]}};
    for (unsigned side = 0; side < 2; side++) list_side(d, p, side, file, o->event);
    free(file);
}

/* The same key, and of files that stand for each other. */
static bool of_one_file(const struct diff_row *x, const struct diff_row *y) { return x->file != PROFILE_NONE && x->file == y->file && !by_key(x, y); }

static bool of_one_key(const struct diff_row *x, const struct diff_row *y) { return !by_key(x, y); }

static void join(struct diff_row *a, struct diff_row *b)
{
    a->in[1] = true;
    a->value[1] = b->value[1];
    b->in[1] = false; /* it is no row any more */
}

/* Rows stand in order, of what is the same those of the first profile before those of the second: of those that have no other side yet the k-th ones
 * are one row. */
static void pair_rows(struct diff *d, bool (*same)(const struct diff_row *x, const struct diff_row *y))
{
    size_t n = 0, b = 0;
    for (size_t i = 0; i < d->rows; i++) {
        struct diff_row *row = &d->row[i];
        if (!row->in[0] && !row->in[1]) continue;
        if (row->in[0] && !row->in[1]) {
            if (b < i) b = i;
            while (b < d->rows && same(row, &d->row[b]) && (d->row[b].in[0] || !d->row[b].in[1])) b++;
            if (b < d->rows && same(row, &d->row[b])) join(row, &d->row[b]);
        }
        d->row[n++] = *row;
    }
    d->rows = n;
}

/* The greatest one that both have. */
static u64 divisor(u64 a, u64 b)
{
    while (b) {
        u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void diff_make(struct diff *d, const struct profile *a, const struct profile *b, const struct diff_options *o)
{
    const struct profile *const p[2] = {a, b};
    *d = (struct diff){0};
    for (unsigned side = 0; side < 2; side++) {
        report_make(&d->report[side], p[side], o->by);
        d->total[side] = profile_event(&p[side]->total, o->event);
        d->cycles[side] = p[side]->total.cycles;
        d->clock_hz[side] = p[side]->clock_hz;
        d->tick_cycles[side] = p[side]->tick_cycles;
        d->isa[side] = alloc_string(p[side]->isa);
        d->cpu[side] = alloc_string(p[side]->cpu);
        if (p[side]->collected) d->collected[side] = alloc_string(p[side]->collected);
    }
    /* c cycles of the one clock take as long as c * scale[0] of a clock that both divide. */
    bool in_time = o->event == EVENT_CYCLES && d->clock_hz[0] != d->clock_hz[1];
    u64 common = in_time ? divisor(d->clock_hz[0], d->clock_hz[1]) : 1;
    for (unsigned side = 0; side < 2; side++) d->scale[side] = in_time ? d->clock_hz[!side] / common : 1;
    list_rows(d, p, o);
    if (d->rows) qsort(d->row, d->rows, sizeof *d->row, by_key_and_file);
    pair_rows(d, of_one_file);
    if (d->rows) qsort(d->row, d->rows, sizeof *d->row, by_key_and_place);
    pair_rows(d, of_one_key);
    for (size_t i = 0; i < d->rows; i++) weigh(d, &d->row[i]);
    if (d->rows) qsort(d->row, d->rows, sizeof *d->row, by_change);
}

void diff_free(struct diff *d)
{
    for (unsigned side = 0; side < 2; side++) report_free(&d->report[side]);
    for (size_t i = 0; i < d->texts; i++) free(d->text[i]);
    free(d->text);
    free(d->source);
    free(d->row);
    for (unsigned side = 0; side < 2; side++) {
        free(d->collected[side]);
        free(d->isa[side]);
        free(d->cpu[side]);
    }
    memset(d, 0, sizeof *d);
}

/* Whether a cycle is not the same time in both, or not of the same model. */
static bool clocks_differ(const struct diff *d)
{
    return d->clock_hz[0] != d->clock_hz[1] || strcmp(d->cpu[0], d->cpu[1]) != 0 || strcmp(d->isa[0], d->isa[1]) != 0;
}

bool diff_in_time(const struct diff *d) { return d->scale[0] != d->scale[1]; }

/* Until shares of *whole can be reckoned: of cycles, which are below 2^64, with clocks of such rates nothing is lost that shows. */
static void shorten(u128 *n, u128 *whole)
{
    while (*n >> 112 || *whole >> 112) *n >>= 1, *whole >>= 1;
}

/* A change of `n` is more than the threshold; any change is, of nothing. */
static bool exceeds(u128 n, u128 whole, u64 threshold)
{
    shorten(&n, &whole);
    return n * 10000 > threshold * whole;
}

static struct diff_row total_of(const struct diff *d)
{
    struct diff_row total = {.in = {true, true}, .value = {d->total[0], d->total[1]}};
    weigh(d, &total);
    return total;
}

bool diff_exceeds(const struct diff *d, const struct diff_options *o)
{
    u128 most = total_of(d).change;
    if (d->rows && d->row[0].change > most) most = d->row[0].change;
    return exceeds(most, scaled(d, d->total[0], 0), o->threshold);
}

/* A number with the sign of a change; what is 0, or rounds to it, has none. */
static const char *with_sign(char out[TEXT_NUMBER], bool less, const char *digits)
{
    bool zero = !digits[strspn(digits, "0.")];
    snprintf(out, TEXT_NUMBER, "%s%.*s", zero ? "" : less ? "-" : "+", TEXT_NUMBER - 2, digits);
    return out;
}

/* "+12.34": change in percent of `whole`. "-" when there is nothing to take a share of. */
static const char *signed_share(char out[TEXT_NUMBER], const struct diff_row *r, u128 whole)
{
    char digits[TEXT_NUMBER];
    u128 n = r->change;
    shorten(&n, &whole);
    if (!whole) return strcpy(out, "-");
    return with_sign(out, r->less, text_percent(digits, (u64)((n * 10000 + whole / 2) / whole)));
}

static double seconds_of(const struct diff *d, unsigned side, u64 cycles) { return (double)cycles / (double)d->clock_hz[side]; }

/* The event, or seconds. */
static const char *signed_change(char out[TEXT_NUMBER], const struct diff *d, const struct diff_row *r)
{
    char digits[TEXT_NUMBER];
    if (diff_in_time(d)) snprintf(digits, sizeof digits, "%.6f", (double)r->change / ((double)d->clock_hz[0] * (double)d->scale[0]));
    else text_group(digits, (u64)r->change);
    return with_sign(out, r->less, digits);
}

/* Widths of the change, of the two values and of their seconds (0: not shown), and the most bytes of a name (0: all). On a terminal columns
 * are as wide as what is in them. */
struct layout {
    int change, value[2], seconds[2];
    size_t name_most;
};

/* What columns are called. */
static const char *changed_name(const struct diff *d, const struct diff_options *o)
{
    return diff_in_time(d) ? "seconds" : profile_event_name(o->event);
}

static const char *side_name(const struct diff *d, unsigned side)
{
    static const char *const names[2][2] = {{"A", "B"}, {"A cycles", "B cycles"}};
    return names[diff_in_time(d)][side];
}

static const char *row_seconds(char out[TEXT_NUMBER], const struct diff *d, const struct diff_row *r, unsigned side)
{
    if (r->in[side]) snprintf(out, TEXT_NUMBER, "%.6f", seconds_of(d, side, r->value[side]));
    else strcpy(out, "-");
    return out;
}

static struct layout layout_of(const struct diff *d, const struct diff_row *total, const struct diff_options *o)
{
    enum { SHARES = 9 + 1 + 9, NAME_LEAST = 8 };
    int shown = diff_in_time(d);
    struct layout l = {18, {18, 18}, {14 * shown, 14 * shown}, 0};
    if (!o->terminal) return l;
    l = (struct layout){(int)strlen(changed_name(d, o)), {(int)strlen(side_name(d, 0)), (int)strlen(side_name(d, 1))}, {3 * shown, 3 * shown}, 0};
    for (size_t i = 0; i <= d->rows; i++) {
        const struct diff_row *r = i ? &d->row[i - 1] : total;
        char text[TEXT_NUMBER];
        int n = (int)strlen(signed_change(text, d, r));
        if (n > l.change) l.change = n;
        for (unsigned side = 0; side < 2; side++) {
            n = (int)strlen(text_group(text, r->value[side]));
            if (n > l.value[side]) l.value[side] = n;
            n = shown ? (int)strlen(row_seconds(text, d, r, side)) : 0;
            if (n > l.seconds[side]) l.seconds[side] = n;
        }
    }
    size_t taken = (size_t)(SHARES + 1 + l.change + 1 + l.value[0] + 1 + l.value[1] + 2 + (shown ? l.seconds[0] + 1 + l.seconds[1] + 1 : 0));
    l.name_most = o->terminal > taken + NAME_LEAST ? o->terminal - taken : NAME_LEAST;
    return l;
}

static void print_row(const struct diff *d, const struct diff_row *r, const char *name, const struct diff_options *o, const struct layout *l, FILE *f)
{
    u128 whole = scaled(d, d->total[0], 0);
    char a[TEXT_NUMBER], b[TEXT_NUMBER], c[TEXT_NUMBER], g[TEXT_NUMBER], h[TEXT_NUMBER];
    enum color color = COLOR_NONE;
    if (o->color && exceeds(r->change, whole, o->threshold)) color = r->less ? COLOR_GREEN : COLOR_RED;
    color_begin(color, f);
    fprintf(f, "%9s %9s %*s", signed_share(a, r, whole), signed_share(b, r, scaled(d, r->value[0], 0)), l->change, signed_change(c, d, r));
    color_end(color, f);
    fprintf(f, " %*s %*s", l->value[0], r->in[0] ? text_group(g, r->value[0]) : "-", l->value[1], r->in[1] ? text_group(h, r->value[1]) : "-");
    for (unsigned side = 0; side < 2 && l->seconds[side]; side++) fprintf(f, " %*s", l->seconds[side], row_seconds(g, d, r, side));
    fputs("  ", f);
    report_print_name(o->by, name, l->name_most, f);
    fputc('\n', f);
}

static double seconds(const struct diff *d, unsigned side) { return seconds_of(d, side, d->cycles[side]); }

/* What of the second profile's sources stands under the first one's names. */
static void print_sources(const struct diff *d, FILE *f)
{
    for (size_t i = 0; i < d->sources; i++) {
        fputs("# lines of ", f);
        text_name(f, d->source[i].name[0]);
        fputs(": in B of ", f);
        text_name(f, d->source[i].name[1]);
        fputc('\n', f);
    }
}

/* Cycles of two models are not to be compared without a word, nor those of two clocks without seconds. */
static void print_clocks(const struct diff *d, FILE *f)
{
    char hz[TEXT_NUMBER];
    if (!clocks_differ(d)) return;
    if (strcmp(d->isa[0], d->isa[1])) {
        fputs("# different processors: A ", f);
        text_name(f, d->isa[0]);
        fputs(", B ", f);
        text_name(f, d->isa[1]);
        fputs("; compare seconds\n", f);
    }
    fputs("# different models", f);
    for (unsigned side = 0; side < 2; side++) {
        fprintf(f, "%s %c ", side ? "," : ":", "AB"[side]);
        text_name(f, d->cpu[side]);
        fprintf(f, " at %s Hz, %.6f s", text_group(hz, d->clock_hz[side]), seconds(d, side));
    }
    if (d->cycles[0]) {
        double percent = 100 * (seconds(d, 1) / seconds(d, 0) - 1);
        char digits[TEXT_NUMBER], share[TEXT_NUMBER];
        snprintf(digits, sizeof digits, "%.2f", percent < 0 ? -percent : percent);
        fprintf(f, " (%s %%)", with_sign(share, percent < 0, digits));
    }
    fputc('\n', f);
    if (diff_in_time(d)) fputs("# a cycle is not the same time in both: changes, shares and the order of rows are of seconds\n", f);
}

void diff_print(const struct diff *d, const struct diff_options *o, const char *const names[2], FILE *f)
{
    struct diff_row total = total_of(d);
    size_t shown = 0, hidden = 0;
    char n[TEXT_NUMBER];
    for (unsigned side = 0; side < 2; side++) {
        fprintf(f, "# %c ", "AB"[side]);
        text_name(f, names[side]);
        if (d->collected[side]) fputs(", part of the run: ", f);
        if (d->collected[side]) text_name(f, d->collected[side]);
        fputc('\n', f);
    }
    print_clocks(d, f);
    print_sources(d, f);
    if (o->event == EVENT_TICKS && d->tick_cycles[0] != d->tick_cycles[1]) {
        fprintf(f, "# a tick is not the same in both: A has one every %s cycles,", text_group(n, d->tick_cycles[0]));
        fprintf(f, " B every %s\n", text_group(n, d->tick_cycles[1]));
    }
    struct layout l = layout_of(d, &total, o);
    fprintf(f, "#%8s %9s %*s %*s %*s", "% of all", "% of it", l.change, changed_name(d, o), l.value[0], side_name(d, 0), l.value[1], side_name(d, 1));
    for (unsigned side = 0; side < 2 && l.seconds[side]; side++) fprintf(f, " %*s", l.seconds[side], side ? "B s" : "A s");
    fprintf(f, "  %s\n", by_names[o->by]);
    print_row(d, &total, "total", o, &l, f);
    for (size_t i = 0; i < d->rows && d->row[i].change; i++) {
        if (o->limit && shown >= o->limit) {
            hidden++;
            continue;
        }
        print_row(d, &d->row[i], d->row[i].told, o, &l, f);
        shown++;
    }
    text_left_out(f, hidden);
}

static void print_value(const struct diff_row *r, unsigned side, FILE *f)
{
    if (r->in[side]) fprintf(f, "%" PRIu64, r->value[side]);
    else fputs("null", f);
}

static void print_seconds(const struct diff *d, const struct diff_row *r, unsigned side, FILE *f)
{
    if (r->in[side]) fprintf(f, "%.9f", seconds_of(d, side, r->value[side]));
    else fputs("null", f);
}

/* {"a":"...","b":"..."} behind what stands before it. */
static void print_pair(const char *before, const char *const text[2], FILE *f)
{
    fprintf(f, "%s%s{\"a\":", before, strlen(before) > 1 ? ":" : "");
    text_json(f, text[0]);
    fputs(",\"b\":", f);
    text_json(f, text[1]);
    fputc('}', f);
}

void diff_print_json(const struct diff *d, const struct diff_options *o, FILE *f)
{
    fprintf(f, "{\"schema_version\":%d,\"by\":\"%s\",\"event\":\"%s\",\"totals\":{\"a\":%" PRIu64 ",\"b\":%" PRIu64
               "},\"collected\":{\"a\":",
            SCHEMA_VERSION, by_names[o->by], profile_event_name(o->event), d->total[0], d->total[1]);
    text_json_or_null(f, d->collected[0]);
    fputs(",\"b\":", f);
    text_json_or_null(f, d->collected[1]);
    print_pair("},\n\"isa\"", (const char *const *)d->isa, f);
    print_pair(",\n\"cpu\"", (const char *const *)d->cpu, f);
    fprintf(f, ",\"clock_hz\":{\"a\":%" PRIu64 ",\"b\":%" PRIu64 "},\"seconds\":{\"a\":%.9f,\"b\":%.9f", d->clock_hz[0],
            d->clock_hz[1], seconds(d, 0), seconds(d, 1));
    fputs("},\n\"sources\":[", f);
    for (size_t i = 0; i < d->sources; i++) print_pair(i ? "," : "", d->source[i].name, f);
    fprintf(f, "],\"compared\":\"%s\",\"exceeds\":%s,\n\"rows\":[", changed_name(d, o), diff_exceeds(d, o) ? "true" : "false");
    for (size_t i = 0; i < d->rows && d->row[i].change && (!o->limit || i < o->limit); i++) {
        fprintf(f, "%s\n{\"name\":", i ? "," : "");
        text_json(f, d->row[i].name);
        fputs(",\"image\":", f);
        text_json(f, d->row[i].image);
        if (d->row[i].source) {
            fputs(",\"file\":", f);
            text_json(f, d->row[i].source);
        }
        fputs(",\"a\":", f);
        print_value(&d->row[i], 0, f);
        fputs(",\"b\":", f);
        print_value(&d->row[i], 1, f);
        if (o->event == EVENT_CYCLES) {
            fputs(",\"seconds\":{\"a\":", f);
            print_seconds(d, &d->row[i], 0, f);
            fputs(",\"b\":", f);
            print_seconds(d, &d->row[i], 1, f);
            fputc('}', f);
        }
        fputc('}', f);
    }
    fputs("]}\n", f);
}
