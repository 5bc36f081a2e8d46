/* isa/parisc/exec/uop.def against the handlers: each operation is run on random states, and again with everything changed that its
 * row does not say it reads. What it does not say it writes must stay, and the rest must come out the same. The same is done
 * with rows that were damaged on purpose, which must not hold. */
#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/exec/uops.h"
#include "isa/parisc/insn/fields.h"

#include <check.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/pair.h"
#include "tests/unit/suites.h"
#include "tests/unit/uop_rows.h"

enum { MEMORY = 768, GOES_ON = 0xff, RUNS = 300, MORE_RUNS = 30000 };

/* A processor without a machine, what became of the run, and the memory that addresses lie in. */
struct bare {
    struct cpu c;
    unsigned at; /* the uop at which it went on */
    u64 last;
    alignas(16) u8 memory[MEMORY];
};

static uop_result stop(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    (void)mem;
    ((struct bare *)c)->at = u->a;
    ((struct bare *)c)->last = last;
    c->leave = GOES_ON;
    UOP_LEAVE();
}

struct sets {
    u64 gr_in, gr_out; /* by number */
    u64 half_in, half_out; /* halves of floating-point registers, 2n and 2n + 1 */
};

static u64 pair_of(unsigned fr) { return 3ull << 2 * fr; }

static void add_field(struct sets *s, enum pa_field field, unsigned r)
{
    switch (field) {
    case PA_FIELD_DEF: s->gr_out |= 1ull << r; break;
    case PA_FIELD_MOD: s->gr_out |= 1ull << r; /* fall through */
    case PA_FIELD_USE: case PA_FIELD_USE_NUM: s->gr_in |= 1ull << (r & 63); break;
    case PA_FIELD_FDEF: s->half_out |= pair_of(r); break;
    case PA_FIELD_FUSE: s->half_in |= pair_of(r); break;
    case PA_FIELD_HDEF: s->half_out |= 1ull << r; break;
    case PA_FIELD_HUSE: s->half_in |= 1ull << r; break;
    default: break;
    }
}

static struct sets sets_of(const struct uop_row *row, const struct uop *u)
{
    struct sets s = {.gr_in = 1};
    add_field(&s, (enum pa_field)row->a, u->a);
    add_field(&s, (enum pa_field)row->b, u->b);
    add_field(&s, (enum pa_field)row->c, u->c);
    if (row->flags & PA_UOP_R1) s.gr_out |= 1u << 1;
    if (row->flags & PA_UOP_R31) s.gr_out |= 1u << 31;
    if (row->flags & PA_UOP_MORE_FR) s.half_in = s.half_out = ~0ull;
    if (row->flags & PA_UOP_FPSR) s.half_in |= 3, s.half_out |= 3;
    return s;
}

/* One of 1 to 31, and for a to c another one each. */
static u8 some_register(u64 *seed, unsigned place) { return (u8)(1 + 10 * place + pair_random(seed) % 10); }

static i32 some_field(u64 *seed, const struct uop_row *whole, unsigned field, unsigned place)
{
    u32 r = pair_random(seed);
    (void)whole;
    switch ((enum pa_field)field) {
    case PA_FIELD_DEF: return r & 7 ? some_register(seed, place) : GR_SINK;
    case PA_FIELD_HDEF: case PA_FIELD_HUSE: return 2 * some_register(seed, place) + (r & 1);
    case PA_FIELD_USE: case PA_FIELD_MOD: case PA_FIELD_USE_NUM: case PA_FIELD_FDEF: case PA_FIELD_FUSE:
        return some_register(seed, place);
    case PA_FIELD_NUM: return r & 63;
    case PA_FIELD_CF: case PA_FIELD_POS: case PA_FIELD_CONTROL: case PA_FIELD_BITS: return r & 31;
    case PA_FIELD_SED: return r & 255;
    case PA_FIELD_IM5: case PA_FIELD_VALUE: return r & 256 ? (i32)(r & 15) : r & 512 ? -(i32)(r & 15) : (i32)r;
    case PA_FIELD_SHIFT: return r & 3;
    case PA_FIELD_LEN: return 1 + (i32)(r & 31);
    case PA_FIELD_UNIT: return r & 1 ? 3 : 7;
    case PA_FIELD_SPACE: return r & 7;
    case PA_FIELD_HOW: return r & 127;
    case PA_FIELD_DISP: return r & (r >> 8 & 1 ? 255 : 248);
    case PA_FIELD_TO: return 5;
    case PA_FIELD_WORD: return (i32)(r | 0x00108421); /* no field of it names FR 0 */
    case PA_FIELD_NO: return r & 31; /* nobody may look */
    default: return (i32)r;
    }
}

/* Halves that are normal numbers near 1, as doubles too. */
static u32 some_half(u64 *seed) { return 0x3f800000 | (pair_random(seed) & 0x7fffff); }

/* Any number, one near the greatest word, or a small one: they are equal, and overflow, now and then. */
static u64 some_number(u64 *seed)
{
    u32 r = pair_random(seed);
    return r & 1 ? pair_random64(seed) : r & 2 ? 0x7ffffff8 + (r >> 4 & 15) : r >> 4 & 15;
}

/* New values for all that the masks leave free: other registers, carries, the rest. */
static void change(struct bare *m, u64 *seed, const struct sets *keep, u32 flags)
{
    struct cpu *c = &m->c;
    for (unsigned i = 1; i <= GR_SINK; i++)
        if (!(keep->gr_in >> i & 1)) c->gr[i] = some_number(seed);
    for (unsigned i = 2; i < 64; i++)
        if (!(keep->half_in >> i & 1)) c->fr[i / 2] = (c->fr[i / 2] & ~(0xffffffffull << 32 * (i & 1))) | (u64)some_half(seed) << 32 * (i & 1);
    if (!(keep->half_in & 3)) c->fr[0] = (u64)(pair_random(seed) & (FPSR_C | FPSR_T)) << 32; /* no modes */
    if (!(flags & PA_UOP_CARRY_IN)) pair_random_bytes(seed, &c->carry_a, 3 * sizeof c->carry_a);
    if (!(flags & PA_UOP_READS)) pair_random_bytes(seed, m->memory, MEMORY);
    if (flags & PA_UOP_STATE_IN) return;
    c->psw = pair_random(seed) & (PSW_V | PSW_G | PSW_F);
    c->sar = pair_random(seed) & 63;
    for (unsigned i = 0; i < 8; i++) c->sr[i] = pair_random(seed) & 1;
    pair_random_bytes(seed, c->cr, sizeof c->cr);
    c->iaoq_front = pair_random(seed);
    c->iaoq_back = pair_random(seed);
    c->iasq_front = pair_random(seed) & 1;
    c->iasq_back = pair_random(seed) & 1;
    c->target = pair_random(seed);
    c->target_space = pair_random(seed) & 1;
}

/* Bases and indices that lead into the memory, if it has an access. */
static void aim(struct bare *m, u64 *seed, const struct uop_row *row, const struct uop *u)
{
    if (!row->bytes) return;
    m->c.gr[u->b] = 128 + 8 * (pair_random(seed) % 32);
    if (row->c == PA_FIELD_USE) m->c.gr[u->c] = pair_random(seed) & 3;
}

static void run(struct bare *m, const struct uop_row *row, struct uop u, u64 last)
{
    struct uop code[8];
    bool two = row->flags & PA_UOP_NULLIFIES && (u.d || row->d != PA_FIELD_CF || strcmp(row->name, "ds"));
    for (unsigned i = 0; i < ARRAY_LEN(code); i++) code[i] = (struct uop){.fn = stop, .a = (u8)i};
    code[0] = u;
    if (two) code[1] = (struct uop){.count = 0, .imm = 3};
    m->c.leave = 0;
    m->at = 0;
#if PCGRAM_THREADED
    u.fn(&m->c, code, m->memory, last);
#else
    for (uop_result r = {code, last}; r.next;) r = r.next->fn(&m->c, r.next, m->memory, r.last);
#endif
    if (m->c.leave == GOES_ON) m->c.at = NULL;
    m->c.nullified = 0;
}

static u32 half(const struct bare *m, unsigned i) { return (u32)(m->c.fr[i / 2] >> 32 * (i & 1)); }

enum { PARTS = 24 };

/* The rest of the state, each part by itself. */
static unsigned parts_of(const struct cpu *c, struct part part[PARTS])
{
    const struct part all[] = {
        {&c->psw, sizeof c->psw}, {&c->sar, sizeof c->sar}, {c->cr, sizeof c->cr}, {c->iiasq, sizeof c->iiasq},
        {c->iiaoq, sizeof c->iiaoq}, {&c->iaoq_front, sizeof c->iaoq_front}, {&c->iaoq_back, sizeof c->iaoq_back},
        {&c->iasq_front, sizeof c->iasq_front}, {&c->iasq_back, sizeof c->iasq_back}, {&c->target, sizeof c->target},
        {&c->target_space, sizeof c->target_space},
    };
    memcpy(part, all, sizeof all);
    unsigned n = ARRAY_LEN(all);
    for (unsigned i = 0; i < ARRAY_LEN(c->sr); i++) part[n++] = (struct part){&c->sr[i], sizeof c->sr[i]};
    return n;
}

/* What is the same in a and b, or, with `was`, what was changed since then. */
static bool same_state(const struct cpu *a, const struct cpu *b, const struct cpu *was)
{
    struct part x[PARTS], y[PARTS], z[PARTS];
    unsigned n = parts_of(a, x);
    parts_of(b, y);
    parts_of(was ? was : a, z);
    return same_parts(x, y, was ? z : NULL, n);
}

static bool same_carries(const struct cpu *a, const struct cpu *b) { return !memcmp(&a->carry_a, &b->carry_a, 3 * sizeof a->carry_a); }

/* What the row does not name is as it was. */
static void check_untouched(const struct uop_row *row, const struct sets *s, const struct bare *was, const struct bare *is)
{
    bool trapped = is->c.leave != GOES_ON;
    HOLDS(!trapped || row->flags & PA_UOP_TRAPS, "%s trapped", row->name);
    for (unsigned i = 0; i <= GR_SINK; i++)
        if (trapped || !(s->gr_out >> i & 1)) HOLDS(was->c.gr[i] == is->c.gr[i], "%s changed r%u", row->name, i);
    for (unsigned i = 0; i < 64; i++)
        if (trapped || !(s->half_out >> i & 1)) HOLDS(half(was, i) == half(is, i), "%s changed half %u", row->name, i);
    HOLDS(row->flags & PA_UOP_CARRY_OUT || same_carries(&was->c, &is->c), "%s changed the carries", row->name);
    HOLDS(row->flags & PA_UOP_STATE_OUT || same_state(&was->c, &is->c, NULL), "%s changed other state", row->name);
    uop_rows_check_stored(row, was->memory, is->memory, MEMORY, trapped);
    HOLDS(is->at <= 2 || (is->at == 3 && row->flags & PA_UOP_NULLIFIES) || (is->at == 5 && row->flags & PA_UOP_BRANCHES),
                  "%s went to %u", row->name, is->at);
}

/* Two runs that differed only in what the row does not read came to the same. */
static void check_same(const struct uop_row *row, const struct sets *s, const struct bare *begin, const struct bare *a,
                       const struct bare *b)
{
    HOLDS(a->c.leave == b->c.leave && a->at == b->at && a->c.vector == b->c.vector, "%s went elsewhere", row->name);
    HOLDS(a->c.ior == b->c.ior, "%s: the address depends on something else", row->name);
    if (a->c.leave != GOES_ON) return;
    for (unsigned i = 0; i <= GR_SINK; i++)
        if (s->gr_out >> i & 1) HOLDS(a->c.gr[i] == b->c.gr[i], "%s: r%u depends on something else", row->name, i);
    for (unsigned i = 0; i < 64; i++)
        if (s->half_out >> i & 1) HOLDS(half(a, i) == half(b, i), "%s: half %u depends on something else", row->name, i);
    if (row->flags & PA_UOP_CARRY_OUT) HOLDS(same_carries(&a->c, &b->c), "%s: carries", row->name);
    if (row->flags & PA_UOP_STATE_OUT) HOLDS(same_state(&a->c, &b->c, &begin->c), "%s: state", row->name);
    uop_rows_check_same_stored(row, begin->memory, a->memory, b->memory, MEMORY);
}

/* With an operand from the last result, whatever its register holds, a form does what the plain handler does. */
static void check_forms(const struct uop_row *row, struct uop u, const struct bare *begin, const struct bare *plain)
{
    static struct bare m;
    const unsigned reg[] = {0, u.a, u.b, u.c};
    for (unsigned f = PA_FORM_A; f <= PA_FORM_C; f++) {
        if (!row->fn[f]) continue;
        HOLDS(pa_uop_form(row, u.a, u.b, u.c, reg[f]) == f, "%s, form %u is not found", row->name, f);
        bool target = reg[f] == u.a && row->a == PA_FIELD_DEF;
        m = *begin;
        u64 last = m.c.gr[reg[f]];
        if (!target) m.c.gr[reg[f]] = ~last;
        u.fn = row->fn[f];
        run(&m, row, u, last);
        if (!target) m.c.gr[reg[f]] = last;
        HOLDS(!memcmp(m.c.gr, plain->c.gr, sizeof m.c.gr) && !memcmp(m.c.fr, plain->c.fr, sizeof m.c.fr), "%s, form %u",
                      row->name, f);
        HOLDS(m.at == plain->at && same_carries(&m.c, &plain->c) && !memcmp(m.memory, plain->memory, MEMORY), "%s, form %u",
                      row->name, f);
    }
}

static const struct sets nothing = {.gr_in = 1};

/* `whole` is the row before it was damaged. */
static void check_row(const struct uop_row *row, const struct uop_row *whole, u64 seed)
{
    static struct bare begin, first, second;
    unsigned went_on = 0, other_ways = 0;
    bool ways = whole->flags & (PA_UOP_NULLIFIES | PA_UOP_BRANCHES);
    for (unsigned n = 0; n < RUNS || (n < MORE_RUNS && ways && !other_ways); n++) { /* few states are equal, or overflow */
        struct uop u = uop_rows_some(&seed, row, whole, some_field);
        struct sets s = sets_of(row, &u);
        change(&begin, &seed, &nothing, 0);
        aim(&begin, &seed, whole, &u);
        unsigned held = 1 + pair_random(&seed) % 31;
        u64 last = begin.c.gr[held];
        first = begin;
        run(&first, whole, u, last);
        check_untouched(row, &s, &begin, &first);
        second = begin;
        change(&second, &seed, &s, row->flags);
        run(&second, whole, u, pair_random64(&seed));
        check_same(row, &s, &begin, &first, &second);
        check_forms(row, u, &begin, &first);
        unsigned now = pa_uop_last(row, &u, held);
        if (first.c.leave == GOES_ON && now != LAST_NONE) HOLDS(first.last == first.c.gr[now], "%s: the last result", row->name);
        went_on += first.c.leave == GOES_ON;
        other_ways += first.at == 3 || first.at == 5;
    }
    HOLDS(went_on || row->flags & PA_UOP_ENDS, "%s never went on", row->name);
    HOLDS(!other_ways == !(row->flags & (PA_UOP_NULLIFIES | PA_UOP_BRANCHES)), "%s goes other ways", row->name);
}

static bool names(const struct uop_row *row, unsigned place, unsigned field)
{
    if (row->bytes && place > 0) return false; /* an address cannot be just anything */
    if (row->flags & PA_UOP_MORE_FR && field >= PA_FIELD_FDEF) return false; /* named once more by that */
    return field >= PA_FIELD_DEF && field <= PA_FIELD_HUSE;
}

static u32 effects(const struct uop_row *row)
{
    (void)row;
    return PA_UOP_READS | PA_UOP_WRITES | PA_UOP_NULLIFIES | PA_UOP_BRANCHES | PA_UOP_R1 | PA_UOP_R31 | PA_UOP_MORE_FR |
           PA_UOP_CARRY_IN | PA_UOP_CARRY_OUT | PA_UOP_FPSR | PA_UOP_STATE_IN | PA_UOP_STATE_OUT;
}

static const struct uop_row *row_of(unsigned kind) { return pa_uop_row((enum pa_uop)kind); }

static const struct uop_rows table = {
    .row = row_of, .count = PA_UOP_COUNT, .seeds = 1, .check = check_row, .names = names, .effects = effects};

START_TEST(operation) { uop_rows_operation(&table, (unsigned)_i); }
END_TEST

START_TEST(damaged) { uop_rows_damaged(&table, (unsigned)_i); }
END_TEST

START_TEST(each_handler_once) { uop_rows_each_handler_once(&table, 190); }
END_TEST

START_TEST(text)
{
    char out[80];
    struct uop u = {.fn = pau_addl_c, .a = GR_SINK, .b = 4, .c = 5};
    pa_uop_text(PA_UOP_addl, &u, out, sizeof out);
    ck_assert_str_eq(out, "addl_c a=r0 b=r4 c=r5");
    u.fn = pau_addl_b;
    pa_uop_text(PA_UOP_addl, &u, out, sizeof out);
    ck_assert_str_eq(out, "addl_b a=r0 b=r4 c=r5");
    u = (struct uop){.fn = pau_fldw_mb_t, .a = 9, .b = 30, .imm = -8};
    pa_uop_text(PA_UOP_fldw_mb, &u, out, sizeof out);
    ck_assert_str_eq(out, "fldw_mb_t a=fr4L b=r30 imm=-8");
    u = (struct uop){.count = 3, .imm = 2};
    pa_uop_text(PA_UOP_counter, &u, out, sizeof out);
    ck_assert_str_eq(out, "counter");
    pa_uop_text(PA_UOP_addl, &u, out, 4);
    ck_assert_str_eq(out, "add");
}
END_TEST

Suite *parisc_uops_suite(void)
{
    Suite *s = suite_create("parisc_uops");
    TCase *t = tcase_create("table");
    tcase_add_test(t, each_handler_once);
    tcase_add_test(t, text);
    tcase_add_loop_test(t, operation, 1, PA_UOP_COUNT);
    tcase_add_loop_test(t, damaged, 1, unit_cases(PA_UOP_COUNT));
    suite_add_tcase(s, t);
    return s;
}
