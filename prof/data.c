#include "prof/data.h"

#include <stdlib.h>

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
    free(d);
}
