#include "emu/os/outside.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/os/clock.h"

int outside_open(struct os *os, struct error *e)
{
    os->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return os->wake_fd < 0 ? error_set(e, "cannot make a descriptor for the guest kernel: %s", strerror(errno)) : 0;
}

void outside_close(struct os *os)
{
    if (os->wake_fd >= 0) close(os->wake_fd);
}

static bool for_outside(const struct os_thread *ot) { return ot->wait.active && !ot->wait.nudge && ot->wait.fds; }

bool outside_wait(struct os *os, u64 ns)
{
    struct timespec ts = {.tv_sec = (time_t)(ns / NSEC), .tv_nsec = (long)(ns % NSEC)};
    unsigned n = 1;
    for (struct os_thread *ot = os->threads; ot; ot = ot->next) n += for_outside(ot) ? ot->wait.fds : 0;
    struct pollfd *all = alloc_zeroed(n, sizeof *all), *at = all;
    *at++ = (struct pollfd){.fd = os->wake_fd, .events = POLLIN};
    for (struct os_thread *ot = os->threads; ot; ot = ot->next) {
        if (!for_outside(ot)) continue;
        memcpy(at, ot->wait.fd, ot->wait.fds * sizeof *at);
        at += ot->wait.fds;
    }
    bool ready = ppoll(all, n, ns == NEVER ? NULL : &ts, NULL) > 0;
    eventfd_t requests;
    if (ready && all->revents) eventfd_read(os->wake_fd, &requests); /* what they ask is in os->interrupted */
    at = all + 1;
    for (struct os_thread *ot = os->threads; ot; ot = ot->next) {
        short found = 0;
        if (!for_outside(ot)) continue;
        for (unsigned i = 0; i < ot->wait.fds; i++) found |= at++->revents;
        if (ready && found) thread_wake(ot);
    }
    free(all);
    return ready;
}

static void request(struct os *os, int how)
{
    int before = errno; /* this may be a signal handler */
    os->interrupted = how;
    eventfd_write(os->wake_fd, 1); /* fails only when so many are there already that nobody sleeps */
    errno = before;
}

void os_interrupt_request(struct os *os) { request(os, INTERRUPT_END); }
void os_limit_request(struct os *os) { request(os, INTERRUPT_LIMIT); }
