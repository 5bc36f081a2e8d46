/* What calls cost with all that they led to, for readers that add calls up.
 *
 * The arcs of a profile hold what each call took until its return; in a recursion that is counted once at each level, and
 * sums of them pass the run's total. Here what a chain of calls spent counts, for each function in it, at one call only: the
 * last that this function made in the chain. So what a function spent itself and all its calls together are what was spent
 * while it was open, and never more than the total. */
#ifndef PCGRAM_PROF_PROFILE_INCLUSIVE_H
#define PCGRAM_PROF_PROFILE_INCLUSIVE_H

#include "prof/profile/profile.h"

struct inclusive_call {
    u64 from, to, count;
    struct pc_count cost; /* of all events alike; its pc is 0 */
};

/* The calls of a profile by (from, to), *count of them, for free(). They are its arcs, with what the chains through them cost;
 * of a profile without chains with the arcs' own costs, which are cycles and instructions. What a chain spent in other events
 * is known for ticks, and for the rest shared out as the cycles of the instructions are (prof/profile/stacks.h). */
struct inclusive_call *inclusive_calls(const struct profile *p, size_t *count);

/* Of each row as profile_insn_row() counts them what it and all that it called cost, each chain of calls once however often the
 * row is in it; then likewise of each inlined function (profile_inline_function()), whose copies are open while the calls in them
 * are, and what is inlined in them. profile_inline_rows() rows, for free(). Without chains that is what the row cost itself. */
struct inclusive_cost {
    u64 value[PROFILE_EVENTS];
};
struct inclusive_cost *inclusive_rows(const struct profile *p);

#endif
