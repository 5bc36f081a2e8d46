#include "emu/os/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/epoll.h"
#include "emu/os/signals.h"

enum { SELECT_BITS = 1024, POLL_MOST = 4096 };

i64 wait_ready(struct call *c, const struct description *d, short events)
{
    if (!d->may_block) return 0;
    struct pollfd p = {.fd = d->host_fd, .events = events};
    if (poll(&p, 1, 0) != 0) return 0; /* ready, or in error: the operation will say which */
    if (!description_allows(d, events & POLLIN ? O_RDONLY : O_WRONLY)) return 0; /* it will never be ready, and the operation says why */
    if (d->nonblock) return d->inherited ? -EAGAIN : 0; /* what is not, does not block on the host either, and may be at its end: a FIFO without writers */
    if (c->interrupted) return -EINTR;
    call_sleep_on(c, d->host_fd, events);
    return call_sleep(c, NEVER, true);
}

int poll_deadline(struct call *c, u64 addr, int variant, u64 *deadline)
{
    u64 ns;
    *deadline = c->ot->wait.started ? c->ot->wait.deadline : NEVER;
    if (c->ot->wait.started || !addr) return 0;
    int r = guest_get_time(c, addr, variant, &ns);
    if (r == 0) *deadline = clock_after(c->os, ns);
    return r;
}

short poll_once(const struct description *d, short events)
{
    struct pollfd p = {.fd = d->host_fd, .events = events};
    if (!d->ops) return poll(&p, 1, 0) > 0 ? p.revents : 0;
    short found = d->ops->poll(d);
    return found & (events | POLLERR | POLLHUP);
}

void poll_sleep_for(struct call *c, const struct description *d, short events)
{
    if (!d->ops) call_sleep_on(c, d->host_fd, events);
    else if (d->ops->sleep_for) d->ops->sleep_for(c, d);
    else call_sleep_for(c, d->object);
}

u64 poll_deadline_ms(const struct call *c, i64 ms)
{
    if (c->ot->wait.started) return c->ot->wait.deadline;
    return ms < 0 ? NEVER : clock_after(c->os, (u64)ms * (NSEC / 1000));
}

/* One descriptor each: what is asked of it, and what it is; NULL: none, passed over. */
struct polled {
    struct pollfd *v;
    const struct description **d;
    unsigned n;
};

static int polled_new(struct polled *p, u64 n)
{
    *p = (struct polled){.n = (unsigned)n, .v = calloc(n + 1, sizeof *p->v), .d = calloc(n + 1, sizeof *p->d)};
    return p->v && p->d ? 0 : -ENOMEM;
}

static void polled_free(struct polled *p)
{
    free(p->v);
    free(p->d);
}

/* Asks without waiting: the host, and the objects that are ours. How many are ready; -errno. */
static int ask(struct polled *p)
{
    int ours = 0;
    for (unsigned i = 0; i < p->n; i++) p->v[i].fd = p->d[i] && !p->d[i]->ops ? p->d[i]->host_fd : -1;
    int ready = poll(p->v, p->n, 0);
    for (unsigned i = 0; i < p->n; i++) {
        if (!p->d[i] || !p->d[i]->ops) continue;
        p->v[i].revents = poll_once(p->d[i], p->v[i].events);
        ours += p->v[i].revents != 0;
    }
    return ready < 0 ? -errno : ready + ours;
}

/* Sleeps when nothing is ready and the deadline has not come. CALL_WAIT, -EINTR, or how many are ready. */
static i64 poll_now(struct call *c, struct polled *p, u64 deadline)
{
    epoll_look_begin(c->os);
    int ready = ask(p);
    epoll_look_end(c->os);
    if (ready != 0) return ready;
    if (clock_now(c->os) >= deadline) return 0;
    if (c->interrupted) return -EINTR;
    epoll_look_begin(c->os);
    for (unsigned i = 0; i < p->n; i++) {
        if (p->d[i]) poll_sleep_for(c, p->d[i], p->v[i].events);
    }
    epoll_look_end(c->os);
    return call_sleep(c, deadline, false);
}

i64 poll_mask_in(struct call *c, u64 addr, u64 size)
{
    u64 mask;
    if (!addr) return 0;
    if (size != GUEST_SIGNALS / 8) return -EINVAL;
    if (guest_get_mask(c, addr, &mask) != 0) return -EFAULT;
    signal_mask_for_call(c, mask);
    return 0;
}

/* --- poll --------------------------------------------------------------------------------------------------------- */

/* struct pollfd: int fd, short events, short revents; the event bits are the host's on all our ABIs. */
static i64 do_poll(struct call *c, u64 deadline)
{
    enum { SIZE = 8 };
    u64 n = c->a[1];
    if (n > POLL_MOST) return -EINVAL;
    if (!mem_check(&c->p->mem, c->a[0], n * SIZE, PROT_READ | PROT_WRITE)) return -EFAULT;
    struct polled p;
    unsigned bad = 0;
    i64 r = polled_new(&p, n);
    for (u64 i = 0; i < n && r == 0; i++) {
        u64 fd, events;
        if (guest_get_uint(c, c->a[0] + i * SIZE, 4, &fd) != 0 || guest_get_uint(c, c->a[0] + i * SIZE + 4, 2, &events) != 0) {
            r = -EFAULT; /* past the end of the file that is mapped there */
            break;
        }
        p.d[i] = fd_get(&c->op->fds, (i32)fd);
        p.v[i].events = (short)events;
        bad += !p.d[i] && (i32)fd >= 0;
    }
    if (r == 0) r = poll_now(c, &p, bad ? 0 : deadline);
    for (u64 i = 0; i < n && r >= 0; i++) {
        u64 fd;
        if (guest_get_uint(c, c->a[0] + i * SIZE, 4, &fd) != 0) r = -EFAULT;
        bool invalid = r >= 0 && !p.d[i] && (i32)fd >= 0;
        if (r >= 0 && guest_put_uint(c, c->a[0] + i * SIZE + 6, 2, invalid ? POLLNVAL : (u16)p.v[i].revents) != 0) r = -EFAULT;
    }
    polled_free(&p);
    return r < 0 ? r : r + bad;
}

i64 sys_poll(struct call *c)
{
    return do_poll(c, poll_deadline_ms(c, (i64)c->a[2]));
}

/* Linux writes back what is left of the timeout. */
static void put_left(struct call *c, u64 addr, int variant, u64 deadline)
{
    u64 now = clock_now(c->os);
    if (!addr || deadline == NEVER) return;
    guest_put_time(c, addr, variant, clock_ns(c->os, deadline > now ? deadline - now : 0));
}

i64 sys_ppoll(struct call *c)
{
    u64 deadline;
    i64 r = poll_deadline(c, c->a[2], c->entry->variant, &deadline);
    if (r == 0) r = poll_mask_in(c, c->a[3], c->a[4]);
    if (r != 0) return r;
    r = do_poll(c, deadline);
    if (r != CALL_WAIT) put_left(c, c->a[2], c->entry->variant, deadline);
    return r;
}

/* --- select ------------------------------------------------------------------------------------------------------- */

/* The three sets as arrays of the guest's longs. */
static int get_set(struct call *c, u64 addr, unsigned n, u64 *set)
{
    unsigned bits = 8 * guest_word(c);
    memset(set, 0, SELECT_BITS * sizeof *set / 32);
    return addr ? guest_get_array(c, addr, bits / 8, set, (n + bits - 1) / bits) : 0;
}

static int put_set(struct call *c, u64 addr, unsigned n, const u64 *set)
{
    unsigned bits = 8 * guest_word(c);
    return addr ? guest_put_array(c, addr, bits / 8, set, (n + bits - 1) / bits) : 0;
}

/* What counts as ready for each set (Linux fs/select.c, POLLIN_SET and its like). */
static const short set_asks[3] = {POLLIN, POLLOUT, POLLPRI};
static const short set_ready[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

/* Fills in what is asked of each descriptor; -EBADF when one is none. */
static int select_asks(struct call *c, u64 set[3][SELECT_BITS / 32], struct polled *p)
{
    unsigned bits = 8 * guest_word(c);
    for (unsigned fd = 0; fd < p->n; fd++) {
        for (unsigned s = 0; s < 3; s++)
            if (set[s][fd / bits] >> fd % bits & 1) p->v[fd].events |= set_asks[s];
        if (!p->v[fd].events) continue;
        p->d[fd] = fd_get(&c->op->fds, fd);
        if (!p->d[fd]) return -EBADF;
    }
    return 0;
}

/* Leaves in the sets what is ready; how many. */
static i64 select_answers(struct call *c, u64 set[3][SELECT_BITS / 32], const struct polled *p)
{
    unsigned bits = 8 * guest_word(c);
    i64 count = 0;
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned fd = 0; fd < p->n; fd++) {
            u64 bit = (u64)1 << fd % bits, *at = &set[s][fd / bits];
            if (!(*at & bit)) continue;
            if (p->v[fd].revents & set_ready[s]) count++;
            else *at &= ~bit;
        }
        if (put_set(c, c->a[1 + s], p->n, set[s]) != 0) return -EFAULT;
    }
    return count;
}

static i64 do_select(struct call *c, u64 deadline)
{
    unsigned n = (unsigned)c->a[0];
    u64 set[3][SELECT_BITS / 32];
    struct polled p;
    if ((i64)c->a[0] < 0) return -EINVAL;
    if (n > SELECT_BITS) n = SELECT_BITS;
    for (unsigned s = 0; s < 3; s++)
        if (get_set(c, c->a[1 + s], n, set[s]) != 0) return -EFAULT;
    i64 r = polled_new(&p, n);
    if (r == 0) r = select_asks(c, set, &p);
    if (r == 0) r = poll_now(c, &p, deadline);
    if (r >= 0) r = select_answers(c, set, &p);
    polled_free(&p);
    return r;
}

i64 sys_select(struct call *c)
{
    u64 deadline;
    int bad = poll_deadline(c, c->a[4], V_USEC, &deadline);
    if (bad) return bad;
    i64 r = do_select(c, deadline);
    if (r != CALL_WAIT) put_left(c, c->a[4], V_USEC, deadline);
    return r;
}

/* The last argument points to {mask, size of the mask}. */
i64 sys_pselect(struct call *c)
{
    u64 deadline, mask[2] = {0, 0};
    if (c->a[5] && guest_get_array(c, c->a[5], guest_word(c), mask, 2) != 0) return -EFAULT;
    i64 r = poll_deadline(c, c->a[4], c->entry->variant, &deadline);
    if (r == 0) r = poll_mask_in(c, mask[0], mask[1]);
    if (r != 0) return r;
    r = do_select(c, deadline);
    if (r != CALL_WAIT) put_left(c, c->a[4], c->entry->variant, deadline);
    return r;
}
