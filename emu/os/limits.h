/* What a tree of guests may take: --mem-limit, --max-processes, --max-files, --max-output. The call that would take more fails
 * as under Linux's own limits; then the run ends. */
#ifndef PCGRAM_OS_LIMITS_H
#define PCGRAM_OS_LIMITS_H

#include "emu/os/kernel.h"

/* Fixed costs, by measurement: an address space with its decoder, and a thread with its processor. */
enum { LIMITS_PROCESS = 1 << 20, LIMITS_THREAD = 64 << 10 };

/* A name's block, and how many names there may be whatever the limit, so that who writes little can have files for it. */
enum { LIMITS_BLOCK = 4096, LIMITS_NAMES = 1000 };

/* The option whose limit was reached, or NULL. */
const char *limits_over(const struct os *os);
/* There may be one more process or thread. */
bool limits_task(struct os *os);
/* How many of `want` bytes the guest may write to the host's files now. */
u64 limits_output(const struct os *os, u64 want);
/* It wrote `done` of `want`, though `room` is all that it might have. */
void limits_written(struct os *os, u64 want, u64 room, i64 done);
/* It made a name in a folder of the host, or removed one. Each may have a block of the disk behind it, so there may be as many as
 * blocks of --max-output, beside the bytes, but some in any case. */
void limits_name_made(struct os *os);
void limits_name_removed(struct os *os);

#endif
