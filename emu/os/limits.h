/* What a tree of guests may take: --mem-limit, --max-processes, --max-files, --max-output. The call that would take more fails
 * as under Linux's own limits; then the run ends. */
#ifndef PCGRAM_OS_LIMITS_H
#define PCGRAM_OS_LIMITS_H

#include "emu/os/kernel.h"

/* Fixed costs, by measurement: an address space with its decoder, and a thread with its processor. */
enum { LIMITS_PROCESS = 1 << 20, LIMITS_THREAD = 64 << 10 };

/* The option whose limit was reached, or NULL. */
const char *limits_over(const struct os *os);
/* There may be one more process or thread. */
bool limits_task(struct os *os);
/* How many of `want` bytes the guest may write to the host's files now. */
u64 limits_output(const struct os *os, u64 want);
/* It wrote `done` of `want`, though `room` is all that it might have. */
void limits_written(struct os *os, u64 want, u64 room, i64 done);

#endif
