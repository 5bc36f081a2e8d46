#include "prof/report/annotate.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/profile_inlines.h"
#include "prof/report/annotate_inlined.h"
#include "prof/report/color.h"
#include "prof/report/report.h"
#include "prof/symbols/source.h"

#include <inttypes.h>
#include <stdlib.h>

/* A row and its instructions, as indices. */
struct listing {
    const struct profile *p;
    u32 row;
    const u32 *insn;
    size_t insns;
};

static struct listing listing_of(const struct profile *p, const struct row_insns *all, u32 row)
{
    struct listing l = {.p = p, .row = row};
    l.insn = row_insns_of(all, row, &l.insns);
    return l;
}

static struct pc_count sum_of(const struct listing *l)
{
    struct pc_count sum = {0};
    for (size_t i = 0; i < l->insns; i++) profile_add(&sum, &l->p->insn[l->insn[i]].count); /* the totals did not overflow */
    return sum;
}

u32 annotate_hottest(const struct profile *p, enum profile_event event)
{
    struct report r;
    u32 best = PROFILE_NONE;
    u64 most = 0;
    report_make(&r, p, BY_FUNCTION);
    for (size_t i = 0; i < r.rows; i++) {
        u64 n = profile_event(&r.row[i].sum, event);
        if (best != PROFILE_NONE && n <= most) continue;
        best = report_row_of(&r.row[i], p);
        most = n;
    }
    report_free(&r);
    return best;
}

/* "<name>" or "<name+0x1c>" of a branch target, "" when nothing is known there. */
static void print_target(const struct profile *p, u64 target, size_t most, FILE *f)
{
    u32 function = profile_function_at(p, target);
    if (function == PROFILE_NONE) return;
    u64 offset = target - p->function[function].start;
    fputs(" <", f);
    char *name = text_shortened(p->function[function].name, most);
    text_name(f, name);
    free(name);
    if (offset) fprintf(f, "+0x%" PRIx64, offset);
    fputc('>', f);
}

static void print_code(const struct profile *p, const struct profile_insn *insn, bool blank, FILE *f)
{
    for (unsigned i = 0; i < p->unit; i++) {
        if (insn->has_code && !blank) fprintf(f, "%02x", insn->code[i]);
        else fputs("  ", f);
    }
}

/* False when the instruction cannot be shown as one: an Itanium slot that the bundle's template does not have. */
static bool read_insn(const struct profile *p, const struct profile_insn *insn, const struct annotate_options *o,
                      struct insn_text *text)
{
    memset(text, 0, sizeof *text);
    return insn->has_code && o->isa && o->isa->disasm &&
           disassemble(o->isa, o->other, insn->count.pc, insn->code, p->unit, text);
}

/* Of a function's instructions, those that were nops. */
static u64 nops_of(const struct listing *l, const struct annotate_options *o)
{
    u64 sum = 0;
    struct insn_text text;
    for (size_t i = 0; i < l->insns; i++) {
        const struct profile_insn *insn = &l->p->insn[l->insn[i]];
        if (read_insn(l->p, insn, o, &text) && text.nop) sum += insn->count.instructions;
    }
    return sum;
}

static bool counted(const struct pc_count *c) { return c->slots || c->cycles || c->ticks; }

static const char *const column_words[ANNOTATE_COLUMNS] = {"percent", "cycles", "slots", "nullified", "ticks", "address", "code"};

int annotate_parse_columns(const char *list, struct annotate_options *o, struct error *e)
{
    o->hidden = (1 << ANNOTATE_COLUMNS) - 1;
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ","), i = 0;
        while (i < ANNOTATE_COLUMNS && (strlen(column_words[i]) != n || strncmp(at, column_words[i], n))) i++;
        if (i == ANNOTATE_COLUMNS)
            return error_set(e,
                             "--columns=%.80s: columns are percent, cycles, slots, nullified, ticks, address and code, "
                             "with commas between",
                             list);
        o->hidden &= (u8)~(1 << i);
        at += n;
        if (!*at) return 0;
    }
}

static bool shows(const struct annotate_options *o, unsigned column) { return !(o->hidden >> column & 1); }

/* The texts of the columns of numbers. */
struct cells {
    char text[ANNOTATE_NUMBERS][TEXT_NUMBER];
};

static void fill_cells(struct cells *c, const struct pc_count *n, u64 share)
{
    *c = (struct cells){.text = {"", "-", "-"}};
    if (!counted(n)) return;
    text_percent(c->text[COLUMN_PERCENT], share);
    text_group(c->text[COLUMN_CYCLES], n->cycles);
    text_group(c->text[COLUMN_SLOTS], n->slots);
    if (n->slots != n->instructions) text_group(c->text[COLUMN_NULLIFIED], n->slots - n->instructions);
    if (n->ticks) text_group(c->text[COLUMN_TICKS], n->ticks);
}

struct widths {
    int of[ANNOTATE_NUMBERS];
};

static struct widths widths_of(const struct listing *l, u64 whole, const struct annotate_options *o)
{
    struct widths w = {{7, 15, 15, 12, 7}};
    if (!o->fitted) return w;
    for (unsigned k = 0; k < ANNOTATE_NUMBERS; k++) w.of[k] = k == COLUMN_PERCENT ? 6 : (int)strlen(column_words[k]) + 1;
    for (size_t i = 0; i < l->insns; i++) {
        struct cells c;
        const struct pc_count *count = &l->p->insn[l->insn[i]].count;
        fill_cells(&c, count, text_share(profile_event(count, o->event), whole));
        for (unsigned k = 0; k < ANNOTATE_NUMBERS; k++)
            if ((int)strlen(c.text[k]) > w.of[k]) w.of[k] = (int)strlen(c.text[k]);
    }
    return w;
}

static void print_cells(const struct cells *c, const struct widths *w, const struct annotate_options *o, FILE *f)
{
    const char *before = "";
    for (unsigned k = 0; k < ANNOTATE_NUMBERS; k++) {
        if (!shows(o, k)) continue;
        fprintf(f, "%s%*s", before, w->of[k], c->text[k]);
        before = " ";
    }
}

/* The line that names the columns. */
static void print_names(const struct profile *p, const struct widths *w, const struct annotate_options *o, FILE *f)
{
    int taken = 1; /* by the '#' */
    fputc('#', f);
    for (unsigned k = 0; k < ANNOTATE_NUMBERS; k++) {
        if (!shows(o, k)) continue;
        fprintf(f, "%s%*s", taken ? "" : " ", w->of[k] - taken, k == COLUMN_PERCENT ? "%" : column_words[k]);
        taken = 0;
    }
    if (shows(o, COLUMN_ADDRESS)) fprintf(f, "  %-*s", (int)p->address_size * 2 - taken, "address");
    if (shows(o, COLUMN_CODE)) fprintf(f, "  %-*s", (int)p->unit * 2, "code");
    fputs("  instruction\n", f);
}

static void print_insn(const struct profile *p, const struct profile_insn *insn, u64 whole, const struct widths *w,
                       const struct annotate_options *o, FILE *f)
{
    char a[TEXT_NUMBER], at[TEXT_NUMBER];
    struct cells cells;
    struct insn_text text;
    const struct pc_count *n = &insn->count;
    bool readable = read_insn(p, insn, o, &text), bundled = p->unit == PROFILE_CODE_MAX;
    if (!readable && !counted(n) && bundled) return;
    u64 share = text_share(profile_event(n, o->event), whole);
    enum color heat = o->color && counted(n) ? color_heat(share) : COLOR_NONE;
    color_begin(heat, f);
    fill_cells(&cells, n, share);
    print_cells(&cells, w, o, f);
    color_end(heat, f);
    if (shows(o, COLUMN_ADDRESS)) fprintf(f, "  %s", text_address(at, n->pc, p->address_size) + 2);
    if (shows(o, COLUMN_CODE)) {
        fputs("  ", f);
        print_code(p, insn, bundled && !text.bundle[0], f);
    }
    fputs("  ", f);
    if (bundled) fprintf(f, "%-6s", text.bundle);
    if (readable) {
        text_name(f, text.text);
        if (text.stop) fputs(";;", f);
        if (text.has_target) print_target(p, text.target, o->name_most, f);
    } else {
        fputs(insn->has_code ? ".word" : "?", f);
    }
    if (profile_stalls(n) || n->mispredicted) fputs("  ; ", f);
    report_print_stalls(n, f);
    if (n->mispredicted) fprintf(f, "%smispredicted %s", profile_stalls(n) ? ", " : "", text_group(a, n->mispredicted));
    fputc('\n', f);
}

/* With tabs as four blanks: text_name() takes them for control characters. */
static void print_source(const char *text, FILE *f)
{
    char *out = alloc_zeroed(4 * strlen(text) + 1, 1), *at = out;
    for (; *text; text++) {
        if (*text == '\t') at = stpcpy(at, "    ");
        else *at++ = *text;
    }
    text_name(f, out);
    free(out);
}

/* "; queens.c:12  for (...)" above the instructions that a line was compiled to. */
static void print_whole_line(const struct profile *p, const struct profile_insn *insn, struct source *source,
                             const struct annotate_options *o, FILE *f)
{
    bool known = insn->file != PROFILE_NONE;
    const char *path = known ? p->file[insn->file] : "?";
    const char *text = known ? source_line(source, path, insn->line) : NULL;
    fputs("; ", f);
    text_name(f, text_base(path));
    if (known) fprintf(f, ":%" PRIu32, insn->line);
    annotate_print_copy(p, profile_copy_at(p, insn->count.pc), o, f);
    if (!text) return;
    fputs("  ", f);
    print_source(text, f);
}

static void print_line(const struct profile *p, const struct profile_insn *insn, struct source *source,
                       const struct annotate_options *o, FILE *f)
{
    struct alloc_text line;
    alloc_text_begin(&line);
    print_whole_line(p, insn, source, o, line.f);
    alloc_text_end(&line);
    text_elided(f, line.text, o->terminal);
    fputc('\n', f);
    free(line.text);
}

static void print_lines(const struct listing *l, u64 whole, const struct widths *w, const struct annotate_options *o, FILE *f)
{
    const struct profile *p = l->p;
    struct source source = {.map = p->source_map};
    u32 file = PROFILE_NONE, line = 0, copy = INLINES_NONE;
    for (size_t i = 0; i < l->insns; i++) {
        const struct profile_insn *insn = &p->insn[l->insn[i]];
        u32 now = profile_copy_at(p, insn->count.pc);
        if (o->source && (insn->file != file || insn->line != line || now != copy)) print_line(p, insn, &source, o, f);
        copy = now;
        file = insn->file;
        line = insn->line;
        print_insn(p, insn, whole, w, o, f);
    }
    source_free(&source);
}

/* What stands above the instructions of a row. */
struct heading {
    char *name;
    u32 image;
    u64 start, size;
};

/* Code without a function begins with the first instruction that is known of it, and has as many bytes as are known. */
static struct heading heading_of(const struct listing *l)
{
    const struct profile *p = l->p;
    u32 row = l->row;
    if (row < p->functions) {
        const struct profile_function *g = &p->function[row];
        return (struct heading){alloc_string(g->name), g->image, g->start, g->size};
    }
    const struct inline_function *inlined = profile_inline_function(p, row);
    u32 image = row < p->functions + p->images ? (u32)(row - p->functions) : PROFILE_NONE;
    struct heading h = {.name = inlined ? profile_inline_label(inlined) : profile_image_label(p, image), .image = image};
    u64 unit = p->unit, last = UINT64_MAX;
    for (size_t i = 0; i < l->insns; i++) {
        u64 at = p->insn[l->insn[i]].count.pc / unit * unit;
        if (at == last) continue;
        if (!h.size) h.start = at;
        h.size += unit;
        last = at;
    }
    return h;
}

static void print_row(const struct listing *l, const struct row_insns *all, const struct annotate_options *o, FILE *f)
{
    const struct profile *p = l->p;
    char a[TEXT_COUNT], b[TEXT_COUNT], c[TEXT_COUNT], d[TEXT_COUNT];
    struct heading g = heading_of(l);
    struct pc_count sum = sum_of(l);
    u64 whole = profile_event(&sum, o->event);
    fputs("# ", f);
    report_print_name(BY_FUNCTION, g.name, o->terminal ? o->terminal - 2 : 0, f);
    if (g.image != PROFILE_NONE) {
        fputs(" in ", f);
        text_name(f, p->image[g.image].path);
    }
    free(g.name);
    fprintf(f, "\n# at %s, %s; %s %% of all %s\n", text_address(a, g.start, p->address_size),
            text_count(b, g.size, "byte"), text_percent(c, text_share(whole, profile_event(&p->total, o->event))),
            profile_event_name(o->event));
    report_print_collected(p, f);
    fprintf(f, "# %s, %s, CPI %s, %s\n", text_count(a, sum.cycles, "cycle"), text_count(b, sum.instructions, "instruction"),
            text_ratio(c, sum.cycles, sum.instructions), text_count(d, sum.ticks, "tick"));
    fprintf(f, "# %s: %s nullified or predicated off, %s\n", text_count(a, sum.slots, "slot"),
            text_group(b, sum.slots - sum.instructions), text_count(c, nops_of(l, o), "nop"));
    if (profile_stalls(&sum)) {
        fputs("# stalls: ", f);
        report_print_stalls(&sum, f);
        fputc('\n', f);
    }
    annotate_print_copies(p, all, l->row, o, f);
    fprintf(f, "# percentages are of the function's %s\n#\n", profile_event_name(o->event));
    struct widths widths = widths_of(l, whole, o);
    print_names(p, &widths, o, f);
    print_lines(l, whole, &widths, o, f);
}

void annotate_print(const struct profile *p, const u32 *row, size_t rows, const struct annotate_options *o, FILE *f)
{
    struct row_insns all;
    row_insns_make(&all, p);
    for (size_t k = 0; k < rows; k++) {
        struct listing l = listing_of(p, &all, row[k]);
        if (k) fputc('\n', f);
        print_row(&l, &all, o, f);
    }
    row_insns_free(&all);
}

static void print_json_insn(const struct profile *p, const struct profile_insn *insn, const struct annotate_options *o,
                            const char *before, FILE *f)
{
    char at[TEXT_NUMBER];
    struct insn_text text;
    bool readable = read_insn(p, insn, o, &text);
    fprintf(f, "%s\n{\"address\":\"%s\",\"code\":", before, text_address(at, insn->count.pc, p->address_size));
    if (insn->has_code) {
        fputc('"', f);
        print_code(p, insn, false, f);
        fputc('"', f);
    } else {
        fputs("null", f);
    }
    fputs(",\"text\":", f);
    if (readable) text_json(f, text.text);
    else fputs("null", f);
    fputs(",\"target\":", f);
    if (readable && text.has_target) fprintf(f, "\"%s\"", text_address(at, text.target, p->address_size));
    else fputs("null", f);
    if (readable && p->unit == PROFILE_CODE_MAX)
        fprintf(f, ",\"bundle\":\"%s\",\"stop\":%s", text.bundle, text.stop ? "true" : "false");
    fprintf(f, ",\"nop\":%s,", readable && text.nop ? "true" : "false");
    report_print_json_line(p, insn->file, insn->line, f);
    annotate_print_json_copies(p, insn, f);
    report_print_json_counts(&insn->count, f);
    fputc('}', f);
}

void annotate_print_json(const struct profile *p, const u32 *row, size_t rows, const struct annotate_options *o, FILE *f)
{
    char at[TEXT_NUMBER];
    struct row_insns all;
    row_insns_make(&all, p);
    fputs("{", f);
    report_print_json_head(p, f);
    fputs("\"functions\":[", f);
    for (size_t k = 0; k < rows; k++) {
        struct listing l = listing_of(p, &all, row[k]);
        struct heading g = heading_of(&l);
        struct pc_count sum = sum_of(&l);
        fprintf(f, "%s\n{\"name\":", k ? "," : "");
        text_json(f, g.name);
        free(g.name);
        if (g.image == PROFILE_NONE) fputs(",\"image\":null", f);
        else fprintf(f, ",\"image\":%" PRIu32, g.image);
        fprintf(f, ",\"address\":\"%s\",\"size\":%" PRIu64 ",", text_address(at, g.start, p->address_size), g.size);
        report_print_json_counts(&sum, f);
        fputs(",\"lines\":[", f);
        for (size_t i = 0; i < l.insns; i++) print_json_insn(p, &p->insn[l.insn[i]], o, i ? "," : "", f);
        fputs("]}", f);
    }
    fputs("]}\n", f);
    row_insns_free(&all);
}
