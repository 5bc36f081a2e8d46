/* Itanium: the ALAT against a table that forgets nothing, and the elements of multimedia operations over all their values:
 * what the directed vectors (tests/vectors/ia64) cannot go through. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "isa/ia64/exec/alat.h"
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec_mem.h"
#include "tests/unit/suites.h"

/* --- ALAT ---------------------------------------------------------------------------------------------------------------- */

enum { TAGS = 256 }; /* 128 of either file */

struct model {
    u64 addr[TAGS];
    u8 size[TAGS]; /* 0: no entry */
};

static unsigned tag_of(unsigned i) { return i < 128 ? i : ALAT_FR + (i - 128); }

static bool overlaps(u64 a, u64 n, u64 b, u64 m) { return a < b + m && b < a + n; }

static void model_store(struct model *m, u64 addr, u64 size)
{
    for (unsigned i = 0; i < TAGS; i++)
        if (m->size[i] && overlaps(addr, size, m->addr[i], m->size[i])) m->size[i] = 0;
}

static unsigned live(const struct model *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < TAGS; i++) n += m->size[i] != 0;
    return n;
}

static u32 draw(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

/* One operation on both; what an insertion drives out is for the caller to see. */
static void operate(struct alat *a, struct model *m, u64 *state, unsigned tags)
{
    unsigned i = draw(state) % tags * (TAGS / tags), what = draw(state) % 100;
    unsigned size = 1u << draw(state) % 5;
    u64 addr = (0x2000000000000000u | draw(state) % 1024) & ~(u64)(size - 1);
    if (what < 60) {
        alat_insert(a, tag_of(i), addr, size);
        m->addr[i] = addr;
        m->size[i] = (u8)size;
        ck_assert(alat_check(a, tag_of(i)));
    } else if (what < 70) {
        alat_remove(a, tag_of(i));
        m->size[i] = 0;
        ck_assert(!alat_check(a, tag_of(i)));
    } else if (what < 99) {
        bool may = alat_may_hit(a, addr);
        unsigned before = a->used;
        if (what < 75) addr += draw(state) % 16, size = draw(state) % 200 + 1; /* what the guest kernel writes */
        alat_store(a, addr, size);
        model_store(m, addr, size);
        ck_assert_msg(may || what < 75 || a->used == before, "a store that cannot hit took an entry away");
    } else {
        alat_clear(a);
        memset(m, 0, sizeof *m);
    }
}

/* With no more registers than entries nothing is lost: both are the same. */
START_TEST(test_alat_of_few_registers_is_exact)
{
    struct alat a = {0};
    struct model m = {0};
    u64 state = 1;
    for (unsigned n = 0; n < 200000; n++) {
        operate(&a, &m, &state, ALAT_ENTRIES);
        for (unsigned i = 0; i < TAGS; i++)
            if (alat_check(&a, tag_of(i)) != (m.size[i] != 0)) ck_abort_msg("step %u, tag %x", n, tag_of(i));
        ck_assert_uint_eq(a.used, live(&m));
    }
}
END_TEST

/* With more, entries go, but none is there that should not be. */
START_TEST(test_alat_never_hits_falsely)
{
    struct alat a = {0};
    struct model m = {0};
    u64 state = 2;
    unsigned full = 0;
    for (unsigned n = 0; n < 200000; n++) {
        operate(&a, &m, &state, TAGS);
        unsigned hits = 0;
        for (unsigned i = 0; i < TAGS; i++) {
            bool hit = alat_check(&a, tag_of(i));
            if (hit && !m.size[i]) ck_abort_msg("step %u, tag %x", n, tag_of(i));
            hits += hit;
        }
        ck_assert_uint_eq(a.used, hits);
        full += hits == ALAT_ENTRIES;
        for (unsigned i = 0; i < TAGS; i++) /* gone from one is gone from both, for the next steps */
            if (!alat_check(&a, tag_of(i))) m.size[i] = 0;
    }
    ck_assert_uint_gt(full, 1000);
}
END_TEST

/* The oldest entry goes first: a loop that has more advanced loads under way than there are entries loses all of them, one
 * with as many loses none. */
START_TEST(test_alat_replaces_round_robin)
{
    struct alat a = {0};
    for (unsigned i = 0; i < ALAT_ENTRIES; i++) alat_insert(&a, 32 + i, 8 * i, 8);
    for (unsigned i = 0; i < ALAT_ENTRIES; i++) ck_assert(alat_check(&a, 32 + i));
    for (unsigned i = 0; i < ALAT_ENTRIES; i++) {
        alat_insert(&a, ALAT_FR + 32 + i, 0x1000 + 8 * i, 8);
        ck_assert(!alat_check(&a, 32 + i));
        ck_assert(i + 1 == ALAT_ENTRIES || alat_check(&a, 32 + i + 1));
    }
}
END_TEST

/* A register's tag is its place in the physical file: rotation and calls change its name. */
START_TEST(test_alat_tags_follow_registers)
{
    struct cpu *c = calloc(1, sizeof *c);
    c->rse.bof = 90;
    c->cfm = (struct ia64_cfm){.sof = 40, .sol = 20, .sor = 16};
    ck_assert_uint_eq(ia64_alat_tag(c, 31), 31);
    ck_assert_uint_eq(ia64_alat_tag(c, 32), 32 + 90);
    ck_assert_uint_eq(ia64_alat_tag(c, 38), 32 + 0);
    unsigned outgoing = ia64_alat_tag(c, 32 + 20), rotating = ia64_alat_tag(c, 32 + 3), last = ia64_alat_tag(c, 32 + 15);
    c->cfm.rrb_gr = 15; /* everything is one name higher, the last the first */
    ck_assert_uint_eq(ia64_alat_tag(c, 32 + 4), rotating);
    ck_assert_uint_eq(ia64_alat_tag(c, 32), last);
    ck_assert_uint_eq(ia64_alat_tag(c, 32 + 20), outgoing);
    c->cfm = (struct ia64_cfm){.sof = 20};
    c->rse.bof = 110;
    ck_assert_uint_eq(ia64_alat_tag(c, 32), outgoing);
    c->rse.bof = (u16)(110 + 3 * IA64_STACKED); /* the file was moved */
    ck_assert_uint_eq(ia64_alat_tag(c, 32), outgoing);
    free(c);
}
END_TEST

/* --- elements -------------------------------------------------------------------------------------------------------------- */

static struct cpu *cpu;

static uop_result stop(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    (void)c, (void)u, (void)mem, (void)last;
    UOP_LEAVE();
}

static u64 run(enum ia64_op op, u64 r2, u64 r3, unsigned count)
{
    struct uop code[2] = {{.fn = ia64_uop_row((enum ia64_uop)ia64_recipe_of(ia64_insn_row(op))->kind)->fn[0], .a = 8, .b = 9, .c = 10, .d = (u8)count}, {.fn = stop}};
    cpu->gr[9] = r2;
    cpu->gr[10] = r3;
    uop_run(cpu, code, NULL);
    return cpu->gr[8];
}

/* ck_assert_uint_eq() writes to a pipe each time; these tests ask millions of times. */
static void same(u64 got, u64 want) { if (got != want) ck_assert_uint_eq(got, want); }

static int low(int v, int floor) { return v < floor ? floor : v; }
static int high(int v, int ceiling) { return v > ceiling ? ceiling : v; }
static int bytes(int v) { return high(low(v, 0), 255); }
static int chars(int v) { return high(low(v, -128), 127); }
static int words(int v) { return high(low(v, 0), 65535); }
static int shorts(int v) { return high(low(v, -32768), 32767); }

/* By the types of C: x and y unsigned, sx and sy signed. */
#define OPERATIONS(bits, s, u, UINT)                                                                                       \
    {IA64_OP_padd##bits, x + y}, {IA64_OP_padd##bits##_sss, s(sx + sy)}, {IA64_OP_padd##bits##_uuu, u(x + y)},            \
    {IA64_OP_padd##bits##_uus, u(x + sy)}, {IA64_OP_psub##bits, x - y}, {IA64_OP_psub##bits##_sss, s(sx - sy)},           \
    {IA64_OP_psub##bits##_uuu, u(x - y)}, {IA64_OP_psub##bits##_uus, u(x - sy)},                                          \
    {IA64_OP_pavg##bits, (x + y) / 2 | ((x ^ y) & 1)}, {IA64_OP_pavg##bits##_raz, (x + y + 1) / 2},                       \
    {IA64_OP_pavgsub##bits, (int)((unsigned)(x - y) >> 1) | ((x ^ y) & 1)},                                               \
    {IA64_OP_pcmp##bits##_eq, x == y ? (int)(UINT)-1 : 0}, {IA64_OP_pcmp##bits##_gt, sx > sy ? (int)(UINT)-1 : 0}

struct expected {
    enum ia64_op op;
    int value;
};

START_TEST(test_every_pair_of_bytes)
{
    cpu = calloc(1, sizeof *cpu);
    for (int x = 0; x < 256; x++)
        for (int y = 0; y < 256; y++) {
            int sx = (i8)x, sy = (i8)y;
            unsigned lane = (unsigned)(x + y) % 8 * 8; /* its neighbours, 0x80 and 0x7f, must not matter */
            u64 mask = (u64)0xff << lane;
            u64 r2 = (0x8080808080808080 & ~mask) | (u64)x << lane, r3 = (0x7f7f7f7f7f7f7f7f & ~mask) | (u64)y << lane;
            const struct expected want[] = {
                OPERATIONS(1, chars, bytes, u8), {IA64_OP_pmin1_u, x < y ? x : y}, {IA64_OP_pmax1_u, x > y ? x : y}};
            for (unsigned i = 0; i < ARRAY_LEN(want); i++) {
                u64 got = run(want[i].op, r2, r3, 0);
                if ((got >> lane & 0xff) != (u8)want[i].value)
                    ck_abort_msg("%s of %02x and %02x at %u: %016" PRIx64 ", not %02x", ia64_insn_row(want[i].op)->name, x, y,
                                 lane, got, (u8)want[i].value);
            }
        }
    free(cpu);
}
END_TEST

START_TEST(test_words_beside_the_edges)
{
    static const u16 edges[] = {0, 1, 2, 0x3fff, 0x4000, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xbfff, 0xc000, 0xfffe, 0xffff};
    cpu = calloc(1, sizeof *cpu);
    for (int x = 0; x < 65536; x++)
        for (unsigned e = 0; e < ARRAY_LEN(edges); e++) {
            int y = edges[e], sx = (i16)x, sy = (i16)y;
            unsigned lane = ((unsigned)x + e) % 4 * 16;
            u64 mask = (u64)0xffff << lane;
            u64 r2 = (0x8000800080008000 & ~mask) | (u64)x << lane, r3 = (0x7fff7fff7fff7fff & ~mask) | (u64)y << lane;
            const struct expected want[] = {
                OPERATIONS(2, shorts, words, u16), {IA64_OP_pmin2, sx < sy ? x : y}, {IA64_OP_pmax2, sx > sy ? x : y}};
            for (unsigned i = 0; i < ARRAY_LEN(want); i++) {
                u64 got = run(want[i].op, r2, r3, 0);
                if ((got >> lane & 0xffff) != (u16)want[i].value)
                    ck_abort_msg("%s of %04x and %04x at %u: %016" PRIx64 ", not %04x", ia64_insn_row(want[i].op)->name, x, y,
                                 lane, got, (u16)want[i].value);
            }
            for (unsigned count = 1; count <= 3; count++) {
                int left = sx * (1 << count), right = sx >= 0 ? sx / (1 << count) : -((-sx + (1 << count) - 1) / (1 << count));
                int sum = left == shorts(left) ? shorts(left + sy) : shorts(left);
                same(run(IA64_OP_pshladd2, r2, r3, count) >> lane & 0xffff, (u16)sum);
                same(run(IA64_OP_pshradd2, r2, r3, count) >> lane & 0xffff, (u16)shorts(right + sy));
            }
        }
    free(cpu);
}
END_TEST

START_TEST(test_packs_saturate)
{
    cpu = calloc(1, sizeof *cpu);
    for (int x = 0; x < 65536; x++) {
        unsigned i = (unsigned)x % 4;
        u64 in = (u64)x << 16 * i;
        same(run(IA64_OP_pack2_sss, in, 0, 0), (u64)(u8)chars((i16)x) << 8 * i);
        same(run(IA64_OP_pack2_sss, 0, in, 0), (u64)(u8)chars((i16)x) << (32 + 8 * i));
        same(run(IA64_OP_pack2_uss, in, 0, 0), (u64)bytes((i16)x) << 8 * i);
        same(run(IA64_OP_pack2_uss, 0, in, 0), (u64)bytes((i16)x) << (32 + 8 * i));
    }
    for (i64 x = -70000; x <= 70000; x++) {
        same(run(IA64_OP_pack4_sss, (u32)x, 0, 0), (u16)shorts((int)x));
        same(run(IA64_OP_pack4_sss, 0, (u64)(u32)x << 32, 0), (u64)(u16)shorts((int)x) << 48);
    }
    free(cpu);
}
END_TEST

/* Whatever bytes are zero. */
START_TEST(test_first_zero_of_every_pattern)
{
    cpu = calloc(1, sizeof *cpu);
    for (unsigned zero = 0; zero < 256; zero++) {
        u64 x = 0;
        for (unsigned i = 0; i < 8; i++)
            if (!(zero >> i & 1)) x |= (u64)(i % 2 ? 0x80 : 0x01) << 8 * i;
        unsigned pairs = 0; /* a word is zero when both its bytes are */
        for (unsigned i = 0; i < 4; i++) pairs |= (unsigned)((zero >> 2 * i & 3) == 3) << i;
        same(run(IA64_OP_czx1_r, 0, x, 0), zero ? (u64)__builtin_ctz(zero) : 8);
        same(run(IA64_OP_czx1_l, 0, x, 0), zero ? (u64)__builtin_clz(zero) - 24 : 8);
        same(run(IA64_OP_czx2_r, 0, x, 0), pairs ? (u64)__builtin_ctz(pairs) : 4);
        same(run(IA64_OP_czx2_l, 0, x, 0), pairs ? (u64)__builtin_clz(pairs) - 28 : 4);
    }
    free(cpu);
}
END_TEST

Suite *ia64_exec_suite(void)
{
    Suite *s = suite_create("ia64_exec");
    TCase *t = tcase_create("alat");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, test_alat_of_few_registers_is_exact);
    tcase_add_test(t, test_alat_never_hits_falsely);
    tcase_add_test(t, test_alat_replaces_round_robin);
    tcase_add_test(t, test_alat_tags_follow_registers);
    suite_add_tcase(s, t);
    t = tcase_create("elements");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, test_every_pair_of_bytes);
    tcase_add_test(t, test_words_beside_the_edges);
    tcase_add_test(t, test_packs_saturate);
    tcase_add_test(t, test_first_zero_of_every_pattern);
    suite_add_tcase(s, t);
    return s;
}
