#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "prof/report/report.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/inclusive.h"
#include "prof/profile/profile_inlines.h"
#include "prof/profile/stacks.h"
#include "prof/report/color.h"

#include <inttypes.h>
#include <stdlib.h>

#define SUMMARY_ROWS   10
#define SCHEMA_VERSION 1

static const char *const by_names[] = {"function", "line", "file", "image", "function"};
static const char *const key_names[REPORT_KEYS] = {"cycles", "instructions", "slots",   "ticks",
                                                   "calls",  "cpi",          "address", "name",  "inclusive"};

/* ---- Sums ---- */

static bool ran(const struct report_row *row)
{
    return row->sum.slots || row->sum.cycles || row->sum.ticks || row->calls || row->led;
}

/* Row of the code of an image, or of no image, of which nothing better is known; `first` is that of image 0. */
static size_t image_row(const struct profile *p, u64 address, size_t first)
{
    u32 image = profile_image_at(p, address);
    return first + (image != PROFILE_NONE ? image : p->images);
}

static void name_function(struct report_row *row, const struct profile *p, u32 function)
{
    const struct profile_function *f = &p->function[function];
    const struct profile_insn *insn = profile_insn_at(p, f->start);
    row->function = function;
    row->image = f->image;
    row->start = f->start;
    row->size = f->size;
    row->name = alloc_string(f->name);
    if (!insn) return;
    row->file = insn->file;
    row->line = insn->line;
}

static void name_inlined(struct report_row *row, const struct profile *p, const struct inline_function *g)
{
    row->inlined = true;
    row->name = profile_inline_label(g);
    for (u32 i = 0; g->file && i < p->files; i++)
        if (!strcmp(p->file[i], g->file)) row->file = i, row->line = g->line;
}

/* In a part of a run a function may have done nothing but wait for what it had called before. */
static void mark_open(struct report *r, const struct profile *p)
{
    bool *seen = alloc_zeroed(p->contexts, sizeof *seen);
    for (size_t i = 0; i < p->contexts; i++) {
        if (!p->context[i].cycles && !p->context[i].instructions) continue;
        for (u32 at = (u32)i; at != CONTEXT_NONE && !seen[at]; at = p->context[at].parent) {
            seen[at] = true;
            r->row[stacks_row(p, p->context[at].to)].led = true;
        }
    }
    free(seen);
}

static bool costs(const struct inclusive_cost *c)
{
    u64 any = 0;
    for (unsigned e = 0; e < PROFILE_EVENTS; e++) any |= c->value[e];
    return any != 0;
}

static void sum_functions(struct report *r, const struct profile *p, enum report_by by)
{
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = &p->insn[i];
        u32 copy = by == BY_INLINED ? profile_copy_at(p, insn->count.pc) : INLINES_NONE;
        size_t row = copy != INLINES_NONE ? profile_rows(p) + p->inlines->copy[copy].function : profile_insn_row(p, insn);
        profile_add(&r->row[row].sum, &insn->count); /* cannot overflow: the totals did not */
    }
    for (size_t i = 0; i < p->arcs; i++) {
        u32 to = profile_function_at(p, p->arc[i].to);
        size_t at = to != PROFILE_NONE ? to : image_row(p, p->arc[i].to, p->functions);
        r->row[at].calls += p->arc[i].count; /* nor can these */
    }
    if (p->slices && p->slices->part) mark_open(r, p);
    /* All code of a copy may be in copies that are in it, and all of a function in copies; and the child of a fork may have
     * ended in what its parent's functions had called. */
    size_t rows = by == BY_INLINED ? profile_inline_rows(p) : profile_rows(p);
    for (size_t i = 0; r->inclusive && i < rows; i++) r->row[i].led |= costs(&r->inclusive[i]);
    for (size_t i = 0; i < p->functions; i++)
        if (ran(&r->row[i])) name_function(&r->row[i], p, (u32)i);
    for (size_t i = profile_rows(p); by == BY_INLINED && i < profile_inline_rows(p); i++)
        if (ran(&r->row[i])) name_inlined(&r->row[i], p, profile_inline_function(p, (u32)i));
}

/* Instructions in the order of their lines. */
static int by_line(const void *a, const void *b, void *by)
{
    const struct profile_insn *x = *(const struct profile_insn *const *)a, *y = *(const struct profile_insn *const *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (*(const enum report_by *)by == BY_LINE && x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->count.pc > y->count.pc) - (x->count.pc < y->count.pc);
}

static char *line_label(const struct profile *p, u32 file, u32 line)
{
    size_t n = strlen(p->file[file]) + 16;
    char *label = alloc_zeroed(n, 1);
    snprintf(label, n, line ? "%s:%" PRIu32 : "%s", p->file[file], line);
    return label;
}

/* The rows of source lines stand at r->row, those of images from `images` on. */
static void sum_lines(struct report *r, const struct profile *p, enum report_by by, size_t images)
{
    const struct profile_insn **list = alloc_zeroed(p->insns, sizeof *list);
    struct report_row **row_of = alloc_zeroed(p->insns, sizeof *row_of);
    size_t rows = 0;
    for (size_t i = 0; i < p->insns; i++) list[i] = &p->insn[i];
    qsort_r(list, p->insns, sizeof *list, by_line, &by);
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = list[i];
        u32 line = by == BY_LINE ? insn->line : 0;
        struct report_row *row = &r->row[rows ? rows - 1 : 0];
        if (insn->file == PROFILE_NONE) {
            row = &r->row[image_row(p, insn->count.pc, images)];
        } else if (!row->name || row->file != insn->file || row->line != line) {
            row = &r->row[rows++];
            *row = (struct report_row){.name = line_label(p, insn->file, line), .function = PROFILE_NONE,
                                       .image = profile_image_at(p, insn->count.pc), .file = insn->file, .line = line,
                                       .start = insn->count.pc};
        }
        profile_add(&row->sum, &insn->count);
        row_of[insn - p->insn] = row;
    }
    for (size_t i = 0; i < p->arcs; i++) {
        const struct profile_insn *to = profile_insn_at(p, p->arc[i].to);
        if (to) row_of[to - p->insn]->calls += p->arc[i].count;
        else r->row[image_row(p, p->arc[i].to, images)].calls += p->arc[i].count;
    }
    free(list);
    free(row_of);
}

/* Each image, and what is in none, has its row already. */
static void sum_images(struct report *r, const struct profile *p)
{
    for (size_t i = 0; i < p->insns; i++) profile_add(&r->row[image_row(p, p->insn[i].count.pc, 0)].sum, &p->insn[i].count);
    for (size_t i = 0; i < p->arcs; i++) r->row[image_row(p, p->arc[i].to, 0)].calls += p->arc[i].count;
}

static char *name_of_image(const struct profile *p, u32 image, enum report_by by)
{
    return by == BY_IMAGE && image != PROFILE_NONE ? alloc_string(p->image[image].path) : profile_image_label(p, image);
}

static int by_name(const void *x, const void *y)
{
    const struct report_row *a = *(struct report_row *const *)x, *b = *(struct report_row *const *)y;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->image > b->image) - (a->image < b->image);
}

static char *with_place(const struct report_row *row, const struct profile *p)
{
    const char *file = text_base(p->file[row->file]);
    size_t n = strlen(row->name) + strlen(file) + sizeof " (:4294967295)";
    char *told = alloc_zeroed(n, 1);
    snprintf(told, n, "%s (%s:%" PRIu32 ")", row->name, file, row->line);
    return told;
}

static void tell_image(struct report_row *row, const struct profile *p)
{
    const char *name = report_told(row);
    char *image = profile_image_label(p, row->image);
    size_t n = strlen(name) + strlen(image) + 2;
    char *told = alloc_zeroed(n, 1);
    snprintf(told, n, "%s %s", name, image);
    free(image);
    free(row->told);
    row->told = told;
}

/* A name that is made of an address in its file ("sub_1230"; prof/symbols/names.h) says nothing without that file. */
static bool is_an_address(const char *name)
{
    size_t digits = strncmp(name, "sub_", 4) ? 0 : strspn(name + 4, "0123456789abcdef");
    return digits && (!name[4 + digits] || name[4 + digits] == '@'); /* or a stub of it */
}

/* Functions of one name, which those of one source file can have, are told with where they begin; those of several images, such as each one's
 * "malloc@plt", with the image. */
static void tell_apart(struct report *r, const struct profile *p)
{
    u32 program = profile_program(p);
    struct report_row **list = alloc_zeroed(r->rows, sizeof *list);
    for (size_t i = 0; i < r->rows; i++) list[i] = &r->row[i];
    qsort(list, r->rows, sizeof *list, by_name);
    for (size_t i = 0, end; i < r->rows; i = end) {
        bool apart = false; /* the two constructors of a class, one of which is for what is derived of it, are not */
        for (end = i; end < r->rows && !by_name(&list[i], &list[end]); end++)
            apart |= list[end]->file != list[i]->file || list[end]->line != list[i]->line;
        for (size_t k = i; apart && k < end; k++)
            if (list[k]->file != PROFILE_NONE) list[k]->told = with_place(list[k], p);
    }
    for (size_t i = 0, end; i < r->rows; i = end) {
        for (end = i; end < r->rows && !strcmp(list[i]->name, list[end]->name); end++) continue;
        bool several = list[i]->image != list[end - 1]->image;
        for (size_t k = i; k < end; k++)
            if (list[k]->function != PROFILE_NONE && list[k]->image != program && (several || is_an_address(list[k]->name))) tell_image(list[k], p);
    }
    free(list);
}

/* With r->inclusive as it is. */
static void make(struct report *r, const struct profile *p, enum report_by by)
{
    /* One row a function or line, then one an image for what has none, then one for what lies in no image. */
    bool functions = by == BY_FUNCTION || by == BY_INLINED;
    size_t images = functions ? p->functions : by == BY_IMAGE ? 0 : p->insns, inlined = images + p->images + 1, n = 0;
    size_t rows = by == BY_INLINED ? profile_inline_rows(p) : inlined;
    r->row = alloc_zeroed(rows, sizeof *r->row);
    for (size_t i = 0; i < rows; i++)
        r->row[i].function = r->row[i].image = r->row[i].file = PROFILE_NONE;
    if (functions) sum_functions(r, p, by);
    else if (by == BY_IMAGE) sum_images(r, p);
    else sum_lines(r, p, by, images);
    for (size_t i = 0; i < rows; i++) {
        struct report_row row = r->row[i];
        if (!ran(&row)) {
            free(row.name);
            continue;
        }
        if (i >= images && i < inlined) {
            row.image = i + 1 < inlined ? (u32)(i - images) : PROFILE_NONE;
            row.name = name_of_image(p, row.image, by);
        }
        if (r->inclusive) row.with = &r->inclusive[i];
        r->row[n++] = row;
    }
    r->rows = n;
    if (functions && n) tell_apart(r, p);
}

void report_make(struct report *r, const struct profile *p, enum report_by by)
{
    r->inclusive = NULL;
    make(r, p, by);
}

void report_make_inclusive(struct report *r, const struct profile *p, enum report_by by)
{
    r->inclusive = inclusive_rows(p);
    make(r, p, by);
}

u32 report_row_of(const struct report_row *row, const struct profile *p)
{
    if (row->function != PROFILE_NONE) return row->function;
    return (u32)(p->functions + (row->image != PROFILE_NONE ? row->image : p->images));
}

void report_free(struct report *r)
{
    for (size_t i = 0; i < r->rows; i++) free(r->row[i].name), free(r->row[i].told);
    free(r->row);
    free(r->inclusive);
    memset(r, 0, sizeof *r);
}

/* ---- Order ---- */

static int descend(u64 a, u64 b) { return (a < b) - (a > b); }

/* CPI a above b: cross products, so that no rounding decides. What executed nothing comes last. */
static int compare_cpi(const struct pc_count *a, const struct pc_count *b)
{
    if (!a->instructions || !b->instructions) return descend(a->instructions != 0, b->instructions != 0);
    u128 x = (u128)a->cycles * b->instructions, y = (u128)b->cycles * a->instructions;
    return (x < y) - (x > y);
}

static int compare_key(const struct report_row *a, const struct report_row *b, enum report_key key)
{
    switch (key) {
    case KEY_CYCLES: return descend(a->sum.cycles, b->sum.cycles);
    case KEY_INSTRUCTIONS: return descend(a->sum.instructions, b->sum.instructions);
    case KEY_SLOTS: return descend(a->sum.slots, b->sum.slots);
    case KEY_TICKS: return descend(a->sum.ticks, b->sum.ticks);
    case KEY_CALLS: return descend(a->calls, b->calls);
    case KEY_CPI: return compare_cpi(&a->sum, &b->sum);
    case KEY_ADDRESS: return descend(b->start, a->start);
    case KEY_NAME: return strcmp(a->name, b->name);
    case KEY_INCLUSIVE: return a->with && b->with ? descend(a->with->value[EVENT_CYCLES], b->with->value[EVENT_CYCLES]) : 0;
    }
    return 0;
}

static int compare_rows(const void *x, const void *y, void *context)
{
    const struct report_row *a = x, *b = y;
    const struct report_options *o = context;
    int order = 0;
    for (unsigned i = 0; i < o->keys && !order; i++) order = compare_key(a, b, o->key[i]);
    if (!order && !o->keys) order = compare_key(a, b, KEY_CYCLES);
    if (!order) order = compare_key(a, b, KEY_ADDRESS);
    if (!order) order = compare_key(a, b, KEY_NAME);
    return order ? order : (a->image > b->image) - (a->image < b->image);
}

void report_sort(struct report *r, const struct report_options *o)
{
    struct report_options copy = *o;
    qsort_r(r->row, r->rows, sizeof *r->row, compare_rows, &copy);
}

int report_parse_keys(const char *list, struct report_options *o, struct error *e)
{
    o->keys = 0;
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ","), key = 0;
        while (key < REPORT_KEYS && (strlen(key_names[key]) != n || strncmp(at, key_names[key], n))) key++;
        if (key == REPORT_KEYS || o->keys == REPORT_KEYS)
            return error_set(e,
                             "cannot sort by '%s': keys are cycles, instructions, slots, ticks, calls, cpi, "
                             "inclusive, address and name, with commas between",
                             list);
        o->key[o->keys++] = (enum report_key)key;
        at += n;
        if (!*at) return 0;
    }
}

enum profile_event report_event(const struct report_options *o)
{
    for (unsigned i = 0; i < o->keys; i++)
        if (o->key[i] <= KEY_TICKS) return (enum profile_event)o->key[i]; /* the same four, in the same order */
    return EVENT_CYCLES;
}

bool report_shows(const struct report_row *row, u64 whole, const struct report_options *o, u64 before)
{
    if (o->limit && before >= o->limit) return false;
    return !o->percent_limit || (u128)profile_event(&row->sum, report_event(o)) * 10000 >= (u128)o->percent_limit * whole;
}

/* ---- Text ---- */

void report_print_stalls(const struct pc_count *c, FILE *f)
{
    char a[TEXT_NUMBER];
    const char *before = "";
    for (unsigned s = 0; s < STALLS; s++) {
        if (!c->stalls[s]) continue;
        fprintf(f, "%s%s %s", before, stall_name((enum stall)s), text_group(a, c->stalls[s]));
        before = ", ";
    }
}

void report_print_collected(const struct profile *p, FILE *f)
{
    if (!p->collected) return;
    fputs("# part of the run: ", f);
    text_name(f, p->collected);
    fputc('\n', f);
}

static void print_exit(const struct profile_exit *e, FILE *f)
{
    switch (e->kind) {
    case EXIT_UNKNOWN: break;
    case EXIT_CODE: fprintf(f, "; exit %d", e->code); break;
    case EXIT_LIMIT: fputs("; exit at a limit", f); break;
    case EXIT_NONE: fputs("; exit none: the run was ended from outside, or another program took its place", f); break;
    case EXIT_MIXED: fputs("; exit of several kinds", f); break;
    case EXIT_SIGNAL:
        fputs("; exit by signal ", f);
        text_name(f, e->signal);
        break;
    }
}

void report_print_head(const struct profile *p, FILE *f)
{
    char a[TEXT_COUNT], b[TEXT_COUNT], c[TEXT_COUNT], d[TEXT_COUNT], cpi[TEXT_NUMBER];
    for (size_t i = 0; i < p->images; i++) {
        fputs("# image ", f);
        text_name(f, p->image[i].path);
        fputc('\n', f);
    }
    fputs("# ", f);
    text_name(f, p->isa);
    if (profile_is_sampled(p)) {
        fprintf(f, ": counts by address, %s in all, by a clock of %s Hz; of what is not said in such a file (mostly ticks)\n",
                text_group(a, p->total.ticks), text_group(b, p->clock_hz));
        return;
    }
    fputc(' ', f);
    text_name(f, p->cpu);
    fprintf(f, ", %s Hz, a tick every %s", text_group(a, p->clock_hz), text_count(b, p->tick_cycles, "cycle"));
    print_exit(&p->exit, f);
    fputc('\n', f);
    report_print_collected(p, f);
    fprintf(f, "# %s, %s, %s, CPI %s, %s", text_count(a, p->total.cycles, "cycle"),
            text_count(b, p->total.instructions, "instruction"), text_count(c, p->total.slots, "slot"),
            text_ratio(cpi, p->total.cycles, p->total.instructions), text_count(d, p->total.ticks, "tick"));
    if (p->handler_cycles) fprintf(f, ", %s in the tick handler", text_count(a, p->handler_cycles, "cycle"));
    fputc('\n', f);
    u64 stalls = profile_stalls(&p->total);
    if (!stalls) return;
    fprintf(f, "# %s %% of the cycles are stalls: ", text_percent(a, text_share(stalls, p->total.cycles)));
    report_print_stalls(&p->total, f);
    fputc('\n', f);
}

void report_print_name(enum report_by by, const char *name, size_t most, FILE *f)
{
    char *text = by == BY_FUNCTION ? text_shortened(name, most) : text_tail(name, most);
    text_name(f, text);
    free(text);
}

enum { NUMBERS = 6, NAME_LEAST = 8, NAME_WANTED = 24 };

struct cells {
    char text[NUMBERS][TEXT_NUMBER];
};

static const char *const number_names[NUMBERS] = {"cycles", "instructions", "slots", "calls", "ticks", "CPI"};

static void fill_cells(struct cells *c, const struct report_row *row, bool calls)
{
    text_group(c->text[0], row->sum.cycles);
    text_group(c->text[1], row->sum.instructions);
    text_group(c->text[2], row->sum.slots);
    if (calls && !row->inlined) text_group(c->text[3], row->calls);
    else strcpy(c->text[3], "-");
    text_group(c->text[4], row->sum.ticks);
    text_ratio(c->text[5], row->sum.cycles, row->sum.instructions);
}

/* How rows are laid out: widths of the numbers (0: left out), and the most bytes of a name (0: all). */
struct layout {
    int width[NUMBERS];
    bool cumul;
    size_t name_most;
    enum report_by by;
};

/* On a narrow terminal names come before what one looks at least: slots, shares added up, instructions. */
static void leave_out(struct layout *l, size_t terminal, size_t taken, enum profile_event event)
{
    enum { INSTRUCTIONS = 1, SLOTS = 2 };
    static const struct {
        enum profile_event event;
        unsigned column;
    } number[] = {{EVENT_SLOTS, SLOTS}, {EVENT_CYCLES, NUMBERS}, {EVENT_INSTRUCTIONS, INSTRUCTIONS}};
    for (unsigned i = 0; i < ARRAY_LEN(number) && terminal < taken + NAME_WANTED; i++) {
        unsigned k = number[i].column;
        if (k == NUMBERS) l->cumul = false, taken -= 8;
        else if (number[i].event != event) taken -= (size_t)l->width[k] + 1, l->width[k] = 0;
    }
    l->name_most = terminal > taken + NAME_LEAST ? terminal - taken : NAME_LEAST;
}

static void print_left_out(const struct layout *l, FILE *f)
{
    const char *before = "; no room for ";
    for (unsigned k = 0; k <= NUMBERS; k++) {
        if (k < NUMBERS ? l->width[k] != 0 : l->cumul) continue;
        fprintf(f, "%s%s", before, k < NUMBERS ? number_names[k] : "cumul %");
        before = ", ";
    }
    if (*before == ',') fputs(": --wide", f);
}

static struct layout layout_of(const struct report *r, const struct report_options *o, bool calls)
{
    struct layout l = {{18, 18, 18, 14, 9, 8}, true, 0, o->by};
    if (!o->terminal) return l;
    size_t taken = 7 + 8 + (o->inclusive ? 8 : 0) + 2; /* the shares, and blanks before the name */
    for (unsigned k = 0; k < NUMBERS; k++) l.width[k] = (int)strlen(number_names[k]) + !k; /* "cumul %" ends where the first one begins */
    for (size_t i = 0; i < r->rows; i++) {
        struct cells c;
        fill_cells(&c, &r->row[i], calls);
        for (unsigned k = 0; k < NUMBERS; k++)
            if ((int)strlen(c.text[k]) > l.width[k]) l.width[k] = (int)strlen(c.text[k]);
    }
    for (unsigned k = 0; k < NUMBERS; k++) taken += (size_t)l.width[k] + 1;
    leave_out(&l, o->terminal, taken, report_event(o));
    return l;
}

/* `with`: the share with all that it called; NULL: not shown. */
static void print_row(const struct report_row *row, u64 share, u64 up_to, const u64 *with, bool calls, const struct layout *l, bool color,
                      FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER];
    struct cells c;
    enum color heat = color ? color_heat(share) : COLOR_NONE;
    fill_cells(&c, row, calls);
    color_begin(heat, f);
    fprintf(f, "%7s", text_percent(a, share));
    color_end(heat, f);
    if (l->cumul) fprintf(f, " %7s", text_percent(b, up_to));
    if (with) fprintf(f, " %7s", text_percent(b, *with));
    for (unsigned k = 0; k < NUMBERS; k++)
        if (l->width[k]) fprintf(f, " %*s", l->width[k], c.text[k]);
    fputs("  ", f);
    report_print_name(l->by, report_told(row), l->name_most, f);
    fputc('\n', f);
}

void report_print(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f)
{
    enum profile_event event = report_event(o);
    u64 whole = profile_event(&p->total, event), up_to = 0, printed = 0, hidden = 0;
    report_print_head(p, f);
    fprintf(f, "# percentages are of %s", profile_event_name(event));
    struct layout l = layout_of(r, o, p->arcs != 0);
    print_left_out(&l, f);
    fprintf(f, "\n#\n#self %%%s%s", l.cumul ? "  cumul %" : "", o->inclusive ? "  incl %" : "");
    for (unsigned k = 0; k < NUMBERS; k++)
        if (l.width[k]) fprintf(f, "%s%*s", k ? " " : "", l.width[k], number_names[k]);
    fprintf(f, "  %s\n", by_names[o->by]);
    for (size_t i = 0; i < r->rows; i++) {
        u64 part = profile_event(&r->row[i].sum, event);
        if (!report_shows(&r->row[i], whole, o, printed)) {
            hidden++;
            continue;
        }
        up_to += part;
        const struct inclusive_cost *with = r->row[i].with;
        u64 all = with ? text_share(with->value[event], whole) : 0;
        print_row(&r->row[i], text_share(part, whole), text_share(up_to, whole), with ? &all : NULL, p->arcs != 0, &l, o->color, f);
        printed++;
    }
    text_left_out(f, hidden);
}

void report_summary(const struct profile *p, FILE *f)
{
    char a[TEXT_COUNT], b[TEXT_COUNT], c[TEXT_NUMBER], d[TEXT_COUNT];
    struct report r;
    struct report_options by_cycles = {0};
    report_make(&r, p, BY_FUNCTION);
    report_sort(&r, &by_cycles);
    fprintf(f, "pcgram: %s, %s, CPI %s, %s\n", text_count(a, p->total.cycles, "cycle"),
            text_count(b, p->total.instructions, "instruction"), text_ratio(c, p->total.cycles, p->total.instructions),
            text_count(d, p->total.ticks, "tick"));
    if (r.rows) fprintf(f, "pcgram: %8s %18s %9s  function\n", "cycles %", "cycles", "ticks");
    for (size_t i = 0; i < r.rows && i < SUMMARY_ROWS; i++) {
        const struct pc_count *sum = &r.row[i].sum;
        fprintf(f, "pcgram: %8s %18s %9s  ", text_percent(a, text_share(sum->cycles, p->total.cycles)),
                text_group(b, sum->cycles), text_group(c, sum->ticks));
        text_name(f, r.row[i].name);
        fputc('\n', f);
    }
    if (r.rows > SUMMARY_ROWS) fprintf(f, "pcgram: and %s\n", text_count(a, r.rows - SUMMARY_ROWS, "more function"));
    report_free(&r);
}

/* ---- JSON ---- */

void report_print_json_counts(const struct pc_count *c, FILE *f)
{
    for (unsigned i = 0; i < PROFILE_EVENTS; i++) {
        enum profile_event event = (enum profile_event)i;
        fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : "", profile_event_name(event), profile_event(c, event));
    }
    if (c->mispredicted) fprintf(f, ",\"mispredicted\":%" PRIu64, c->mispredicted);
    if (!profile_stalls(c)) return;
    fputs(",\"stalls\":{", f);
    for (unsigned s = 0; s < STALLS; s++)
        fprintf(f, "%s\"%s\":%" PRIu64, s ? "," : "", stall_name((enum stall)s), c->stalls[s]);
    fputc('}', f);
}

void report_print_json_head(const struct profile *p, FILE *f)
{
    char address[TEXT_NUMBER];
    fprintf(f, "\"schema_version\":%d,\"isa\":", SCHEMA_VERSION);
    text_json(f, p->isa);
    fputs(",\"cpu\":", f);
    text_json(f, p->cpu);
    fprintf(f, ",\"clock_hz\":%" PRIu64 ",\"tick_cycles\":%" PRIu64 ",\n\"totals\":{", p->clock_hz, p->tick_cycles);
    report_print_json_counts(&p->total, f);
    fprintf(f, ",\"handler_cycles\":%" PRIu64 "},\n\"exit\":", p->handler_cycles);
    switch (p->exit.kind) {
    case EXIT_NONE: fputs("null", f); break;
    case EXIT_UNKNOWN: fputs("{\"unknown\":true}", f); break;
    case EXIT_CODE: fprintf(f, "{\"code\":%d}", p->exit.code); break;
    case EXIT_LIMIT: fputs("{\"limit\":true}", f); break;
    case EXIT_MIXED: fputs("{\"mixed\":true}", f); break;
    case EXIT_SIGNAL:
        fputs("{\"signal\":", f);
        text_json(f, p->exit.signal);
        fputc('}', f);
        break;
    }
    fputs(",\n\"collected\":", f);
    text_json_or_null(f, p->collected);
    fputs(",\n\"images\":[", f);
    for (size_t i = 0; i < p->images; i++) {
        const struct profile_image *m = &p->image[i];
        fprintf(f, "%s\n{\"path\":", i ? "," : "");
        text_json(f, m->path);
        fprintf(f,
                ",\"bias\":\"%s\",\"size\":%" PRIu64 ",\"build_id\":", text_address(address, m->bias, p->address_size),
                m->size);
        text_json(f, m->build_id);
        fputc('}', f);
    }
    fputs("],\n", f);
}

static void print_json_index(u32 index, FILE *f)
{
    if (index == PROFILE_NONE) fputs("null", f);
    else fprintf(f, "%" PRIu32, index);
}

void report_print_json_line(const struct profile *p, u32 file, u32 line, FILE *f)
{
    fputs("\"file\":", f);
    if (file == PROFILE_NONE) fputs("null", f);
    else text_json(f, p->file[file]);
    if (line) fprintf(f, ",\"line\":%" PRIu32 ",", line);
    else fputs(",\"line\":null,", f);
}

static void print_inclusive(const struct inclusive_cost *c, FILE *f)
{
    fputs(",\"inclusive\":{", f);
    for (unsigned e = 0; e < PROFILE_EVENTS; e++)
        fprintf(f, "%s\"%s\":%" PRIu64, e ? "," : "", profile_event_name((enum profile_event)e), c->value[e]);
    fputc('}', f);
}

void report_print_json_row(const struct report_row *row, const struct profile *p, FILE *f)
{
    char address[TEXT_NUMBER];
    fputs("{\"name\":", f);
    text_json(f, row->name);
    fputs(",\"image\":", f);
    print_json_index(row->image, f);
    if (row->function == PROFILE_NONE) fputs(",\"address\":null", f);
    else fprintf(f, ",\"address\":\"%s\"", text_address(address, row->start, p->address_size));
    fprintf(f, ",\"size\":%" PRIu64 ",", row->size);
    report_print_json_line(p, row->file, row->line, f);
    report_print_json_counts(&row->sum, f);
    if (row->with) print_inclusive(row->with, f);
    fprintf(f, ",\"calls\":%" PRIu64 "%s", row->calls, row->inlined ? ",\"inlined\":true" : "");
}

void report_print_json(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f)
{
    enum profile_event event = report_event(o);
    u64 whole = profile_event(&p->total, event), printed = 0;
    fputs("{", f);
    report_print_json_head(p, f);
    fprintf(f, "\"by\":\"%s\",\n\"functions\":[", by_names[o->by]);
    for (size_t i = 0; i < r->rows; i++) {
        const struct report_row *row = &r->row[i];
        if (!report_shows(row, whole, o, printed)) continue;
        fputs(printed++ ? ",\n" : "\n", f);
        report_print_json_row(row, p, f);
        fputc('}', f);
    }
    fputs("]}\n", f);
}
