#include "emu/host/lower_calls.h"

#include "emu/core/data.h"

#if HOST_EMITTER

#define CALLS_OF(field) ((i32)offsetof(struct call_stack, field))
#define FRAME_OF(field) ((i32)offsetof(struct call_frame, field))
#define ARC_OF(field) ((i32)offsetof(struct arc, field))
#define CONTEXT_OF(field) ((i32)offsetof(struct context, field))
#define EDGE_OF(field) ((i32)offsetof(struct context_edge, field))
#define TOLD_OF(l, field) (ENGINE_OF(l, told) + (unsigned)offsetof(struct data_told, field))

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

/* The same, less than nothing. */
static struct moment moment_before(struct lowering *l, const struct lower_branch *b)
{
    struct moment t;
    host_value end = host_get_part(l->e, ENGINE_OF(l, run_end), 8), budget = host_get_part(l->e, ENGINE_OF(l, budget), 8);
    t.cycles = plus(l, less(l, budget, end), -(i32)b->cycles);
    host_value nullified = host_get_part(l->e, ENGINE_OF(l, nullified), 8);
    host_value sum = b->slots ? less(l, nullified, slots_issued(l)) : host_operate(l->e, HOST_ADD, true, t.cycles, nullified);
    t.instructions = plus(l, sum, -b->instructions);
    return t;
}

static host_value negative(struct lowering *l, host_value x)
{
    host_value zero = host_constant(l->e, 0), r = host_operate(l->e, HOST_SUB, true, zero, x);
    host_drop(l->e, zero);
    return r;
}

/* That way ends, or (at a time less than nothing) begins. */
static void charge(struct lowering *l, host_value way, struct moment t)
{
    host_add_to(l->e, way, EDGE_OF(cycles), t.cycles);
    host_add_to(l->e, way, EDGE_OF(instructions), t.instructions);
}

/* calls_note(). */
static void note(struct lowering *l, host_value s, struct moment t, host_value before)
{
    host_write(l->e, s, CALLS_OF(cycles), 8, t.cycles);
    host_write(l->e, s, CALLS_OF(instructions), 8, t.instructions);
    host_write(l->e, s, CALLS_OF(before), 8, before);
}

/* --- the collector of --data ----------------------------------------------------------------------------------------------------- */

/* What came_by_call() (emu/data/hook.c) does of a call or return that is done, where that is all there is to tell (mawk's emulating thread has
 * 0.9 of the time with it). Else its handler tells. */
static host_label by_telling(struct lowering *l, const struct lower_branch *b)
{
    return by_slow_path(l, b->tells, b->uops);
}

/* The number of the function that the context is of, which must have one, and be no allocator. known: that function; 0: it is not known
 * beforehand. */
static host_value number_at(struct lowering *l, host_value at, u64 known, host_label otherwise)
{
    struct host_emission *e = l->e;
    host_value numbered = host_get_part(e, TOLD_OF(l, numbered), 8);
    if (known) {
        host_branch_unless_holds(e, at, CONTEXT_OF(to), 8, host_constant(e, known), otherwise);
        host_branch_unless_holds(e, numbered, 8 * (i32)data_number(known), 8, host_constant(e, known + DATA_NUMBERED), otherwise);
        host_drop(e, numbered);
        return host_constant(e, data_number(known));
    }
    host_value to = host_read(e, at, CONTEXT_OF(to), 8), low = host_shift(e, HOST_SHR, true, to, DATA_NUMBER_LOW);
    host_value high = host_shift(e, HOST_SHR, true, to, DATA_NUMBER_HIGH), mixed = host_operate(e, HOST_XOR, true, low, high);
    host_drop(e, low), host_drop(e, high);
    host_value number = host_operate_constant(e, HOST_AND, false, mixed, DATA_FUNCTIONS - 1);
    host_drop(e, mixed);
    host_value has = host_read_indexed(e, numbered, number, 0, 8), needed = host_operate_constant(e, HOST_ADD, true, to, DATA_NUMBERED);
    host_branch_compare(e, HOST_NE, true, has, needed, otherwise);
    host_drop(e, numbered), host_drop(e, to), host_drop(e, has), host_drop(e, needed);
    return number;
}

/* The stack pointer, if it lies in the stack. */
static host_value stack_pointer(struct lowering *l, const struct lower_branch *b, host_label otherwise)
{
    struct host_emission *e = l->e;
    host_value sp = b->level(l), low = host_get_part(e, TOLD_OF(l, stack), 8), size = host_get_part(e, TOLD_OF(l, stack_size), 8);
    host_value from_low = less(l, sp, low);
    host_branch_compare(e, HOST_GEU, true, from_low, size, otherwise);
    host_drop(e, from_low), host_drop(e, size);
    return b->level(l);
}

/* Notes that the thread has come by a call, on that way; to: of the function called, 0: it is not known beforehand. */
static void tell_push(struct lowering *l, const struct lower_branch *b, host_value way, u64 to)
{
    struct host_emission *e = l->e;
    host_label otherwise = by_telling(l, b);
    host_next(e);
    host_keep(e, way);
    host_value at = host_read(e, way, EDGE_OF(child), 8);
    host_drop(e, way);
    host_value number = number_at(l, at, to, otherwise), sp = stack_pointer(l, b, otherwise);
    unless_room(l, 3, otherwise);
    host_value function = host_operate_constant(e, HOST_OR, false, number, (i32)data_noted_function(0, b->back));
    host_drop(e, number);
    host_value noted = host_get_part(e, ENGINE_OF(l, next_note), 8);
    host_write(e, noted, 0, 4, function);
    host_drop(e, function);
    host_write_constant(e, noted, 4, DATA_NOTE_CALLED);
    host_value scratch = host_get_part(e, TOLD_OF(l, scratch), 8);
    host_write(e, noted, 8, 8, host_operate(e, HOST_ADD, true, sp, scratch));
    host_put_part(e, ENGINE_OF(l, next_note), 8, host_operate_constant(e, HOST_ADD, true, noted, 16));
    host_add_to_state(e, TOLD_OF(l, depth), 1);
    host_put_part(e, TOLD_OF(l, at), 8, at);
}

/* Notes that it has returned from the call of frame f. */
static void tell_pop(struct lowering *l, const struct lower_branch *b, host_value f)
{
    enum { BEFORE = -(i32)sizeof(struct call_frame) };
    struct host_emission *e = l->e;
    host_label otherwise = by_telling(l, b);
    host_next(e);
    host_keep(e, f);
    host_value edge = host_read(e, f, FRAME_OF(edge) + BEFORE, 8), at = host_read(e, edge, EDGE_OF(child), 8);
    host_drop(e, edge);
    host_value number = number_at(l, at, 0, otherwise);
    host_drop(e, stack_pointer(l, b, otherwise));
    unless_room(l, 1, otherwise);
    host_value back = host_read(e, f, FRAME_OF(back) + BEFORE, 8), low = host_shift(e, HOST_SHR, true, back, DATA_BACK_LOW);
    host_value high = host_shift(e, HOST_SHR, true, back, DATA_BACK_HIGH), mixed = host_operate(e, HOST_XOR, true, low, high);
    host_drop(e, f), host_drop(e, back), host_drop(e, low), host_drop(e, high);
    host_value above = host_shift(e, HOST_SHL, false, mixed, DATA_NUMBER_BITS), function = host_operate(e, HOST_OR, false, number, above);
    host_drop(e, mixed), host_drop(e, above), host_drop(e, number);
    host_value noted = host_get_part(e, ENGINE_OF(l, next_note), 8);
    host_write(e, noted, 0, 4, function);
    host_write_constant(e, noted, 4, DATA_NOTE_RETURNED);
    host_put_part(e, ENGINE_OF(l, next_note), 8, host_operate_constant(e, HOST_ADD, true, noted, 8));
    host_add_to_state(e, TOLD_OF(l, depth), -1);
    host_put_part(e, TOLD_OF(l, at), 8, at);
}

/* --- calls and returns ------------------------------------------------------------------------------------------------------- */

/* Where the way from a context stands that was taken last of those whose arcs have this place: by its distance from called[0], or (NULL) at the
 * constant one. */
struct called {
    host_value at, arc;
    const host_value *distance;
    i32 offset;
};

static host_value way_at(struct lowering *l, const struct called *c)
{
    host_value at = c->distance ? host_operate(l->e, HOST_ADD, true, c->at, *c->distance) : c->at;
    host_value way = host_read(l->e, at, CONTEXT_OF(called) + c->offset, 8);
    if (c->distance) host_drop(l->e, at);
    return way;
}

/* The way of that arc is another one. It may stand in the table of contexts_enter(), or its handler asks. */
static void find_way(struct lowering *l, const struct called *c)
{
    struct host_emission *e = l->e;
    host_value parent = host_shift(e, HOST_SHR, true, c->at, CONTEXT_PARENT_SHIFT), place = host_shift(e, HOST_SHR, true, c->arc, CONTEXT_ARC_SHIFT);
    host_value mixed = host_operate(e, HOST_XOR, true, parent, place);
    host_drop(e, parent), host_drop(e, place);
    host_value i = host_operate_constant(e, HOST_AND, false, mixed, CONTEXT_AGAIN - 1);
    host_drop(e, mixed);
    host_value table = host_constant(e, (u64)(uintptr_t)contexts_table(l->engine->calls->contexts));
    host_value way = host_read_indexed(e, table, i, 0, 8);
    host_drop(e, table), host_drop(e, i);
    host_branch_unless_holds(e, way, EDGE_OF(parent), 8, c->at, by_handler(l));
    host_branch_unless_holds(e, way, EDGE_OF(arc), 8, c->arc, by_handler(l));
    if (c->distance) host_write_at(e, c->at, *c->distance, 0, CONTEXT_OF(called), way);
    else host_write(e, c->at, CONTEXT_OF(called) + c->offset, 8, way);
    host_drop(e, way);
}

/* The call of arc c->arc; to: of the function called, 0: it is not known beforehand. */
static bool push(struct lowering *l, const struct lower_branch *b, host_value s, host_value f, const struct called *c, u64 to)
{
    struct host_emission *e = l->e;
    struct call_stack *calls = l->engine->calls;
    host_value way = way_at(l, c), arc = host_read(e, way, EDGE_OF(arc), 8);
    host_branch_compare(e, HOST_EQ, true, arc, c->arc, within(l));
    host_drop(e, way), host_drop(e, arc);
    find_way(l, c);
    host_bind(e, within(l), true);
    way = way_at(l, c);
    host_next(e);
    host_keep(e, s), host_keep(e, f), host_keep(e, way);
    host_value new = host_address(e, f, sizeof(struct call_frame)), last = host_read(e, s, CALLS_OF(last), 8);
    host_branch_compare(e, HOST_GEU, true, new, last, by_handler(l));
    host_drop(e, last);
    const bool *place = calls_place(calls, b->back);
    if (!*place) host_branch_unless_byte(e, host_constant(e, (u64)(uintptr_t)place), 0, true, by_handler(l));
    host_write(e, s, CALLS_OF(top), 8, new);
    host_write(e, new, FRAME_OF(edge), 8, way);
    host_increment(e, way, EDGE_OF(calls));
    host_next(e);
    host_keep(e, s), host_keep(e, f), host_keep(e, way), host_keep(e, new);
    host_write(e, new, FRAME_OF(back), 8, host_constant(e, b->back));
    host_write(e, new, FRAME_OF(level), 8, b->level(l));
    host_next(e);
    host_keep(e, s), host_keep(e, f), host_keep(e, way);
    struct moment t = moment_before(l, b);
    charge(l, way, t);
    if (b->slot_faults) note(l, s, (struct moment){negative(l, t.cycles), negative(l, t.instructions)}, f);
    if (b->tells) tell_push(l, b, way, to);
    return goes_on(l, b);
}

/* Where the thread is, and the innermost frame. */
static host_value where(struct lowering *l, host_value s, host_value *f)
{
    *f = host_read(l->e, s, CALLS_OF(top), 8);
    host_value edge = host_read(l->e, *f, FRAME_OF(edge), 8), at = host_read(l->e, edge, EDGE_OF(child), 8);
    host_drop(l->e, edge);
    return at;
}

bool lower_push(struct lowering *l, const struct lower_branch *b, const struct arc *arc)
{
    host_value s = calls_of(l), f, at = where(l, s, &f);
    struct called c = {.at = at, .arc = host_constant(l->e, (u64)(uintptr_t)arc), .offset = (i32)(arc->place * sizeof(struct context_edge *))};
    return push(l, b, s, f, &c, arc->to);
}

/* calls_pop(), if the innermost call awaits a return to there. */
static bool pop(struct lowering *l, const struct lower_branch *b)
{
    struct host_emission *e = l->e;
    host_value to = b->target(l), s = calls_of(l), f = host_read(e, s, CALLS_OF(top), 8);
    host_branch_unless_holds(e, f, FRAME_OF(back), 8, to, by_handler(l));
    host_write(e, s, CALLS_OF(top), 8, host_address(e, f, -(i32)sizeof(struct call_frame)));
    host_value way = host_read(e, f, FRAME_OF(edge), 8);
    host_next(e);
    host_keep(e, s), host_keep(e, f), host_keep(e, way);
    struct moment t = moment(l, b);
    charge(l, way, t);
    if (b->slot_faults) note(l, s, t, f);
    if (b->tells) tell_pop(l, b, f);
    return goes_on(l, b);
}

bool lower_push_indirect(struct lowering *l, const struct lower_branch *b)
{
    enum { EIGHT = 3 };
    struct host_emission *e = l->e;
    host_value arc = host_read(e, HOST_BLOCK, in_block(l, &l->u[1].arc), 8);
    host_branch_compare_constant(e, HOST_EQ, true, arc, 0, by_handler(l));
    host_branch_compare(e, HOST_NE, true, host_read(e, arc, ARC_OF(to), 8), b->target(l), by_handler(l));
    host_next(e);
    host_keep(e, arc);
    host_value s = calls_of(l), f, at = where(l, s, &f), place = host_read(e, arc, ARC_OF(place), 4);
    host_value distance = host_shift(e, HOST_SHL, false, place, EIGHT);
    host_drop(e, place);
    return push(l, b, s, f, &(struct called){.at = at, .arc = arc, .distance = &distance}, 0);
}

/* --- other branches ---------------------------------------------------------------------------------------------------------- */

/* It has gone from place to place in a function before. */
static bool is_switch(const struct lowering *l, u64 pc)
{
    const struct call_stack *s = l->engine->calls;
    for (unsigned i = 0; s && i < CALLS_WITHIN; i++)
        if (pc && s->branches->within[i].from == pc) return true;
    return false;
}

/* Such a branch mostly goes on as it did, which is quickly told (calls_stay()): nothing is to be done. */
static bool told_unless_within(struct lowering *l, const struct lower_branch *b)
{
    struct host_emission *e = l->e;
    enum { ENTRY = 4 /* the logarithm of the size of one */, FIRST = offsetof(struct call_branches, within) };
    const struct call_branches *branches = l->engine->calls->branches;
    _Static_assert(sizeof branches->within[0] == 1 << ENTRY, "");
    host_value to = b->target(l), pc = host_constant(e, b->pc);
    host_value hash = host_operate_constant(e, HOST_XOR, false, host_shift(e, HOST_SHR, false, to, 3), (i32)(b->pc >> 2 & (CALLS_WITHIN - 1)));
    hash = host_shift(e, HOST_SHL, false, host_operate_constant(e, HOST_AND, false, hash, CALLS_WITHIN - 1), ENTRY);
    host_value entry = host_operate(e, HOST_ADD, true, host_constant(e, (u64)(uintptr_t)branches->within), hash);
    host_branch_unless_holds(e, entry, (i32)offsetof(struct call_branches, within[0].from) - FIRST, 8, pc, within(l));
    host_branch_unless_holds(e, entry, (i32)offsetof(struct call_branches, within[0].to) - FIRST, 8, to, within(l));
    host_branch(e, (host_label)(l->i + b->uops));
    host_bind(e, within(l), false);
    return lower_told(l, b);
}

bool lower_tail(struct lowering *l, const struct lower_branch *b)
{
    struct host_emission *e = l->e;
    host_value s = calls_of(l), f = host_read(e, s, CALLS_OF(top), 8), way = host_read(e, f, FRAME_OF(edge), 8);
    host_branch_unless_holds(e, way, EDGE_OF(tail_from), 8, host_constant(e, b->pc), within(l));
    host_value new = host_read(e, way, EDGE_OF(tail), 8);
    host_branch_unless_holds(e, new, (i32)offsetof(struct tail_edge, to), 8, b->target(l), within(l));
    host_next(e);
    host_keep(e, s), host_keep(e, f), host_keep(e, way), host_keep(e, new);
    host_write(e, f, FRAME_OF(edge), 8, new);
    host_write(e, s, CALLS_OF(left), 8, way);
    host_increment(e, new, EDGE_OF(calls));
    host_drop(e, f);
    struct moment t = moment(l, b);
    charge(l, way, t);
    host_drop(e, way);
    note(l, s, t, host_constant(e, 0));
    charge(l, new, (struct moment){negative(l, t.cycles), negative(l, t.instructions)});
    if (b->tell) call(l, b->tell);
    host_branch(e, (host_label)(l->i + b->uops));
    host_bind(e, within(l), false);
    return lower_told(l, b);
}

bool lower_return(struct lowering *l, const struct lower_branch *b) { return is_switch(l, b->pc) ? told_unless_within(l, b) : pop(l, b); }
bool lower_jump(struct lowering *l, const struct lower_branch *b) { return is_switch(l, b->pc) ? told_unless_within(l, b) : lower_tail(l, b); }

#endif
