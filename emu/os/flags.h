/* Which bits each system call takes as flags. */
#ifndef PCGRAM_OS_FLAGS_H
#define PCGRAM_OS_FLAGS_H

#include "emu/core/types.h"

struct call;

/* Linux refuses a bit that it does not know, before it looks at anything else of the call: 0, or -EINVAL. Calls that are not in the
 * table look at their flags themselves, or ignore what they do not know, as Linux does (emu/os/flags.c). */
i64 flags_check(const struct call *c);

#endif
