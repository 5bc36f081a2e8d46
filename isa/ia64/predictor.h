/* Branch prediction of the in-order model. What an Itanium 2 does exactly is in no document at hand; modelled is:
 *
 * - for each branch with a condition, its last outcomes, and for each of their patterns a counter of two bits that says
 *   which way it went then (two-level, local);
 * - a branch that is not remembered goes as its hint says, and so do its counters begin: sptk, dptk taken;
 * - the last calls' return addresses, in a ring.
 *
 * The targets of other branches are always known. */
#ifndef PCGRAM_IA64_PREDICTOR_H
#define PCGRAM_IA64_PREDICTOR_H

#include "isa/ia64/timing_models.h"

struct predictor_entry {
    u64 pc;       /* of the branch: bundle | slot; ~0: none */
    u32 counters; /* two bits for each pattern of outcomes */
    u32 history;  /* the last outcomes, the latest in bit 0 */
};

struct predictor {
    struct predictor_entry *entry;
    u64 mask;         /* entries - 1 */
    u32 history_mask;
    u64 returns[64];
    u32 top, depth;   /* the ring: next place, and places */
};

/* Nothing is remembered. -1 with *e. */
int predictor_init(struct predictor *p, const struct ia64_model *m, struct error *e);
void predictor_free(struct predictor *p);

/* The branch goes that way, and this is remembered: was it predicted right? hint: it says taken. */
bool predictor_right(struct predictor *p, u64 pc, bool hint, bool taken);

/* A call, which will return to that address; a return: had the ring its target? */
void predictor_call(struct predictor *p, u64 back);
bool predictor_return(struct predictor *p, u64 target);

#endif
