/* Branches: SDM volume 3, chapter 2, br and brl; volume 1, 4.5; and the ends of blocks. */
#include "emu/core/calls.h"
#include "emu/core/exits.h"
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/lower.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/system/data.h"
#include "isa/ia64/system/image.h"
#include "isa/ia64/timing/exec_timed.h"
#include "isa/ia64/timing/paths.h"

/* --- conditions: taken at u + imm, else on at u + 1 ---------------------------------------------------------------- */


UOP(br_if) { if (PRA) NEXT(u + FIELD_IMM); NEXT(u + 1); }

UOP(br_cloop)
{
    if (c->lc == 0) NEXT(u + 1);
    c->lc--;
    NEXT(u + FIELD_IMM);
}

/* Counted loops: LC while it lasts, then EC; PR 63 becomes PR 16 by the rotation. */
static inline bool counted(struct cpu *c)
{
    bool again = c->lc != 0 || c->ec > 1, p63 = c->lc != 0;
    if (c->lc != 0) c->lc--;
    else if (c->ec != 0) c->ec--;
    else return c->pr[63] = p63, again;
    ia64_rotate(c, p63);
    return again;
}

UOP(br_ctop) { if (counted(c)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(br_cexit) { if (!counted(c)) NEXT(u + FIELD_IMM); NEXT(u + 1); }

/* While loops: the predicate while it is true, then EC. a = qualifying predicate. */
static inline bool whiled(struct cpu *c, bool qp)
{
    bool again = qp || c->ec > 1;
    if (!qp && c->ec == 0) return c->pr[63] = 0, again;
    if (!qp) c->ec--;
    ia64_rotate(c, false);
    return again;
}

UOP(br_wtop) { if (whiled(c, PRA)) NEXT(u + FIELD_IMM); NEXT(u + 1); }
UOP(br_wexit) { if (!whiled(c, PRA)) NEXT(u + FIELD_IMM); NEXT(u + 1); }

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
void ia64_do_call(struct cpu *c, struct uop *u)
{
    unsigned sof = FIELD_B, sol = FIELD_C;
    c->pfs = ia64_cfm_bits(c->cfm) | (u64)c->ec << 52 | (u64)ia64_cpl(c) << 62;
    BRA = WIDE;
    ia64_reset_rotation(c);
    rse_call(c, sof, sol);
    c->cfm = ia64_cfm_word(sof - sol);
    c->mode = (u32)u[1].imm;
}

UOP(call)
{
    ia64_do_call(c, u);
    NEXT(u + 2);
}

/* b = branch register. */
UOP(target) { c->target = ia64_bundle_of(BRB); NEXT(u + 1); }

/* What is not plain about a return: what rotates, a lower level, registers that are not at hand. */
APART static void return_apart(struct cpu *c, u64 pfs)
{
    unsigned ppl = (unsigned)(pfs >> 62);
    if (UNLIKELY(ppl > ia64_cpl(c))) c->psr = (c->psr & ~((u64)3 << PSR_CPL)) | (u64)ppl << PSR_CPL;
    ia64_reset_rotation(c);
    rse_return(c, ia64_cfm_of(pfs));
    c->mode = ia64_mode(c);
}

void ia64_do_ret(struct cpu *c, struct uop *u)
{
    u64 pfs = c->pfs;
    c->target = ia64_bundle_of(BRB);
    c->ec = pfs >> 52 & 63;
    bool plain = !(pfs & IA64_PFS_ROTATION) && !ia64_cfm_rotates(c->cfm) && (unsigned)(pfs >> 62) <= ia64_cpl(c);
    if (UNLIKELY(!plain) || UNLIKELY(!rse_return_plain(c, pfs & 127, pfs >> 7 & 127))) {
        return_apart(c, pfs);
        return;
    }
    /* The frame stands in PFS as it does in the mode. */
    c->mode = (c->mode & ~(u32)(MODE_SOF | MODE_SOL | MODE_SOR | MODE_FROT | MODE_NAT)) | (u32)(pfs & (MODE_SOF | MODE_SOL));
}

UOP(ret)
{
    ia64_do_ret(c, u);
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
    calls_push(c->calls, (struct call_made){.back = BRC, .arc = u[1].arc, .level = c->rse.bsp,
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
    if (!calls_stay(c->calls, u[1].count, c->target) && !calls_return(c->calls, c->target, cycles, instructions))
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
    void ia64_do_shadow_##name(struct cpu *c, struct uop *u)                                                           \
    {                                                                                                                  \
        u64 cycles = engine_clock(&c->engine) + FIELD_A;                                                               \
        change_##name(c, u, cycles, cycles - (c->nullified + FIELD_B));                                                \
    }                                                                                                                  \
    UOP(shadow_##name)                                                                                                 \
    {                                                                                                                  \
        if (UNLIKELY(c->timed)) c->shadow = u;                                                                         \
        else ia64_do_shadow_##name(c, u);                                                                              \
        NEXT(u + (uops));                                                                                              \
    }
SHADOW(call, 2)
SHADOW(call_indirect, 3)
SHADOW(return, 2)
SHADOW(jump, 2)
SHADOW(jump_indirect, 2)

/* Without a model, to the collector of --data: where that has led; WIDE 0: where the indirect branch goes. */
UOP(shadow_told)
{
    if (c->data) ia64_data_at(c, WIDE ? WIDE : c->target);
    NEXT(u + 2);
}

void ia64_shadow(struct cpu *c, u64 cycles, u64 instructions)
{
    static void (*const change[])(struct cpu *, struct uop *, u64, u64) = {
        [STACK_CALL] = change_call,   [STACK_CALL_INDIRECT] = change_call_indirect, [STACK_RETURN] = change_return,
        [STACK_JUMP] = change_jump,   [STACK_JUMP_INDIRECT] = change_jump_indirect,
    };
    struct uop *u = c->shadow;
    c->shadow = NULL;
    change[FIELD_D](c, u, cycles, instructions);
    bool known = FIELD_D == STACK_CALL || FIELD_D == STACK_JUMP;
    if (UNLIKELY(c->data != NULL)) ia64_data_at(c, known ? u[1].arc->to : c->target);
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
    unsigned before = t->draft->uops;
    emit_shadow(t, s, target, off);
    if (t->draft->uops == before || !ia64_tells(t)) return;
    ia64_emit(t, IA64_UOP_shadow_told, 0, 0, 0, 0, 0);
    ia64_emit_wide(t, flags & IA64_RELATIVE ? target : 0, 0);
}

/* --- ends of superblocks ------------------------------------------------------------------------------------------------- */

/* Leaves the block through exit record imm; a = cycles of the path, b = slots that are predicated off whatever happens
 * on it. */
static inline struct exit *pass(struct cpu *c, struct uop *u)
{
    return exit_pass(&c->engine, uop_exit(u), 0, FIELD_B, FIELD_A);
}

/* Under a timing model the path has a price of its own (isa/ia64/timing/paths.h); mostly it is that of the last time. */
static inline struct exit *pass_quickly(struct cpu *c, struct uop *u)
{
    struct exit *e = uop_exit(u);
    e->path->count++;
    c->off = 0;
    c->state = e->becomes;
    return exit_pass(&c->engine, e, FIELD_A, FIELD_B, e->takes);
}

/* An exit, and under a timing model: where `follow` says that the engine goes on. The timed one takes no call, so that it has
 * no frame; what does is apart. */
#define EXIT(name, follow)                                                                                             \
    UOP(name) { GO(follow(c, u, pass(c, u))); }                                                                        \
    APART static UOP(name##_t_slowly) { GO(follow(c, u, ia64_pass_slowly(c, u))); }                                    \
    UOP(name##_t)                                                                                                      \
    {                                                                                                                  \
        if (UNLIKELY(!ia64_passes_quickly(c, uop_exit(u)))) UOP_GOTO(ia64u_##name##_t_slowly, u);                      \
        GO(follow(c, u, pass_quickly(c, u)));                                                                          \
    }

static inline struct uop *chain(struct cpu *c, UNUSED struct uop *u, struct exit *e) { return exit_chain(&c->engine, e, true); }
EXIT(exit, chain)

/* Behind a rotation, which may have changed the mode. */
static inline struct uop *chain_rotated(struct cpu *c, UNUSED struct uop *u, struct exit *e)
{
    c->mode = (c->mode & ~(u32)MODE_FROT) | (c->cfm.rrb_fr ? MODE_FROT : 0);
    return exit_chain(&c->engine, e, e->next->mode == c->mode);
}
EXIT(exit_rotate, chain_rotated)

/* The block n at c->target can be entered as things are. */
static inline bool can_jump(const struct cpu *c, const struct block *n)
{
    return LIKELY(n->pc == c->target && n->mode == c->mode) && exit_fits(&c->engine, n) && LIKELY(c->rse.bof >= c->rse.dirty);
}

static inline struct uop *jump(struct cpu *c, UNUSED struct uop *u, struct exit *e)
{
    struct block *n = c->code->jump[jump_hash(c->target >> 2)];
    return can_jump(c, n) ? n->uop : exit_leave(&c->engine, e, LEAVE_INDIRECT);
}
EXIT(exit_indirect, jump)

/* An indirect call: the pair (branch, target) is counted too. */
static inline struct uop *jump_call(struct cpu *c, UNUSED struct uop *u, struct exit *e)
{
    struct block *n = c->code->jump[jump_hash(c->target >> 2)];
    if (UNLIKELY(!can_jump(c, n) || exit_is_new(&c->engine, e))) return exit_leave(&c->engine, e, LEAVE_INDIRECT);
    exit_count_call(&c->engine, e, c->target);
    return n->uop;
}
EXIT(exit_call, jump_call)

/* Of host code under a timing model. */
#define ASK_EXIT(name, follow)                                                                                         \
    struct uop *ia64_slow_##name(struct cpu *c, struct uop *u, UNUSED unsigned deferred)                                 \
    {                                                                                                                  \
        return follow(c, u, ia64_pass_slowly(c, u)) ? NULL : host_slow_path_result(NULL, u);                                     \
    }
ASK_EXIT(exit, chain)
ASK_EXIT(exit_indirect, jump)
ASK_EXIT(exit_call, jump_call)

/* To the slot at pc: the dispatcher will look at the mode. */
static inline struct uop *leave_to(struct cpu *c, struct exit *e, u64 pc)
{
    ia64_set_pc(c, pc);
    return exit_leave(&c->engine, e, LEAVE_QUEUE);
}

/* d: to c->target, 2: by a call. */
static inline struct uop *requeue(struct cpu *c, struct uop *u, struct exit *e)
{
    if (FIELD_D == 2) code_arc(c->code, e->from, c->target)->count++;
    return leave_to(c, e, FIELD_D ? c->target : e->target);
}
EXIT(exit_requeue, requeue)

/* Nothing was done: the slot here cannot be part of a superblock. */
static inline struct uop *to_step(struct cpu *c, UNUSED struct uop *u, struct exit *e)
{
    return exit_leave(&c->engine, e, LEAVE_STEP);
}
EXIT(exit_step, to_step)

/* The slot cannot be part of a superblock, but with its predicate, a, false it does nothing: so it goes on. */
UOP(alone_if)
{
    GO(LIKELY(!PRA) ? u + 1 : leave_at(&c->engine, u, LEAVE_ALONE));
}

/* --- ends of single steps --------------------------------------------------------------------------------------------------- */

/* To e->target. */
UOP(end) { GO(leave_to(c, pass(c, u), uop_exit(u)->target)); }

/* Predicated off: the guard has counted that already. */
UOP(end_off)
{
    c->nullified--;
    UOP_GOTO(ia64u_end, u);
}

/* To c->target; d: by a call, of which a step counts the pair each time. */
UOP(end_indirect)
{
    struct exit *e = pass(c, u);
    if (FIELD_D) code_arc(c->code, e->from, c->target)->count++;
    GO(leave_to(c, e, c->target));
}

UOP(illegal) { GO(ia64_illegal(c, u)); }
