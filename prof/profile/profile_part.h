/* The profile of a part of a run, one thread (prof/profile/threads.h) or some slices (prof/profile/slices.h): what both ways to make one have in common. */
#ifndef PCGRAM_PROF_PROFILE_PROFILE_PART_H
#define PCGRAM_PROF_PROFILE_PROFILE_PART_H

#include "prof/profile/profile.h"

/* *alone shares all with *p, which must outlive it, but its instructions, contexts and ticks, which are copies; it has no calls, data, threads
 * and slices. profile_part_free() frees it. */
void profile_part_alone(const struct profile *p, struct profile *alone);
void profile_part_free(struct profile *alone);

/* The counts of the instructions, contexts and ticks have been made those of a part: ticks of which none are left go, and the sums follow. */
void profile_part_settle(struct profile *p);

/* Makes the calls of a profile that has none, of a part of what `whole` is of: as the chains have them, what a call cost being what was
 * spent in its context and all below. */
void profile_part_arcs(struct profile *p, const struct call_arc *whole, size_t wholes);
/* The same in the place of those that are there. */
void profile_part_keep_arcs(struct profile *p);

#endif
