/* Whose turn it is, and what ends it.
 *
 * Every thread has a virtual processor of its own; they run side by side in machine time, one after the other on the
 * host. The next turn is that of whoever is furthest behind: the runnable thread with the least machine time, a sleeper
 * at its deadline, or a timer at its expiry; among equal ones timers first, then the lowest tid. A turn lasts QUANTUM
 * cycles of machine time, or until the thread sleeps or ends, and never passes a timer of its own process; a thread
 * that is alone has no end of its turn until it makes another one. Ticks do not end a turn, so that watching a guest
 * does not change how its threads interleave.
 *
 * Whoever enters the kernel lets those go first who are behind, so that everything that happens in the kernel, locks by
 * light-weight calls included, happens in the order of machine time: nobody learns there of something that is yet to
 * be.
 *
 * With --realtime all this holds of those who can run; deadlines and timers are the host's: whoever's time has come by its
 * clock goes on at the present machine time, which is looked at when a turn ends or a quantum has been run. Where nobody can
 * run the host sleeps, and machine time stands still. */
#include <stdatomic.h>

#include "emu/core/code.h"
#include "emu/core/slices.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/limits.h"
#include "emu/os/outside.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"
#include "emu/os/syscall.h"

enum {
    HOST_SLICE_MS = 50, /* emulated time follows the host's in steps of these while only the host can end a sleep */
    LONGEST_WAIT = 3600, /* seconds that the host sleeps at once: short beside what nanoseconds and cycles can tell */
};

void turn_over(struct os *os)
{
    if (os->threads->next) os->turn_end = os->machine->now;
}

void turn_shared(struct os *os, const struct thread *t)
{
    if (t->when < os->next_other) os->next_other = t->when;
    /* The turn of one that was alone has an end from now on. */
    if (os->turn_end == NEVER) os->turn_end = os->machine->now + QUANTUM;
}

void time_reaches(struct os *os, u64 at)
{
    if (os->machine->now < at) os->machine->now = at;
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

static u64 match(const struct thread *t, u64 n) { return tick_match(t->process->machine->config, t->tid, n); }

void ticks_start(struct thread *t)
{
    t->os->tick_number = 1;
    t->os->next_tick = match(t, 1);
}

/* The matches up to now, each with the pc of the instruction that is to issue next. */
static void ticks(struct thread *t)
{
    struct machine *m = t->process->machine;
    struct os_thread *ot = t->os;
    while (ot->next_tick <= t->cycles) {
        struct tick tick = {
            .match = ot->next_tick, .next = match(t, ot->tick_number + 1), .pc = t->process->isa->pc(t)};
        u64 charged = tick_take_by(&m->tick, t, &tick);
        t->cycles += charged;
        m->now += charged;
        ot->op->os->cycles += charged;
        /* Matches during a handler that is charged are lost: one bit of a register says that there was any. */
        do ot->next_tick = match(t, ++ot->tick_number);
        while (charged && ot->next_tick <= t->cycles);
    }
}

/* --- limits ------------------------------------------------------------------------------------------------------- */

static u64 instructions(const struct os *os)
{
    u64 sum = os->insns_gone;
    for (const struct os_image *i = os->images; i; i = i->next) sum += code_instructions(i->p->code);
    return sum;
}

/* So many instructions can take effect in a cycle that the limit cannot be passed before insn_check, but by the rest of
 * the last cycle; nor before insn_count, as what takes effect has issued. To count is to look at each block there is, which was 0.32 of the time
 * of a run of 20 million instructions. */
static bool limit_reached(struct os *os)
{
    const struct config *config = os->machine->config;
    if (config->max_cycles && os->cycles >= config->max_cycles) return true;
    if (!config->max_insns || os->cycles < os->insn_check) return false;
    if (os->position >= os->insn_count) {
        u64 count = instructions(os);
        if (count >= config->max_insns) return true;
        os->insn_count = os->position + (config->max_insns - count);
    }
    u64 issue = os->machine->isa->max_issue, left = (os->insn_count - os->position) / issue;
    os->insn_check = os->cycles + (left ? left : 1);
    return false;
}

/* The machine time at which the timers of a process are to be looked at: 0 when one is due. */
static u64 timers_look(const struct os *os, const struct os_process *op)
{
    u64 next = timers_next_real(op);
    if (!os->machine->host_clock || next == NEVER) return next;
    return next <= clock_now(os) ? 0 : os->machine->now + QUANTUM;
}

/* Cycles after which it is looked whether somebody asks the run to end, though no tick may come for ages: some hundredths of
 * a second of the host's, also where each instruction is stepped. */
static u64 look_after(const struct machine *m)
{
    bool slow = m->trace || m->config->step_only || m->config->check_groups;
    return slow ? 1 << 14 : 1 << 22;
}

/* The CPU clock value at which the thread must stop for something other than itself: at machine time `stop`, or before. */
static u64 deadline_of(const struct os *os, const struct thread *t, u64 stop)
{
    const struct machine *m = os->machine;
    const struct config *config = m->config;
    u64 left = t->os->next_tick - t->cycles, cpu = timers_next_cpu(t), look = look_after(m);
    if (left > look) left = look;
    if (os->turn_end < stop) stop = os->turn_end;
    stop = stop > m->now ? stop - m->now : 0;
    if (stop < left) left = stop;
    if (cpu < left) left = cpu;
    if (config->max_cycles && config->max_cycles - os->cycles < left) left = config->max_cycles - os->cycles;
    if (config->max_insns && os->insn_check - os->cycles < left) left = os->insn_check - os->cycles;
    if (os->stop_near != NEVER) {
        u64 near = (os->stop_near - os->position) / t->process->isa->max_issue;
        if (near < left) left = near ? near : 1;
    }
    return t->cycles + left;
}

/* --- a turn ------------------------------------------------------------------------------------------------------- */

static void handle_stop(struct os *os, struct thread *t, enum stop stop)
{
    const struct abi *abi = t->process->isa->abi;
    if (stop == STOP_FAULT) {
        const struct debug_hook *debug = os->machine->debug;
        os->position++;
        if (abi->mend(t)) return;
        os->stopped = debug && debug->stop_fault(debug->ctx, t);
        signal_fault(t, os->stopped);
    } else if (stop == STOP_SYSCALL) {
        enum gate_kind kind = abi->gateway(t);
        t->os->back_in_code = false;
        if (kind == GATE_CALL) syscall_enter(os, t);
        else if (kind == GATE_BAD) signal_force(t, SIGSEGV, SEGV_MAPERR, t->stop.pc);
        if (kind == GATE_CALL) signal_deliver(t, !t->os->back_in_code);
    }
}

/* For whoever looks on from outside. Nothing is ordered by it, so these are plain stores. */
static void publish(struct os *os)
{
    atomic_store_explicit(&os->seen.position, os->position, memory_order_relaxed);
    atomic_store_explicit(&os->seen.cycles, os->cycles, memory_order_relaxed);
    atomic_store_explicit(&os->seen.now, os->machine->now, memory_order_relaxed);
}

/* Runs the thread to its next stop, or to this machine time. */
static void run(struct os *os, struct thread *t, u64 until)
{
    u64 before = t->cycles, slots = t->slots;
    if (os->machine->config->slices) {
        u64 slice = slices_pass(t->process, os->machine->now);
        if (slice < until) until = slice;
    }
    os->turns++;
    os->position_base = os->position - slots;
    enum stop stop = t->process->isa->run(t, deadline_of(os, t, until));
    os->position += t->slots - slots;
    os->machine->now += t->cycles - before;
    os->cycles += t->cycles - before;
    publish(os);
    if (stop == STOP_DEBUG) os->stopped = true;
    else if (stop != STOP_DEADLINE && os->next_other < os->machine->now) t->os->at_gate = true;
    else handle_stop(os, t, stop);
}

/* One step of the running thread; its turn ends when it sleeps, is gone, or has come far enough. */
static void go_on(struct os *os, struct thread *t)
{
    struct machine *m = os->machine;
    struct os_thread *ot = t->os;
    u64 look;
    t->process->thread = t;
    timers_expire_cpu(t);
    signal_deliver(t, false);
    if (os->stopped) return;
    if (!ot->gone) ticks(t);
    if (!ot->gone && limit_reached(os)) {
        os->result = (struct os_result){.end = OS_LIMIT};
        os->done = true;
    } else if (!ot->gone && os->position >= os->stop_near) {
        os->stopped = true;
        return;
    } else if (!ot->gone && os->interrupted) {
        return; /* by whoever was told of a tick: he wants to look before the next instruction */
    } else if (!ot->gone && m->now < os->turn_end && m->now < (look = timers_look(os, ot->op))) {
        run(os, t, look);
        if (!ot->gone && !ot->wait.active && !ot->at_gate) return;
    }
    t->when = m->now;
    os->running = NULL;
}

/* Nobody goes on any more: what the run has come to is how the first process ended. */
static void end_tree(struct os *os)
{
    os->result = os->first_end;
    os->done = true;
}

/* --- whose turn --------------------------------------------------------------------------------------------------- */

struct choice {
    u64 at;                    /* machine time; NEVER: nobody can go on by himself */
    u64 other;                 /* that of the next one after it */
    struct os_process *timers; /* whose timers expire, or NULL */
    struct os_thread *ot;
    bool outside; /* somebody sleeps for descriptors of the host */
};

bool os_thread_sleeps(const struct thread *t) { return t->os && t->os->wait.active; }

static bool asleep(const struct os_thread *ot) { return ot->wait.active && !ot->wait.nudge; }

/* When a sleeper wakes by itself, as clock_now() has it. */
static u64 wakes_at(const struct os_thread *ot)
{
    return ot->wait.alarm < ot->wait.deadline ? ot->wait.alarm : ot->wait.deadline;
}

/* Machine time at which a thread can go on, as far as the guest decides. The host's clock wakes its sleepers itself. */
static u64 ready_at(const struct os *os, const struct os_thread *ot)
{
    u64 deadline = os->machine->host_clock ? NEVER : wakes_at(ot);
    return asleep(ot) && deadline > ot->t->when ? deadline : ot->t->when;
}

static void consider(struct choice *best, u64 at, struct os_process *timers, struct os_thread *ot)
{
    bool first = at < best->at || (best->ot && ot && at == best->at && ot->t->tid < best->ot->t->tid);
    if (first)
        *best = (struct choice){.at = at, .other = best->at, .timers = timers, .ot = ot, .outside = best->outside};
    else if (at < best->other) best->other = at;
}

static struct choice choose(const struct os *os)
{
    struct choice best = {.at = NEVER, .other = NEVER};
    for (struct os_process *op = os->processes; op && !os->machine->host_clock; op = op->next)
        if (!op->zombie) consider(&best, timers_next_real(op), op, NULL);
    for (struct os_thread *ot = os->threads; ot; ot = ot->next) {
        consider(&best, ready_at(os, ot), NULL, ot);
        if (asleep(ot) && ot->wait.fds) best.outside = true;
    }
    return best;
}

/* Somebody waits for the world outside. Where nobody else can run, emulated time passes in step with the host's. False:
 * the choice must be made anew. */
static bool heed_outside(struct os *os, const struct choice *c)
{
    struct machine *m = os->machine;
    bool idle = !c->ot || c->ot->wait.active;
    u64 slice = clock_cycles(os, HOST_SLICE_MS * (u64)1000000);
    u64 left = !idle || c->at <= m->now ? 0 : c->at - m->now;
    bool whole = left <= slice;
    if (!whole) left = slice;
    if (outside_wait(os, c->at == NEVER ? NEVER : clock_ns(os, left))) return false;
    if (c->at != NEVER) m->now += left;
    return whole && c->at != NEVER;
}

/* Nobody can go on, ever, but by a signal from outside. */
static void stand_still(struct os *os)
{
    if (!os->first) end_tree(os); /* what is left of the tree waits for what cannot come */
    else outside_wait(os, NEVER);
}

/* --- by the host's clock ------------------------------------------------------------------------------------------ */

/* Those whose time has come can go on. */
static void clocks_pass(struct os *os)
{
    u64 now = clock_now(os);
    for (struct os_process *op = os->processes; op; op = op->next)
        if (!op->zombie && timers_next_real(op) <= now) timers_expire(op);
    for (struct os_thread *ot = os->threads; ot; ot = ot->next)
        if (asleep(ot) && wakes_at(ot) <= now) thread_wake(ot);
}

/* How long it is, in nanoseconds, until the next one's time comes; NEVER: there is none. */
static u64 until_next(const struct os *os)
{
    u64 next = NEVER, now = clock_now(os), longest = clock_cycles(os, (u64)LONGEST_WAIT * NSEC);
    for (const struct os_process *op = os->processes; op; op = op->next)
        if (!op->zombie && timers_next_real(op) < next) next = timers_next_real(op);
    for (const struct os_thread *ot = os->threads; ot; ot = ot->next)
        if (asleep(ot) && wakes_at(ot) < next) next = wakes_at(ot);
    if (next == NEVER) return NEVER;
    u64 left = next > now ? next - now : 0;
    return clock_ns(os, left < longest ? left : longest) + 1;
}

/* The host sleeps until somebody can go on; only looks when somebody can already. False: the choice must be made anew. */
static bool heed_host(struct os *os, const struct choice *c)
{
    bool idle = c->at == NEVER;
    u64 ns = idle ? until_next(os) : 0;
    if (!idle && !c->outside) return true;
    if (ns != NEVER || c->outside) return !outside_wait(os, ns) && !idle;
    stand_still(os);
    return false;
}

/* --- the next turn ------------------------------------------------------------------------------------------------ */

/* A sleeper goes on with its call. */
static void resume(struct thread *t)
{
    struct wait *w = &t->os->wait;
    enum signal_effect effect = signal_next(t);
    bool interrupted = effect == EFFECT_FATAL || (effect != EFFECT_NONE && !w->killable);
    w->nudge = false;
    syscall_resume(t, interrupted, interrupted && effect == EFFECT_RESTART);
    signal_deliver(t, true);
}

/* The call or fault before which the thread waited for the others. */
static void pass_gate(struct os *os, struct thread *t)
{
    t->os->at_gate = false;
    handle_stop(os, t, t->stop.reason);
}

static void next_turn(struct os *os)
{
    struct machine *m = os->machine;
    threads_bury(os);
    if (m->host_clock) clocks_pass(os);
    struct choice c = choose(os);
    if (!os->threads) {
        end_tree(os);
    } else if (m->host_clock ? !heed_host(os, &c) : c.outside && !heed_outside(os, &c)) {
        return;
    } else if (c.at == NEVER) {
        stand_still(os);
    } else if (c.timers) {
        m->now = c.at;
        timers_expire(c.timers);
    } else {
        struct thread *t = c.ot->t;
        m->now = c.at;
        os->turn_end = os->threads->next ? m->now + QUANTUM : NEVER;
        os->next_other = c.other;
        os->running = t;
        if (c.ot->at_gate) pass_gate(os, t);
        else if (c.ot->wait.active) resume(t);
        if (!c.ot->gone && !c.ot->wait.active) return;
        t->when = m->now;
        os->running = NULL;
    }
}

/* Somebody has taken more than he may. */
static void end_over(struct os *os)
{
    if (os->running) os->running->when = os->machine->now;
    os->running = NULL;
    os->result = (struct os_result){.end = OS_LIMIT, .limit = limits_over(os)};
    os->done = true;
}

void os_run(struct os *os, struct os_result *result)
{
    /* A write to a closed pipe is EPIPE for us and SIGPIPE for the guest. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    os->done = false;
    if (!os->threads) end_tree(os);
    os->insn_check = os->insn_count = 0;
    os->stopped = false;
    while (!os->done && !os->interrupted && !os->stopped) {
        if (UNLIKELY(limits_over(os))) end_over(os);
        else if (os->running) go_on(os, os->running);
        else next_turn(os);
    }
    /* Whoever asked has what he wanted; who asks from now on is heard by the next run. */
    int asked = atomic_exchange(&os->interrupted, INTERRUPT_NONE);
    enum os_end end = asked == INTERRUPT_LIMIT ? OS_LIMIT : os->stopped ? OS_STOPPED : OS_INTERRUPTED;
    if (asked && !os->done && !os->threads) end_tree(os); /* the last one has ended before it was heard */
    if (!os->done) os->result = (struct os_result){.end = end, .interrupted = asked};
    sigaction(SIGPIPE, &before, NULL);
    *result = os->result;
}

u64 os_position(const struct os *os) { return os->position; }
u64 os_position_at(const struct os *os, u64 slots) { return os->position_base + slots; }
u64 os_turns(const struct os *os) { return os->turns; }

void os_stop_near(struct os *os, u64 position) { os->stop_near = position; }

void os_progress(const struct os *os, struct os_progress *at)
{
    *at = (struct os_progress){.position = atomic_load_explicit(&os->seen.position, memory_order_relaxed),
                               .cycles = atomic_load_explicit(&os->seen.cycles, memory_order_relaxed),
                               .now = atomic_load_explicit(&os->seen.now, memory_order_relaxed)};
}
