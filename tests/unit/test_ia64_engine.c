/* isa/ia64's engine against itself: superblocks, chaining, deadlines and partial runs against single steps, on random
 * programs. */
#include "emu/core/fault.h"
#include "isa/ia64/insn/decode.h"
#include "tests/unit/ia64_bundles.h"
#include "tests/unit/ia64_pair.h"
#include "tests/unit/suites.h"

/* Blocks of a timing model are entered only when the deadline is some way off: so stretches are long, and programs run on. */
START_TEST(timed_programs)
{
    u64 state = (u64)_i << 40, in_blocks = 0;
    for (int i = 0; i < 40; i++) {
        static u8 code[IA64_PAIR_BUNDLES][16];
        unsigned n = 8 + pair_random(&state) % 100;
        bundles_registers(i & 1 ? 3 + (unsigned)i % 6 : 0);
        for (unsigned j = 0; j < n; j++) bundles_random(&state, code[j]);
        bundles_registers(0);
        u32 how = pair_random(&state);
        struct pair_case k = {.code = code,
                              .units = n,
                              .seed = state,
                              .cycles = 5000 + pair_random(&state) % 30000,
                              .model = 1 + (how >> 8) % 5,
                              .stretch = how & 3 ? 50 + pair_random(&state) % (how >> 16 & 1 ? 2000 : 20000) : 0,
                              .stacks = how & 4,
                              .tight = (how & 24) == 0,
                              .fine = how & 32,
                              .host = how >> 12 & 1 ? 1 + (how >> 13 & 3) : 0,
                              .trapping = (how & 192) == 0};
        struct pair_result r;
        ck_assert_msg(pair_run(&pair_ia64, &k, &r),
                      "program %d of %d: seed %llu, model %u, stretch %u, stacks %d, tight %d, fine %d, host %u: %s", i, _i,
                      (unsigned long long)k.seed, k.model, k.stretch, k.stacks, k.tight, k.fine, k.host, r.difference);
        in_blocks += r.cycles;
    }
    ck_assert_uint_gt(in_blocks, 0);
}
END_TEST

START_TEST(random_programs)
{
    u64 state = (u64)_i << 32;
    for (int i = 0; i < 50; i++) {
        static u8 code[IA64_PAIR_BUNDLES][16];
        unsigned n = 8 + pair_random(&state) % 100;
        bundles_registers(i & 1 ? 3 + (unsigned)i % 6 : 0);
        for (unsigned j = 0; j < n; j++) bundles_random(&state, code[j]);
        bundles_registers(0);
        u32 how = pair_random(&state);
        struct pair_case k = {.code = code,
                              .units = n,
                              .seed = state,
                              .cycles = 200 + pair_random(&state) % 1500,
                              .stretch = how & 3 ? 1 + pair_random(&state) % 100 : 0,
                              .stacks = how & 4,
                              .tight = (how & 24) == 0,
                              .fine = how & 32,
                              .host = how >> 12 & 1 ? 1 + (how >> 13 & 3) : 0,
                              .trapping = (how & 192) == 0};
        struct pair_result r;
        ck_assert_msg(pair_run(&pair_ia64, &k, &r), "program %d of %d: seed %llu, stretch %u, stacks %d, tight %d, fine %d, host %u: %s", i,
                      _i, (unsigned long long)k.seed, k.stretch, k.stacks, k.tight, k.fine, k.host, r.difference);
        ck_assert_uint_gt(r.stops, 0);
        ck_assert_uint_gt(r.cycles, 0);
    }
}
END_TEST

/* I-unit slots of a register's copy and what changes it if p6 is true; both may be in one register of host code where the second is
 * skipped, and must not be where it is run by its handler. */
static u64 slot_of(enum ia64_op op, unsigned qp, unsigned r1, unsigned r3)
{
    return ia64_insn_row(op)->match | qp | r1 << 6 | (u64)r3 << 20;
}

START_TEST(copied_registers)
{
    enum { NOP_M = 0x8000000, MII = 0 };
    for (unsigned i = 0; i < 16; i++) {
        u8 code[8][16];
        for (unsigned j = 0; j < ARRAY_LEN(code); j += 2) {
            bundles_put(code[j], MII, NOP_M, slot_of(IA64_OP_adds, 0, 14, 18), slot_of(IA64_OP_popcnt, 6, 14, 18));
            bundles_put(code[j + 1], MII, NOP_M, slot_of(IA64_OP_xor, 0, 17, 18) | 14 << 13, slot_of(IA64_OP_add, 0, 18, 18) | 14 << 13);
        }
        struct pair_case k = {.code = code, .units = ARRAY_LEN(code), .seed = i, .cycles = 400, .host = 1 + i % 3};
        struct pair_result r;
        ck_assert_msg(pair_run(&pair_ia64, &k, &r), "seed %u: %s", i, r.difference);
    }
}
END_TEST

/* Accesses that change their own base, behind a copy of it that is used later, and behind an operation that is left to its handler: so these are run by
 * handlers, and code is entered behind them. What a handler that finds its line at once does not write, code must not read there. */
START_TEST(copied_bases)
{
    enum { MII = 0, TO = 14, USED = 15, AT = 16, COPY = 17, SHIFTED = 18, BASE = 20, R1 = 6, R2 = 13, R3 = 20, SIZE = 30 };
    u64 state = (u64)_i << 24 | 11;
    for (unsigned n = 0; n < 40; n++) {
        u8 code[24][16];
        for (unsigned j = 0; j < ARRAY_LEN(code); j += 3) {
            u32 how = pair_random(&state);
            u64 size = (u64)(how >> 8 & 3) << SIZE, base = (u64)AT << R3, shift = ia64_insn_row(IA64_OP_shl)->match | SHIFTED << R1 | (u64)SHIFTED << R3 | 9 << R2;
            const u64 access[] = {ia64_insn_row(IA64_OP_ld)->match | size | base | AT << R1, ia64_insn_row(IA64_OP_ld_i)->match | size | base | TO << R1 | 8 << R2,
                                  ia64_insn_row(IA64_OP_ld_r)->match | size | base | TO << R1 | 10 << R2, ia64_insn_row(IA64_OP_st_i)->match | size | base | TO << R2 | 8 << R1};
            bundles_put(code[j], MII, slot_of(IA64_OP_adds, 0, AT, BASE) | (u64)(8 * (how >> 12 & 3)) << R2, shift, slot_of(IA64_OP_adds, 0, COPY, AT));
            bundles_put(code[j + 1], MII, access[how & 3], slot_of(IA64_OP_adds, 0, USED, how >> 4 & 3 ? COPY : AT) | 8 << R2, slot_of(IA64_OP_add, 0, 8, 8) | USED << R2);
            bundles_put(code[j + 2], MII, slot_of(IA64_OP_adds, 0, 9, 0) | (u64)100 << R2, slot_of(IA64_OP_adds, 0, 10, 0) | 8 << R2, slot_of(IA64_OP_xor, 0, 8, 8) | COPY << R2);
        }
        struct pair_case k = {.code = code, .units = ARRAY_LEN(code), .seed = state, .cycles = 4000, .model = n & 3 ? 1 + n % 5 : 0, .host = 1 + n % 4};
        struct pair_result r;
        ck_assert_msg(pair_run(&pair_ia64, &k, &r), "program %u of %d: seed %llu: %s", n, _i, (unsigned long long)k.seed, r.difference);
    }
}
END_TEST

/* The generator's own promise: all of the table comes up. */
START_TEST(random_slots)
{
    static bool seen[IA64_OP_COUNT];
    static const enum ia64_unit unit[] = {IA64_UNIT_M, IA64_UNIT_I, IA64_UNIT_F, IA64_UNIT_B, IA64_UNIT_X};
    unsigned ops = 0;
    u64 state = 5;
    for (unsigned i = 0; i < 400000; i++) {
        enum ia64_unit u = unit[i % ARRAY_LEN(unit)];
        const struct ia64_insn *in = ia64_decode(u, bundles_slot(&state, u));
        ck_assert_ptr_nonnull(in);
        ops += !seen[in->op];
        seen[in->op] = true;
    }
    ck_assert_uint_eq(ops, IA64_OP_COUNT);
}
END_TEST

static void set_up(void)
{
    struct error e;
    ck_assert_int_eq(fault_install(&e), 0);
}

Suite *ia64_engine_suite(void)
{
    Suite *s = suite_create("ia64 engine");
    TCase *t = tcase_create("against single steps");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_loop_test(t, random_programs, 0, unit_cases(8));
    tcase_add_loop_test(t, timed_programs, 0, unit_cases(8));
    tcase_add_test(t, copied_registers);
    tcase_add_loop_test(t, copied_bases, 0, unit_cases(4));
    tcase_add_test(t, random_slots);
    suite_add_tcase(s, t);
    return s;
}
