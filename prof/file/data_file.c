#include "prof/file/data_file.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"

/* --- writing ------------------------------------------------------------------------------------------------------------- */

static void print_index(FILE *f, u32 index)
{
    if (index == DATA_NONE) fputs(" -", f);
    else text_decimal(f, index);
}

static void print_row(FILE *f, const struct data_row *r)
{
    fputs("access", f);
    text_decimal(f, r->object);
    text_hexadecimal(f, r->pc);
    for (unsigned i = 0; i < DATA_COUNTS; i++) text_decimal(f, r->count[i]);
    text_decimal(f, r->stride > 0 ? (u64)r->stride : 0);
    text_decimal(f, r->stride < 0 ? -(u64)r->stride : 0);
    text_decimal(f, r->strided);
    fputc('\n', f);
}

static void print_band(FILE *f, const struct profile_data *d, const struct data_band *b)
{
    fputs("band", f);
    text_decimal(f, b->object);
    text_hexadecimal(f, b->start);
    text_decimal(f, b->size);
    text_decimal(f, b->cells);
    for (const struct data_cell *c = d->cell + b->first; c < d->cell + b->first + b->cells; c++) {
        text_decimal(f, c->slice);
        for (unsigned k = 0; k < DATA_CELL_COUNTS; k++) text_decimal(f, c->count[k]);
    }
    fputc('\n', f);
}

static size_t print_places(const struct profile_data *d, FILE *f)
{
    for (size_t i = 0; i < d->uses; i++) {
        const u64 number[] = {d->use[i].object, d->use[i].from, d->use[i].to, d->use[i].lines};
        fputs("used", f);
        for (unsigned k = 0; k < ARRAY_LEN(number); k++) text_decimal(f, number[k]);
        fputc('\n', f);
    }
    if (!d->slice) return d->uses;
    fputs("slice", f);
    text_decimal(f, d->slice);
    fputc('\n', f);
    for (size_t i = 0; i < d->bands; i++) print_band(f, d, &d->band[i]);
    return d->uses + 1 + d->bands;
}

size_t data_print(const struct profile_data *d, FILE *f)
{
    if (!d) return 0;
    fputs("data", f);
    text_decimal(f, d->line);
    for (unsigned i = 0; i < ARRAY_LEN(d->cut); i++) text_decimal(f, d->cut[i]);
    fputc('\n', f);
    for (size_t i = 0; i < d->chains; i++) {
        fputs("chain", f);
        print_index(f, d->chain[i].parent);
        text_hexadecimal(f, d->chain[i].from);
        text_hexadecimal(f, d->chain[i].to);
        fputc('\n', f);
    }
    for (size_t i = 0; i < d->objects; i++) {
        const struct data_object *o = &d->object[i];
        fprintf(f, "object %s", data_kind_name(o->kind));
        text_hexadecimal(f, o->start);
        text_decimal(f, o->size);
        print_index(f, o->chain);
        const u64 number[] = {o->blocks, o->bytes, o->lines, o->touched, o->false_lines};
        for (unsigned k = 0; k < ARRAY_LEN(number); k++) text_decimal(f, number[k]);
        fputc(' ', f);
        text_field(f, o->name);
        fputc('\n', f);
    }
    for (size_t i = 0; i < d->rows; i++) print_row(f, &d->row[i]);
    return 1 + d->chains + d->objects + d->rows + print_places(d, f);
}

size_t data_print_parts(const struct profile_data *d, FILE *f)
{
    if (!d) return 0;
    for (size_t i = 0; i < d->parts; i++) {
        fputs("data-in", f);
        text_decimal(f, d->part[i].span);
        text_decimal(f, d->part[i].object);
        for (unsigned k = 0; k < DATA_COUNTS; k++) text_decimal(f, d->part[i].count[k]);
        fputc('\n', f);
    }
    return d->parts;
}

/* --- reading ------------------------------------------------------------------------------------------------------------- */

/* That of the file; records of data without the first of them are nothing. */
static struct profile_data *data_of(struct reader *r)
{
    if (!r->p->data) reader_bad(r, "data without a record that says of what lines");
    return r->failed ? NULL : r->p->data;
}

void data_read(struct reader *r)
{
    u64 line = reader_number(r), cut[4];
    for (unsigned i = 0; i < ARRAY_LEN(cut); i++) cut[i] = reader_number(r);
    if (r->p->data) reader_bad(r, "two records of the data's lines");
    if (!line || line > UINT32_MAX || line & (line - 1)) reader_bad(r, "a line that is no power of two");
    if (r->failed) return;
    r->p->data = alloc_zeroed(1, sizeof *r->p->data);
    r->p->data->line = (u32)line;
    memcpy(r->p->data->cut, cut, sizeof cut);
}

void data_read_chain(struct reader *r)
{
    struct profile_data *d = data_of(r);
    if (!d) return;
    u32 parent = reader_index(r, d->chains);
    u64 from = reader_address(r), to = reader_address(r);
    if (d->chains >= DATA_NONE) reader_bad(r, "too many chains");
    d->chain = alloc_grow(d->chain, d->chains, &d->chains_room, sizeof *d->chain);
    d->chain[d->chains++] = (struct data_chain){parent, from, to};
}

static enum data_kind get_kind(struct reader *r)
{
    size_t n = 0;
    const char *s = reader_field(r, &n);
    for (unsigned i = 0; s && i < DATA_KINDS; i++)
        if (reader_is(s, n, data_kind_name((enum data_kind)i))) return (enum data_kind)i;
    reader_bad(r, "a kind of object that there is not");
    return DATA_OTHER;
}

void data_read_object(struct reader *r)
{
    struct profile_data *d = data_of(r);
    u64 most;
    if (!d) return;
    d->object = alloc_grow(d->object, d->objects, &d->objects_room, sizeof *d->object);
    struct data_object *o = &d->object[d->objects++];
    *o = (struct data_object){.kind = get_kind(r)};
    o->start = reader_address(r);
    o->size = reader_number(r);
    o->chain = reader_index(r, d->chains);
    o->blocks = reader_number(r);
    o->bytes = reader_number(r);
    o->lines = reader_number(r);
    o->touched = reader_number(r);
    o->false_lines = reader_number(r);
    o->name = reader_name(r);
    if (d->objects >= DATA_NONE) reader_bad(r, "too many objects");
    if (__builtin_mul_overflow(o->lines, (u64)d->line, &most) || o->touched > most || o->touched < o->lines)
        reader_bad(r, "an impossible number of bytes in lines");
    if (o->false_lines > o->lines) reader_bad(r, "more lines shared than there are");
    if (o->start + o->size < o->start) reader_bad(r, "an object that wraps around");
}

/* Each miss of the first level has a kind; fetching has none. */
static bool misses_fit(const struct data_object *o, const u64 *n)
{
    u64 kinds = n[DATA_FIRST];
    if (__builtin_add_overflow(kinds, n[DATA_CAPACITY], &kinds) || __builtin_add_overflow(kinds, n[DATA_CONFLICT], &kinds)) return false;
    return kinds == (o->kind == DATA_FETCH ? 0 : n[DATA_L1]);
}

void data_read_access(struct reader *r)
{
    struct profile_data *d = data_of(r);
    if (!d) return;
    d->row = alloc_grow(d->row, d->rows, &d->rows_room, sizeof *d->row);
    struct data_row *row = &d->row[d->rows++], *last = d->rows > 1 ? row - 1 : NULL;
    *row = (struct data_row){.object = reader_index(r, d->objects)};
    row->pc = reader_address(r);
    for (unsigned i = 0; i < DATA_COUNTS; i++) row->count[i] = reader_number(r);
    u64 up = reader_number(r), down = reader_number(r);
    row->strided = reader_number(r);
    row->stride = (i64)(up ? up : -down);
    if (r->failed) return;
    if (row->object == PROFILE_NONE) reader_bad(r, "an access to no object");
    if (row->pc && !profile_insn_at(r->p, row->pc)) reader_bad(r, "an access by an instruction that is not in this file");
    if (last && (last->object > row->object || (last->object == row->object && last->pc >= row->pc)))
        reader_bad(r, "accesses must ascend by object and address");
    if (r->failed) return;
    u64 accesses;
    bool over = __builtin_add_overflow(row->count[DATA_LOADS], row->count[DATA_STORES], &accesses);
    if (over || row->strided > accesses || (up && down) || up >> 63 || down >> 63) reader_bad(r, "an impossible stride");
    if (!misses_fit(&d->object[row->object], row->count)) reader_bad(r, "misses that are not the sum of their kinds");
}

void data_read_used(struct reader *r)
{
    struct profile_data *d = data_of(r);
    if (!d) return;
    d->use = alloc_grow(d->use, d->uses, &d->uses_room, sizeof *d->use);
    struct data_use *u = &d->use[d->uses++], *last = d->uses > 1 ? u - 1 : NULL;
    u->object = reader_index(r, d->objects);
    u64 from = reader_number(r), to = reader_number(r);
    u->lines = reader_number(r);
    if (r->failed) return;
    if (u->object == PROFILE_NONE) reader_bad(r, "bytes of no object");
    if (from >= to || to > d->line) reader_bad(r, "bytes that a line does not have");
    u->from = (u32)from;
    u->to = (u32)to;
    if (last && (last->object > u->object || (last->object == u->object && last->to > u->from)))
        reader_bad(r, "bytes of lines must ascend by object and place");
    if (!r->failed && (!u->lines || u->lines > d->object[u->object].lines)) reader_bad(r, "bytes in more lines than the object has");
}

void data_read_slice(struct reader *r)
{
    struct profile_data *d = data_of(r);
    u64 slice = reader_number(r);
    if (!d) return;
    if (d->slice || !slice) reader_bad(r, "a slice of no accesses, or a second one");
    d->slice = slice;
}

static void read_cell(struct reader *r, struct profile_data *d, const struct data_cell *last)
{
    u64 slice = reader_number(r);
    struct data_cell c = {.slice = (u32)slice};
    for (unsigned k = 0; k < DATA_CELL_COUNTS; k++) c.count[k] = reader_number(r);
    if (slice >= DATA_SLICES || (last && last->slice >= slice)) reader_bad(r, "slices of the run must ascend");
    d->cell = alloc_grow(d->cell, d->cells, &d->cells_room, sizeof *d->cell);
    d->cell[d->cells++] = c;
}

void data_read_band(struct reader *r)
{
    struct profile_data *d = data_of(r);
    if (!d) return;
    struct data_band b = {.object = reader_index(r, d->objects), .first = d->cells};
    const struct data_band *last = d->bands ? &d->band[d->bands - 1] : NULL;
    b.start = reader_address(r);
    b.size = reader_number(r);
    u64 cells = reader_number(r);
    if (!d->slice) reader_bad(r, "a band of no slices");
    if (r->failed) return;
    if (b.object == PROFILE_NONE) reader_bad(r, "a band of no object");
    if (!cells || cells > DATA_SLICES) reader_bad(r, "a band of no part of the run");
    if (b.size && b.start + (b.size - 1) < b.start) reader_bad(r, "a band that wraps around");
    if (last && (last->object > b.object || (last->object == b.object && last->start + last->size > b.start)))
        reader_bad(r, "bands must ascend by object and address");
    for (b.cells = 0; b.cells < cells && !r->failed; b.cells++) read_cell(r, d, b.cells ? &d->cell[d->cells - 1] : NULL);
    d->band = alloc_grow(d->band, d->bands, &d->bands_room, sizeof *d->band);
    d->band[d->bands++] = b;
}

void data_read_part(struct reader *r)
{
    struct profile_data *d = data_of(r);
    if (!r->p->slices) reader_bad(r, "data in no slice");
    if (r->failed) return;
    struct data_part one = {.span = reader_index(r, slices_spans(r->p->slices))};
    one.object = reader_index(r, d->objects);
    for (unsigned i = 0; i < DATA_COUNTS; i++) one.count[i] = reader_number(r);
    if (one.span == PROFILE_NONE || one.object == PROFILE_NONE) reader_bad(r, "data in no slice, or of no object");
    if (d->parts && data_part_order(&d->part[d->parts - 1], &one) >= 0) reader_bad(r, "data of slices must ascend by span and object");
    if (r->failed) return;
    d->part = alloc_grow(d->part, d->parts, &d->parts_room, sizeof *d->part);
    d->part[d->parts++] = one;
}

/* What all spans together say of each object is what its accesses say; files written before it was counted by time say nothing. */
static void check_parts(struct reader *r)
{
    const struct profile_data *d = r->p->data;
    u64(*sum)[DATA_COUNTS] = alloc_zeroed(d->objects, sizeof *sum), (*want)[DATA_COUNTS] = alloc_zeroed(d->objects, sizeof *want);
    bool fits = true;
    for (size_t i = 0; i < d->parts; i++) fits &= data_add(sum[d->part[i].object], d->part[i].count);
    for (size_t i = 0; i < d->rows; i++) data_add(want[d->row[i].object], d->row[i].count);
    if (d->parts && (!fits || memcmp(sum, want, d->objects * sizeof *sum))) reader_bad(r, "slices that do not add up to what is said of the data");
    free(sum);
    free(want);
}

/* Bytes of lines are those that the objects have. */
static void check_uses(struct reader *r)
{
    const struct profile_data *d = r->p->data;
    for (size_t i = 0; i < d->uses;) {
        u32 object = d->use[i].object;
        u64 sum = 0, bytes;
        for (; i < d->uses && d->use[i].object == object; i++) {
            bool over = __builtin_mul_overflow(d->use[i].lines, (u64)(d->use[i].to - d->use[i].from), &bytes);
            if (over || __builtin_add_overflow(sum, bytes, &sum)) reader_bad(r, "bytes that add up to more than 64 bits");
        }
        if (sum != d->object[object].touched) reader_bad(r, "bytes of lines that are not those of the object");
    }
}

/* All accesses are in a slice, and all misses. */
static void check_bands(struct reader *r)
{
    const struct profile_data *d = r->p->data;
    u64 sum[DATA_CELL_COUNTS] = {0}, want[DATA_CELL_COUNTS] = {0};
    bool over = false;
    for (size_t i = 0; i < d->cells; i++)
        for (unsigned k = 0; k < DATA_CELL_COUNTS; k++) over |= __builtin_add_overflow(sum[k], d->cell[i].count[k], &sum[k]);
    for (size_t i = 0; i < d->rows; i++) {
        const u64 *n = d->row[i].count;
        if (d->object[d->row[i].object].kind == DATA_FETCH) continue;
        want[DATA_CELL_ACCESSES] += data_accesses(n);
        want[DATA_CELL_L1] += n[DATA_L1];
        want[DATA_CELL_L2] += n[DATA_L2];
        want[DATA_CELL_TLB] += n[DATA_TLB];
    }
    if (over || memcmp(sum, want, sizeof sum)) reader_bad(r, "accesses or misses of slices that are not those of the objects");
}

/* Stalls of instructions: no more than they have, and together as many as all of them. */
static void check_stalls(struct reader *r, const u64 *sum)
{
    const struct profile *p = r->p;
    u64(*left)[2] = alloc_zeroed(p->insns, sizeof *left);
    for (size_t i = 0; i < p->insns; i++) {
        left[i][0] = p->insn[i].count.stalls[STALL_DCACHE];
        left[i][1] = p->insn[i].count.stalls[STALL_TLB];
    }
    for (size_t i = 0; i < p->data->rows && !r->failed; i++) {
        const struct data_row *row = &p->data->row[i];
        if (!row->pc) continue;
        u64 *here = left[profile_insn_at(p, row->pc) - p->insn];
        if (row->count[DATA_DCACHE] > here[0] || row->count[DATA_TLB_STALL] > here[1]) reader_bad(r, "more stalls of data than of instructions");
        here[0] -= row->count[DATA_DCACHE];
        here[1] -= row->count[DATA_TLB_STALL];
    }
    free(left);
    if (sum[DATA_DCACHE] != p->total.stalls[STALL_DCACHE] || sum[DATA_TLB_STALL] != p->total.stalls[STALL_TLB])
        reader_bad(r, "stalls of data that are not those of the instructions");
}

void data_check(struct reader *r)
{
    const struct profile_data *d = r->p->data;
    u64 sum[DATA_COUNTS] = {0};
    bool fits = true;
    for (size_t i = 0; d && i < d->rows && fits; i++) fits = data_add(sum, d->row[i].count);
    if (!fits || __builtin_add_overflow(sum[DATA_LOADS], sum[DATA_STORES], &(u64){0})) reader_bad(r, "counts that add up to more than 64 bits");
    if (d && !r->failed) check_stalls(r, sum);
    if (d && !r->failed) check_uses(r);
    if (d && !r->failed && d->slice) check_bands(r);
    if (d && !r->failed) check_parts(r);
}
