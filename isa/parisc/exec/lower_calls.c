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

/* What a branch has to do with, which is over when its delay slot is. */
static struct lower_branch branch_of(const struct lowering *l, host_function *told)
{
    const struct uop *u = l->u;
    bool timed = l->kind == PA_UOP_stack;
    u32 number = (u32)u->imm;
    return (struct lower_branch){
        .pc = number, .back = timed ? number + 8 : number & ~3u, .uops = 1u + l->x, .told = told, .cycles = timed ? u->c | u->d << 8 : u->a,
        .instructions = (timed ? u->a : 0) - u->b, .slots = timed, .target = target_of, .level = level_of,
    };
}

static host_value own_arc(struct lowering *l) { return host_constant(l->e, (u64)(uintptr_t)l->u[1].arc); }

static bool push_indirect(struct lowering *l, const struct lower_branch *b, bool names_space)
{
    if (names_space) {
        host_value space = host_get_part(l->e, STATE_OF(target_space), 4);
        host_branch_compare_constant(l->e, HOST_NE, false, space, SPACE_USER, by_handler(l));
    }
    return lower_push_indirect(l, b);
}

LOWER(call)
{
    struct lower_branch b = branch_of(l, pa_note_call);
    return lower_push(l, &b, own_arc(l));
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
    return lower_told(l, &b);
}

LOWER(jump_indirect)
{
    struct lower_branch b = branch_of(l, pa_note_jump_indirect);
    return l->u->d ? lower_told(l, &b) : lower_jump(l, &b);
}

/* In a timed block, behind the delay slot of any of them. */
LOWER(stack)
{
    const struct uop *second = l->u + 1;
    struct lower_branch b = branch_of(l, pa_note_stack);
    if (l->c->data) b.tell = pa_tell_stack;
    switch (second->b) {
    case STACK_CALL: return second->a ? lower_told(l, &b) : lower_push(l, &b, own_arc(l));
    case STACK_CALL_INDIRECT: return push_indirect(l, &b, second->a);
    case STACK_RETURN: return second->a ? lower_told(l, &b) : lower_return(l, &b);
    case STACK_JUMP_INDIRECT: return second->a ? lower_told(l, &b) : lower_jump(l, &b);
    default: return lower_told(l, &b);
    }
}

#endif
