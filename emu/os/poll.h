/* Waiting for descriptors. */
#ifndef PCGRAM_OS_POLL_H
#define PCGRAM_OS_POLL_H

#include "emu/os/kernel.h"

/* Before an operation that may block: 0 when it can be done now; -EAGAIN when the description is non-blocking; -EINTR;
 * CALL_WAIT when the thread sleeps until it is ready (to be returned by the call). events: POLLIN or POLLOUT. */
i64 wait_ready(struct call *c, const struct description *d, short events);

#endif
