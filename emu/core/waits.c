#include "emu/core/waits.h"

#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"

static int compare(const struct wait_count *x, const struct wait_count *y)
{
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    if (x->waiter != y->waiter) return x->waiter < y->waiter ? -1 : 1;
    return (x->waker > y->waker) - (x->waker < y->waker);
}

/* The first that is not before it. */
static size_t place_of(const struct waits *w, const struct wait_count *key)
{
    size_t low = 0, high = w->entries;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(&w->entry[middle], key) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool has(const struct waits *w, size_t at, const struct wait_count *key)
{
    return at < w->entries && !compare(&w->entry[at], key);
}

void waits_add(struct waits *w, const struct wait_count *add)
{
    struct wait_count key = *add;
    size_t at = place_of(w, &key);
    if (!has(w, at, &key) && w->entries >= WAITS_MOST) {
        key.address = 0;
        key.waiter = key.waker = 0;
        at = place_of(w, &key);
    }
    if (!has(w, at, &key)) {
        w->entry = alloc_grow(w->entry, w->entries, &w->room, sizeof *w->entry);
        memmove(&w->entry[at + 1], &w->entry[at], (w->entries++ - at) * sizeof *w->entry);
        w->entry[at] = (struct wait_count){.address = key.address, .waiter = key.waiter, .waker = key.waker};
    }
    struct wait_count *e = &w->entry[at];
    e->end |= add->end;
    e->count += add->count;
    e->cycles += add->cycles;
    if (e->longest < add->longest) e->longest = add->longest;
}

void waits_free(struct waits *w)
{
    free(w->entry);
    *w = (struct waits){0};
}
