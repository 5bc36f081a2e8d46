/* The register stack against an unbounded model: every frame keeps all its registers for ever, each at a place of its own.
 * What the engine spills, fills, moves and rotates must not show; and what it has spilled must lie in memory where the
 * architecture has it. */
#include "tests/unit/suites.h"

#include <stdlib.h>

#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/rotate.h"

#define STORE_BASE 0x6000000000000000ull

enum { STORE_BYTES = 16 << 20, PLACES = 1 << 20, DEPTH = 10000 };

struct model {
    u64 value[PLACES];
    u8 nat[PLACES];
    u64 advanced[PLACES]; /* address of the last advanced load to what is there now; 0: none */
    unsigned base; /* place of r32 */
    struct {
        struct ia64_cfm cfm;
    } frame[DEPTH];
    unsigned depth;
    u64 random;
};

struct rig {
    struct machine machine;
    struct process process;
    struct thread thread;
    struct cpu cpu;
    struct model model;
};

static u64 rnd(struct model *m)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random;
}

static unsigned below(struct model *m, unsigned n) { return (unsigned)(rnd(m) % n); }

static struct rig *rig_new(u64 seed, unsigned first_slot)
{
    static u64 windows[8][2];
    for (unsigned i = 0; i < 8; i++) {
        windows[i][0] = (u64)i << 61;
        windows[i][1] = (u64)1 << IA64_WINDOW_BITS;
    }
    struct rig *r = calloc(1, sizeof *r);
    struct error e;
    ck_assert_ptr_nonnull(r);
    ck_assert_int_eq(mem_init(&r->process.mem, windows, 8, &e), 0);
    ck_assert_int_eq(mem_map(&r->process.mem, STORE_BASE, STORE_BYTES, PROT_READ | PROT_WRITE, false, -1, 0, ""), 0);
    r->process.machine = &r->machine;
    r->thread.process = &r->process;
    struct cpu *c = &r->cpu;
    c->thread = &r->thread;
    c->pr[0] = 1;
    c->rse.bof = c->rse.dirty = c->rse.clean = RSE_FILE / 2;
    c->rse.bsp = c->rse.bspstore = STORE_BASE + 8 * first_slot;
    r->model.random = seed;
    return r;
}

static void rig_free(struct rig *r)
{
    mem_free(&r->process.mem);
    free(r);
}

/* Place of the register that the program calls 32 + i. */
static unsigned place_of(const struct rig *r, unsigned i)
{
    const struct ia64_cfm *f = &r->cpu.cfm;
    return r->model.base + (i < f->sor ? (i + f->rrb_gr) % f->sor : i);
}

static void write_register(struct rig *r, unsigned i)
{
    struct model *m = &r->model;
    unsigned at = place_of(r, i);
    m->value[at] = rnd(m);
    m->nat[at] = below(m, 40) == 0;
    m->advanced[at] = 0;
    r->cpu.gr[FRAME + i] = m->value[at];
    ia64_set_nat(&r->cpu, FRAME + i, m->nat[at]);
}

static void advance_register(struct rig *r, unsigned i)
{
    write_register(r, i);
    u64 addr = (rnd(&r->model) & 0xfffffff8) | (u64)1 << 40; /* not in the backing store */
    r->model.advanced[place_of(r, i)] = addr;
    alat_insert(&r->cpu.alat, ia64_alat_tag(&r->cpu, FRAME + i), addr, 8);
}

/* A check must not find the entry of another register that has been at the same place of the physical file. How many it
 * finds. */
static unsigned check_entries(const struct rig *r)
{
    unsigned hits = 0;
    for (unsigned i = 0; i < r->cpu.cfm.sof; i++) {
        unsigned tag = ia64_alat_tag(&r->cpu, FRAME + i);
        u64 addr = r->model.advanced[place_of(r, i)];
        if (!addr || !alat_check(&r->cpu.alat, tag)) continue;
        ck_assert_uint_eq(r->cpu.alat.entry[r->cpu.alat.place[0][tag] - 1].addr, addr);
        hits++;
    }
    return hits;
}

static void check_frame(const struct rig *r)
{
    for (unsigned i = 0; i < r->cpu.cfm.sof; i++) {
        unsigned at = place_of(r, i);
        ck_assert_uint_eq(ia64_get_nat(&r->cpu, FRAME + i), r->model.nat[at]);
        ck_assert_uint_eq(r->cpu.gr[FRAME + i], r->model.value[at]);
    }
    ck_assert_uint_le(r->cpu.rse.bof + r->cpu.cfm.sof - r->cpu.rse.clean, IA64_STACKED);
}

static void do_alloc(struct rig *r)
{
    struct model *m = &r->model;
    struct ia64_cfm *f = &r->cpu.cfm;
    if (f->rrb_gr | f->rrb_fr | f->rrb_pr) ia64_set_rotation(&r->cpu, 0, 0, 0); /* clrrrb */
    unsigned old = f->sof, sof = below(m, 8) ? below(m, 24) : below(m, IA64_STACKED + 1);
    ck_assert(rse_make_room(&r->cpu, sof));
    f->sof = (u8)sof;
    f->sol = (u8)below(m, sof + 1);
    f->sor = (u8)(below(m, sof / 8 + 1) * 8);
    for (unsigned i = sof; i < old; i++) ia64_set_nat(&r->cpu, FRAME + i, false);
    for (unsigned i = old; i < sof; i++) write_register(r, i);
}

static void do_call(struct rig *r)
{
    struct model *m = &r->model;
    struct ia64_cfm f = r->cpu.cfm;
    if (m->depth == DEPTH || m->base + 2 * IA64_STACKED > PLACES) return;
    m->frame[m->depth++].cfm = f;
    ia64_reset_rotation(&r->cpu);
    rse_call(&r->cpu, f.sof, f.sol);
    r->cpu.cfm = (struct ia64_cfm){.sof = (u8)(f.sof - f.sol)};
    m->base += f.sol;
}

static void do_return(struct rig *r)
{
    struct model *m = &r->model;
    if (!m->depth) return;
    struct ia64_cfm f = m->frame[--m->depth].cfm;
    unsigned callee = r->cpu.cfm.sof;
    ia64_reset_rotation(&r->cpu);
    if (!rse_return(&r->cpu, f)) ck_assert(rse_fill(&r->cpu));
    m->base -= f.sol;
    for (unsigned i = 0; i < f.sof; i++) /* outputs that the callee had given up are undefined now */
        if (place_of(r, i) >= m->base + f.sol + callee) write_register(r, i);
}

/* Where the register at a place belongs: STORE_BASE is the first of 64 words, of which the last is the collection's. */
static u64 address_of(unsigned first_slot, unsigned place)
{
    u64 n = first_slot + place;
    return STORE_BASE + 8 * (n + n / 63);
}

/* All registers below the frame are in memory, the NaT bits of each 63 in the place behind them or in RNAT. */
static void check_store(struct rig *r, unsigned first_slot)
{
    struct model *m = &r->model;
    ck_assert(rse_flush(&r->cpu));
    ck_assert_uint_eq(r->cpu.rse.bspstore, r->cpu.rse.bsp);
    for (unsigned k = 0; k < 200 && m->base; k++) {
        unsigned at = below(m, m->base);
        u64 addr = address_of(first_slot, at), value, nats;
        ck_assert_int_eq(mem_read(&r->process.mem, addr, &value, 8), 0);
        ck_assert_uint_eq(value, m->value[at]);
        u64 collection = addr | 0x1f8;
        if (collection < r->cpu.rse.bspstore) ck_assert_int_eq(mem_read(&r->process.mem, collection, &nats, 8), 0);
        else nats = r->cpu.rse.rnat;
        ck_assert_uint_eq(nats >> (addr >> 3 & 63) & 1, m->nat[at]);
    }
    ck_assert_uint_eq(address_of(first_slot, m->base), r->cpu.rse.bsp);
}

/* Another context has its turn: cover, flushrs, loadrs of some of the registers, and rfi's return to the whole frame. No
 * more are loaded than were dirty: with more, the frames that come back would not fit. */
static void do_switch(struct rig *r)
{
    struct cpu *c = &r->cpu;
    struct ia64_cfm f = c->cfm, whole = {.sof = f.sof, .sol = f.sof, .sor = f.sor};
    ia64_reset_rotation(c);
    rse_call(c, f.sof, f.sof);
    c->cfm = (struct ia64_cfm){0};
    unsigned n = below(&r->model, c->rse.bof - c->rse.dirty + 1u);
    ck_assert(rse_flush(c));
    unsigned bytes = (unsigned)(c->rse.bsp - rse_below(c->rse.bsp, n));
    ck_assert_uint_eq(rse_registers(c->rse.bsp, bytes), n);
    ck_assert(rse_load(c, bytes));
    ck_assert_uint_eq(c->rse.bof - c->rse.dirty, n);
    ck_assert_uint_eq(c->rse.bspstore, c->rse.bsp - bytes);
    if (!rse_return(c, whole)) ck_assert(rse_fill(c));
    c->cfm.sol = f.sol;
    ia64_set_rotation(c, f.rrb_gr, f.rrb_fr, f.rrb_pr);
}

/* `deepen`: of 100 calls or returns, how many are calls. */
static void run_tree(u64 seed, unsigned first_slot, unsigned steps, unsigned (*deepen)(unsigned step))
{
    struct rig *r = rig_new(seed, first_slot);
    struct model *m = &r->model;
    unsigned hits = 0;
    for (unsigned step = 0; step < steps; step++) {
        switch (below(m, 10)) {
        case 0: case 1: do_alloc(r); break;
        case 2:
            if (!r->cpu.cfm.sof) break;
            if (below(m, 2)) write_register(r, below(m, r->cpu.cfm.sof));
            else advance_register(r, below(m, r->cpu.cfm.sof));
            break;
        case 3: if (below(m, 4) == 0) ia64_rotate(&r->cpu, r->cpu.pr[63]); break;
        case 4:
            if (below(m, 50) == 0) check_store(r, first_slot);
            else if (below(m, 20) == 0) do_switch(r);
            break;
        default:
            if (below(m, 100) < deepen(step)) do_call(r);
            else do_return(r);
        }
        check_frame(r);
        hits += check_entries(r);
    }
    while (m->depth) {
        do_return(r);
        check_frame(r);
        hits += check_entries(r);
    }
    ck_assert_uint_gt(hits, 1000);
    ck_assert_uint_eq(r->cpu.rse.bsp, STORE_BASE + 8 * first_slot);
    rig_free(r);
}

static unsigned wander(unsigned step) { return step / 500 % 2 ? 60 : 41; }
static unsigned dive(unsigned step) { (void)step; return 100; }

START_TEST(random_trees) { run_tree(0x9e3779b97f4a7c15ull + (u64)_i * 77, (unsigned)_i % 63, 20000, wander); }
END_TEST

/* Ten thousand frames deep, then all the way back. */
START_TEST(deep_trees) { run_tree(0xdeadbeefcafef00dull + (u64)_i, 0, 24000, dive); }
END_TEST

/* Frame markers that no processor has: a return to one leaves an empty frame (SDM volume 2, 6.5.5), and rename bases that are
 * none never come into force. The registers below stay where they are. */
START_TEST(no_such_frames)
{
    static const struct ia64_cfm bad[] = {
        {.sof = 97, .sol = 97}, {.sof = 127, .sol = 1}, {.sof = 8, .sol = 9}, {.sof = 7, .sol = 4, .sor = 8},
        {.sof = 8, .sol = 4, .rrb_fr = 96}, {.sof = 8, .sol = 4, .rrb_fr = 127}, {.sof = 8, .sol = 4, .rrb_pr = 48},
        {.sof = 8, .sol = 4, .rrb_pr = 63}, {.sof = 8, .sol = 4, .rrb_gr = 1}, {.sof = 8, .sol = 4, .sor = 8, .rrb_gr = 8},
        {.sof = 96, .sol = 96, .sor = 96, .rrb_gr = 127},
    };
    for (unsigned i = 0; i < ARRAY_LEN(bad); i++) {
        struct rig *r = rig_new(1, 0);
        struct cpu *c = &r->cpu;
        c->cfm = (struct ia64_cfm){.sof = 20, .sol = 12};
        for (unsigned k = 0; k < 20; k++) c->gr[FRAME + k] = 100 + k;
        rse_call(c, 20, 12);
        c->cfm = (struct ia64_cfm){.sof = 8};
        u64 bsp = c->rse.bsp;
        ck_assert(rse_return(c, bad[i]));
        ck_assert_mem_eq(&c->cfm, &(struct ia64_cfm){0}, sizeof c->cfm);
        ck_assert_uint_eq(c->rse.bsp, bsp);
        for (unsigned f = 0; f < FR_COUNT; f++) ck_assert_uint_lt(ia64_fr_index(c, f), FR_COUNT);
        ck_assert(rse_return(c, (struct ia64_cfm){.sof = 12, .sol = 12}));
        for (unsigned k = 0; k < 12; k++) ck_assert_uint_eq(c->gr[FRAME + k], 100 + k);
        rig_free(r);
    }
}
END_TEST

/* The greatest that there are. */
START_TEST(greatest_frames)
{
    struct rig *r = rig_new(1, 0);
    struct cpu *c = &r->cpu;
    struct ia64_cfm f = {.sof = 96, .sol = 96, .sor = 96, .rrb_gr = 95, .rrb_fr = 95, .rrb_pr = 47};
    rse_call(c, 96, 96);
    ck_assert(rse_return(c, f));
    ck_assert_mem_eq(&c->cfm, &f, sizeof f);
    for (unsigned i = 0; i < FR_COUNT; i++) ck_assert_uint_lt(ia64_fr_index(c, i), FR_COUNT);
    ia64_set_rotation(c, 127, 127, 63); /* taken modulo what rotates */
    ck_assert_uint_eq(c->cfm.rrb_gr, 31);
    ck_assert_uint_eq(c->cfm.rrb_fr, 31);
    ck_assert_uint_eq(c->cfm.rrb_pr, 15);
    rig_free(r);
}
END_TEST

/* A return to the greatest frame moves NaTs of the callee's out of all registers: the static ones stay what they were. */
START_TEST(greatest_nats)
{
    struct rig *r = rig_new(1, 0);
    struct cpu *c = &r->cpu;
    rse_call(c, 96, 96);
    c->cfm.sof = 96;
    for (unsigned i = 0; i < 96; i++) ia64_set_nat(c, FRAME + i, true);
    ck_assert(rse_return(c, (struct ia64_cfm){.sof = 96, .sol = 96}));
    for (unsigned i = 0; i < FRAME; i++) ck_assert_msg(!ia64_get_nat(c, i), "r%u", i);
    rig_free(r);
}
END_TEST

/* A backing store that the guest has put into the last page of all addresses, or in one of a region that is beyond what it holds: nothing is stored, and that is soon known. */
START_TEST(last_pages)
{
    static const u64 pages[] = {~(u64)0xfff, ~(u64)0xff7, 0x5ffffffffffff000};
    for (unsigned i = 0; i < ARRAY_LEN(pages); i++) {
        struct rig *r = rig_new(1, 0);
        struct cpu *c = &r->cpu;
        rse_call(c, 9, 9);
        c->rse.bsp = rse_above(c->rse.bspstore = pages[i] & ~(u64)7, 9);
        ck_assert(!rse_flush(c));
        ck_assert_uint_eq(c->rse.bspstore, pages[i] & ~(u64)7);
        rig_free(r);
    }
}
END_TEST

/* Returns to every frame there is: the plain way, which copies whole portions, is the other one in all that a program can see. */
START_TEST(plain_returns)
{
    struct rig *r = rig_new(7, 20);
    struct cpu *c = &r->cpu, *other = malloc(sizeof *other);
    ck_assert_ptr_nonnull(other);
    for (unsigned sof = 0; sof <= IA64_STACKED; sof++)
        for (unsigned sol = 0; sol <= sof; sol++) {
            unsigned below_it = below(&r->model, IA64_STACKED - sof + 1);
            c->rse.bof = (u16)(RSE_FILE / 2 + sol);
            c->rse.dirty = (u16)(RSE_FILE / 2 - below_it);
            c->rse.clean = (u16)(c->rse.dirty - below(&r->model, 20));
            c->rse.bsp = STORE_BASE + 8 * below(&r->model, 63) + 4096;
            c->cfm = (struct ia64_cfm){.sof = (u8)below(&r->model, 20)};
            for (unsigned i = 0; i < 128; i++) {
                c->rse.file[RSE_FILE / 2 + i] = rnd(&r->model);
                if (i) c->gr[i] = rnd(&r->model);
            }
            memcpy(other, c, sizeof *c);
            ck_assert(rse_return_plain(c, sof, sol));
            ck_assert(rse_return(other, (struct ia64_cfm){.sof = (u8)sof, .sol = (u8)sol}));
            ck_assert_mem_eq(c->gr, other->gr, (FRAME + sof) * sizeof c->gr[0]);
            ck_assert_mem_eq(&c->cfm, &other->cfm, sizeof c->cfm);
            ck_assert_mem_eq(&c->rse, &other->rse, sizeof c->rse);
        }
    free(other);
    rig_free(r);
}
END_TEST

START_TEST(addresses)
{
    for (unsigned slot = 0; slot < 63; slot++)
        for (unsigned n = 0; n <= 128; n++) {
            u64 addr = STORE_BASE + 8 * slot, step = addr;
            for (unsigned i = 0; i < n; i++) {
                step += 8;
                if ((step & 0x1f8) == 0x1f8) step += 8;
            }
            ck_assert_uint_eq(rse_above(addr, n), step);
            ck_assert_uint_eq(rse_below(step, n), addr);
        }
}
END_TEST

Suite *ia64_rse_suite(void)
{
    Suite *s = suite_create("ia64_rse");
    TCase *t = tcase_create("model"), *images = tcase_create("images");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, addresses);
    tcase_add_test(t, plain_returns);
    tcase_add_loop_test(t, random_trees, 0, unit_cases(12));
    tcase_add_loop_test(t, deep_trees, 0, unit_cases(2));
    tcase_add_test(images, no_such_frames);
    tcase_add_test(images, greatest_frames);
    tcase_add_test(images, greatest_nats);
    tcase_add_test(images, last_pages);
    suite_add_tcase(s, t);
    suite_add_tcase(s, images);
    return s;
}
