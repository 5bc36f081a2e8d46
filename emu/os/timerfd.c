/* timerfd_create(2): a timer on the guest's clock that can be waited for. Nobody is told when it expires; whoever looks
 * finds out, and whoever sleeps for it has its expiry as an alarm (struct wait). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/vectors.h"

struct timerfd {
    struct os *os;
    bool date;          /* CLOCK_REALTIME */
    struct timer timer; /* as clock_now() has it */
    u64 expired;        /* times since the last read */
    u64 told;           /* how often who waits was told: of the first expiry behind the last look of the guest (Linux fs/timerfd.c: only that arms it anew) */
    bool tells;
};

enum { SIZE = 8 };

static const struct fd_object timer_object;

/* Counts the expirations up to now. */
static void look(struct timerfd *t)
{
    u64 times = timer_expire(&t->timer, clock_now(t->os));
    t->expired += times;
    t->told += times && t->tells;
    t->tells = t->tells && !times;
}

static void sleep_for(struct call *c, const struct description *d)
{
    const struct timerfd *t = d->object;
    call_sleep_for(c, t);
    call_alarm(c, t->timer.expiry);
}

static i64 timer_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct timerfd *t = d->object;
    u8 raw[SIZE];
    if (vectors_total(v, n) < SIZE) return -EINVAL;
    look(t);
    if (!t->expired) {
        if (d->nonblock) return -EAGAIN;
        if (c->interrupted) return -EINTR;
        sleep_for(c, d);
        return call_sleep(c, NEVER, true);
    }
    field_put(guest_big_endian(c), raw, SIZE, t->expired);
    if (vectors_copy(c, v, 0, raw, SIZE, true) != 0) return -EFAULT;
    t->expired = 0;
    t->tells = true;
    return SIZE;
}

static i64 timer_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    (void)c, (void)d, (void)v, (void)n;
    return -EINVAL;
}

static short timer_poll(const struct description *d)
{
    struct timerfd *t = d->object;
    look(t);
    return t->expired ? POLLIN : 0;
}

static void release(struct description *d)
{
    struct timerfd *t = d->object;
    os_wake(t->os, t);
    free(t);
}

static void edges(const struct description *d, u64 count[EDGES])
{
    struct timerfd *t = d->object;
    look(t);
    count[0] = t->told;
}

static const struct fd_object timer_object = {
    .release = release,
    .read = timer_read,
    .write = timer_write,
    .poll = timer_poll,
    .readable = fd_not_readable,
    .reopen = fd_not_reopened,
    .edges = edges,
    .sleep_for = sleep_for,
};

static struct timerfd *timer_get(struct call *c, i64 *error)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    *error = !d ? -EBADF : d->ops != &timer_object ? -EINVAL : 0;
    return *error ? NULL : d->object;
}

i64 sys_timerfd_create(struct call *c)
{
    u32 flags = flags_to_host(c->os->abi->open_flags, (u32)c->a[1]);
    bool date = c->a[0] == CLOCK_REALTIME || c->a[0] == CLOCK_REALTIME_ALARM;
    bool known = date || c->a[0] == CLOCK_MONOTONIC || c->a[0] == CLOCK_BOOTTIME || c->a[0] == CLOCK_BOOTTIME_ALARM;
    if (!known) return -EINVAL;
    struct timerfd *t = malloc(sizeof *t);
    if (!t) return -ENOMEM;
    *t = (struct timerfd){.os = c->os, .date = date, .timer = {.expiry = NEVER}, .tells = true};
    int host = eventfd(0, EFD_CLOEXEC); /* a timer of the host would be one that runs */
    struct description *d = description_of(&timer_object, t, host, flags & O_NONBLOCK);
    if (!d) {
        free(t);
        return -errno;
    }
    return fd_add(&c->op->fds, d, 0, flags & O_CLOEXEC);
}

i64 sys_timerfd_settime(struct call *c)
{
    i64 error;
    u64 ns[2];
    int variant = c->entry->variant, given = timer_get_setting(c, c->a[2], variant, ns);
    struct timerfd *t = timer_get(c, &error);
    if (given != 0 || !t) return given != 0 ? given : error;
    look(t);
    struct timer before = t->timer;
    timer_arm(c->os, &t->timer, NEVER, ns[1], ns[0]);
    if (ns[1] && (c->a[1] & TFD_TIMER_ABSTIME)) t->timer.expiry = clock_at(c->os, t->date, ns[1]);
    t->expired = 0;
    t->tells = true;
    os_wake(c->os, t);
    return c->a[3] ? timer_put_remaining(c, c->a[3], variant, &before, clock_now(c->os)) : 0;
}

i64 sys_timerfd_gettime(struct call *c)
{
    i64 error;
    struct timerfd *t = timer_get(c, &error);
    if (!t) return error;
    look(t);
    t->tells = true;
    return timer_put_remaining(c, c->a[1], c->entry->variant, &t->timer, clock_now(c->os));
}
