/* Branches: SDM volume 3, chapter 2, br and brl; volume 1, 4.5; and the ends of blocks. */
#include "emu/core/calls.h"
#include "isa/ia64/exec.h"
#include "isa/ia64/exec_timed.h"
#include "isa/ia64/fields.h"
#include "isa/ia64/paths.h"
#include "isa/ia64/rotate.h"
#include "isa/ia64/translate.h"

/* --- conditions: taken at u + imm, else on at u + 1 ---------------------------------------------------------------- */

#define BRANCH_IF(taken) do { if (taken) NEXT(u + FIELD_IMM); NEXT(u + 1); } while (0)

UOP(br_if) { BRANCH_IF(PRA); }

UOP(br_cloop)
{
    if (c->lc == 0) NEXT(u + 1);
    c->lc--;
    NEXT(u + FIELD_IMM);
}

/* Counted loops: LC while it lasts, then EC; PR 63 becomes PR 16 by the rotation. */
static inline bool counted(struct cpu *c)
{
    bool again = c->lc != 0 || c->ec > 1;
    c->pr[63] = c->lc != 0;
    if (c->lc != 0) c->lc--;
    else if (c->ec != 0) c->ec--;
    else return again;
    ia64_rotate(c);
    return again;
}

UOP(br_ctop) { BRANCH_IF(counted(c)); }
UOP(br_cexit) { BRANCH_IF(!counted(c)); }

/* While loops: the predicate while it is true, then EC. a = qualifying predicate. */
static inline bool whiled(struct cpu *c, bool qp)
{
    bool again = qp || c->ec > 1;
    c->pr[63] = 0;
    if (!qp && c->ec == 0) return again;
    if (!qp) c->ec--;
    ia64_rotate(c);
    return again;
}

UOP(br_wtop) { BRANCH_IF(whiled(c, PRA)); }
UOP(br_wexit) { BRANCH_IF(!whiled(c, PRA)); }

bool ia64_is_branch(const struct ia64_slot *s)
{
    const struct ia64_insn *in = s->insn;
    if (!in || !(in->flags & IA64_BRANCH) || (in->cls != IA64_CLASS_BR && in->cls != IA64_CLASS_BR_B2)) return false;
    if (in->op == IA64_OP_br_ia) return false; /* no IA-32 here: an illegal operation */
    return !(in->flags & IA64_SLOT2) || (s->pc & 3) == 2;
}

enum ia64_uop ia64_branch_test(const struct ia64_slot *s, bool *rotates)
{
    *rotates = true;
    switch (s->insn->op) {
    case IA64_OP_br_ctop: return IA64_UOP_br_ctop;
    case IA64_OP_br_cexit: return IA64_UOP_br_cexit;
    case IA64_OP_br_wtop: return IA64_UOP_br_wtop;
    case IA64_OP_br_wexit: return IA64_UOP_br_wexit;
    default: *rotates = false;
    }
    if (s->insn->op == IA64_OP_br_cloop) return IA64_UOP_br_cloop;
    return s->qp ? IA64_UOP_br_if : IA64_UOP_NONE;
}

/* --- calls and returns --------------------------------------------------------------------------------------------------- */

/* a = link register, b = sof, c = sol; the next uop: return address, mode at the target. */
UOP(call)
{
    unsigned sof = FIELD_B, sol = FIELD_C;
    c->pfs = ia64_cfm_bits(c->cfm) | (u64)c->ec << 52 | (u64)ia64_cpl(c) << 62;
    BRA = WIDE;
    ia64_reset_rotation(c);
    rse_call(c, sof, sol);
    c->cfm = (struct ia64_cfm){.sof = (u8)(sof - sol)};
    c->mode = (u32)u[1].imm;
    NEXT(u + 2);
}

/* b = branch register. */
UOP(target) { c->target = BRB & ~(u64)15; NEXT(u + 1); }

UOP(ret)
{
    u64 pfs = c->pfs;
    struct ia64_cfm f = ia64_cfm_of(pfs);
    c->target = BRB & ~(u64)15;
    c->ec = pfs >> 52 & 63;
    unsigned ppl = (unsigned)(pfs >> 62);
    if (UNLIKELY(ppl > ia64_cpl(c))) c->psr = (c->psr & ~((u64)3 << PSR_CPL)) | (u64)ppl << PSR_CPL;
    ia64_reset_rotation(c);
    rse_return(c, f);
    c->mode = ia64_mode(c);
    NEXT(u + 1);
}

/* --- the shadow stack ---------------------------------------------------------------------------------------------------- */

/* What a branch does to the stack, at the time when it is over; d of its uop. The uop behind holds the arc, or the pc. */
enum stack_change { STACK_CALL, STACK_CALL_INDIRECT, STACK_RETURN, STACK_JUMP, STACK_JUMP_INDIRECT };

/* The level of a call is where the callee's frame begins on the register stack. */
static void change_to(struct cpu *c, u64 from, u64 to, u64 cycles, u64 instructions)
{
    calls_jump(c->calls, from, to, rse_above(c->rse.bsp, c->cfm.sol), cycles, instructions);
}

/* c = link register. */
static void change_call(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    calls_push(c->calls, (struct call_frame){.back = BRC, .arc = u[1].arc, .level = c->rse.bsp,
                                             .cycles = cycles, .instructions = instructions});
}

/* The arc is that of the last target; the pc of the call is in u[2]. */
static void change_call_indirect(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    if (!u[1].arc || u[1].arc->to != c->target) u[1].arc = code_arc(c->code, u[2].count, c->target);
    change_call(c, u, cycles, instructions);
}

static void change_return(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    if (!calls_return(c->calls, c->target, cycles, instructions))
        change_to(c, u[1].count, c->target, cycles, instructions);
}

/* Into another function, as the translator knows; the arc, which counts nothing, holds from where to where. */
static void change_jump(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    change_to(c, u[1].arc->from, u[1].arc->to, cycles, instructions);
}

/* It may be one. */
static void change_jump_indirect(struct cpu *c, struct uop *u, u64 cycles, u64 instructions)
{
    change_to(c, u[1].count, c->target, cycles, instructions);
}

/* Where each cycle is a slot the branch is over a cycles from the block's beginning, of which b are predicated off.
 * A timing model will say later when it is. */
#define SHADOW(name, uops)                                                                                             \
    UOP(shadow_##name)                                                                                                 \
    {                                                                                                                  \
        u64 cycles = c->run_end - (u64)c->budget + FIELD_A;                                                            \
        if (UNLIKELY(c->timed)) c->shadow = u;                                                                         \
        else change_##name(c, u, cycles, cycles - (c->nullified + FIELD_B));                                           \
        NEXT(u + (uops));                                                                                              \
    }
SHADOW(call, 2)
SHADOW(call_indirect, 3)
SHADOW(return, 2)
SHADOW(jump, 2)
SHADOW(jump_indirect, 2)

void ia64_shadow(struct cpu *c, u64 cycles, u64 instructions)
{
    static void (*const change[])(struct cpu *, struct uop *, u64, u64) = {
        [STACK_CALL] = change_call,   [STACK_CALL_INDIRECT] = change_call_indirect, [STACK_RETURN] = change_return,
        [STACK_JUMP] = change_jump,   [STACK_JUMP_INDIRECT] = change_jump_indirect,
    };
    struct uop *u = c->shadow;
    c->shadow = NULL;
    change[FIELD_D](c, u, cycles, instructions);
}

/* A branch without a link: a return, or a jump, which may be a tail call. */
static void emit_shadow_jump(struct translation *t, const struct ia64_slot *s, u64 target, unsigned off)
{
    if (s->insn->flags & IA64_RELATIVE) {
        if (!contexts_cross(t->cpu->calls->contexts, s->pc, target)) return;
        ia64_emit(t, IA64_UOP_shadow_jump, t->ends_at, off, 0, STACK_JUMP, 0);
        unsigned i = ia64_emit(t, IA64_UOP_arc, 0, 0, 0, 0, 0);
        t->draft->uop[i].arc = code_arc(t->cpu->code, s->pc, target);
        return;
    }
    bool returns = s->insn->flags & IA64_RETURN;
    ia64_emit(t, returns ? IA64_UOP_shadow_return : IA64_UOP_shadow_jump_indirect, t->ends_at, off, 0,
              returns ? STACK_RETURN : STACK_JUMP_INDIRECT, 0);
    ia64_emit_wide(t, s->pc, 0);
}

/* Emits what keeps the shadow stack, if one is kept. target 0: it is known at run time. */
static void emit_shadow(struct translation *t, const struct ia64_slot *s, u64 target, unsigned off)
{
    if (!t->cpu->calls) return;
    bool direct = s->insn->flags & IA64_RELATIVE;
    if (!(s->insn->flags & IA64_LINK)) {
        emit_shadow_jump(t, s, target, off);
        return;
    }
    ia64_emit(t, direct ? IA64_UOP_shadow_call : IA64_UOP_shadow_call_indirect, t->ends_at, off, ia64_b1(s->word),
              direct ? STACK_CALL : STACK_CALL_INDIRECT, 0);
    unsigned i = ia64_emit(t, IA64_UOP_arc, 0, 0, 0, 0, 0);
    t->draft->uop[i].arc = direct ? code_arc(t->cpu->code, s->pc, target) : NULL;
    if (!direct) ia64_emit_wide(t, s->pc, 0);
}

void ia64_emit_taken(struct translation *t, const struct ia64_slot *s, u64 target, unsigned off)
{
    u32 flags = s->insn->flags;
    if (flags & IA64_RETURN) ia64_emit(t, IA64_UOP_ret, 0, ia64_b2(s->word), 0, 0, 0);
    else if (!(flags & IA64_RELATIVE)) ia64_emit(t, IA64_UOP_target, 0, ia64_b2(s->word), 0, 0, 0);
    if (flags & IA64_LINK) {
        unsigned sof = mode_sof(t->mode), sol = mode_sol(t->mode);
        u32 kept = MODE_NAT | MODE_BE | MODE_KERNEL | MODE_NO_FPL | MODE_NO_FPH;
        u32 mode = (t->mode & kept) | mode_frame(sof - sol, 0, 0);
        ia64_emit(t, IA64_UOP_call, ia64_b1(s->word), sof, sol, 0, 0);
        ia64_emit_wide(t, ia64_bundle_of(s->pc) + 16, (i32)mode);
        t->mode = mode | (t->mode & MODE_STEP);
    }
    emit_shadow(t, s, target, off);
}

/* --- ends of superblocks ------------------------------------------------------------------------------------------------- */

/* Leaves the block through exit record imm; a = cycles of the path, b = slots that are predicated off whatever happens
 * on it. The successor runs at once if its costliest path fits in what is left before the deadline; a block that is closed,
 * dead or not yet known never fits. */
#define PASS(e)                                                                                                        \
    struct exit *e = uop_exit(u);                                                                                      \
    e->count++;                                                                                                        \
    c->nullified += FIELD_B;                                                                                           \
    c->budget -= FIELD_A

#define LEAVE(reason) do { c->via = e; c->leave = (reason); UOP_LEAVE(); } while (0)

/* Under a timing model the path has a price of its own (isa/ia64/paths.h); mostly it is that of the last time. */
#define PASS_T(e)                                                                                                      \
    struct exit *e = uop_exit(u);                                                                                      \
    e->count++;                                                                                                        \
    c->nullified += FIELD_B;                                                                                           \
    c->slots += FIELD_A;                                                                                               \
    e->path->count++;                                                                                                  \
    c->budget -= e->takes;                                                                                             \
    c->off = 0;                                                                                                        \
    c->state = e->becomes

#define PASS_SLOWLY(e)                                                                                                 \
    struct exit *e = uop_exit(u);                                                                                      \
    ia64_pass_slowly(c, u)

/* Both of a timed exit: the one that takes no call has no frame. */
#define EXIT_T(name, BODY)                                                                                             \
    APART static UOP(name##_slowly) { BODY(PASS_SLOWLY); }                                                            \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        if (UNLIKELY(!ia64_passes_quickly(c, uop_exit(u)))) UOP_GOTO(ia64u_##name##_slowly, u);                        \
        BODY(PASS_T);                                                                                                  \
    }

#define CHAIN(PASSED)                                                                                                  \
    PASSED(e);                                                                                                         \
    struct block *n = e->next;                                                                                         \
    if (UNLIKELY(c->budget < n->max_cost)) LEAVE(LEAVE_CHAIN);                                                         \
    NEXT(n->uop)

UOP(exit) { CHAIN(PASS); }
EXIT_T(exit_t, CHAIN)

/* Behind a rotation, which may have changed the mode. */
#define CHAIN_ROTATED(PASSED)                                                                                          \
    PASSED(e);                                                                                                         \
    struct block *n = e->next;                                                                                         \
    c->mode = (c->mode & ~(u32)MODE_FROT) | (c->cfm.rrb_fr ? MODE_FROT : 0);                                           \
    if (UNLIKELY(n->mode != c->mode || c->budget < n->max_cost)) LEAVE(LEAVE_CHAIN);                                   \
    NEXT(n->uop)

UOP(exit_rotate) { CHAIN_ROTATED(PASS); }
EXIT_T(exit_rotate_t, CHAIN_ROTATED)

#define JUMP(PASSED, also)                                                                                             \
    PASSED(e);                                                                                                         \
    u64 pc = c->target;                                                                                                \
    struct block *n = c->code->jump[jump_hash(pc >> 2)];                                                               \
    if (UNLIKELY(n->pc != pc || n->mode != c->mode || c->budget < n->max_cost || c->rse.bof < c->rse.dirty || (also))) \
        LEAVE(LEAVE_INDIRECT)

#define JUMP_INDIRECT(PASSED)                                                                                          \
    JUMP(PASSED, false);                                                                                               \
    NEXT(n->uop)

UOP(exit_indirect) { JUMP_INDIRECT(PASS); }
EXIT_T(exit_indirect_t, JUMP_INDIRECT)

/* An indirect call: the pair (branch, target) is counted too. */
#define JUMP_CALL(PASSED)                                                                                              \
    JUMP(PASSED, e->next == c->code->cache.stub);                                                                      \
    if (UNLIKELY(e->target != pc)) code_count_arc(c->code, e, pc);                                                     \
    NEXT(n->uop)

UOP(exit_call) { JUMP_CALL(PASS); }
EXIT_T(exit_call_t, JUMP_CALL)

/* To the dispatcher, which will look at the mode; d: to c->target, 2: by a call. */
#define REQUEUE(PASSED)                                                                                                \
    PASSED(e);                                                                                                         \
    u64 pc = FIELD_D ? c->target : e->target;                                                                          \
    if (FIELD_D == 2) code_arc(c->code, e->from, pc)->count++;                                                         \
    c->ip = ia64_bundle_of(pc);                                                                                        \
    c->ri = pc & 3;                                                                                                    \
    LEAVE(LEAVE_QUEUE)

UOP(exit_requeue) { REQUEUE(PASS); }
EXIT_T(exit_requeue_t, REQUEUE)

/* Nothing was done: the slot here cannot be part of a superblock. */
#define TO_STEP(PASSED)                                                                                                \
    PASSED(e);                                                                                                         \
    LEAVE(LEAVE_STEP)

UOP(exit_step) { TO_STEP(PASS); }
EXIT_T(exit_step_t, TO_STEP)

/* The slot cannot be part of a superblock, but with its predicate, a, false it does nothing: so it goes on. */
UOP(alone_if)
{
    if (LIKELY(!PRA)) NEXT(u + 1);
    c->at = u;
    c->leave = LEAVE_ALONE;
    UOP_LEAVE();
}

/* --- ends of single steps --------------------------------------------------------------------------------------------------- */

/* To e->target. */
UOP(end)
{
    PASS(e);
    c->ip = ia64_bundle_of(e->target);
    c->ri = e->target & 3;
    LEAVE(LEAVE_QUEUE);
}

/* Predicated off: the guard has counted that already. */
UOP(end_off)
{
    c->nullified--;
    UOP_GOTO(ia64u_end, u);
}

/* To c->target; d: by a call, of which a step counts the pair each time. */
UOP(end_indirect)
{
    PASS(e);
    if (FIELD_D) code_arc(c->code, e->from, c->target)->count++;
    c->ip = c->target;
    c->ri = 0;
    LEAVE(LEAVE_QUEUE);
}

UOP(illegal) { ILLEGAL(); }
