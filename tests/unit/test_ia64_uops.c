/* isa/ia64/exec/uop.def against the handlers: each operation is run on random states, and again with everything changed that its row
 * does not say it reads. What it does not say it writes must stay, and the rest must come out the same. The same is done with
 * rows that were damaged on purpose, which must not hold. */
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/fpu.h"
#include "isa/ia64/exec/uops.h"
#include "isa/ia64/system/image.h"

#include <check.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/pair.h"
#include "tests/unit/suites.h"
#include "tests/unit/uop_rows.h"

enum { MEMORY = 512, GOES_ON = 0xff, RUNS = 120, MORE_RUNS = 12000, NAMES = 40 }; /* registers that a uop here may name: the first ones */

/* A processor of which only the names exist that its engine asks for, where it went on, and the memory that addresses lie in. */
struct bare {
    struct cpu c;
    unsigned at; /* the uop at which it went on */
    alignas(16) u8 memory[MEMORY];
};

static struct process process;
static struct thread thread = {.process = &process};

static uop_result stop(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    (void)mem, (void)last;
    ((struct bare *)c)->at = u->a;
    c->leave = GOES_ON;
    UOP_LEAVE();
}

/* Registers by number. */
struct sets {
    u64 gr_in, gr_out, nat_in, nat_out, fr_in, fr_out, pr_in, pr_out, br_in, br_out;
};

static void add_field(struct sets *s, enum ia64_field field, unsigned r)
{
    u64 bit = (u64)1 << (r & 63);
    switch (field) {
    case IA64_FIELD_MOD: s->gr_in |= bit; /* fall through */
    case IA64_FIELD_DEF: s->gr_out |= bit; break;
    case IA64_FIELD_USE: s->gr_in |= bit; break;
    case IA64_FIELD_NMOD: s->nat_in |= bit; /* fall through */
    case IA64_FIELD_NDEF: s->nat_out |= bit; break;
    case IA64_FIELD_NUSE: s->nat_in |= bit; break;
    case IA64_FIELD_FMOD: s->fr_in |= bit; /* fall through */
    case IA64_FIELD_FDEF: s->fr_out |= bit; break;
    case IA64_FIELD_FUSE: s->fr_in |= bit; break;
    case IA64_FIELD_PMOD: s->pr_in |= bit; /* fall through */
    case IA64_FIELD_PDEF: s->pr_out |= bit; break;
    case IA64_FIELD_PUSE: s->pr_in |= bit; break;
    case IA64_FIELD_BDEF: s->br_out |= bit; break;
    case IA64_FIELD_BUSE: s->br_in |= bit; break;
    default: break;
    }
}

static const struct sets nothing = {.gr_in = 1, .fr_in = 3, .pr_in = 1};

static struct sets sets_of(const struct uop_row *row, const struct uop *u)
{
    struct sets s = nothing;
    add_field(&s, (enum ia64_field)row->a, u->a);
    add_field(&s, (enum ia64_field)row->b, u->b);
    add_field(&s, (enum ia64_field)row->c, u->c);
    add_field(&s, (enum ia64_field)row->d, u->d);
    if (row->flags & IA64_UOP_NATS) s.nat_in = s.nat_out = ~(u64)0;
    if (row->flags & IA64_UOP_PR_IN) s.pr_in = ~(u64)0;
    if (row->flags & IA64_UOP_PR_OUT) s.pr_out = ~(u64)1;
    return s;
}

/* --- random uops ------------------------------------------------------------------------------------------------------- */

/* The d of an access: as the translator would have it for an operation of one size, else of any. */
static i32 some_access(u32 r, const struct uop_row *row)
{
    size_t n = strlen(row->name);
    bool fp = row->a == IA64_FIELD_FDEF || row->b == IA64_FIELD_FUSE, pair = row->b == IA64_FIELD_FDEF;
    bool sized = row->name[n - 2] == '_', by_r = row->b == IA64_FIELD_USE && !(row->flags & IA64_UOP_WRITES);
    unsigned d = r >> 8 & 1 ? ACCESS_BE : 0, size = fp ? (r >> 12) % 5 : r >> 12 & 3;
    if (pair) size = 1 + size % 3;
    if (sized && fp) size = row->name[3] == '8' ? FORMAT_INTEGER : row->name[3] == 's' ? FORMAT_SINGLE : FORMAT_DOUBLE;
    else if (sized) size = row->bytes ? (unsigned)__builtin_ctz(row->bytes) : 0;
    d |= size | (pair ? ACCESS_PAIR : 0);
    if (sized) return (i32)(d | (by_r ? ACCESS_BY_R : row->imm == IA64_FIELD_DISP ? ACCESS_BY_I : 0));
    if (row->flags & IA64_UOP_ALAT && row->flags & IA64_UOP_READS && r >> 16 & 1) d |= ACCESS_ALAT;
    if (row->c != IA64_FIELD_MOD || r >> 17 & 1) return (i32)d;
    return (i32)(d | (by_r && r >> 18 & 1 ? ACCESS_BY_R : ACCESS_BY_I));
}

static i32 some_ar(u32 r)
{
    static const u16 at[] = {offsetof(struct cpu, lc), offsetof(struct cpu, ccv), offsetof(struct cpu, unat), offsetof(struct cpu, csd)};
    return at[r % ARRAY_LEN(at)];
}

static bool is_branch_register(const struct uop_row *row, unsigned place)
{
    u8 field = (const u8[]){row->a, row->b, row->c, row->d, row->imm}[place];
    return field == IA64_FIELD_BDEF || field == IA64_FIELD_BUSE;
}

/* Of each file a register that no other place of the uop names; predicates now and then the sink. */
static i32 some_field(u64 *seed, const struct uop_row *whole, unsigned field, unsigned place)
{
    u32 r = pair_random(seed);
    i32 name = (i32)(2 + 9 * place + (r >> 8) % 9);
    switch ((enum ia64_field)field) {
    case IA64_FIELD_BDEF: case IA64_FIELD_BUSE: return (i32)(2 * place + (r & 1)) & 7;
    case IA64_FIELD_PDEF: case IA64_FIELD_PMOD: return r & 7 ? name : PR_SINK;
    case IA64_FIELD_FDEF: case IA64_FIELD_FUSE: case IA64_FIELD_FMOD: case IA64_FIELD_FTAG: /* every other one rotates */
        return (i32)(r & 1 ? 32 + 2 * place + (r >> 8 & 1) : 2 + 6 * place + (r >> 8) % 6);
    case IA64_FIELD_NUM: return r & 63;
    case IA64_FIELD_NO: return r & (is_branch_register(whole, place) ? 7 : 31); /* nobody may look, but a damaged row's handler does */
    case IA64_FIELD_COUNT: return 1 + (r & 3);
    case IA64_FIELD_POS: case IA64_FIELD_BITS: return r & 31;
    case IA64_FIELD_LEN: return 1 + (i32)(r & 31);
    case IA64_FIELD_SF: return r & 3;
    case IA64_FIELD_ACCESS: return some_access(r, whole);
    case IA64_FIELD_SKIP: return (i32)(5 | (r & 0x100 ? ACCESS_ALAT : 0) | (r & 0x200 ? ACCESS_BY_R : r & 0x400 ? ACCESS_BY_I : 0));
    case IA64_FIELD_HOW: return place == 4 ? (i32)(r % (IA64_FXOR + 1)) : (i32)(r & 1);
    case IA64_FIELD_VALUE: return r & 256 ? (i32)(r & 3) : r & 512 ? -(i32)(r & 15) : (i32)pair_random(seed);
    case IA64_FIELD_IMM8: return (i8)(r >> 8);
    case IA64_FIELD_IMM14: return (i32)(r >> 8 & 0x3fff) - 0x2000;
    case IA64_FIELD_DISP: return r & 248;
    case IA64_FIELD_AR: return some_ar(r >> 8);
    case IA64_FIELD_TO: return 5;
    case IA64_FIELD_CR: case IA64_FIELD_EXIT: return 0;
    default: return name;
    }
}

/* --- random states ----------------------------------------------------------------------------------------------------- */

/* Any number, one near the greatest of 32 bits, or a small one: they are equal, and shifts and tests go both ways. */
static u64 some_number(u64 *seed)
{
    u32 r = pair_random(seed);
    return r & 3 ? r >> 4 & 3 : r & 4 ? pair_random64(seed) : 0x7ffffff8 + (r >> 4 & 15);
}

static struct ia64_fr some_fr(u64 *seed)
{
    u32 r = pair_random(seed);
    struct ia64_fr f = {.sig = pair_random64(seed) | IA64_FR_INTEGER_BIT, .exp = IA64_FR_BIAS - 8 + (r >> 8 & 15), .sign = r >> 4 & 1};
    switch (r & 15) {
    case 0: return IA64_FR_NATVAL;
    case 1: return (struct ia64_fr){.sign = f.sign};
    case 2: f.exp = IA64_FR_EXP_SPECIAL; break;
    case 3: f.exp = IA64_FR_EXP_INTEGER; f.sign = 0; f.sig = some_number(seed); break;
    case 4: f.exp = r >> 8 & 1 ? 0x1fffd : 1; break;
    case 5: f.sig = (u64)pair_random(seed) << 32; break;
    case 6: case 7: case 8: case 9: case 10: case 11: case 12: f.sig &= ~(u64)0x7ff; break; /* in double precision, too */
    default: break;
    }
    return f;
}

static u64 some_fpsr(u64 *seed)
{
    u64 v = 0x9804c0270033f;
    for (unsigned sf = 0; sf < 4; sf++) v |= (u64)IA64_FP_I << ia64_fpsr_flags(sf);
    if (pair_random(seed) & 1) return v; /* as it mostly is */
    do v = pair_random64(seed) & (((u64)1 << 58) - 1);
    while (!ia64_fpsr_exists(v));
    return v;
}

static void some_alat(u64 *seed, struct alat *a)
{
    *a = (struct alat){0};
    for (unsigned i = 0; i < 16; i++) {
        u32 r = pair_random(seed);
        alat_insert(a, 2 + (r >> 8) % 36 + (r & 1 ? ALAT_FR : 0), 64 + 8 * (r >> 16) % 256, 8);
    }
}

static void some_state(u64 *seed, struct cpu *c)
{
    pair_random_bytes(seed, &c->lc, offsetof(struct cpu, fpsr) - offsetof(struct cpu, lc));
    c->csd = pair_random64(seed);
    c->psr = pair_random64(seed) & ~IA64_PSR_BIT(PSR_AC);
    c->ec = pair_random(seed) & 63;
    if (pair_random(seed) & 1) c->lc &= 1;
    c->cfm.rrb_pr = (u8)(pair_random(seed) & 1 ? pair_random(seed) % 48 : 0);
    c->rse.rsc = pair_random(seed) & 15;
    c->rse.rnat = pair_random64(seed);
    c->rse.bspstore = pair_random64(seed) & ~(u64)7;
    pair_random_bytes(seed, c->rr, sizeof c->rr);
    c->cr[CR_PTA] = pair_random64(seed);
    c->iim = pair_random64(seed);
    c->target = pair_random64(seed);
    c->saved = pair_random64(seed);
    c->syscall = pair_random(seed) & 1;
    c->mode = pair_random(seed) & MODE_NAT;
}

/* New values for all that the row does not read. */
static void change(struct bare *m, u64 *seed, const struct sets *keep, u32 flags)
{
    struct cpu *c = &m->c;
    c->thread = &thread;
    for (unsigned i = 0; i < NAMES; i++) {
        u64 gr = some_number(seed);
        struct ia64_fr fr = some_fr(seed);
        u32 r = pair_random(seed);
        if (!(keep->gr_in >> i & 1)) c->gr[i] = gr;
        if (!(keep->nat_in >> i & 1)) ia64_set_nat(c, i, r & 1);
        if (!(keep->fr_in >> i & 1)) c->fr[i] = fr;
        if (!(keep->pr_in >> i & 1)) c->pr[i] = r >> 1 & 1;
        if (i < 8 && !(keep->br_in >> i & 1)) c->br[i] = some_number(seed);
    }
    c->nat[0] &= ~(u64)1;
    c->pr[PR_SINK] = pair_random(seed) & 1;
    if (!(flags & IA64_UOP_FPSR)) c->fpsr = some_fpsr(seed);
    if (!(flags & IA64_UOP_ALAT)) some_alat(seed, &c->alat);
    if (!(flags & IA64_UOP_READS)) pair_random_bytes(seed, m->memory, MEMORY);
    if (!(flags & IA64_UOP_STATE_IN)) some_state(seed, c);
}

/* A base that leads into the memory, if it has an access. */
static void aim(struct bare *m, u64 *seed, const struct uop_row *row, const struct uop *u)
{
    u32 r = pair_random(seed);
    if (!row->bytes) return;
    if (r >> 20 & 1) memset(m->memory, 0, MEMORY), m->c.ccv = 0; /* compared and exchanged */
    m->c.gr[u->c] = 64 + 16 * (r % 16) + (row->bytes <= 8 && !(u->d & ACCESS_PAIR) && r >> 16 & 1 && row->d != IA64_FIELD_NO ? 8 : 0);
}

static void run(struct bare *m, const struct uop_row *row, struct uop u, u64 wide)
{
    struct uop code[8];
    for (unsigned i = 0; i < ARRAY_LEN(code); i++) code[i] = (struct uop){.fn = stop, .a = (u8)i, .imm = 4};
    code[0] = u;
    if (row->flags & IA64_UOP_WIDE) code[1] = (struct uop){.count = wide};
    if (row->flags & IA64_UOP_GUARDS) code[1] = (struct uop){.imm = 3};
    m->c.leave = 0;
    m->at = 0;
    uop_run(&m->c, code, m->memory);
    if (m->c.leave == LEAVE_RESYNC) m->at = (unsigned)(m->c.at - code);
    m->c.at = NULL;
}

/* --- what must be ------------------------------------------------------------------------------------------------------ */

/* The rest of the state, each part by itself. Where an access went is a note for timing models, of which the rows say nothing. */
enum { PARTS = 32 };

static unsigned parts_of(const struct cpu *c, u64 psr, bool access, struct part *part, u64 *scalar)
{
    const u64 one[] = {c->lc, c->pfs, c->ccv, c->unat, c->csd, c->psr & psr, c->ec, c->rse.rsc, c->rse.rnat, c->rse.bspstore,
                       c->rse.bsp, c->iim, c->target, access ? 0 : c->saved, c->syscall, c->mode};
    memcpy(scalar, one, sizeof one);
    part[0] = (struct part){&c->cfm, sizeof c->cfm};
    part[1] = (struct part){c->cr, sizeof c->cr};
    unsigned n = 2;
    for (unsigned i = 0; i < ARRAY_LEN(c->rr); i++) part[n++] = (struct part){&c->rr[i], sizeof c->rr[i]};
    for (unsigned i = 0; i < ARRAY_LEN(one); i++) part[n++] = (struct part){&scalar[i], sizeof scalar[i]};
    return n;
}

/* What is the same in a and b, or, with `was`, what was changed since then. */
static bool same_state(const struct cpu *a, const struct cpu *b, const struct cpu *was, u64 psr, bool access)
{
    struct part x[PARTS], y[PARTS], z[PARTS];
    u64 scalars[3][PARTS];
    unsigned n = parts_of(a, psr, access, x, scalars[0]);
    parts_of(b, psr, access, y, scalars[1]);
    parts_of(was ? was : a, psr, access, z, scalars[2]);
    return same_parts(x, y, was ? z : NULL, n);
}

static bool same_fr(const struct cpu *a, const struct cpu *b, unsigned i) { return !memcmp(&a->fr[i], &b->fr[i], sizeof a->fr[i]); }

/* The bits of PSR that a floating-point target does not touch. */
static u64 psr_of(const struct sets *s) { return s->fr_out ? ~(IA64_PSR_BIT(PSR_MFL) | IA64_PSR_BIT(PSR_MFH)) : ~(u64)0; }

static unsigned behind(const struct uop_row *row) { return row->flags & (IA64_UOP_WIDE | IA64_UOP_GUARDS) ? 2 : 1; }

/* What the row does not name is as it was. */
static void check_untouched(const struct uop_row *row, const struct sets *s, const struct bare *was, const struct bare *is)
{
    const struct cpu *a = &was->c, *b = &is->c;
    bool trapped = b->leave == LEAVE_TRAP, done = !trapped;
    HOLDS(!trapped || row->flags & IA64_UOP_TRAPS, "%s trapped", row->name);
    HOLDS(b->leave != LEAVE_RESYNC || row->flags & IA64_UOP_RESYNCS, "%s asks for another mode", row->name);
    for (unsigned i = 0; i < NAMES; i++) {
        HOLDS((done && s->gr_out >> i & 1) || a->gr[i] == b->gr[i], "%s changed r%u", row->name, i);
        HOLDS((done && s->nat_out >> i & 1) || ia64_get_nat(a, i) == ia64_get_nat(b, i), "%s changed the NaT bit of r%u", row->name, i);
        HOLDS((done && s->fr_out >> i & 1) || same_fr(a, b, i), "%s changed f%u", row->name, i);
        HOLDS((done && s->pr_out >> i & 1) || a->pr[i] == b->pr[i], "%s changed p%u", row->name, i);
        HOLDS(i >= 8 || (done && s->br_out >> i & 1) || a->br[i] == b->br[i], "%s changed b%u", row->name, i);
    }
    HOLDS(row->flags & IA64_UOP_FPSR || a->fpsr == b->fpsr, "%s changed FPSR", row->name);
    HOLDS(row->flags & IA64_UOP_ALAT || !memcmp(&a->alat, &b->alat, sizeof a->alat), "%s changed the ALAT", row->name);
    HOLDS(row->flags & IA64_UOP_STATE_OUT || same_state(a, b, NULL, psr_of(s), row->bytes), "%s changed other state", row->name);
    uop_rows_check_stored(row, was->memory, is->memory, MEMORY, trapped);
    HOLDS(trapped || is->at == behind(row) || (is->at == 3 && row->flags & IA64_UOP_GUARDS) ||
              (is->at == 5 && row->flags & IA64_UOP_BRANCHES), "%s went to %u", row->name, is->at);
}

/* Two runs that differed only in what the row does not read came to the same. */
static void check_same(const struct uop_row *row, const struct sets *s, const struct bare *begin, const struct bare *x,
                       const struct bare *y)
{
    const struct cpu *a = &x->c, *b = &y->c;
    HOLDS(a->leave == b->leave && x->at == y->at, "%s went elsewhere", row->name);
    if (a->leave == LEAVE_TRAP) {
        HOLDS(a->vector == b->vector && a->isr_code == b->isr_code, "%s trapped otherwise", row->name);
        return;
    }
    for (unsigned i = 0; i < NAMES; i++) {
        HOLDS(!(s->gr_out >> i & 1) || a->gr[i] == b->gr[i], "%s: r%u depends on something else", row->name, i);
        HOLDS(!(s->nat_out >> i & 1) || ia64_get_nat(a, i) == ia64_get_nat(b, i), "%s: a NaT bit depends on something else", row->name);
        HOLDS(!(s->fr_out >> i & 1) || same_fr(a, b, i), "%s: f%u depends on something else", row->name, i);
        HOLDS(!(s->pr_out >> i & 1) || a->pr[i] == b->pr[i], "%s: p%u depends on something else", row->name, i);
        HOLDS(!(s->br_out >> i & 1 && i < 8) || a->br[i & 7] == b->br[i & 7], "%s: b%u depends on something else", row->name, i);
    }
    if (row->flags & IA64_UOP_FPSR) HOLDS(a->fpsr == b->fpsr, "%s: FPSR", row->name);
    if (row->flags & IA64_UOP_ALAT) HOLDS(!memcmp(&a->alat, &b->alat, sizeof a->alat), "%s: the ALAT", row->name);
    uop_rows_check_same_stored(row, begin->memory, x->memory, y->memory, MEMORY);
    if (row->flags & IA64_UOP_STATE_OUT) HOLDS(same_state(a, b, &begin->c, psr_of(s), row->bytes), "%s: state", row->name);
}

/* The form for big-endian data is the handler that asks d, where d says so; that of a sized operation is to agree with _slow. */
static void check_forms(const struct uop_row *row, struct uop u, const struct bare *begin, const struct bare *plain)
{
    static struct bare m;
    uop_fn *be = row->fn[IA64_FORM_BE];
    if (!be || row->bytes == 1 || plain->c.leave == LEAVE_TRAP) return;
    m = *begin;
    unsigned at = (unsigned)begin->c.gr[u.c];
    bool store = row->flags & IA64_UOP_WRITES;
    for (unsigned i = 0; !store && i < row->bytes; i++) m.memory[at + i] = begin->memory[at + row->bytes - 1 - i];
    u.fn = be;
    u.d |= ACCESS_BE;
    run(&m, row, u, 0);
    for (unsigned i = 0; store && i < row->bytes; i++)
        HOLDS(m.memory[at + i] == plain->memory[at + row->bytes - 1 - i], "%s, big-endian", row->name);
    HOLDS(store || (!memcmp(m.c.gr, plain->c.gr, sizeof m.c.gr) && !memcmp(m.c.fr, plain->c.fr, sizeof m.c.fr)), "%s, big-endian", row->name);
}

static bool names_fr(const struct uop_row *row)
{
    const u8 field[] = {row->a, row->b, row->c, row->d};
    for (unsigned i = 0; i < ARRAY_LEN(field); i++)
        if (field[i] >= IA64_FIELD_FDEF && field[i] <= IA64_FIELD_FTAG) return true;
    return false;
}

/* The same state with rrb.fr = n: each register, and what the ALAT has of it, is somewhere else under the same name. */
static void rotate(struct cpu *to, const struct cpu *from, unsigned n)
{
    to->cfm.rrb_fr = (u8)n;
    for (unsigned i = 32; i < FR_COUNT; i++) to->fr[ia64_fr_index(to, i)] = from->fr[i];
    to->alat = (struct alat){0};
    for (unsigned i = 0; i < from->alat.used; i++) {
        const struct alat_entry *e = &from->alat.entry[i];
        alat_insert(&to->alat, e->tag & ALAT_FR ? ALAT_FR | ia64_fr_index(to, e->tag & 127) : e->tag, e->addr, e->size);
    }
}

/* While floating-point registers are rotated, the form for that, or the one handler, does the same to what has the same names. */
static void check_rotated(const struct uop_row *row, struct uop u, u64 wide, const struct bare *begin, const struct bare *plain)
{
    static struct bare m;
    struct cpu *c = &m.c;
    m = *begin;
    rotate(c, &begin->c, 1 + (unsigned)wide % 95);
    if (row->fn[IA64_FORM_ROTATED]) u.fn = row->fn[IA64_FORM_ROTATED];
    run(&m, row, u, wide);
    HOLDS(c->leave == plain->c.leave && m.at == plain->at, "%s, rotated, went elsewhere", row->name);
    for (unsigned i = 0; i < FR_COUNT; i++) {
        unsigned place = ia64_fr_index(c, i);
        HOLDS(!memcmp(&c->fr[place], &plain->c.fr[i], sizeof c->fr[i]), "%s, rotated: f%u", row->name, i);
        HOLDS(alat_check(&c->alat, ALAT_FR | place) == alat_check(&plain->c.alat, ALAT_FR | i), "%s, rotated: ALAT", row->name);
    }
    HOLDS(!memcmp(c->gr, plain->c.gr, sizeof c->gr) && !memcmp(c->nat, plain->c.nat, sizeof c->nat) &&
              !memcmp(c->pr, plain->c.pr, sizeof c->pr) && c->fpsr == plain->c.fpsr && c->psr == plain->c.psr &&
              !memcmp(m.memory, plain->memory, MEMORY), "%s, rotated", row->name);
}

static u8 some_rotation(u64 *seed)
{
    u32 r = pair_random(seed);
    return (u8)(r & 1 ? r >> 8 & 63 : 0);
}

/* `whole` is the row before it was damaged. */
static void check_row(const struct uop_row *row, const struct uop_row *whole, u64 seed)
{
    static struct bare begin, first, second;
    unsigned went_on = 0, other_ways = 0;
    memset(&begin, 0, sizeof begin);
    begin.c.pr[0] = 1;
    begin.c.fr[1] = IA64_FR_ONE;
    bool ways = whole->flags & (IA64_UOP_BRANCHES | IA64_UOP_GUARDS);
    for (unsigned n = 0; n < RUNS || (n < MORE_RUNS && ways && !other_ways); n++) {
        struct uop u = uop_rows_some(&seed, row, whole, some_field);
        if (row->fn[IA64_FORM_BE]) u.d &= (u8)~ACCESS_BE;
        struct sets s = sets_of(row, &u);
        change(&begin, &seed, &nothing, 0);
        begin.c.cfm.rrb_fr = names_fr(whole) ? 0 : some_rotation(&seed);
        aim(&begin, &seed, whole, &u);
        u64 wide = pair_random64(&seed);
        first = begin;
        run(&first, row, u, wide);
        check_untouched(row, &s, &begin, &first);
        second = begin;
        change(&second, &seed, &s, row->flags);
        if (!names_fr(whole) && !(row->flags & IA64_UOP_STATE_IN)) second.c.cfm.rrb_fr = some_rotation(&seed);
        run(&second, row, u, wide);
        check_same(row, &s, &begin, &first, &second);
        check_forms(row, u, &begin, &first);
        if (names_fr(row)) check_rotated(row, u, wide, &begin, &first);
        went_on += first.c.leave != LEAVE_TRAP;
        other_ways += first.at == 3 || first.at == 5;
    }
    HOLDS(went_on || row->flags & IA64_UOP_ENDS, "%s never went on", row->name);
    HOLDS(!other_ways == !(row->flags & (IA64_UOP_BRANCHES | IA64_UOP_GUARDS)), "%s goes other ways", row->name);
}

static bool names(const struct uop_row *row, unsigned place, unsigned field)
{
    if (row->bytes && place == 2) return false; /* its base cannot be just anything */
    return field >= IA64_FIELD_DEF && field <= IA64_FIELD_BUSE && field != IA64_FIELD_TAG && field != IA64_FIELD_FTAG;
}

static u32 effects(const struct uop_row *row)
{
    u32 reads = row->a == IA64_FIELD_NO ? 0 : IA64_UOP_READS; /* a prefetch leaves nothing behind */
    return reads | IA64_UOP_WRITES | IA64_UOP_RESYNCS | IA64_UOP_BRANCHES | IA64_UOP_GUARDS | IA64_UOP_FPSR | IA64_UOP_ALAT |
           IA64_UOP_NATS | IA64_UOP_PR_IN | IA64_UOP_PR_OUT | IA64_UOP_STATE_IN | IA64_UOP_STATE_OUT;
}

static const struct uop_row *row_of(unsigned kind) { return ia64_uop_row((enum ia64_uop)kind); }

static const struct uop_rows table = {
    .row = row_of, .count = IA64_UOP_COUNT, .seeds = 16, .check = check_row, .names = names, .effects = effects};

START_TEST(operation) { uop_rows_operation(&table, (unsigned)_i); }
END_TEST

START_TEST(damaged)
{
    struct uop_row bad = *row_of((unsigned)_i);
    uop_rows_damaged(&table, (unsigned)_i);
    if (!uop_rows_runs(&bad) || !bad.fn[IA64_FORM_ROTATED]) return;
    bad.fn[IA64_FORM_ROTATED] = bad.fn[0];
    uop_rows_found(&table, (unsigned)_i, &bad, "that does not look where its registers are");
}
END_TEST

START_TEST(each_handler_once)
{
    uop_rows_each_handler_once(&table, 330);
    for (unsigned i = 1; i < IA64_UOP_COUNT; i++) {
        const struct uop_row *row = row_of(i);
        bool rotates = row->fn[IA64_FORM_ROTATED];
        ck_assert_msg(!rotates || names_fr(row), "%s", row->name);
        for (unsigned f = 0; rotates && f < IA64_FORM_ROTATED; f++)
            ck_assert_msg(!row->fn[f] == !row->fn[f | IA64_FORM_ROTATED], "%s", row->name);
    }
}
END_TEST

START_TEST(text)
{
    char out[80];
    struct uop u = {.fn = ia64u_ld8_i_be, .a = 3, .b = 4, .c = 5, .d = 59, .imm = 8};
    ia64_uop_text(IA64_UOP_ld8_i, &u, out, sizeof out);
    ck_assert_str_eq(out, "ld8_i_be a=r3 c=r5 d=59 imm=8");
    u = (struct uop){.fn = ia64u_fcmp_eq, .a = 6, .b = 32, .c = 8, .d = PR_SINK, .imm = 1};
    ia64_uop_text(IA64_UOP_fcmp_eq, &u, out, sizeof out);
    ck_assert_str_eq(out, "fcmp_eq a=p6 b=f32 c=f8 d=p64 imm=1");
    u = (struct uop){.fn = ia64u_stfd_i_be_t_rot, .b = 32, .c = 8, .d = 3, .imm = 8};
    ia64_uop_text(IA64_UOP_stfd_i, &u, out, sizeof out);
    ck_assert_str_eq(out, "stfd_i_be_t_rot b=f32 c=r8 d=3 imm=8");
    u = (struct uop){.fn = ia64u_br_if, .a = 6, .imm = 9};
    ia64_uop_text(IA64_UOP_br_if, &u, out, sizeof out);
    ck_assert_str_eq(out, "br_if a=p6 imm=u+9");
    ia64_uop_text(IA64_UOP_br_if, &u, out, 4);
    ck_assert_str_eq(out, "br_");
}
END_TEST

Suite *ia64_uops_suite(void)
{
    Suite *s = suite_create("ia64_uops");
    TCase *t = tcase_create("table");
    tcase_add_test(t, each_handler_once);
    tcase_add_test(t, text);
    tcase_add_loop_test(t, operation, 1, IA64_UOP_COUNT);
    tcase_add_loop_test(t, damaged, 1, unit_cases(IA64_UOP_COUNT));
    suite_add_tcase(s, t);
    return s;
}
