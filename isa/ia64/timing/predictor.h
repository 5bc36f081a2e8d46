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

#include "isa/ia64/timing/timing_models.h"

struct predictor_entry {
    u64 key;      /* of the branch: bundle | slot, and predictor_steady() of the way that it goes, if it is steady; ~0: none */
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

/* A branch is steady when all its last outcomes were alike, and its counter for these is at its end: to go the same way again changes
 * nothing, and was predicted. That is told in two bits that no slot's address has. */
static inline u64 predictor_steady(bool taken) { return (u64)4 << taken; }
enum { PREDICTOR_STEADY = 12 };

/* The place of the branch at pc among the entries. */
static inline u32 predictor_at(const struct predictor *p, u64 pc) { return (u32)(((pc >> 4) + (pc & 3) * 1021) & p->mask); }

static inline bool predictor_is_steady(const struct predictor *p, const struct predictor_entry *b, bool taken)
{
    u32 all = taken ? p->history_mask : 0;
    return (b->history & p->history_mask) == all && (b->counters >> 2 * all & 3) == (taken ? 3 : 0);
}

/* The branch at pc, whose place that is, goes that way, and this is remembered: was it predicted right? hint: it says taken. */
static inline bool predictor_right_at(struct predictor *p, u32 at, u64 pc, bool hint, bool taken)
{
    /* Counters from 0, never taken, to 3; a new branch's are beside the middle. */
    enum { ALL_WEAKLY_NOT = 0x55555555 };
    struct predictor_entry *b = &p->entry[at];
    if (LIKELY(b->key == (pc | predictor_steady(taken)))) return true;
    if (UNLIKELY((b->key & ~(u64)PREDICTOR_STEADY) != pc)) *b = (struct predictor_entry){.counters = (u32)ALL_WEAKLY_NOT << hint};
    u32 shift = 2 * (b->history & p->history_mask), counter = b->counters >> shift & 3;
    u32 change = taken ? counter < 3 : counter > 0;
    b->counters += (taken ? change : -change) << shift;
    b->history = b->history << 1 | taken;
    b->key = pc | (predictor_is_steady(p, b, taken) ? predictor_steady(taken) : 0);
    return counter >> 1 == taken;
}

static inline bool predictor_right(struct predictor *p, u64 pc, bool hint, bool taken)
{
    return predictor_right_at(p, predictor_at(p, pc), pc, hint, taken);
}

/* A call, which will return to that address; a return: had the ring its target? */
void predictor_call(struct predictor *p, u64 back);
bool predictor_return(struct predictor *p, u64 target);

#endif
