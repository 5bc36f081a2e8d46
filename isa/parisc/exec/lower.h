/* From operations to the primitives of host code: what lower.c has for each, and what it needs to know of the block. */
#ifndef PCGRAM_PARISC_LOWER_H
#define PCGRAM_PARISC_LOWER_H

#include "emu/host/lowering.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/timing/timed.h"

/* The function of each: LOWER(name) defines what a row HOST(operation, name, x, y) says. False: its handler does it, and nothing was made. */
#define LOWER(name) bool pa_lower_##name(struct lowering *l)
#define HOST(operation, name, x, y) LOWER(name);
#include "isa/parisc/exec/uop.def"

#define STATE_OF(field) ((unsigned)offsetof(struct cpu, field))
#define MEMORY_OF(field) ((i32)offsetof(struct pa_memory, field))
/* From struct pa_memory to the table behind it that the field points to. */
#define BEHIND_MEMORY(l, field) ((i32)((const u8 *)(l)->c->memory->field - (const u8 *)(l)->c->memory))
#define GR_OF(r) (STATE_OF(gr) + 8 * (unsigned)(r))

static inline host_value gr(struct lowering *l, unsigned r) { return host_get(l->e, GR_OF(r)); }

static inline void put_gr(struct lowering *l, unsigned r, host_value v)
{
    host_put(l->e, GR_OF(r), v);
    l->aligned[r].of = 0;
}

/* The block is one for a timing model. */
static inline bool is_timed(const struct lowering *l) { return l->b->issue != NULL; }

/* Each access has a time, two later than the one before it, which its page's entry of the TLB keeps. The time at hand, tlb.now, is moved
 * on for all accesses of a path at once, at its end and before handlers (add_deferred()), so that none waits for the one before it: the
 * bench's `mix` runs 1.10 times as fast under the PA-7300LC's model, bzip2 1.02 times. Where fetching asks the TLB, too, it must be known
 * at once. */
enum { DEFERRED_EACH = 2 };
static inline bool defers(const struct lowering *l) { return l->c->memory->has_ilab; }

/* Slow paths of timed blocks (isa/parisc/timing/exec_timed.c): an access that has been done, or a fetch, is shown to the caches; how an access
 * lies to others is worked out. The last one tells the collector of --data of a call or return. */
host_slow_path pa_slow_read, pa_slow_write, pa_slow_fetch, pa_slow_fetch_page, pa_slow_relate, pa_slow_tell_stack;

/* How an access lies to those before it. */
enum related { TO_LOAD = 1, TO_STORE = 2, APART = 4, BASE_ONLY = 8 };

/* The rows HOST of uop.def, by enum pa_uop. */
extern const struct host_row pa_host_row[];

#endif
