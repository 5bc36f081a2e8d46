#include "isa/parisc/timing.h"

#include <stdlib.h>

#include "emu/core/cache.h"
#include "isa/parisc/fields.h"
#include "isa/parisc/operands.h"

struct insn { /* what is known of an instruction that has been admitted */
    struct pa_issue in;
    struct pa_operands op;
    enum pa_class cls;
    u32 flags;
    bool slot;   /* it stands behind a branch */
    bool target; /* it stands behind the delay slot of a taken branch */
};

struct pa_timing {
    struct pa_model model;
    struct pc_table *costs;

    /* --- the bundle under way and the instruction to complete --- */
    struct insn now, first; /* the one admitted; the one it may be bundled with */
    bool admitted;
    bool open;         /* `first` issued in cycle `at`, and a second may join it */
    bool bundled;      /* `now` joined it */
    u64 at;            /* cycle of the last issue */
    u64 end;           /* first cycle for another bundle */
    bool was_branch, was_taken; /* of the last one completed */
    bool was_taken_slot;        /* it was the delay slot of a taken branch */
    u64 lost;          /* cycles that the branch at lost_pc loses behind its delay slot */
    u32 lost_pc;

    /* --- when a value can be used: the first cycle in which its user can issue --- */
    u64 gr[32], sar, carry, compare;
    u64 fr[64];             /* by an operation; index as the bits of struct pa_operands */
    u64 fr_store[64];       /* by a store of the same size as the load that brought it (fr_size, else 0) */
    u8 fr_size[64];
    u64 fr_load[64];        /* when a load may overwrite it */
    bool stored;            /* a store has issued: */
    u64 store_at;
    u32 store_address;

    /* --- memory --- */
    struct cache ilab, tlb, l1i, l1d, l2;
    u32 prefetched;         /* line that the last miss of a fetch brought along; 1: none */
};

#define P(id) (t->model.value[PA_T_##id])

/* --- making ------------------------------------------------------------------------------------------------------- */

static struct cache_geometry pages(const struct pa_timing *t, u32 entries)
{
    return (struct cache_geometry){.size = (u64)entries * P(PAGE), .ways = entries, .line = P(PAGE)};
}

static int make_caches(struct pa_timing *t, struct error *e)
{
    struct cache_geometry ilab = pages(t, P(ILAB)), tlb = pages(t, P(TLB));
    struct cache_geometry l1i = {.size = (u64)P(L1I_SIZE) << 10, .ways = P(L1I_WAYS), .line = P(L1I_LINE)};
    struct cache_geometry l1d = {.size = (u64)P(L1D_SIZE) << 10, .ways = P(L1D_WAYS), .line = P(L1D_LINE),
                                 .write_back = P(L1D_BACK), .write_allocate = P(L1D_ALLOCATE)};
    struct cache_geometry l2 = {.size = (u64)P(L2_SIZE) << 10, .ways = P(L2_WAYS), .line = P(L2_LINE),
                                .write_back = P(L2_BACK), .write_allocate = P(L2_BACK)};
    return cache_init(&t->ilab, &ilab, e) || cache_init(&t->tlb, &tlb, e) || cache_init(&t->l1i, &l1i, e) ||
                   cache_init(&t->l1d, &l1d, e) || cache_init(&t->l2, &l2, e)
               ? -1
               : 0;
}

struct pa_timing *pa_timing_new(const struct pa_model *m, struct pc_table *costs, struct error *e)
{
    struct pa_timing *t = calloc(1, sizeof *t);
    if (!t) {
        error_set(e, "out of memory for a timing model");
        return NULL;
    }
    t->model = *m;
    t->costs = costs;
    t->prefetched = 1;
    if (make_caches(t, e) == 0) return t;
    pa_timing_free(t);
    return NULL;
}

void pa_timing_free(struct pa_timing *t)
{
    if (!t) return;
    cache_free(&t->ilab);
    cache_free(&t->tlb);
    cache_free(&t->l1i);
    cache_free(&t->l1d);
    cache_free(&t->l2);
    free(t);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* Cycles lost for translating an address: the processor interrupts, and software looks the page up. */
static u64 translate(struct pa_timing *t, u32 address)
{
    if (!P(TLB)) return 0;
    return cache_access(&t->tlb, address, false).hit ? 0 : P(TLB_MISS);
}

/* Cycles lost behind the first level: by the second, or by memory. A write that brings no line in waits for nothing. */
static u64 beyond(struct pa_timing *t, u32 address, bool write, u64 second)
{
    if (!P(L2_SIZE)) return P(MEMORY);
    struct cache_access a = cache_access(&t->l2, address, write);
    if (write && !a.hit && !a.filled) return 0;
    return second + (a.hit ? 0 : P(MEMORY)) + (a.wrote_back ? P(WRITE_BACK) : 0);
}

static u64 fetch_line(struct pa_timing *t, u32 pc)
{
    u32 line = pc & ~(P(L1I_LINE) - 1), next = line + P(L1I_LINE);
    if (cache_access(&t->l1i, pc, false).hit) return 0;
    u64 lost = line == t->prefetched ? 0 : beyond(t, pc, false, P(L2_INSN));
    t->prefetched = 1;
    if (P(PREFETCH) && (next & (P(PAGE) - 1)) && !cache_holds(&t->l1i, next)) {
        t->prefetched = next;
        if (P(L2_SIZE)) cache_access(&t->l2, next, false); /* it passes through; nobody waits for it */
    }
    return lost;
}

static void fetch(struct pa_timing *t, u32 pc, u64 stall[STALLS])
{
    if (!P(ILAB)) stall[STALL_TLB] += translate(t, pc);
    else if (!cache_access(&t->ilab, pc, false).hit) stall[STALL_TLB] += P(ILAB_MISS) + translate(t, pc);
    stall[STALL_ICACHE] += fetch_line(t, pc);
}

static u64 access_line(struct pa_timing *t, u32 address, bool write)
{
    if (!P(L1D_SIZE)) return beyond(t, address, write, P(L2_DATA));
    struct cache_access a = cache_access(&t->l1d, address, write);
    u64 lost = 0;
    if (a.filled) lost = beyond(t, address, false, P(L2_DATA));
    if (a.wrote_back) {
        lost += P(WRITE_BACK);
        cache_access(&t->l2, a.victim, true);
    }
    if (write && (!P(L1D_BACK) || (!a.hit && !a.filled))) cache_access(&t->l2, address, true); /* through a buffer */
    return lost;
}

/* --- waiting ------------------------------------------------------------------------------------------------------ */

static void latest(u64 *when, u64 other)
{
    if (other > *when) *when = other;
}

/* The latest of the entries that a mask of bits names. */
static u64 latest_of(const u64 *list, u64 mask)
{
    u64 when = 0;
    for (; mask; mask &= mask - 1) latest(&when, list[__builtin_ctzll(mask)]);
    return when;
}

static bool is_access(const struct insn *i) { return i->flags & (PA_LOAD | PA_STORE); }
static bool is_load(const struct insn *i) { return i->flags & PA_LOAD; }
static bool is_fp_store(const struct insn *i) { return is_access(i) && !is_load(i) && i->flags & PA_FPU; }
static bool is_fp_load(const struct insn *i) { return is_load(i) && i->flags & PA_FPU; }

static u64 stored_value_ready(const struct pa_timing *t, const struct insn *i)
{
    u64 when = 0;
    for (u64 m = i->op.fr_read; m; m &= m - 1) {
        unsigned h = (unsigned)__builtin_ctzll(m);
        latest(&when, t->fr_size[h] && t->fr_size[h] != i->in.access.size ? t->fr[h] : t->fr_store[h]);
    }
    return when;
}

/* The first cycle in which the operands of an instruction are there and its target is free. A nullified one needs none. */
static u64 operands_ready(const struct pa_timing *t, const struct insn *i)
{
    if (i->in.nullified) return 0;
    u64 when = latest_of(t->gr, i->op.gr_read);
    if (i->op.reads_sar) latest(&when, t->sar);
    if (i->op.reads_compare) latest(&when, t->compare);
    if (i->flags & PA_CARRY_IN) latest(&when, t->carry);
    latest(&when, is_fp_store(i) ? stored_value_ready(t, i) : latest_of(t->fr, i->op.fr_read));
    if (is_fp_load(i)) latest(&when, latest_of(t->fr_load, i->op.fr_write));
    return when;
}

/* The first cycle in which the unit of an instruction is free. */
static u64 unit_ready(const struct pa_timing *t, const struct insn *i)
{
    if (!t->stored || !is_access(i) || i->in.nullified) return 0;
    if (!is_load(i)) return t->store_at + P(STORE_STORE);
    u64 when = t->store_at + P(STORE_LOAD);
    if ((t->store_address ^ i->in.access.address) >> 3 == 0) latest(&when, t->store_at + P(STORE_SAME));
    return when;
}

/* --- bundles ------------------------------------------------------------------------------------------------------ */

/* Two words, loaded or stored, that are one aligned double word, in this order. */
static bool make_double(const struct pa_timing *t, const struct insn *a, const struct insn *b)
{
    u32 both = PA_LOAD | PA_STORE;
    return P(DOUBLE) && (a->flags & both) == (b->flags & both) && (a->flags & both) != both && !a->in.nullified &&
           !b->in.nullified && a->in.access.size == 4 && b->in.access.size == 4 && a->in.access.address % 8 == 0 &&
           b->in.access.address == a->in.access.address + 4;
}

/* Whole registers of which one half is in the mask: bit n is FR n. */
static u64 registers_of(u64 halves)
{
    u64 either = halves | halves >> 1, registers = 0;
    for (unsigned n = 0; n < 32; n++) registers |= (either >> 2 * n & 1) << n;
    return registers;
}

/* NetBSD cpu(4), hppa, "restrictions": a load of one half of a register and an operation that uses the other, and one whose
 * result the load overwrites. */
static bool load_meets_operation(const struct insn *load, const struct insn *flop)
{
    if (!is_fp_load(load) || flop->op.flop == PA_FLOP_NONE) return false;
    u64 used = flop->op.fr_read | flop->op.fr_write, loaded = load->op.fr_write;
    return (loaded & flop->op.fr_write) || (registers_of(used & ~loaded) & registers_of(loaded));
}

/* What the second reads of what the first writes. */
static bool depends(const struct insn *a, const struct insn *b)
{
    bool exempt = a->op.flop != PA_FLOP_NONE && is_fp_store(b);
    return (a->op.gr_write & b->op.gr_read) || (!exempt && (a->op.fr_write & b->op.fr_read)) ||
           (a->op.writes_sar && b->op.reads_sar) || (a->op.writes_compare && b->op.reads_compare) ||
           (a->flags & PA_CARRY_OUT && b->flags & PA_CARRY_IN);
}

/* A delay slot, and a branch target at an odd word. */
static bool stands_alone(const struct pa_timing *t, const struct insn *i)
{
    return (P(SLOT_ALONE) && i->slot) || (P(ODD_ALONE) && i->target && i->in.pc & 4);
}

/* NetBSD cpu(4), hppa, "superscalar execution": the table of pairs and the restrictions beside it. */
static bool may_bundle(const struct pa_timing *t)
{
    const struct insn *a = &t->first, *b = &t->now;
    if (!t->open || !t->model.pair[a->cls][b->cls]) return false;
    if (stands_alone(t, b)) return false;
    if (a->cls == PA_CLASS_LDST && b->cls == PA_CLASS_LDST && !make_double(t, a, b)) return false;
    return !depends(a, b) && !load_meets_operation(a, b) && !load_meets_operation(b, a);
}

/* --- charging ----------------------------------------------------------------------------------------------------- */

static void charge(struct pa_timing *t, u32 pc, enum stall cause, u64 cycles)
{
    if (!cycles) return;
    struct pc_count *e = pc_table_at(t->costs, pc);
    e->cycles += cycles;
    e->stalls[cause] += cycles;
}

/* --- admitting ---------------------------------------------------------------------------------------------------- */

static struct insn describe(const struct pa_timing *t, const struct pa_issue *in)
{
    struct insn i = {.in = *in, .cls = PA_CLASS_SYS, .slot = t->was_branch, .target = t->was_taken_slot};
    if (!in->insn) return i;
    i.op = pa_operands_of(in->insn, in->word);
    i.cls = pa_class_of(in->insn, in->word);
    i.flags = in->insn->flags;
    return i;
}

u64 pa_timing_admit(struct pa_timing *t, const struct pa_issue *in)
{
    u64 stall[STALLS] = {0};
    if (t->admitted) pa_timing_stop(t);
    t->now = describe(t, in);
    t->admitted = true;
    fetch(t, in->pc, stall);
    u64 ready = operands_ready(t, &t->now), unit = unit_ready(t, &t->now);
    bool fetched = !stall[STALL_TLB] && !stall[STALL_ICACHE];
    /* The second of a double word uses the unit together with the first. */
    bool free_unit = unit <= t->at || t->first.cls == PA_CLASS_LDST;
    t->bundled = fetched && may_bundle(t) && ready <= t->at && free_unit;
    if (t->bundled) return t->at;
    u64 at = t->end + stall[STALL_TLB] + stall[STALL_ICACHE];
    if (ready > at) {
        stall[STALL_DATA] = ready - at;
        at = ready;
    }
    if (unit > at) {
        stall[STALL_STRUCTURAL] = unit - at;
        at = unit;
    }
    for (unsigned s = 0; s < STALLS; s++) charge(t, in->pc, (enum stall)s, stall[s]);
    t->open = false;
    return t->at = at;
}

/* --- completing --------------------------------------------------------------------------------------------------- */

static u64 flop_latency(const struct pa_timing *t, enum pa_flop f)
{
    const u64 latency[PA_FLOP_COUNT] = {
        [PA_FLOP_ALU] = P(FPALU), [PA_FLOP_CMP] = P(FCMP), [PA_FLOP_MPY_SGL] = P(FMPY_SGL),
        [PA_FLOP_MPY_DBL] = P(FMPY_DBL), [PA_FLOP_XMPYU] = P(XMPYU), [PA_FLOP_DIV_SGL] = P(FDIV_SGL),
        [PA_FLOP_DIV_DBL] = P(FDIV_DBL), [PA_FLOP_SQRT_SGL] = P(FSQRT_SGL), [PA_FLOP_SQRT_DBL] = P(FSQRT_DBL),
    };
    return latency[f];
}

static u64 lock_of(const struct pa_timing *t, const struct insn *i)
{
    const u64 lock[PA_FLOP_COUNT] = {
        [PA_FLOP_MPY_DBL] = P(FMPY_DBL_LOCK), [PA_FLOP_XMPYU] = P(XMPYU_LOCK), [PA_FLOP_DIV_SGL] = P(FDIV_SGL_LOCK),
        [PA_FLOP_DIV_DBL] = P(FDIV_DBL_LOCK), [PA_FLOP_SQRT_SGL] = P(FSQRT_SGL_LOCK),
        [PA_FLOP_SQRT_DBL] = P(FSQRT_DBL_LOCK),
    };
    if (i->in.nullified) return P(FP_NULLIFIED) ? lock[i->op.flop] : 0;
    return i->cls == PA_CLASS_SYS ? P(SYSTEM_LOCK) : lock[i->op.flop];
}

static u64 latency_of(const struct pa_timing *t, const struct insn *i)
{
    if (is_load(i)) return P(LOAD);
    if (i->cls == PA_CLASS_SYS) return P(SYSTEM);
    bool shift = i->in.insn && i->in.insn->cls == PA_CLASS_MM; /* also one that may nullify, whose class is NUL */
    return shift ? P(SHIFT) : P(ALU);
}

static void set_all(u64 *list, u64 mask, u64 when)
{
    for (; mask; mask &= mask - 1) list[__builtin_ctzll(mask)] = when;
}

static void fp_results(struct pa_timing *t, const struct insn *i, u64 waited)
{
    for (u64 m = i->op.fr_write; m; m &= m - 1) {
        unsigned h = (unsigned)__builtin_ctzll(m);
        bool loaded = is_fp_load(i);
        t->fr[h] = t->at + (loaded ? P(FPLOAD) + waited : flop_latency(t, i->op.flop));
        t->fr_store[h] = t->at + (loaded ? P(FPLOAD_STORE) + waited : P(FLOP_STORE));
        t->fr_size[h] = (u8)(loaded ? i->in.access.size : 0);
        if (!loaded) latest(&t->fr_load[h], t->at + P(FLOP_LOAD));
    }
    if (i->op.flop == PA_FLOP_NONE) return;
    for (u64 m = i->op.fr_read; m; m &= m - 1) latest(&t->fr_load[__builtin_ctzll(m)], t->at + P(FLOP_LOAD_SOURCE));
    if (i->op.writes_compare) t->compare = t->at + P(FCMP);
}

/* When the results of the instruction can be used; its access held the processor for `waited` cycles. */
static void results(struct pa_timing *t, const struct insn *i, u64 waited)
{
    u64 latency = latency_of(t, i);
    set_all(t->gr, i->op.gr_write & ~i->op.base_write, t->at + latency + waited);
    if (i->op.base_write) set_all(t->gr, i->op.base_write, t->at + P(BASE) + waited);
    if (i->op.writes_sar) t->sar = t->at + latency;
    if (i->flags & PA_CARRY_OUT) t->carry = t->at + latency;
    fp_results(t, i, waited);
    if (is_access(i) && i->flags & PA_STORE) {
        t->stored = true;
        t->store_at = t->at;
        t->store_address = i->in.access.address;
    }
}

/* Cycles lost behind the delay slot of a branch. Prediction is static: by the direction, for those with a condition. */
static u64 branch_loss(const struct pa_timing *t, const struct insn *i, bool taken)
{
    if (i->in.nullified) return 0;
    if (i->flags & PA_COND_BRANCH) {
        bool predicted = pa_w12(i->in.word) < 0 ? P(BACKWARD) : P(FORWARD);
        return predicted != taken ? P(MISPREDICT) : taken ? P(TAKEN) : 0;
    }
    switch (i->in.insn->op) {
    case PA_OP_b_l: case PA_OP_b_l_22: case PA_OP_b_l_push: case PA_OP_b_gate: return P(TAKEN);
    default: return P(INDIRECT);
    }
}

/* The data access of the instruction: cycles in which the processor stands still. */
static u64 access_data(struct pa_timing *t, const struct insn *i)
{
    if (!i->in.access.size || i->in.nullified) return 0;
    u64 tlb = translate(t, i->in.access.address);
    u64 cache = access_line(t, i->in.access.address, i->flags & PA_STORE);
    charge(t, i->in.pc, STALL_TLB, tlb);
    charge(t, i->in.pc, STALL_DCACHE, cache);
    return tlb + cache;
}

u64 pa_timing_complete(struct pa_timing *t, bool taken)
{
    const struct insn *i = &t->now;
    bool branch = i->flags & PA_BRANCH;
    if (!t->bundled) t->end = t->at + 1;
    else pc_table_at(t->costs, i->in.pc)->cycles--; /* it shares its cycle with the first */
    u64 lock = lock_of(t, i), waited = access_data(t, i);
    charge(t, i->in.pc, STALL_STRUCTURAL, lock);
    if (!i->in.nullified) results(t, i, waited);
    t->end += lock + waited;
    if (t->lost) {
        charge(t, t->lost_pc, STALL_BRANCH, t->lost);
        t->end += t->lost;
    }
    t->lost = branch ? branch_loss(t, i, taken) : 0;
    t->lost_pc = i->in.pc;
    t->open = !t->bundled && !stands_alone(t, i) && P(ISSUE) > 1;
    t->was_taken_slot = i->slot && t->was_taken;
    t->was_branch = branch;
    t->was_taken = branch && taken;
    t->first = t->now;
    t->admitted = false;
    return t->end;
}

/* --- breaks ------------------------------------------------------------------------------------------------------- */

u64 pa_timing_stop(struct pa_timing *t)
{
    if (t->admitted && !t->bundled) latest(&t->end, t->at);
    t->admitted = t->open = t->was_branch = t->was_taken = t->was_taken_slot = false;
    t->lost = 0;
    return t->end;
}

bool pa_timing_admitted(const struct pa_timing *t, const struct pa_issue *in, u64 *at)
{
    *at = t->at;
    return t->admitted && t->now.in.pc == in->pc && t->now.in.word == in->word && t->now.in.nullified == in->nullified;
}

void pa_timing_advance(struct pa_timing *t, u64 clock)
{
    if (t->admitted) latest(&t->at, clock);
    latest(&t->end, clock);
}
