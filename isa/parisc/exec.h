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
#include "isa/parisc/cond.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/handlers.h"

#define UNUSED __attribute__((unused))
#define UOP(name) uop_result pau_##name(UNUSED struct cpu *c, struct uop *u, UNUSED u8 *mem, UNUSED u64 last)

/* The fields of the operation: a body names them by nothing else, so that it can be compiled with other bindings. As numbers: */
#define FIELD_A (u->a)
#define FIELD_B (u->b)
#define FIELD_C (u->c)
#define FIELD_D (u->d)
#define FIELD_IMM (u->imm)
#define IMM ((i64)FIELD_IMM)
/* ... and the registers that they name. */
#define GR(i) (c->gr[i])
#define RA (c->gr[FIELD_A])
#define RB (c->gr[FIELD_B])
#define RC (c->gr[FIELD_C])
#define SET(v) (RA = last = (v))
#define TARGET_KEPT (c->gr[FIELD_A == GR_SINK ? 0 : FIELD_A]) /* what the target held */
#define FRA (c->fr[FIELD_A])
#define FRB (c->fr[FIELD_B])

/* An operation in all its forms: operands from the registers, or b, or c, from the last result (_b, _c; see uop.h). The
 * body is a macro of the operands' values. */
#define UOP_B(name, body) UOP(name) { body(RB); } UOP(name##_b) { body(last); }
#define UOP_BC(name, body) UOP(name) { body(RB, RC); } UOP(name##_b) { body(last, RC); } UOP(name##_c) { body(RB, last); }

/* Goes on after an operation of two uops: nullifies the next instruction if cond. */
#define NULLIFY_IF(cond)                                                                                               \
    do {                                                                                                               \
        if (cond) {                                                                                                    \
            u[1].count++;                                                                                              \
            c->nullified++;                                                                                            \
            NEXT(u + u[1].imm);                                                                                        \
        }                                                                                                              \
        NEXT(u + 2);                                                                                                   \
    } while (0)

/* Why the engine came back to its dispatcher. In timed blocks the first two have charged c->wait cycles for fetching the
 * successor. */
enum leave {
    LEAVE_CHAIN, /* c->via is an exit whose successor is not known, is dead or costs more than the budget */
    LEAVE_INDIRECT, /* likewise, to c->target */
    LEAVE_QUEUE, /* the instruction queues are up to date: look at them */
    LEAVE_STEP,  /* the instruction at c->at must be run by itself */
    LEAVE_WAIT,  /* a timed block, at exit c->via: the access of c->at took c->wait cycles */
    LEAVE_FETCH, /* likewise: fetching the instruction of c->at took c->wait cycles, and it has not issued */
    LEAVE_RELATION, /* likewise: its access lies otherwise to those before it than the block assumes: as c->wait says */
    LEAVE_ALONE, /* likewise, but no block can begin there: at c->at, of which nothing has been done but a fetch that took
                    c->wait cycles */
    LEAVE_TRAP,  /* interruption c->vector at c->at */
};

/* Raises an interruption at this instruction; nothing of it has been done. */
#define TRAP(vec)                                                                                                      \
    do {                                                                                                               \
        c->at = u;                                                                                                     \
        c->vector = (vec);                                                                                             \
        c->leave = LEAVE_TRAP;                                                                                         \
        UOP_LEAVE();                                                                                                   \
    } while (0)

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
