#include "emu/os/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/os/signals.h"

struct pipe {
    struct os *os;
    unsigned readers, writers; /* descriptions of each end */
    u64 changed_at;            /* machine time of the last write or close of a writer: no reader sees it earlier */
    u64 drained_at;            /* of the last read or close of a reader */
    u64 first, length;         /* bytes in the ring */
    u8 ring[PIPE_SIZE];
};

static struct description *end_new(struct pipe *p, int host_fd, bool writes, bool nonblock)
{
    struct description *d = description_new(host_fd);
    if (!d) return NULL;
    d->pipe = p;
    d->nonblock = nonblock;
    d->writes = writes;
    if (writes) p->writers++;
    else p->readers++;
    return d;
}

int pipe_new(struct os *os, bool nonblock, struct description *end[2])
{
    int host[2];
    struct pipe *p = calloc(1, sizeof *p);
    if (!p) return -ENOMEM;
    if (pipe2(host, O_CLOEXEC) != 0) {
        free(p);
        return -errno;
    }
    p->os = os;
    end[0] = end_new(p, host[0], false, nonblock);
    end[1] = end_new(p, host[1], true, nonblock);
    if (end[0] && end[1]) return 0;
    if (!end[0] && !end[1]) free(p);
    description_unref(end[0]);
    description_unref(end[1]);
    return -ENOMEM;
}

struct description *pipe_reopen(const struct description *d, int access)
{
    char path[64];
    if (access != (d->writes ? O_WRONLY : O_RDONLY)) {
        errno = EACCES; /* the other end, or both: what Linux allows here, nobody asks for */
        return NULL;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", d->host_fd);
    int fd = open(path, access | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? NULL : end_new(d->pipe, fd, d->writes, false);
}

void pipe_release(struct description *d)
{
    struct pipe *p = d->pipe;
    u64 now = p->os->machine->now;
    if (d->writes) {
        p->writers--;
        if (p->changed_at < now) p->changed_at = now;
    } else {
        p->readers--;
        if (p->drained_at < now) p->drained_at = now;
    }
    os_wake(p->os, p);
    if (p->readers + p->writers == 0) free(p);
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

/* Copies between the ring and the vectors, from byte `skip` of them on, at most `most`. */
static void copy(struct pipe *p, u64 at, const struct iovec *v, u64 skip, u64 most, bool out)
{
    for (u64 done = 0; done < most; v++) {
        if (skip >= v->iov_len) {
            skip -= v->iov_len;
            continue;
        }
        u64 n = v->iov_len - skip, place = (at + done) % PIPE_SIZE;
        if (n > most - done) n = most - done;
        if (n > PIPE_SIZE - place) n = PIPE_SIZE - place;
        u8 *mine = p->ring + place, *theirs = (u8 *)v->iov_base + skip;
        memcpy(out ? theirs : mine, out ? mine : theirs, n);
        done += n;
        skip += n;
        v--; /* the rest of this one comes first */
    }
}

/* The same with the guest's memory, which may lie past the end of a file: -EFAULT then. */
static int copy_guarded(struct call *c, u64 at, const struct iovec *v, u64 skip, u64 most, bool out,
                        const struct description *d)
{
    struct fault_guard guard = {.mem = &c->p->mem};
    if (sigsetjmp(guard.env, 0) != 0) {
        fault_leave(&guard);
        return -EFAULT;
    }
    fault_enter(&guard);
    copy(d->pipe, at, v, skip, most, out);
    fault_leave(&guard);
    return 0;
}

static u64 total(const struct iovec *v, int n)
{
    u64 sum = 0;
    for (int i = 0; i < n; i++) sum += v[i].iov_len;
    return sum;
}

static i64 sleep_at(struct call *c, struct pipe *p)
{
    if (c->interrupted) return -EINTR;
    call_sleep_for(c, p);
    return call_sleep(c, NEVER, true);
}

i64 pipe_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct pipe *p = d->pipe;
    u64 want = total(v, n);
    if (d->writes) return -EBADF;
    if (want == 0) return 0;
    if (p->length == 0 && p->writers) return d->nonblock ? -EAGAIN : sleep_at(c, p);
    time_reaches(c->os, p->changed_at);
    if (want > p->length) want = p->length;
    if (copy_guarded(c, p->first, v, 0, want, true, d) != 0) return -EFAULT;
    p->first = (p->first + want) % PIPE_SIZE;
    p->length -= want;
    p->drained_at = c->os->machine->now;
    if (want) os_wake(c->os, p);
    return (i64)want;
}

/* Up to PIPE_BUF bytes go in together or not at all; of more, as many as fit, and the call goes on when there is room.
 */
i64 pipe_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct pipe *p = d->pipe;
    struct wait *w = &c->ot->wait;
    u64 want = total(v, n), done = w->started ? w->progress : 0, room = PIPE_SIZE - p->length;
    if (!d->writes) return -EBADF;
    if (want == 0) return 0;
    if (p->readers == 0) {
        struct signal_info info = {.signo = signal_to_guest(c->os->abi, SIGPIPE), .pid = c->op->pid, .uid = c->op->uid};
        signal_send_thread(c->ot, &info);
        return done ? (i64)done : -EPIPE;
    }
    u64 part = want - done;
    if (part > room) part = want <= PIPE_BUF ? 0 : room;
    if (part) {
        time_reaches(c->os, p->drained_at);
        if (copy_guarded(c, p->first + p->length, v, done, part, false, d) != 0) return done ? (i64)done : -EFAULT;
        p->length += part;
        p->changed_at = c->os->machine->now;
        done += part;
        os_wake(c->os, p);
    }
    if (done == want) return (i64)done;
    if (d->nonblock || (c->interrupted && done)) return done ? (i64)done : -EAGAIN;
    w->progress = done;
    return sleep_at(c, p);
}

short pipe_poll(const struct description *d)
{
    const struct pipe *p = d->pipe;
    if (d->writes) return (short)((PIPE_SIZE - p->length >= PIPE_BUF ? POLLOUT : 0) | (p->readers ? 0 : POLLERR));
    return (short)((p->length ? POLLIN : 0) | (p->writers ? 0 : POLLHUP));
}

u64 pipe_length(const struct description *d) { return d->pipe->length; }
