#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/signals.h"
#include "emu/os/syscall.h"

enum { HOST_SLICE_MS = 50 }; /* how long the host sleeps before it looks for an interruption again */

/* --- sleeping ----------------------------------------------------------------------------------------------------- */

i64 call_sleep(struct call *c, u64 deadline, bool restart)
{
    struct wait *w = &c->ot->wait;
    w->active = true;
    w->started = true;
    w->deadline = deadline;
    w->restart = restart;
    return CALL_WAIT;
}

void call_sleep_on(struct call *c, int host_fd, short events)
{
    struct wait *w = &c->ot->wait;
    if (w->fds == w->fds_room) {
        w->fds_room = w->fds_room ? 2 * w->fds_room : 8;
        w->fd = realloc(w->fd, w->fds_room * sizeof *w->fd);
        if (!w->fd) abort(); /* a few hundred bytes: the host is beyond help */
    }
    w->fd[w->fds++] = (struct pollfd){.fd = host_fd, .events = events};
}

/* Nothing can run: lets machine time pass until a deadline, or, where descriptors from outside may become ready, lets
 * it pass in step with the host's. True when a descriptor is ready. */
static bool idle(struct os *os, struct wait *w, u64 deadline)
{
    struct machine *m = os->machine;
    if (w->fds == 0 && deadline != NEVER) {
        if (deadline > m->now) m->now = deadline;
        return false;
    }
    u64 slice = clock_cycles(os, HOST_SLICE_MS * (u64)1000000);
    u64 left = deadline == NEVER ? slice : deadline > m->now ? deadline - m->now : 0;
    if (left > slice) left = slice;
    u64 ns = clock_ns(os, left);
    struct timespec ts = {.tv_sec = (time_t)(ns / NSEC), .tv_nsec = (long)(ns % NSEC)};
    int ready = ppoll(w->fd, w->fds, &ts, NULL);
    if (ready == 0 && deadline != NEVER) m->now += left;
    return ready > 0;
}

/* A sleeping thread: it goes on with its call once its wait is over or a handler is to run. */
static void sleep_on(struct os *os, struct thread *t)
{
    struct wait *w = &t->os->wait;
    enum signal_effect effect = signal_next(t);
    if (effect != EFFECT_NONE) {
        syscall_resume(t, true, effect == EFFECT_RESTART);
    } else if (w->nudge || os->machine->now >= w->deadline) {
        w->nudge = false;
        syscall_resume(t, false, false);
    } else {
        u64 deadline = timers_next_real(t->process);
        if (w->deadline < deadline) deadline = w->deadline;
        if (idle(os, w, deadline)) syscall_resume(t, false, false);
    }
}

/* --- running ------------------------------------------------------------------------------------------------------ */

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
        u64 before = t->cycles;
        struct tick tick = {.match = ot->next_tick, .next = match(t, ot->tick_number + 1),
                            .pc = t->process->isa->pc(t)};
        if (m->on_tick) m->on_tick(m->on_tick_ctx, t, tick.match, tick.pc);
        if (m->profiling) m->profiling->tick(m->profiling->ctx, t, &tick);
        /* Matches during a handler that is charged are lost: one bit of a register says that there was any. */
        do ot->next_tick = match(t, ++ot->tick_number);
        while (t->cycles > before && ot->next_tick <= t->cycles);
    }
}

/* The CPU clock value at which the thread must stop for something other than itself. */
static u64 deadline_of(const struct thread *t, u64 insn_check)
{
    const struct machine *m = t->process->machine;
    u64 until = t->os->next_tick;
    u64 cpu = timers_next_cpu(t->process), real = timers_next_real(t->process);
    if (cpu < until) until = cpu;
    u64 left = real > m->now ? real - m->now : 0;
    if (left < until - t->cycles) until = t->cycles + left;
    if (m->config->max_cycles && m->config->max_cycles < until) until = m->config->max_cycles;
    if (insn_check < until) until = insn_check;
    return until;
}

static void handle_stop(struct os *os, struct thread *t, enum stop stop)
{
    const struct abi *abi = t->process->isa->abi;
    if (stop == STOP_FAULT) {
        if (!abi->mend(t)) signal_fault(t);
    } else if (stop == STOP_SYSCALL) {
        enum gate_kind kind = abi->gateway(t);
        if (kind == GATE_CALL) syscall_enter(os, t);
        else if (kind == GATE_BAD) signal_force(t, SIGSEGV, SEGV_MAPERR, t->stop.pc);
        if (kind == GATE_CALL && !os->done && !t->os->wait.active) signal_deliver(t, true);
    }
}

/* Runs the thread to its next stop. */
static void run(struct os *os, struct thread *t, u64 until)
{
    u64 before = t->cycles;
    enum stop stop = t->process->isa->run(t, until);
    os->machine->now += t->cycles - before;
    handle_stop(os, t, stop);
}

void os_run(struct os *os, struct os_result *result)
{
    struct process *p = os->process;
    struct thread *t = p->thread;
    const struct config *config = os->machine->config;
    /* The CPU clock at which the instructions are counted next: an instruction that took effect was a cycle at least,
     * so that the limit cannot be passed before. */
    u64 insn_check = config->max_insns ? 0 : NEVER;
    /* A write to a closed pipe is EPIPE for us and SIGPIPE for the guest. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    while (!os->done) {
        if (os->interrupted) {
            os->result = (struct os_result){.end = OS_INTERRUPTED};
            break;
        }
        timers_expire(p);
        if (t->os->wait.active) {
            sleep_on(os, t);
            if (t->os->wait.active || os->done) continue;
            signal_deliver(t, true);
            continue;
        }
        signal_deliver(t, false);
        if (os->done) break;
        ticks(t);
        bool limit = config->max_cycles && t->cycles >= config->max_cycles;
        if (t->cycles >= insn_check) {
            u64 count = p->isa->instructions(p);
            limit |= count >= config->max_insns;
            insn_check = t->cycles + (config->max_insns - count);
        }
        if (limit) {
            os->result = (struct os_result){.end = OS_LIMIT};
            break;
        }
        run(os, t, deadline_of(t, insn_check));
    }
    sigaction(SIGPIPE, &before, NULL);
    *result = os->result;
}

void os_interrupt_request(struct os *os) { os->interrupted = 1; }
