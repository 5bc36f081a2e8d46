/* eventfd(2): a counter that can be waited for. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>

#include "emu/os/calls.h"
#include "emu/os/kernel.h"
#include "emu/os/vectors.h"

struct counter {
    struct os *os;
    u64 value; /* at most MOST */
    bool semaphore;
    u64 edge[2];
    u64 changed_at; /* machine time */
};

#define MOST (UINT64_MAX - 1)
enum { SIZE = 8 };

static void changed(struct counter *e, unsigned which)
{
    e->edge[which]++;
    e->changed_at = e->os->machine->now;
    os_wake(e->os, e);
}

static i64 counter_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct counter *e = d->object;
    u8 raw[SIZE];
    if (vectors_total(v, n) < SIZE) return -EINVAL;
    if (!e->value) return call_wait_for(c, e, d->nonblock, NEVER);
    time_reaches(c->os, e->changed_at);
    u64 value = e->semaphore ? 1 : e->value;
    field_put(guest_big_endian(c), raw, SIZE, value);
    if (vectors_copy(c, v, 0, raw, SIZE, true) != 0) return -EFAULT;
    e->value -= value;
    changed(e, 1);
    return SIZE;
}

static i64 counter_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct counter *e = d->object;
    u8 raw[SIZE];
    if (vectors_total(v, n) < SIZE) return -EINVAL;
    if (vectors_copy(c, v, 0, raw, SIZE, false) != 0) return -EFAULT;
    u64 value = field_get(guest_big_endian(c), raw, SIZE);
    if (value > MOST) return -EINVAL;
    if (value > MOST - e->value) return call_wait_for(c, e, d->nonblock, NEVER);
    time_reaches(c->os, e->changed_at);
    e->value += value;
    changed(e, 0);
    return SIZE;
}

static short counter_poll(const struct description *d)
{
    const struct counter *e = d->object;
    return (short)((e->value ? POLLIN : 0) | (e->value < MOST ? POLLOUT : 0));
}

static void release(struct description *d)
{
    struct counter *e = d->object;
    os_wake(e->os, e);
    free(e);
}

static void edges(const struct description *d, u64 count[EDGES])
{
    const struct counter *e = d->object;
    count[0] = e->edge[0];
    count[1] = e->edge[1];
}

static const struct fd_object counter_object = {
    .release = release,
    .read = counter_read,
    .write = counter_write,
    .poll = counter_poll,
    .readable = fd_not_readable,
    .reopen = fd_not_reopened,
    .edges = edges,
};

/* eventfd, eventfd2: what it begins with, and flags. */
i64 sys_eventfd(struct call *c)
{
    u32 guest = c->entry->variant & V_FLAGS ? (u32)c->a[1] : 0;
    u32 flags = flags_to_host(c->os->abi->open_flags, guest & ~(u32)EFD_SEMAPHORE);
    struct counter *e = malloc(sizeof *e);
    if (!e) return -ENOMEM;
    *e = (struct counter){.os = c->os, .value = c->a[0], .semaphore = guest & EFD_SEMAPHORE};
    struct description *d = description_of(&counter_object, e, eventfd(0, EFD_CLOEXEC), flags & O_NONBLOCK);
    if (!d) {
        free(e);
        return -errno;
    }
    return fd_add(&c->op->fds, d, 0, flags & O_CLOEXEC);
}
