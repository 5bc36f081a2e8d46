/* The primitives of host code for x86-64 (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).
 *
 * Where a handler has its arguments code has them all the time: the state in rdi, guest memory in rdx. rsi is the block's first
 * operation, from where its exits and counters are found. rbp is 128 bytes behind the state, which is accessed by it: general registers
 * have distances of a byte. rcx and, at the ends, rax are for the moment; values are in the ten others but rsp. uop_call() keeps those
 * that belong to its caller (emu/core/uop.c). */
#include "emu/host/emission.h"

#ifdef __x86_64__

#include <cpuid.h>
#include <string.h>

#include "emu/host/x86_64.h"
#include "emu/host/area.h"
#include "emu/host/registers.h"

const u8 emitter_pool[] = {X86_64_POOL};
const unsigned emitter_registers = ARRAY_LEN(emitter_pool);

static void move(struct host_emission *e, bool wide, unsigned to, unsigned from)
{
    if (to != from || !wide) with_register(e, wide, 0x8b, to, from);
}

static void arithmetic_constant(struct host_emission *e, bool wide, unsigned op, unsigned rm, i32 x)
{
    with_register(e, wide, is_short(x) ? 0x83 : 0x81, op, rm);
    if (is_short(x)) byte(e, (u8)x);
    else word(e, (u32)x);
}

/* --- registers ------------------------------------------------------------------------------------------------------------- */

/* A new value, for now equal to a. */
static host_value changed(struct host_emission *e, bool wide, host_value a)
{
    if (registers_take_last_use(e, a)) return a;
    host_value r = emission_fresh(e);
    move(e, wide, r, a);
    return r;
}

static void read_into(struct host_emission *e, unsigned r, unsigned base, i32 distance, unsigned bytes)
{
    with_memory(e, bytes == 8, bytes == 1 ? 0x0fb6 : bytes == 2 ? 0x0fb7 : 0x8b, r, base, distance);
}

static unsigned base_of(host_value at) { return at == HOST_BLOCK ? BASE : at; }

/* --- code, labels ---------------------------------------------------------------------------------------------------------- */

/* The distance to a label, behind an opcode. */
static void distance_to(struct host_emission *e, host_label to)
{
    emission_branch(e, to);
    word(e, 0);
}

void emitter_fill(u8 *at, i32 distance)
{
    distance -= 4; /* from behind it */
    memcpy(at, &distance, sizeof distance);
}

void emitter_written(u8 *executed, size_t bytes) { (void)executed, (void)bytes; } /* caches of instructions follow stores */

void emitter_move_base(struct host_emission *e, i32 bytes) { with_memory(e, true, 0x8d, BASE, BASE, bytes); }

void host_go(struct host_emission *e, host_value block, i32 first, uop_fn *code, unsigned entered)
{
    held(e, block);
    with_memory(e, true, 0x8d, BASE, base_of(block), first);
    if (entered != HOST_NOWHERE) with_memory(e, true, 0x89, BASE, STATE, (i32)entered);
    if (code) {
        u64 to = (u64)(uintptr_t)code, here = (u64)(uintptr_t)host_area_executed(e->host, e->out);
        byte(e, 0xe9);
        word(e, (u32)(to - (here + 5))); /* the area is smaller than the reach of a jump */
        return;
    }
    with_memory(e, false, 0xff, 4, BASE, (i32)offsetof(struct uop, fn));
}

void host_call(struct host_emission *e, host_function *function, unsigned i)
{
    static const u8 lost[] = {RAX, R8, R9, R10, R11}; /* of the pool, by the System V calling convention */
    x86_64_call(e, function, (u32)(i * sizeof(struct uop)));
    for (unsigned r = 0; r < ARRAY_LEN(lost); r++) registers_lose(e, lost[r]);
}

/* --- arithmetic ------------------------------------------------------------------------------------------------------------ */

host_value host_constant(struct host_emission *e, u64 x)
{
    const u8 *from = e->out;
    host_value r = emission_fresh(e);
    if (!x && e->compared.at != from) { /* it changes flags */
        with_register(e, false, 0x33, r, r);
        return r;
    }
    if (x == (u32)x) {
        opcode(e, false, 0xb8 | (r & 7), 0, 0, r);
        word(e, (u32)x);
    } else if (x == (u64)(i64)(i32)x) {
        with_register(e, true, 0xc7, 0, r);
        word(e, (u32)x);
    } else {
        number_into(e, r, x);
    }
    keep_flags(e, from);
    return r;
}

static const u8 operation[] = {[HOST_ADD] = 0, [HOST_OR] = 1, [HOST_AND] = 4, [HOST_SUB] = 5, [HOST_XOR] = 6};

host_value host_operate(struct host_emission *e, enum host_op op, bool wide, host_value a, host_value b)
{
    held(e, a), held(e, b);
    const u8 *from = e->out;
    if (op == HOST_ADD) {
        host_value sum = emission_fresh(e);
        with_index(e, wide, 0x8d, sum, a, b, 0, 0);
        keep_flags(e, from);
        return sum;
    }
    host_value r = changed(e, wide, a);
    with_register(e, wide, operation[op] << 3 | 3, r, b);
    return r;
}

host_value host_operate_constant(struct host_emission *e, enum host_op op, bool wide, host_value a, i32 b)
{
    held(e, a);
    const u8 *from = e->out;
    if (op == HOST_ADD) {
        host_value sum = emission_fresh(e);
        with_memory(e, wide, 0x8d, sum, a, b);
        keep_flags(e, from);
        return sum;
    }
    host_value r = changed(e, wide, a);
    arithmetic_constant(e, wide && (op != HOST_AND || b < 0), operation[op], r, b); /* else the upper half is 0 by either */
    return r;
}

host_value host_not(struct host_emission *e, bool wide, host_value a)
{
    held(e, a);
    host_value r = emission_fresh(e);
    move(e, wide, r, a);
    with_register(e, wide, 0xf7, 2, r);
    return r;
}

host_value host_extend(struct host_emission *e, bool sign, host_value a, unsigned bytes)
{
    held(e, a);
    host_value r = emission_fresh(e);
    if (bytes == 4 && !sign) move(e, false, r, a);
    else if (bytes == 4) with_register(e, true, 0x63, r, a);
    else with_register(e, sign, (sign ? 0x0fbe : 0x0fb6) + (bytes == 2), r, a);
    return r;
}

host_value host_multiply(struct host_emission *e, host_value a, host_value b)
{
    held(e, a), held(e, b);
    host_value r = emission_fresh(e);
    move(e, true, r, a);
    with_register(e, true, 0x0faf, r, b);
    return r;
}

host_value host_add_scaled_constant(struct host_emission *e, bool wide, host_value a, host_value b, unsigned shift, i32 x)
{
    held(e, a), held(e, b);
    const u8 *from = e->out;
    host_value r = emission_fresh(e);
    with_index(e, wide, 0x8d, r, a, b, shift, x);
    keep_flags(e, from);
    return r;
}

host_value host_add_scaled(struct host_emission *e, bool wide, host_value a, host_value b, unsigned shift)
{
    return host_add_scaled_constant(e, wide, a, b, shift, 0);
}

static const u8 shift_operation[] = {[HOST_SHL] = 4, [HOST_SHR] = 5, [HOST_SAR] = 7};

static void shift(struct host_emission *e, enum host_shift op, bool wide, unsigned r, unsigned by)
{
    with_register(e, wide, 0xc1, shift_operation[op], r);
    byte(e, by);
}

host_value host_shift(struct host_emission *e, enum host_shift op, bool wide, host_value a, unsigned by)
{
    held(e, a);
    if (!by) e->last_use = HOST_NO_VALUE;
    host_value r = changed(e, wide, a);
    if (by) shift(e, op, wide, r, by);
    return r;
}

host_value host_shift_by(struct host_emission *e, enum host_shift op, bool wide, host_value a, host_value by)
{
    held(e, a), held(e, by);
    host_value r = changed(e, wide, a);
    move(e, false, RCX, by);
    with_register(e, wide, 0xd3, shift_operation[op], r);
    return r;
}

host_value host_shift_pair(struct host_emission *e, bool wide, host_value high, host_value low, unsigned by)
{
    held(e, high), held(e, low);
    host_value r = emission_fresh(e);
    move(e, wide, r, low);
    with_register(e, wide, 0x0fac, high, r);
    byte(e, by);
    return r;
}

/* Where the state holds that number, by a short distance; -1: nowhere. */
static int constant_in_state(const struct host_emission *e, u64 x)
{
    for (unsigned i = 0; i < HOST_CONSTANTS; i++)
        if (e->layout->constant[i].offset && e->layout->constant[i].value == x) return (int)e->layout->constant[i].offset;
    return -1;
}

/* pext gathers the bits that a mask names: one instruction, where it does not take dozens of cycles. */
static bool gathers_quickly(void)
{
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h");
}

static void gather(struct host_emission *e, unsigned r, unsigned a, u64 mask)
{
    int field = constant_in_state(e, mask);
    if (field < 0) number_into(e, SPARE, mask);
    byte(e, 0xc4); /* VEX.LZ.F3.0F38.W1 F5: pext r, a, the mask */
    byte(e, (r & 8 ? 0 : 0x80) | 0x40 | 0x20 | 2);
    byte(e, 0x80 | (~a & 15) << 3 | 2);
    byte(e, 0xf5);
    byte(e, (field < 0 ? 0xc0 | SPARE : 0x40 | STATE) | (r & 7) << 3);
    if (field >= 0) byte(e, (unsigned)field);
}

host_value host_fold(struct host_emission *e, host_value a, unsigned low, unsigned high)
{
    held(e, a);
    host_value r = emission_fresh(e);
    if (!e->plain && gathers_quickly()) {
        gather(e, r, a, (((u64)1 << low) - 1) | ~(u64)0 << (64 - high));
        return r;
    }
    move(e, true, r, a);
    shift(e, HOST_SHL, true, r, 64 - low);
    shift(e, HOST_SHR, true, r, 64 - low);
    move(e, true, SPARE, a);
    shift(e, HOST_SHR, true, SPARE, 64 - high);
    shift(e, HOST_SHL, true, SPARE, low);
    with_register(e, true, 0x0b, r, SPARE);
    return r;
}

/* --- the state, the emulator's memory -------------------------------------------------------------------------------------- */

void emitter_read(struct host_emission *e, unsigned r, unsigned field, unsigned bytes) { read_into(e, r, STATE, (i32)field, bytes); }

static void write_to(struct host_emission *e, unsigned base, i32 distance, unsigned bytes, unsigned r)
{
    if (bytes == 2) byte(e, 0x66);
    with_memory(e, bytes == 8, bytes == 1 ? 0x88 : 0x89, r, base, distance);
}

void emitter_write(struct host_emission *e, unsigned r, unsigned field, unsigned bytes) { write_to(e, STATE, (i32)field, bytes, r); }

void host_put_constant(struct host_emission *e, unsigned field, i32 x)
{
    int slot = registers_slot(e, field, 8);
    with_memory(e, true, 0xc7, 0, STATE, (i32)field);
    word(e, (u32)x);
    if (slot >= 0) registers_changed(e, (unsigned)slot);
}

static void add_to(struct host_emission *e, unsigned base, i32 distance, i32 x)
{
    if (x == 1) {
        with_memory(e, true, 0xff, 0, base, distance);
        return;
    }
    with_memory(e, true, is_short(x) ? 0x83 : 0x81, 0, base, distance);
    if (is_short(x)) byte(e, (u8)x);
    else word(e, (u32)x);
}

void host_add_to_state(struct host_emission *e, unsigned field, i32 x) { add_to(e, STATE, (i32)field, x); }

void host_set_bit(struct host_emission *e, unsigned field, unsigned bit)
{
    with_memory(e, false, 0x0fba, 5, STATE, (i32)(field + bit / 32 * 4));
    byte(e, bit % 32);
}

host_value host_read(struct host_emission *e, host_value at, i32 distance, unsigned bytes)
{
    held(e, at);
    host_value r = emission_fresh(e);
    read_into(e, r, base_of(at), distance, bytes);
    return r;
}

host_value host_read_indexed(struct host_emission *e, host_value at, host_value index, i32 distance, unsigned bytes)
{
    held(e, at), held(e, index);
    host_value r = emission_fresh(e);
    with_index(e, bytes == 8, 0x8b, r, at, index, bytes == 8 ? 3 : 2, distance);
    return r;
}

host_value host_address(struct host_emission *e, host_value at, i32 distance)
{
    held(e, at);
    host_value r = emission_fresh(e);
    with_memory(e, true, 0x8d, r, base_of(at), distance);
    return r;
}

host_value host_address_in_state(struct host_emission *e, host_value index, unsigned scale, i32 distance)
{
    held(e, index);
    host_value r = emission_fresh(e);
    with_index(e, true, 0x8d, r, STATE, index, scale, distance);
    return r;
}

void host_write(struct host_emission *e, host_value at, i32 distance, unsigned bytes, host_value v)
{
    held(e, at), held(e, v);
    write_to(e, base_of(at), distance, bytes, v);
}

void host_fetch_to_write(struct host_emission *e, host_value at, i32 distance)
{
    held(e, at);
    with_memory(e, false, 0x0f0d, 1, base_of(at), distance);
}

void host_write_constant(struct host_emission *e, host_value at, i32 distance, u32 x)
{
    held(e, at);
    with_memory(e, false, 0xc7, 0, base_of(at), distance);
    word(e, x);
}

void host_write_at(struct host_emission *e, host_value at, host_value index, unsigned scale, i32 distance, host_value v)
{
    held(e, at), held(e, index), held(e, v);
    with_index(e, true, 0x89, v, at, index, scale, distance);
}

void host_add_constant_to(struct host_emission *e, host_value at, i32 distance, i32 x) { add_to(e, base_of(at), distance, x); }

void host_add_to(struct host_emission *e, host_value at, i32 distance, host_value v) { with_memory(e, true, 0x01, v, base_of(at), distance); }

void host_put_byte(struct host_emission *e, unsigned field, u8 x)
{
    with_memory(e, false, 0xc6, 0, STATE, (i32)field);
    byte(e, x);
}

/* --- guest memory ---------------------------------------------------------------------------------------------------------- */

/* movbe loads or stores in the other order of bytes: one instruction instead of two or three. With accesses that need no test for alignment
 * and no byte of distance where that is 0, PA-RISC programs run 1.14 times faster with --profile. */
enum { HAS_MOVBE = 1, MOVBE_LOAD = 0x0f38f0, MOVBE_STORE = 0x0f38f1 };

unsigned host_detect(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_MOVBE ? HAS_MOVBE : 0;
}

static bool swaps_on_its_way(const struct host_emission *e, unsigned bytes)
{
    return bytes >= 4 && e->layout->swapped && !e->plain && host_features(e->host) & HAS_MOVBE;
}

static void swap(struct host_emission *e, unsigned r, unsigned bytes)
{
    if (!e->layout->swapped) return;
    if (bytes == 2) {
        byte(e, 0x66);
        with_register(e, false, 0xc1, 0, r); /* rol */
        byte(e, 8);
    } else if (bytes != 1) {
        opcode(e, bytes == 8, 0x0fc8 | (r & 7), 0, 0, r);
    }
}

host_value host_load(struct host_emission *e, unsigned i, host_value address, unsigned bytes)
{
    held(e, address);
    host_value r = emission_fresh(e);
    bool swaps = swaps_on_its_way(e, bytes);
    emission_access(e, i);
    with_index(e, bytes == 8, swaps ? MOVBE_LOAD : bytes == 1 ? 0x0fb6 : bytes == 2 ? 0x0fb7 : 0x8b, r, MEMORY, address, 0, 0);
    if (!swaps) swap(e, r, bytes);
    return r;
}

void host_store(struct host_emission *e, unsigned i, host_value address, unsigned bytes, host_value v)
{
    held(e, address), held(e, v);
    unsigned r = v;
    bool swaps = swaps_on_its_way(e, bytes);
    if (bytes > 1 && e->layout->swapped && !swaps) {
        move(e, bytes == 8, SPARE, v);
        swap(e, SPARE, bytes);
        r = SPARE;
    }
    emission_access(e, i);
    if (bytes == 2) byte(e, 0x66);
    with_index(e, bytes == 8, swaps ? MOVBE_STORE : bytes == 1 ? 0x88 : 0x89, r, MEMORY, address, 0, 0);
}

/* --- branches -------------------------------------------------------------------------------------------------------------- */

static const u8 condition[] = {
    [HOST_EQ] = 4,   [HOST_NE] = 5,  [HOST_LT] = 12, [HOST_GE] = 13, [HOST_LE] = 14,      [HOST_GT] = 15,
    [HOST_LTU] = 2, [HOST_GEU] = 3, [HOST_LEU] = 6, [HOST_GTU] = 7, [HOST_OVERFLOW] = 0, [HOST_NO_OVERFLOW] = 1,
};

void emitter_branch_if(struct host_emission *e, enum host_condition if_, host_label to)
{
    byte(e, 0x0f);
    byte(e, 0x80 | condition[if_]);
    distance_to(e, to);
}

void emitter_put_flag(struct host_emission *e, enum host_condition if_, unsigned field)
{
    with_memory(e, false, 0x0f90 | condition[if_], 0, STATE, (i32)field);
}

void host_put_comparison(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, unsigned yes, unsigned no)
{
    held(e, x), held(e, y);
    with_register(e, wide, 0x3b, x, y);
    emission_put_flags(e, if_, yes, no);
}

static void test_bit(struct host_emission *e, host_value x, unsigned bit)
{
    with_register(e, true, 0x0fba, 4, x);
    byte(e, bit);
}

void host_put_bit(struct host_emission *e, host_value x, unsigned bit, unsigned yes, unsigned no)
{
    held(e, x);
    test_bit(e, x, bit);
    emission_put_flags(e, HOST_LTU, yes, no);
}

void host_branch(struct host_emission *e, host_label to)
{
    byte(e, 0xe9);
    distance_to(e, to);
}

void host_branch_compare(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, host_label to)
{
    held(e, x), held(e, y);
    with_register(e, wide, 0x3b, x, y);
    emitter_branch_if(e, if_, to);
}

void host_branch_compare_constant(struct host_emission *e, enum host_condition if_, bool wide, host_value x, i32 y, host_label to)
{
    held(e, x);
    if (y) arithmetic_constant(e, wide, 7, x, y);
    else with_register(e, wide, 0x85, x, x);
    emitter_branch_if(e, if_, to);
}

void host_branch_unless_equal(struct host_emission *e, host_value at, i32 distance, u32 x, host_label to)
{
    held(e, at);
    with_memory(e, false, 0x81, 7, base_of(at), distance);
    word(e, x);
    emitter_branch_if(e, HOST_NE, to);
}

void host_branch_compare_read(struct host_emission *e, enum host_condition if_, host_value x, host_value at, i32 distance, unsigned bytes,
                              host_label to)
{
    held(e, at), held(e, x);
    with_memory(e, bytes == 8, 0x3b, x, base_of(at), distance);
    emitter_branch_if(e, if_, to);
}

void host_branch_unless_byte(struct host_emission *e, host_value at, i32 distance, u8 x, host_label to)
{
    held(e, at);
    with_memory(e, false, 0x80, 7, base_of(at), distance);
    byte(e, x);
    emitter_branch_if(e, HOST_NE, to);
}

void host_branch_sum(struct host_emission *e, enum host_condition if_, host_value x, host_value y, host_label to)
{
    held(e, x), held(e, y);
    move(e, false, SPARE, x);
    with_register(e, false, 0x03, SPARE, y);
    if (if_ == HOST_LEU || if_ == HOST_GTU) byte(e, 0xf5); /* zero or no carry: cmc */
    emitter_branch_if(e, if_, to);
}

void host_branch_bits(struct host_emission *e, bool set, host_value x, u32 bits, host_label to)
{
    held(e, x);
    with_register(e, false, bits < 0x80 ? 0xf6 : 0xf7, 0, x);
    if (bits < 0x80) byte(e, bits);
    else word(e, bits);
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

void host_branch_mask(struct host_emission *e, bool set, host_value x, u64 bits, host_label to)
{
    held(e, x);
    int field = constant_in_state(e, bits);
    if (field >= 0) {
        with_memory(e, true, 0x85, x, STATE, field);
    } else {
        number_into(e, SPARE, bits);
        with_register(e, true, 0x85, SPARE, x);
    }
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

void host_branch_bit(struct host_emission *e, bool set, host_value x, unsigned bit, host_label to)
{
    held(e, x);
    test_bit(e, x, bit);
    emitter_branch_if(e, set ? HOST_LTU : HOST_GEU, to);
}

void host_branch_bit_by(struct host_emission *e, bool set, host_value x, host_value bit, host_label to)
{
    held(e, x), held(e, bit);
    with_register(e, true, 0x0fa3, bit, x);
    emitter_branch_if(e, set ? HOST_LTU : HOST_GEU, to);
}

void emitter_branch_byte(struct host_emission *e, bool set, unsigned field, host_label to)
{
    with_memory(e, false, 0x80, 7, STATE, (i32)field);
    byte(e, 0);
    emitter_branch_if(e, set ? HOST_NE : HOST_EQ, to);
}

#endif
