/* Branches, and the ends of blocks. PA-RISC 2.0 Architecture, chapters 4 (nullification, delayed branches) and 7.
 *
 * A branch handler only decides: a conditional one goes on at the next uop when not taken, at u + imm when taken; an
 * indirect one leaves its target in c->target. What follows - delay slot, nullification, the exit - is laid out by the
 * translator, in one way for superblocks (exit, exit_indirect) and in another for single steps (end_*). So the semantics
 * stand here once. */
#include "emu/core/calls.h"
#include "emu/core/exits.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/system/data.h"

/* --- conditional branches -------------------------------------------------------------------------------------------- */

#define CF (FIELD_D & 15u)
#define DW ((bool)(FIELD_D & 16))
#define IM5 ((u64)(i64)(i8)FIELD_C)

/* c = r1 (or the immediate), b = r2. One handler a condition. */
#define ADDIB_BODY(cf, x) { u64 a = IM5, b = (x), s = a + b; SET(s); if (cond_add(cf, false, a, b, s)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
#define COMPARE(cf)                                                                                                    \
    UOP(cmpb_##cf) { if (cond_sub(cf, false, RC, RB)) NEXT(u + FIELD_IMM); NEXT(u + 1); }                              \
    UOP(cmpb_##cf##_b) { if (cond_sub(cf, false, RC, last)) NEXT(u + FIELD_IMM); NEXT(u + 1); }                        \
    UOP(cmpb_##cf##_c) { if (cond_sub(cf, false, last, RB)) NEXT(u + FIELD_IMM); NEXT(u + 1); }                        \
    UOP(cmpib_##cf) { if (cond_sub(cf, false, IM5, RB)) NEXT(u + FIELD_IMM); NEXT(u + 1); }                            \
    UOP(cmpib_##cf##_b) { if (cond_sub(cf, false, IM5, last)) NEXT(u + FIELD_IMM); NEXT(u + 1); }                      \
    UOP(addib_##cf) ADDIB_BODY(cf, RB)                                                                                 \
    UOP(addib_##cf##_b) ADDIB_BODY(cf, last)
PA_CONDITIONS(COMPARE)

UOP(cmpb_full) { if (cond_sub(CF, DW, RC, RB)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(cmpib_full) { if (cond_sub(CF, DW, IM5, RB)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(addb) { u64 a = RC, b = RB, s = a + b; SET(s); if (cond_add(CF, DW, a, b, s)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(addib_full) { u64 a = IM5, b = RB, s = a + b; SET(s); if (cond_add(CF, DW, a, b, s)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(movb) { u64 x = RC; SET(x); if (cond_sed(CF, false, x)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(movib) { u64 x = IM5; SET(x); if (cond_sed(CF, false, x)) NEXT(u + FIELD_IMM); NEXT(u + 1); }

/* b = register, a = the bit as a right shift. */
UOP_B(bb_set, if (x >> FIELD_A & 1) NEXT(u + FIELD_IMM))
UOP_B(bb_clear, if (!(x >> FIELD_A & 1)) NEXT(u + FIELD_IMM))
/* The bit is named by SAR; d: DW, 1 = branch if clear. */
UOP(bb_sar) { if ((RB >> (DW ? 63 - c->sar : 31 - (c->sar & 31)) & 1) ^ (FIELD_D & 1)) NEXT(u + FIELD_IMM); NEXT(u + 1); }

/* --- unconditional ones ------------------------------------------------------------------------------------------------ */

/* The return address holds the privilege level of the branch in its low bits; imm is that address whole. */
UOP(link) { SET((u32)FIELD_IMM); NEXT(u + 1); }

UOP(bv) { c->target = (u32)(RB + (RC << 3)); NEXT(u + 1); }
UOP(blr) { c->target = (u32)((u64)IMM + (RC << 3)); NEXT(u + 1); }

/* d = space register. The link comes after this, since BE,L may name r31 as its base. */
UOP(be)
{
    c->target = (u32)(RB + (u64)IMM);
    c->target_space = c->sr[FIELD_D];
    NEXT(u + 1);
}
UOP(bve)
{
    c->target = (u32)RB;
    c->target_space = c->sr[4 + (unsigned)((u32)RB >> 30)];
    NEXT(u + 1);
}
/* BE,L also leaves the space in SR 0. */
UOP(link_external) { GR(31) = (u32)FIELD_IMM; c->sr[0] = c->iasq_front; NEXT(u + 1); }

/* In a single step the queue says what follows: "GR[t] <- IAOQ_Back + 4". */
UOP(link_back) { SET((u32)(c->iaoq_back + 4)); NEXT(u + 1); }
UOP(link_external_back) { GR(31) = (u32)(c->iaoq_back + 4); c->sr[0] = c->iasq_back; NEXT(u + 1); }

/* B,GATE: illegal right behind a taken branch; the old privilege level goes to the target's low bits. No page of a guest
 * is a gateway page, so the level does not rise. */
UOP(gate)
{
    if (c->psw & PSW_B) GO(pa_trap(c, u, VEC_ILLEGAL));
    SET((RB & ~3ull) | (c->iaoq_front & 3));
    NEXT(u + 1);
}

/* --- the shadow stack ---------------------------------------------------------------------------------------------------- */

/* The time of the thread at which the delay slot of the call or return is over. */
struct thread_time {
    u64 cycles, instructions;
};

/* a = cycles from the block's beginning to there, b = nullified among them. The uop behind holds the arc. */
static inline struct thread_time over(const struct cpu *c, const struct uop *u)
{
    u64 cycles = engine_clock(&c->engine) + FIELD_A;
    return (struct thread_time){cycles, cycles - (c->nullified + FIELD_B)};
}

/* The stack pointer when the delay slot of the branch at pc is over, which is where unwinders (eh_return) and returns set it. */
static u32 level_behind(struct cpu *c, u32 pc)
{
    u8 raw[8];
    u32 sp = (u32)GR(30);
    if (mem_peek(&c->thread->process->mem, pc, raw, sizeof raw) != 0) return sp;
    u32 branch = load_be32(raw), slot = load_be32(raw + 4);
    u32 r = (u32)GR(pa_r(slot)), b = (u32)GR(pa_b(slot));
    const struct pa_insn *in = pa_decode(slot);
    if (pa_n(branch) || !in) return sp;
    if (in->op == PA_OP_ldo && pa_r(slot) == 30) return b + (u32)pa_im14(slot);
    if (pa_major(slot) == 2 && pa_t(slot) == 30 && !(in->flags & PA_CARRY_IN)) {
        if (in->flags & PA_COND_SUB && in->flags & PA_CARRY_OUT) return r - b;
        if (in->flags & PA_COND_ADD) return (r << pa_bits(slot, 24, 25)) + b; /* shift and add: by the low bits of its code */
    }
    if (in->op == PA_OP_or && pa_t(slot) == 30) return r | b;
    return sp;
}

static void leave(struct cpu *c, u32 from, u32 to, struct thread_time t)
{
    if (calls_stay(c->calls, from, to) || calls_tail_again(c->calls, from, to, t.cycles, t.instructions)) return;
    if (!calls_leave(c->calls, from, to)) return;
    calls_jump(c->calls, from, to, level_behind(c, from), t.cycles, t.instructions);
}

/* A call that returns to imm. */
static void push(struct cpu *c, const struct uop *u, struct arc *arc)
{
    struct thread_time t = over(c, u);
    calls_push(c->calls, (struct call_made){.back = (u32)FIELD_IMM & ~3u, .arc = arc, .level = (u32)GR(30),
                                             .cycles = t.cycles, .instructions = t.instructions});
}

/* imm = return address. */
void pa_note_call(struct cpu *c, struct uop *u) { push(c, u, u[1].arc); }

/* imm = return address, the pc of the call is with the arc, which is that of the last target; d = it names a space. */
void pa_note_call_indirect(struct cpu *c, struct uop *u)
{
    u32 to = (u32)c->target & ~3u;
    if (FIELD_D && c->target_space != SPACE_USER) return; /* an entry into the kernel is no call */
    if (!u[1].arc || u[1].arc->to != to) u[1].arc = code_arc(c->code, (u32)u[1].imm, to);
    push(c, u, u[1].arc);
}

/* imm = pc. */
void pa_note_return(struct cpu *c, struct uop *u)
{
    struct call_stack *s = c->calls;
    u32 to = (u32)c->target & ~3u;
    bool pops = s->top->back == to;
    if (!pops && calls_stay(s, (u32)FIELD_IMM, to)) return;
    struct thread_time t = over(c, u);
    if (LIKELY(pops)) calls_pop(s, t.cycles, t.instructions);
    else if (!calls_return(s, to, t.cycles, t.instructions)) leave(c, (u32)FIELD_IMM, to, t);
}

/* A tail call, as the translator knows; imm = pc, that of the uop behind = target. */
void pa_note_jump(struct cpu *c, struct uop *u) { leave(c, (u32)FIELD_IMM, (u32)u[1].imm, over(c, u)); }

/* It may be one. imm = pc, d = it names a space. */
void pa_note_jump_indirect(struct cpu *c, struct uop *u)
{
    if (FIELD_D && c->target_space != SPACE_USER) return;
    leave(c, (u32)FIELD_IMM, (u32)c->target & ~3u, over(c, u));
}

/* Where that has led: imm, or with d where the indirect branch goes. */
UOP(told)
{
    if (c->data) pa_data_at(c, FIELD_D ? (u32)c->target & ~3u : (u32)FIELD_IMM);
    NEXT(u + 1);
}

UOP(call) { pa_note_call(c, u); NEXT(u + 2); }
UOP(call_indirect) { pa_note_call_indirect(c, u); NEXT(u + 2); }
UOP(return) { pa_note_return(c, u); NEXT(u + 1); }
UOP(jump) { pa_note_jump(c, u); NEXT(u + 2); }
UOP(jump_indirect) { pa_note_jump_indirect(c, u); NEXT(u + 1); }

/* --- ends of superblocks ------------------------------------------------------------------------------------------------- */

/* Leaves the block through exit record imm; a = cycles of the path, b = instructions that are always nullified on it. */
static inline struct exit *pass(struct cpu *c, struct uop *u)
{
    return exit_pass(&c->engine, uop_exit(u), 0, FIELD_B, FIELD_A);
}

UOP(exit) { GO(exit_chain(&c->engine, pass(c, u), true)); }

UOP(exit_indirect)
{
    struct exit *e = pass(c, u);
    u32 pc = (u32)c->target & ~3u;
    struct block *n = c->code->jump[jump_hash(pc)];
    GO(LIKELY(n->pc == pc) && exit_fits(&c->engine, n) ? n->uop : exit_leave(&c->engine, e, LEAVE_INDIRECT));
}

/* An indirect call: the pair (branch, target) is counted too. */
UOP(exit_call)
{
    struct exit *e = pass(c, u);
    u32 pc = (u32)c->target & ~3u;
    struct block *n = c->code->jump[jump_hash(pc)];
    if (UNLIKELY(n->pc != pc || exit_is_new(&c->engine, e) || !exit_fits(&c->engine, n)))
        GO(exit_leave(&c->engine, e, LEAVE_INDIRECT));
    exit_count_call(&c->engine, e, pc);
    NEXT(n->uop);
}

/* A branch through a space register: only when it stays in the user's space does it go on here. */
UOP(same_space)
{
    if (LIKELY(c->target_space == SPACE_USER)) NEXT(u + 1);
    NEXT(u + FIELD_IMM);
}

/* Leaves towards c->target in c->target_space: the dispatcher looks. */
UOP(exit_space) { GO(pa_leave_space(c, pass(c, u))); }

/* Leaves towards e->target, where the first instruction is nullified: the dispatcher steps it. */
UOP(exit_nullify) { GO(pa_leave_nullify(c, pass(c, u))); }

/* Nothing was done: the instruction here cannot be part of a superblock. */
UOP(exit_step) { GO(exit_leave(&c->engine, pass(c, u), LEAVE_STEP)); }

/* --- ends of single steps --------------------------------------------------------------------------------------------------- */

/* The queue moves on: to what was behind the instruction, and behind that to `back` in `space`. */
static inline struct uop *advance(struct cpu *c, struct uop *u, u32 back, u32 space)
{
    c->iaoq_front = c->iaoq_back;
    c->iasq_front = c->iasq_back;
    c->iaoq_back = back;
    c->iasq_back = space;
    return exit_leave(&c->engine, pass(c, u), LEAVE_QUEUE);
}

/* After an instruction that is no taken branch. */
static inline struct uop *end_step(struct cpu *c, struct uop *u, bool nullify)
{
    c->nullify = nullify;
    c->psw &= ~(u32)PSW_B;
    return advance(c, u, c->iaoq_back + 4, c->iasq_back);
}

/* After a taken branch. */
static inline struct uop *end_taken(struct cpu *c, struct uop *u, u32 target, u32 space)
{
    c->nullify = FIELD_D & 1;
    c->psw |= PSW_B;
    return advance(c, u, target, space);
}

UOP(end) { GO(end_step(c, u, false)); }
UOP(end_nullify) { GO(end_step(c, u, true)); }

/* A condition nullifies: it has counted that, and the step that lets the instruction pass will count it again. */
UOP(end_condition) { c->nullified--; UOP_GOTO(pau_end_nullify, u); }

/* A taken branch to e->target; d = 1: it nullifies its delay slot. */
UOP(end_branch) { GO(end_taken(c, u, (u32)uop_exit(u)->target | (c->iaoq_front & 3), c->iasq_front)); }

/* To c->target, whose low bits can only lower the privilege; d bit 1: to c->target_space. */
UOP(end_indirect)
{
    u32 priv = (u32)c->target & 3;
    if (priv < (c->iaoq_front & 3)) priv = c->iaoq_front & 3;
    GO(end_taken(c, u, ((u32)c->target & ~3u) | priv, FIELD_D & 2 ? c->target_space : c->iasq_front));
}

/* An indirect call: a single step counts for one pair each time. */
UOP(end_call)
{
    if (!(FIELD_D & 2) || c->target_space == SPACE_USER)
        code_arc(c->code, (u32)uop_exit(u)->from, (u32)c->target & ~3u)->count++;
    UOP_GOTO(pau_end_indirect, u);
}
