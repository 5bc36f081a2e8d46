#include "isa/parisc/timing/pipe.h"

#include "isa/parisc/insn/fields.h"

#define P(id) (m->value[PA_T_##id])

/* --- waiting ------------------------------------------------------------------------------------------------------ */

/* The latest of the entries that a mask of bits names. */
static u64 latest_of(const u64 *list, u64 mask)
{
    u64 when = 0;
    for (; mask; mask &= mask - 1) latest(&when, list[__builtin_ctzll(mask)]);
    return when;
}

static bool is_access(const struct pa_admitted *i) { return i->flags & (PA_LOAD | PA_STORE); }
static bool is_load(const struct pa_admitted *i) { return i->flags & PA_LOAD; }
static bool is_fp_store(const struct pa_admitted *i) { return is_access(i) && !is_load(i) && i->flags & PA_FPU; }
static bool is_fp_load(const struct pa_admitted *i) { return is_load(i) && i->flags & PA_FPU; }

static u64 stored_value_ready(const struct pa_pipe *p, const struct pa_admitted *i)
{
    u64 when = 0;
    for (u64 m = i->op.fr_read; m; m &= m - 1) {
        unsigned h = (unsigned)__builtin_ctzll(m);
        latest(&when, p->fr_size[h] && p->fr_size[h] != i->in.size ? p->when[PIPE_FR + h] : p->when[PIPE_FR_STORE + h]);
    }
    return when;
}

/* The first cycle in which the operands of an instruction are there and its target is free. A nullified one needs none. */
static u64 operands_ready(const struct pa_pipe *p, const struct pa_admitted *i)
{
    if (i->in.nullified) return 0;
    u64 when = latest_of(p->when + PIPE_GR, i->op.gr_read);
    if (i->op.reads_sar) latest(&when, p->when[PIPE_SAR]);
    if (i->op.reads_compare) latest(&when, p->when[PIPE_COMPARE]);
    if (i->flags & PA_CARRY_IN) latest(&when, p->when[PIPE_CARRY]);
    latest(&when, is_fp_store(i) ? stored_value_ready(p, i) : latest_of(p->when + PIPE_FR, i->op.fr_read));
    if (is_fp_load(i)) latest(&when, latest_of(p->when + PIPE_FR_LOAD, i->op.fr_write));
    return when;
}

/* The first cycle in which the unit of an instruction is free. */
static u64 unit_ready(const struct pa_pipe *p, const struct pa_admitted *i, unsigned relation)
{
    if (!is_access(i) || i->in.nullified) return 0;
    if (!is_load(i)) return p->when[PIPE_STORE];
    u64 when = p->when[PIPE_LOAD];
    if (relation & PA_SAME) latest(&when, p->when[PIPE_SAME]);
    return when;
}

/* --- bundles ------------------------------------------------------------------------------------------------------ */

/* Two words, loaded or stored, that are one aligned double word, in this order. */
static bool make_double(const struct pa_model *m, const struct pa_admitted *a, const struct pa_admitted *b, unsigned relation)
{
    u32 both = PA_LOAD | PA_STORE;
    return P(DOUBLE) && (a->flags & both) == (b->flags & both) && (a->flags & both) != both && !a->in.nullified &&
           !b->in.nullified && a->in.size == 4 && b->in.size == 4 && relation & PA_PAIR;
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
static bool load_meets_operation(const struct pa_admitted *load, const struct pa_admitted *flop)
{
    if (!is_fp_load(load) || flop->op.flop == PA_FLOP_NONE) return false;
    u64 used = flop->op.fr_read | flop->op.fr_write, loaded = load->op.fr_write;
    return (loaded & flop->op.fr_write) || (registers_of(used & ~loaded) & registers_of(loaded));
}

/* What the second reads of what the first writes. */
static bool depends(const struct pa_admitted *a, const struct pa_admitted *b)
{
    bool exempt = a->op.flop != PA_FLOP_NONE && is_fp_store(b);
    return (a->op.gr_write & b->op.gr_read) || (!exempt && (a->op.fr_write & b->op.fr_read)) ||
           (a->op.writes_sar && b->op.reads_sar) || (a->op.writes_compare && b->op.reads_compare) ||
           (a->flags & PA_CARRY_OUT && b->flags & PA_CARRY_IN);
}

/* A delay slot, and a branch target at an odd word. */
static bool stands_alone(const struct pa_model *m, const struct pa_admitted *i)
{
    return (P(SLOT_ALONE) && i->slot) || (P(ODD_ALONE) && i->target && i->in.pc & 4);
}

/* NetBSD cpu(4), hppa, "superscalar execution": the table of pairs and the restrictions beside it. */
static bool may_bundle(const struct pa_model *m, const struct pa_pipe *p, const struct pa_admitted *b, unsigned relation)
{
    const struct pa_admitted *a = &p->first;
    if (!p->open || !m->value[PA_PAIR(a->cls, b->cls)]) return false;
    if (stands_alone(m, b)) return false;
    if (a->cls == PA_CLASS_LDST && b->cls == PA_CLASS_LDST && !make_double(m, a, b, relation)) return false;
    return !depends(a, b) && !load_meets_operation(a, b) && !load_meets_operation(b, a);
}

/* --- admitting ---------------------------------------------------------------------------------------------------- */

struct pa_admitted pa_pipe_describe(const struct pa_pipe *p, const struct pa_issue *in)
{
    struct pa_admitted i = {.in = *in, .cls = PA_CLASS_SYS, .slot = p->was_branch, .target = p->was_taken_slot};
    if (!in->insn) return i;
    i.op = pa_operands_of(in->insn, in->word);
    i.cls = pa_class_of(in->insn, in->word);
    i.flags = in->insn->flags;
    return i;
}

bool pa_pipe_plan(const struct pa_model *m, const struct pa_pipe *p, const struct pa_admitted *i, unsigned relation,
                  u64 fetching, u64 *at, struct pa_waits *waits)
{
    u64 ready = operands_ready(p, i), unit = unit_ready(p, i, relation);
    /* The second of a double word uses the unit together with the first. */
    bool free_unit = unit <= p->at || p->first.cls == PA_CLASS_LDST;
    *waits = (struct pa_waits){0};
    *at = p->at;
    if (!fetching && may_bundle(m, p, i, relation) && ready <= p->at && free_unit) return true;
    *at = p->end + fetching;
    if (ready > *at) {
        waits->data = ready - *at;
        *at = ready;
    }
    if (unit > *at) {
        waits->structural = unit - *at;
        *at = unit;
    }
    return false;
}

unsigned pa_pipe_may_matter(const struct pa_pipe *p, const struct pa_admitted *i)
{
    bool same = is_load(i) && p->when[PIPE_SAME] > p->at, pair = p->open && p->first.cls == PA_CLASS_LDST;
    return (same ? PA_SAME : 0) | (pair ? PA_PAIR : 0);
}

u64 pa_pipe_admit(const struct pa_model *m, struct pa_pipe *p, const struct pa_admitted *i, unsigned relation, u64 fetching,
                  struct pa_waits *waits)
{
    u64 at;
    p->now = *i;
    p->bundled = pa_pipe_plan(m, p, i, relation, fetching, &at, waits);
    p->admitted = true;
    if (!p->bundled) p->open = false;
    return p->at = at;
}

/* --- completing --------------------------------------------------------------------------------------------------- */

#define FLOP(name) {PA_T_##name, -1}
#define FLOP_LOCKS(name) {PA_T_##name, PA_T_##name##_LOCK}
const struct pa_flop_times pa_flop_times[PA_FLOP_COUNT] = {
    [PA_FLOP_NONE] = {-1, -1},
    [PA_FLOP_ALU] = FLOP(FPALU),
    [PA_FLOP_CMP] = FLOP(FCMP),
    [PA_FLOP_MPY_SGL] = FLOP(FMPY_SGL),
    [PA_FLOP_MPY_DBL] = FLOP_LOCKS(FMPY_DBL),
    [PA_FLOP_XMPYU] = FLOP_LOCKS(XMPYU),
    [PA_FLOP_DIV_SGL] = FLOP_LOCKS(FDIV_SGL),
    [PA_FLOP_DIV_DBL] = FLOP_LOCKS(FDIV_DBL),
    [PA_FLOP_SQRT_SGL] = FLOP_LOCKS(FSQRT_SGL),
    [PA_FLOP_SQRT_DBL] = FLOP_LOCKS(FSQRT_DBL),
};

static u64 cycles_of(const struct pa_model *m, i16 number) { return number < 0 ? 0 : m->value[number]; }
static u64 flop_latency(const struct pa_model *m, enum pa_flop f) { return cycles_of(m, pa_flop_times[f].latency); }
static u64 flop_lock(const struct pa_model *m, enum pa_flop f) { return cycles_of(m, pa_flop_times[f].lock); }

static u64 lock_of(const struct pa_model *m, const struct pa_admitted *i)
{
    if (i->in.nullified) return P(FP_NULLIFIED) ? flop_lock(m, i->op.flop) : 0;
    return i->cls == PA_CLASS_SYS ? P(SYSTEM_LOCK) : flop_lock(m, i->op.flop);
}

static u64 latency_of(const struct pa_model *m, const struct pa_admitted *i)
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

static void fp_results(const struct pa_model *m, struct pa_pipe *p, const struct pa_admitted *i, u64 waited)
{
    bool loaded = is_fp_load(i);
    if (i->op.fr_write | i->op.fr_read) p->any_fr = true;
    for (u64 bits = i->op.fr_write; bits; bits &= bits - 1) {
        unsigned h = (unsigned)__builtin_ctzll(bits);
        p->when[PIPE_FR + h] = p->at + (loaded ? P(FPLOAD) + waited : flop_latency(m, i->op.flop));
        p->when[PIPE_FR_STORE + h] = p->at + (loaded ? P(FPLOAD_STORE) + waited : P(FLOP_STORE));
        p->fr_size[h] = (u8)(loaded ? i->in.size : 0);
        if (!loaded) latest(&p->when[PIPE_FR_LOAD + h], p->at + P(FLOP_LOAD));
    }
    if (i->op.flop == PA_FLOP_NONE) return;
    for (u64 bits = i->op.fr_read; bits; bits &= bits - 1)
        latest(&p->when[PIPE_FR_LOAD + __builtin_ctzll(bits)], p->at + P(FLOP_LOAD_SOURCE));
    if (i->op.writes_compare) p->when[PIPE_COMPARE] = p->at + P(FCMP);
}

/* When the results of the instruction can be used; its access held the processor for `waited` cycles. */
static void results(const struct pa_model *m, struct pa_pipe *p, const struct pa_admitted *i, u64 waited)
{
    u64 latency = latency_of(m, i);
    set_all(p->when + PIPE_GR, i->op.gr_write & ~i->op.base_write, p->at + latency + waited);
    if (i->op.base_write) set_all(p->when + PIPE_GR, i->op.base_write, p->at + P(BASE) + waited);
    if (i->op.writes_sar) p->when[PIPE_SAR] = p->at + latency;
    if (i->flags & PA_CARRY_OUT) p->when[PIPE_CARRY] = p->at + latency;
    fp_results(m, p, i, waited);
    if (is_access(i) && i->flags & PA_STORE) {
        p->when[PIPE_STORE] = p->at + P(STORE_STORE);
        p->when[PIPE_LOAD] = p->at + P(STORE_LOAD);
        p->when[PIPE_SAME] = p->at + P(STORE_SAME);
    }
}

/* Cycles lost behind the delay slot of a branch. Prediction is static: by the direction, for those with a condition. */
static u64 branch_loss(const struct pa_model *m, const struct pa_admitted *i, bool taken, bool *missed)
{
    if (i->in.nullified) return 0;
    if (i->flags & PA_COND_BRANCH) {
        bool predicted = pa_w12(i->in.word) < 0 ? P(BACKWARD) : P(FORWARD);
        *missed = predicted != taken;
        return predicted != taken ? P(MISPREDICT) : taken ? P(TAKEN) : 0;
    }
    return i->in.insn->flags & PA_RELATIVE ? P(TAKEN) : P(INDIRECT);
}

u64 pa_pipe_complete(const struct pa_model *m, struct pa_pipe *p, bool taken, u64 waited, struct pa_completion *out)
{
    const struct pa_admitted *i = &p->now;
    bool branch = i->flags & PA_BRANCH;
    *out = (struct pa_completion){.lock = lock_of(m, i), .lost = p->lost, .lost_pc = p->lost_pc,
                                  .missed = p->missed};
    if (!p->bundled) p->end = p->at + 1;
    if (!i->in.nullified) results(m, p, i, waited);
    p->end += out->lock + waited + p->lost;
    p->missed = p->stretched = false;
    p->lost = branch ? branch_loss(m, i, taken, &p->missed) : 0;
    p->lost_pc = i->in.pc;
    p->open = !p->bundled && !stands_alone(m, i) && P(ISSUE) > 1;
    p->was_taken_slot = i->slot && p->was_taken;
    p->was_branch = branch;
    p->was_taken = branch && taken;
    p->first = p->now;
    p->admitted = false;
    return p->end;
}

void pa_pipe_delay(struct pa_pipe *p, u64 cycles)
{
    p->end += cycles;
    p->open = p->stretched = false;
}

unsigned pa_pipe_settles(const struct pa_model *m)
{
    static const enum pa_param latencies[] = {PA_T_ALU, PA_T_SHIFT, PA_T_LOAD, PA_T_BASE, PA_T_SYSTEM, PA_T_STORE_STORE, PA_T_STORE_LOAD,
                                              PA_T_STORE_SAME, PA_T_FPLOAD, PA_T_FPLOAD_STORE, PA_T_FCMP, PA_T_FLOP_STORE, PA_T_FLOP_LOAD,
                                              PA_T_FLOP_LOAD_SOURCE};
    u64 longest = 1;
    for (unsigned i = 0; i < ARRAY_LEN(latencies); i++) latest(&longest, m->value[latencies[i]]);
    for (enum pa_flop f = 0; f < PA_FLOP_COUNT; f++) {
        u64 latency = flop_latency(m, f), lock = flop_lock(m, f);
        if (latency > lock) latest(&longest, latency - lock);
    }
    return (unsigned)longest;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

/* The words: flags and the cycles from the origin to `end`; the branch; the first of a bundle; then what is to come, each
 * with its number above the cycles. The origin is the cycle of an open bundle, else the first one for the next. */
enum { IS_OPEN = 1, WAS_BRANCH = 2, WAS_TAKEN = 4, WAS_TAKEN_SLOT = 8, MISSED = 16, HAS_LOST = 32, STRETCHED = 64, ASSUMED = 7, LEAD = 10, NUMBER = 48 };

enum { FIRST_NULLIFIED = 1, FIRST_FLOP = 2, FIRST_SAR = 4, FIRST_COMPARE = 8, FIRST_SIZE = 4, FIRST_CLASS = 8, FIRST_FLAGS = 16 };

static const u32 flags_of_first = PA_LOAD | PA_STORE | PA_FPU | PA_CARRY_OUT;

static size_t reduce_first(const struct pa_admitted *f, u64 *words)
{
    words[0] = (u64)(f->in.nullified * FIRST_NULLIFIED | (f->op.flop != PA_FLOP_NONE) * FIRST_FLOP |
                     f->op.writes_sar * FIRST_SAR | f->op.writes_compare * FIRST_COMPARE) |
               (u64)f->in.size << FIRST_SIZE | (u64)f->cls << FIRST_CLASS | (u64)(f->flags & flags_of_first) << FIRST_FLAGS;
    words[1] = f->op.gr_write;
    words[2] = f->op.fr_read;
    words[3] = f->op.fr_write;
    return 4;
}

static size_t expand_first(struct pa_admitted *f, const u64 *words)
{
    *f = (struct pa_admitted){.in = {.nullified = words[0] & FIRST_NULLIFIED, .size = words[0] >> FIRST_SIZE & 15},
                              .op = {.flop = words[0] & FIRST_FLOP ? PA_FLOP_ALU : PA_FLOP_NONE,
                                     .writes_sar = words[0] & FIRST_SAR,
                                     .writes_compare = words[0] & FIRST_COMPARE,
                                     .gr_write = (u32)words[1],
                                     .fr_read = words[2],
                                     .fr_write = words[3]},
                              .cls = (enum pa_class)(words[0] >> FIRST_CLASS & 255),
                              .flags = (u32)(words[0] >> FIRST_FLAGS)};
    return 4;
}

size_t pa_pipe_reduce(const struct pa_pipe *p, unsigned assumed, u64 words[PIPE_WORDS])
{
    u64 origin = p->open ? p->at : p->end;
    bool has_lost = p->lost || p->missed; /* else it does not matter which branch it was */
    size_t n = 1;
    words[0] = (u64)(p->open * IS_OPEN | p->was_branch * WAS_BRANCH | (p->was_branch && p->was_taken) * WAS_TAKEN |
                     p->was_taken_slot * WAS_TAKEN_SLOT | p->missed * MISSED | has_lost * HAS_LOST |
                     (p->open && p->stretched) * STRETCHED) | (u64)assumed << ASSUMED | (p->end - origin) << LEAD;
    if (has_lost) words[n++] = p->lost << 32 | p->lost_pc;
    if (p->open) n += reduce_first(&p->first, words + n);
    for (u64 i = 0; i < (p->any_fr ? PIPE_TIMES : PIPE_FR); i++)
        if (p->when[i] > origin) words[n++] = i << NUMBER | (p->when[i] - origin);
    for (u64 h = 0; p->any_fr && h < 64; h++) {
        bool counts = p->when[PIPE_FR + h] > origin || p->when[PIPE_FR_STORE + h] > origin;
        if (counts && p->fr_size[h]) words[n++] = (PIPE_TIMES + h) << NUMBER | p->fr_size[h];
    }
    return n;
}

void pa_pipe_expand(struct pa_pipe *p, const u64 *words, size_t n, u64 end, unsigned *assumed)
{
    u64 lead = words[0] >> LEAD, origin = end == PIPE_ORIGIN ? 0 : end - lead;
    size_t at = 1;
    memset(p, 0, sizeof *p);
    p->open = words[0] & IS_OPEN;
    p->was_branch = words[0] & WAS_BRANCH;
    p->was_taken = words[0] & WAS_TAKEN;
    p->was_taken_slot = words[0] & WAS_TAKEN_SLOT;
    p->missed = words[0] & MISSED;
    p->stretched = words[0] & STRETCHED;
    *assumed = words[0] >> ASSUMED & 7;
    p->at = origin;
    p->end = origin + lead;
    if (words[0] & HAS_LOST) {
        p->lost = words[at] >> 32;
        p->lost_pc = (u32)words[at++];
    }
    if (p->open) at += expand_first(&p->first, words + at);
    for (; at < n; at++) {
        u64 number = words[at] >> NUMBER, value = words[at] & (((u64)1 << NUMBER) - 1);
        if (number >= PIPE_FR) p->any_fr = true;
        if (number < PIPE_TIMES) p->when[number] = origin + value;
        else p->fr_size[number - PIPE_TIMES] = (u8)value;
    }
}
