#include "emu/core/pc_table.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

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
    t->entry = alloc_zeroed(t->room, sizeof *t->entry);
    t->used = alloc_zeroed(t->room, sizeof *t->used);
    t->seen = t->watched ? alloc_zeroed(t->room, sizeof *t->seen) : NULL;
    for (size_t i = 0; i < old.room; i++) {
        if (!old.used[i]) continue;
        size_t k = slot_of(t, old.entry[i].pc);
        t->entry[k] = old.entry[i];
        t->used[k] = old.used[i];
        if (t->watched) t->seen[k] = old.seen[i];
    }
    free(old.entry);
    free(old.used);
    free(old.seen);
}

static void ask(struct pc_table *t, size_t i)
{
    t->used[i] |= PC_TABLE_ASKED;
    t->asked = alloc_grow(t->asked, t->asks, &t->asked_room, sizeof *t->asked);
    t->asked[t->asks++] = t->entry[i].pc;
}

struct pc_count *pc_table_at(struct pc_table *t, u64 pc)
{
    if (2 * t->entries >= t->room) grow(t);
    size_t i = slot_of(t, pc);
    if (!t->used[i]) {
        t->used[i] = PC_TABLE_USED;
        t->entry[i].pc = pc;
        t->entries++;
    }
    if (t->watched && !(t->used[i] & PC_TABLE_ASKED)) ask(t, i);
    return &t->entry[i];
}

void pc_table_charge(struct pc_table *t, u64 pc, enum stall cause, u64 cycles)
{
    if (!cycles) return;
    struct pc_count *e = pc_table_at(t, pc);
    e->cycles += cycles;
    e->stalls[cause] += cycles;
}

struct pc_count *pc_table_get(const struct pc_table *t, u64 pc)
{
    size_t i = t->room ? slot_of(t, pc) : 0;
    return t->room && t->used[i] ? &t->entry[i] : NULL;
}

void pc_table_collect(const struct pc_table *t, struct counters *out)
{
    for (size_t i = 0; i < t->room; i++)
        if (t->used[i]) counters_add(out, &t->entry[i]);
}

void pc_table_take_new(struct pc_table *t, struct counters *out)
{
    for (size_t k = 0; k < t->asks; k++) {
        size_t i = slot_of(t, t->asked[k]);
        struct pc_count new = t->entry[i];
        pc_count_subtract(&new, &t->seen[i]);
        counters_add(out, &new);
        t->seen[i] = t->entry[i];
        t->used[i] &= (u8)~PC_TABLE_ASKED;
    }
    t->asks = 0;
}

void pc_table_free(struct pc_table *t)
{
    free(t->entry);
    free(t->used);
    free(t->seen);
    free(t->asked);
    memset(t, 0, sizeof *t);
}
