/* What the shadow stack is told, in the primitives of host code (emu/host/lower_calls.h; the handlers are in exec_branch.c and
 * isa/parisc/timing/exec_timed.c). */
#include "emu/host/lower_calls.h"

#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/lower.h"

#if HOST_EMITTER

/* The pc that the branch leads to. */
static host_value target_of(struct lowering *l)
{
    return host_operate_constant(l->e, HOST_AND, false, host_get(l->e, STATE_OF(target)), ~3);
}

static host_value level_of(struct lowering *l) { return host_low(l->e, gr(l, 30)); }

static host_value known_target(struct lowering *l) { return host_constant(l->e, (u32)l->u[1].imm); }

/* Something in the delay slot behind the branch may fault. */
static bool slot_faults(const struct lowering *l)
{
    const struct block *b = l->b;
    u32 flags = 0;
    for (unsigned i = l->i + 1u + l->x; i < b->uops && b->info[i].in_slot && !(flags & PA_UOP_ENDS); i++)
        flags |= pa_uop_row(b->info[i].kind)->flags;
    return flags & (PA_UOP_READS | PA_UOP_WRITES | PA_UOP_TRAPS);
}

/* What a branch has to do with, which is over when its delay slot is. */
static struct lower_branch branch_of(const struct lowering *l, host_function *told)
{
    const struct uop *u = l->u;
    bool timed = l->kind == PA_UOP_stack;
    u32 number = (u32)u->imm;
    return (struct lower_branch){
        .pc = number, .back = timed ? number + 8 : number & ~3u, .uops = 1u + l->x, .told = told, .cycles = timed ? u->c | u->d << 8 : u->a,
        .instructions = (timed ? u->a : 0) - u->b, .slots = timed, .slot_faults = !timed && slot_faults(l), .target = target_of, .level = level_of,
    };
}

/* The branch stays in the user's space, where it names one: an entry into the kernel is no call. */
static void same_space(struct lowering *l, bool names_space)
{
    if (!names_space) return;
    host_value space = host_get_part(l->e, STATE_OF(target_space), 4);
    host_branch_compare_constant(l->e, HOST_NE, false, space, SPACE_USER, by_handler(l));
    host_drop(l->e, space);
}

static bool push_indirect(struct lowering *l, const struct lower_branch *b, bool names_space)
{
    same_space(l, names_space);
    return lower_push_indirect(l, b);
}

/* What goes from place to place in a function names no space. */
static bool jump_indirect(struct lowering *l, const struct lower_branch *b, bool names_space)
{
    same_space(l, names_space);
    if (names_space) l->o->back[l->i + b->uops] = true;
    return names_space ? lower_tail(l, b) : lower_jump(l, b);
}

LOWER(call)
{
    struct lower_branch b = branch_of(l, pa_note_call);
    return lower_push(l, &b, l->u[1].arc);
}

LOWER(call_indirect)
{
    struct lower_branch b = branch_of(l, pa_note_call_indirect);
    return push_indirect(l, &b, l->u->d);
}

LOWER(return)
{
    struct lower_branch b = branch_of(l, pa_note_return);
    return lower_return(l, &b);
}

LOWER(jump)
{
    struct lower_branch b = branch_of(l, pa_note_jump);
    b.target = known_target;
    return lower_tail(l, &b);
}

LOWER(jump_indirect)
{
    struct lower_branch b = branch_of(l, pa_note_jump_indirect);
    return jump_indirect(l, &b, l->u->d);
}

/* In a timed block, behind the delay slot of any of them. */
LOWER(stack)
{
    const struct uop *second = l->u + 1;
    struct lower_branch b = branch_of(l, pa_note_stack);
    if (l->c->data) b.tell = pa_tell_stack, b.tells = pa_slow_tell_stack, settle_notes(l);
    switch (second->b) {
    case STACK_CALL: return second->a ? lower_told(l, &b) : lower_push(l, &b, l->u[1].arc);
    case STACK_CALL_INDIRECT: return push_indirect(l, &b, second->a);
    case STACK_RETURN: return second->a ? lower_told(l, &b) : lower_return(l, &b);
    case STACK_JUMP_INDIRECT: return jump_indirect(l, &b, second->a);
    case STACK_JUMP: b.target = known_target; return lower_tail(l, &b);
    default: return lower_told(l, &b);
    }
}

#endif
