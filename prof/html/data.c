#include "prof/html/data.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"

#include <inttypes.h>
#include <stdlib.h>

struct places {
    const struct profile *p;
    const u32 *row; /* of the report */
    u64 *first;     /* where the code of each begins */
};

/* As the page has it: of a function its address, of code without one that of its first instruction. */
static u64 *first_addresses(const struct profile *p, const struct report *r, const u32 *row)
{
    u64 *first = alloc_zeroed(r->rows, sizeof *first);
    for (size_t i = p->insns; i-- > 0;) {
        u32 at = row[profile_insn_row(p, &p->insn[i])];
        if (at != PROFILE_NONE) first[at] = p->insn[i].count.pc;
    }
    for (size_t i = 0; i < r->rows; i++)
        if (r->row[i].function != PROFILE_NONE) first[i] = r->row[i].start;
    return first;
}

static void print_place(const struct places *s, u64 pc, FILE *f)
{
    char address[TEXT_NUMBER];
    const struct profile_insn *insn = profile_insn_at(s->p, pc);
    u32 row = insn ? s->row[profile_insn_row(s->p, insn)] : PROFILE_NONE;
    if (row == PROFILE_NONE) {
        fprintf(f, "[-1,\"%s\",0,0]", text_address(address, pc, s->p->address_size));
        return;
    }
    bool known = insn->file != PROFILE_NONE;
    fprintf(f, "[%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 "]", row, pc - s->first[row], known ? insn->file + (u64)1 : 0,
            known ? insn->line : 0);
}

static void print_chain(const struct places *s, u32 chain, FILE *f)
{
    const struct data_chain *list = s->p->data->chain;
    fputs("\"chain\":[", f);
    for (bool first = true; chain != DATA_NONE && list[chain].from; chain = list[chain].parent, first = false) {
        fputs(first ? "" : ",", f);
        print_place(s, list[chain].from, f);
    }
    fputc(']', f);
}

static void print_access(const struct places *s, const struct data_row *r, FILE *f)
{
    fputc('[', f);
    print_place(s, r->pc, f);
    fputs(",[", f);
    for (unsigned i = 0; i < DATA_COUNTS; i++) fprintf(f, "%" PRIu64 ",", r->count[i]);
    fprintf(f, "%" PRId64 ",%" PRIu64 "]]", r->stride, r->strided);
}

static void print_uses(const struct data_use *u, size_t n, FILE *f)
{
    fputs("\"use\":[", f);
    for (size_t i = 0; i < n; i++) fprintf(f, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu64 "]", i ? "," : "", u[i].from, u[i].to, u[i].lines);
    fputs("],", f);
}

static void print_bands(const struct places *s, const struct data_band *b, size_t n, FILE *f)
{
    char address[TEXT_NUMBER];
    fputs("\"bands\":[", f);
    for (size_t i = 0; i < n; i++) {
        const struct data_cell *c = s->p->data->cell + b[i].first;
        fprintf(f, "%s[\"%s\",%" PRIu64 ",[", i ? "," : "", text_address(address, b[i].start, s->p->address_size), b[i].size);
        for (u32 k = 0; k < b[i].cells; k++) {
            fprintf(f, "%s%" PRIu32, k ? "," : "", c[k].slice);
            for (unsigned m = 0; m < DATA_CELL_COUNTS; m++) fprintf(f, ",%" PRIu64, c[k].count[m]);
        }
        fputs("]]", f);
    }
    fputs("],", f);
}

/* Behind what of each list is of the objects so far. */
struct position {
    size_t row, use, band;
};

static void print_object(const struct places *s, u32 index, struct position *at, FILE *f)
{
    char address[TEXT_NUMBER];
    const struct profile_data *d = s->p->data;
    const struct data_object *o = &d->object[index];
    u32 function = o->kind == DATA_STACK && o->start ? profile_function_at(s->p, o->start) : PROFILE_NONE;
    struct position from = *at;
    fprintf(f, "{\"kind\":\"%s\",\"name\":", data_kind_name(o->kind));
    text_json(f, function == PROFILE_NONE ? o->name : s->p->function[function].name);
    fprintf(f, ",\"start\":\"%s\",\"size\":%" PRIu64 ",", text_address(address, o->start, s->p->address_size), o->size);
    print_chain(s, o->chain, f);
    fprintf(f, ",\"blocks\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"lines\":%" PRIu64 ",\"used\":%" PRIu64 ",\"false\":%" PRIu64 ",", o->blocks,
            o->bytes, o->lines, o->touched, o->false_lines);
    while (at->use < d->uses && d->use[at->use].object == index) at->use++;
    print_uses(d->use + from.use, at->use - from.use, f);
    while (at->band < d->bands && d->band[at->band].object == index) at->band++;
    print_bands(s, d->band + from.band, at->band - from.band, f);
    fputs("\"by\":[", f);
    for (; at->row < d->rows && d->row[at->row].object == index; at->row++) {
        if (at->row > from.row) fputc(',', f);
        print_access(s, &d->row[at->row], f);
    }
    fputs("]}", f);
}

/* Of each span of the run's slices [object, counts...] by object, counts of 0 at the end left out. */
static void print_parts(const struct profile *p, FILE *f)
{
    const struct profile_data *d = p->data;
    size_t at = 0;
    if (!p->slices || !d->parts) {
        fputs(",\n\"spans\":null", f);
        return;
    }
    fputs(",\n\"spans\":[", f);
    for (size_t i = 0; i < slices_spans(p->slices); i++) {
        fputs(i ? ",\n[" : "[", f);
        for (const char *before = ""; at < d->parts && d->part[at].span == i; at++, before = ",") {
            const struct data_part *part = &d->part[at];
            unsigned counts = DATA_COUNTS;
            while (counts && !part->count[counts - 1]) counts--;
            fprintf(f, "%s[%" PRIu32, before, part->object);
            for (unsigned k = 0; k < counts; k++) fprintf(f, ",%" PRIu64, part->count[k]);
            fputc(']', f);
        }
        fputc(']', f);
    }
    fputc(']', f);
}

void html_data(const struct profile *p, const struct report *r, const u32 *row, FILE *f)
{
    const struct profile_data *d = p->data;
    fputs("\"accessed\":", f);
    if (!d) {
        fputs("null", f);
        return;
    }
    struct places s = {p, row, first_addresses(p, r, row)};
    fprintf(f, "{\"line\":%" PRIu32 ",\"slice\":%" PRIu64 ",\"cut\":[", d->line, d->slice);
    for (unsigned i = 0; i < ARRAY_LEN(d->cut); i++) fprintf(f, "%s%" PRIu64, i ? "," : "", d->cut[i]);
    fputs("],\"counts\":[", f);
    for (unsigned i = 0; i < DATA_COUNTS; i++) fprintf(f, "%s\"%s\"", i ? "," : "", data_count_name((enum data_count)i));
    fputs("],\n\"objects\":[", f);
    struct position at = {0};
    for (u32 i = 0; i < d->objects; i++) {
        if (i) fputs(",\n", f);
        print_object(&s, i, &at, f);
    }
    fputc(']', f);
    print_parts(p, f);
    fputc('}', f);
    free(s.first);
}
