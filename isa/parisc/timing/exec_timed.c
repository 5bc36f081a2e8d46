/* What only timed blocks have (isa/parisc/timing/schedule.h): what shows accesses and fetches to the caches, the side exits, and the shadow stack. */
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/lower.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/timing/hierarchy.h"
#include "isa/parisc/timing/pipe.h"
#include "isa/parisc/timing/timed.h"

/* Passes an exit. slots and nullified are in the uop that refers to it. */
static inline struct exit *pass(struct cpu *c, struct uop *u)
{
    struct exit *e = uop_exit(u);
    return exit_pass(&c->engine, e, FIELD_A, FIELD_B, e->cost);
}

/* The side exit of an access, or of a relation, in the block entered last: looked up, as it is rarely taken. A second uop for it took a tenth more
 * of the memory, and of a short program's time. Fetches have theirs in imm: programs too large for the caches, of the host, too, take many. */
static inline struct exit *side_exit(struct cpu *c, const struct uop *u)
{
    const struct block *b = pa_block_entered(c);
    return &b->exit[b->info[u - b->uop].side];
}

static inline struct exit *pass_side(struct cpu *c, struct exit *e)
{
    return exit_pass(&c->engine, e, e->slots, e->nullified, e->cost);
}

/* Goes on in a block. */
static inline struct uop *enter(struct cpu *c, struct block *n)
{
    return c->entered = n->uop;
}

/* True if the block can be entered: its costliest path fits before the deadline, and nothing is lost fetching from it. */
static inline bool can_enter(const struct cpu *c, const struct block *n)
{
    return exit_fits(&c->engine, n) && LIKELY(pa_memory_fetched(c->memory, &n->fetch, (u32)n->pc));
}

/* Fetching from pc, which may take time. */
static inline struct pa_lost fetch(struct cpu *c, u32 pc, bool touched)
{
    return UNLIKELY(c->data != NULL) ? pa_data_fetch(c, pc, touched) : pa_memory_fetch(c->memory, pc, touched);
}

/* --- the shadow stack ----------------------------------------------------------------------------------------------------- */

/* What a branch does to the stack it does when its delay slot is over: there two uops stand. a = slots from the block's
 * beginning to there, b = nullified ones among them, c and d = cycles, imm = pc; in the second a = it names a space, b =
 * enum stack_change, imm = target of a direct jump, arc = that of a call. Where the slot's access took time the block is
 * left before them, and what they do is done on the way. */
static void change_stack(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    enum stack_change change = (enum stack_change)u[1].b;
    u32 pc = (u32)FIELD_IMM, to = (u32)c->target & ~3u;
    if (u[1].a && c->target_space != SPACE_USER) return; /* an entry into the kernel is no call */
    if (change == STACK_CALL_INDIRECT && (!u[1].arc || u[1].arc->to != to)) u[1].arc = code_arc(c->code, pc, to);
    if (change == STACK_CALL) to = (u32)u[1].arc->to;
    if (change == STACK_JUMP) to = (u32)u[1].imm;
    pa_change_stack(c, change, pc, to, u[1].arc, cycles, instructions);
    if (UNLIKELY(c->data != NULL)) pa_data_at(c, to);
}

void pa_tell_stack(struct cpu *c, struct uop *u) { pa_data_at(c, u[1].b == STACK_CALL ? (u32)u[1].arc->to : (u32)c->target & ~3u); }

struct uop *pa_slow_tell_stack(struct cpu *c, struct uop *u, unsigned deferred)
{
    (void)deferred; /* it is no access, and code goes on */
    pa_tell_stack(c, u);
    return NULL;
}

void pa_note_stack(struct cpu *c, struct uop *u)
{
    u64 cycles = engine_clock(&c->engine) + (u64)(FIELD_C | FIELD_D << 8);
    change_stack(c, u, cycles, c->thread->slots + c->slots + FIELD_A - (c->nullified + FIELD_B));
}

UOP(stack) { pa_note_stack(c, u); NEXT(u + 2); }

/* The same at the side exit behind the slot: all up to here has been charged. */
static void change_stack_behind(struct cpu *c, struct uop *u)
{
    const struct block *b = pa_block_entered(c);
    if (b->info[u - b->uop].kind == PA_UOP_stack) change_stack(c, u, engine_clock(&c->engine), c->thread->slots + c->slots - c->nullified);
}

/* --- accesses ---------------------------------------------------------------------------------------------------------------- */

/* By side exit e, at the operation u. */
static inline struct uop *leave_by_side_exit(struct cpu *c, struct exit *e, const struct uop *u, enum leave why)
{
    c->via = e;
    return leave_at(&c->engine, u, why);
}

/* The access of u has been done and shown to the caches, and took time. */
static inline struct uop *wait(struct cpu *c, struct uop *u, struct pa_lost lost)
{
    struct exit *e = pass_side(c, side_exit(c, u));
    c->wait = lost.tlb + lost.cache;
    u64 settled = pa_settled(c, c->wait);
    c->stretch = c->wait - settled;
    e->lost_tlb += lost.tlb;
    e->lost_cache += lost.cache;
    c->budget -= (i64)c->wait;
    if (c->calls) change_stack_behind(c, u + 1);
    return e->wait == settled && can_enter(c, e->next) ? enter(c, e->next) : leave_by_side_exit(c, e, u, LEAVE_WAIT);
}

/* The access of u is shown to the caches. */
static inline struct pa_lost show(struct cpu *c, const struct uop *u, u32 address, bool write)
{
    if (LIKELY(!c->data)) return pa_memory_show(c->memory, address, write);
    if (c->timed) return pa_data_access(c, u, address, write);
    pa_data_tell(c, u, address, write);
    return (struct pa_lost){0};
}

UOP(wait_read)
{
    struct pa_lost lost = show(c, u, c->memory->loaded, false);
    if (LIKELY(!(lost.tlb + lost.cache))) NEXT(u + 1);
    GO(wait(c, u, lost));
}

UOP(wait_write)
{
    struct pa_lost lost = show(c, u, c->memory->stored, true);
    if (LIKELY(!(lost.tlb + lost.cache))) NEXT(u + 1);
    GO(wait(c, u, lost));
}

/* What host code has deferred (isa/parisc/exec/lower.h). */
static inline void add_deferred(struct cpu *c, unsigned deferred) { c->memory->tlb.now += (u64)DEFERRED_EACH * deferred; }

/* What a slow path returns: to go on there, or (NULL) behind the operation, in code. */
static inline struct uop *result(struct cpu *c, struct uop *to, const struct uop *behind)
{
    struct uop *a = host_slow_path_result(to, behind);
    if (!a && UNLIKELY(c->data != NULL)) pa_data_room(c);
    return a;
}

static inline struct uop *slow_access(struct cpu *c, struct uop *u, u32 address, bool write)
{
    struct pa_lost lost = show(c, u, address, write);
    return result(c, LIKELY(!(lost.tlb + lost.cache)) ? u + 1 : wait(c, u, lost), u + 1);
}

struct uop *pa_slow_read(struct cpu *c, struct uop *u, unsigned deferred)
{
    add_deferred(c, deferred);
    return slow_access(c, u, c->memory->loaded, false);
}

struct uop *pa_slow_write(struct cpu *c, struct uop *u, unsigned deferred)
{
    add_deferred(c, deferred);
    return slow_access(c, u, c->memory->stored, true);
}

/* --- before an instruction ------------------------------------------------------------------------------------------------------ */

/* Another line, on the page fetched from last: a to d = the one that its set of the cache must have had last. */
UOP(fetch)
{
    if (LIKELY(pa_memory_same_page(c->memory, pa_fetched(u)))) NEXT(u + 1);
    UOP_GOTO(pau_fetch_wait, u);
}

/* On another one: a to d = pc. */
UOP(fetch_page)
{
    struct fetch_check f = pa_memory_check(c->memory, pa_fetched(u));
    if (LIKELY(pa_memory_fetched(c->memory, &f, pa_fetched(u)))) NEXT(u + 1);
    UOP_GOTO(pau_fetch_wait, u);
}

/* The block is left before the instruction of u, by side exit e, for its successor if that is the one for this. */
static inline struct uop *leave_before(struct cpu *c, struct uop *u, struct exit *e, u64 is, enum leave why)
{
    if (e->alone) return leave_by_side_exit(c, e, u, LEAVE_ALONE);
    return e->wait == is && can_enter(c, e->next) ? enter(c, e->next) : leave_by_side_exit(c, e, u, why);
}

static inline struct uop *fetch_slowly(struct cpu *c, struct uop *u)
{
    struct exit *e = uop_exit(u);
    struct pa_lost lost = fetch(c, (u32)e->from, e->touched);
    c->wait = lost.tlb + lost.cache;
    if (!c->wait) return u + 1;
    e->lost_tlb += lost.tlb;
    e->lost_cache += lost.cache;
    pass_side(c, e);
    c->budget -= (i64)c->wait;
    return leave_before(c, u, e, pa_settled(c, c->wait), LEAVE_FETCH);
}

UOP(fetch_wait) { GO(fetch_slowly(c, u)); }

struct uop *pa_slow_fetch(struct cpu *c, struct uop *u, unsigned deferred)
{
    add_deferred(c, deferred);
    return result(c, fetch_slowly(c, u), u + 1);
}

struct uop *pa_slow_fetch_page(struct cpu *c, struct uop *u, unsigned deferred)
{
    struct fetch_check f = pa_memory_check(c->memory, pa_fetched(u));
    if (pa_memory_fetched(c->memory, &f, pa_fetched(u))) return NULL;
    return pa_slow_fetch(c, u, deferred);
}

/* How the access at hand lies to those before it: schedule.c, emit_relate, has the operands. */
static inline struct uop *relate(struct cpu *c, struct uop *u)
{
    const struct pa_memory *m = c->memory;
    u32 ea = ((u32)RB + ((u32)RC << (FIELD_D & 3)) + (u32)FIELD_IMM) & ~(u32)FIELD_A;
    unsigned relation = pa_relation_of(m, ea, FIELD_D >> 6 & 1), bits = FIELD_D >> 2 & 3, assumed = FIELD_D >> 4 & 3;
    if (LIKELY((relation & bits) == assumed)) return u + 1;
    struct exit *e = pass_side(c, side_exit(c, u));
    c->wait = e->alone ? 0 : relation; /* alone, it takes none */
    return leave_before(c, u, e, relation + 1, LEAVE_RELATION);
}

UOP(relate) { GO(relate(c, u)); }

struct uop *pa_slow_relate(struct cpu *c, struct uop *u, unsigned deferred)
{
    add_deferred(c, deferred);
    return host_slow_path_result(relate(c, u), u + 1);
}

/* The common cases, told without working out the relation. With the operands of a sum as address: a load assumed not to
 * be of the word behind that of the last one (relate_load), of the double word stored to last (relate_apart), of either
 * (relate_free); a store not of the word behind the last one; an access with the base register of the one before it, whose
 * address has the alignment assumed (relate_base). When the answer is no, the whole is asked. */
#define RELATED ((u32)RB + ((u32)RC << (FIELD_D & 3)) + (u32)FIELD_IMM)
UOP(relate_load)
{
    if (LIKELY(RELATED - c->memory->loaded != 4)) NEXT(u + 1);
    UOP_GOTO(pau_relate, u);
}
UOP(relate_apart)
{
    if (LIKELY((RELATED ^ c->memory->stored) > 7)) NEXT(u + 1);
    UOP_GOTO(pau_relate, u);
}
UOP(relate_free)
{
    u32 ea = RELATED;
    const struct pa_memory *m = c->memory;
    if (LIKELY((ea ^ m->stored) > 7) && LIKELY(ea - m->loaded != 4)) NEXT(u + 1);
    UOP_GOTO(pau_relate, u);
}
UOP(relate_store)
{
    if (LIKELY(RELATED - c->memory->stored != 4)) NEXT(u + 1);
    UOP_GOTO(pau_relate, u);
}
UOP(relate_base)
{
    if (LIKELY((((u32)RB + (u32)FIELD_IMM) & 7) == 4)) NEXT(u + 1);
    UOP_GOTO(pau_relate, u);
}

/* --- ends of blocks ---------------------------------------------------------------------------------------------------------------- */

/* From exit e into block n, which is its successor if `is`; it could not be told at once that fetching from it loses nothing. */
static inline struct uop *fetch_and_enter(struct cpu *c, struct exit *e, struct block *n, bool is, enum leave why)
{
    c->wait = 0;
    if (UNLIKELY(!is || !exit_fits(&c->engine, n))) return exit_leave(&c->engine, e, why);
    struct pa_lost lost = fetch(c, (u32)n->pc, e->touched);
    c->wait = lost.tlb + lost.cache;
    if (LIKELY(!c->wait)) return enter(c, n);
    n->lost_tlb += lost.tlb;
    n->lost_cache += lost.cache;
    c->budget -= (i64)c->wait;
    struct block *late = n->late;
    if (late && n->late_wait == pa_settled(c, c->wait) && exit_fits(&c->engine, late)) return enter(c, late);
    c->late = n;
    return exit_leave(&c->engine, e, why);
}

UOP(exit_t)
{
    struct exit *e = pass(c, u);
    if (can_enter(c, e->next)) NEXT(enter(c, e->next));
    UOP_GOTO(pau_exit_fetch, u);
}

UOP(exit_fetch)
{
    struct exit *e = uop_exit(u);
    GO(fetch_and_enter(c, e, e->next, true, LEAVE_CHAIN));
}

static inline struct block *jump_target(const struct cpu *c, const struct exit *e)
{
    return c->code->jump[pa_timed_jump_hash((u32)c->target & ~3u, e->follows)];
}

static inline bool is_target(const struct cpu *c, const struct exit *e, const struct block *n)
{
    return n->pc == ((u32)c->target & ~3u) && n->mode == e->follows;
}

UOP(exit_indirect_t)
{
    struct exit *e = pass(c, u);
    struct block *n = jump_target(c, e);
    if (LIKELY(is_target(c, e, n)) && can_enter(c, n)) NEXT(enter(c, n));
    UOP_GOTO(pau_exit_indirect_fetch, u);
}

UOP(exit_indirect_fetch)
{
    struct exit *e = uop_exit(u);
    struct block *n = jump_target(c, e);
    GO(fetch_and_enter(c, e, n, is_target(c, e, n), LEAVE_INDIRECT));
}

/* An indirect call: the pair (branch, target) is counted too. */
UOP(exit_call_t)
{
    struct exit *e = pass(c, u);
    struct block *n = jump_target(c, e);
    if (UNLIKELY(!is_target(c, e, n) || exit_is_new(&c->engine, e) || !can_enter(c, n))) {
        c->wait = 0;
        GO(exit_leave(&c->engine, e, LEAVE_INDIRECT));
    }
    exit_count_call(&c->engine, e, n->pc);
    NEXT(enter(c, n));
}

/* These leave as the untimed ones do. */
UOP(exit_space_t) { GO(pa_leave_space(c, pass(c, u))); }
UOP(exit_nullify_t) { GO(pa_leave_nullify(c, pass(c, u))); }

/* Nothing was done: the instruction here cannot be part of a block, or of one that is entered. */
UOP(exit_step_t) { GO(exit_leave(&c->engine, pass(c, u), LEAVE_STEP)); }
