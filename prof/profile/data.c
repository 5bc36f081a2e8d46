#include "prof/profile/data.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static const char *const kind_names[DATA_KINDS] = {"other", "fetch", "static", "heap", "mapping", "stack"};
static const char *const count_names[DATA_COUNTS] = {
    "loads", "stores", "prefetches", "l1_misses", "l2_misses", "l1_tlb_misses", "tlb_misses", "dcache_stalls", "tlb_stalls",
    "first_touch", "capacity", "conflict", "false_sharing", "true_sharing",
};

const char *data_kind_name(enum data_kind kind) { return kind_names[kind]; }
const char *data_count_name(enum data_count count) { return count_names[count]; }

bool data_add(u64 sum[DATA_COUNTS], const u64 count[DATA_COUNTS])
{
    bool over = false;
    for (unsigned i = 0; i < DATA_COUNTS; i++) over |= __builtin_add_overflow(sum[i], count[i], &sum[i]);
    return !over;
}

u64 data_accesses(const u64 count[DATA_COUNTS]) { return count[DATA_LOADS] + count[DATA_STORES]; }

static int by_place(const void *a, const void *b)
{
    const struct data_row *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

void data_settle(struct profile_data *d)
{
    if (d->rows) qsort(d->row, d->rows, sizeof *d->row, by_place);
}

int data_part_order(const void *a, const void *b)
{
    const struct data_part *x = a, *y = b;
    if (x->span != y->span) return x->span < y->span ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

void data_keep(struct profile_data *d, size_t first, size_t last)
{
    struct data_row *row = alloc_zeroed(d->objects, sizeof *row);
    size_t rows = 0, parts = 0;
    bool *there = alloc_zeroed(d->objects, sizeof *there);
    for (size_t i = 0; i < d->parts; i++) {
        struct data_part one = d->part[i];
        if (one.span < first || one.span >= last) continue;
        data_add(row[one.object].count, one.count); /* a part of sums that did fit */
        there[one.object] = true;
        one.span -= (u32)first;
        d->part[parts++] = one;
    }
    for (u32 i = 0; i < d->objects; i++) {
        d->object[i].lines = d->object[i].touched = d->object[i].false_lines = 0;
        if (!there[i]) continue;
        row[i].object = i;
        row[rows++] = row[i];
    }
    free(there);
    free(d->row);
    d->row = row;
    d->rows = d->rows_room = rows;
    d->parts = parts;
    d->uses = d->bands = d->cells = d->slice = 0;
    d->of_part = true;
}

void data_free(struct profile_data *d)
{
    if (!d) return;
    for (size_t i = 0; i < d->objects; i++) free(d->object[i].name);
    free(d->chain);
    free(d->object);
    free(d->row);
    free(d->use);
    free(d->band);
    free(d->cell);
    free(d->part);
    free(d);
}
