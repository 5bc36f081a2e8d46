/* How aarch64 encodes instructions (Arm Architecture Reference Manual for A-profile, chapter C6), for the files that make host code for it. */
#ifndef PCGRAM_HOST_AARCH64_H
#define PCGRAM_HOST_AARCH64_H

#include "emu/host/emission.h"

/* Values are in x4 to x15 (emitter_pool). What is for the moment is used by these functions, too: x16 for numbers, x17 for distances. */
enum { STATE = 0, BASE = 1, MEMORY = 2, SPARE = 3, MOMENT = 16, WAY_BACK = 17, RETURN = 30, ZERO = 31, STACK = 31 };

/* Data processing: bit 31 says that it is of 64 bits. */
static inline u32 sized(bool wide) { return (u32)wide << 31; }

static inline void three(struct host_emission *e, bool wide, u32 op, unsigned d, unsigned n, unsigned m)
{
    word(e, sized(wide) | op | m << 16 | n << 5 | d);
}

enum { OP_ADD = 0x0b000000, OP_SUB = 0x4b000000, OP_AND = 0x0a000000, OP_OR = 0x2a000000, OP_XOR = 0x4a000000, OP_NOT = 0x2a200000,
       OP_ADDS = 0x2b000000, OP_SUBS = 0x6b000000, OP_ANDS = 0x6a000000, OP_CSINC = 0x1a800400,
       OP_SHL = 0x1ac02000, OP_SHR = 0x1ac02400, OP_SAR = 0x1ac02800, OP_MADD = 0x1b000000, OP_EXTR = 0x13800000 };

/* The second operand shifted to the left. */
static inline void scaled(struct host_emission *e, bool wide, u32 op, unsigned d, unsigned n, unsigned m, unsigned shift)
{
    three(e, wide, op | shift << 10, d, n, m);
}

static inline void move(struct host_emission *e, bool wide, unsigned to, unsigned from)
{
    if (to != from || !wide) three(e, wide, OP_OR, to, ZERO, from);
}

/* A pattern that and, or and exclusive or have in their own: a run of ones, rotated, in elements that repeat. */
static inline bool as_pattern(bool wide, u64 x, u32 *field)
{
    unsigned size = 64, turn = 0;
    if (!wide) x = (u32)x | x << 32;
    if (!x || !~x) return false;
    while (size > 2) {
        unsigned half = size / 2;
        u64 low = x & (((u64)1 << half) - 1);
        if (low != (x >> half & (((u64)1 << half) - 1))) break;
        size = half;
    }
    u64 mask = ~(u64)0 >> (64 - size), element = x & mask;
    unsigned ones = (unsigned)__builtin_popcountll(element);
    u64 run = ((u64)1 << ones) - 1;
    for (u64 is = run; is != element; turn++) { /* run rotated to the right by `turn` */
        if (turn == size) return false;
        is = (is >> 1 | (is & 1) << (size - 1)) & mask;
    }
    u32 imms = size == 64 ? ones - 1 : (~(2 * size - 1) & 0x3f) | (ones - 1);
    *field = (u32)(size == 64) << 22 | turn << 16 | imms << 10;
    return true;
}

static inline void number(struct host_emission *e, unsigned r, u64 x)
{
    enum { MOVZ = 0x52800000, MOVN = 0x12800000, MOVK = 0x72800000, OR_PATTERN = 0x32000000 };
    u32 field;
    unsigned zeros = 0, ones = 0;
    for (unsigned i = 0; i < 64; i += 16) {
        zeros += (x >> i & 0xffff) == 0;
        ones += (x >> i & 0xffff) == 0xffff;
    }
    if (zeros < 3 && ones < 3 && as_pattern(true, x, &field)) {
        word(e, sized(true) | OR_PATTERN | field | ZERO << 5 | r);
        return;
    }
    bool inverted = ones > zeros, begun = false;
    u64 usual = inverted ? 0xffff : 0;
    for (unsigned i = 0; i < 64; i += 16) {
        u64 part = x >> i & 0xffff;
        if (part == usual && (begun || i < 48)) continue;
        if (!begun) word(e, sized(true) | (inverted ? MOVN : MOVZ) | (i / 16) << 21 | (u32)(inverted ? ~part & 0xffff : part) << 5 | r);
        else word(e, sized(true) | MOVK | (i / 16) << 21 | (u32)part << 5 | r);
        begun = true;
    }
}

/* d = n + x; a register for the moment is used that n is not. */
static inline void add_number(struct host_emission *e, bool wide, unsigned d, unsigned n, i64 x)
{
    enum { ADD = 0x11000000, SUB = 0x51000000, HIGH = 1 << 22 };
    u64 size = x < 0 ? (u64)0 - (u64)x : (u64)x;
    u32 op = sized(wide) | (x < 0 ? SUB : ADD), low = (u32)size & 0xfff, high = (u32)(size >> 12);
    if (size >> 24) {
        unsigned m = n == MOMENT ? WAY_BACK : MOMENT;
        number(e, m, wide ? (u64)x : (u32)x);
        if (n == STACK || d == STACK) e->full = true; /* nobody asks for that */
        three(e, wide, OP_ADD, d, n, m);
        return;
    }
    if (high) word(e, op | HIGH | high << 10 | n << 5 | d);
    if (low || !high) word(e, op | low << 10 | (high ? d : n) << 5 | d);
}

/* and, or, exclusive or, or (OP_ANDS) what flags tell of and, with a number. */
static inline void with_number(struct host_emission *e, bool wide, u32 op, unsigned d, unsigned n, u64 x)
{
    u32 field, own = op == OP_AND ? 0x12000000 : op == OP_OR ? 0x32000000 : op == OP_XOR ? 0x52000000 : 0x72000000;
    if (as_pattern(wide, x, &field)) {
        word(e, sized(wide) | own | field | n << 5 | d);
        return;
    }
    number(e, MOMENT, wide ? x : (u32)x);
    three(e, wide, op, d, n, MOMENT);
}

static inline void compare_number(struct host_emission *e, bool wide, unsigned n, i64 x)
{
    enum { SUBS = 0x71000000, ADDS = 0x31000000, MOST = 4096 };
    if (x >= 0 && x < MOST) word(e, sized(wide) | SUBS | (u32)x << 10 | n << 5 | ZERO);
    else if (x < 0 && x > -MOST) word(e, sized(wide) | ADDS | (u32)-x << 10 | n << 5 | ZERO);
    else {
        number(e, MOMENT, wide ? (u64)x : (u32)x);
        three(e, wide, OP_SUBS, ZERO, n, MOMENT);
    }
}

/* Bits first to first + count - 1 of n, to the bottom of d. */
static inline void bits_of(struct host_emission *e, bool sign, bool wide, unsigned d, unsigned n, unsigned first, unsigned count)
{
    enum { SBFM = 0x13000000, UBFM = 0x53000000 };
    word(e, sized(wide) | (u32)wide << 22 | (sign ? SBFM : UBFM) | first << 16 | (first + count - 1) << 10 | n << 5 | d);
}

static inline void shift(struct host_emission *e, enum host_shift op, bool wide, unsigned d, unsigned n, unsigned by)
{
    enum { UBFM = 0x53000000 };
    unsigned bits = wide ? 64 : 32;
    if (op != HOST_SHL) bits_of(e, op == HOST_SAR, wide, d, n, by, bits - by);
    else word(e, sized(wide) | (u32)wide << 22 | UBFM | (bits - by) % bits << 16 | (bits - 1 - by) << 10 | n << 5 | d);
}

enum { STORE = 0, LOAD = 1, PREFETCH = 2 };

static inline unsigned log2_of(unsigned bytes) { return (unsigned)__builtin_ctz(bytes); }

/* t from or to `bytes` at n + m. */
static inline void at_sum(struct host_emission *e, unsigned what, unsigned bytes, unsigned t, unsigned n, unsigned m)
{
    word(e, log2_of(bytes) << 30 | 0x38206800 | what << 22 | m << 16 | n << 5 | t);
}

/* ... at n + distance; n is not x17. */
static inline void at_distance(struct host_emission *e, unsigned what, unsigned bytes, unsigned t, unsigned n, i64 distance)
{
    u32 op = log2_of(bytes) << 30 | what << 22 | n << 5 | t;
    if (distance >= 0 && distance % bytes == 0 && distance / bytes < 4096) word(e, op | 0x39000000 | (u32)(distance / bytes) << 10);
    else if (distance >= -256 && distance < 256) word(e, op | 0x38000000 | ((u32)distance & 0x1ff) << 12);
    else {
        number(e, WAY_BACK, (u64)distance);
        at_sum(e, what, bytes, t, n, WAY_BACK);
    }
}

static inline void pair(struct host_emission *e, bool load, unsigned t, unsigned u, unsigned slot) /* of words of the stack, even */
{
    word(e, (load ? 0xa9400000 : 0xa9000000) | slot << 15 | u << 10 | STACK << 5 | t);
}

static inline void branch_to(struct host_emission *e, unsigned n) { word(e, 0xd61f0000 | n << 5); }
static inline void call_to(struct host_emission *e, unsigned n) { word(e, 0xd63f0000 | n << 5); }

/* To what has been written there, in the same area. */
static inline void branch_to_written(struct host_emission *e, const u8 *written)
{
    word(e, 0x14000000 | ((u32)((written - e->out) >> 2) & 0x3ffffff));
}

static inline unsigned base_of(host_value at) { return at == HOST_BLOCK ? BASE : at; }

/* Words of the stack, an even number. */
static inline void take_stack(struct host_emission *e, unsigned words) { add_number(e, true, STACK, STACK, -(i64)words * 8); }
static inline void free_stack(struct host_emission *e, unsigned words) { add_number(e, true, STACK, STACK, (i64)words * 8); }

/* By flags: condition codes. */
enum { EQ, NE, HS, LO, MI, PL, VS, VC, HI, LS, GE, LT, GT, LE };

#endif
