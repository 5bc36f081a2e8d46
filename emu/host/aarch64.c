/* The primitives of host code for aarch64 (Arm Architecture Reference Manual for A-profile, chapter C6).
 *
 * Where a handler has its arguments code has them all the time: the state in x0, guest memory in x2; x1 is the block's first operation,
 * from where its exits and counters are found. Values are in x4 to x15, which a call may change, so nobody has to keep anything for
 * code. x16 and x17 are for the moment, and so is x3; x30 is the return address of who called the first handler, and stays it: stubs that code of
 * many blocks shares are entered with the way back in x17. */
#include "emu/host/aarch64.h"

#ifdef __aarch64__

#include "emu/host/area.h"
#include "emu/host/registers.h"

const u8 emitter_pool[] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const unsigned emitter_registers = ARRAY_LEN(emitter_pool);

/* --- registers ------------------------------------------------------------------------------------------------------------- */

/* Where the result of an operation goes whose first operand is a. */
static host_value result(struct host_emission *e, host_value a) { return registers_take_last_use(e, a) ? a : emission_fresh(e); }

void emitter_read(struct host_emission *e, unsigned r, unsigned field, unsigned bytes) { at_distance(e, LOAD, bytes, r, STATE, field); }
void emitter_write(struct host_emission *e, unsigned r, unsigned field, unsigned bytes) { at_distance(e, STORE, bytes, r, STATE, field); }

/* --- code, labels ---------------------------------------------------------------------------------------------------------- */

/* Emulators of this host (qemu before 8.1) do not see that code has changed where it is written at another address than it is executed at. */
unsigned host_detect(void) { return HOST_IN_TURN; }

void emitter_fill(u8 *at, i32 distance)
{
    u32 insn = load_le32(at), words = (u32)(distance >> 2);
    bool far = (insn & 0x7c000000) == 0x14000000; /* b; else a branch by a condition, or by whether a register is 0 */
    store_le32(at, insn | (far ? words & 0x3ffffff : (words & 0x7ffff) << 5));
}

void emitter_written(u8 *executed, size_t bytes) { __builtin___clear_cache((char *)executed, (char *)executed + bytes); }

void host_branch(struct host_emission *e, host_label to)
{
    emission_branch(e, to);
    word(e, 0x14000000);
}

void emitter_move_base(struct host_emission *e, i32 bytes) { add_number(e, true, BASE, BASE, bytes); }

void host_go(struct host_emission *e, host_value block, i32 first, uop_fn *code, unsigned entered)
{
    held(e, block);
    add_number(e, true, BASE, base_of(block), first);
    if (entered != HOST_NOWHERE) at_distance(e, STORE, 8, BASE, STATE, entered);
    if (code) {
        u64 to = (u64)(uintptr_t)code, here = (u64)(uintptr_t)host_area_executed(e->host, e->out);
        word(e, 0x14000000 | ((u32)((i64)(to - here) >> 2) & 0x3ffffff)); /* the area is smaller than the reach of a branch */
        return;
    }
    at_distance(e, LOAD, 8, MOMENT, BASE, offsetof(struct uop, fn));
    branch_to(e, MOMENT);
}

void host_call(struct host_emission *e, host_function *function, unsigned i)
{
    take_stack(e, 4);
    pair(e, false, STATE, BASE, 0);
    pair(e, false, MEMORY, RETURN, 2);
    if (i) emitter_move_base(e, (i32)(i * sizeof(struct uop)));
    number(e, MOMENT, (u64)(uintptr_t)function);
    call_to(e, MOMENT);
    pair(e, true, STATE, BASE, 0);
    pair(e, true, MEMORY, RETURN, 2);
    free_stack(e, 4);
    for (unsigned r = 0; r < emitter_registers; r++) registers_lose(e, emitter_pool[r]);
}

/* --- arithmetic ------------------------------------------------------------------------------------------------------------ */

host_value host_constant(struct host_emission *e, u64 x)
{
    const u8 *from = e->out;
    host_value r = emission_fresh(e);
    number(e, r, x);
    keep_flags(e, from);
    return r;
}

static const u32 operation[] = {[HOST_ADD] = OP_ADD, [HOST_OR] = OP_OR, [HOST_AND] = OP_AND, [HOST_SUB] = OP_SUB, [HOST_XOR] = OP_XOR};

host_value host_operate(struct host_emission *e, enum host_op op, bool wide, host_value a, host_value b)
{
    held(e, a), held(e, b);
    const u8 *from = e->out;
    host_value r = op == HOST_ADD ? emission_fresh(e) : result(e, a);
    three(e, wide, operation[op], r, a, b);
    keep_flags(e, from);
    return r;
}

host_value host_operate_constant(struct host_emission *e, enum host_op op, bool wide, host_value a, i32 b)
{
    held(e, a);
    const u8 *from = e->out;
    host_value r = op == HOST_ADD ? emission_fresh(e) : result(e, a);
    if (op == HOST_ADD || op == HOST_SUB) add_number(e, wide, r, a, op == HOST_ADD ? b : -(i64)b);
    else with_number(e, wide, operation[op], r, a, wide ? (u64)(i64)b : (u32)b);
    keep_flags(e, from);
    return r;
}

host_value host_not(struct host_emission *e, bool wide, host_value a)
{
    held(e, a);
    host_value r = emission_fresh(e);
    three(e, wide, OP_NOT, r, ZERO, a);
    return r;
}

host_value host_extend(struct host_emission *e, bool sign, host_value a, unsigned bytes)
{
    held(e, a);
    host_value r = emission_fresh(e);
    bits_of(e, sign, true, r, a, 0, 8 * bytes);
    return r;
}

host_value host_multiply(struct host_emission *e, host_value a, host_value b)
{
    held(e, a), held(e, b);
    host_value r = emission_fresh(e);
    scaled(e, true, OP_MADD, r, a, b, ZERO);
    return r;
}

host_value host_add_scaled(struct host_emission *e, bool wide, host_value a, host_value b, unsigned by)
{
    held(e, a), held(e, b);
    const u8 *from = e->out;
    host_value r = emission_fresh(e);
    scaled(e, wide, OP_ADD, r, a, b, by);
    keep_flags(e, from);
    return r;
}

host_value host_add_scaled_constant(struct host_emission *e, bool wide, host_value a, host_value b, unsigned by, i32 x)
{
    host_value r = host_add_scaled(e, wide, a, b, by);
    const u8 *from = e->out;
    add_number(e, wide, r, r, x);
    keep_flags(e, from);
    return r;
}

host_value host_shift(struct host_emission *e, enum host_shift op, bool wide, host_value a, unsigned by)
{
    held(e, a);
    host_value r = by ? result(e, a) : emission_fresh(e);
    if (by) shift(e, op, wide, r, a, by);
    else move(e, wide, r, a);
    return r;
}

host_value host_shift_by(struct host_emission *e, enum host_shift op, bool wide, host_value a, host_value by)
{
    held(e, a), held(e, by);
    host_value r = result(e, a);
    three(e, wide, op == HOST_SHL ? OP_SHL : op == HOST_SHR ? OP_SHR : OP_SAR, r, a, by);
    return r;
}

host_value host_shift_pair(struct host_emission *e, bool wide, host_value high, host_value low, unsigned by)
{
    held(e, high), held(e, low);
    host_value r = emission_fresh(e);
    scaled(e, wide, OP_EXTR | (u32)wide << 22, r, high, low, by);
    return r;
}

host_value host_fold(struct host_emission *e, host_value a, unsigned low, unsigned high)
{
    held(e, a);
    host_value r = emission_fresh(e);
    shift(e, HOST_SHR, true, MOMENT, a, 64 - high);
    bits_of(e, false, true, r, a, 0, low);
    scaled(e, true, OP_OR, r, r, MOMENT, low);
    return r;
}

/* --- the state, the emulator's memory -------------------------------------------------------------------------------------- */

void host_put_constant(struct host_emission *e, unsigned field, i32 x)
{
    int slot = registers_slot(e, field, 8);
    if (x) number(e, MOMENT, (u64)(i64)x);
    at_distance(e, STORE, 8, x ? MOMENT : ZERO, STATE, field);
    if (slot >= 0) registers_changed(e, (unsigned)slot);
}

static void add_to(struct host_emission *e, unsigned base, i64 distance, i32 x)
{
    at_distance(e, LOAD, 8, MOMENT, base, distance);
    add_number(e, true, MOMENT, MOMENT, x);
    at_distance(e, STORE, 8, MOMENT, base, distance);
}

void host_add_to_state(struct host_emission *e, unsigned field, i32 x) { add_to(e, STATE, field, x); }

void host_set_bit(struct host_emission *e, unsigned field, unsigned bit)
{
    at_distance(e, LOAD, 8, MOMENT, STATE, field);
    u32 pattern = 0;
    (void)as_pattern(true, (u64)1 << bit, &pattern);
    word(e, sized(true) | 0x32000000 | pattern | MOMENT << 5 | MOMENT);
    at_distance(e, STORE, 8, MOMENT, STATE, field);
}

host_value host_read(struct host_emission *e, host_value at, i32 distance, unsigned bytes)
{
    held(e, at);
    host_value r = emission_fresh(e);
    at_distance(e, LOAD, bytes, r, base_of(at), distance);
    return r;
}

host_value host_read_indexed(struct host_emission *e, host_value at, host_value index, i32 distance, unsigned bytes)
{
    held(e, at), held(e, index);
    host_value r = emission_fresh(e);
    scaled(e, true, OP_ADD, MOMENT, at, index, log2_of(bytes));
    at_distance(e, LOAD, bytes, r, MOMENT, distance);
    return r;
}

host_value host_address(struct host_emission *e, host_value at, i32 distance)
{
    held(e, at);
    host_value r = emission_fresh(e);
    add_number(e, true, r, base_of(at), distance);
    return r;
}

host_value host_address_in_state(struct host_emission *e, host_value index, unsigned by, i32 distance)
{
    held(e, index);
    host_value r = emission_fresh(e);
    scaled(e, true, OP_ADD, r, STATE, index, by);
    add_number(e, true, r, r, distance);
    return r;
}

void host_write(struct host_emission *e, host_value at, i32 distance, unsigned bytes, host_value v)
{
    held(e, at), held(e, v);
    at_distance(e, STORE, bytes, v, base_of(at), distance);
}

void host_fetch_to_write(struct host_emission *e, host_value at, i32 distance)
{
    enum { PSTL1KEEP = 16 };
    held(e, at);
    at_distance(e, PREFETCH, 8, PSTL1KEEP, base_of(at), distance);
}

void host_write_constant(struct host_emission *e, host_value at, i32 distance, u32 x)
{
    held(e, at);
    if (x) number(e, MOMENT, x);
    at_distance(e, STORE, 4, x ? MOMENT : ZERO, base_of(at), distance);
}

void host_write_at(struct host_emission *e, host_value at, host_value index, unsigned by, i32 distance, host_value v)
{
    held(e, at), held(e, index), held(e, v);
    scaled(e, true, OP_ADD, MOMENT, at, index, by);
    at_distance(e, STORE, 8, v, MOMENT, distance);
}

void host_add_constant_to(struct host_emission *e, host_value at, i32 distance, i32 x) { add_to(e, base_of(at), distance, x); }

void host_add_to(struct host_emission *e, host_value at, i32 distance, host_value v)
{
    at_distance(e, LOAD, 8, MOMENT, base_of(at), distance);
    three(e, true, OP_ADD, MOMENT, MOMENT, v);
    at_distance(e, STORE, 8, MOMENT, base_of(at), distance);
}

void host_put_byte(struct host_emission *e, unsigned field, u8 x)
{
    if (x) number(e, MOMENT, x);
    at_distance(e, STORE, 1, x ? MOMENT : ZERO, STATE, field);
}

/* --- guest memory ---------------------------------------------------------------------------------------------------------- */

static void swap(struct host_emission *e, unsigned bytes, unsigned d, unsigned n)
{
    enum { REV16 = 0x5ac00400, REV32 = 0x5ac00800, REV64 = 0xdac00c00 };
    word(e, (bytes == 2 ? REV16 : bytes == 4 ? (u32)REV32 : (u32)REV64) | n << 5 | d);
}

host_value host_load(struct host_emission *e, unsigned i, host_value address, unsigned bytes)
{
    held(e, address);
    host_value r = emission_fresh(e);
    emission_access(e, i);
    at_sum(e, LOAD, bytes, r, MEMORY, address);
    if (bytes > 1 && e->layout->swapped) swap(e, bytes, r, r);
    return r;
}

void host_store(struct host_emission *e, unsigned i, host_value address, unsigned bytes, host_value v)
{
    held(e, address), held(e, v);
    bool swaps = bytes > 1 && e->layout->swapped;
    if (swaps) swap(e, bytes, MOMENT, v);
    emission_access(e, i);
    at_sum(e, STORE, bytes, swaps ? MOMENT : v, MEMORY, address);
}

/* --- branches -------------------------------------------------------------------------------------------------------------- */

/* Behind a comparison, or a subtraction: here what is borrowed leaves the carry clear. */
static const u8 condition[] = {
    [HOST_EQ] = EQ,  [HOST_NE] = NE,  [HOST_LT] = LT,  [HOST_GE] = GE,  [HOST_LE] = LE,       [HOST_GT] = GT,
    [HOST_LTU] = LO, [HOST_GEU] = HS, [HOST_LEU] = LS, [HOST_GTU] = HI, [HOST_OVERFLOW] = VS, [HOST_NO_OVERFLOW] = VC,
};

void emitter_branch_if(struct host_emission *e, enum host_condition if_, host_label to)
{
    emission_branch(e, to);
    word(e, 0x54000000 | condition[if_]);
}

void emitter_put_flag(struct host_emission *e, enum host_condition if_, unsigned field)
{
    three(e, false, OP_CSINC | (u32)condition[if_ ^ 1] << 12, MOMENT, ZERO, ZERO); /* cset */
    at_distance(e, STORE, 1, MOMENT, STATE, field);
}

void host_put_comparison(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, unsigned yes, unsigned no)
{
    held(e, x), held(e, y);
    three(e, wide, OP_SUBS, ZERO, x, y);
    emission_put_flags(e, if_, yes, no);
}

void host_put_bit(struct host_emission *e, host_value x, unsigned bit, unsigned yes, unsigned no)
{
    held(e, x);
    with_number(e, true, OP_ANDS, ZERO, x, (u64)1 << bit);
    emission_put_flags(e, HOST_NE, yes, no);
}

void host_branch_compare(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, host_label to)
{
    held(e, x), held(e, y);
    three(e, wide, OP_SUBS, ZERO, x, y);
    emitter_branch_if(e, if_, to);
}

void host_branch_compare_constant(struct host_emission *e, enum host_condition if_, bool wide, host_value x, i32 y, host_label to)
{
    held(e, x);
    compare_number(e, wide, x, y);
    emitter_branch_if(e, if_, to);
}

void host_branch_unless_equal(struct host_emission *e, host_value at, i32 distance, u32 x, host_label to)
{
    held(e, at);
    at_distance(e, LOAD, 4, WAY_BACK, base_of(at), distance);
    compare_number(e, false, WAY_BACK, (i32)x);
    emitter_branch_if(e, HOST_NE, to);
}

void host_branch_compare_read(struct host_emission *e, enum host_condition if_, host_value x, host_value at, i32 distance, unsigned bytes,
                              host_label to)
{
    held(e, at), held(e, x);
    at_distance(e, LOAD, bytes, MOMENT, base_of(at), distance);
    three(e, bytes == 8, OP_SUBS, ZERO, x, MOMENT);
    emitter_branch_if(e, if_, to);
}

void host_branch_unless_byte(struct host_emission *e, host_value at, i32 distance, u8 x, host_label to)
{
    held(e, at);
    at_distance(e, LOAD, 1, MOMENT, base_of(at), distance);
    compare_number(e, false, MOMENT, x);
    emitter_branch_if(e, HOST_NE, to);
}

/* A carry sets the flag that a comparison sets where nothing is borrowed. */
void host_branch_sum(struct host_emission *e, enum host_condition if_, host_value x, host_value y, host_label to)
{
    held(e, x), held(e, y);
    three(e, false, OP_ADDS, ZERO, x, y);
    emitter_branch_if(e, if_ == HOST_LTU || if_ == HOST_GEU ? if_ ^ 1 : if_, to);
}

void host_branch_bits(struct host_emission *e, bool set, host_value x, u32 bits, host_label to)
{
    held(e, x);
    with_number(e, false, OP_ANDS, ZERO, x, bits);
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

void host_branch_mask(struct host_emission *e, bool set, host_value x, u64 bits, host_label to)
{
    held(e, x);
    with_number(e, true, OP_ANDS, ZERO, x, bits);
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

void host_branch_bit(struct host_emission *e, bool set, host_value x, unsigned bit, host_label to) { host_branch_mask(e, set, x, (u64)1 << bit, to); }

void host_branch_bit_by(struct host_emission *e, bool set, host_value x, host_value bit, host_label to)
{
    held(e, x), held(e, bit);
    three(e, true, OP_SHR, MOMENT, x, bit);
    with_number(e, true, OP_ANDS, ZERO, MOMENT, 1);
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

void emitter_branch_byte(struct host_emission *e, bool set, unsigned field, host_label to)
{
    at_distance(e, LOAD, 1, MOMENT, STATE, field);
    emission_branch(e, to);
    word(e, (set ? 0x35000000 : 0x34000000) | MOMENT); /* cbnz, cbz */
}

/* --- checks (host_set_checked()): there are none on this host ------------------------------------------------------------------ */

void host_check(struct host_emission *e) { (void)e; }
void host_check_word(struct host_emission *e, unsigned word, unsigned of, unsigned rest) { (void)e, (void)word, (void)of, (void)rest; }
void host_check_entry(struct host_emission *e, host_label l) { (void)e, (void)l; }

#endif
