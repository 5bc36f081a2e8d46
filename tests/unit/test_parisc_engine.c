/* isa/parisc's engine against itself: superblocks, chaining, deadlines and partial runs against single steps. Programs
 * that once told the two apart, then random ones. */
#include "emu/core/fault.h"
#include "emu/host/host.h"
#include "isa/parisc/insn/decode.h"
#include "tests/unit/parisc_pair.h"
#include "tests/unit/suites.h"

struct snippet {
    const char *what;
    u32 word[8];
    unsigned words;
};

static const struct snippet snippets[] = {
    {"a nullified delay slot on a page that the loop writes to",
     {0x20282000,  /*    ldil L%0x11000,r1 */
      0x68200080,  /* 1: stw r0,0x40(r1) */
      0xe81f1fef}, /*    b,n 1b */
     3},
    {"a nullified instruction on a page that the loop writes to",
     {0x20282000,  /* ldil L%0x11000,r1 */
      0x68200080,  /* stw r0,0x40(r1) */
      0x08002883}, /* cmpclr,= r0,r0,r3 */
     3},
    {"indirect calls with a branch in the slot",
     {0x20282000,  /* ldil L%0x11000,r1 */
      0xe4202000,  /* be,l 0(sr4,r1) */
      0xa4625ff5,  /* addib,< 1,r3,. */
      0x34840002}, /* ldo 1(r4),r4 */
     4},
    {"a fault in the slot of a branch to another space",
     {0xe4008200,  /* be,l 0x100(sr2,r0) */
      0x0c001083,  /* ldw 0(r0),r3 */
      0x08000240}, /* nop */
     3},
    {"inexact results and rounding modes around faults",
     {0x30856e06,  /* fdiv,dbl fr4,fr5,fr6 */
      0x30c54e07,  /* fmpy,dbl fr6,fr5,fr7 */
      0x0c001280,  /* stw r0,0(r0) */
      0x30870e08}, /* fadd,dbl fr4,fr7,fr8 */
     4},
    {"an inexact result, and an exception register loaded behind it",
     {0x20204000,  /* ldil L%0x40000,r1 */
      0x30856e06,  /* fdiv,dbl fr4,fr5,fr6 */
      0x24201040,  /* fldw 0(r1),fr0R */
      0x2c301200}, /* fstd fr0,8(r1) */
     4},
    {"GR 0 as a base to be modified",
     {0x040112a0,  /* fdc,m r1(r0) */
      0x0c1010a3,  /* ldw,ma 8(r0),r3 */
      0x0c0332b0,  /* stw,mb r3,8(r0) */
      0x0c0811e3,  /* ldcw,ma 4(r0),r3 */
      0x0c033328,  /* stby,e,m r3,4(r0) */
      0x0c0100a3}, /* ldw,m r1(r0),r3 */
     6},
    {"a fault in a delay slot that the target follows",
     {0xe8000000,  /* b .+8 */
      0x0c001083,  /* ldw 0(r0),r3 */
      0xb4840002}, /* addi 1,r4,r4 */
     3},
    {"branches nullified, and nullified slots",
     {0xb4842002,  /* addi,= 1,r4,r4 */
      0xe8000002,  /* b,n .+8 */
      0xe8000008,  /* b .+12 */
      0xb4a50002,  /* addi 1,r5,r5 */
      0x08050246}, /* copy r5,r6 */
     5},
    {"a branch that writes a return address and is no call",
     {0xe8400000,  /* b,l .+8,rp */
      0xb4a50002,  /* addi 1,r5,r5 */
      0xb4840002}, /* addi 1,r4,r4 */
     3},
    {"calls, a fault in their slot, returns that nullify it",
     {0xb4a50002,  /* 1: addi 1,r5,r5 */
      0x8000200a,  /*    cmpb,=,n r0,r0,.+12 */
      0x30800a05,  /*    fcnvff,dbl,sgl fr4,fr5 */
      0xebffbfdd,  /*    b,l 1b,rp */
      0x0c001083,  /*    ldw 0(r0),r3 */
      0xe840c002}, /*    bv,n r0(rp) */
     6},
    {"the status register stored in the slot of a call, and a return",
     {0x20204000,  /* ldil L%0x40000,r1 */
      0x34210020,  /* ldo 16(r1),r1 */
      0xe8400008,  /* b,l .+12,rp */
      0x2c201200,  /* fstd fr0,0(r1) */
      0xe8000010,  /* b .+16 */
      0xb4840002,  /* addi 1,r4,r4 */
      0xe840c002}, /* bv,n r0(rp) */
     7},
};

static void run_case(const struct pair_case *k, const char *what)
{
    struct pair_result r;
    ck_assert_msg(pair_run(&pair_parisc, k, &r), "%s: seed %llu, model %u, stretch %u, stacks %d, tight %d, fine %d, host %u: %s",
                  what, (unsigned long long)k->seed, k->model, k->stretch, k->stacks, k->tight, k->fine, k->host, r.difference);
    ck_assert_uint_gt(r.stops, 0);
    ck_assert_uint_gt(r.cycles, 0);
}

/* The snippet is in all four parts, so that it is met at the beginning and the end of pages of every kind. */
START_TEST(snippet)
{
    const struct snippet *s = &snippets[_i];
    u32 word[4 * ARRAY_LEN(s->word)];
    for (unsigned i = 0; i < 4 * s->words; i++) word[i] = s->word[i % s->words];
    for (u64 seed = 0; seed < 64; seed++) {
        struct pair_case k = {.code = word,
                              .units = 4 * s->words,
                              .seed = seed,
                              .cycles = 300,
                              .model = (unsigned)(seed / 2 % 16),
                              .stretch = seed % 4 ? 1 << (seed % 7) : 0,
                              .stacks = seed & 1,
                              .fine = seed & 2,
                              .tight = seed & 8,
                              .host = seed & 32 ? 1 + seed % 4 : 0,
                              .trapping = seed & 16};
        run_case(&k, s->what);
    }
}
END_TEST

START_TEST(random_programs)
{
    u64 state = (u64)_i << 32;
    for (int i = 0; i < 50; i++) {
        u32 word[160];
        unsigned n = 8 + pair_random(&state) % 150;
        words_program(&state, &pair_places, word, n);
        u32 how = pair_random(&state);
        struct pair_case k = {.code = word,
                              .units = n,
                              .seed = state,
                              .cycles = 200 + pair_random(&state) % 1500,
                              .model = how >> 8 & 15,
                              .stretch = how & 3 ? 1 + pair_random(&state) % 100 : 0,
                              .stacks = how & 4,
                              .tight = (how & 24) == 0,
                              .fine = how & 32,
                              .host = how >> 12 & 1 ? 1 + (how >> 13 & 3) : 0,
                              .trapping = (how & 192) == 0};
        run_case(&k, "random program");
    }
}
END_TEST

/* One stretch of millions of operations that never comes back to the dispatcher: the host's stack must not grow with it. */
START_TEST(long_stretch)
{
    static const u32 word[8] = {0xe81f1ff5,  /* b . */
                                0xb4840002,  /* addi 1,r4,r4 */
                                0xe81f1ff5, 0xb4840002, 0xe81f1ff5, 0xb4840002, 0xe81f1ff5, 0xb4840002};
    struct pair_case k = {.code = word, .units = ARRAY_LEN(word), .cycles = 2000000, .host = (unsigned)_i};
    struct pair_result r;
    ck_assert_msg(pair_run(&pair_parisc, &k, &r), "%s", r.difference);
    ck_assert_uint_eq(r.stops, 1);
    ck_assert_uint_eq(r.instructions, k.cycles);
}
END_TEST

/* What a run pays for: a block of 32 instructions (a loop of two goes round 16 times in it) that is entered 50,000 times gets its code when that was 20,000 times, when the run has become long
 * enough, when it was 40,000 times, for it is brief, or there is other code, or never. */
START_TEST(paced)
{
    static const struct {
        struct host_pace pace;
        u64 translated;
    } row[] = {{{32, 9000000, 16, 0, 0}, 1}, {{31, 9000000, 16, 0, 0}, 0}, {{31, 800000, 16, 0, 0}, 1}, {{0, 39000, 16, 0, 0}, 1}, {{0, 60000, 16, 0, 0}, 0},
               {{0, 60000, 32, 0, 0}, 1}, {{32, 9000000, 16, 32, 3}, 1}, {{32, 9000000, 16, 33, 2}, 1}, {{32, 9000000, 16, 33, 3}, 0}};
    static const u32 word[2] = {0xe81f1ff5,  /* b . */
                                0xb4840002}; /* addi 1,r4,r4 */
    struct pair_case k = {.code = word, .units = ARRAY_LEN(word), .cycles = 1600000, .host = 20000, .pace = row[_i].pace};
    struct pair_result r;
    ck_assert_msg(pair_run(&pair_parisc, &k, &r), "%s", r.difference);
    ck_assert_uint_eq(r.translated, HOST_EMITTER ? row[_i].translated : 0);
}
END_TEST

/* Copies, whose registers are both the same one in host code; what changes them where it is not nullified, with host code and without
 * (uxor): behind it they differ. */
START_TEST(copies)
{
    u64 state = (u64)_i << 24 | 7;
    u32 word[128];
    for (unsigned n = 0; n < 20; n++) {
        for (unsigned j = 0; j < ARRAY_LEN(word); j++) {
            u32 r = pair_random(&state), to = 8 + (r & 3), left = 8 + (r >> 3 & 3), right = 8 + (r >> 6 & 3), condition = 4 + (r >> 9 & 3);
            u32 operands = 2u << 26 | right << 21 | left << 16 | to;
            switch (r >> 16 & 7) {
            case 0: case 1: word[j] = (operands & ~31u) | condition << 12 | 0x22 << 6; break; /* cmpclr, to GR 0 */
            case 2: case 3: word[j] = operands | 0x0e << 6; break; /* uxor */
            case 4: word[j] = operands | 0x28 << 6; break; /* add,l */
            default: word[j] = 2u << 26 | left << 16 | to | 0x09 << 6; break; /* copy */
            }
        }
        struct pair_case k = {.code = word, .units = ARRAY_LEN(word), .seed = state, .cycles = 3000, .host = 1 + n % 4};
        run_case(&k, "copies");
    }
}
END_TEST

/* Operations that take the carry of the one before them, as divisions are made of, which host code hands on from one to the next; some are nullified, so that others
 * come behind different ones, and some tell all carries (dcor). */
START_TEST(carries)
{
    static const u8 operation[8] = {0x11, 0x11, 0x11, 0x1c, 0x1c, 0x14, 0x18, 0x22}; /* ds, addc, subb, add, cmpclr */
    u64 state = (u64)_i << 24 | 9;
    u32 word[128];
    for (unsigned n = 0; n < 20; n++) {
        for (unsigned j = 0; j < ARRAY_LEN(word); j++) {
            u32 r = pair_random(&state), to = 8 + (r & 3), left = 8 + (r >> 3 & 3), right = 8 + (r >> 6 & 3), of = operation[r >> 16 & 7];
            u32 condition = of == 0x22 ? 4 + (r >> 9 & 3) : r >> 24 & 15 ? 0 : r >> 12 & 15;
            if (of == 0x1c && r >> 20 & 1) right = left; /* doubled */
            if (of == 0x22) to = 0;
            word[j] = 2u << 26 | right << 21 | left << 16 | condition << 12 | of << 6 | to;
            if (!(r >> 28)) word[j] = 2u << 26 | right << 21 | 0x2e << 6 | (8 + (r & 3)); /* dcor */
        }
        struct pair_case k = {.code = word, .units = ARRAY_LEN(word), .seed = state, .cycles = 3000, .model = n & 4 ? n : 0, .host = 1 + n % 4};
        run_case(&k, "carries");
    }
}
END_TEST

/* The generator's own promise: all of the table comes up, and most words are instructions. */
START_TEST(random_words)
{
    enum { WORDS = 200000 };
    static bool seen[PA_OP_COUNT];
    unsigned instructions = 0, ops = 0;
    u64 state = 5;
    for (unsigned i = 0; i < WORDS; i++) {
        const struct pa_insn *in = pa_decode(words_insn(&state));
        if (!in) continue;
        instructions++;
        ops += !seen[in->op];
        seen[in->op] = true;
    }
    ck_assert_uint_eq(instructions, WORDS);
    ck_assert_uint_eq(ops, PA_OP_COUNT);
}
END_TEST

static void set_up(void)
{
    struct error e;
    ck_assert_int_eq(fault_install(&e), 0);
}

Suite *parisc_engine_suite(void)
{
    Suite *s = suite_create("parisc engine");
    TCase *t = tcase_create("against single steps");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_loop_test(t, snippet, 0, ARRAY_LEN(snippets));
    tcase_add_loop_test(t, random_programs, 0, unit_cases(8));
    tcase_add_loop_test(t, long_stretch, 0, 2); /* 1: as host code */
    tcase_add_loop_test(t, paced, 0, 9);
    tcase_add_loop_test(t, copies, 0, 8);
    tcase_add_loop_test(t, carries, 0, 8);
    tcase_add_test(t, random_words);
    suite_add_tcase(s, t);
    return s;
}
