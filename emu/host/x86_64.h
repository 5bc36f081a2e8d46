/* How x86-64 encodes instructions (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2), for the files that make host code
 * for it. */
#ifndef PCGRAM_HOST_X86_64_H
#define PCGRAM_HOST_X86_64_H

#include "emu/host/emission.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
#define X86_64_POOL RAX, R8, R9, R10, R11, RBX, R12, R13, R14, R15 /* registers for values, those that calls may change first */
enum { STATE = RDI, MIDDLE = RBP, BASE = RSI, MEMORY = RDX, SPARE = RCX };

/* Opcodes of two bytes are written 0x0fXX, those of three 0x0f38XX. */
static inline void opcode(struct host_emission *e, bool wide, unsigned op, unsigned reg, unsigned index, unsigned rm)
{
    unsigned prefix = 0x40 | (unsigned)wide << 3 | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (rm >> 3 & 1);
    bool of_byte = op == 0x88 || op == 0xf6 || op == 0x0fb6 || op == 0x0fbe, needs_it = (reg & 12) == 4 || (rm & 12) == 4;
    if (prefix != 0x40 || (of_byte && needs_it)) byte(e, prefix); /* without it numbers 4 to 7 are other halves of registers */
    if (op > 0xffff) byte(e, op >> 16);
    if (op > 0xff) byte(e, op >> 8);
    byte(e, op);
}

static inline void with_register(struct host_emission *e, bool wide, unsigned op, unsigned reg, unsigned rm)
{
    opcode(e, wide, op, reg, 0, rm);
    byte(e, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

static inline bool is_short(i32 x) { return x == (i8)x; }

/* Memory at base + distance. */
static inline void with_memory(struct host_emission *e, bool wide, unsigned op, unsigned reg, unsigned base, i32 distance)
{
    if (base == STATE && (distance < 0 || distance >= UOP_NEAR)) base = MIDDLE, distance -= UOP_MIDDLE;
    bool none = !distance && (base & 7) != RBP;
    opcode(e, wide, op, reg, 0, base);
    byte(e, (none ? 0 : is_short(distance) ? 0x40u : 0x80u) | (reg & 7) << 3 | (base & 7));
    if ((base & 7) == RSP) byte(e, 0x24);
    if (none) return;
    if (is_short(distance)) byte(e, (u8)distance);
    else word(e, (u32)distance);
}

/* Memory at base + (index << shift) + distance. */
static inline void with_index(struct host_emission *e, bool wide, unsigned op, unsigned reg, unsigned base, unsigned index, unsigned shift,
                              i32 distance)
{
    opcode(e, wide, op, reg, index, base);
    bool none = !distance && (base & 7) != RBP;
    byte(e, (none ? 0x04u : is_short(distance) ? 0x44u : 0x84u) | (reg & 7) << 3);
    byte(e, shift << 6 | (index & 7) << 3 | (base & 7));
    if (none) return;
    if (is_short(distance)) byte(e, (u8)distance);
    else word(e, (u32)distance);
}

static inline void number_into(struct host_emission *e, unsigned r, u64 x)
{
    opcode(e, true, 0xb8 | (r & 7), 0, 0, r);
    word(e, (u32)x);
    word(e, (u32)(x >> 32));
}

/* What host_call() does but for what registers mirror: the operation is so many bytes behind the block's first. */
void x86_64_call(struct host_emission *e, host_function *function, u32 from);

/* call (0xe8) or jmp (0xe9) to what has been written there, in the same area. */
static inline void to_written(struct host_emission *e, unsigned op, const u8 *written)
{
    byte(e, op);
    word(e, (u32)(written - (e->out + 4)));
}

#endif
