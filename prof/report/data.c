#include "prof/report/data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/report/report.h"

/* An object with the sum of its accesses. */
struct entry {
    const struct data_object *object;
    const struct data_row **row; /* by what is sorted by; of the same list for all */
    size_t rows;
    u64 sum[DATA_COUNTS];
    u32 index;
    size_t use, band; /* where its own begin */
};

struct list {
    struct entry *entry;
    const struct data_row **row;
    size_t entries;
    u64 total[DATA_COUNTS];
};

static const char *const sort_names[] = {"stalls", "misses", "accesses", "sharing"};

bool data_sort_find(const char *word, enum data_sort *sort)
{
    for (unsigned i = 0; i < ARRAY_LEN(sort_names); i++) {
        if (strcmp(word, sort_names[i])) continue;
        *sort = (enum data_sort)i;
        return true;
    }
    return false;
}

/* --- order ----------------------------------------------------------------------------------------------------------------- */

static u64 stalls(const u64 *n) { return n[DATA_DCACHE] + n[DATA_TLB_STALL]; }

static int greater_first(u64 a, u64 b) { return (a < b) - (a > b); }

static int compare(const u64 *a, const u64 *b, enum data_sort sort)
{
    const int by[] = {greater_first(stalls(a), stalls(b)), greater_first(a[DATA_L1], b[DATA_L1]),
                      greater_first(data_accesses(a), data_accesses(b)),
                      a[DATA_FALSE] != b[DATA_FALSE] ? greater_first(a[DATA_FALSE], b[DATA_FALSE]) : greater_first(a[DATA_TRUE], b[DATA_TRUE])};
    if (by[sort]) return by[sort];
    for (unsigned i = 0; i < DATA_BY_SHARING; i++)
        if (by[i]) return by[i];
    return 0;
}

static int by_cost(const void *a, const void *b, void *sort)
{
    const struct entry *x = a, *y = b;
    int order = compare(x->sum, y->sum, *(enum data_sort *)sort);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int by_row_cost(const void *a, const void *b, void *sort)
{
    const struct data_row *x = *(const struct data_row *const *)a, *y = *(const struct data_row *const *)b;
    int order = compare(x->count, y->count, *(enum data_sort *)sort);
    return order ? order : (x->pc > y->pc) - (x->pc < y->pc);
}

static void make(struct list *l, const struct profile_data *d, enum data_sort sort)
{
    size_t at = 0, use = 0, band = 0;
    *l = (struct list){.entry = alloc_zeroed(d->objects, sizeof *l->entry), .row = alloc_zeroed(d->rows, sizeof *l->row)};
    for (size_t i = 0; i < d->rows; i++) l->row[i] = &d->row[i];
    for (u32 i = 0; i < d->objects; i++) {
        struct entry *e = &l->entry[l->entries];
        if (d->of_part && (at == d->rows || d->row[at].object != i)) continue; /* not accessed there */
        l->entries++;
        while (use < d->uses && d->use[use].object < i) use++;
        while (band < d->bands && d->band[band].object < i) band++;
        *e = (struct entry){.object = &d->object[i], .row = l->row + at, .index = i, .use = use, .band = band};
        for (; at < d->rows && d->row[at].object == i; at++, e->rows++) data_add(e->sum, d->row[at].count);
        data_add(l->total, e->sum);
        if (e->rows) qsort_r(e->row, e->rows, sizeof *e->row, by_row_cost, &sort);
    }
    if (l->entries) qsort_r(l->entry, l->entries, sizeof *l->entry, by_cost, &sort);
}

static void list_free(struct list *l)
{
    free(l->entry);
    free(l->row);
}

/* --- words ------------------------------------------------------------------------------------------------------------------ */

/* "main+0x1c (sw.c:5)". */
static void print_place(const struct profile *p, u64 pc, FILE *f)
{
    char address[TEXT_NUMBER];
    u32 function = profile_function_at(p, pc);
    const struct profile_insn *insn = profile_insn_at(p, pc);
    if (function == PROFILE_NONE) fputs(text_address(address, pc, p->address_size), f);
    else {
        text_name(f, p->function[function].name);
        if (pc != p->function[function].start) fprintf(f, "+0x%" PRIx64, pc - p->function[function].start);
    }
    if (!insn || insn->file == PROFILE_NONE) return;
    fputs(" (", f);
    text_name(f, text_base(p->file[insn->file]));
    fprintf(f, ":%" PRIu32 ")", insn->line);
}

static void print_chain(const struct profile *p, u32 chain, u64 callers, const char *before, FILE *f)
{
    u64 n = 0, most = callers ? callers : UINT64_MAX;
    const struct data_chain *list = p->data->chain;
    for (; chain != DATA_NONE && list[chain].from && n < most; chain = list[chain].parent, n++) {
        fputs(n ? " < " : before, f);
        print_place(p, list[chain].from, f);
    }
    if (n == most && chain != DATA_NONE && list[chain].from) fputs(" < ...", f);
}

static void print_count(FILE *f, u64 n, const char *one)
{
    char text[TEXT_COUNT];
    fputs(text_count(text, n, one), f);
}

static void print_object(const struct profile *p, const struct data_object *o, u64 callers, FILE *f)
{
    switch (o->kind) {
    case DATA_OTHER: fputs("[not told apart]", f); break;
    case DATA_FETCH: fputs("[instructions, when fetched]", f); break;
    case DATA_STATIC:
        text_name(f, o->name);
        fputs(", ", f);
        print_count(f, o->size, "byte");
        break;
    case DATA_HEAP:
        print_count(f, o->blocks, "block");
        fputs(" of ", f);
        text_name(f, o->name);
        fputs(", ", f);
        print_count(f, o->bytes, "byte");
        print_chain(p, o->chain, callers, ", at ", f);
        break;
    case DATA_MAPPING:
        text_name(f, o->name);
        print_chain(p, o->chain, callers, ", mapped at ", f);
        break;
    case DATA_STACK:
        fputs(o->start ? "stack of " : "[stack]", f);
        if (o->start) print_place(p, o->start, f);
        break;
    case DATA_KINDS: break;
    }
}

/* --- text -------------------------------------------------------------------------------------------------------------------- */

static void print_number(FILE *f, int width, u64 n)
{
    char text[TEXT_NUMBER];
    fprintf(f, "%*s", width, text_group(text, n));
}

/* Of the misses of each kind, those that there are. */
static void print_shares(FILE *f, const u64 *n)
{
    static const struct {
        enum data_count count;
        const char *name;
    } kind[] = {{DATA_FIRST, "first touch"}, {DATA_CAPACITY, "capacity"}, {DATA_CONFLICT, "conflict"}};
    char text[TEXT_NUMBER];
    u64 sum = n[DATA_FIRST] + n[DATA_CAPACITY] + n[DATA_CONFLICT];
    const char *before = "";
    for (unsigned i = 0; i < ARRAY_LEN(kind); i++) {
        if (!n[kind[i].count]) continue;
        fprintf(f, "%s%s %s %%", before, kind[i].name, text_percent(text, text_share(n[kind[i].count], sum)));
        before = ", ";
    }
    if (!sum) fputs("none", f);
}

static void print_head(const struct profile *p, const struct list *l, FILE *f)
{
    const struct profile_data *d = p->data;
    const u64 *n = l->total;
    static const struct { const char *one, *of; } what[] = {{"object", ""}, {"pair", " of object and instruction"}, {"line", ""}, {"block", ""}};
    fputs("# accesses ", f);
    print_number(f, 0, data_accesses(n));
    fputs(": ", f);
    print_count(f, n[DATA_LOADS], "load");
    fputs(", ", f);
    print_count(f, n[DATA_STORES], "store");
    fputs("; stalls: dcache ", f);
    print_number(f, 0, n[DATA_DCACHE]);
    fputs(", tlb ", f);
    print_number(f, 0, n[DATA_TLB_STALL]);
    fputs("\n# misses of the first level: ", f);
    print_shares(f, n);
    fputc('\n', f);
    for (unsigned i = 0; i < ARRAY_LEN(what); i++) {
        if (!d->cut[i]) continue;
        fputs("# no room was left for ", f);
        print_count(f, d->cut[i], what[i].one);
        fprintf(f, "%s\n", what[i].of);
    }
    if (d->of_part)
        fprintf(f, "# %s alone; blocks and their bytes are of the whole run, and bytes used, strides and instructions are known of that only\n", p->collected);
    else fprintf(f, "# bytes used: of each line of %" PRIu32 " bytes that was used\n", d->line);
}

/* Columns of numbers; the one in front of them is the share of the stalls, the one behind them the bytes used. */
enum { COLUMNS = 5, BEGUN = 10, USED = 12, WORDS_LEAST = 40, INDENT = 12 };
static const enum data_count column_of[COLUMNS] = {DATA_DCACHE, DATA_TLB_STALL, DATA_COUNTS /* accesses */, DATA_L1, DATA_TLB};
static const char *const column_names[COLUMNS] = {"dcache", "tlb", "accesses", "l1 misses", "tlb misses"};

/* On a terminal columns are as wide as what is in them, and words have lines of their own where there is little room behind numbers. */
struct layout {
    int width[COLUMNS];
    unsigned words, terminal; /* the column in which words begin; those that there are, 0: any number */
    bool below;               /* there is not enough room behind the numbers */
};

static u64 number_of(const u64 *n, unsigned column) { return column_of[column] == DATA_COUNTS ? data_accesses(n) : n[column_of[column]]; }

static struct layout layout_of(const struct list *l, const struct data_options *o)
{
    struct layout out = {{13, 13, 13, 13, 13}, 0, o->terminal, false};
    if (!o->terminal) return out;
    out.words = BEGUN + USED + 2;
    for (unsigned k = 0; k < COLUMNS; k++) {
        char text[TEXT_NUMBER];
        int digits = (int)strlen(text_group(text, number_of(l->total, k))), name = (int)strlen(column_names[k]);
        out.width[k] = 1 + (digits > name ? digits : name);
        out.words += (unsigned)out.width[k];
    }
    out.below = out.words + WORDS_LEAST > o->terminal;
    if (out.below) out.words = INDENT;
    return out;
}

static void print_numbers(const u64 *n, const struct layout *w, FILE *f)
{
    for (unsigned k = 0; k < COLUMNS; k++) print_number(f, w->width[k], number_of(n, k));
}

static void print_names(const struct layout *w, FILE *f)
{
    fputs("# stalls %", f);
    for (unsigned k = 0; k < COLUMNS; k++) fprintf(f, "%*s", w->width[k], column_names[k]);
    fputs("  bytes used  object\n", f);
}

/* The words of a row behind its numbers, broken at blanks into lines that fit the terminal. */
static void print_words(const char *text, const struct layout *w, unsigned indent, FILE *f)
{
    unsigned first = w->words + indent, column = first;
    if (w->below) fprintf(f, "\n%*s", (int)first, "");
    else fprintf(f, "%*s", (int)indent, "");
    for (size_t n; *text; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        bool begins = column == first;
        if (w->terminal && !begins && column + 1 + n > w->terminal) {
            fprintf(f, "\n%*s", (int)first + 2, "");
            column = first + 2;
            begins = true;
        }
        if (!begins) fputc(' ', f);
        fwrite(text, 1, n, f);
        column += (unsigned)n + !begins;
    }
    fputc('\n', f);
}

static void print_row(const struct profile *p, const struct data_row *r, const struct layout *w, FILE *f)
{
    struct alloc_text words;
    const u64 *n = r->count;
    u64 steps = data_accesses(n);
    fprintf(f, "%*s", BEGUN, "");
    print_numbers(n, w, f);
    if (!w->below) fprintf(f, "%*s", USED + 2, "");
    alloc_text_begin(&words);
    fputs("by ", words.f);
    if (r->pc) print_place(p, r->pc, words.f);
    else fputs("others", words.f);
    if (r->strided && 2 * r->strided >= steps) fprintf(words.f, ", stride %" PRId64, r->stride);
    alloc_text_end(&words);
    print_words(words.text, w, 2, f);
    free(words.text);
}

static void print_accesses(u64 n, FILE *f)
{
    print_number(f, 0, n);
    fputs(n == 1 ? " access" : " accesses", f);
}

static void print_what(const struct profile *p, const struct entry *e, u64 callers, FILE *f)
{
    const struct data_object *x = e->object;
    const u64 *n = e->sum;
    print_object(p, x, callers, f);
    if (x->kind != DATA_FETCH && n[DATA_L1]) {
        fputs("; ", f);
        print_shares(f, n);
    }
    if (x->false_lines) {
        fputs("; shared falsely: ", f);
        print_count(f, x->false_lines, "line");
        fputs(", ", f);
        print_accesses(n[DATA_FALSE], f);
    }
    if (n[DATA_TRUE]) {
        fputs("; shared: ", f);
        print_accesses(n[DATA_TRUE], f);
    }
}

static void print_entry(const struct profile *p, const struct list *l, const struct entry *e, const struct data_options *o,
                        const struct layout *w, FILE *f)
{
    char number[TEXT_NUMBER];
    struct alloc_text words;
    const struct data_object *x = e->object;
    fprintf(f, "%*s", BEGUN, text_percent(number, text_share(stalls(e->sum), stalls(l->total))));
    print_numbers(e->sum, w, f);
    fprintf(f, "%*s%s", USED, x->lines ? text_percent(number, (u64)(((u128)x->touched * 100 + x->lines / 2) / x->lines)) : "-", w->below ? "" : "  ");
    alloc_text_begin(&words);
    print_what(p, e, o->callers, words.f);
    alloc_text_end(&words);
    print_words(words.text, w, 0, f);
    free(words.text);
    for (size_t i = 0; !p->data->of_part && i < e->rows && i < o->insns; i++) print_row(p, e->row[i], w, f);
}

void data_report(const struct profile *p, const struct data_options *o, FILE *f)
{
    struct list l;
    make(&l, p->data, o->sort);
    struct layout w = layout_of(&l, o);
    print_head(p, &l, f);
    print_names(&w, f);
    size_t shown = o->limit && o->limit < l.entries ? o->limit : l.entries;
    for (size_t i = 0; i < shown; i++) print_entry(p, &l, &l.entry[i], o, &w, f);
    text_left_out(f, l.entries - shown);
    list_free(&l);
}

/* --- JSON --------------------------------------------------------------------------------------------------------------------- */

static void json_counts(const u64 *n, FILE *f)
{
    for (unsigned i = 0; i < DATA_COUNTS; i++) fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : "", data_count_name((enum data_count)i), n[i]);
}

static void json_place(const struct profile *p, u64 pc, FILE *f)
{
    char address[TEXT_NUMBER];
    u32 function = profile_function_at(p, pc);
    const struct profile_insn *insn = profile_insn_at(p, pc);
    fprintf(f, "{\"address\":\"%s\",\"function\":", text_address(address, pc, p->address_size));
    if (function == PROFILE_NONE) fputs("null,\"offset\":null,", f);
    else {
        text_json(f, p->function[function].name);
        fprintf(f, ",\"offset\":%" PRIu64 ",", pc - p->function[function].start);
    }
    if (insn) report_print_json_line(p, insn->file, insn->line, f);
    else fputs("\"file\":null,\"line\":null,", f);
}

static void json_chain(const struct profile *p, u32 chain, FILE *f)
{
    const struct data_chain *list = p->data->chain;
    fputs("[", f);
    for (bool first = true; chain != DATA_NONE && list[chain].from; chain = list[chain].parent, first = false) {
        char address[TEXT_NUMBER];
        fputs(first ? "" : ",", f);
        json_place(p, list[chain].from, f);
        fprintf(f, "\"called\":\"%s\"}", text_address(address, list[chain].to, p->address_size));
    }
    fputs("]", f);
}

static void json_uses(const struct profile_data *d, u32 object, size_t at, FILE *f)
{
    fputs("\"line_use\":[", f);
    for (const char *before = ""; at < d->uses && d->use[at].object == object; at++, before = ",")
        fprintf(f, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu64 "]", before, d->use[at].from, d->use[at].to, d->use[at].lines);
    fputs("],", f);
}

static void json_band(const struct profile *p, const struct data_band *b, FILE *f)
{
    char address[TEXT_NUMBER];
    const struct data_cell *c = p->data->cell + b->first;
    fprintf(f, "{\"address\":\"%s\",\"bytes\":%" PRIu64 ",\"cells\":[", text_address(address, b->start, p->address_size), b->size);
    for (u32 i = 0; i < b->cells; i++) {
        fprintf(f, "%s[%" PRIu32, i ? "," : "", c[i].slice);
        for (unsigned k = 0; k < DATA_CELL_COUNTS; k++) fprintf(f, ",%" PRIu64, c[i].count[k]);
        fputc(']', f);
    }
    fputs("]}", f);
}

static void json_bands(const struct profile *p, u32 object, size_t at, FILE *f)
{
    const struct profile_data *d = p->data;
    fputs(",\n \"bands\":[", f);
    for (const char *before = "\n  "; at < d->bands && d->band[at].object == object; at++, before = ",\n  ") {
        fputs(before, f);
        json_band(p, &d->band[at], f);
    }
    fputs("]", f);
}

static void json_entry(const struct profile *p, const struct entry *e, FILE *f)
{
    char address[TEXT_NUMBER];
    const struct data_object *o = e->object;
    fprintf(f, "{\"kind\":\"%s\",\"name\":", data_kind_name(o->kind));
    u32 function = o->kind == DATA_STACK && o->start ? profile_function_at(p, o->start) : PROFILE_NONE;
    text_json(f, function == PROFILE_NONE ? o->name : p->function[function].name);
    fprintf(f, ",\"start\":\"%s\",\"size\":%" PRIu64 ",\"allocated_at\":", text_address(address, o->start, p->address_size), o->size);
    json_chain(p, o->chain, f);
    fprintf(f, ",\"blocks\":%" PRIu64 ",\"bytes\":%" PRIu64 ",", o->blocks, o->bytes);
    if (p->data->of_part) {
        json_counts(e->sum, f);
        fputs("}", f);
        return;
    }
    fprintf(f, "\"lines\":%" PRIu64 ",\"bytes_used\":%" PRIu64 ",\"false_lines\":%" PRIu64 ",", o->lines, o->touched, o->false_lines);
    json_uses(p->data, e->index, e->use, f);
    json_counts(e->sum, f);
    fputs(",\n \"instructions\":[", f);
    for (size_t i = 0; i < e->rows; i++) {
        fputs(i ? ",\n  " : "\n  ", f);
        json_place(p, e->row[i]->pc, f);
        json_counts(e->row[i]->count, f);
        fprintf(f, ",\"stride\":%" PRId64 ",\"strided\":%" PRIu64 "}", e->row[i]->stride, e->row[i]->strided);
    }
    fputs("]", f);
    if (p->data->slice) json_bands(p, e->index, e->band, f);
    fputs("}", f);
}

void data_report_json(const struct profile *p, const struct data_options *o, FILE *f)
{
    static const char *const cut[] = {"objects", "instructions", "lines", "blocks"};
    struct list l;
    make(&l, p->data, o->sort);
    fputs("{", f);
    report_print_json_head(p, f);
    fprintf(f, "\"line_bytes\":%" PRIu32 ",\"no_room_for\":{", p->data->line);
    for (unsigned i = 0; i < ARRAY_LEN(cut); i++) fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : "", cut[i], p->data->cut[i]);
    fputs("},", f);
    if (p->data->slice) fprintf(f, "\"slice_accesses\":%" PRIu64 ",", p->data->slice);
    fputs("\n\"data\":{", f);
    json_counts(l.total, f);
    fputs("},\n\"objects\":[", f);
    for (size_t i = 0; i < l.entries && (!o->limit || i < o->limit); i++) {
        fputs(i ? ",\n" : "\n", f);
        json_entry(p, &l.entry[i], f);
    }
    fputs("]}\n", f);
    list_free(&l);
}
