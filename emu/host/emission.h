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

/* What is needed no longer may be in no register any more: an operation that drops a value before its last use is wrong whenever its other
 * values need the room. */
static inline void held(const struct host_emission *e, host_value v) { assert(v == HOST_BLOCK || e->reg[v].kept); }

/* A register for a new value. */
host_value emission_fresh(struct host_emission *e);

/* What has been made since `from` changes no flags. */
static inline void keep_flags(struct host_emission *e, const u8 *from)
{
    if (e->compared.at == from) e->compared.at = e->out;
}

/* The flags of a comparison say whether these bytes of the state are 0 or 1 (host_put_comparison()). */
void emission_put_flags(struct host_emission *e, enum host_condition if_, unsigned yes, unsigned no);

/* A branch to the label stands here: its distance will be filled in. */
void emission_branch(struct host_emission *e, host_label to);
/* The instruction here accesses guest memory for operation i. */
void emission_access(struct host_emission *e, unsigned i);

/* A stub that the blocks of a region of the area share, known by its key: where it is as it is written. It is made if it is not there yet, in room of so many
 * bytes. Where there is no room the code is of no use. */
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

/* Register r from or to so many bytes of the state at that offset; flags stay. */
void emitter_read(struct host_emission *e, unsigned r, unsigned offset, unsigned bytes);
void emitter_write(struct host_emission *e, unsigned r, unsigned offset, unsigned bytes);
/* The register by which code finds the block, so many bytes further. */
void emitter_move_base(struct host_emission *e, i32 bytes);
/* The byte of the state at that offset: whether the condition holds, by flags of a comparison, which stay. */
void emitter_put_flag(struct host_emission *e, enum host_condition if_, unsigned offset);
/* To the label by flags of a comparison, or by whether the byte of the state at that offset is not 0, or is. */
void emitter_branch_if(struct host_emission *e, enum host_condition if_, host_label to);
void emitter_branch_byte(struct host_emission *e, bool set, unsigned offset, host_label to);
/* Calls a stub that has been written there. */
void emitter_call(struct host_emission *e, const u8 *written);
/* The branch for which emission_branch() was called where `at` is leads so many bytes further. */
void emitter_fill(u8 *at, i32 distance);
/* Of a stub of an instruction set: its values are kept, and given back where it returns, which leaves flags. */
void emitter_keep_values(struct host_emission *e);
void emitter_return(struct host_emission *e);
/* So many bytes have been written, which will be executed there. */
void emitter_written(u8 *executed, size_t bytes);

#endif
