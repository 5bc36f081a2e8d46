/* Waiting for the world outside of the guest: for descriptors of the host that its threads sleep for, and for whoever
 * wants the run to come back. */
#ifndef PCGRAM_OS_OUTSIDE_H
#define PCGRAM_OS_OUTSIDE_H

#include "emu/os/kernel.h"

/* What os_interrupt_request() wakes the host by. 0, or -1 with *e. */
int outside_open(struct os *os, struct error *e);
void outside_close(struct os *os);

/* Sleeps for at most ns nanoseconds of the host's time (NEVER: without end), until one of the descriptors that sleeping
 * threads wait for is ready, which wakes them, or until os_interrupt_request(). True: one of the two has happened. */
bool outside_wait(struct os *os, u64 ns);

#endif
