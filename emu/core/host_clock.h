/* The host's clock, for a machine that runs with --realtime. Nobody else asks the host for the time: emulated time is
 * made of cycles alone, and tests/lint holds the guest kernel, the processors and the profiler to it. */
#ifndef PCGRAM_CORE_HOST_CLOCK_H
#define PCGRAM_CORE_HOST_CLOCK_H

#include "emu/core/types.h"

struct host_clock {
    u64 start; /* CLOCK_MONOTONIC of the host when it was started, in nanoseconds */
    u64 hz;    /* cycles a second, as host_clock_cycles() counts them */
};

/* Starts now, at 0; `hz` is that of the processor (struct config, clock_hz). */
void host_clock_start(struct host_clock *c, u64 hz);

/* What has passed since the start, in nanoseconds, and in whole cycles. They never run backwards, and stand still while
 * the host is suspended. */
u64 host_clock_passed(const struct host_clock *c);
u64 host_clock_cycles(const struct host_clock *c);

/* The host's date: nanoseconds since 1970-01-01 00:00:00 UTC. It may be set meanwhile. */
u64 host_clock_date(void);

#endif
