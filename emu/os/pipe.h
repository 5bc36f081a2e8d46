/* Pipes between guest processes: a buffer of ours, so that who waits for whom is settled in emulated time. */
#ifndef PCGRAM_OS_PIPE_H
#define PCGRAM_OS_PIPE_H

#include <sys/uio.h>

#include "emu/os/kernel.h"

struct pipe;

/* A pipe's two ends as descriptions: [0] reads, [1] writes. Each also owns one end of an empty pipe of the host, which
 * answers what any pipe would (fstat, lseek, ioctl...). 0 or -errno. */
int pipe_new(struct os *os, bool nonblock, struct description *end[2]);
/* One more description of an end, as opening /proc/self/fd/N makes it: access is O_RDONLY or O_WRONLY. NULL with errno.
 */
struct description *pipe_reopen(const struct description *d, int access);

/* An end is closed; it is no longer referred to. */
void pipe_release(struct description *d);

/* Reads or writes as read(2) and pipe(7) have it: a count, -errno or CALL_WAIT. */
i64 pipe_read(struct call *c, const struct description *d, const struct iovec *v, int n);
i64 pipe_write(struct call *c, const struct description *d, const struct iovec *v, int n);

/* What poll() finds of POLLIN, POLLOUT, POLLHUP and POLLERR at this end. */
short pipe_poll(const struct description *d);
/* Bytes that can be read. */
u64 pipe_length(const struct description *d);
/* Bytes that fit into any pipe. */
enum { PIPE_SIZE = 65536 };

#endif
