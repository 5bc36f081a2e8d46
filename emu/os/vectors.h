/* Buffers of the guest as the host's vectors (readv, sendmsg), and what goes between them and objects of ours. */
#ifndef PCGRAM_OS_VECTORS_H
#define PCGRAM_OS_VECTORS_H

#include <sys/uio.h>

#include "emu/os/kernel.h"

enum { IOV_MOST = 1024 }; /* UIO_MAXIOV */

/* An array of n struct iovec in guest memory, in host terms. want: the rights that the guest needs on the memory. Stops at the first bad
 * one: what lies before it is still done, as the kernel does, if there is anything; `pages`: whole pages of it, for they are copied so. How
 * many there are in *out (of IOV_MOST); -EINVAL, -EFAULT. */
i64 vectors_get(struct call *c, u64 addr, u64 n, int want, bool pages, struct iovec *out);
/* One buffer of len bytes; -EFAULT or 0. */
int vector_get(struct call *c, u64 addr, u64 len, int want, struct iovec *out);

/* Bytes of all of them. */
u64 vectors_total(const struct iovec *v, int n);

/* Copies n bytes between `bytes` and the vectors, from byte `skip` of them on, where they have so many. `out`: to the
 * guest. The guest's memory may lie past the end of a file: -EFAULT then. 0. */
int vectors_copy(struct call *c, const struct iovec *v, u64 skip, void *bytes, u64 n, bool out);

#endif
