#include "prof/symbols/key_table.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static struct key_entry *place_of(const struct key_table *t, u64 key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15 >> 20) & (t->room - 1);
    while (t->entry[i].value && t->entry[i].key != key) i = (i + 1) & (t->room - 1);
    return &t->entry[i];
}

static void make_room(struct key_table *t)
{
    enum { FIRST = 256 };
    struct key_table larger = {.used = t->used, .room = t->room ? 2 * t->room : FIRST};
    if (t->room && 2 * (t->used + 1) < t->room) return;
    larger.entry = alloc_zeroed(larger.room, sizeof *larger.entry);
    for (size_t i = 0; i < t->room; i++)
        if (t->entry[i].value) *place_of(&larger, t->entry[i].key) = t->entry[i];
    free(t->entry);
    *t = larger;
}

void **key_table_at(struct key_table *t, u64 key)
{
    make_room(t);
    struct key_entry *e = place_of(t, key);
    if (!e->value) {
        e->key = key;
        t->used++;
    }
    return &e->value;
}

void key_table_free(struct key_table *t)
{
    free(t->entry);
    *t = (struct key_table){0};
}
