/* What only timed blocks have: what shows them to caches and predictor, and their exits. */
#ifndef PCGRAM_IA64_EXEC_TIMED_H
#define PCGRAM_IA64_EXEC_TIMED_H

#include "emu/core/exits.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/uops.h"
#include "isa/ia64/timing/paths.h"
#include "isa/ia64/timing/timing.h"

enum { ACCESS_LOADS = 1, ACCESS_STORES = 2 }; /* what the uops told and told_saved tell of an access */

/* The access of uop u, `told`, but for its address and whether it fills the first level. */
struct data_access ia64_told_of(const struct uop *u);

/* Does what the uop does, if it is one of those behind an operation. */
void ia64_behind(struct cpu *c, enum ia64_uop kind, struct uop *u);

/* The cycles that a block takes at most; if no cache and no TLB misses in it, and the register stack moves nothing. */
u32 ia64_most_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count);
u32 ia64_usual_cycles(const struct ia64_model *m, const struct ia64_issue *issue, unsigned count);

/* What a fetch looks for, ia64_fetch_of() above the place of the instruction that it is for, stands where a uop has its fields. */
static inline u64 ia64_fetch_word(const struct uop *u)
{
    u64 word;
    memcpy(&word, &FIELD_A, sizeof word);
    return word;
}

static inline unsigned ia64_fetch_step(const struct uop *u) { return ia64_fetch_word(u) & ((1 << FETCH_LINE) - 1); }

/* True if the path that leads to this exit now is the one that did last time, so that its cost stands in the exit. That is so if
 * the block was entered in the same state of the pipeline, no cache, TLB or prediction failed, no byte was stored, and of the instructions whose
 * predicate decides what the path costs, the same were predicated off. */
static inline bool ia64_passes_quickly(const struct cpu *c, const struct exit *e)
{
    const struct timed_path *path = e->path;
    return e->state == c->state && !c->noted && !c->shadow && !((c->off ^ path->off) & path->matters);
}

/* The other case: finds the path among those remembered, or has the pipeline work it out. u is the exit's uop; the result its exit. */
struct exit *ia64_pass_slowly(struct cpu *c, struct uop *u);

#endif
