/* isa/ia64/exec/lower.c against the handlers: host code of each operation on random states. */
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/host.h"
#include "isa/ia64/exec/lower.h"
#include "isa/ia64/system/image.h"

#include "tests/unit/host_rows.h"
#include "tests/unit/ia64_pair.h"
#include "tests/unit/suites.h"
#include "tests/unit/uop_rows.h"

#define DATA 0x6000000000040000ull /* the page of data of ia64_pair.c */

static uop_result stop(struct cpu *c, struct uop *u, UNUSED u8 *mem, UNUSED u64 last)
{
    host_side_of(c->thread)->at = u->a;
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

static i32 some_ar(u32 r)
{
    static const u16 at[] = {offsetof(struct cpu, lc), offsetof(struct cpu, ccv), offsetof(struct cpu, unat),
                             offsetof(struct cpu, csd)};
    return at[r % ARRAY_LEN(at)];
}

/* Any register in any place, the same ones too. */
static i32 some_field(u64 *seed, const struct uop_row *row, unsigned field, unsigned place)
{
    u32 r = pair_random(seed), reg = r & 3 ? r >> 4 & 127 : r >> 4 & 7;
    switch ((enum ia64_field)field) {
    case IA64_FIELD_DEF:
    case IA64_FIELD_MOD: return reg ? (i32)reg : 1;
    case IA64_FIELD_USE: return (i32)reg;
    case IA64_FIELD_FDEF:
    case IA64_FIELD_FMOD: return reg < 2 ? 2 : (i32)reg;
    case IA64_FIELD_FUSE: return (i32)reg;
    case IA64_FIELD_PDEF:
    case IA64_FIELD_PMOD: return r & 15 && reg & 63 ? (i32)(reg & 63) : PR_SINK;
    case IA64_FIELD_PUSE: return (i32)(reg & 63);
    case IA64_FIELD_BDEF:
    case IA64_FIELD_BUSE: return r & 7;
    case IA64_FIELD_NUM:
        return place == 2 ? (i32)(r >> 8 & 255) : row->imm == IA64_FIELD_EXIT ? 1 + (i32)(r % 20) : (i32)(r & 63);
    case IA64_FIELD_COUNT: return 1 + (r & 3);
    case IA64_FIELD_POS:
    case IA64_FIELD_BITS: return r & 63;
    case IA64_FIELD_LEN: return 1 + (i32)(r & 63);
    case IA64_FIELD_ACCESS:
        return (i32)((unsigned)__builtin_ctz(row->bytes) |
                     (row->b == IA64_FIELD_USE && !(row->flags & IA64_UOP_WRITES) ? ACCESS_BY_R
                      : row->imm == IA64_FIELD_DISP                               ? ACCESS_BY_I
                                                                                  : 0));
    case IA64_FIELD_HOW: return r & 1;
    case IA64_FIELD_VALUE: return r & 256 ? (i32)(r & 3) : r & 512 ? -(i32)(r & 15) : (i32)pair_random(seed);
    case IA64_FIELD_IMM8: return (i8)(r >> 8);
    case IA64_FIELD_IMM14: return (i32)(r >> 8 & 0x3fff) - 0x2000;
    case IA64_FIELD_DISP: return (i32)(r >> 8 & 511) - 256;
    case IA64_FIELD_AR: return some_ar(r >> 8);
    default: return 0;
    }
}

/* Bits that are one field, as of deposits, or any. */
static u64 some_mask(u64 *seed)
{
    u32 r = pair_random(seed);
    return r & 7 ? ~(u64)0 >> (r >> 8 & 63) << (r >> 16 & 63) : pair_random64(seed);
}

static bool is_exit(unsigned kind)
{
    return kind == IA64_UOP_exit || kind == IA64_UOP_exit_indirect || kind == IA64_UOP_exit_call;
}
static bool changes_frame(unsigned kind)
{
    return kind == IA64_UOP_alloc || kind == IA64_UOP_call || kind == IA64_UOP_ret;
}
static bool more(unsigned kind) { return is_exit(kind) || changes_frame(kind); }

/* Some frame, as a mode. */
static u32 some_frame(u64 *seed)
{
    u32 r = pair_random(seed);
    unsigned sof = r & 1 ? r >> 8 & 15 : (r >> 8) % 97, sol = (r >> 16 & 255) % (sof + 1);
    unsigned sor = r & 6 ? 0 : 8 * ((pair_random(seed) & 15) % (sof / 8 + 1));
    return mode_frame(sof, sol, sor);
}

/* Programs cannot name one register as both targets. */
static void keep_apart(struct uop *u, const struct uop_row *row)
{
    bool loads = row->flags & IA64_UOP_READS && row->c == IA64_FIELD_MOD;
    if (loads && u->a == u->c) u->a = u->a == 1 ? 2 : (u8)(u->a - 1);
    if ((row->a == IA64_FIELD_PDEF || row->a == IA64_FIELD_PMOD) && u->a == u->d) u->d = PR_SINK;
    if (row->b == IA64_FIELD_PMOD && u->b == u->c) u->c = PR_SINK;
    if (row->b == IA64_FIELD_POS && row->d == IA64_FIELD_LEN && u->b + u->d > 64) u->d = (u8)(64 - u->b);
}

static unsigned some(u64 *seed, unsigned kind, u32 mode, struct uop u[2])
{
    const struct uop_row *row = ia64_uop_row((enum ia64_uop)kind);
    u[0] = uop_rows_some(seed, row, row, some_field);
    u[1] = (struct uop){0};
    if (kind == IA64_UOP_alloc) {
        u[0].imm = (i32)some_frame(seed);
        u[0].b = (u8)mode_sof((u32)u[0].imm), u[0].c = (u8)mode_sol((u32)u[0].imm),
        u[0].d = (u8)(mode_sor((u32)u[0].imm) / 8);
        if (u[0].a >= FRAME + u[0].b) u[0].a = 8;
    }
    if (kind == IA64_UOP_call) {
        u[0].b = (u8)mode_sof(mode), u[0].c = (u8)mode_sol(mode);
        u[1] = (struct uop){.count = pair_random64(seed) & ~(u64)15,
                            .imm = (i32)mode_frame(mode_sof(mode) - mode_sol(mode), 0, 0)};
        return 2;
    }
    keep_apart(&u[0], row);
    if (row->flags & IA64_UOP_WIDE) u[1].count = some_mask(seed);
    return row->flags & (IA64_UOP_WIDE | IA64_UOP_GUARDS) ? 2 : 1;
}

static u32 mode_of(u64 *seed, unsigned kind)
{
    return (changes_frame(kind) ? some_frame(seed) : mode_frame(96, 48, 0)) | (pair_random(seed) & 3 ? 0 : MODE_FROT);
}

static uop_fn *form(unsigned kind, const struct uop *u, u32 mode, unsigned *last)
{
    const struct uop_row *row = ia64_uop_row((enum ia64_uop)kind);
    (void)u, (void)last;
    return row->fn[ia64_uop_form(row, mode & MODE_FROT ? IA64_FORM_ROTATED : 0)];
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
    case 5: return (u64)pair_random(seed) << 32 | (r >> 4 & 15);
    case 6: return r >> 4 & 127;
    default: return r >> 4 & 63;
    }
}

/* Addresses of all kinds: in the page, near its ends, behind it where only reading is allowed, nothing, or what is
 * forbidden. */
static u64 some_address(u64 *seed)
{
    u32 r = pair_random(seed), page = r & 3 ? 0 : r >> 2 & 7;
    u64 at = page == 7 ? pair_random64(seed) : page == 6 ? r >> 8 & 0xfff : DATA + page * MEM_PAGE + (r >> 8 & 0xfff);
    if (r & 0x300000) at &= ~(u64)7;
    return at;
}

static void some_frs(u64 *seed, struct cpu *c)
{
    for (unsigned i = 2; i < FR_COUNT; i++) {
        u32 r = pair_random(seed);
        c->fr[i] = r & 31 ? (struct ia64_fr){.sig = pair_random64(seed),
                                             .exp = r & 64 ? IA64_FR_EXP_INTEGER : r >> 7 & 0x1fffd,
                                             .sign = r & 64 ? 0 : r >> 25 & 1}
                          : IA64_FR_NATVAL;
    }
}

static void some_alat(u64 *seed, struct alat *a)
{
    alat_clear(a);
    for (u32 n = pair_random(seed) & 7; n; n--) {
        u32 r = pair_random(seed);
        alat_insert(a, 1 + (r & 63), DATA + (r >> 8 & 0xff8), 8);
    }
}

static void some_application_registers(u64 *seed, struct cpu *c)
{
    c->lc = pair_random(seed) & 1 ? pair_random(seed) & 1 : some_number(seed);
    c->pfs = pair_random64(seed) & ~IA64_PFS_NONE;
    c->ccv = some_number(seed), c->unat = some_number(seed), c->csd = some_number(seed);
    c->ec = pair_random(seed) & 63;
    c->psr = (u64)3 << PSR_CPL | (pair_random(seed) & (1u << PSR_AC | 1u << PSR_MFL | 1u << PSR_MFH));
}

/* Frames below, some of them in memory only: it is the page of data, or behind its end. */
static void some_stack(u64 *seed, struct cpu *c)
{
    struct rse *s = &c->rse;
    unsigned kept = pair_random(seed) % (IA64_STACKED - c->cfm.sof + 1u), dirty = pair_random(seed) % (kept + 1);
    s->bof = (u16)(RSE_LOW + pair_random(seed) % (pair_random(seed) & 3 ? 512 : RSE_HIGH - RSE_LOW + 1));
    s->dirty = (u16)(s->bof - dirty);
    s->clean = (u16)(s->bof - kept);
    s->rsc = 15;
    s->bspstore = DATA + 8 * (pair_random(seed) % 512);
    if ((s->bspstore >> 3 & 63) == 63) s->bspstore += 8;
    s->bsp = rse_above(s->bspstore, dirty);
    s->rnat = 0;
    for (unsigned i = s->clean; i < s->bof; i++) s->file[i] = pair_random64(seed), s->file_nat[i] = 0;
    c->pfs = ((u64)some_frame(seed) & 0x3ffff) | (u64)(pair_random(seed) & 63) << 52 | (u64)3 << 62;
    if (!(pair_random(seed) & 7)) c->pfs |= (u64)(pair_random(seed) & 7) << 18;
}

static void state(u64 *seed, struct cpu *c, const u64 *numbers, u32 mode, unsigned kind, const struct uop *u)
{
    const struct uop_row *row = ia64_uop_row((enum ia64_uop)kind);
    bool fr = row->a == IA64_FIELD_FDEF || row->b == IA64_FIELD_FUSE;
    memcpy(&c->gr[1], numbers, (GR_COUNT - 1) * sizeof *numbers);
    c->nat[0] = c->nat[1] = 0;
    if (pair_random(seed) & 1 && u->b && u->b < GR_COUNT && u->c < GR_COUNT) c->gr[u->b] = c->gr[u->c];
    u64 pr = pair_random64(seed) ^ pair_random64(seed) << 1;
    for (unsigned i = 1; i < PR_SINK; i++) c->pr[i] = pr >> i & 1;
    for (unsigned i = 0; i < 8; i++) c->br[i] = some_number(seed);
    some_application_registers(seed, c);
    c->cfm = (struct ia64_cfm){.sof = (u8)mode_sof(mode),
                               .sol = (u8)mode_sol(mode),
                               .sor = (u8)mode_sor(mode),
                               .rrb_fr = (u8)(mode & MODE_FROT ? 1 + pair_random(seed) % 95 : 0),
                               .rrb_pr = (u8)(pair_random(seed) & 1 ? pair_random(seed) % 48 : 0)};
    if (c->cfm.sor && pair_random(seed) & 1) c->cfm.rrb_gr = (u8)(pair_random(seed) % c->cfm.sor);
    if (changes_frame(kind)) some_stack(seed, c);
    if (is_exit(kind)) c->rse.dirty = (u16)(c->rse.bof + !(pair_random(seed) & 7));
    c->mode = is_exit(kind) && !(pair_random(seed) & 7) ? mode ^ MODE_NAT : mode;
    if (fr) some_frs(seed, c);
    if (row->flags & IA64_UOP_ALAT) some_alat(seed, &c->alat);
    if (kind == IA64_UOP_to_ar_pfs && pair_random(seed) & 1)
        c->gr[u->b] = u->b ? pair_random64(seed) & ~IA64_PFS_NONE : 0;
    if (!row->bytes || !u->c) return;
    c->gr[u->c] = some_address(seed);
}

/* All that stands from the predicates to the register stack, and that; the ALAT, and what the engine is told. */
static void copy(struct cpu *to, const struct cpu *from)
{
    memcpy(to->pr, from->pr, offsetof(struct cpu, rse.file) - offsetof(struct cpu, pr));
    memcpy(to->rse.file + from->rse.clean, from->rse.file + from->rse.clean, 8u * (from->rse.bof - from->rse.clean));
    memcpy(to->rse.file_nat + from->rse.clean, from->rse.file_nat + from->rse.clean, from->rse.bof - from->rse.clean);
    to->alat = from->alat;
    to->saved = from->saved;
    to->mode = from->mode;
}

static bool same_stacks(const struct rse *a, const struct rse *b)
{
    if (memcmp(a, b, offsetof(struct rse, file))) return false;
    unsigned n = a->bof > a->clean ? a->bof - a->clean : 0;
    return !memcmp(a->file + a->clean, b->file + b->clean, 8 * n) &&
           !memcmp(a->file_nat + a->clean, b->file_nat + b->clean, n);
}

static const char *differs(const struct cpu *a, const struct cpu *b, bool trapped)
{
    if (memcmp(a->gr, b->gr, 8 * (FRAME + (size_t)a->cfm.sof))) return "a general register";
    if (!same_stacks(&a->rse, &b->rse)) return "the register stack";
    if (memcmp(a->pr, b->pr, PR_SINK)) return "a predicate"; /* what is in PR_SINK nobody reads */
    if (memcmp(a->br, b->br, sizeof a->br)) return "a branch register";
    if (memcmp(a->fr, b->fr, sizeof a->fr)) return "a floating-point register";
    if (memcmp(&a->ip, &b->ip, offsetof(struct cpu, fr) - offsetof(struct cpu, ip))) return "the state";
    if (memcmp(&a->alat, &b->alat, sizeof a->alat)) return "the ALAT";
    if (a->saved != b->saved || a->mode != b->mode) return "the address of the access, or the mode";
    return trapped && (a->vector != b->vector || a->isr_code != b->isr_code || a->ifa != b->ifa) ? "the trap" : NULL;
}

/* --- the tests ------------------------------------------------------------------------------------------------------------ */

static const struct uop_row *row_of(unsigned kind) { return ia64_uop_row((enum ia64_uop)kind); }
static bool has_code(unsigned kind) { return HOST_EMITTER && ia64_host_row[kind].lower; }
static unsigned hash(u64 target) { return jump_hash(target >> 2); }
static void text(unsigned kind, const struct uop *u, char *out, size_t cap)
{
    ia64_uop_text((enum ia64_uop)kind, u, out, cap);
}

static const struct host_rows table = {.pair = &pair_ia64,
                                       .row = row_of,
                                       .has_code = has_code,
                                       .more = more,
                                       .exits = is_exit,
                                       .parts = changes_frame,
                                       .count = IA64_UOP_COUNT,
                                       .end = IA64_UOP_fault,
                                       .half = IA64_UOP_wide,
                                       .second = IA64_UOP_counter,
                                       .several = IA64_UOP_WIDE | IA64_UOP_GUARDS | IA64_UOP_PAIR,
                                       .skips = IA64_UOP_GUARDS,
                                       .data = DATA,
                                       .engine = offsetof(struct cpu, engine),
                                       .stop = stop,
                                       .spy = spy,
                                       .watch = ia64_host_watch,
                                       .text = text,
                                       .some = some,
                                       .mode = mode_of,
                                       .hash = hash,
                                       .form = form,
                                       .number = some_number,
                                       .state = state,
                                       .copy = copy,
                                       .differs = differs};

START_TEST(operation) { host_rows_operation(&table, (unsigned)_i); }
END_TEST

Suite *ia64_host_suite(void) { return host_rows_suite("ia64 host code", operation, IA64_UOP_COUNT); }
