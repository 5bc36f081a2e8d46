/* The shadow stack in the primitives of host code (its handlers are in exec_branch.c and isa/parisc/timing/exec_timed.c). A call that
 * leads where the last one of its arc did, and a return from the innermost call, are done here: nearly all are. The rest is
 * left to handlers, before anything is done. */
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/lower.h"

#if HOST_EMITTER

#define CALLS_OF(field) ((i32)offsetof(struct call_stack, field))
#define FRAME_OF(field) ((i32)offsetof(struct call_frame, field))
#define ARC_OF(field) ((i32)offsetof(struct arc, field))
#define CONTEXT_OF(field) ((i32)offsetof(struct context, field))

static host_value calls_of(struct lowering *l) { return host_get_part(l->e, STATE_OF(calls), 8); }

/* The pc that the branch leads to. */
static host_value target_of(struct lowering *l)
{
    return host_operate_constant(l->e, HOST_AND, false, host_get_part(l->e, STATE_OF(target), 4), ~3);
}

/* The operation's handler may do it all, and leads on behind. x: its second half is skipped. */
static bool goes_on(struct lowering *l)
{
    l->o->back[l->i + 1 + l->x] = true;
    if (l->x) host_branch(l->e, (host_label)(l->i + 2));
    return true;
}

/* Others are functions of the emulator, for there is more to do than is worth so many copies. */
static bool note(struct lowering *l, host_function *function)
{
    host_call(l->e, function, l->i);
    if (l->x) host_branch(l->e, (host_label)(l->i + 2));
    return true;
}

/* --- the time --------------------------------------------------------------------------------------------------------------- */

/* Of the thread when the delay slot is over, as the handlers have it. */
struct moment {
    host_value cycles, instructions;
};

static host_value less(struct lowering *l, host_value a, host_value b)
{
    host_value r = host_operate(l->e, HOST_SUB, true, a, b);
    host_drop(l->e, a);
    host_drop(l->e, b);
    return r;
}

static host_value plus(struct lowering *l, host_value a, i32 b)
{
    if (!b) return a;
    host_value r = host_operate_constant(l->e, HOST_ADD, true, a, b);
    host_drop(l->e, a);
    return r;
}

/* What has issued so far, but for the block's own instructions. */
static host_value slots_issued(struct lowering *l)
{
    host_value thread = host_get_part(l->e, STATE_OF(thread), 8), slots = host_read(l->e, thread, (i32)offsetof(struct thread, slots), 8);
    host_drop(l->e, thread);
    host_value pending = host_get_part(l->e, STATE_OF(slots), 8), sum = host_operate(l->e, HOST_ADD, true, slots, pending);
    host_drop(l->e, slots), host_drop(l->e, pending);
    return sum;
}

static struct moment moment(struct lowering *l)
{
    const struct uop *u = l->u;
    bool timed = l->kind == PA_UOP_stack;
    struct moment t;
    t.cycles = plus(l, less(l, host_get_part(l->e, STATE_OF(run_end), 8), host_get_part(l->e, STATE_OF(budget), 8)),
                    timed ? u->c | u->d << 8 : u->a);
    host_value issued = t.cycles;
    if (timed) issued = slots_issued(l);
    else host_keep(l->e, issued);
    t.instructions = plus(l, less(l, issued, host_get_part(l->e, STATE_OF(nullified), 8)), (timed ? u->a : 0) - u->b);
    return t;
}

/* What has passed since the time that is at `since` + offset goes to what is at `to` + offset. */
static void charge(struct lowering *l, host_value to, i32 to_offset, host_value since, i32 offset, host_value now)
{
    host_value before = host_read(l->e, since, offset, 8), passed = host_operate(l->e, HOST_SUB, true, now, before);
    host_add_to(l->e, to, to_offset, passed);
    host_drop(l->e, before), host_drop(l->e, passed);
}

/* calls_charge(), `at` being where the thread is. */
static void charge_context(struct lowering *l, host_value s, host_value at, struct moment t)
{
    charge(l, at, CONTEXT_OF(cycles), s, CALLS_OF(cycles), t.cycles);
    charge(l, at, CONTEXT_OF(instructions), s, CALLS_OF(instructions), t.instructions);
    host_write(l->e, s, CALLS_OF(charged), 8, at);
    host_write(l->e, s, CALLS_OF(cycles), 8, t.cycles);
    host_write(l->e, s, CALLS_OF(instructions), 8, t.instructions);
}

/* --- calls and returns ------------------------------------------------------------------------------------------------------- */

/* The frame behind the innermost one of so many. */
static host_value frame_behind(struct lowering *l, host_value s, host_value depth)
{
    enum { THREE = 1, SIXTEEN = 4 };
    _Static_assert(sizeof(struct call_frame) == 3 * 16, "");
    struct host_emission *e = l->e;
    host_value thrice = host_add_scaled(e, true, depth, depth, THREE), distance = host_shift(e, HOST_SHL, true, thrice, SIXTEEN);
    host_drop(e, thrice);
    host_value frame = host_read(e, s, CALLS_OF(frame), 8), r = host_operate(e, HOST_ADD, true, frame, distance);
    host_drop(e, frame), host_drop(e, distance);
    return r;
}

/* The arc led elsewhere last, or from elsewhere: where it leads from `at` stands in the table of contexts_enter(), or its handler asks. */
static void find_context(struct lowering *l, host_value at, host_value arc)
{
    enum { THREE = 1, EIGHT = 3 };
    _Static_assert(sizeof(struct context_edge) == 3 * 8, "");
    struct host_emission *e = l->e;
    host_value parent = host_shift(e, HOST_SHR, true, at, CONTEXT_PARENT_SHIFT), place = host_shift(e, HOST_SHR, true, arc, CONTEXT_ARC_SHIFT);
    host_value mixed = host_operate(e, HOST_XOR, true, parent, place);
    host_drop(e, parent), host_drop(e, place);
    host_value i = host_operate_constant(e, HOST_AND, false, mixed, CONTEXT_AGAIN - 1), thrice = host_add_scaled(e, true, i, i, THREE);
    host_drop(e, mixed), host_drop(e, i);
    host_value table = host_constant(e, (u64)(uintptr_t)contexts_entered(l->c->calls->contexts));
    host_value edge = host_add_scaled(e, true, table, thrice, EIGHT);
    host_drop(e, table), host_drop(e, thrice);
    host_value known = host_read(e, edge, (i32)offsetof(struct context_edge, parent), 8);
    host_branch_compare(e, HOST_NE, true, known, at, by_handler(l));
    host_drop(e, known);
    known = host_read(e, edge, (i32)offsetof(struct context_edge, arc), 8);
    host_branch_compare(e, HOST_NE, true, known, arc, by_handler(l));
    host_drop(e, known);
    host_value child = host_read(e, edge, (i32)offsetof(struct context_edge, child), 8);
    host_write(e, arc, ARC_OF(caller), 8, at);
    host_write(e, arc, ARC_OF(callee), 8, child);
    host_drop(e, child), host_drop(e, edge);
}

/* calls_push(), where the arc led last from where the thread is. */
static bool push(struct lowering *l, host_value arc, u32 back)
{
    struct host_emission *e = l->e;
    host_value s = calls_of(l), at = host_read(e, s, CALLS_OF(at), 8), caller = host_read(e, arc, ARC_OF(caller), 8);
    host_branch_compare(e, HOST_EQ, true, caller, at, (host_label)(WITHIN + l->i));
    host_drop(e, caller);
    find_context(l, at, arc);
    host_bind(e, (host_label)(WITHIN + l->i), true);
    host_value depth = host_read(e, s, CALLS_OF(depth), 8), room = host_read(e, s, CALLS_OF(room), 8);
    host_branch_compare(e, HOST_EQ, true, depth, room, by_handler(l));
    host_drop(e, room);
    host_branch_unless_byte(e, s, (i32)((u8 *)calls_place(l->c->calls, back) - (u8 *)l->c->calls), true, by_handler(l));
    host_value f = frame_behind(l, s, depth), callee = host_read(e, arc, ARC_OF(callee), 8);
    host_write(e, s, CALLS_OF(depth), 8, plus(l, depth, 1));
    host_write(e, s, CALLS_OF(at), 8, callee);
    host_increment(e, callee, CONTEXT_OF(calls));
    host_write(e, f, FRAME_OF(arc), 8, arc);
    host_write(e, f, FRAME_OF(caller), 8, at);
    host_next(e);
    host_keep(e, s), host_keep(e, at), host_keep(e, f);
    host_write(e, f, FRAME_OF(back), 8, host_constant(e, back));
    host_write(e, f, FRAME_OF(level), 8, host_low(e, gr(l, 30)));
    host_next(e);
    host_keep(e, s), host_keep(e, at), host_keep(e, f);
    struct moment t = moment(l);
    host_write(e, f, FRAME_OF(cycles), 8, t.cycles);
    host_write(e, f, FRAME_OF(instructions), 8, t.instructions);
    charge_context(l, s, at, t);
    return goes_on(l);
}

/* calls_pop(), if the innermost call awaits a return to there. */
static bool pop(struct lowering *l)
{
    enum { LAST = -(i32)sizeof(struct call_frame) };
    struct host_emission *e = l->e;
    host_value to = target_of(l), s = calls_of(l), depth = host_read(e, s, CALLS_OF(depth), 8);
    host_branch_compare_constant(e, HOST_EQ, true, depth, 0, by_handler(l));
    host_value f = frame_behind(l, s, depth);
    host_branch_compare(e, HOST_NE, true, host_read(e, f, LAST + FRAME_OF(back), 8), to, by_handler(l));
    host_write(e, s, CALLS_OF(depth), 8, plus(l, depth, -1));
    host_next(e);
    host_keep(e, s), host_keep(e, f);
    struct moment t = moment(l);
    host_value arc = host_read(e, f, LAST + FRAME_OF(arc), 8);
    charge(l, arc, ARC_OF(cycles), f, LAST + FRAME_OF(cycles), t.cycles);
    charge(l, arc, ARC_OF(instructions), f, LAST + FRAME_OF(instructions), t.instructions);
    host_drop(e, arc);
    host_value at = host_read(e, s, CALLS_OF(at), 8);
    charge_context(l, s, at, t);
    host_write(e, s, CALLS_OF(at), 8, host_read(e, f, LAST + FRAME_OF(caller), 8));
    return goes_on(l);
}

/* To where it led last, if that is known. */
static bool push_indirect(struct lowering *l, bool names_space, u32 back)
{
    struct host_emission *e = l->e;
    host_value arc = host_read(e, HOST_BLOCK, in_block(l, &l->u[1].arc), 8);
    if (names_space)
        host_branch_compare_constant(e, HOST_NE, false, host_get_part(e, STATE_OF(target_space), 4), SPACE_USER, by_handler(l));
    host_branch_compare_constant(e, HOST_EQ, true, arc, 0, by_handler(l));
    host_branch_compare(e, HOST_NE, true, host_read(e, arc, ARC_OF(to), 8), target_of(l), by_handler(l));
    host_next(e);
    host_keep(e, arc);
    return push(l, arc, back);
}

static u32 awaited(const struct lowering *l) { return (u32)l->u->imm & ~3u; }

LOWER(call) { return push(l, host_constant(l->e, (u64)(uintptr_t)l->u[1].arc), awaited(l)); }
LOWER(call_indirect) { return push_indirect(l, l->u->d, awaited(l)); }

/* --- other branches ---------------------------------------------------------------------------------------------------------- */

/* The branch at pc has gone from place to place in a function before. */
static bool is_switch(const struct lowering *l, u32 pc)
{
    const struct call_stack *s = l->c->calls;
    for (unsigned i = 0; s && i < CALLS_WITHIN; i++)
        if (pc && s->within[i].from == pc) return true;
    return false;
}

/* Such a branch mostly goes on as it did, which is quickly told (calls_stay()): nothing is to be done. */
static bool note_unless_within(struct lowering *l, host_function *function)
{
    struct host_emission *e = l->e;
    u32 pc = (u32)l->u->imm;
    enum { ENTRY = 4 }; /* the logarithm of the size of one */
    _Static_assert(sizeof ((struct call_stack *)0)->within[0] == 1 << ENTRY, "");
    host_value to = target_of(l);
    host_value hash = host_operate_constant(e, HOST_XOR, false, host_shift(e, HOST_SHR, false, to, 3), (i32)(pc >> 2 & (CALLS_WITHIN - 1)));
    hash = host_shift(e, HOST_SHL, false, host_operate_constant(e, HOST_AND, false, hash, CALLS_WITHIN - 1), ENTRY);
    host_value entry = host_operate(e, HOST_ADD, true, calls_of(l), hash);
    host_branch_unless_equal(e, entry, CALLS_OF(within[0].from), pc, (host_label)(WITHIN + l->i));
    host_branch_compare(e, HOST_NE, true, host_read(e, entry, CALLS_OF(within[0].to), 8), to, (host_label)(WITHIN + l->i));
    host_branch(e, (host_label)(l->i + 1 + l->x));
    host_bind(e, (host_label)(WITHIN + l->i), false);
    return note(l, function);
}

static bool returns(struct lowering *l, host_function *function)
{
    return is_switch(l, (u32)l->u->imm) ? note_unless_within(l, function) : pop(l);
}

static bool jumps(struct lowering *l, host_function *function)
{
    return is_switch(l, (u32)l->u->imm) ? note_unless_within(l, function) : note(l, function);
}

LOWER(return) { return returns(l, pa_note_return); }
LOWER(jump) { return note(l, pa_note_jump); }
LOWER(jump_indirect) { return l->u->d ? note(l, pa_note_jump_indirect) : jumps(l, pa_note_jump_indirect); }

/* In a timed block, behind the delay slot of any of them. */
LOWER(stack)
{
    const struct uop *second = l->u + 1;
    u32 back = (u32)l->u->imm + 8;
    if (l->c->data) return note(l, pa_note_stack); /* which tells of it, too (emu/core/data.h) */
    switch (second->b) {
    case STACK_CALL: return second->a ? note(l, pa_note_stack) : push(l, host_constant(l->e, (u64)(uintptr_t)second->arc), back);
    case STACK_CALL_INDIRECT: return push_indirect(l, second->a, back);
    case STACK_RETURN: return second->a ? note(l, pa_note_stack) : returns(l, pa_note_stack);
    case STACK_JUMP_INDIRECT: return second->a ? note(l, pa_note_stack) : jumps(l, pa_note_stack);
    default: return note(l, pa_note_stack);
    }
}

#endif
