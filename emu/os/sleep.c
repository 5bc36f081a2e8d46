#include <errno.h>

#include "emu/core/alloc.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/signals.h"

i64 call_sleep(struct call *c, u64 deadline, bool restart)
{
    struct wait *w = &c->ot->wait;
    /* A signal that is already there ends the sleep before it begins: the mask may have changed for this call. */
    enum signal_effect effect = signal_next(c->t);
    w->active = true;
    w->started = true;
    w->vectors_kept = w->vectors_read;
    w->nudge = w->killable ? effect == EFFECT_FATAL : effect != EFFECT_NONE;
    w->deadline = deadline;
    w->restart = restart;
    w->order = ++c->os->sleeps;
    return CALL_WAIT;
}

i64 call_retry(struct call *c)
{
    enum { RETRY_NS = 1000000 };
    if (c->interrupted) return -EINTR;
    return call_sleep(c, clock_after(c->os, RETRY_NS), true);
}

u64 call_progress(struct call *c)
{
    struct wait *w = &c->ot->wait;
    u64 done = w->started ? w->progress : 0;
    w->progress = 0;
    return done;
}

void call_sleep_on(struct call *c, int host_fd, short events)
{
    struct wait *w = &c->ot->wait;
    w->fd = alloc_grow(w->fd, w->fds, &w->fds_room, sizeof *w->fd);
    w->fd[w->fds++] = (struct pollfd){.fd = host_fd, .events = events};
}

void call_alarm(struct call *c, u64 at)
{
    struct wait *w = &c->ot->wait;
    if (at < w->alarm) w->alarm = at;
}

void call_sleep_for(struct call *c, const void *object)
{
    struct wait *w = &c->ot->wait;
    w->object = alloc_grow(w->object, w->objects, &w->objects_room, sizeof *w->object);
    w->object[w->objects++] = object;
}

i64 call_wait_for(struct call *c, const void *object, bool nonblock, u64 timeout)
{
    const struct wait *w = &c->ot->wait;
    if (nonblock) return -EAGAIN;
    u64 deadline = w->started ? w->deadline : timeout == NEVER ? NEVER : clock_after(c->os, timeout);
    if (clock_now(c->os) >= deadline) return -EAGAIN;
    if (c->interrupted) return -EINTR;
    call_sleep_for(c, object);
    return call_sleep(c, deadline, timeout == NEVER);
}

void thread_wake(struct os_thread *ot)
{
    struct thread *t = ot->t;
    if (!ot->wait.active) return;
    ot->wait.nudge = true;
    u64 now = t->process->machine->now;
    if (t->when < now) t->when = now;
    turn_shared(ot->op->os, t);
}

void os_wake(struct os *os, const void *object)
{
    for (struct os_thread *ot = os->threads; ot; ot = ot->next)
        for (unsigned i = 0; i < ot->wait.objects; i++)
            if (ot->wait.object[i] == object) {
                thread_wake(ot);
                break;
            }
}
