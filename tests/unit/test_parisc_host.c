/* isa/parisc/exec/lower.c against the handlers: host code of each operation on random states. */
#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/host.h"
#include "isa/parisc/exec/lower.h"

#include "tests/unit/host_rows.h"
#include "tests/unit/parisc_pair.h"
#include "tests/unit/suites.h"
#include "tests/unit/uop_rows.h"

enum { DATA = 0x40000 }; /* the page of data of parisc_pair.c */

static uop_result stop(struct cpu *c, struct uop *u, UNUSED u8 *mem, u64 last)
{
    struct host_side *s = host_side_of(c->thread);
    s->at = u->a;
    s->last = last;
    c->leave = HOST_WENT_ON;
    UOP_LEAVE();
}

static uop_result spy(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    struct host_side *s = host_side_of(c->thread);
    uop_fn *fn = s->handler;
    s->handed++;
    UOP_GOTO(fn, u);
}

/* --- random uops ---------------------------------------------------------------------------------------------------------- */

/* Any register in any place, the same ones too. */
static i32 some_field(u64 *seed, const struct uop_row *row, unsigned field, unsigned place)
{
    u32 r = pair_random(seed), reg = r >> 4 & 31;
    (void)row;
    switch ((enum pa_field)field) {
    case PA_FIELD_DEF: return r & 15 && reg ? (i32)reg : GR_SINK;
    case PA_FIELD_MOD: return place == 1 ? (i32)reg : r & 15 && reg ? (i32)reg : GR_SINK;
    case PA_FIELD_USE:
    case PA_FIELD_USE_NUM:
    case PA_FIELD_FDEF:
    case PA_FIELD_FUSE: return (i32)reg;
    case PA_FIELD_HDEF:
    case PA_FIELD_HUSE: return (i32)(2 * reg + (r & 1));
    case PA_FIELD_CF:
    case PA_FIELD_POS:
    case PA_FIELD_BITS: return r & 31;
    case PA_FIELD_SED: return r & 0x300 ? r & 0xe8 : r & 255; /* mostly without a condition, and of words */
    case PA_FIELD_IM5: return (i32)(r & 31) - 16;
    case PA_FIELD_VALUE: return r & 256 ? (i32)(r & 15) : r & 512 ? -(i32)(r & 15) : (i32)pair_random(seed);
    case PA_FIELD_SHIFT: return r & 3;
    case PA_FIELD_LEN: return 1 + (i32)(r & 31);
    case PA_FIELD_SPACE: return r & 7;
    case PA_FIELD_DISP: return r & 0x100 ? (i32)(r & 31) - 16 : (i32)(r >> 8 & 0x3fff) - 0x2000;
    case PA_FIELD_PC: return (i32)r;
    case PA_FIELD_HOW:
    case PA_FIELD_NUM: return r & 1; /* of exits, what is nullified; their cost is more */
    default: return 0;
    }
}

static unsigned some(u64 *seed, unsigned kind, u32 mode, struct uop u[2])
{
    const struct uop_row *row = pa_uop_row((enum pa_uop)kind);
    (void)mode;
    u[0] = uop_rows_some(seed, row, row, some_field);
    u[1] = (struct uop){0};
    if (row->imm == PA_FIELD_EXIT) u[0].a = (u8)(1 + pair_random(seed) % 20);
    if (kind == PA_UOP_dep_full && u[0].d & SED_IMMEDIATE) u[0].b = (u8)((u[0].b & 31) - 16);
    if (kind == PA_UOP_ds && pair_random(seed) & 3) u[0].d = 0; /* and then it is one uop */
    if (kind == PA_UOP_addc && pair_random(seed) & 1) u[0].c = u[0].b; /* as divisions have it */
    return row->flags & PA_UOP_NULLIFIES && (kind != PA_UOP_ds || u[0].d) ? 2 : 1;
}

/* Chains of those that take the carry and make another are code of its own. */
static unsigned beside(u64 *seed, unsigned kind)
{
    static const unsigned chain[] = {PA_UOP_ds, PA_UOP_addc, PA_UOP_ds, PA_UOP_subb};
    u32 r = pair_random(seed);
    return (kind == PA_UOP_ds || kind == PA_UOP_addc || kind == PA_UOP_subb) && r & 7 ? chain[r >> 8 & 3] : 0;
}

static u32 mode_of(u64 *seed, unsigned kind) { return (void)seed, (void)kind, 0; }

static uop_fn *form(unsigned kind, const struct uop *u, u32 mode, unsigned *last)
{
    const struct uop_row *row = pa_uop_row((enum pa_uop)kind);
    unsigned before = *last == HOST_NO_RESULT || *last == GR_SINK ? LAST_NONE : *last;
    (void)mode;
    *last = pa_uop_last(row, u, before);
    if (*last == LAST_NONE || *last >= GR_SINK) *last = HOST_NO_RESULT;
    return row->fn[pa_uop_form(row, u->a, u->b, u->c, before)];
}

/* --- random states -------------------------------------------------------------------------------------------------------- */

static u64 some_number(u64 *seed)
{
    u32 r = pair_random(seed);
    switch (r & 7) {
    case 0:
    case 1: return pair_random64(seed);
    case 2: return 0x7ffffff8 + (r >> 4 & 15);
    case 3: return (u64)0 - (r >> 4 & 15);
    case 4: return (u64)1 << (r >> 4 & 63);
    case 5: return (u64)pair_random(seed) << 32 | (r >> 4 & 15); /* small as a word */
    default: return r >> 4 & 15;
    }
}

/* Addresses of all kinds: in the page, near its ends, behind it where only reading is allowed, nothing, or what is
 * forbidden. */
static u64 some_address(u64 *seed)
{
    u32 r = pair_random(seed), page = r & 3 ? 0 : r >> 2 & 7;
    u64 at = page == 7   ? (u32)0 - (r >> 8 & 15)
             : page == 6 ? r >> 8 & 0xfff
                         : DATA + page * MEM_PAGE + (r >> 8 & 0xfff);
    if (r & 0x300000) at &= ~(u64)7;
    return r & 0x400000 ? at | (u64)pair_random(seed) << 32 : at;
}

static void state(u64 *seed, struct cpu *c, const u64 *numbers, u32 mode, unsigned kind, const struct uop *u)
{
    const struct uop_row *row = pa_uop_row((enum pa_uop)kind);
    (void)mode;
    memcpy(&c->gr[1], numbers, (GR_SINK - 1) * sizeof *numbers);
    for (unsigned i = 0; row->bytes && i < 32; i++) c->fr[i] = pair_random64(seed);
    if (pair_random(seed) & 1) c->gr[u->b < 32 && u->b ? u->b : 1] = c->gr[u->c < 32 && u->c ? u->c : 1];
    c->carry_a = some_number(seed), c->carry_b = some_number(seed), c->carry_r = some_number(seed);
    c->psw = pair_random(seed);
    c->sar = pair_random(seed) & 63;
    for (unsigned i = 0; i < 8; i++) c->sr[i] = pair_random(seed) & 1;
    c->iasq_front = pair_random(seed) & 3;
    c->target_space = pair_random(seed) & 1;
    if (!row->bytes) return;
    u64 to = some_address(seed);
    if (row->c == PA_FIELD_USE && u->c != u->b && u->c) c->gr[u->c] = pair_random(seed) & 7, to -= c->gr[u->c] << u->d;
    if (u->b) c->gr[u->b] = to - (u64)(i64)(pair_random(seed) & 3 ? u->imm : 0);
}

/* What a program sees, and the target's space: all but what is the engine's own. */
enum { FRONT = offsetof(struct cpu, engine) - offsetof(struct cpu, carry_a), STATE = offsetof(struct cpu, unshown) - offsetof(struct cpu, gr) };

static void copy(struct cpu *to, const struct cpu *from)
{
    memcpy(&to->carry_a, &from->carry_a, FRONT);
    memcpy(to->gr, from->gr, STATE);
    to->target_space = from->target_space;
}

static const char *differs(const struct cpu *a, const struct cpu *b, bool trapped)
{
    if (memcmp(a->gr, b->gr, sizeof a->gr - sizeof a->gr[GR_SINK]))
        return "a general register"; /* what is in GR_SINK nobody reads */
    if (memcmp(a->fr, b->fr, sizeof a->fr)) return "a floating-point register";
    if (memcmp(&a->carry_a, &b->carry_a, FRONT)) return "carries, PSW or SAR";
    if (memcmp(&a->iaoq_front, &b->iaoq_front, STATE - sizeof a->gr - sizeof a->fr)) return "the state";
    if (a->target_space != b->target_space) return "the space of the target";
    return trapped && (a->vector != b->vector || a->ior != b->ior) ? "the trap" : NULL;
}

static bool holds(const struct cpu *c, unsigned last, u64 value) { return c->gr[last] == value; }

/* --- the tests ------------------------------------------------------------------------------------------------------------ */

static const struct uop_row *row_of(unsigned kind) { return pa_uop_row((enum pa_uop)kind); }
static bool has_code(unsigned kind) { return HOST_EMITTER && pa_host_row[kind].lower; }
static bool is_exit(unsigned kind)
{
    return kind == PA_UOP_exit || kind == PA_UOP_exit_indirect || kind == PA_UOP_exit_call;
}
static bool nothing_behind(unsigned kind) { return (void)kind, false; }
static unsigned hash(u64 target) { return jump_hash((u32)target & ~3u); }
static void text(unsigned kind, const struct uop *u, char *out, size_t cap)
{
    pa_uop_text((enum pa_uop)kind, u, out, cap);
}

static const struct host_rows table = {.pair = &pair_parisc,
                                       .row = row_of,
                                       .has_code = has_code,
                                       .more = is_exit,
                                       .exits = is_exit,
                                       .parts = nothing_behind,
                                       .count = PA_UOP_COUNT,
                                       .end = PA_UOP_break,
                                       .half = PA_UOP_arc,
                                       .second = PA_UOP_counter,
                                       .several = PA_UOP_NULLIFIES | PA_UOP_PAIR,
                                       .skips = PA_UOP_NULLIFIES,
                                       .data = DATA,
                                       .engine = offsetof(struct cpu, engine),
                                       .stop = stop,
                                       .spy = spy,
                                       .watch = pa_host_watch,
                                       .text = text,
                                       .some = some,
                                       .beside = beside,
                                       .mode = mode_of,
                                       .hash = hash,
                                       .target_bits = 3,
                                       .form = form,
                                       .number = some_number,
                                       .state = state,
                                       .copy = copy,
                                       .differs = differs,
                                       .holds = holds};

START_TEST(operation) { host_rows_operation(&table, (unsigned)_i); }
END_TEST

Suite *parisc_host_suite(void) { return host_rows_suite("parisc host code", operation, PA_UOP_COUNT); }
