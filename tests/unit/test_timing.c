/* What the timing models stand on: caches against a plain model, counts by address, the scoreboard's accounts on random
 * instructions, and which registers instructions write, against what they write when run. */
#include <stdlib.h>

#include "emu/core/code.h"
#include "emu/core/fault.h"
#include "emu/core/pc_table.h"
#include "emu/core/stamped_cache.h"
#include "emu/core/states.h"
#include "emu/core/tlb.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/insn/operands.h"
#include "isa/parisc/isa.h"
#include "isa/parisc/timing/timing.h"
#include "tests/unit/pair.h"
#include "tests/unit/parisc_words.h"
#include "tests/unit/suites.h"

/* --- caches --------------------------------------------------------------------------------------------------------- */

static const struct cache_geometry geometries[] = {
    {.size = 1 << 10, .ways = 1, .line = 32},
    {.size = 1 << 10, .ways = 2, .line = 32, .write_back = true, .write_allocate = true},
    {.size = 1 << 11, .ways = 4, .line = 16, .write_back = true},
    {.size = 1 << 10, .ways = 32, .line = 32, .write_allocate = true},
    {.size = 3 * 4096, .ways = 3, .line = 4096},
    {.size = 96 * 64, .ways = 3, .line = 64, .write_back = true, .write_allocate = true},
    {.size = 0, .ways = 1, .line = 32},
};

/* The plain model: for every line of memory when it was last used, whether it is in, and whether it was written to. */
enum { LINES = 512 };

struct plain {
    bool in[LINES], dirty[LINES];
    u64 used[LINES], now;
};

static struct cache_access plain_access(struct plain *p, const struct cache_geometry *g, unsigned line, bool write)
{
    struct cache_access r = {.hit = p->in[line]};
    u64 sets = g->size / g->line / g->ways;
    if (!r.hit && (!write || g->write_allocate)) {
        unsigned count = 0, oldest = LINES;
        for (unsigned i = 0; i < LINES; i++) {
            if (!p->in[i] || i % sets != line % sets) continue;
            count++;
            if (oldest == LINES || p->used[i] < p->used[oldest]) oldest = i;
        }
        if (count == g->ways) {
            r.wrote_back = p->dirty[oldest];
            r.victim = r.wrote_back ? (u64)oldest * g->line : 0;
            p->in[oldest] = p->dirty[oldest] = false;
        }
        p->in[line] = r.filled = true;
    }
    if (p->in[line]) {
        p->used[line] = ++p->now;
        if (write && g->write_back) p->dirty[line] = true;
    }
    return r;
}

/* What the other kind of cache did, as the first says it. */
static struct cache_access stamped(struct stamped_cache *s, u64 address, bool write, u64 now)
{
    bool held = stamped_entry(s, address);
    struct stamped_access a = stamped_access(s, address, write, now);
    bool wrote_back = a.gone & CACHE_DIRTY;
    ck_assert_int_eq(a.hit, held);
    ck_assert_ptr_eq(stamped_entry(s, address), a.entry);
    ck_assert(!a.entry || *stamped_used(s, a.entry) == now);
    return (struct cache_access){a.hit, a.entry && !a.hit, wrote_back, wrote_back ? a.gone >> CACHE_TAG_SHIFT << s->cache.line_shift : 0};
}

static void same_access(struct cache_access got, struct cache_access want)
{
    ck_assert_int_eq(got.hit, want.hit);
    ck_assert_int_eq(got.filled, want.filled);
    ck_assert_int_eq(got.wrote_back, want.wrote_back);
    ck_assert_uint_eq(got.victim, want.victim);
}

START_TEST(cache_random)
{
    const struct cache_geometry *g = &geometries[_i];
    struct plain *plain = calloc(1, sizeof *plain);
    struct cache c;
    struct stamped_cache s;
    struct error e;
    u64 state = (u64)_i, hits = 0, reads = 0, writes = 0;
    ck_assert_int_eq(cache_init(&c, g, &e), 0);
    ck_assert_int_eq(stamped_init(&s, g, &e), 0);
    for (unsigned i = 0; i < 20000; i++) {
        /* Near the last ones most of the time, else nothing would hit in the small ones. */
        unsigned line = pair_random(&state) & 3 ? i / 64 % 64 * 4 + pair_random(&state) % 8 : pair_random(&state) % LINES;
        u64 address = (u64)line * g->line + pair_random(&state) % g->line;
        bool write = pair_random(&state) & 1;
        struct cache_access want = g->size ? plain_access(plain, g, line, write) : (struct cache_access){0};
        ck_assert_int_eq(cache_holds(&c, address), want.hit);
        struct cache_access got = cache_access(&c, address, write);
        same_access(got, want);
        same_access(stamped(&s, address, write, i + 1), want);
        hits += got.hit;
        reads += !write;
        writes += write;
    }
    ck_assert_uint_eq(c.reads, reads);
    ck_assert_uint_eq(c.writes, writes);
    ck_assert_uint_eq(c.read_misses + c.write_misses, reads + writes - hits);
    ck_assert(!g->size || (hits > 1000 && hits < 19000));
    cache_free(&c);
    stamped_free(&s);
    free(plain);
}
END_TEST

START_TEST(cache_refuses)
{
    static const struct cache_geometry bad[] = {
        {.size = 1024, .ways = 1, .line = 24}, {.size = 1024, .ways = 3, .line = 32}, {.size = 1000, .ways = 1, .line = 8},
        {.size = 1024, .ways = 0, .line = 32}, {.size = 16, .ways = 1, .line = 32},   {.size = 1024, .ways = 1, .line = 0},
    };
    struct cache c;
    struct error e;
    for (unsigned i = 0; i < ARRAY_LEN(bad); i++) ck_assert_int_eq(cache_init(&c, &bad[i], &e), -1);
}
END_TEST

/* A TLB is a cache of one set; uses that are told late are as good as told in time. */
START_TEST(tlb_random)
{
    enum { PAGE = 4096 };
    struct cache_geometry g = {.size = (u64)_i * PAGE, .ways = (u32)_i, .line = PAGE};
    struct cache c;
    struct tlb t;
    struct error e;
    u64 state = (u64)_i, hits = 0;
    bool held = false; /* a page is in use all the time, and the TLB is not told while it is */
    u64 page = 0;
    ck_assert_int_eq(cache_init(&c, &g, &e), 0);
    ck_assert_int_eq(tlb_init(&t, (unsigned)_i, PAGE, &e), 0);
    for (unsigned i = 0; i < 50000; i++) {
        u32 how = pair_random(&state);
        u64 address = (u64)((how & 7 ? i / 512 * 3 : 0) + pair_random(&state) % (how & 8 ? 3 : 3 * (unsigned)_i)) * PAGE + (how >> 8 & 4095);
        bool leave = how >> 24 < 8, again = how >> 16 & 1;
        if (_i > 1 && held) {
            cache_access(&c, page * PAGE, false); /* the page is used before each other use */
            if (leave) {
                if (again) cache_access(&c, page * PAGE, false);
                tlb_used_before(&t, page, true);
                held = false;
            } else if (!cache_holds(&c, address)) {
                tlb_used_before(&t, page, true);
            }
        }
        bool hit = cache_access(&c, address, false).hit;
        ck_assert_int_eq(tlb_access(&t, address), hit);
        hits += hit;
        if (_i > 1 && !held && how >> 28 == 0) {
            held = true;
            page = address / PAGE;
        }
    }
    ck_assert(hits > 500 && hits < 49900);
    tlb_free(&t);
    cache_free(&c);
}
END_TEST

/* Equal words, equal numbers; what became of a state is found again. */
START_TEST(states_are_numbered)
{
    enum { STATES = 3000 };
    struct states s = {0};
    u64 words[8] = {0};
    for (unsigned round = 0; round < 2; round++)
        for (u32 i = 0; i < STATES; i++) {
            size_t n = i % 8, m;
            for (size_t k = 0; k < n; k++) words[k] = i / 8 + k;
            bool none = n == 0; /* one state has no words */
            u32 number = states_number(&s, words, n), want = round || (none && i) ? number : s.count - 1;
            ck_assert_uint_eq(number, want);
            const u64 *mine = states_words(&s, number, &m);
            ck_assert_uint_eq(m, n);
            ck_assert(!n || !memcmp(mine, words, n * sizeof *words));
        }
    ck_assert_uint_eq(s.count, STATES - STATES / 8 + 1);
    for (u64 i = 1; i < STATES; i++) ck_assert_int_eq(states_after(&s, i, i % 7), -1);
    for (u64 i = 1; i < STATES; i++) states_remember(&s, i, i % 7, (u32)(i * i));
    for (u64 i = 1; i < STATES; i++) {
        ck_assert_int_eq(states_after(&s, i, i % 7), (u32)(i * i));
        ck_assert_int_eq(states_after(&s, i, i % 7 + 1), -1);
    }
    states_forget_changes(&s);
    ck_assert_int_eq(states_after(&s, 5, 5), -1);
    states_free(&s);
}
END_TEST

START_TEST(pc_table_counts)
{
    enum { KEYS = 5000 };
    static u64 want[KEYS];
    struct pc_table t = {0};
    struct counters out = {0};
    u64 state = 7;
    for (unsigned i = 0; i < 50000; i++) {
        unsigned k = pair_random(&state) % KEYS, n = pair_random(&state) % 10;
        pc_table_at(&t, 0x10000 + 4 * (u64)k)->cycles += n;
        want[k] += n;
    }
    pc_table_collect(&t, &out);
    counters_sort(&out);
    for (unsigned k = 0; k < KEYS; k++) {
        const struct pc_count *got = counters_find(&out, 0x10000 + 4 * (u64)k);
        ck_assert_uint_eq(got ? got->cycles : 0, want[k]);
    }
    counters_free(&out);
    pc_table_free(&t);
}
END_TEST

/* --- the scoreboard's accounts -------------------------------------------------------------------------------------- */

static const char *const specs[] = {
    "pa7300lc", "pa7100lc", "pa7300lc,issue=1", "pa7100lc,slot.alone=0,odd.alone=0",
    "pa7300lc,l1i.size=1,l1d.size=1,l1d.back=0,l2.size=0,tlb.entries=0", "pa7300lc,alu=0,load=0,shift=0",
};

/* Whatever it is shown: time does not go back, two at most share a cycle, and the charges add up to the clock. */
START_TEST(charges_add_up)
{
    struct pa_model m;
    struct error e;
    struct pc_table costs = {0};
    u64 state = 11 + (u64)_i, slots = 0, last = 0, end = 0, charged = 0, stalls = 0, together = 0, bundles = 0;
    ck_assert_int_eq(pa_model_parse(specs[_i], &m, &e), 0);
    struct pa_timing *t = pa_timing_new(&m, &costs, &e);
    ck_assert_ptr_nonnull(t);
    for (u32 i = 0, pc = 0x10000; i < 50000; i++) {
        u32 word = words_insn(&state), how = pair_random(&state);
        const struct pa_insn *in = pa_decode(word);
        struct pa_issue issue = {.pc = pc, .word = word, .insn = in, .nullified = (how & 15) == 0};
        u32 address = 0x40000 + (pair_random(&state) & 0x3fff8) + (how >> 8 & 4);
        if (in->flags & (PA_LOAD | PA_STORE)) issue.size = 4;
        u64 at = pa_timing_admit(t, &issue, address);
        ck_assert(at >= last);
        together = at == last ? together + 1 : 1;
        ck_assert_uint_le(together, m.value[PA_T_ISSUE]);
        last = at;
        if ((how >> 4 & 255) == 0) { /* it faults: the stalls are spent all the same */
            end = pa_timing_stop(t);
            together = 0;
        } else {
            end = pa_timing_complete(t, in->flags & PA_BRANCH && how & 1 << 12);
            slots++;
            bundles += together == 2;
        }
        ck_assert(end >= at);
        pc = how & 7 << 13 ? pc + 4 : 0x10000 + (pair_random(&state) & 0x7fffc);
    }
    for (size_t i = 0; i < costs.room; i++) {
        charged += costs.entry[i].cycles;
        for (unsigned s = 0; s < STALLS; s++) stalls += costs.entry[i].stalls[s];
    }
    ck_assert_uint_eq(charged + slots, end);
    ck_assert_uint_eq(stalls + slots - bundles, end);
    ck_assert(m.value[PA_T_ISSUE] == 1 ? bundles == 0 : bundles > 500);
    pa_timing_free(t);
    pc_table_free(&costs);
}
END_TEST

/* --- operands ------------------------------------------------------------------------------------------------------- */

struct one { /* a machine that runs one instruction at a time */
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
};

enum { CODE = 0x10000, DATA = 0x40000 };

static void open_one(struct one *o)
{
    struct error e;
    memset(o, 0, sizeof *o);
    o->config = (struct config){.clock_hz = 1, .tick_cycles = 1, .cpu_model = "none", .step_only = true};
    o->machine.config = &o->config;
    o->machine.isa = o->process.isa = &isa_parisc;
    o->process.machine = &o->machine;
    o->thread.process = &o->process;
    struct mem *m = &o->process.mem;
    ck_assert_int_eq(mem_init(m, isa_parisc.windows, isa_parisc.window_count, &e), 0);
    ck_assert_int_eq(code_begin(&o->process, &e), 0);
    ck_assert_int_eq(isa_parisc.cpu_new(&o->thread, NULL, &e), 0);
    ck_assert_int_eq(mem_map(m, CODE, MEM_PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, false, -1, 0, ""), 0);
    ck_assert_int_eq(mem_map(m, DATA, 16 * MEM_PAGE, PROT_READ | PROT_WRITE, false, -1, 0, ""), 0);
}

static void set_registers(struct cpu *c, u64 *state)
{
    for (unsigned i = 1; i < 32; i++) c->gr[i] = DATA + 0x8000 + (pair_random(state) & 0x7f8);
    for (unsigned i = 1; i < 32; i++) c->fr[i] = 0x3ff0000000000000 | (u64)pair_random(state) << 16;
    c->fr[0] = 0;
    c->sar = (u8)(pair_random(state) & 31);
    for (unsigned i = 3; i < 8; i++) c->sr[i] = SPACE_USER;
    pa_set_psw(c, PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I);
    c->iaoq_front = CODE | 3;
    c->iaoq_back = (CODE + 4) | 3;
    c->iasq_front = c->iasq_back = SPACE_USER;
    c->nullify = false;
}

/* Runs the word with these registers; false when it stopped otherwise than by the deadline. */
static bool run_one(struct one *o, u32 word, const struct cpu *from, struct cpu *after)
{
    u8 raw[4];
    struct cpu *c = o->thread.cpu;
    struct code *code = c->code;
    store_be32(raw, word);
    *c = *from;
    c->code = code;
    ck_assert_int_eq(mem_poke(&o->process.mem, CODE, raw, 4), 0);
    bool done = isa_parisc.run(&o->thread, o->thread.cycles + 1) == STOP_DEADLINE;
    *after = *c;
    return done;
}

static u64 changed_halves(const struct cpu *a, const struct cpu *b)
{
    u64 mask = 0;
    for (unsigned i = 1; i < 32; i++) {
        u64 x = a->fr[i] ^ b->fr[i];
        mask |= (u64)(x >> 32 != 0) << 2 * i | (u64)((u32)x != 0) << (2 * i + 1);
    }
    return mask;
}

static u32 changed_registers(const struct cpu *a, const struct cpu *b)
{
    u32 mask = 0;
    for (unsigned i = 1; i < 32; i++) mask |= (u32)(a->gr[i] != b->gr[i]) << i;
    return mask;
}

/* An instruction changes no register that it is not said to write; and what it leaves does not depend on a register that
 * it is not said to read. Run from two states that agree on what it reads, it writes the same. */
START_TEST(operands_are_all)
{
    struct one o;
    struct error e;
    u64 state = 100 + (u64)_i;
    unsigned ran = 0;
    ck_assert_int_eq(fault_install(&e), 0);
    open_one(&o);
    for (unsigned i = 0; i < 4000; i++) {
        u32 word = words_insn(&state);
        const struct pa_insn *in = pa_decode(word);
        struct pa_operands op = pa_operands_of(in, word);
        struct cpu from = *o.thread.cpu, other, after, other_after;
        set_registers(&from, &state);
        if (in->flags & (PA_PRIV | PA_COPR | PA_SFU) || in->op == PA_OP_mfctl || in->op == PA_OP_mtsp) continue;
        other = from;
        for (unsigned r = 1; r < 32; r++)
            if (!(op.gr_read >> r & 1)) other.gr[r] ^= 0x10;
        for (unsigned h = 2; h < 64; h++)
            if (!(op.fr_read >> h & 1)) other.fr[h / 2] ^= (u64)1 << (h & 1 ? 20 : 52);
        if (!op.reads_sar) other.sar ^= 1;
        if (!run_one(&o, word, &from, &after)) continue;
        if (after.fr[0] >> 32 & FPSR_T) continue; /* an exception register has what was not done */
        ran++;
        ck_assert_msg(!(changed_registers(&from, &after) & ~op.gr_write) && !(changed_halves(&from, &after) & ~op.fr_write),
                      "%08x %s writes more than it is said to", word, in->name);
        ck_assert_msg(op.writes_sar || from.sar == after.sar, "%08x %s writes SAR", word, in->name);
        if (!run_one(&o, word, &other, &other_after)) continue;
        if (in->flags & PA_LOAD && in->flags & PA_STORE) continue; /* the first run cleared what the second loads */
        ck_assert_msg(!(changed_registers(&after, &other_after) & op.gr_write) &&
                          !(changed_halves(&after, &other_after) & op.fr_write) &&
                          after.iaoq_back == other_after.iaoq_back && after.nullify == other_after.nullify,
                      "%08x %s reads more than it is said to", word, in->name);
    }
    ck_assert_uint_gt(ran, 1000);
    isa_parisc.cpu_free(&o.thread);
    isa_parisc.code_free(&o.process);
    mem_free(&o.process.mem);
    mem_free(&o.machine.absolute);
}
END_TEST

Suite *timing_suite(void)
{
    Suite *s = suite_create("timing");
    TCase *t = tcase_create("timing");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, cache_random, 0, ARRAY_LEN(geometries));
    tcase_add_test(t, cache_refuses);
    tcase_add_loop_test(t, tlb_random, 1, 41);
    tcase_add_test(t, states_are_numbered);
    tcase_add_test(t, pc_table_counts);
    tcase_add_loop_test(t, charges_add_up, 0, ARRAY_LEN(specs));
    tcase_add_loop_test(t, operands_are_all, 0, 8);
    suite_add_tcase(s, t);
    return s;
}
