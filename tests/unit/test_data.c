/* emu/data: what lies where, against a plain model on random operations; and the fully associative cache likewise. */
#include <stdlib.h>

#include "emu/data/extents.h"
#include "emu/data/lru.h"
#include "emu/data/picture.h"
#include "emu/data/strides.h"
#include "tests/unit/suites.h"

enum { CELLS = 4096, STEP = 16 }; /* the model: a value for each STEP bytes, 0: nothing */

static u32 random_below(u64 *seed, u32 n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*seed >> 33) % n;
}

/* The cells of [from, to) all have the value. */
static bool all_are(const u32 *cell, u64 from, u64 to, u32 value)
{
    for (u64 k = from / STEP; k < to / STEP && k < CELLS; k++)
        if (cell[k] != value) return false;
    return true;
}

/* Each interval, and each hole, is looked at whole where it begins. */
static void compare(const struct extents *e, const u32 *cell)
{
    for (u32 i = 0; i < CELLS; i++) {
        struct extent hole = {0};
        const struct extent *x = extents_find(e, (u64)i * STEP + 5, &hole);
        ck_assert_uint_eq(x ? x->value : 0, cell[i]);
        u64 start = x ? x->start : hole.start, end = x ? x->end : hole.end;
        ck_assert(start <= (u64)i * STEP && end >= (u64)(i + 1) * STEP);
        if (!i || start == (u64)i * STEP) ck_assert(all_are(cell, start, end, x ? x->value : 0));
    }
}

static void in_order(void *ctx, const struct extent *x)
{
    struct { u64 end; size_t n; } *last = ctx;
    ck_assert(x->start < x->end && x->start >= last->end);
    last->end = x->end;
    last->n++;
}

START_TEST(like_a_plain_model)
{
    static u32 cell[CELLS];
    u64 seed = (u64)_i + 1;
    struct mem_account account = {0};
    struct extents e = {.account = &account}, copy = {.account = &account};
    memset(cell, 0, sizeof cell);
    for (u32 n = 0; n < 6000; n++) {
        u32 start = random_below(&seed, CELLS), most = random_below(&seed, 50) ? 4 : CELLS / 2, length = random_below(&seed, most) + 1;
        u32 value = random_below(&seed, 4) ? n + 1 : 0, end = start + length < CELLS ? start + length : CELLS;
        if (value) ck_assert(extents_set(&e, (u64)start * STEP, (u64)end * STEP, value));
        else ck_assert(extents_clear(&e, (u64)start * STEP, (u64)end * STEP));
        for (u32 i = start; i < end; i++) cell[i] = value;
        if (n % 2000 == 0) compare(&e, cell);
    }
    compare(&e, cell);
    struct { u64 end; size_t n; } last = {0, 0};
    extents_each(&e, in_order, &last);
    ck_assert_uint_eq(last.n, e.count);
    ck_assert(extents_copy(&copy, &e));
    compare(&copy, cell);
    extents_free(&e);
    compare(&copy, cell);
    extents_free(&copy);
    ck_assert_uint_eq(account.used, 0);
}
END_TEST

/* Without room new ones are refused, what is there stays. */
START_TEST(no_room)
{
    struct mem_account account = {.limit = 8192};
    struct extents e = {.account = &account};
    struct extent hole;
    u64 n = 0;
    while (extents_set(&e, n * 32, n * 32 + 16, (u32)n + 1)) n++;
    ck_assert(n > 0 && account.used <= account.limit && !account.refused);
    for (u64 i = 0; i < n; i++) ck_assert_uint_eq(extents_find(&e, i * 32 + 15, &hole)->value, i + 1);
    ck_assert_ptr_null(extents_find(&e, n * 32, &hole));
    extents_free(&e);
    ck_assert_uint_eq(account.used, 0);
}
END_TEST

START_TEST(empty_ranges)
{
    struct extents e = {0};
    struct extent hole = {0};
    ck_assert(extents_set(&e, 100, 100, 1) && extents_clear(&e, 7, 7) && e.count == 0);
    ck_assert(!extents_find(&e, 100, &hole) && hole.start == 0 && hole.end == UINT64_MAX);
    ck_assert(extents_set(&e, 100, 200, 1) && extents_clear(&e, 120, 140));
    ck_assert_uint_eq(e.count, 2);
    ck_assert(extents_find(&e, 119, &hole) && extents_find(&e, 140, &hole) && !extents_find(&e, 120, &hole));
    ck_assert(hole.start == 120 && hole.end == 140);
    extents_free(&e);
}
END_TEST

/* The model: lines in the order of their last use. */
START_TEST(least_recently_used)
{
    enum { LINES = 24, RANGE = 40 };
    u64 seed = (u64)_i + 1, order[LINES];
    u32 known[RANGE] = {0}, kept = 0;
    unsigned used = 0;
    struct lru l;
    lru_init(&l, LINES);
    for (u32 n = 0; n < 5000; n++) {
        u64 line = random_below(&seed, RANGE) * 1000003ull;
        bool fills = random_below(&seed, 4);
        unsigned at = 0;
        while (at < used && order[at] != line) at++;
        bool there = at < used;
        if (n % 3 == 0) { /* where it was the last time it was found or brought, it is or it has gone */
            u32 last = known[line / 1000003];
            bool still = last && lru_use_at(&l, last, line);
            ck_assert(!still || there);
            if (there && last) kept += still;
        }
        u32 entry;
        ck_assert_int_eq(lru_use(&l, line, fills, &entry), there);
        ck_assert_int_eq(entry != 0, there || fills);
        if (entry) known[line / 1000003] = entry;
        if (!there && !fills) continue;
        if (!there) at = used < LINES ? used++ : LINES - 1;
        memmove(order + 1, order, at * sizeof *order);
        order[0] = line;
    }
    ck_assert_uint_gt(kept, 100);
    lru_free(&l);
}
END_TEST

/* The model: the vote as it is published, and how often the candidate was right. Accesses are counted elsewhere, and the vote begins anew from what is known
 * of it, at any time. */
START_TEST(most_frequent_stride)
{
    u64 seed = (u64)_i + 1, address = random_below(&seed, 1 << 20), votes = 0, right = 0, counted = 0, elsewhere = 0;
    i64 candidate = 0;
    struct stride s = stride_begin(address, 0, 0, 0);
    for (u32 n = 0; n < 20000; n++) {
        i64 by = random_below(&seed, 8) < 5 ? (n / 700 % 3 + 1) * 8 : (i64)random_below(&seed, 5) * 8 - 16;
        address += (u64)by;
        stride_count(&s, address);
        counted++;
        if (by == candidate) votes++, right++;
        else if (votes) votes--;
        else candidate = by, votes = right = 1;
        bool anew = !random_below(&seed, 90);
        if (anew || !random_below(&seed, 60)) {
            elsewhere += stride_counted(&s);
            stride_discount(&s, stride_counted(&s));
        }
        if (anew) s = stride_begin(s.next, s.most, stride_votes(&s), stride_right(&s));
        ck_assert_int_eq(s.most, candidate);
        ck_assert_uint_eq(s.next, address + (u64)candidate);
        ck_assert_uint_eq(stride_votes(&s), votes);
        ck_assert_uint_eq(stride_right(&s), right);
        ck_assert_uint_eq(elsewhere + stride_counted(&s), counted);
    }
    ck_assert_uint_gt(right, 0);
}
END_TEST

/* A candidate with more votes than half a word has: they are put aside when accesses are counted elsewhere, and taken again one half word's part after the
 * other; it goes when there are none left. */
START_TEST(stride_with_many_votes)
{
    u64 votes = (u64)5 << 32, right = votes + 9;
    struct stride s = stride_begin(100, 8, votes, right);
    for (unsigned n = 0; n < 7; n++) {
        stride_count(&s, s.next);
        votes++, right++;
    }
    ck_assert_uint_eq(stride_votes(&s), votes);
    ck_assert_uint_eq(stride_right(&s), right);
    s.tally += (u64)(STRIDE_MOST - 8) * (STRIDE_VOTE + 1); /* as many accesses as may be, all of that stride */
    votes += STRIDE_MOST - 8, right += STRIDE_MOST - 8;
    stride_count(&s, s.next);
    votes++, right++;
    ck_assert_uint_eq(stride_counted(&s), STRIDE_MOST);
    stride_discount(&s, stride_counted(&s));
    ck_assert_uint_eq(stride_counted(&s), 0);
    ck_assert_uint_le(s.tally / STRIDE_VOTE, STRIDE_VOTES);
    ck_assert_uint_eq(stride_votes(&s), votes);
    ck_assert_uint_eq(stride_right(&s), right);

    struct stride few = {.next = 100, .most = 8, .votes = 2, .twice = 20};
    for (unsigned n = 2; n-- > 0;) {
        stride_count(&few, few.next + 1);
        ck_assert_int_eq(few.most, 8);
        ck_assert_uint_eq(stride_votes(&few), n);
    }
    u64 before = few.next - 8;
    stride_count(&few, before + 24);
    ck_assert_int_eq(few.most, 24);
    ck_assert_uint_eq(stride_votes(&few), 1);
    ck_assert_uint_eq(stride_right(&few), 1);
    ck_assert_uint_eq(stride_counted(&few), 3);
}
END_TEST

/* What is in the bands is what the model counted at their addresses; bands and slices are no more than there may be. Random places of
 * few objects, then of more objects than there are bands: those without one count for all. Slices in parts, behind the first one, are the same. */
START_TEST(bands_and_slices)
{
    enum { ACCESSES = 150000, PART = 100 };
    static struct { u32 object; u64 address; } done[ACCESSES];
    static const u32 objects[] = {3, 40, 3000};
    const unsigned line_shift = 5, spread = (unsigned)_i % 2 ? 58 : 16;
    u32 some = objects[_i % 3];
    u64 seed = (u64)_i + 1, total = 0, misses = 0;
    struct mem_account account = {0};
    static struct tables t;
    static struct picture p;
    struct profile_data out = {0};
    tables_init(&t, &account);
    picture_init(&p, &t, line_shift);
    if (_i % 4 > 1) p.part = PART;
    u32 *to = calloc(some + 2, sizeof *to);
    for (u32 i = 0; i < some + 2; i++) to[i] = i;
    for (u32 n = 0; n < ACCESSES; n++) {
        u32 object = 2 + random_below(&seed, some);
        u64 address = ((u64)random_below(&seed, UINT32_MAX) << 27) >> (59 - spread);
        done[n].object = object;
        done[n].address = address;
        if (n % 3 == 0) picture_missed(&p, object, address, 1, 0, 0);
        if (n % 7) picture_count(&p, tables_touch(&t, address >> line_shift << line_shift, object), 1);
        else picture_count_apart(&p, object, address, 1);
        picture_pass(&p, 1);
        ck_assert(p.column < PICTURE_SLICES && p.live <= PICTURE_MOST);
        ck_assert(n < PICTURE_SLICE || p.dirties < p.part);
    }
    picture_take(&p, to, &out);
    ck_assert_uint_eq(out.slice, 2048); /* 150,000 / 128, and a power of two */
    for (size_t i = 0, n = 0; i < out.bands; i++) {
        const struct data_band *b = &out.band[i];
        u64 have = 0, want = 0;
        n = i && out.band[i - 1].object == b->object ? n + 1 : 1;
        ck_assert(n <= PICTURE_BANDS && (!i || out.band[i - 1].object < b->object || out.band[i - 1].start < b->start));
        for (u32 k = 0; k < b->cells; k++) {
            const struct data_cell *c = &out.cell[b->first + k];
            ck_assert(c->slice < PICTURE_SLICES && (!k || c[-1].slice < c->slice));
            have += c->count[DATA_CELL_ACCESSES];
            misses += c->count[DATA_CELL_L1];
        }
        for (u32 k = 0; b->size && b->object != OBJECT_OTHER && k < ACCESSES; k++)
            want += done[k].object == b->object && (done[k].address - b->start < b->size || (done[k].address >> line_shift << line_shift) - b->start < b->size);
        if (b->object != OBJECT_OTHER && some < PICTURE_MOST) ck_assert_uint_eq(have, want);
        total += have;
    }
    ck_assert_uint_eq(total, ACCESSES);
    ck_assert_uint_eq(misses, ACCESSES / 3);
    free(to);
    free(out.band);
    free(out.cell);
    picture_free(&p);
    tables_free(&t);
    ck_assert_uint_eq(account.used, 0);
}
END_TEST

Suite *data_suite(void)
{
    Suite *s = suite_create("data");
    TCase *t = tcase_create("data");
    tcase_add_loop_test(t, like_a_plain_model, 0, unit_cases(10));
    tcase_add_test(t, no_room);
    tcase_add_test(t, empty_ranges);
    tcase_add_loop_test(t, least_recently_used, 0, unit_cases(10));
    tcase_add_loop_test(t, most_frequent_stride, 0, unit_cases(20));
    tcase_add_test(t, stride_with_many_votes);
    tcase_add_loop_test(t, bands_and_slices, 0, 6);
    suite_add_tcase(s, t);
    return s;
}
