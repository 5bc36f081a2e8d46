/* The Ski simulator as an oracle: it runs a program one slot at a time and tells all registers after each.
 *
 * Ski reads commands from a file (-i); here that is a pipe that a child keeps full of "step 1", "rd", "eval ip", so that
 * neither side waits for the other. About 19,000 states a second. */
#ifndef PCGRAM_LOCKSTEP_IA64_SKI_H
#define PCGRAM_LOCKSTEP_IA64_SKI_H

#include <stdio.h>
#include <sys/types.h>

#include "tests/lockstep/ia64_state.h"

struct ia64_ski {
    pid_t ski, feeder;
    FILE *said;
};

/* Starts PROGRAM, a stripped one (or Ski writes names for addresses), under the simulator BSKI. It writes its own output
 * to where /dev/null is. -1 after a message on stderr. */
int ia64_ski_start(struct ia64_ski *s, const char *bski, const char *program);

/* The state after the next slot; first after the first one. False when the simulator has no more to say. */
bool ia64_ski_next(struct ia64_ski *s, struct ia64_state *state);

void ia64_ski_stop(struct ia64_ski *s);

#endif
