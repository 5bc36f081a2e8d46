/* The tick rule on the host: what one tick of the profiling clock does to guest memory (docs/ticks.md; clause by clause
 * docs/clauses.txt). It works on the profile control block that the ROM's handler works on, and leaves the same bytes. */
#ifndef PCGRAM_PROF_TICK_TICK_H
#define PCGRAM_PROF_TICK_TICK_H

#include "rom/pcb.h"

enum { GUEST_READ = 1, GUEST_WRITE = 2 };

/* Memory of the guest, with the guest's rights. Addresses are those of the guest; lengths in bytes, not 0. */
struct guest_memory {
    void *ctx;
    /* True when every byte of [addr, addr+len) may be accessed so; false when the range wraps around. */
    bool (*check)(void *ctx, u64 addr, u64 len, int rights);
    /* False, and nothing done, when some byte cannot be accessed. */
    bool (*read)(void *ctx, u64 addr, void *to, u64 len);
    bool (*write)(void *ctx, u64 addr, const void *from, u64 len);
};

/* An entry of the control block, in the host's terms; the fields are described there. */
struct tick_entry {
    u64 low, last, base, limit;
    u32 scale, element, kind, mode, index;
};

/* Writes entry `at`, from 0, of the block; the block says apart from that how many it has. */
void tick_put_entry(const struct pcb *b, u32 at, const struct tick_entry *e);

/* What a tick did: PCB_DID_... and, where they apply, the entry's index, the element's address and its values. */
struct tick_outcome {
    u32 action, region;
    u64 element, old, new;
};

/* One tick at pc: finds the element, counts, or turns profiling off. The outcome stands in the block. */
void tick_take(const struct pcb *b, u64 pc, const struct guest_memory *m);

/* The last tick's outcome, by whichever handler. */
void tick_outcome(const struct pcb *b, struct tick_outcome *out);

#endif
