#include "emu/os/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/os/signals.h"
#include "emu/os/vectors.h"

struct pipe {
    struct os *os;
    unsigned readers, writers; /* descriptions of each end */
    u64 changed_at;            /* machine time of the last write or close of a writer: no reader sees it earlier */
    u64 drained_at;            /* of the last read or close of a reader */
    u64 edge[EDGES];           /* how often bytes have come, and room where there was none, and an end has gone */
    u64 first, length;         /* bytes in the ring */
    struct slot {
        u16 begin, length;
    } slot[PIPE_SLOTS];
    u64 first_slot, slots; /* in use */
    u8 ring[PIPE_SIZE];
};

/* A pipe of Linux's is full when its slots are, each a page: a write begins another one but for what of its first bytes, fewer than a page, fits behind the last
 * (fs/pipe.c, pipe_write()). So how much goes in depends on the sizes of the writes before. */
enum { SLOT_SIZE = PIPE_SIZE / PIPE_SLOTS };

static struct slot *slot_at(struct pipe *p, u64 i) { return &p->slot[(p->first_slot + i) % PIPE_SLOTS]; }

/* Of a write that begins, what goes into the last slot. */
static u64 behind_last(struct pipe *p, u64 want)
{
    const struct slot *last = p->slots ? slot_at(p, p->slots - 1) : NULL;
    u64 part = want % SLOT_SIZE;
    return last && last->begin + last->length + part <= SLOT_SIZE ? part : 0;
}

static void fill_slots(struct pipe *p, u64 behind, u64 n)
{
    if (behind) slot_at(p, p->slots - 1)->length += (u16)behind;
    for (u64 done = behind, part; done < n; done += part) {
        part = n - done < SLOT_SIZE ? n - done : SLOT_SIZE;
        *slot_at(p, p->slots++) = (struct slot){0, (u16)part};
    }
}

static void empty_slots(struct pipe *p, u64 n)
{
    for (u64 part; n; n -= part) {
        struct slot *s = slot_at(p, 0);
        part = n < s->length ? n : s->length;
        s->begin += (u16)part;
        s->length -= (u16)part;
        if (!s->length) p->first_slot++, p->slots--;
    }
}

static const struct fd_object reading, writing; /* its two ends; below */

static struct description *end_new(struct pipe *p, int host_fd, const struct fd_object *end, bool nonblock)
{
    struct description *d = description_of(end, p, host_fd, nonblock);
    if (!d) return NULL;
    if (end == &writing) p->writers++;
    else p->readers++;
    return d;
}

static void pipe_free(struct pipe *p)
{
    mem_give(&p->os->memory, sizeof *p);
    free(p);
}

int pipe_new(struct os *os, bool nonblock, struct description *end[2])
{
    int host[2];
    struct pipe *p = mem_take(&os->memory, sizeof *p) ? calloc(1, sizeof *p) : NULL;
    if (!p) return -ENOMEM;
    p->os = os;
    if (pipe2(host, O_CLOEXEC) != 0) {
        pipe_free(p);
        return -errno;
    }
    end[0] = end_new(p, host[0], &reading, nonblock);
    end[1] = end_new(p, host[1], &writing, nonblock);
    if (end[0] && end[1]) return 0;
    if (!end[0] && !end[1]) pipe_free(p);
    description_unref(end[0]);
    description_unref(end[1]);
    return -ENOMEM;
}

static struct description *reopen(const struct description *d, int access)
{
    char path[64];
    if (access != (d->ops == &writing ? O_WRONLY : O_RDONLY)) {
        errno = EACCES; /* the other end, or both: what Linux allows here, nobody asks for */
        return NULL;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", d->host_fd);
    int fd = open(path, access | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? NULL : end_new(d->object, fd, d->ops, false);
}

static void release(struct description *d)
{
    struct pipe *p = d->object;
    u64 now = p->os->machine->now;
    if (d->ops == &writing) {
        p->writers--;
        if (p->changed_at < now) p->changed_at = now;
    } else {
        p->readers--;
        if (p->drained_at < now) p->drained_at = now;
    }
    p->edge[2] += !p->readers != !p->writers; /* all of one side have gone */
    os_wake(p->os, p);
    if (p->readers + p->writers == 0) pipe_free(p);
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

/* Copies between the ring, from its byte `at` on, and the vectors from byte `skip` on. 0 or -EFAULT. */
static int copy(struct call *c, struct pipe *p, u64 at, const struct iovec *v, u64 skip, u64 n, bool out)
{
    u64 place = at % PIPE_SIZE, part = n < PIPE_SIZE - place ? n : PIPE_SIZE - place;
    int r = vectors_copy(c, v, skip, p->ring + place, part, out);
    return r == 0 && part < n ? vectors_copy(c, v, skip + part, p->ring, n - part, out) : r;
}

static i64 not_this_end(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    (void)c, (void)d, (void)v, (void)n;
    return -EBADF;
}

static i64 pipe_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct pipe *p = d->object;
    u64 want = vectors_total(v, n);
    if (want == 0) return 0;
    if (p->length == 0 && p->writers) return call_wait_for(c, p, d->nonblock, NEVER);
    time_reaches(c->os, p->changed_at);
    if (want > p->length) want = p->length;
    if (copy(c, p, p->first, v, 0, want, true) != 0) return -EFAULT;
    p->edge[1] += p->slots == PIPE_SLOTS;
    p->first = (p->first + want) % PIPE_SIZE;
    p->length -= want;
    empty_slots(p, want);
    p->drained_at = c->os->machine->now;
    if (want) os_wake(c->os, p);
    return (i64)want;
}

static i64 tell_broken(struct call *c)
{
    signal_of_own(c, SIGPIPE);
    return -EPIPE;
}

i64 pipe_slot_free(struct call *c, const struct description *d)
{
    struct pipe *p = d->object;
    if (p->readers == 0) return tell_broken(c);
    return p->slots < PIPE_SLOTS ? 0 : call_wait_for(c, p, d->nonblock, NEVER);
}

/* Up to PIPE_BUF bytes, a slot, go in together or not at all; of more, as many as fit, and the call goes on when there is room. */
static i64 pipe_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct pipe *p = d->object;
    u64 want = vectors_total(v, n), done = call_progress(c);
    if (done >= want) return (i64)done; /* sendfile: its file has become shorter */
    if (p->readers == 0) {
        i64 broken = tell_broken(c);
        return done ? (i64)done : broken;
    }
    u64 behind = done || c->ot->wait.started ? 0 : behind_last(p, want), room = behind + (PIPE_SLOTS - p->slots) * SLOT_SIZE;
    u64 part = want - done < room ? want - done : room;
    if (part) {
        time_reaches(c->os, p->drained_at);
        if (copy(c, p, p->first + p->length, v, done, part, false) != 0) return done ? (i64)done : -EFAULT;
        p->length += part;
        fill_slots(p, behind, part);
        p->changed_at = c->os->machine->now;
        p->edge[0]++;
        done += part;
        os_wake(c->os, p);
    }
    if (done == want) return (i64)done;
    if (d->nonblock || (c->interrupted && done)) return done ? (i64)done : -EAGAIN;
    c->ot->wait.progress = done;
    return call_wait_for(c, p, false, NEVER);
}

static short reader_poll(const struct description *d)
{
    const struct pipe *p = d->object;
    return (short)((p->length ? POLL_READS : 0) | (p->writers ? 0 : POLLHUP));
}

static short writer_poll(const struct description *d)
{
    const struct pipe *p = d->object;
    return (short)((p->slots < PIPE_SLOTS ? POLL_WRITES : 0) | (p->readers ? 0 : POLLERR));
}

static i64 readable(const struct description *d)
{
    const struct pipe *p = d->object;
    return (i64)p->length;
}

/* An end sees what is for it. */
static void edges(const struct description *d, u64 count[EDGES])
{
    const struct pipe *p = d->object;
    unsigned own = d->ops == &writing;
    count[own] = p->edge[own];
    count[2] = p->edge[2];
}

static const struct fd_object reading = {
    .release = release, .read = pipe_read, .write = not_this_end, .poll = reader_poll, .readable = readable, .reopen = reopen,
    .edges = edges,
};
static const struct fd_object writing = {
    .release = release, .read = not_this_end, .write = pipe_write, .poll = writer_poll, .readable = readable, .reopen = reopen,
    .edges = edges,
};

bool pipe_is(const struct description *d) { return d->ops == &reading || d->ops == &writing; }
