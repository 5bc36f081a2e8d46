#include "isa/ia64/timing/exec_timed.h"

#include "emu/core/exits.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/lower.h"
#include "isa/ia64/system/data.h"
#include "isa/ia64/timing/paths.h"
#include "isa/ia64/timing/timed.h"

#define P(id) ((u64)m->value[IA64_T_##id])

/* --- events ------------------------------------------------------------------------------------------------------------ */

static void note(struct cpu *c, unsigned step, enum ia64_event_kind kind, u32 cycles)
{
    if (!cycles) return; /* else written in one piece, as it is read at the exit: that is about 1.01 of minigzip */
    u64 word = ia64_event_word(step, kind, cycles);
    memcpy(&c->timed->event[c->events], &word, sizeof word);
    c->noted += NOTED_EVENT;
}

static APART void note_fetch(struct cpu *c, unsigned step, u64 pc)
{
    c->memory->time = ia64_time(c, step);
    c->memory->code_line = CODE_NONE;
    struct ia64_lost lost = ia64_memory_fetch(&c->timed->model->memory, pc);
    note(c, step, EVENT_FETCH_TLB, lost.tlb);
    note(c, step, EVENT_FETCH, lost.cache);
}

static void note_lines(struct cpu *c, unsigned step, const struct ia64_accessed *a)
{
    struct ia64_lines *lines = &c->memory->lines;
    i64 before = ia64_before_block(c);
    if (a->queues) note(c, step, EVENT_QUEUE, 1 + (!lines->queued && lines->queue_end > before ? (u32)(lines->queue_end - before) : 0));
    lines->queued |= a->queues;
    if (a->latency) {
        note(c, step, EVENT_LINE, a->latency);
        a->line->step = step + 1;
        if (lines->unknown < LINES_KEPT) lines->unknown++;
    } else if (a->line && a->line->step) {
        note(c, step, EVENT_SHARED_OF, a->line->step);
    } else if (a->line) {
        note(c, step, EVENT_SHARED, (u32)(a->line->arrives - before));
    }
}

static void note_accessed(struct cpu *c, unsigned step, const struct ia64_accessed *a)
{
    note(c, step, EVENT_TLB, a->tlb);
    note(c, step, EVENT_WAIT, a->cache);
    if (a->line || a->queues) note_lines(c, step, a);
}

static APART void note_access(struct cpu *c, unsigned step, u64 address, enum ia64_access_kind kind)
{
    struct ia64_accessed a;
    c->memory->time = ia64_time(c, step);
    ia64_memory_access(c->memory, address, kind, ia64_before_block(c), &a);
    note_accessed(c, step, &a);
}

/* When its bank takes another byte depends on when this one is stored: so one that may wait, and those behind it, are events. */
static void note_bank(struct cpu *c, unsigned step, struct ia64_bank *bank)
{
    struct ia64_lines *lines = &c->memory->lines;
    i64 before = ia64_before_block(c), last = lines->byte_taken > before ? lines->byte_taken : before;
    if (bank->step) note(c, step, EVENT_BANK_OF, bank->step);
    else note(c, step, EVENT_BANK, ia64_bank_event(c->memory->model, last - before, bank->next > last ? bank->next - last : 0));
    bank->step = step + 1;
    lines->banked |= 1u << (bank - lines->bank);
    lines->room = 0;
}

/* How many bytes can be stored without a wait, beside those of this block: each is taken at most P(STORE_BYTE) cycles later, counted
 * from when it is stored, than the one before it. In a block that begins inside a group one may be stored in the cycle before. */
static bool find_room(struct cpu *c)
{
    const struct ia64_model *m = c->memory->model;
    struct ia64_lines *lines = &c->memory->lines;
    i64 each = m->value[IA64_T_STORE_BYTE], late = lines->byte_taken - ia64_before_block(c);
    i64 left = (i64)m->value[IA64_T_STORE_QUEUE] * each - c->bytes * each - (late > 0 ? late : 0);
    lines->room = left < each ? 0 : (u32)(left / each);
    return lines->room;
}

/* No more room: those of this block become events, too. */
static APART void note_bytes(struct cpu *c, unsigned step, struct ia64_bank *bank)
{
    struct ia64_lines *lines = &c->memory->lines;
    for (unsigned i = 0; i < c->bytes; i++) note_bank(c, c->timed->byte[i].step, &lines->bank[c->timed->byte[i].bank]);
    c->noted &= NOTED_BYTE - 1;
    note_bank(c, step, bank);
}

/* What waits for nobody and lets nobody wait need not be looked up at the exit: loops of such stores run 1.3 times as fast. */
static void note_stored(struct cpu *c, unsigned step, u64 address)
{
    struct ia64_lines *lines = &c->memory->lines;
    struct ia64_bank *bank = ia64_bank_of(lines, address);
    if (!lines->room && (lines->banked || !find_room(c))) {
        note_bytes(c, step, bank);
        return;
    }
    lines->room--;
    c->timed->byte[c->bytes] = (struct ia64_byte){(u32)(bank - lines->bank), step};
    c->noted += NOTED_BYTE;
}

static APART void note_byte(struct cpu *c, unsigned step, u64 address)
{
    if (!ia64_memory_store(c->memory, address, ia64_time(c, step))) note_access(c, step, address, ACCESS_STORE);
    note_stored(c, step, address);
}

/* --- bounds ---------------------------------------------------------------------------------------------------------------- */

/* Nothing waits longer than for the slowest value that there can be; whatever can happen to an instruction happens, but for misses and the
 * like, which are noted when they do (noted_cycles()), if not `all`. */
static u32 bound(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count, bool all)
{
    u64 tlb = P(TLB1_MISS) + P(TLB2_MISS), far = ia64_pipe_farthest(m), branch = P(MISPREDICT);
    const u64 taken[] = {P(TAKEN), P(INDIRECT), P(RETURN)};
    for (unsigned i = 0; i < ARRAY_LEN(taken); i++)
        if (taken[i] > branch) branch = taken[i];
    const u32 branches = ISSUE_CONDITIONAL | ISSUE_TAKEN | ISSUE_CALL | ISSUE_RETURN | ISSUE_CHECK | ISSUE_INDIRECT | ISSUE_ROTATES;
    u64 sum = ia64_pipe_most_before(m), access = tlb + ia64_pipe_slowest(m) + far, fetch = tlb + far + P(L2_INSN), line = ~(u64)0;
    for (unsigned i = 0; i < count; i++) {
        const struct ia64_issue *k = &issue[i];
        sum += 1u + k->lock + (k->flags & branches ? branch : 0);
        u64 made = k->flags & ISSUE_ALL_PR_OUT ? m->longest[BY_TOPR] : 0;
        for (unsigned n = 0; n < k->defs; n++)
            if (m->longest[k->producer[n]] > made) made = m->longest[k->producer[n]];
        sum += made;
        if (k->flags & ISSUE_BYTE) sum += P(STORE_BYTE);
        if (!all) continue;
        if (k->pc / P(L1I_LINE) != line) sum += fetch;
        line = k->pc / P(L1I_LINE);
        if (k->flags & ISSUE_ACCESS) sum += access;
        if (k->flags & ISSUE_STORES) sum += P(MEMORY_STORE);
        if (k->flags & ISSUE_MOVES) sum += 2 * IA64_STACKED / P(RSE_RATE) + 4;
    }
    return sum < BLOCK_NEVER ? (u32)sum : BLOCK_NEVER;
}

u32 ia64_most_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count) { return bound(m, issue, count, true); }
u32 ia64_usual_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count) { return bound(m, issue, count, false); }

/* What those noted so far in the block under way can cost at most. What a branch has lost, and waiting for a bank, is among its usual cycles. */
static u64 noted_cycles(const struct cpu *c)
{
    const struct ia64_model *m = &c->timed->model->model;
    u64 sum = 0, far = ia64_pipe_farthest(m);
    for (unsigned i = 0; i < c->events; i++) {
        const struct ia64_event *e = &c->timed->event[i];
        switch ((enum ia64_event_kind)e->kind) {
        case EVENT_LINE: case EVENT_LOST: case EVENT_BANK: case EVENT_BANK_OF: break;
        case EVENT_SHARED_OF: sum += far; break;
        case EVENT_QUEUE: sum += e->cycles - 1 + P(MEMORY_STORE); break;
        default: sum += e->cycles;
        }
    }
    return sum;
}

/* The block of uop u, which was entered because its usual cycles fit in what is left before the deadline, may not fit with what has been noted. */
static APART bool runs_over(const struct cpu *c, const struct uop *u)
{
    const struct block *b = block_of_uop(&c->code->cache, u);
    return !(b->mode & MODE_NAT) && c->budget < (i64)(b->max_cost + noted_cycles(c));
}
static inline bool may_run_over(const struct cpu *c, const struct uop *u)
{
    return UNLIKELY(c->budget < c->code->longest) && runs_over(c, u);
}

/* --- uops: a = place on the path ---------------------------------------------------------------------------------------
 *
 * What takes a call is in a handler of its own, to which the usual one jumps: so that one has no frame. */

static inline struct uop *fetch_missed(struct cpu *c, struct uop *u)
{
    note_fetch(c, ia64_fetch_step(u), ia64_fetch_pc(c->memory, ia64_fetch_word(u)));
    return may_run_over(c, u) ? leave_at(&c->engine, u, LEAVE_ALONE) : u + 1;
}

APART UOP(fetch_missed) { GO(fetch_missed(c, u)); }

struct uop *ia64_slow_fetch(struct cpu *c, struct uop *u, UNUSED unsigned deferred)
{
    return host_slow_path_result(fetch_missed(c, u), u + 1);
}

UOP(fetch)
{
    if (LIKELY(ia64_memory_fetch_quick(c->memory, ia64_fetch_word(u), ia64_time(c, ia64_fetch_step(u))))) NEXT(u + 1);
    UOP_GOTO(ia64u_fetch_missed, u);
}

/* The same of a run that is told of (emu/core/data.h): the second uop has the pc. */
static inline struct uop *fetch_told(struct cpu *c, struct uop *u)
{
    unsigned step = ia64_fetch_step(u);
    struct ia64_lost lost = ia64_data_fetch(c, step, ia64_fetch_pc(c->memory, ia64_fetch_word(u)), WIDE);
    note(c, step, EVENT_FETCH_TLB, lost.tlb);
    note(c, step, EVENT_FETCH, lost.cache);
    return may_run_over(c, u) ? leave_at(&c->engine, u, LEAVE_ALONE) : u + 2;
}

APART UOP(fetch_told_missed) { GO(fetch_told(c, u)); }

struct uop *ia64_slow_fetch_told(struct cpu *c, struct uop *u, UNUSED unsigned deferred)
{
    return host_slow_path_result(fetch_told(c, u), u + 2);
}

UOP(fetch_told)
{
    if (LIKELY(ia64_memory_fetch_quick(c->memory, ia64_fetch_word(u), ia64_time(c, ia64_fetch_step(u))))) NEXT(u + 2);
    UOP_GOTO(ia64u_fetch_told_missed, u);
}

/* b = base. */
UOP(save) { c->saved = RB; NEXT(u + 1); }

/* Behind an instruction: to what follows it, unless the deadline may come before the end of the block. */
static inline struct uop *on_to(struct cpu *c, struct uop *u, struct uop *next) { return may_run_over(c, u) ? leave_at(&c->engine, next, LEAVE_RESYNC) : next; }
static inline struct uop *on(struct cpu *c, struct uop *u) { return on_to(c, u, u + 1); }

/* The same for host code that has asked (emu/host/host.h). */
static inline struct uop *on_in_code(struct cpu *c, struct uop *u) { return host_slow_path_result(on(c, u), u + 1); }

/* What concerns an access, in both its forms, of one body: AT is the address, that of register b less imm, by which it has been incremented,
 * or in `_saved` what `save` has left. d = the kind of access. SLOW_PATH_AT is for an access that host code could not do by itself; that goes
 * on behind it. */
#define AT (saved ? c->saved : RB - (u64)IMM)
#define KIND ((enum ia64_access_kind)FIELD_D)
#define UOP_AT(name, ...)                                                                                              \
    APART UOP(name) { enum { saved = false }; __VA_ARGS__ }                                                            \
    APART UOP(name##_saved) { enum { saved = true }; __VA_ARGS__ }
#define SLOW_PATH_AT(name, ...)                                                                                        \
    struct uop *ia64_slow_##name(struct cpu *c, struct uop *u, UNUSED unsigned deferred) { enum { saved = false }; __VA_ARGS__ } \
    struct uop *ia64_slow_##name##_saved(struct cpu *c, struct uop *u, UNUSED unsigned deferred) { enum { saved = true }; __VA_ARGS__ }

UOP_AT(access, note_access(c, FIELD_A, AT, KIND); GO(on(c, u));)
SLOW_PATH_AT(access, note_access(c, FIELD_A, AT, KIND); return on_in_code(c, u);)

#define QUICK(name)                                                                                                    \
    UOP_AT(name,                                                                                                       \
           if (LIKELY(ia64_memory_##name(c->memory, AT, ia64_time(c, FIELD_A)))) NEXT(u + 1);                          \
           UOP_GOTO(saved ? ia64u_access_saved : ia64u_access, u);)
QUICK(load)
QUICK(fload)
QUICK(store)

UOP_AT(store_byte, note_byte(c, FIELD_A, AT); GO(on(c, u));)
SLOW_PATH_AT(store_byte, note_byte(c, FIELD_A, AT); return on_in_code(c, u);)

/* An access that is told: the second uop has the pc, a = bytes, b = ACCESS_LOADS and ACCESS_STORES, imm = its number for
 * notes (emu/core/data.h), 0: it is not known. */

struct data_access ia64_told_of(const struct uop *u)
{
    return (struct data_access){.pc = u[1].count, .size = u[1].a, .load = u[1].b & ACCESS_LOADS, .store = u[1].b & ACCESS_STORES};
}

/* The access to that address. Its number for notes is looked for once (with note_told() 0.92 of the time of Lua's n-body with --data,
 * counted inline). */
static struct data_access told_at(struct cpu *c, struct uop *u, u64 address, enum ia64_access_kind kind)
{
    struct data_access a = ia64_told_of(u);
    a.address = address;
    if (!u[1].imm && a.load != a.store) u[1].imm = (i32)ia64_data_site(c, &a, kind);
    return a;
}

static APART void told_slowly(struct cpu *c, struct uop *u, u64 address, enum ia64_access_kind kind)
{
    struct data_access a = told_at(c, u, address, kind);
    struct ia64_accessed accessed = ia64_data_access(c, FIELD_A, &a, kind);
    note_accessed(c, FIELD_A, &accessed);
}

/* Without a model: it is only told. */
static APART void tell(struct cpu *c, struct uop *u, u64 address, enum ia64_access_kind kind)
{
    struct data_access a = told_at(c, u, address, kind);
    ia64_data_tell(c, &a, kind, (u32)u[1].imm);
}

static void note_told(struct cpu *c, struct uop *u, u64 address)
{
    enum ia64_access_kind kind = KIND;
    if (UNLIKELY(!c->timed)) {
        tell(c, u, address, kind);
        return;
    }
    if (!ia64_data_note(c, FIELD_A, address, kind, (u32)u[1].imm)) told_slowly(c, u, address, kind);
    if (kind == ACCESS_STORE && u[1].a == 1 && c->timed->model->model.value[IA64_T_STORE_BYTE]) note_stored(c, FIELD_A, address);
}

static inline struct uop *on_told(struct cpu *c, struct uop *u, u64 address)
{
    note_told(c, u, address);
    return c->timed ? on_to(c, u, u + 2) : u + 2;
}

UOP_AT(told, GO(on_told(c, u, AT));)
SLOW_PATH_AT(told, return host_slow_path_result(on_told(c, u, AT), u + 2);)

static APART void note_moved(struct cpu *c, unsigned step)
{
    note(c, step, EVENT_MOVED, ia64_timing_registers(&c->timed->model->model, c->moved));
    c->moved = 0;
}

APART UOP(moved_some)
{
    note_moved(c, FIELD_A);
    GO(on(c, u));
}

struct uop *ia64_slow_moved(struct cpu *c, struct uop *u, UNUSED unsigned deferred)
{
    note_moved(c, FIELD_A);
    return on_in_code(c, u);
}

UOP(moved)
{
    if (LIKELY(!c->moved)) NEXT(u + 1);
    UOP_GOTO(ia64u_moved_some, u);
}

static APART void mispredicted(struct cpu *c, unsigned step, u64 pc)
{
    struct ia64_timing *t = c->timed->model;
    u32 lost = t->model.value[IA64_T_MISPREDICT];
    note(c, step, EVENT_LOST, lost); /* which its path counts */
    if (!lost) pc_table_at(t->costs, pc)->mispredicted++;
}

APART UOP(mispredicted)
{
    mispredicted(c, FIELD_A, WIDE);
    NEXT(u + 2);
}

/* d: bit 0 the hint, bit 1 taken; the pc is in WIDE, imm = its place in the predictor. */
static inline bool was_right(struct cpu *c, const struct uop *u)
{
    return LIKELY(predictor_right_at(c->predictor, (u32)FIELD_IMM, WIDE, FIELD_D & 1, FIELD_D >> 1));
}

struct uop *ia64_slow_branched(struct cpu *c, struct uop *u, UNUSED unsigned deferred)
{
    if (!was_right(c, u)) mispredicted(c, FIELD_A, WIDE);
    return NULL;
}

UOP(branched)
{
    if (was_right(c, u)) NEXT(u + 2);
    UOP_GOTO(ia64u_mispredicted, u);
}

/* br_if and what it has come to, in one. a = qualifying predicate, d = the hint; the second half: pc, a = step, imm = place in
 * the predictor. */
APART UOP(br_if_wrong)
{
    mispredicted(c, u[1].a, WIDE);
    if (PRA) NEXT(u + FIELD_IMM);
    NEXT(u + 2);
}

static inline bool goes_as_predicted(struct cpu *c, const struct uop *u, bool taken)
{
    return LIKELY(predictor_right_at(c->predictor, (u32)u[1].imm, WIDE, FIELD_D, taken));
}

struct uop *ia64_slow_br_if_told(struct cpu *c, struct uop *u, UNUSED unsigned deferred)
{
    if (!goes_as_predicted(c, u, PRA)) mispredicted(c, u[1].a, WIDE);
    return PRA ? u + FIELD_IMM : NULL;
}

UOP(br_if_told)
{
    bool taken = PRA;
    if (!goes_as_predicted(c, u, taken)) UOP_GOTO(ia64u_br_if_wrong, u);
    if (taken) NEXT(u + FIELD_IMM);
    NEXT(u + 2);
}

static void branched_far(struct cpu *c, struct uop *u)
{
    struct ia64_issue i = {.pc = WIDE, .flags = (u32)FIELD_IMM};
    struct ia64_run_outcome w = {.taken = FIELD_D >> 1, .hint = FIELD_D & 1, .target = c->target};
    if (!ia64_timing_predicts(c->timed->model, &i, &w)) mispredicted(c, FIELD_A, WIDE);
}

/* A call, return or check; imm = enum ia64_issue_flag. */
UOP(branched_far)
{
    branched_far(c, u);
    NEXT(u + 2);
}

struct uop *ia64_slow_branched_far(struct cpu *c, struct uop *u, UNUSED unsigned deferred) { return branched_far(c, u), NULL; }

void ia64_behind(struct cpu *c, enum ia64_uop kind, struct uop *u)
{
    switch (kind) {
    case IA64_UOP_load: case IA64_UOP_fload: case IA64_UOP_store: case IA64_UOP_access:
        note_access(c, FIELD_A, RB - (u64)IMM, KIND);
        return;
    case IA64_UOP_load_saved: case IA64_UOP_fload_saved: case IA64_UOP_store_saved: case IA64_UOP_access_saved:
        note_access(c, FIELD_A, c->saved, KIND);
        return;
    case IA64_UOP_store_byte: note_byte(c, FIELD_A, RB - (u64)IMM); return;
    case IA64_UOP_store_byte_saved: note_byte(c, FIELD_A, c->saved); return;
    case IA64_UOP_told: note_told(c, u, RB - (u64)IMM); return;
    case IA64_UOP_told_saved: note_told(c, u, c->saved); return;
    default: return;
    }
}

/* --- exits --------------------------------------------------------------------------------------------------------------- */

struct exit *ia64_pass_slowly(struct cpu *c, struct uop *u)
{
    struct exit *e = exit_pass(&c->engine, uop_exit(u), FIELD_A, FIELD_B, 0);
    struct timed_path *path = e->path;
    if (c->events || e->state != c->state || (c->off ^ path->off) & path->matters) {
        struct ia64_happened happened = {.event = c->timed->event, .events = c->events, .off = c->off};
        path = ia64_paths_find(c->code->paths, e, c->state, &happened);
        if (path->owed) ia64_data_passed(c, path->owed);
        if (!c->events && !path->owed) ia64_paths_usual(e, path);
        struct ia64_lines *lines = &c->timed->model->memory.lines;
        if (lines->unknown | lines->queued | lines->banked) ia64_paths_tell(path, lines, (i64)engine_clock(&c->engine));
    }
    if (c->bytes)
        ia64_paths_tell_bytes(c->code->paths, path, &c->memory->lines, (i64)engine_clock(&c->engine), c->timed->byte, c->bytes);
    c->noted = 0;
    c->off = 0;
    path->count++;
    c->budget -= path->cost;
    c->state = path->next;
    if (c->shadow) ia64_shadow(c, engine_clock(&c->engine), c->thread->slots + c->slots - c->nullified);
    return e;
}
