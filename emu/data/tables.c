#include "emu/data/tables.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/data/take.h"

enum { CUT_OBJECTS, CUT_ROWS, CUT_LINES };

static u64 mix(u64 a, u64 b)
{
    a = (a ^ b * 0xc2b2ae3d27d4eb4f) * 0x9e3779b97f4a7c15;
    return a ^ a >> 29;
}

void tables_init(struct tables *t, struct mem_account *account)
{
    *t = (struct tables){.account = account};
    tables_object(t, DATA_OTHER, 0, 0, DATA_NONE, "");
    tables_object(t, DATA_FETCH, 0, 0, DATA_NONE, "");
    tables_object(t, DATA_MAPPING, 0, 0, DATA_NONE, "[unmapped]"); /* how often it is asked for depends on the engine */
    tables_row(t, OBJECT_OTHER, 0);
    tables_row(t, OBJECT_FETCH, 0);
    tables_touch(t, NO_LINE, OBJECT_OTHER);
}

void tables_free(struct tables *t)
{
    for (size_t i = 0; i < t->objects; i++) free(t->object[i].name);
    free(t->object);
    free(t->chain);
    free(t->known);
    free(t->row);
    free(t->touch);
    free(t->line);
    free(t->sharer);
    free(t->by_object.slot);
    free(t->by_chain.slot);
    free(t->by_row.slot);
    free(t->by_touch.slot);
    free(t->by_line.slot);
    mem_give(t->account, t->taken);
    *t = (struct tables){.account = t->account};
}

/* --- growing ---------------------------------------------------------------------------------------------------------------- */

/* A list with `used` elements gets place for one more, and its table for finding them twice as many slots; false: there is no room.
 * The table is to be filled anew where it has grown (*anew). The first few are had in any case. */
static bool grow(struct tables *t, void *list, size_t used, size_t *room, size_t size, size_t most, struct hash *h, bool *anew)
{
    enum { LEAST = 64 };
    void **p = list;
    *anew = false;
    if (used < *room) return true;
    size_t more = *room ? 2 * *room : LEAST;
    u64 bytes = (more - *room) * (size + (h ? 2 * sizeof *h->slot : 0));
    if (used >= most || !data_take(t->account, bytes)) {
        if (*room) return false;
        if (t->account) t->account->used += bytes;
    }
    t->taken += bytes;
    *p = realloc(*p, more * size);
    if (!*p) error_no_memory(); /* as everywhere: the counts of a run must not be lost silently */
    *room = more;
    if (!h) return true;
    free(h->slot);
    h->room = 2 * more;
    h->slot = alloc_zeroed(h->room, sizeof *h->slot);
    *anew = true;
    return true;
}

static void put(struct hash *h, u64 key, u32 index)
{
    size_t i = (size_t)key & (h->room - 1);
    while (h->slot[i]) i = (i + 1) & (h->room - 1);
    h->slot[i] = index + 1;
}

/* Goes through what may have this key. */
#define EACH_SLOT(h, key, i)                                                                                           \
    for (size_t at_ = (size_t)(key) & ((h)->room - 1); (h)->room && (h)->slot[at_] && ((i) = (h)->slot[at_] - 1, true);  \
         at_ = (at_ + 1) & ((h)->room - 1))

/* --- objects and chains ------------------------------------------------------------------------------------------------------ */

static u64 object_key(enum data_kind kind, u64 start, u32 chain, const char *name)
{
    u64 key = mix(start, (u64)kind << 32 | chain);
    for (; *name; name++) key = mix(key, (u8)*name);
    return key;
}

u32 tables_object(struct tables *t, enum data_kind kind, u64 start, u64 size, u32 chain, const char *name)
{
    u64 key = object_key(kind, start, chain, name);
    bool anew;
    u32 i;
    EACH_SLOT(&t->by_object, key, i)
    {
        const struct data_object *o = &t->object[i];
        if (o->kind == kind && o->start == start && o->chain == chain && !strcmp(o->name, name)) return i;
    }
    if (!grow(t, &t->object, t->objects, &t->objects_room, sizeof *t->object, OBJECTS_MOST, &t->by_object, &anew)) {
        t->cut[CUT_OBJECTS]++;
        return OBJECT_OTHER;
    }
    for (u32 k = 0; anew && k < t->objects; k++)
        put(&t->by_object, object_key(t->object[k].kind, t->object[k].start, t->object[k].chain, t->object[k].name), k);
    i = (u32)t->objects++;
    t->object[i] = (struct data_object){.kind = kind, .start = start, .size = size, .chain = chain, .name = alloc_string(name)};
    put(&t->by_object, key, i);
    return i;
}

static u32 chain_of(struct tables *t, u32 parent, u64 from, u64 to)
{
    u64 key = mix(mix(from, to), parent);
    bool anew;
    u32 i;
    EACH_SLOT(&t->by_chain, key, i)
    {
        const struct data_chain *c = &t->chain[i];
        if (c->parent == parent && c->from == from && c->to == to) return i;
    }
    if (!grow(t, &t->chain, t->chains, &t->chains_room, sizeof *t->chain, CHAINS_MOST, &t->by_chain, &anew)) return DATA_NONE;
    for (u32 k = 0; anew && k < t->chains; k++) put(&t->by_chain, mix(mix(t->chain[k].from, t->chain[k].to), t->chain[k].parent), k);
    i = (u32)t->chains++;
    t->chain[i] = (struct data_chain){parent, from, to};
    put(&t->by_chain, key, i);
    return i;
}

static size_t known_at(const struct tables *t, const struct context *c)
{
    size_t i = (size_t)mix((u64)(uintptr_t)c, 0) & (t->known_room - 1);
    while (t->known[i].context && t->known[i].context != c) i = (i + 1) & (t->known_room - 1);
    return i;
}

static void know(struct tables *t, const struct context *c, u32 chain)
{
    enum { LEAST = 256 };
    if (2 * t->knowns >= t->known_room) {
        size_t room = t->known_room, more = room ? 2 * room : LEAST;
        u64 bytes = (more - room) * sizeof *t->known;
        if (!data_take(t->account, bytes)) return; /* it is looked for again next time */
        t->taken += bytes;
        struct known_chain *old = t->known;
        t->known_room = more;
        t->known = alloc_zeroed(more, sizeof *t->known);
        for (size_t i = 0; i < room; i++)
            if (old[i].context) t->known[known_at(t, old[i].context)] = old[i];
        free(old);
    }
    size_t i = known_at(t, c);
    if (!t->known[i].context) t->knowns++;
    t->known[i] = (struct known_chain){c, chain};
}

/* Chains are made from the outermost call in: those of which the outer part is known are found by their context. */
u32 tables_chain(struct tables *t, const struct context *c)
{
    const struct context *at = c;
    size_t depth = 0, room = 0;
    const struct context **above = NULL;
    u32 chain = DATA_NONE;
    while (at && at->to) {
        size_t i = t->known_room ? known_at(t, at) : 0;
        if (t->known_room && t->known[i].context) {
            chain = t->known[i].chain;
            break;
        }
        above = alloc_grow(above, depth, &room, sizeof *above);
        above[depth++] = at;
        at = at->parent;
    }
    while (depth-- > 0) {
        chain = chain_of(t, chain, above[depth]->from, above[depth]->to);
        know(t, above[depth], chain);
    }
    free(above);
    return chain;
}

void tables_copy(struct tables *to, const struct tables *from)
{
    for (size_t i = to->chains; i < from->chains; i++)
        if (chain_of(to, from->chain[i].parent, from->chain[i].from, from->chain[i].to) != i) break;
    for (size_t i = to->objects; i < from->objects; i++) {
        const struct data_object *o = &from->object[i];
        bool known = o->chain == DATA_NONE || o->chain < to->chains;
        if (!known || tables_object(to, o->kind, o->start, o->size, o->chain, o->name) != i) return;
    }
}

/* --- rows ----------------------------------------------------------------------------------------------------------------------- */

static u64 row_key(u32 object, u64 pc) { return mix(pc, object); }

struct row *tables_row(struct tables *t, u32 object, u64 pc)
{
    u32 *memo = &t->row_memo[(pc >> 2 ^ pc >> 12 ^ object * 0x9e37) & (ROW_MEMO - 1)], i;
    bool anew;
    if (*memo && t->row[*memo - 1].data.pc == pc && t->row[*memo - 1].data.object == object) return &t->row[*memo - 1];
    u64 key = row_key(object, pc);
    EACH_SLOT(&t->by_row, key, i)
    {
        if (t->row[i].data.pc != pc || t->row[i].data.object != object) continue;
        *memo = i + 1;
        return &t->row[i];
    }
    if (!grow(t, &t->row, t->rows, &t->rows_room, sizeof *t->row, ROWS_MOST, &t->by_row, &anew)) {
        t->cut[CUT_ROWS]++;
        return &t->row[object == OBJECT_FETCH ? 1 : 0]; /* what is fetched has misses of no kind */
    }
    for (u32 k = 0; anew && k < t->rows; k++) put(&t->by_row, row_key(t->row[k].data.object, t->row[k].data.pc), k);
    i = (u32)t->rows++;
    t->row[i] = (struct row){.data = {.object = object, .pc = pc}};
    put(&t->by_row, key, i);
    *memo = i + 1;
    return &t->row[i];
}

/* --- lines ----------------------------------------------------------------------------------------------------------------------- */

struct touch *tables_find_touch(struct tables *t, u64 start, u32 object)
{
    u64 key = mix(start, object);
    u32 *memo = &t->touch_memo[(key >> 40) & (TOUCH_MEMO - 1)], i;
    if (*memo && touch_start(&t->touch[*memo - 1]) == start && t->touch[*memo - 1].object == object) return &t->touch[*memo - 1];
    EACH_SLOT(&t->by_touch, key, i)
    {
        if (touch_start(&t->touch[i]) != start || t->touch[i].object != object) continue;
        *memo = i + 1;
        return &t->touch[i];
    }
    return NULL;
}

struct touch *tables_touch(struct tables *t, u64 start, u32 object)
{
    u64 key = mix(start, object);
    struct touch *found = tables_find_touch(t, start, object);
    bool anew;
    if (found) return found;
    if (!grow(t, &t->touch, t->touches, &t->touches_room, sizeof *t->touch, LINES_MOST, &t->by_touch, &anew)) {
        t->cut[CUT_LINES]++;
        return NULL;
    }
    for (u32 k = 0; anew && k < t->touches; k++) put(&t->by_touch, mix(touch_start(&t->touch[k]), t->touch[k].object), k);
    u32 i = (u32)t->touches++;
    t->touch[i] = (struct touch){.low = (u32)start, .high = (u32)(start >> 32), .live = TOUCH_DEAD, .object = object};
    put(&t->by_touch, key, i);
    return &t->touch[i];
}

struct line *tables_line(struct tables *t, u64 start)
{
    u64 key = mix(start, 0);
    bool anew;
    u32 i;
    EACH_SLOT(&t->by_line, key, i)
    {
        if (t->line[i].start == start) return &t->line[i];
    }
    if (!grow(t, &t->line, t->lines, &t->lines_room, sizeof *t->line, LINES_MOST, &t->by_line, &anew)) {
        t->cut[CUT_LINES]++;
        return NULL;
    }
    for (u32 k = 0; anew && k < t->lines; k++) put(&t->by_line, mix(t->line[k].start, 0), k);
    i = (u32)t->lines++;
    t->line[i] = (struct line){.start = start};
    put(&t->by_line, key, i);
    return &t->line[i];
}

struct sharer *tables_sharer(struct tables *t, struct line *l, u32 tid)
{
    unsigned n = 0;
    bool anew;
    for (u32 i = l->sharers; i; i = t->sharer[i - 1].next, n++)
        if (t->sharer[i - 1].tid == tid) return &t->sharer[i - 1];
    if (n >= SHARERS_MOST ||
        !grow(t, &t->sharer, t->sharers, &t->sharers_room, sizeof *t->sharer, LINES_MOST, NULL, &anew)) {
        t->cut[CUT_LINES]++;
        return NULL;
    }
    t->sharer[t->sharers] = (struct sharer){.tid = tid, .next = l->sharers};
    l->sharers = (u32)++t->sharers;
    return &t->sharer[t->sharers - 1];
}
