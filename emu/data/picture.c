#include "emu/data/picture.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/data/take.h"

enum { SHIFT_ALL = 64 };

static u64 region_of(u64 address, unsigned shift) { return shift < SHIFT_ALL ? address >> shift : 0; }

static size_t slot_of(u32 object, u64 region)
{
    u64 key = (region ^ (u64)object * 0xc2b2ae3d27d4eb4f) * 0x9e3779b97f4a7c15;
    return (size_t)(key >> 40) & (PICTURE_SLOTS - 1);
}

static void put(struct picture *p, u32 index)
{
    size_t i = slot_of(p->band[index].object, p->band[index].region);
    while (p->slot[i]) i = (i + 1) & (PICTURE_SLOTS - 1);
    p->slot[i] = index + 1;
}

/* The index + 1 of the band; 0: there is none. */
static u32 find(const struct picture *p, u32 object, u64 region)
{
    for (size_t i = slot_of(object, region); p->slot[i]; i = (i + 1) & (PICTURE_SLOTS - 1)) {
        const struct band *b = &p->band[p->slot[i] - 1];
        if (b->object == object && b->region == region) return p->slot[i];
    }
    return 0;
}

/* Cells have moved, or it is another slice. */
static void forget(struct picture *p) { memset(p->quick, 0, sizeof p->quick); }

/* --- fewer, larger bands -------------------------------------------------------------------------------------------------- */

/* The list with room for more elements, zeroed. */
static void *larger(void *list, size_t used, size_t more, size_t size)
{
    void *new = alloc_zeroed(more, size);
    if (used) memcpy(new, list, used * size);
    free(list);
    return new;
}

/* Room for one more, which is only had without asking when it must be. */
static bool grow(struct picture *p, struct band *b, bool must)
{
    enum { LEAST = 4 };
    u32 more = b->room ? 2 * b->room : LEAST;
    u64 bytes = (more - b->room) * sizeof *b->cell;
    if (b->cells < b->room) return true;
    if (!data_take(p->tables->account, bytes)) {
        if (!must) return false;
        if (p->tables->account) p->tables->account->used += bytes;
    }
    p->taken += bytes;
    b->cell = larger(b->cell, b->cells, more, sizeof *b->cell);
    b->room = more;
    return true;
}

/* Cells are joined where they are of one slice; both lists are by slice. */
static void add_cell(struct data_cell *list, u32 *n, const struct data_cell *c)
{
    if (*n && list[*n - 1].slice == c->slice)
        for (unsigned k = 0; k < DATA_CELL_COUNTS; k++) list[*n - 1].count[k] += c->count[k];
    else list[(*n)++] = *c;
}

static void add_cells(struct picture *p, struct band *to, const struct band *from)
{
    struct data_cell both[PICTURE_SLICES];
    u32 n = 0, i = 0, k = 0;
    while (i < to->cells || k < from->cells) {
        bool first = k == from->cells || (i < to->cells && to->cell[i].slice <= from->cell[k].slice);
        add_cell(both, &n, first ? &to->cell[i++] : &from->cell[k++]);
    }
    for (to->cells = 0; to->cells < n; to->cells++) {
        grow(p, to, true);
        to->cell[to->cells] = both[to->cells];
    }
}

static void give_up(struct picture *p, u32 index)
{
    struct band *b = &p->band[index];
    u64 bytes = b->room * sizeof *b->cell;
    free(b->cell);
    p->taken -= bytes;
    mem_give(p->tables->account, bytes);
    *b = (struct band){.next = p->spare};
    p->spare = index + 1;
    p->live--;
}

/* Each two neighbours of an object's bands become one. The slots are to be made anew. */
static void halve(struct picture *p, struct painted *o)
{
    u32 list = o->first;
    o->shift++;
    o->first = o->bands = 0;
    while (list) {
        u32 index = list - 1, same = o->first;
        struct band *b = &p->band[index];
        list = b->next;
        b->region >>= 1;
        while (same && p->band[same - 1].region != b->region) same = p->band[same - 1].next;
        if (same) {
            add_cells(p, &p->band[same - 1], b);
            give_up(p, index);
            continue;
        }
        b->next = o->first;
        o->first = index + 1;
        o->bands++;
    }
}

/* Objects have no more bands than p->most, and this one has room for one more unless it is of all addresses. */
static void make_fewer(struct picture *p, struct painted *with_room)
{
    for (size_t i = 0; i < p->room; i++)
        while (p->of[i].bands > p->most) halve(p, &p->of[i]);
    while (with_room->bands >= p->most && with_room->shift < SHIFT_ALL) halve(p, with_room);
    memset(p->slot, 0, sizeof p->slot);
    for (size_t i = 0; i < p->room; i++)
        for (u32 b = p->of[i].first; b; b = p->band[b - 1].next) put(p, b - 1);
    forget(p);
}

/* --- finding one ------------------------------------------------------------------------------------------------------------ */

/* NULL: there is no room. */
static struct painted *painted_of(struct picture *p, u32 object)
{
    if (object >= p->room) {
        size_t more = p->room ? p->room : 64;
        while (more <= object) more *= 2;
        u64 bytes = (more - p->room) * sizeof *p->of;
        if (!data_take(p->tables->account, bytes)) return NULL;
        p->taken += bytes;
        p->of = larger(p->of, p->room, more, sizeof *p->of);
        p->room = more;
    }
    struct painted *o = &p->of[object];
    if (!o->shift) o->shift = object == OBJECT_OTHER ? SHIFT_ALL : (u8)p->line_shift;
    return o;
}

/* The index of a new one; 0: there is no room. */
static u32 band_new(struct picture *p, struct painted *o, u32 object, u64 region)
{
    struct band new = {.object = object, .next = o->first, .region = region};
    if (p->live == PICTURE_MOST || !grow(p, &new, false)) return 0;
    u32 index = p->spare ? p->spare - 1 : p->bands++;
    if (p->spare) p->spare = p->band[index].next;
    p->live++;
    p->band[index] = new;
    o->first = index + 1;
    o->bands++;
    put(p, index);
    return index;
}

static u32 find_or_make(struct picture *p, u32 object, u64 address)
{
    struct painted *o = object == OBJECT_OTHER ? NULL : painted_of(p, object);
    if (!o) return 0;
    u32 found = find(p, object, region_of(address, o->shift));
    if (found) return found - 1;
    while (p->live == PICTURE_MOST && p->most > 1) {
        p->most /= 2;
        make_fewer(p, o);
    }
    if (o->bands >= p->most && o->shift < SHIFT_ALL) make_fewer(p, o);
    found = find(p, object, region_of(address, o->shift));
    return found ? found - 1 : band_new(p, o, object, region_of(address, o->shift));
}

/* --- counting --------------------------------------------------------------------------------------------------------------- */

void picture_init(struct picture *p, struct tables *t, unsigned line_shift)
{
    *p = (struct picture){.tables = t, .slice = PICTURE_SLICE, .left = PICTURE_SLICE, .part = PICTURE_PART, .line_shift = line_shift, .most = PICTURE_BANDS, .bands = 1};
    p->band = alloc_zeroed(PICTURE_MOST + 1, sizeof *p->band);
    p->band[0] = (struct band){.object = OBJECT_OTHER};
    p->taken = (PICTURE_MOST + 1) * sizeof *p->band;
    if (t->account) t->account->used += p->taken; /* had in any case */
}

void picture_free(struct picture *p)
{
    if (!p->band) return;
    for (u32 i = 0; i < p->bands; i++) free(p->band[i].cell);
    free(p->band);
    free(p->of);
    mem_give(p->tables->account, p->taken);
    *p = (struct picture){0};
}

/* The cell of this slice, which is the last one; NULL: there is no room. */
static struct data_cell *cell_now(struct picture *p, struct band *b)
{
    if (b->cells && b->cell[b->cells - 1].slice == p->column) return &b->cell[b->cells - 1];
    if (!grow(p, b, b == p->band)) return NULL;
    b->cell[b->cells] = (struct data_cell){.slice = p->column};
    return &b->cell[b->cells++];
}

static u64 *look_up(struct picture *p, u32 object, u64 address, struct quick_cell *q)
{
    u32 band = find_or_make(p, object, address);
    struct data_cell *c = cell_now(p, &p->band[band]);
    if (!band || !c) return cell_now(p, p->band)->count;
    *q = (struct quick_cell){.count = c->count, .object = object};
    unsigned shift = p->of[object].shift;
    q->size = shift < SHIFT_ALL ? (u64)1 << shift : UINT64_MAX;
    q->start = shift < SHIFT_ALL ? address & -q->size : 0;
    return q->count;
}

/* Where the band of the address has its place among those at hand: neighbours have different ones. */
static struct quick_cell *quick_of(struct picture *p, u32 object, u64 address)
{
    unsigned shift = object < p->room ? p->of[object].shift : 0;
    return &p->quick[(object ^ address >> (shift & (SHIFT_ALL - 1))) & (PICTURE_QUICK - 1)];
}

/* What is counted now, at that address of the object; where there is no room, at none. */
static u64 *now(struct picture *p, u32 object, u64 address)
{
    struct quick_cell *q = quick_of(p, object, address);
    if (LIKELY(q->object == object && address - q->start < q->size)) return q->count;
    return look_up(p, object, address, q);
}

void picture_missed(struct picture *p, u32 object, u64 address, u64 l1, u64 l2, u64 tlb)
{
    u64 *n = now(p, object, address);
    n[DATA_CELL_L1] += l1;
    n[DATA_CELL_L2] += l2;
    n[DATA_CELL_TLB] += tlb;
}

void picture_count_apart(struct picture *p, u32 object, u64 address, u64 n)
{
    now(p, object, address)[DATA_CELL_ACCESSES] += n;
}

static void flush(struct picture *p)
{
    for (u32 i = 0; i < p->dirties; i++) {
        struct touch *u = &p->tables->touch[p->dirty[i]];
        picture_count_apart(p, u->object, touch_start(u), u->now);
        u->now = 0;
        u->live = TOUCH_DEAD;
    }
    p->dirties = 0;
}

void picture_note(struct picture *p, u32 touch)
{
    if (p->dirties == PICTURE_DIRTY) flush(p);
    p->dirty[p->dirties++] = touch;
}

/* Each two slices become one. */
static void fold(struct band *b)
{
    u32 cells = b->cells;
    b->cells = 0;
    for (u32 i = 0; i < cells; i++) {
        struct data_cell c = b->cell[i];
        c.slice /= 2;
        add_cell(b->cell, &b->cells, &c);
    }
}

static void begin_part(struct picture *p)
{
    u64 part = p->rest < p->part ? p->rest : p->part;
    p->rest -= part;
    p->left += (i64)part;
}

/* Parts end, as slices do, at a number of accesses, so that each engine has the bands made in the same order: where there are many, the first ones get room. */
void picture_next(struct picture *p)
{
    flush(p);
    if (!p->rest) {
        forget(p);
        if (++p->column == PICTURE_SLICES) {
            for (u32 i = 0; i < p->bands; i++) fold(&p->band[i]);
            p->column = PICTURE_SLICES / 2;
            p->slice *= 2;
        }
        p->rest = p->slice;
    }
    begin_part(p);
}

/* --- handing over ------------------------------------------------------------------------------------------------------------- */

bool picture_has_others(struct picture *p)
{
    if (p->band) flush(p);
    return p->band && p->band[0].cells;
}

static void take_band(const struct band *b, u32 object, unsigned shift, struct profile_data *out)
{
    if (!b->cells) return;
    out->band = alloc_grow(out->band, out->bands, &out->bands_room, sizeof *out->band);
    out->band[out->bands++] = (struct data_band){.object = object, .start = shift < SHIFT_ALL ? b->region << shift : 0,
                                                 .size = shift < SHIFT_ALL ? (u64)1 << shift : 0, .first = out->cells, .cells = b->cells};
    for (u32 i = 0; i < b->cells; i++) {
        out->cell = alloc_grow(out->cell, out->cells, &out->cells_room, sizeof *out->cell);
        out->cell[out->cells++] = b->cell[i];
    }
}

static int by_place(const void *a, const void *b)
{
    const struct data_band *x = a, *y = b;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

void picture_take(struct picture *p, const u32 *to, struct profile_data *out)
{
    if (!p->band) return;
    flush(p);
    out->slice = p->slice;
    for (u32 i = 1; i < p->bands; i++)
        if (p->band[i].cells && to[p->band[i].object] == DATA_NONE) add_cells(p, &p->band[0], &p->band[i]);
    take_band(&p->band[0], to[OBJECT_OTHER], SHIFT_ALL, out);
    for (u32 i = 1; i < p->bands; i++)
        if (p->band[i].cells && to[p->band[i].object] != DATA_NONE)
            take_band(&p->band[i], to[p->band[i].object], p->of[p->band[i].object].shift, out);
    if (out->bands) qsort(out->band, out->bands, sizeof *out->band, by_place);
}
