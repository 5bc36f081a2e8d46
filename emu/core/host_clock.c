#include "emu/core/host_clock.h"

#include <time.h>

enum { NSEC = 1000000000 };

static u64 read_clock(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts); /* fails for bad arguments only */
    return (u64)ts.tv_sec * NSEC + (u64)ts.tv_nsec;
}

void host_clock_start(struct host_clock *c, u64 hz)
{
    *c = (struct host_clock){.start = read_clock(CLOCK_MONOTONIC), .hz = hz};
}

u64 host_clock_passed(const struct host_clock *c) { return read_clock(CLOCK_MONOTONIC) - c->start; }

u64 host_clock_cycles(const struct host_clock *c) { return (u64)((u128)host_clock_passed(c) * c->hz / NSEC); }

u64 host_clock_date(void) { return read_clock(CLOCK_REALTIME); }
