/* isa/ia64's scoreboard: the numbers of instructions that only level 0 may execute, which no guest program can show
 * (tests/timing/ia64 has all others); and its branch predictor. */
#include <stdio.h>

#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/engine.h"
#include "isa/ia64/timing/pipe.h"
#include "isa/ia64/timing/predictor.h"
#include "tests/unit/pair.h"
#include "tests/unit/suites.h"

enum { BUNDLES = 2 };

/* As GNU as has them: each first bundle makes what the second waits for. */
static const u8 from_control[BUNDLES][16] = {
    {0x0a, 0x80, 0x00, 0x04, 0x24, 0x04, 0x10, 0x81, 0x40, 0x00, 0x40, 0x00, 0x00, 0x00, 0x04,
     0x00}, /* mov r16=cr.iva;; add r17=r16,r16 */
    {0x01, 0x80, 0x00, 0x80, 0x24, 0x04, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x04,
     0x00}, /* mov r16=cr.lid;; */
};
static const u8 to_itc[BUNDLES][16] = {
    {0x0a, 0x00, 0x40, 0x58, 0x2a, 0x04, 0x10, 0x01, 0xb0, 0x44, 0x08, 0x00, 0x00, 0x00, 0x04,
     0x00}, /* mov ar.itc=r16;; mov r17=ar.itc */
    {0x01, 0x80, 0x00, 0x80, 0x24, 0x04, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00},
};
static const u8 bank[BUNDLES][16] = {
    {0x11, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x30, 0x00}, /* bsw.0;; */
    {0x01, 0x80, 0x00, 0x80, 0x24, 0x04, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00},
};

/* The cycle in which the last slot of a sequence issues, from 0 on. */
static i64 last_issue(const char *spec, const u8 code[BUNDLES][16])
{
    struct ia64_model m;
    struct ia64_pipe p;
    struct error e;
    ck_assert_msg(ia64_model_parse(spec, &m, &e) == 0, "%s", e.text);
    ia64_pipe_init(&p, 0);
    for (u64 i = 0; i < BUNDLES * 3; i++) {
        struct ia64_slot s = ia64_slot_at(code[i / 3], 0x1000 + i / 3 * 16 + i % 3);
        struct ia64_issue issue;
        struct ia64_waits waits;
        struct ia64_outcome o = {0};
        u32 lost;
        ck_assert_ptr_nonnull(s.insn);
        ia64_issue_of(&m, &s, code[i / 3], mode_frame(0, 0, 0), &issue);
        ia64_pipe_admit(&m, &p, &issue, 0, &waits);
        ia64_pipe_complete(&m, &p, &issue, &o, &lost);
    }
    return p.at;
}

START_TEST(level_0)
{
    static const struct {
        const u8 (*code)[16];
        i64 expected, cr, itc, bsw;
    } row[] = {
        {from_control, 14, 21, 14, 14}, /* 0: read; 13: add; 14: the next group */
        {to_itc, 36, 36, 41, 36},       /* 0: write; 35: read; 36 */
        {bank, 6, 6, 6, 10},            /* 0: bsw, five cycles; 6 */
    };
    for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
        ck_assert_int_eq(last_issue("itanium2", row[i].code), row[i].expected);
        ck_assert_int_eq(last_issue("itanium2,cr=20", row[i].code), row[i].cr);
        ck_assert_int_eq(last_issue("itanium2,itc=40", row[i].code), row[i].itc);
        ck_assert_int_eq(last_issue("itanium2,bsw=9", row[i].code), row[i].bsw);
    }
}
END_TEST

/* A predictor as its header describes it: outcomes are kept in a list, and nothing is told to be steady. */
enum { PLACES_OF_BRANCHES = 8, PATTERNS = 16 };
struct plain_branch {
    u64 pc;
    unsigned history, counter[PATTERNS];
};

static bool plain_right(struct plain_branch *b, unsigned patterns, u64 pc, bool hint, bool taken)
{
    if (b->pc != pc) {
        *b = (struct plain_branch){.pc = pc};
        for (unsigned i = 0; i < PATTERNS; i++) b->counter[i] = hint ? 2 : 1;
    }
    unsigned *counter = &b->counter[b->history];
    bool right = (*counter >= 2) == taken;
    if (taken && *counter < 3) ++*counter;
    if (!taken && *counter > 0) --*counter;
    b->history = (2 * b->history + taken) % patterns;
    return right;
}

/* Branches that mostly go one way, in runs, in patterns and at random, more of them than there are places. */
START_TEST(predictions)
{
    struct ia64_model m;
    struct predictor p;
    struct error e;
    struct plain_branch plain[PLACES_OF_BRANCHES] = {{0}};
    u64 state = (u64)_i, right = 0, steady = 0;
    char spec[80];
    snprintf(spec, sizeof spec, "itanium2,predictor.entries=%d,predictor.history=%d", PLACES_OF_BRANCHES, _i % 5);
    ck_assert_msg(ia64_model_parse(spec, &m, &e) == 0, "%s", e.text);
    ck_assert_int_eq(predictor_init(&p, &m, &e), 0);
    for (unsigned i = 0; i < 100000; i++) {
        u32 r = pair_random(&state);
        unsigned branch = i / 512 % 5 ? r % 4 : r % 12; /* at times they replace each other */
        u64 pc = 0x4000000000001000 + branch / 3 * 16 + branch % 3;
        bool hint = branch & 1, taken = branch % 4 == 0 ? i / 64 % 3 != 0 : branch % 4 == 1 ? i % 7 != 0 : branch % 4 == 2 ? (r >> 8) % 16 == 0 : r >> 9 & 1;
        u32 at = predictor_at(&p, pc);
        steady += p.entry[at].key == (pc | predictor_steady(taken));
        bool got = predictor_right(&p, pc, hint, taken);
        ck_assert_int_eq(got, plain_right(&plain[at], 1u << _i % 5, pc, hint, taken));
        right += got;
    }
    ck_assert(right > 55000 && right < 95000 && steady > 10000);
    predictor_free(&p);
}
END_TEST

Suite *ia64_timing_suite(void)
{
    Suite *s = suite_create("ia64 timing");
    TCase *t = tcase_create("numbers");
    tcase_add_test(t, level_0);
    tcase_add_loop_test(t, predictions, 0, 10);
    suite_add_tcase(s, t);
    return s;
}
