/* Waiting for descriptors. */
#ifndef PCGRAM_OS_POLL_H
#define PCGRAM_OS_POLL_H

#include "emu/os/kernel.h"

/* Before an operation that may block: 0 when it can be done now; -EAGAIN when the description is non-blocking; -EINTR;
 * CALL_WAIT when the thread sleeps until it is ready (to be returned by the call). events: POLLIN or POLLOUT. */
i64 wait_ready(struct call *c, const struct description *d, short events);

/* Asks one without waiting: those of `events` that are there, and POLLERR and POLLHUP. */
short poll_once(const struct description *d, short events);
/* Has the call wake when that may have changed. */
void poll_sleep_for(struct call *c, const struct description *d, short events);

/* When the call is to give up, in machine time, from a time in guest memory in the form that the variant says; no address
 * is NEVER. 0 or -errno. A call that is made again keeps what it had. */
int poll_deadline(struct call *c, u64 addr, int variant, u64 *deadline);
/* The same from milliseconds; negative is NEVER. */
u64 poll_deadline_ms(const struct call *c, i64 ms);
/* A mask of signals in guest memory, for this call only, whatever that memory holds when it is made again. No address: nothing.
 * -EFAULT or 0. */
i64 poll_mask_in(struct call *c, u64 addr, u64 size);

#endif
