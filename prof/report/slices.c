#include "prof/report/slices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"

/* The functions of a span: a report of its rows alone, whose names are those of *p. report_free() frees it. */
static void make(struct report *r, const struct profile *p, size_t span, size_t *row, const struct report_options *o)
{
    const struct profile_slices *s = p->slices;
    struct profile alone = *p;
    size_t n = 0;
    alone.insn = alloc_zeroed(p->insns, sizeof *alone.insn);
    for (; *row < s->rows && s->row[*row].span == span; ++*row) {
        alone.insn[n] = *profile_insn_at(p, s->row[*row].count.pc);
        alone.insn[n++].count = s->row[*row].count;
    }
    alone.insns = n;
    alone.arcs = alone.contexts = 0;
    report_make(r, &alone, BY_FUNCTION);
    report_sort(r, o);
    free(alone.insn);
}

/* --- text ------------------------------------------------------------------------------------------------------------------ */

static void print_slice(const struct profile *p, size_t slice, const struct report_row *most, enum profile_event event, u64 whole, FILE *f)
{
    const struct slice_sums *s = &p->slices->slice[slice];
    const struct pc_count *c = &s->count;
    char a[TEXT_NUMBER];
    fprintf(f, "%6zu %18s", p->slices->first + slice, text_group(a, slices_begin(p->slices, slice)));
    fprintf(f, " %14s", text_group(a, c->cycles));
    fprintf(f, " %14s", text_group(a, c->instructions));
    fprintf(f, " %6s", text_group(a, c->ticks));
    fprintf(f, " %8s", text_ratio(a, c->cycles, c->instructions));
    fprintf(f, " %10s", text_group(a, s->events.l1d_misses));
    fprintf(f, " %10s  ", text_group(a, s->events.l2_misses));
    if (most) {
        fprintf(f, "%6s ", text_percent(a, text_share(profile_event(&most->sum, event), whole)));
        text_name(f, most->name);
    } else {
        fputs("     -", f);
    }
    if (profile_stalls(c)) {
        fputs("; stalls: ", f);
        report_print_stalls(c, f);
    }
    fputc('\n', f);
}

void slices_report(const struct profile *p, const struct report_options *o, FILE *f)
{
    const struct profile_slices *s = p->slices;
    enum profile_event event = report_event(o);
    char a[TEXT_NUMBER];
    size_t row = 0;
    report_print_head(p, f);
    fprintf(f, "# slices of %s cycles of machine time; ", text_group(a, s->length));
    if (s->joined > 1) fprintf(f, "functions are known of %" PRIu64 " slices together\n", s->joined);
    else fputs("the function with the most of each\n", f);
    fprintf(f, "# percentages are of %s of these slices\n#\n", profile_event_name(event));
    fprintf(f, "#%5s %18s %14s %14s %6s %8s %10s %10s  %6s %s\n", "slice", "from", "cycles", "instructions", "ticks", "CPI", "L1D miss", "L2 miss", "%",
            "function");
    for (size_t span = 0; span < slices_spans(s); span++) {
        struct report r;
        u64 whole = 0;
        make(&r, p, span, &row, o);
        for (size_t i = 0; i < r.rows; i++) whole += profile_event(&r.row[i].sum, event);
        for (size_t i = span * s->joined; i < s->slices && i / s->joined == span; i++)
            print_slice(p, i, r.rows && profile_event(&r.row[0].sum, event) ? &r.row[0] : NULL, event, whole, f);
        report_free(&r);
    }
}

/* --- JSON ------------------------------------------------------------------------------------------------------------------ */

static void print_json_slice(const struct profile_slices *s, size_t slice, FILE *f)
{
    const struct memory_events *m = &s->slice[slice].events;
    fprintf(f, "%s\n{\"begin\":%" PRIu64 ",\"end\":%" PRIu64 ",", slice ? "," : "", slices_begin(s, slice), slices_begin(s, slice + 1));
    report_print_json_counts(&s->slice[slice].count, f);
    fprintf(f, ",\"l1i_misses\":%" PRIu64 ",\"l1d_misses\":%" PRIu64 ",\"l2_misses\":%" PRIu64 ",\"l1_tlb_misses\":%" PRIu64 ",\"tlb_misses\":%" PRIu64
               ",\"write_backs\":%" PRIu64 "}",
            m->l1i_misses, m->l1d_misses, m->l2_misses, m->l1_tlb_misses, m->tlb_misses, m->write_backs);
}

static void print_json_span(const struct profile *p, size_t span, size_t *row, const struct report_options *o, FILE *f)
{
    const struct profile_slices *s = p->slices;
    char address[TEXT_NUMBER];
    struct report r;
    u64 whole = 0, shown = 0;
    make(&r, p, span, row, o);
    for (size_t i = 0; i < r.rows; i++) whole += profile_event(&r.row[i].sum, report_event(o));
    fprintf(f, "%s\n{\"begin\":%" PRIu64 ",\"end\":%" PRIu64 ",\"functions\":[", span ? "," : "", slices_begin(s, span * s->joined),
            slices_begin(s, (span + 1) * s->joined));
    for (size_t i = 0; i < r.rows; i++) {
        const struct report_row *one = &r.row[i];
        if (!report_shows(one, whole, o, shown)) continue;
        fprintf(f, "%s\n {\"name\":", shown++ ? "," : "");
        text_json(f, one->name);
        if (one->function == PROFILE_NONE) fputs(",\"address\":null,", f);
        else fprintf(f, ",\"address\":\"%s\",", text_address(address, one->start, p->address_size));
        report_print_json_counts(&one->sum, f);
        fputc('}', f);
    }
    fputs("]}", f);
    report_free(&r);
}

void slices_report_json(const struct profile *p, const struct report_options *o, FILE *f)
{
    const struct profile_slices *s = p->slices;
    size_t row = 0;
    fputs("{", f);
    report_print_json_head(p, f);
    fprintf(f, "\"by\":\"time\",\n\"slice_cycles\":%" PRIu64 ",\"slices\":[", s->length);
    for (size_t i = 0; i < s->slices; i++) print_json_slice(s, i, f);
    fputs("],\n\"spans\":[", f);
    for (size_t i = 0; i < slices_spans(s); i++) print_json_span(p, i, &row, o, f);
    fputs("]}\n", f);
}
