/* From operations to the primitives of host code: what lower.c has for each, and what it needs to know of the block. */
#ifndef PCGRAM_PARISC_LOWER_H
#define PCGRAM_PARISC_LOWER_H

#include "emu/core/block.h"
#include "emu/host/host.h"
#include "isa/parisc/cpu.h"

enum { REST = 2 * HOST_OPERATIONS }; /* labels: what is left of an operation whose access has been done */

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

/* What registers repeat, beside the general registers. */
extern const struct host_field pa_repeated[HOST_FIELDS];

/* Operation i of l->b in primitives. False: it has none, and nothing was made. */
bool pa_lower(struct lowering *l, unsigned i);

#endif
