#include "emu/host/lower_calls.h"

#if HOST_EMITTER

#define CALLS_OF(field) ((i32)offsetof(struct call_stack, field))
#define FRAME_OF(field) ((i32)offsetof(struct call_frame, field))
#define ARC_OF(field) ((i32)offsetof(struct arc, field))
#define CONTEXT_OF(field) ((i32)offsetof(struct context, field))

static host_value calls_of(struct lowering *l) { return host_get_part(l->e, ENGINE_OF(l, calls), 8); }

/* The collector of --data has been told, maybe. */
static void call(struct lowering *l, host_function *function)
{
    host_call(l->e, function, l->i);
    host_changed(l->e, ENGINE_OF(l, next_note));
}

/* The operation's handler may do it all, and leads on behind. */
static bool goes_on(struct lowering *l, const struct lower_branch *b)
{
    if (b->tell) call(l, b->tell);
    return l->falls = l->o->back[l->i + b->uops] = true;
}

bool lower_told(struct lowering *l, const struct lower_branch *b)
{
    call(l, b->told);
    return l->falls = true;
}

/* --- the time --------------------------------------------------------------------------------------------------------------- */

/* Of the thread when the branch is over, as the handlers have it. */
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
    host_value thread = host_get_part(l->e, ENGINE_OF(l, thread), 8), slots = host_read(l->e, thread, (i32)offsetof(struct thread, slots), 8);
    host_drop(l->e, thread);
    host_value pending = host_get_part(l->e, ENGINE_OF(l, slots), 8), sum = host_operate(l->e, HOST_ADD, true, slots, pending);
    host_drop(l->e, slots), host_drop(l->e, pending);
    return sum;
}

static struct moment moment(struct lowering *l, const struct lower_branch *b)
{
    struct moment t;
    host_value end = host_get_part(l->e, ENGINE_OF(l, run_end), 8), budget = host_get_part(l->e, ENGINE_OF(l, budget), 8);
    t.cycles = plus(l, less(l, end, budget), (i32)b->cycles);
    host_value issued = t.cycles;
    if (b->slots) issued = slots_issued(l);
    else host_keep(l->e, issued);
    t.instructions = plus(l, less(l, issued, host_get_part(l->e, ENGINE_OF(l, nullified), 8)), b->instructions);
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

/* From `at` the arc leads to that child. */
static void lead(struct lowering *l, host_value at, host_value arc, host_value child)
{
    host_write(l->e, arc, ARC_OF(caller), 8, at);
    host_write(l->e, arc, ARC_OF(callee), 8, child);
    host_drop(l->e, child);
}

/* The arc led from elsewhere last. Where it leads from `at` is known if it was the last call from there, too (of PA-RISC's Lua sorting, nine
 * in ten of those that went to the handler: 1.07 times faster with --profile), or stands in the table of contexts_enter(), or its handler asks. */
static void find_context(struct lowering *l, host_value at, host_value arc)
{
    enum { THREE = 1, EIGHT = 3 };
    _Static_assert(sizeof(struct context_edge) == 3 * 8, "");
    struct host_emission *e = l->e;
    host_label again = (host_label)(WITHIN + l->i + 1); /* the operation takes two uops */
    host_branch_unless_holds(e, at, CONTEXT_OF(arc), 8, arc, again);
    lead(l, at, arc, host_read(e, at, CONTEXT_OF(callee), 8));
    host_branch(e, (host_label)(WITHIN + l->i));
    host_bind(e, again, false);
    host_value parent = host_shift(e, HOST_SHR, true, at, CONTEXT_PARENT_SHIFT), place = host_shift(e, HOST_SHR, true, arc, CONTEXT_ARC_SHIFT);
    host_value mixed = host_operate(e, HOST_XOR, true, parent, place);
    host_drop(e, parent), host_drop(e, place);
    host_value i = host_operate_constant(e, HOST_AND, false, mixed, CONTEXT_AGAIN - 1), thrice = host_add_scaled(e, true, i, i, THREE);
    host_drop(e, mixed), host_drop(e, i);
    host_value table = host_constant(e, (u64)(uintptr_t)contexts_entered(l->engine->calls->contexts));
    host_value edge = host_add_scaled(e, true, table, thrice, EIGHT);
    host_drop(e, table), host_drop(e, thrice);
    host_value known = host_read(e, edge, (i32)offsetof(struct context_edge, parent), 8);
    host_branch_compare(e, HOST_NE, true, known, at, by_handler(l));
    host_drop(e, known);
    known = host_read(e, edge, (i32)offsetof(struct context_edge, arc), 8);
    host_branch_compare(e, HOST_NE, true, known, arc, by_handler(l));
    host_drop(e, known);
    lead(l, at, arc, host_read(e, edge, (i32)offsetof(struct context_edge, child), 8));
    host_drop(e, edge);
}

bool lower_push(struct lowering *l, const struct lower_branch *b, host_value arc)
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
    struct call_stack *calls = l->engine->calls;
    host_branch_unless_byte(e, s, (i32)((u8 *)calls_place(calls, b->back) - (u8 *)calls), true, by_handler(l));
    host_value f = frame_behind(l, s, depth), callee = host_read(e, arc, ARC_OF(callee), 8);
    host_write(e, s, CALLS_OF(depth), 8, plus(l, depth, 1));
    host_write(e, s, CALLS_OF(at), 8, callee);
    host_increment(e, callee, CONTEXT_OF(calls));
    host_write(e, f, FRAME_OF(arc), 8, arc);
    host_write(e, f, FRAME_OF(caller), 8, at);
    host_next(e);
    host_keep(e, s), host_keep(e, at), host_keep(e, f);
    host_write(e, f, FRAME_OF(back), 8, host_constant(e, b->back));
    host_write(e, f, FRAME_OF(level), 8, b->level(l));
    host_next(e);
    host_keep(e, s), host_keep(e, at), host_keep(e, f);
    struct moment t = moment(l, b);
    host_write(e, f, FRAME_OF(cycles), 8, t.cycles);
    host_write(e, f, FRAME_OF(instructions), 8, t.instructions);
    charge_context(l, s, at, t);
    return goes_on(l, b);
}

bool lower_pop(struct lowering *l, const struct lower_branch *b)
{
    enum { LAST = -(i32)sizeof(struct call_frame) };
    struct host_emission *e = l->e;
    host_value to = b->target(l), s = calls_of(l), depth = host_read(e, s, CALLS_OF(depth), 8);
    host_branch_compare_constant(e, HOST_EQ, true, depth, 0, by_handler(l));
    host_value f = frame_behind(l, s, depth);
    host_branch_compare(e, HOST_NE, true, host_read(e, f, LAST + FRAME_OF(back), 8), to, by_handler(l));
    host_write(e, s, CALLS_OF(depth), 8, plus(l, depth, -1));
    host_next(e);
    host_keep(e, s), host_keep(e, f);
    struct moment t = moment(l, b);
    host_value arc = host_read(e, f, LAST + FRAME_OF(arc), 8);
    charge(l, arc, ARC_OF(cycles), f, LAST + FRAME_OF(cycles), t.cycles);
    charge(l, arc, ARC_OF(instructions), f, LAST + FRAME_OF(instructions), t.instructions);
    host_drop(e, arc);
    host_value at = host_read(e, s, CALLS_OF(at), 8);
    charge_context(l, s, at, t);
    host_write(e, s, CALLS_OF(at), 8, host_read(e, f, LAST + FRAME_OF(caller), 8));
    return goes_on(l, b);
}

bool lower_push_indirect(struct lowering *l, const struct lower_branch *b)
{
    struct host_emission *e = l->e;
    host_value arc = host_read(e, HOST_BLOCK, in_block(l, &l->u[1].arc), 8);
    host_branch_compare_constant(e, HOST_EQ, true, arc, 0, by_handler(l));
    host_branch_compare(e, HOST_NE, true, host_read(e, arc, ARC_OF(to), 8), b->target(l), by_handler(l));
    host_next(e);
    host_keep(e, arc);
    return lower_push(l, b, arc);
}

/* --- other branches ---------------------------------------------------------------------------------------------------------- */

/* It has gone from place to place in a function before. */
static bool is_switch(const struct lowering *l, u64 pc)
{
    const struct call_stack *s = l->engine->calls;
    for (unsigned i = 0; s && i < CALLS_WITHIN; i++)
        if (pc && s->within[i].from == pc) return true;
    return false;
}

/* Such a branch mostly goes on as it did, which is quickly told (calls_stay()): nothing is to be done. */
static bool told_unless_within(struct lowering *l, const struct lower_branch *b)
{
    struct host_emission *e = l->e;
    enum { ENTRY = 4 }; /* the logarithm of the size of one */
    _Static_assert(sizeof ((struct call_stack *)0)->within[0] == 1 << ENTRY, "");
    host_value to = b->target(l), pc = host_constant(e, b->pc);
    host_value hash = host_operate_constant(e, HOST_XOR, false, host_shift(e, HOST_SHR, false, to, 3), (i32)(b->pc >> 2 & (CALLS_WITHIN - 1)));
    hash = host_shift(e, HOST_SHL, false, host_operate_constant(e, HOST_AND, false, hash, CALLS_WITHIN - 1), ENTRY);
    host_value entry = host_operate(e, HOST_ADD, true, calls_of(l), hash);
    host_branch_unless_holds(e, entry, CALLS_OF(within[0].from), 8, pc, (host_label)(WITHIN + l->i));
    host_branch_compare(e, HOST_NE, true, host_read(e, entry, CALLS_OF(within[0].to), 8), to, (host_label)(WITHIN + l->i));
    host_branch(e, (host_label)(l->i + b->uops));
    host_bind(e, (host_label)(WITHIN + l->i), false);
    return lower_told(l, b);
}

bool lower_return(struct lowering *l, const struct lower_branch *b) { return is_switch(l, b->pc) ? told_unless_within(l, b) : lower_pop(l, b); }
bool lower_jump(struct lowering *l, const struct lower_branch *b) { return is_switch(l, b->pc) ? told_unless_within(l, b) : lower_told(l, b); }

#endif
