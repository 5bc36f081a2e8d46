#include "emu/os/epoll.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/poll.h"

enum {
    NESTED_MOST = 4, /* sets in sets (Linux fs/eventpoll.c, EP_MAX_NESTS) */
    EVENT_SIZE = 16, /* bytes of the guests' struct epoll_event: 4 of events, 4 unused, 8 of data */
    EVENTS_MOST = 1 << 24,
    ITEMS_MOST = 1 << 16, /* watched by all sets together (fs.epoll.max_user_watches, which is more) */
};

/* One descriptor that is watched. */
struct epoll_item {
    struct epoll *set;
    struct epoll_item *next;                    /* in the set: whoever was told of last comes last */
    struct epoll_item *next_watcher, **watcher; /* of the same description, and what points here */
    struct description *d;
    i64 fd;
    u32 events;
    u64 data;
    bool off;    /* EPOLLONESHOT: it has been told of */
    bool fresh;  /* just added or changed: whatever is there is news */
    u64 seen[EDGES]; /* edges that have been told of */
    u32 last;    /* a file of the host: what was there at the last look */
};

struct epoll {
    struct os *os;
    struct description *self; /* not counted: it is the set's only one */
    struct epoll_item *items;
    u64 looked, slept; /* the look in which it was asked, and slept for, last */
    bool ready;        /* what it said then */
    u64 walked;        /* the walk that has come by last */
    int depth;         /* what it found */
};

static const struct fd_object epoll_object;

static struct epoll *epoll_get(struct call *c, i64 fd, i64 *error)
{
    const struct description *d = fd_get_open(&c->op->fds, fd);
    *error = !d ? -EBADF : d->ops != &epoll_object ? -EINVAL : 0;
    return *error ? NULL : d->object;
}

/* --- what is ready -------------------------------------------------------------------------------------------------- */

/* Whether something has happened since the last look that an edge-triggered watcher asked for; `look`: this is one. */
static bool has_edge(struct epoll_item *i, u32 found, bool look)
{
    u64 now[EDGES];
    memcpy(now, i->seen, sizeof now);
    bool news = i->fresh;
    if (i->d->ops) {
        i->d->ops->edges(i->d, now);
        news |= now[0] != i->seen[0] && (i->events & (EPOLLIN | EPOLLRDNORM | EPOLLRDHUP));
        news |= now[1] != i->seen[1] && (i->events & (EPOLLOUT | EPOLLWRNORM));
        news |= now[2] != i->seen[2];
    } else {
        news |= (found & ~i->last) != 0; /* the host's own edges cannot be seen behind those that are still there */
    }
    if (!look) return news;
    i->fresh = false;
    memcpy(i->seen, now, sizeof now);
    i->last = found;
    return news;
}

/* Events of an item that are to be told; 0: none. */
static u32 item_ready(struct epoll_item *i, bool look)
{
    if (i->off) return 0;
    u32 found = (u16)poll_once(i->d, (short)(i->events & 0xffff));
    bool edge = !(i->events & EPOLLET) || has_edge(i, found, look);
    return edge ? found : 0;
}

void epoll_look_begin(struct os *os)
{
    if (os->epoll.looking++ == 0) os->epoll.look++;
}

void epoll_look_end(struct os *os) { os->epoll.looking--; }

static bool any_ready(const struct epoll *set)
{
    for (struct epoll_item *i = set->items; i; i = i->next)
        if (item_ready(i, false)) return true;
    return false;
}

static short object_poll(const struct description *d)
{
    struct epoll *set = d->object;
    struct os *os = set->os;
    epoll_look_begin(os);
    if (set->looked != os->epoll.look) {
        set->ready = any_ready(set);
        set->looked = os->epoll.look;
    }
    epoll_look_end(os);
    return set->ready ? POLL_READS : 0;
}

static void sleep_for(struct call *c, const struct description *d)
{
    struct epoll *set = d->object;
    epoll_look_begin(c->os);
    if (set->slept != c->os->epoll.look) {
        set->slept = c->os->epoll.look;
        call_sleep_for(c, set);
        for (const struct epoll_item *i = set->items; i; i = i->next)
            if (!i->off) poll_sleep_for(c, i->d, (short)(i->events & 0xffff));
    }
    epoll_look_end(c->os);
}

/* --- its life ------------------------------------------------------------------------------------------------------- */

static void item_free(struct epoll_item *i)
{
    struct epoll_item **at = &i->set->items;
    while (*at != i) at = &(*at)->next;
    *at = i->next;
    *i->watcher = i->next_watcher;
    if (i->next_watcher) i->next_watcher->watcher = i->watcher;
    i->set->os->epoll.items--;
    mem_give(&i->set->os->memory, sizeof *i);
    free(i);
}

void epoll_forget(struct description *d)
{
    while (d->watchers) item_free(d->watchers);
}

static void release(struct description *d)
{
    struct epoll *set = d->object;
    while (set->items) item_free(set->items);
    os_wake(set->os, set);
    free(set);
}

static i64 not_for_bytes(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    (void)c, (void)d, (void)v, (void)n;
    return -EINVAL;
}

/* Edges of a set are those of what it watches: whoever watches it looks each time. */
static void edges(const struct description *d, u64 count[EDGES])
{
    (void)d;
    count[0]++;
}

static const struct fd_object epoll_object = {
    .release = release,
    .read = not_for_bytes,
    .write = not_for_bytes,
    .poll = object_poll,
    .readable = fd_not_readable,
    .reopen = fd_not_reopened,
    .edges = edges,
    .sleep_for = sleep_for,
};

/* --- calls ---------------------------------------------------------------------------------------------------------- */

static i64 create(struct call *c, bool cloexec)
{
    struct epoll *set = malloc(sizeof *set);
    if (!set) return -ENOMEM;
    *set = (struct epoll){.os = c->os};
    struct description *d = description_of(&epoll_object, set, epoll_create1(EPOLL_CLOEXEC), false);
    if (!d) {
        free(set);
        return -errno;
    }
    set->self = d;
    return fd_add(&c->op->fds, d, 0, cloexec);
}

i64 sys_epoll_create(struct call *c) { return (i64)c->a[0] <= 0 ? -EINVAL : create(c, false); }

i64 sys_epoll_create1(struct call *c)
{
    u32 flags = flags_to_host(c->os->abi->open_flags, (u32)c->a[0]);
    return create(c, flags & O_CLOEXEC);
}

static struct epoll *as_set(const struct description *d) { return d->ops == &epoll_object ? d->object : NULL; }

/* How many sets deep it goes from d down, which would stand in `outer`; more than NESTED_MOST when outer is among them.
 * Each set is come by once, however many ways lead to it; sets that there are go no deeper than NESTED_MOST. */
static int depth_below(const struct description *d, const struct epoll *outer)
{
    struct epoll *set = as_set(d);
    if (!set) return 0;
    if (set == outer) return NESTED_MOST + 1;
    if (set->walked == set->os->epoll.walk) return set->depth;
    int most = 0;
    for (const struct epoll_item *i = set->items; i; i = i->next) {
        int below = depth_below(i->d, outer);
        if (below > most) most = below;
    }
    set->walked = set->os->epoll.walk;
    return set->depth = most + 1;
}

/* The same from a set up, itself not counted. */
static int depth_above(struct epoll *set)
{
    if (set->walked == set->os->epoll.walk) return set->depth;
    int most = 0;
    for (const struct epoll_item *i = set->self->watchers; i; i = i->next_watcher) {
        int above = 1 + depth_above(i->set);
        if (above > most) most = above;
    }
    set->walked = set->os->epoll.walk;
    return set->depth = most;
}

static bool too_deep(struct epoll *set, const struct description *d)
{
    if (!as_set(d)) return false;
    set->os->epoll.walk++;
    int below = depth_below(d, set);
    set->os->epoll.walk++;
    return below + depth_above(set) > NESTED_MOST;
}

/* Files, folders and devices of memory are always ready. */
static bool may_be_polled(const struct description *d)
{
    enum { MEMORY = 1, RANDOM = 8 };
    struct stat s;
    if (d->ops) return true;
    return d->may_block && (fstat(d->host_fd, &s) != 0 || !S_ISCHR(s.st_mode) || major(s.st_rdev) != MEMORY || minor(s.st_rdev) == RANDOM);
}

static i64 add(struct epoll *set, struct description *d, i64 fd, const struct epoll_item *as)
{
    struct epoll_item **at = &set->items;
    if (too_deep(set, d)) return -ELOOP;
    if (set->os->epoll.items >= ITEMS_MOST) return -ENOSPC;
    struct epoll_item *i = mem_take(&set->os->memory, sizeof *i) ? malloc(sizeof *i) : NULL;
    if (!i) return -ENOMEM;
    *i = *as;
    i->set = set;
    i->d = d;
    i->fd = fd;
    i->next = NULL;
    i->next_watcher = d->watchers;
    i->watcher = &d->watchers;
    if (d->watchers) d->watchers->watcher = &i->next_watcher;
    d->watchers = i;
    while (*at) at = &(*at)->next;
    *at = i;
    set->os->epoll.items++;
    return 0;
}

/* EPOLLEXCLUSIVE is said when a descriptor is added, with few others, and not of a set (Linux fs/eventpoll.c,
 * EPOLLEXCLUSIVE_OK_BITS). All watchers are told here, which it allows. */
static bool may_be_exclusive(u64 op, const struct description *d, u32 events)
{
    const u32 with = EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP | EPOLLWAKEUP | EPOLLET | EPOLLEXCLUSIVE;
    return !(events & EPOLLEXCLUSIVE) || (op == EPOLL_CTL_ADD && !as_set(d) && !(events & ~with));
}

i64 sys_epoll_ctl(struct call *c)
{
    i64 error, fd = (i64)c->a[2];
    u64 op = c->a[1], events = 0, data = 0;
    struct description *d = fd_get_open(&c->op->fds, fd);
    struct epoll *set = epoll_get(c, (i64)c->a[0], &error);
    if (op != EPOLL_CTL_DEL &&
        (guest_get_uint(c, c->a[3], 4, &events) != 0 || guest_get_uint(c, c->a[3] + 8, 8, &data) != 0))
        return -EFAULT;
    if (!d || error == -EBADF) return -EBADF;
    if (!may_be_polled(d)) return -EPERM;
    if (!set) return error;
    if (d->ops == &epoll_object && d->object == set) return -EINVAL;
    if (op != EPOLL_CTL_DEL && !may_be_exclusive(op, d, (u32)events)) return -EINVAL;
    struct epoll_item *i = set->items;
    while (i && (i->d != d || i->fd != fd)) i = i->next;
    const struct epoll_item as = {.events = (u32)events, .data = data, .fresh = true};
    switch (op) {
    case EPOLL_CTL_ADD:
        if (i) return -EEXIST;
        error = add(set, d, fd, &as);
        break;
    case EPOLL_CTL_MOD:
        if (!i) return -ENOENT;
        if (i->events & EPOLLEXCLUSIVE) return -EINVAL;
        i->events = as.events;
        i->data = as.data;
        i->fresh = true;
        i->off = false;
        break;
    case EPOLL_CTL_DEL:
        if (!i) return -ENOENT;
        item_free(i);
        break;
    default: return -EINVAL;
    }
    if (error == 0) os_wake(c->os, set);
    return error;
}

/* Tells of what is ready, at most `most`; whoever was told of goes behind the others. How many; -EFAULT. */
static i64 tell(struct call *c, struct epoll *set, u64 most)
{
    struct epoll_item *told = NULL, **told_end = &told, **at = &set->items;
    i64 n = 0;
    while (*at && (u64)n < most) {
        struct epoll_item *i = *at, before = *i;
        u32 found = item_ready(i, true);
        u64 addr = c->a[1] + (u64)n * EVENT_SIZE;
        if (!found) {
            at = &i->next;
            continue;
        }
        if (guest_put_array(c, addr, 4, (u64[]){found, 0}, 2) != 0 || guest_put_uint(c, addr + 8, 8, i->data) != 0) {
            *i = before; /* it has not been told */
            n = n ? n : -EFAULT;
            break;
        }
        n++;
        i->off = i->events & EPOLLONESHOT;
        *at = i->next;
        i->next = NULL;
        *told_end = i;
        told_end = &i->next;
    }
    while (*at) at = &(*at)->next;
    *at = told;
    return n;
}

static i64 wait_for(struct call *c, u64 deadline)
{
    i64 error, most = (i64)c->a[2];
    struct epoll *set = epoll_get(c, (i64)c->a[0], &error);
    if (most <= 0 || most > EVENTS_MOST) return -EINVAL;
    if (!set) return error;
    epoll_look_begin(c->os);
    i64 n = tell(c, set, (u64)most);
    epoll_look_end(c->os);
    if (n != 0) return n;
    if (clock_now(c->os) >= deadline) return 0;
    if (c->interrupted) return -EINTR;
    sleep_for(c, fd_get(&c->op->fds, (i64)c->a[0]));
    return call_sleep(c, deadline, false);
}

/* epoll_wait, epoll_pwait: milliseconds, negative is for ever; then the mask, if there is one. */
i64 sys_epoll_wait(struct call *c)
{
    u64 deadline = poll_deadline_ms(c, (i64)c->a[3]);
    u64 mask = c->entry->variant & V_FLAGS ? c->a[4] : 0;
    i64 r = poll_mask_in(c, mask, c->a[5]);
    return r != 0 ? r : wait_for(c, deadline);
}

/* epoll_pwait2: a timespec of 64-bit words, or none. */
i64 sys_epoll_pwait2(struct call *c)
{
    u64 deadline;
    i64 r = poll_deadline(c, c->a[3], V_TIME64, &deadline);
    if (r == 0) r = poll_mask_in(c, c->a[4], c->a[5]);
    return r != 0 ? r : wait_for(c, deadline);
}
