/* How an access lies to the last load and the last store (enum pa_relation), as far as code tells without running: for the schedule of a block, and for
 * who explains an instruction. */
#ifndef PCGRAM_PARISC_RELATION_H
#define PCGRAM_PARISC_RELATION_H

#include "isa/parisc/insn/access.h"
#include "isa/parisc/timing/pipe.h"

/* An address as far as it is known. */
struct known_address {
    bool known;  /* it is base + disp, of the base register's value number `version` */
    u8 base;
    u32 version;
    i32 disp;
};

/* What is known on a path through code; all zero where it begins. */
struct pa_accesses {
    u32 version[32];                      /* of the general registers: how often they were written on the path */
    struct known_address loaded, stored;  /* by the last load and store */
};

/* An access at that address, the next on the path. */
struct pa_relating {
    unsigned likely, open; /* the relation that it most likely has, and the bits of it that are not certain */
    bool near;             /* the access before it of its kind has the same value of the same base register */
};

/* base: how many bytes the base register's value lies behind a multiple of 8, as far as one can guess. */
struct pa_relating pa_relating_of(const struct pa_accesses *p, const struct pa_address *a, bool store, u32 base);

/* Of the bits that are not certain, those that the issue of the instruction, which is next, depends on. */
unsigned pa_relation_decides(const struct pa_model *m, const struct pa_pipe *pipe, const struct pa_admitted *i, const struct pa_relating *r);

/* The instruction has completed. */
void pa_accesses_note(struct pa_accesses *p, const struct pa_admitted *i);

#endif
