/* The clocks that the guest reads, in cycles and in the units of its calls, and the timers that run on them.
 *
 * A CPU clock is always the guest's own cycles. The other one, which all the guest's dates, sleeps and real timers go by, is
 * machine time, or with --realtime the host's clock: machine time then only orders the threads (emu/os/sched.c). */
#ifndef PCGRAM_OS_CLOCK_H
#define PCGRAM_OS_CLOCK_H

#include "emu/os/kernel.h"

/* CLOCK_REALTIME at emulated time 0: 2000-01-01 00:00:00 UTC. Fixed, so that two runs see the same dates. */
#define CLOCK_EPOCH 946684800u
#define NSEC 1000000000u
enum { CLOCK_TICKS = 100 }; /* a second, in which times() and /proc tell time: AT_CLKTCK */

/* CPU clock of the process in cycles: its threads' together. */
u64 process_cpu(const struct os_process *op);

/* Cycles to nanoseconds and back; the second rounds up, so that a sleep is never too short. */
u64 clock_ns(const struct os *os, u64 cycles);
u64 clock_cycles(const struct os *os, u64 ns);
/* Cycles in CLOCK_TICKS, rounded down. */
u64 clock_ticks(const struct os *os, u64 cycles);

/* What the guest's clock shows, in cycles from the start of the machine: CLOCK_MONOTONIC. */
u64 clock_now(const struct os *os);
/* What it shows when ns nanoseconds have passed from now on. */
u64 clock_after(const struct os *os, u64 ns);
/* What it shows when CLOCK_REALTIME (`date`) or CLOCK_MONOTONIC shows ns; the past becomes 0. */
u64 clock_at(const struct os *os, bool date, u64 ns);

/* A struct timespec, or timeval with V_USEC, of the call's variant in guest memory, as nanoseconds (-EINVAL when it is
 * not normalised or negative, -EFAULT), and back. */
int guest_get_time(struct call *c, u64 addr, int variant, u64 *ns);
int guest_put_time(struct call *c, u64 addr, int variant, u64 ns);

/* A struct itimerspec, or itimerval with V_USEC, of the variant in guest memory: interval and value in nanoseconds. 0, -EINVAL,
 * -EFAULT. */
int timer_get_setting(struct call *c, u64 addr, int variant, u64 ns[2]);
/* Writes what is left of a timer whose clock shows `now`, and its interval, in that form. 0 or -EFAULT. */
int timer_put_remaining(struct call *c, u64 addr, int variant, const struct timer *t, u64 now);
/* Sets a timer on the CPU clock that shows cpu_now, or (NEVER) on the guest's clock: it expires when value_ns nanoseconds have
 * passed (0: never), and from then on each interval_ns (0: once). */
void timer_arm(const struct os *os, struct timer *t, u64 cpu_now, u64 value_ns, u64 interval_ns);
/* How often it has expired up to now; sets the next time. */
u64 timer_expire(struct timer *t, u64 now);

/* Sends the signals of the timers that have expired: those on the guest's clock, and those on the CPU clock of the
 * running thread or its process. */
void timers_expire(struct os_process *op);
/* The POSIX timers of the process are no more; what they have sent stays. */
void timers_delete(struct os_process *op);
void timers_expire_cpu(struct thread *t);

/* The next expiry: as clock_now() has it, and the cycles that the thread may run until then. NEVER: none. */
u64 timers_next_real(const struct os_process *op);
u64 timers_next_cpu(const struct thread *t);

#endif
