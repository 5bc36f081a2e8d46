/* What calls cost with all that they led to, for readers that add calls up.
 *
 * The arcs of a profile hold what each call took until its return; in a recursion that is counted once at each level, and
 * sums of them pass the run's total. Here what a chain of calls spent counts, for each function in it, at one call only: the
 * last that this function made in the chain. So what a function spent itself and all its calls together are what was spent
 * while it was open, and never more than the total. */
#ifndef PCGRAM_PROF_INCLUSIVE_H
#define PCGRAM_PROF_INCLUSIVE_H

#include "prof/profile.h"

/* The calls of a profile by (from, to), *count of them, for free(). They are its arcs, and tail calls, which stand at the
 * call that the chain had before; of a profile without chains the arcs as they are. */
struct call_arc *inclusive_calls(const struct profile *p, size_t *count);

#endif
