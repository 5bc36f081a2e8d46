/* From operations to the primitives of host code: what lower.c has for each, and what it needs to know of the block. */
#ifndef PCGRAM_PARISC_LOWER_H
#define PCGRAM_PARISC_LOWER_H

#include "emu/core/block.h"
#include "emu/host/host.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/timing/timed.h"

/* Labels: what is left of an operation whose access has been done; a place within the code of one. */
enum { REST = 2 * HOST_OPERATIONS, WITHIN = 3 * HOST_OPERATIONS };

/* Of the operations of a block. */
struct outline {
    bool head[BLOCK_UOPS]; /* handlers lead here, from wherever: code is entered, and registers repeat nothing */
    bool back[BLOCK_UOPS]; /* the rest of the operation before leads here: code is entered, too, but nothing is different */
    bool made[BLOCK_UOPS]; /* there is code */
    uop_fn *begin[BLOCK_UOPS]; /* where it is entered; NULL: the operation keeps its handler */
    uop_fn *rest[BLOCK_UOPS];  /* the handler of the rest */
    u8 last[BLOCK_UOPS + 1];   /* the register that holds the last result before each, or LAST_NONE */
};

/* The block under way, and in it the operation. */
struct lowering {
    struct host_emission *e;
    struct outline *o;
    struct cpu *c;
    const struct block *b;
    const struct uop *u;
    unsigned i;    /* its number */
    unsigned kind; /* enum pa_uop */
    u8 x, y;       /* what its row in the table below says beside the function */
};

/* The function of each: LOWER(name) defines what a row HOST(operation, name, x, y) says. False: its handler does it, and nothing was made. */
#define LOWER(name) bool pa_lower_##name(struct lowering *l)
#define HOST(operation, name, x, y) LOWER(name);
#include "isa/parisc/exec/uop.def"

#define STATE_OF(field) ((unsigned)offsetof(struct cpu, field))
#define MEMORY_OF(field) ((i32)offsetof(struct pa_memory, field))
#define GR_OF(r) (STATE_OF(gr) + 8 * (unsigned)(r))

static inline host_value gr(struct lowering *l, unsigned r) { return host_get(l->e, GR_OF(r)); }

/* The operation's handler does what is out of the ordinary, from its beginning: nothing of it has been done. */
static inline host_label by_handler(const struct lowering *l) { return (host_label)(HOST_OPERATIONS + l->i); }

/* The distance from the block's operations, where code finds the block, to something in it. */
static inline i32 in_block(const struct lowering *l, const void *p) { return (i32)((const u8 *)p - (const u8 *)l->b->uop); }

/* The block is one for a timing model. */
static inline bool is_timed(const struct lowering *l) { return l->b->issue != NULL; }

/* How an access lies to those before it. */
enum related { TO_LOAD = 1, TO_STORE = 2, APART = 4, BASE_ONLY = 8 };

/* What registers repeat, beside the general registers. */
extern const struct host_field pa_repeated[HOST_FIELDS];

/* Operation i of l->b in primitives. False: it has none, and nothing was made. */
bool pa_lower(struct lowering *l, unsigned i);

#endif
