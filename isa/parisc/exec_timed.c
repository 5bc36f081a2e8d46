/* What only timed blocks have (isa/parisc/schedule.h): the questions to the caches, the ways out, and the shadow stack. */
#include "emu/core/calls.h"
#include "isa/parisc/engine.h"
#include "isa/parisc/exec.h"
#include "isa/parisc/fields.h"
#include "isa/parisc/hierarchy.h"
#include "isa/parisc/pipe.h"
#include "isa/parisc/timed.h"
#include "isa/parisc/translate.h"

#define LEAVE_BY(why) do { c->leave = (why); UOP_LEAVE(); } while (0)

/* Passes an exit: its counts and cycles. slots and nullified are in the uop that refers to it. */
static inline struct exit *pass(struct cpu *c, struct uop *u)
{
    struct exit *e = uop_exit(u);
    e->count++;
    c->nullified += FIELD_B;
    c->slots += FIELD_A;
    c->budget -= e->cost;
    return e;
}

/* The way out of a uop in the block entered last: looked up, as it is rarely taken. A second uop for it took a tenth more of
 * the memory, and of a short program's time. */
static inline struct exit *way_out(struct cpu *c, const struct uop *u)
{
    const struct block *b = c->block;
    return &b->exit[b->info[u - b->uop].way];
}

static inline void pass_out(struct cpu *c, struct exit *e)
{
    e->count++;
    c->nullified += e->nullified;
    c->slots += e->slots;
    c->budget -= e->cost;
}

/* Goes on in a block. */
#define ENTER(n) do { c->block = (n); NEXT((n)->uop); } while (0)

/* True if the block can be entered: its costliest path fits before the deadline, and nothing is lost fetching from it. */
static inline bool can_enter(const struct cpu *c, const struct block *n)
{
    return LIKELY(c->budget >= n->max_cost) && LIKELY(pa_memory_fetched(c->memory, &n->fetch, (u32)n->pc));
}

/* --- the shadow stack ----------------------------------------------------------------------------------------------------- */

/* What a branch does to the stack it does when its delay slot is over: there two uops stand. a = slots from the block's
 * beginning to there, b = nullified ones among them, c and d = cycles, imm = pc; in the second a = it names a space, b =
 * enum stack_change, imm = target of a direct jump, arc = that of a call. Where the slot's access took time the block is
 * left before them, and what they do is done on the way. */
static void change_stack(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    u32 pc = (u32)FIELD_IMM, to = (u32)c->target & ~3u, sp = (u32)c->gr[30];
    struct call_stack *s = c->calls;
    if (u[1].a && c->target_space != SPACE_USER) return; /* an entry into the kernel is no call */
    switch (u[1].b) {
    case STACK_CALL_INDIRECT:
        if (!u[1].arc || u[1].arc->to != to) u[1].arc = code_arc(c->code, pc, to);
        /* fall through */
    case STACK_CALL:
        calls_push(s, (struct call_frame){.back = pc + 8, .arc = u[1].arc, .level = sp, .cycles = cycles,
                                          .instructions = instructions});
        break;
    case STACK_RETURN:
        if (!calls_return(s, to, cycles, instructions)) calls_jump(s, pc, to, sp, cycles, instructions);
        break;
    case STACK_JUMP_INDIRECT: calls_jump(s, pc, to, sp, cycles, instructions); break;
    default: calls_jump(s, pc, (u32)u[1].imm, sp, cycles, instructions); break;
    }
}

UOP(stack)
{
    u64 cycles = c->run_end - (u64)c->budget + (u64)(FIELD_C | FIELD_D << 8);
    change_stack(c, u, cycles, c->thread->slots + c->slots + FIELD_A - (c->nullified + FIELD_B));
    NEXT(u + 2);
}

/* The same on the way out behind the slot: all up to here has been charged. */
static void change_stack_behind(struct cpu *c, struct uop *u)
{
    const struct block *b = c->block;
    if (b->info[u - b->uop].kind == PA_UOP_stack) change_stack(c, u, c->run_end - (u64)c->budget, c->thread->slots + c->slots - c->nullified);
}

/* --- accesses ---------------------------------------------------------------------------------------------------------------- */

/* The access of u has been done, and must be shown to the caches. */
#define WAIT(address, write)                                                                                           \
    do {                                                                                                               \
        struct pa_lost lost = pa_memory_access(c->memory, address, write);                                             \
        if (LIKELY(!(lost.tlb + lost.cache))) NEXT(u + 1);                                                             \
        c->wait = lost.tlb + lost.cache;                                                                               \
        struct exit *e = way_out(c, u);                                                                                \
        pass_out(c, e);                                                                                                \
        e->lost_tlb += lost.tlb;                                                                                       \
        e->lost_cache += lost.cache;                                                                                   \
        c->budget -= (i64)c->wait;                                                                                     \
        if (c->calls) change_stack_behind(c, u + 1);                                                                          \
        struct block *n = e->next;                                                                                     \
        if (e->wait != c->wait) n = e->other_wait == c->wait ? e->other : c->code->cache.stub;                         \
        if (can_enter(c, n)) ENTER(n);                                                                                 \
        c->at = u;                                                                                                     \
        c->via = e;                                                                                                    \
        LEAVE_BY(LEAVE_WAIT);                                                                                          \
    } while (0)

UOP(wait_read) { WAIT(c->memory->loaded, false); }
UOP(wait_write) { WAIT(c->memory->stored, true); }

/* --- before an instruction ------------------------------------------------------------------------------------------------------ */

/* Another line, on the page fetched from last: imm = its set in the cache, and a to d the line that it must have had last
 * (struct fetch_check). */
UOP(fetch)
{
    u32 line;
    memcpy(&line, &FIELD_A, sizeof line);
    if (LIKELY(pa_memory_same_page(c->memory, line, (u32)FIELD_IMM))) NEXT(u + 1);
    UOP_GOTO(pau_fetch_wait, u);
}

/* On another one: imm = pc. */
UOP(fetch_page)
{
    struct fetch_check f = pa_memory_check(c->memory, (u32)FIELD_IMM);
    if (LIKELY(pa_memory_fetched(c->memory, &f, (u32)FIELD_IMM))) NEXT(u + 1);
    UOP_GOTO(pau_fetch_wait, u);
}

UOP(fetch_wait)
{
    struct exit *e = way_out(c, u);
    struct pa_lost lost = pa_memory_fetch(c->memory, (u32)e->from, e->touched);
    c->wait = lost.tlb + lost.cache;
    if (!c->wait) NEXT(u + 1);
    e->lost_tlb += lost.tlb;
    e->lost_cache += lost.cache;
    c->at = u;
    c->via = e;
    pass_out(c, e);
    c->budget -= (i64)c->wait;
    if (e->alone) LEAVE_BY(LEAVE_ALONE);
    if (e->wait == c->wait && can_enter(c, e->next)) ENTER(e->next);
    LEAVE_BY(LEAVE_FETCH);
}

/* How the access at hand lies to those before it: schedule.c, emit_relate, has the operands. */
UOP(relate)
{
    const struct pa_memory *m = c->memory;
    u32 ea = ((u32)RB + ((u32)RC << (FIELD_D & 3)) + (u32)FIELD_IMM) & ~(u32)FIELD_A;
    unsigned relation = pa_relation_of(m, ea, FIELD_D >> 6 & 1), bits = FIELD_D >> 2 & 3, assumed = FIELD_D >> 4 & 3;
    if (LIKELY((relation & bits) == assumed)) NEXT(u + 1);
    struct exit *e = way_out(c, u);
    c->at = u;
    c->wait = 0;
    c->via = e;
    pass_out(c, e);
    if (e->alone) LEAVE_BY(LEAVE_ALONE);
    c->wait = relation;
    if (e->wait == relation + 1 && can_enter(c, e->next)) ENTER(e->next);
    LEAVE_BY(LEAVE_RELATION);
}

/* The common questions, answered without working out the relation. With the operands of a sum as address: a load assumed not to
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

/* The successor of exit e is known, and the budget is enough for it, but it could not be told at once that fetching from it
 * loses nothing. */
#define FETCH_AND_GO(e, n, why)                                                                                        \
    do {                                                                                                               \
        struct pa_lost lost = pa_memory_fetch(c->memory, (u32)(n)->pc, (e)->touched);                                  \
        c->wait = lost.tlb + lost.cache;                                                                               \
        if (LIKELY(!c->wait)) ENTER(n);                                                                                \
        pa_timed_charge(c, (u32)(n)->pc, STALL_ICACHE, lost);                                                          \
        c->budget -= (i64)c->wait;                                                                                     \
        struct block *late = (n)->late;                                                                                \
        if (late && (n)->late_wait == c->wait && c->budget >= late->max_cost) ENTER(late);                             \
        c->late = (n);                                                                                                 \
        c->via = (e);                                                                                                  \
        LEAVE_BY(why);                                                                                                 \
    } while (0)

UOP(exit_t)
{
    struct exit *e = pass(c, u);
    struct block *n = e->next;
    if (can_enter(c, n)) ENTER(n);
    UOP_GOTO(pau_exit_fetch, u);
}

UOP(exit_fetch)
{
    struct exit *e = uop_exit(u);
    struct block *n = e->next;
    c->wait = 0;
    if (LIKELY(c->budget >= n->max_cost)) FETCH_AND_GO(e, n, LEAVE_CHAIN);
    c->via = e;
    LEAVE_BY(LEAVE_CHAIN);
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
    if (LIKELY(is_target(c, e, n)) && can_enter(c, n)) ENTER(n);
    UOP_GOTO(pau_exit_indirect_fetch, u);
}

UOP(exit_indirect_fetch)
{
    struct exit *e = uop_exit(u);
    struct block *n = jump_target(c, e);
    c->wait = 0;
    if (is_target(c, e, n) && c->budget >= n->max_cost) FETCH_AND_GO(e, n, LEAVE_INDIRECT);
    c->via = e;
    LEAVE_BY(LEAVE_INDIRECT);
}

/* An indirect call: the pair (branch, target) is counted too. */
UOP(exit_call_t)
{
    struct exit *e = pass(c, u);
    struct block *n = jump_target(c, e);
    if (UNLIKELY(!is_target(c, e, n) || e->next == c->code->cache.stub || !can_enter(c, n))) {
        c->via = e;
        c->wait = 0;
        LEAVE_BY(LEAVE_INDIRECT);
    }
    if (UNLIKELY(e->target != (u32)n->pc)) code_count_arc(c->code, e, n->pc);
    ENTER(n);
}

/* Leaves towards c->target in c->target_space: the dispatcher looks. */
UOP(exit_space_t)
{
    c->via = pass(c, u);
    c->iaoq_front = (u32)c->target | 3;
    c->iasq_front = c->target_space;
    c->iaoq_back = c->iaoq_front + 4;
    c->iasq_back = c->iasq_front;
    LEAVE_BY(LEAVE_QUEUE);
}

/* Leaves towards the target, where the first instruction is nullified, as the untimed one does. */
UOP(exit_nullify_t)
{
    struct exit *e = c->via = pass(c, u);
    c->nullified--;
    c->iaoq_front = (u32)e->target | 3;
    c->iaoq_back = c->iaoq_front + 4;
    c->nullify = true;
    LEAVE_BY(LEAVE_QUEUE);
}

/* Nothing was done: the instruction here cannot be part of a block, or of one that is entered. */
UOP(exit_step_t)
{
    c->via = pass(c, u);
    LEAVE_BY(LEAVE_STEP);
}
