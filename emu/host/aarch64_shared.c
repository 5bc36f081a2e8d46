/* Stubs on aarch64, which the blocks of a region of the area share: calls of the emulator's functions, and stubs of an instruction set.
 * They are entered with the way back in x17. */
#include "emu/host/aarch64.h"

#ifdef __aarch64__

#include "emu/host/registers.h"

enum { FOR_FUNCTION = 24, FOR_CALL = 160, KEY_CALL = 1 /* beside addresses of functions */ };

/* The function's address is in x16; what is passed is in w3 (SLOW_PATH_SHIFT). */
static void make_call(struct host_emission *e, u64 none)
{
    enum { WORDS = 18 };
    static const u8 saved[WORDS] = {STATE, BASE, MEMORY, WAY_BACK, RETURN, ZERO, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    (void)none;
    take_stack(e, WORDS);
    for (unsigned i = 0; i < WORDS; i += 2) pair(e, false, saved[i], saved[i + 1], i);
    bits_of(e, false, true, WAY_BACK, SPARE, 0, SLOW_PATH_SHIFT);
    three(e, true, OP_ADD, BASE, BASE, WAY_BACK);
    shift(e, HOST_SHR, false, MEMORY, SPARE, SLOW_PATH_SHIFT);
    call_to(e, MOMENT);
    u8 *branch = e->out;
    word(e, 0xb5000000 | STATE); /* cbnz, to where it goes on elsewhere */
    for (unsigned i = 0; i < WORDS; i += 2) pair(e, true, saved[i], saved[i + 1], i);
    free_stack(e, WORDS);
    branch_to(e, WAY_BACK);
    store_le32(branch, load_le32(branch) | (u32)((e->out - branch) >> 2) << 5);
    move(e, true, MOMENT, STATE);
    pair(e, true, STATE, BASE, 0);
    pair(e, true, MEMORY, WAY_BACK, 2);
    pair(e, true, RETURN, ZERO, 4);
    free_stack(e, WORDS);
    move(e, true, BASE, MOMENT);
    at_distance(e, LOAD, 8, MOMENT, BASE, offsetof(struct uop, fn));
    branch_to(e, MOMENT);
}

static void make_function(struct host_emission *e, u64 function)
{
    number(e, MOMENT, function);
    branch_to_written(e, emission_share(e, KEY_CALL, FOR_CALL, make_call, 0));
}

/* The way back is to behind it. */
void emitter_call(struct host_emission *e, const u8 *written)
{
    word(e, 0x10000000 | 2 << 5 | WAY_BACK); /* adr x17, 8 further */
    branch_to_written(e, written);
}

void host_call_slow_path(struct host_emission *e, host_slow_path *function, unsigned i, unsigned deferred)
{
    u64 to = (u64)(uintptr_t)function;
    host_pass(e, (u32)(i * sizeof(struct uop)) | deferred << SLOW_PATH_SHIFT);
    emitter_call(e, emission_share(e, to, FOR_FUNCTION, make_function, to));
}

void host_hand_over(struct host_emission *e, unsigned i, int last, unsigned deferred, uop_fn *handler)
{
    host_add_deferred(e, deferred);
    if (last >= 0) at_distance(e, LOAD, 8, SPARE, STATE, (i64)e->layout->first + 8 * (i64)last);
    if (i) emitter_move_base(e, (i32)(i * sizeof(struct uop)));
    if (handler) number(e, MOMENT, (u64)(uintptr_t)handler);
    else at_distance(e, LOAD, 8, MOMENT, BASE, offsetof(struct uop, fn));
    branch_to(e, MOMENT);
}

/* --- stubs of an instruction set --------------------------------------------------------------------------------------------- */

void host_pass(struct host_emission *e, u32 x) { number(e, SPARE, x); }
void host_pass_value(struct host_emission *e, host_value x) { move(e, true, SPARE, x); }

void host_pass_read(struct host_emission *e, host_value at, i32 distance, unsigned bytes)
{
    at_distance(e, LOAD, bytes, SPARE, base_of(at), distance);
}

void host_branch_unless_passed(struct host_emission *e, host_value at, i32 distance, host_label to)
{
    at_distance(e, LOAD, 4, MOMENT, base_of(at), distance);
    three(e, false, OP_SUBS, ZERO, SPARE, MOMENT);
    emitter_branch_if(e, HOST_NE, to);
}

host_value host_passed(struct host_emission *e)
{
    registers_use(e, SPARE);
    return SPARE;
}

/* Values of a stub, and the way back, are on the stack meanwhile. */
static unsigned piece_words(const struct host_emission *e) { return (e->saved + 2) & ~1u; }

static unsigned piece_word(const struct host_emission *e, unsigned i)
{
    return i < e->saved ? emitter_pool[i] : i == e->saved ? (unsigned)WAY_BACK : ZERO;
}

void emitter_keep_values(struct host_emission *e)
{
    take_stack(e, piece_words(e));
    for (unsigned i = 0; i < piece_words(e); i += 2) pair(e, false, piece_word(e, i), piece_word(e, i + 1), i);
}

void emitter_return(struct host_emission *e)
{
    for (unsigned i = 0; i < piece_words(e); i += 2) pair(e, true, piece_word(e, i), piece_word(e, i + 1), i);
    free_stack(e, piece_words(e));
    branch_to(e, WAY_BACK);
}

static void return_unless(struct host_emission *e, unsigned condition)
{
    u8 *branch = e->out;
    word(e, 0x54000000 | condition);
    emitter_return(e);
    store_le32(branch, load_le32(branch) | (u32)((e->out - branch) >> 2) << 5);
}

static void return_unless_equal(struct host_emission *e) { return_unless(e, EQ); }

void host_return_unless_equal(struct host_emission *e, host_value x, host_value y)
{
    three(e, true, OP_SUBS, ZERO, x, y);
    return_unless_equal(e);
}

void host_return_unless_holds(struct host_emission *e, host_value at, i32 distance, unsigned bytes, host_value x)
{
    at_distance(e, LOAD, bytes, MOMENT, base_of(at), distance);
    three(e, bytes == 8, OP_SUBS, ZERO, MOMENT, x);
    return_unless_equal(e);
}

void host_return_if_bits(struct host_emission *e, host_value x, u64 bits)
{
    with_number(e, true, OP_ANDS, ZERO, x, bits);
    return_unless_equal(e);
}

void host_return_if_greater(struct host_emission *e, host_value x, i32 y)
{
    compare_number(e, false, x, y);
    return_unless(e, LS);
}

void host_find(struct host_emission *e) { three(e, false, OP_SUBS, ZERO, ZERO, ZERO); }

#endif
