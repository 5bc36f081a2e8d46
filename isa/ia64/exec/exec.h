/* What the bodies of instructions are written with. A body reads like the manual's Operation section:
 *
 *     UOP(add) { SET(RB + RC); NEXT(u + 1); }
 *
 * Operands of a uop: a = target register, b and c = source registers, d = a small modifier, imm = immediate or displacement.
 * Where one uop is not enough the next one's `count` holds a 64-bit value. isa/ia64/exec/uop.def says what the fields of each mean;
 * each exec_*.c ends with a table of the instructions that become something else than the operation of their name.
 *
 * A body never sees a NaT operand or a false predicate: what is emitted before it has looked (isa/ia64/exec/exec_guard.c). It sees to
 * NaT bits only where the instruction can make one. */
#ifndef PCGRAM_IA64_EXEC_H
#define PCGRAM_IA64_EXEC_H

#include "emu/core/exits.h"
#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/handlers.h"

#define UOP(name) uop_result ia64u_##name(UNUSED struct cpu *c, struct uop *u, UNUSED u8 *mem, UNUSED u64 last)

/* An operation on floating-point registers in both its forms, of one body: for blocks decoded while rrb.fr is 0, when a register's
 * name is its place in the file, and `_rot` for the others, where the place is looked up (FRA and the like, below). */
#define UOP_F(name, ...)                                                                                               \
    UOP(name) { enum { rotated = false }; __VA_ARGS__ }                                                                \
    UOP(name##_rot) { enum { rotated = true }; __VA_ARGS__ }

/* For functions that handlers call in rare cases. Inlined, they would make every run of the handler save registers on the host's
 * stack, which only the rare case needs. */
#define APART __attribute__((noinline))

/* Under a timing model: does to the shadow stack what the branch that has just been executed (c->shadow) does to it. */
void ia64_shadow(struct cpu *c, u64 cycles, u64 instructions);

/* The registers that the fields of the operation (emu/core/exits.h) name: general, floating-point, predicate and branch registers. Of
 * an operation that has no form for it, ANY_FR() is a floating-point register wherever it stands. */
#define RA (c->gr[FIELD_A])
#define RB (c->gr[FIELD_B])
#define RC (c->gr[FIELD_C])
#define SET(v) (RA = (v))
#define PLACE(name) (rotated ? ia64_fr_index(c, (name)) : (unsigned)(name))
#define ANY_FR(name) (c->fr[ia64_fr_index(c, (name))])
#define FRA (c->fr[PLACE(FIELD_A)])
#define FRB (c->fr[PLACE(FIELD_B)])
#define FRC (c->fr[PLACE(FIELD_C)])
#define FRD (c->fr[PLACE(FIELD_D)])
#define PRA (c->pr[FIELD_A])
#define PRB (c->pr[FIELD_B])
#define PRC (c->pr[FIELD_C])
#define PRD (c->pr[FIELD_D])
#define BRA (c->br[FIELD_A])
#define BRB (c->br[FIELD_B])
#define BRC (c->br[FIELD_C])
/* PSR.mfl and mfh: a register of the lower or the upper part has been written (SDM volume 2, table 3-2). */
#define FR_MODIFIED(f) (c->psr |= (u64)1 << ((f) < 32 ? PSR_MFL : PSR_MFH))
#define WIDE (u[1].count) /* the 64-bit value of an operation of two uops */

/* An interruption at this instruction, of which nothing has been done: to the dispatcher. */
static inline struct uop *ia64_trap(struct cpu *c, const struct uop *u, u16 vector, u16 code)
{
    c->vector = vector;
    c->isr_code = code;
    return leave_at(&c->engine, u, LEAVE_TRAP);
}
static inline struct uop *ia64_illegal(struct cpu *c, const struct uop *u) { return ia64_trap(c, u, IVT_GENERAL, GENERAL_ILLEGAL_OP); }

/* What has just been done needs another mode: a NaT bit was set, say. The dispatcher goes on at the uop `to`, the first behind the
 * instruction. */
static inline struct uop *ia64_resync(struct cpu *c, const struct uop *to) { return leave_at(&c->engine, to, LEAVE_RESYNC); }

/* --- memory ---------------------------------------------------------------------------------------------------------- */

/* Where an address without bits of IA64_BEYOND lies on the host. */
static inline u8 *ia64_host(u8 *mem, u64 ea) { return mem + ia64_folded(ea); }

/* The compiler must neither move what an instruction writes above the access that may fault, nor drop the access. */
#define BARRIER() __asm__ volatile("" ::: "memory")

/* c->at names this instruction should the host fault. */
#define MARK() (*(struct uop * volatile *)&c->at = u)

#endif
