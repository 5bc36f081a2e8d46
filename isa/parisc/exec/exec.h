/* What the bodies of instructions are written with. A body reads like the manual's Operation section:
 *
 *     UOP(addl) { SET(RB + RC); NEXT(u + 1); }
 *
 * Operands of a uop: a = target register (GR_SINK for GR 0), b and c = source registers, d = condition or a small
 * modifier, imm = immediate or displacement. An operation that may nullify its successor takes two uops: the second
 * holds the counter of nullifications and how far to skip. */
#ifndef PCGRAM_PARISC_EXEC_H
#define PCGRAM_PARISC_EXEC_H

#include "emu/core/block.h"
#include "emu/core/exits.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/cond.h"
#include "isa/parisc/exec/handlers.h"
#include "isa/parisc/exec/uops.h"

/* What the operations of the shadow stack do, without the way to the next one; the last is that of timed blocks. */
void pa_note_call(struct cpu *c, struct uop *u);
void pa_note_call_indirect(struct cpu *c, struct uop *u);
void pa_note_return(struct cpu *c, struct uop *u);
void pa_note_jump(struct cpu *c, struct uop *u);
void pa_note_jump_indirect(struct cpu *c, struct uop *u);
void pa_note_stack(struct cpu *c, struct uop *u);
void pa_tell_stack(struct cpu *c, struct uop *u); /* it has been done: the collector of --data is told */

#define UOP(name) uop_result pau_##name(UNUSED struct cpu *c, struct uop *u, UNUSED u8 *mem, UNUSED u64 last)

/* The registers that the fields of the operation (emu/core/exits.h) name. */
#define GR(i) (c->gr[i])
#define RA (c->gr[FIELD_A])
#define RB (c->gr[FIELD_B])
#define RC (c->gr[FIELD_C])
#define SET(v) (RA = last = (v))
#define TARGET_KEPT (c->gr[FIELD_A == GR_SINK ? 0 : FIELD_A]) /* what the target held */
#define FRA (c->fr[FIELD_A])
#define FRB (c->fr[FIELD_B])

/* An operation in all its forms, by what it does: x is operand b, y operand c; in the forms _b and _c one of them comes from the
 * last result instead of from its register (see uop.h). */
#define UOP_B(name, ...)                                                                                               \
    UOP(name) { u64 x = RB; __VA_ARGS__; NEXT(u + 1); }                                                                \
    UOP(name##_b) { u64 x = last; __VA_ARGS__; NEXT(u + 1); }
#define UOP_BC(name, ...)                                                                                              \
    UOP(name) { u64 x = RB, y = RC; __VA_ARGS__; NEXT(u + 1); }                                                        \
    UOP(name##_b) { u64 x = last, y = RC; __VA_ARGS__; NEXT(u + 1); }                                                  \
    UOP(name##_c) { u64 x = RB, y = last; __VA_ARGS__; NEXT(u + 1); }

/* The condition of an operation of two uops holds: the next instruction is nullified. Returns where to go on; where it does not hold,
 * that is u + 2. */
static inline struct uop *pa_nullify(struct cpu *c, struct uop *u)
{
    u[1].count++;
    c->nullified++;
    return u + u[1].imm;
}

/* At privilege level 0, as the instruction address says. */
static inline bool pa_privileged(const struct cpu *c) { return !(c->iaoq_front & 3); }

/* An interruption at this instruction, of which nothing has been done: to the dispatcher. */
static inline struct uop *pa_trap(struct cpu *c, const struct uop *u, enum vector vector)
{
    c->vector = vector;
    return leave_at(&c->engine, u, LEAVE_TRAP);
}

/* --- leaving a block, under a timing model or not: the queue is set, and the dispatcher looks at it ---------------------- */

/* From exit e towards c->target in c->target_space. */
static inline struct uop *pa_leave_space(struct cpu *c, struct exit *e)
{
    c->iaoq_front = (u32)c->target | 3;
    c->iasq_front = c->target_space;
    c->iaoq_back = c->iaoq_front + 4;
    c->iasq_back = c->iasq_front;
    return exit_leave(&c->engine, e, LEAVE_QUEUE);
}

/* Towards e->target, where the first instruction is nullified. The condition has counted that, and so will the step. */
static inline struct uop *pa_leave_nullify(struct cpu *c, struct exit *e)
{
    c->nullified--;
    c->iaoq_front = (u32)e->target | 3;
    c->iaoq_back = c->iaoq_front + 4;
    c->nullify = true;
    return exit_leave(&c->engine, e, LEAVE_QUEUE);
}

/* Carries out of each bit of the last operation that sets PSW C/B. */
static inline u64 carries(const struct cpu *c) { return (c->carry_a & c->carry_b) | ((c->carry_a | c->carry_b) & ~c->carry_r); }

static inline void set_carries(struct cpu *c, u64 a, u64 b, u64 sum)
{
    c->carry_a = a;
    c->carry_b = b;
    c->carry_r = sum;
}

/* PSW C/B{7} for 32-bit operations, the carry out of bit 0 of the word; C/B{0} for 64-bit ones. */
static inline u64 carry_bit(const struct cpu *c, bool dw) { return carries(c) >> (dw ? 63 : 31) & 1; }

#endif
