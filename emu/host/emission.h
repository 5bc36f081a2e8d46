/* What the emitters of all hosts have in common: beginning and ending a block's code, labels, and the processor's state as far as registers
 * mirror it. */
#ifndef PCGRAM_HOST_EMISSION_H
#define PCGRAM_HOST_EMISSION_H

#include <assert.h>

#include "emu/host/host.h"

static inline void byte(struct host_emission *e, unsigned x)
{
    if (e->out < e->end) *e->out++ = (u8)x;
    else e->full = true;
}

static inline void word(struct host_emission *e, u32 x)
{
    for (unsigned i = 0; i < 32; i += 8) byte(e, x >> i);
}

static inline u32 offset(const struct host_emission *e) { return (u32)(e->out - e->begin); }

/* A primitive's operand is still a value of the operation: one that was dropped too early would be lost whenever other values need its register. */
static inline void held(const struct host_emission *e, host_value v) { assert(v == HOST_BLOCK || e->reg[v].kept); }

/* A register for a new value. */
host_value emission_fresh(struct host_emission *e);

/* What has been written since `from` changes no flags. */
static inline void keep_flags(struct host_emission *e, const u8 *from)
{
    if (e->compared.at == from) e->compared.at = e->out;
}

/* Writes the bytes of the state that host_put_comparison() tells of, by flags that are set. */
void emission_put_flags(struct host_emission *e, enum host_condition if_, unsigned yes, unsigned no);

/* The instruction that is written next branches to the label: its distance will be filled in. */
void emission_branch(struct host_emission *e, host_label to);
/* The instruction that is written next accesses guest memory for operation i. */
void emission_access(struct host_emission *e, unsigned i);

/* Where the stub of that key is written, which the blocks of a region of the area share. If there is none yet it is made, in room of so many bytes;
 * where there is no room for it, e->full is set. */
typedef void emission_making(struct host_emission *e, u64 what);
const u8 *emission_share(struct host_emission *e, u64 key, unsigned bytes, emission_making *make, u64 what);

/* Stubs that call slow paths are passed which operation it is, by its distance from the block's first one in bytes, and above 16 bits the
 * deferred additions. */
enum { SLOW_PATH_SHIFT = 16 };
_Static_assert(HOST_OPERATIONS * sizeof(struct uop) <= 1 << SLOW_PATH_SHIFT, "that is enough for each operation");

/* --- what the emitter of a host has for this --------------------------------------------------------------------------------- */

/* Registers for values, those that calls may change first. */
extern const u8 emitter_pool[];
extern const unsigned emitter_registers;

/* Loads register r from so many bytes of the state at that offset, or stores it there; flags stay. */
void emitter_read(struct host_emission *e, unsigned r, unsigned offset, unsigned bytes);
void emitter_write(struct host_emission *e, unsigned r, unsigned offset, unsigned bytes);
/* Adds so many bytes to the register that leads to the block's first operation, or to the one that a handler is called for. */
void emitter_move_base(struct host_emission *e, i32 bytes);
/* The byte of the state at that offset becomes 1 if the condition holds by the flags, else 0; flags stay. */
void emitter_put_flag(struct host_emission *e, enum host_condition if_, unsigned offset);
/* Branches if the condition holds by the flags. */
void emitter_branch_if(struct host_emission *e, enum host_condition if_, host_label to);
/* host_branch_byte(), by the byte itself. */
void emitter_branch_byte(struct host_emission *e, bool set, unsigned offset, host_label to);
/* Calls a stub that has been written there. */
void emitter_call(struct host_emission *e, const u8 *written);
/* Fills in that the branch for which emission_branch() was called at `at` leads so many bytes further. */
void emitter_fill(u8 *at, i32 distance);
/* A stub of an instruction set saves the registers of its values (e->saved of the pool), and where it returns restores them; flags stay. */
void emitter_keep_values(struct host_emission *e);
void emitter_return(struct host_emission *e);
/* So many bytes have been written that will be executed there: caches of instructions that do not follow stores are cleared. */
void emitter_written(u8 *executed, size_t bytes);

#endif
