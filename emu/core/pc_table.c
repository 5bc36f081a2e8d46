#include "emu/core/pc_table.h"

#include <stdlib.h>

#include "emu/core/error.h"

/* Fibonacci hashing: neighbouring instructions spread over the table. */
static size_t slot_of(const struct pc_table *t, u64 pc)
{
    size_t i = (size_t)(pc * 0x9e3779b97f4a7c15 >> 20) & (t->room - 1);
    while (t->used[i] && t->entry[i].pc != pc) i = (i + 1) & (t->room - 1);
    return i;
}

static void grow(struct pc_table *t)
{
    struct pc_table old = *t;
    t->room = old.room ? 2 * old.room : 1024;
    t->entry = calloc(t->room, sizeof *t->entry);
    t->used = calloc(t->room, sizeof *t->used);
    if (!t->entry || !t->used) error_no_memory();
    for (size_t i = 0; i < old.room; i++) {
        if (!old.used[i]) continue;
        size_t k = slot_of(t, old.entry[i].pc);
        t->entry[k] = old.entry[i];
        t->used[k] = true;
    }
    free(old.entry);
    free(old.used);
}

struct pc_count *pc_table_at(struct pc_table *t, u64 pc)
{
    if (2 * t->entries >= t->room) grow(t);
    size_t i = slot_of(t, pc);
    if (!t->used[i]) {
        t->used[i] = true;
        t->entry[i].pc = pc;
        t->entries++;
    }
    return &t->entry[i];
}

void pc_table_collect(const struct pc_table *t, struct counters *out)
{
    for (size_t i = 0; i < t->room; i++)
        if (t->used[i]) counters_add(out, &t->entry[i]);
}

void pc_table_free(struct pc_table *t)
{
    free(t->entry);
    free(t->used);
    memset(t, 0, sizeof *t);
}
