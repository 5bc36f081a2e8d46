/* Pipes between guest processes: a buffer of ours, so that who waits for whom is settled in emulated time. */
#ifndef PCGRAM_OS_PIPE_H
#define PCGRAM_OS_PIPE_H

#include "emu/os/kernel.h"

/* A pipe's two ends as descriptions: [0] reads, [1] writes. 0 or -errno. */
int pipe_new(struct os *os, bool nonblock, struct description *end[2]);
/* Whether it is an end of a pipe of ours. */
bool pipe_is(const struct description *d);

/* Before something is put into a writing end that needs a slot of its own: 0 when there is one; -EPIPE, with its signal; -EAGAIN; CALL_WAIT. */
i64 pipe_slot_free(struct call *c, const struct description *d);

/* Bytes that fit into any pipe, in so many slots. */
enum { PIPE_SIZE = 65536, PIPE_SLOTS = 16 };

#endif
