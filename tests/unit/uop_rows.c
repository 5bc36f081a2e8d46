#include "tests/unit/uop_rows.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/pair.h"

jmp_buf uop_rows_wrong;
char uop_rows_why[200];

bool uop_rows_runs(const struct uop_row *row) { return row->fn[0] && !(row->flags & UOP_OUTSIDE); }

static bool holds(const struct uop_rows *t, unsigned kind, const struct uop_row *row, u64 seed)
{
    if (setjmp(uop_rows_wrong)) return false;
    t->check(row, t->row(kind), (u64)kind << 32 | seed);
    return true;
}

void uop_rows_operation(const struct uop_rows *t, unsigned kind)
{
    const struct uop_row *row = t->row(kind);
    for (u64 seed = 0; uop_rows_runs(row) && seed < 8; seed++) ck_assert_msg(holds(t, kind, row, seed), "%s", uop_rows_why);
}

void uop_rows_found(const struct uop_rows *t, unsigned kind, const struct uop_row *bad, const char *what)
{
    for (u64 seed = 0; seed < t->seeds; seed++)
        if (!holds(t, kind, bad, seed)) return;
    ck_abort_msg("%s %s is not found", bad->name, what);
}

void uop_rows_damaged(const struct uop_rows *t, unsigned kind)
{
    const struct uop_row *row = t->row(kind);
    char what[40];
    if (!uop_rows_runs(row)) return;
    for (unsigned place = 0; place < 5; place++) {
        struct uop_row bad = *row;
        u8 *field = (u8 *const[]){&bad.a, &bad.b, &bad.c, &bad.d, &bad.imm}[place];
        if (!t->names(row, place, *field)) continue;
        *field = 0;
        snprintf(what, sizeof what, "without its register in %c", "abcdi"[place]);
        uop_rows_found(t, kind, &bad, what);
    }
    for (u32 flag = 1; flag; flag <<= 1) {
        struct uop_row bad = *row;
        if (!(row->flags & t->effects(row) & flag)) continue;
        bad.flags &= ~flag;
        snprintf(what, sizeof what, "without flag %x", (unsigned)flag);
        uop_rows_found(t, kind, &bad, what);
    }
    if (row->flags & UOP_WRITES) {
        struct uop_row bad = *row;
        bad.bytes = 0;
        uop_rows_found(t, kind, &bad, "that stores nothing");
    }
}

void uop_rows_each_handler_once(const struct uop_rows *t, unsigned least)
{
    uop_fn **all = malloc(UOP_FORMS * t->count * sizeof *all);
    unsigned n = 0, run = 0;
    for (unsigned i = 1; i < t->count; i++) {
        const struct uop_row *row = t->row(i);
        ck_assert_ptr_nonnull(row->name);
        run += uop_rows_runs(row);
        ck_assert_msg(!row->bytes == !(row->flags & (UOP_READS | UOP_WRITES)), "%s", row->name);
        for (unsigned f = 0; f < UOP_FORMS; f++) {
            if (!row->fn[f]) continue;
            for (unsigned k = 0; k < n; k++)
                if (all[k] == row->fn[f]) ck_abort_msg("a handler of %s is another's, too", row->name);
            all[n++] = row->fn[f];
        }
    }
    free(all);
    ck_assert_uint_gt(run, least); /* the test of operations has not been emptied by a flag */
}

struct uop uop_rows_some(u64 *seed, const struct uop_row *row, const struct uop_row *whole,
                         i32 (*some)(u64 *seed, const struct uop_row *whole, unsigned field, unsigned place))
{
    return (struct uop){.fn = row->fn[0],
                        .a = (u8)some(seed, whole, row->a, 0),
                        .b = (u8)some(seed, whole, row->b, 1),
                        .c = (u8)some(seed, whole, row->c, 2),
                        .d = (u8)some(seed, whole, row->d, 3),
                        .imm = some(seed, whole, row->imm, 4)};
}

void pair_random_bytes(u64 *seed, void *p, size_t n)
{
    u64 r = 0;
    for (size_t i = 0; i < n; i++, r >>= 8) {
        if (i % 8 == 0) r = pair_random64(seed);
        ((u8 *)p)[i] = (u8)r;
    }
}

void uop_rows_check_stored(const struct uop_row *row, const u8 *was, const u8 *is, unsigned n, bool trapped)
{
    if (!memcmp(was, is, n)) return;
    unsigned first = 0, end = n;
    while (was[first] == is[first]) first++;
    while (was[end - 1] == is[end - 1]) end--;
    HOLDS(row->flags & UOP_WRITES && !trapped && end - first <= row->bytes, "%s wrote %u to %u", row->name, first, end);
}

void uop_rows_check_same_stored(const struct uop_row *row, const u8 *begin, const u8 *a, const u8 *b, unsigned n)
{
    for (unsigned i = 0; row->flags & UOP_WRITES && i < n; i++)
        HOLDS(a[i] == begin[i] || a[i] == b[i], "%s stores something else", row->name);
}

bool same_parts(const struct part *a, const struct part *b, const struct part *was, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if ((!was || memcmp(a[i].p, was[i].p, a[i].n)) && memcmp(a[i].p, b[i].p, a[i].n)) return false;
    return true;
}
