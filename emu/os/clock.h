/* Emulated time: the two clocks (machine time and CPU clock, both in cycles) in the units of the guest's calls, and the
 * timers that run on them. */
#ifndef PCGRAM_OS_CLOCK_H
#define PCGRAM_OS_CLOCK_H

#include "emu/os/kernel.h"

/* CLOCK_REALTIME at machine time 0: 2000-01-01 00:00:00 UTC. Fixed, so that two runs see the same dates. */
#define CLOCK_EPOCH 946684800u
#define NSEC 1000000000u

/* Cycles to nanoseconds and back; the second rounds up, so that a sleep is never too short. */
u64 clock_ns(const struct os *os, u64 cycles);
u64 clock_cycles(const struct os *os, u64 ns);

/* CPU clock of the process: its threads' together. */
u64 clock_process_cpu(const struct os_process *op);

/* A struct timespec, or timeval with V_USEC, of the call's variant in guest memory, as nanoseconds (-EINVAL when it is
 * not normalised or negative, -EFAULT), and back. */
int guest_get_time(struct call *c, u64 addr, int variant, u64 *ns);
int guest_put_time(struct call *c, u64 addr, int variant, u64 ns);

/* Sends the signals of the timers that have expired: those on the machine's clock, and those on the CPU clock of the
 * running thread or its process. */
void timers_expire(struct os_process *op);
void timers_expire_cpu(struct thread *t);

/* The next expiry: a machine time, and the cycles that the thread may run until then. NEVER: none. */
u64 timers_next_real(const struct os_process *op);
u64 timers_next_cpu(const struct thread *t);

#endif
