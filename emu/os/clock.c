#include "emu/os/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "emu/os/calls.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"

enum { USEC = 1000000, ABSTIME = 1 };

/* Linux's clocks end there, after 292 years (include/linux/ktime.h, KTIME_MAX); what is to come later never does. */
enum { NS_BITS = 63 };

u64 clock_ns(const struct os *os, u64 cycles)
{
    u128 ns = (u128)cycles * NSEC / os->machine->config->clock_hz;
    return ns >> NS_BITS ? ((u64)1 << NS_BITS) - 1 : (u64)ns;
}

u64 clock_ticks(const struct os *os, u64 cycles) { return (u64)((u128)cycles * CLOCK_TICKS / os->machine->config->clock_hz); }

u64 clock_cycles(const struct os *os, u64 ns)
{
    u128 cycles = ((u128)ns * os->machine->config->clock_hz + NSEC - 1) / NSEC;
    return cycles < NEVER / 2 ? (u64)cycles : NEVER / 2; /* half: sums with the present stay below NEVER */
}

u64 clock_now(const struct os *os) { return machine_clock(os->machine, 0); }

/* The host's clock is somewhere in the cycle that it shows: that one does not count. */
u64 clock_after(const struct os *os, u64 ns)
{
    u128 at = (u128)clock_now(os) + (ns && os->machine->host_clock ? 1 : 0) + clock_cycles(os, ns);
    return at * NSEC / os->machine->config->clock_hz >> NS_BITS ? NEVER : (u64)at;
}

/* The host's date is asked first, so that what is late by a moment is the epoch, and no deadline is early. */
static u64 epoch(const struct os *os)
{
    const struct host_clock *host = os->machine->host_clock;
    if (!host) return (u64)CLOCK_EPOCH * NSEC;
    u64 date = host_clock_date();
    return date - host_clock_passed(host);
}

u64 clock_at(const struct os *os, bool date, u64 ns)
{
    u64 from = date ? epoch(os) : 0;
    return ns > from ? clock_cycles(os, ns - from) : 0;
}

u64 process_cpu(const struct os_process *op)
{
    u64 sum = op->cycles_gone;
    for (const struct os_thread *ot = op->os->threads; ot; ot = ot->next)
        if (ot->op == op) sum += ot->t->cycles;
    return sum;
}

/* --- the guest's structures --------------------------------------------------------------------------------------- */

int guest_get_time(struct call *c, u64 addr, int variant, u64 *ns)
{
    u64 v[2], unit = variant & V_USEC ? USEC : NSEC;
    unsigned size = variant & V_TIME64 ? 8 : guest_word(c);
    if (guest_get_array(c, addr, size, v, 2) != 0) return -EFAULT;
    if (size == 4) {
        v[0] = (u64)(i64)(i32)v[0];
        v[1] = (u64)(i64)(i32)v[1];
    } else if (guest_word(c) == 4) {
        v[1] = (u32)v[1]; /* the kernel ignores the padding above a 32-bit tv_nsec (Linux get_timespec64) */
    }
    if ((i64)v[0] < 0 || v[1] >= unit) return -EINVAL;
    *ns = v[0] > UINT64_MAX / NSEC - 1 ? UINT64_MAX - NSEC : v[0] * NSEC + v[1] * (NSEC / unit);
    return 0;
}

int guest_put_time(struct call *c, u64 addr, int variant, u64 ns)
{
    u64 v[2] = {ns / NSEC, ns % NSEC / (variant & V_USEC ? NSEC / USEC : 1)};
    return guest_put_array(c, addr, variant & V_TIME64 ? 8 : guest_word(c), v, 2);
}

/* --- clocks ------------------------------------------------------------------------------------------------------- */

enum clock_kind { KIND_REAL, KIND_MONOTONIC, KIND_CPU, KIND_BAD };

/* Negative ids are CPU clocks of a process or thread, see cpu_owner(), but for those of descriptors, of which there are none. */
static enum clock_kind kind_of(i64 id)
{
    static const u8 kinds[] = {
        [CLOCK_REALTIME] = KIND_REAL, [CLOCK_MONOTONIC] = KIND_MONOTONIC, [CLOCK_PROCESS_CPUTIME_ID] = KIND_CPU,
        [CLOCK_THREAD_CPUTIME_ID] = KIND_CPU, [CLOCK_MONOTONIC_RAW] = KIND_MONOTONIC,
        [CLOCK_REALTIME_COARSE] = KIND_REAL, [CLOCK_MONOTONIC_COARSE] = KIND_MONOTONIC,
        [CLOCK_BOOTTIME] = KIND_MONOTONIC, [CLOCK_REALTIME_ALARM] = KIND_REAL, [CLOCK_BOOTTIME_ALARM] = KIND_MONOTONIC,
        [10] = KIND_BAD, [CLOCK_TAI] = KIND_REAL,
    };
    if (id < 0) return (id & 3) == 3 ? KIND_BAD : KIND_CPU;
    return id < (i64)ARRAY_LEN(kinds) ? kinds[id] : KIND_BAD;
}

/* Clocks that can be read, but not waited for (Linux kernel/time/posix-timers.c: their nsleep and timer_create are NULL). */
static bool is_read_only(i64 id) { return id == CLOCK_MONOTONIC_RAW || id == CLOCK_REALTIME_COARSE || id == CLOCK_MONOTONIC_COARSE; }

static u64 real_time(const struct call *c)
{
    const struct os *os = c->os;
    return os->machine->host_clock ? host_clock_date() : clock_ns(os, os->machine->now) + (u64)CLOCK_EPOCH * NSEC;
}

/* Whose CPU clock it is: a thread's (*ot set) or a process's. A negative id is the complement of a pid or tid, shifted by
 * three; bit 2 tells of a thread; 0 is the caller (Linux include/linux/posix-timers_types.h). -EINVAL: nobody's. */
static int cpu_owner(const struct call *c, i64 id, const struct os_thread **ot, const struct os_process **op)
{
    i64 who = id < 0 ? ~(id >> 3) : 0;
    bool of_thread = id < 0 ? id & 4 : id == CLOCK_THREAD_CPUTIME_ID;
    *ot = of_thread ? (who ? thread_find(c->os, who) : c->ot) : NULL;
    *op = of_thread ? c->op : who ? process_find(c->os, who) : c->op;
    return of_thread ? (*ot && (*ot)->op == c->op ? 0 : -EINVAL) : *op ? 0 : -EINVAL;
}

static int read_clock(const struct call *c, enum clock_kind kind, i64 id, u64 *ns)
{
    const struct os_thread *ot;
    const struct os_process *op;
    if (kind == KIND_CPU) {
        int r = cpu_owner(c, id, &ot, &op);
        if (r == 0) *ns = clock_ns(c->os, ot ? ot->t->cycles : process_cpu(op));
        return r;
    }
    *ns = kind == KIND_REAL ? real_time(c) : clock_ns(c->os, clock_now(c->os));
    return 0;
}

i64 sys_clock_gettime(struct call *c)
{
    enum clock_kind kind = kind_of((i64)c->a[0]);
    u64 ns;
    if (kind == KIND_BAD || read_clock(c, kind, (i64)c->a[0], &ns) != 0) return -EINVAL;
    return guest_put_time(c, c->a[1], c->entry->variant, ns);
}

/* Nobody sets the time here, and some clocks nobody sets anywhere (Linux kernel/time/posix-timers.c). */
i64 sys_clock_settime(struct call *c)
{
    i64 id = (i64)c->a[0];
    const struct os_thread *ot;
    const struct os_process *op;
    bool can = id == CLOCK_REALTIME || (id < 0 && kind_of(id) == KIND_CPU && cpu_owner(c, id, &ot, &op) == 0);
    u64 ns;
    if (!can) return -EINVAL;
    int r = guest_get_time(c, c->a[1], c->entry->variant, &ns);
    return r != 0 ? r : -EPERM;
}

i64 sys_clock_getres(struct call *c)
{
    i64 id = (i64)c->a[0];
    const struct os_thread *ot;
    const struct os_process *op;
    if (kind_of(id) == KIND_BAD || (id < 0 && cpu_owner(c, id, &ot, &op) != 0)) return -EINVAL;
    bool ticks = id < 0 && (id & 3) < 2; /* CPUCLOCK_PROF and CPUCLOCK_VIRT */
    bool coarse = id == CLOCK_REALTIME_COARSE || id == CLOCK_MONOTONIC_COARSE || ticks;
    return c->a[1] ? guest_put_time(c, c->a[1], c->entry->variant, coarse ? NSEC / CLOCK_TICKS : 1) : 0;
}

i64 sys_gettimeofday(struct call *c)
{
    static const u64 zone[2] = {0, 0};
    if (c->a[0] && guest_put_time(c, c->a[0], V_USEC, real_time(c)) != 0) return -EFAULT;
    return c->a[1] ? guest_put_array(c, c->a[1], 4, zone, 2) : 0;
}

i64 sys_time(struct call *c)
{
    u64 seconds = real_time(c) / NSEC;
    if (c->a[0] && guest_put_uint(c, c->a[0], guest_word(c), seconds) != 0) return -EFAULT;
    return (i64)seconds;
}

i64 sys_times(struct call *c)
{
    u64 v[4] = {[0] = clock_ticks(c->os, process_cpu(c->op)), [2] = clock_ticks(c->os, c->op->cycles_children)};
    if (c->a[0] && guest_put_array(c, c->a[0], guest_word(c), v, 4) != 0) return -EFAULT;
    return (i64)clock_ticks(c->os, clock_now(c->os));
}

i64 sys_getrusage(struct call *c)
{
    enum { SELF = 0, CHILDREN = -1, THREAD = 1, MAXRSS = 4, FIELDS = 18 };
    i64 who = (i64)c->a[0];
    if (who != SELF && who != CHILDREN && who != THREAD) return -EINVAL;
    u64 v[FIELDS] = {0};
    u64 cycles = who == THREAD ? c->t->cycles : who == SELF ? process_cpu(c->op) : c->op->cycles_children;
    u64 ns = clock_ns(c->os, cycles);
    v[0] = ns / NSEC;
    v[1] = ns % NSEC / 1000;
    v[MAXRSS] = (who == CHILDREN ? c->op->memory_children : c->p->mem.mapped) / 1024;
    return guest_put_array(c, c->a[1], guest_word(c), v, FIELDS);
}

/* --- sleeping ----------------------------------------------------------------------------------------------------- */

/* The common part: `deadline` counts on the first call; a relative sleep that is cut short tells what was left. */
static i64 sleep_until(struct call *c, u64 deadline, bool relative, u64 left_at)
{
    u64 now = clock_now(c->os);
    if (c->ot->wait.started) deadline = c->ot->wait.deadline;
    if (now >= deadline) return 0;
    if (!c->interrupted) return call_sleep(c, deadline, false); /* signal(7): it is never restarted */
    if (relative && left_at && guest_put_time(c, left_at, c->entry->variant, clock_ns(c->os, deadline - now)) != 0)
        return -EFAULT;
    return -EINTR;
}

i64 sys_nanosleep(struct call *c)
{
    u64 ns;
    int r = guest_get_time(c, c->a[0], c->entry->variant, &ns);
    if (r != 0) return r;
    return sleep_until(c, clock_after(c->os, ns), true, c->a[1]);
}

i64 sys_clock_nanosleep(struct call *c)
{
    u64 ns;
    enum clock_kind kind = kind_of((i64)c->a[0]);
    int r = guest_get_time(c, c->a[2], c->entry->variant, &ns);
    if (kind == KIND_BAD) return -EINVAL;
    if (is_read_only((i64)c->a[0]) || (i64)c->a[0] == CLOCK_THREAD_CPUTIME_ID) return -EOPNOTSUPP;
    if (r != 0) return r;
    if (kind == KIND_CPU) return -EOPNOTSUPP;
    bool absolute = c->a[1] & ABSTIME;
    u64 deadline = absolute ? clock_at(c->os, kind == KIND_REAL, ns) : clock_after(c->os, ns);
    return sleep_until(c, deadline, !absolute, c->a[3]);
}

/* --- timers ------------------------------------------------------------------------------------------------------- */

u64 timer_expire(struct timer *t, u64 now)
{
    if (t->expiry > now) return 0;
    u64 times = t->interval ? (now - t->expiry) / t->interval + 1 : 1;
    t->expiry = t->interval ? t->expiry + times * t->interval : NEVER;
    return times;
}

/* A thread of the process by its tid, or NULL. */
static struct os_thread *thread_of(const struct os_process *op, int tid)
{
    struct os_thread *ot = thread_find(op->os, tid);
    return ot && ot->op == op ? ot : NULL;
}

/* The CPU clock that a timer runs on; that of a thread which is gone stands still. */
static u64 timer_cpu(const struct os_process *op, const struct posix_timer *t)
{
    if (!t->tid) return process_cpu(op);
    const struct os_thread *ot = thread_of(op, t->tid);
    return ot ? ot->t->cycles : 0;
}

static void expire_itimers(struct os_process *op, bool cpu, u64 now)
{
    static const int host_signal[ITIMERS] = {SIGALRM, SIGVTALRM, SIGPROF};
    for (int i = 0; i < ITIMERS; i++) {
        if ((i != ITIMER_REAL) != cpu || !timer_expire(&op->itimer[i], now)) continue;
        struct signal_info info = {.signo = signal_to_guest(op->os->abi, host_signal[i]), .code = SI_KERNEL};
        signal_send(op, &info);
    }
}

/* timer_getoverrun(2): no more than can be told. */
static int overruns(int before, u64 more) { return more > (u64)(INT32_MAX - before) ? INT32_MAX : before + (int)more; }

/* One signal of a timer is queued at a time; further expiries are counted until it is taken (there as well). */
static void expire_posix_timers(struct os_process *op, bool cpu)
{
    for (int i = 0; i < POSIX_TIMERS; i++) {
        struct posix_timer *t = &op->posix_timer[i];
        if (!t->used || t->cpu != cpu || t->timer.expiry == NEVER) continue;
        u64 times = timer_expire(&t->timer, cpu ? timer_cpu(op, t) : clock_now(op->os));
        if (!times) continue;
        struct signal_info info = {.signo = t->signo, .code = SI_TIMER, .fields = SIGF_TIMER, .timer = i,
                                   .overrun = overruns(0, times - 1), .value = t->value};
        struct os_thread *ot = t->notify == SIGEV_THREAD_ID ? thread_of(op, t->notify_tid) : NULL;
        struct signal_info *waits = signal_of_timer(ot ? &ot->pending : &op->pending, i);
        if (waits) waits->overrun = overruns(waits->overrun, times);
        else if (ot) signal_send_thread(ot, &info);
        else if (t->notify == SIGEV_SIGNAL) signal_send(op, &info);
    }
}

void timers_expire(struct os_process *op)
{
    expire_itimers(op, false, clock_now(op->os));
    expire_posix_timers(op, false);
}

u64 timers_next_real(const struct os_process *op)
{
    u64 next = op->itimer[ITIMER_REAL].expiry;
    for (int i = 0; i < POSIX_TIMERS; i++) {
        const struct posix_timer *t = &op->posix_timer[i];
        if (t->used && !t->cpu && t->timer.expiry < next) next = t->timer.expiry;
    }
    return next;
}

/* What is left until a timer on a CPU clock, 0 when it has expired. */
static u64 left(u64 expiry, u64 now) { return expiry == NEVER ? NEVER : expiry > now ? expiry - now : 0; }

u64 timers_next_cpu(const struct thread *t)
{
    const struct os_process *op = t->os->op;
    u64 next = NEVER, itimer = op->itimer[ITIMER_VIRTUAL].expiry;
    if (op->itimer[ITIMER_PROF].expiry < itimer) itimer = op->itimer[ITIMER_PROF].expiry;
    if (itimer != NEVER) next = left(itimer, process_cpu(op));
    for (int i = 0; i < POSIX_TIMERS; i++) {
        const struct posix_timer *p = &op->posix_timer[i];
        if (!p->used || !p->cpu || p->timer.expiry == NEVER || (p->tid && p->tid != t->tid)) continue;
        u64 n = left(p->timer.expiry, timer_cpu(op, p));
        if (n < next) next = n;
    }
    return next;
}

void timers_expire_cpu(struct thread *t)
{
    struct os_process *op = t->os->op;
    if (timers_next_cpu(t) != 0) return;
    expire_itimers(op, true, process_cpu(op));
    expire_posix_timers(op, true);
}

/* What is left of a timer and its interval, in nanoseconds; an armed timer never shows zero. */
static void remaining(const struct call *c, const struct timer *t, u64 now, u64 unit, u64 ns[2])
{
    ns[0] = t->interval == 0 ? 0 : clock_ns(c->os, t->interval);
    ns[1] = t->expiry == NEVER ? 0 : clock_ns(c->os, t->expiry > now ? t->expiry - now : 0);
    if (t->expiry != NEVER && ns[1] < unit) ns[1] = unit;
}

int timer_put_remaining(struct call *c, u64 addr, int variant, const struct timer *t, u64 now)
{
    u64 ns[2], size = 2 * (variant & V_TIME64 ? 8 : guest_word(c));
    remaining(c, t, now, variant & V_USEC ? 1000 : 1, ns);
    if (guest_put_time(c, addr, variant, ns[0]) != 0 || guest_put_time(c, addr + size, variant, ns[1]) != 0)
        return -EFAULT;
    return 0;
}

int timer_get_setting(struct call *c, u64 addr, int variant, u64 ns[2])
{
    u64 size = 2 * (variant & V_TIME64 ? 8 : guest_word(c));
    int r = guest_get_time(c, addr, variant, &ns[0]);
    return r != 0 ? r : guest_get_time(c, addr + size, variant, &ns[1]);
}

static u64 itimer_now(const struct call *c, u64 which)
{
    return which == ITIMER_REAL ? clock_now(c->os) : process_cpu(c->op);
}

void timer_arm(const struct os *os, struct timer *t, u64 cpu_now, u64 value_ns, u64 interval_ns)
{
    t->expiry = !value_ns          ? NEVER
                : cpu_now == NEVER ? clock_after(os, value_ns)
                                   : cpu_now + clock_cycles(os, value_ns);
    t->interval = interval_ns ? clock_cycles(os, interval_ns) : 0;
}

i64 sys_setitimer(struct call *c)
{
    u64 ns[2] = {0, 0};
    int r = c->a[1] ? timer_get_setting(c, c->a[1], V_USEC, ns) : 0;
    if (r == 0 && c->a[0] >= ITIMERS) r = -EINVAL;
    if (r != 0) return r;
    struct timer *t = &c->op->itimer[c->a[0]], before = *t;
    u64 now = itimer_now(c, c->a[0]);
    timer_arm(c->os, t, c->a[0] == ITIMER_REAL ? NEVER : now, ns[1], ns[0]);
    if (c->a[0] == ITIMER_REAL && !ns[1]) t->interval = 0; /* those of CPU clocks keep it */
    return c->a[2] ? timer_put_remaining(c, c->a[2], V_USEC, &before, now) : 0;
}

i64 sys_getitimer(struct call *c)
{
    if (c->a[0] >= ITIMERS) return -EINVAL;
    return timer_put_remaining(c, c->a[1], V_USEC, &c->op->itimer[c->a[0]], itimer_now(c, c->a[0]));
}

i64 sys_alarm(struct call *c)
{
    struct timer *t = &c->op->itimer[ITIMER_REAL];
    u64 ns[2];
    remaining(c, t, clock_now(c->os), 1000, ns);
    timer_arm(c->os, t, NEVER, c->a[0] * NSEC, 0);
    /* Rounded to the nearest second, but a pending alarm is never 0 (Linux kernel/time/itimer.c, alarm_setitimer). */
    return (i64)(ns[1] && ns[1] < NSEC ? 1 : (ns[1] + NSEC / 2) / NSEC);
}

static struct posix_timer *timer_of(struct call *c)
{
    u64 id = c->a[0];
    return id < POSIX_TIMERS && c->op->posix_timer[id].used ? &c->op->posix_timer[id] : NULL;
}

static u64 timer_now(const struct call *c, const struct posix_timer *t)
{
    return t->cpu ? timer_cpu(c->op, t) : clock_now(c->os);
}

i64 sys_timer_create(struct call *c)
{
    enum clock_kind kind = kind_of((i64)c->a[0]);
    unsigned word = guest_word(c), id = 0;
    u64 value = 0, ints[3] = {(u64)signal_to_guest(c->os->abi, SIGALRM), SIGEV_SIGNAL, 0};
    /* struct sigevent: sigval, signo, notify, thread id */
    if (c->a[1] && guest_get_uint(c, c->a[1], word, &value) != 0) return -EFAULT;
    if (c->a[1] && guest_get_array(c, c->a[1] + word, 4, ints, 3) != 0) return -EFAULT;
    if (kind == KIND_BAD) return -EINVAL;
    if (is_read_only((i64)c->a[0])) return -EOPNOTSUPP;
    while (id < POSIX_TIMERS && c->op->posix_timer[id].used) id++;
    if (id == POSIX_TIMERS) return -EAGAIN;
    const struct os_thread *owner = NULL;
    const struct os_process *whose = c->op;
    if (kind == KIND_CPU && cpu_owner(c, (i64)c->a[0], &owner, &whose) != 0) return -EINVAL;
    if (whose != c->op) return -EPERM;
    if (!c->a[1]) value = id;
    if (ints[1] == SIGEV_THREAD) ints[1] = SIGEV_SIGNAL; /* the thread is the C library's affair */
    bool known = ints[1] == SIGEV_SIGNAL || ints[1] == SIGEV_NONE || ints[1] == SIGEV_THREAD_ID;
    if (ints[1] == SIGEV_THREAD_ID && !thread_of(c->op, (int)ints[2])) return -EINVAL;
    if (!known || (ints[1] != SIGEV_NONE && !signal_exists(ints[0]))) return -EINVAL;
    if (guest_put_uint(c, c->a[2], 4, id) != 0) return -EFAULT;
    c->op->posix_timer[id] = (struct posix_timer){
        .used = true, .clock = (int)c->a[0], .cpu = kind == KIND_CPU,
        .tid = owner ? owner->t->tid : 0, .notify_tid = (int)ints[2], .notify = (int)ints[1], .signo = (int)ints[0],
        .value = value, .timer = {.expiry = NEVER},
    };
    return 0;
}

i64 sys_timer_settime(struct call *c)
{
    struct posix_timer *t = timer_of(c);
    u64 ns[2];
    int r = c->a[2] ? timer_get_setting(c, c->a[2], c->entry->variant, ns) : -EINVAL;
    if (r != 0 || !t) return r != 0 ? r : -EINVAL;
    struct timer before = t->timer;
    u64 now = timer_now(c, t);
    timer_arm(c->os, &t->timer, t->cpu ? timer_cpu(c->op, t) : NEVER, ns[1], ns[0]);
    if (ns[1] && (c->a[1] & ABSTIME)) t->timer.expiry = clock_at(c->os, kind_of(t->clock) == KIND_REAL, ns[1]);
    if (!ns[1]) t->timer.interval = 0;
    t->overrun = 0;
    return c->a[3] ? timer_put_remaining(c, c->a[3], c->entry->variant, &before, now) : 0;
}

i64 sys_timer_gettime(struct call *c)
{
    struct posix_timer *t = timer_of(c);
    return t ? timer_put_remaining(c, c->a[1], c->entry->variant, &t->timer, timer_now(c, t)) : -EINVAL;
}

i64 sys_timer_getoverrun(struct call *c)
{
    struct posix_timer *t = timer_of(c);
    return t ? t->overrun : -EINVAL;
}

static void delete_timer(struct os_process *op, int id)
{
    struct signal_info *waits = signal_of_timer(&op->pending, id);
    if (waits) waits->deleted = true;
    for (struct os_thread *ot = op->os->threads; ot; ot = ot->next)
        if (ot->op == op && (waits = signal_of_timer(&ot->pending, id)) != NULL) waits->deleted = true;
    op->posix_timer[id] = (struct posix_timer){0};
}

i64 sys_timer_delete(struct call *c)
{
    if (!timer_of(c)) return -EINVAL;
    delete_timer(c->op, (int)c->a[0]);
    return 0;
}

void timers_delete(struct os_process *op)
{
    for (int i = 0; i < POSIX_TIMERS; i++) delete_timer(op, i);
}
