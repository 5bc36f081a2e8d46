/* The dispatcher: enters blocks, and steps where a block will not do. */
#include "isa/parisc/exec/run.h"

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "emu/core/trace.h"
#include "isa/parisc/exec/stop.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/timing/run_timed.h"
#include "isa/parisc/timing/timed.h"

static u32 mode_of(const struct cpu *c)
{
    u32 mode = c->fp_slow ? MODE_FP_SLOW : 0;
    if ((c->cr[CR_CCR] & 0xc0) != 0xc0) mode |= MODE_NO_FP;
    for (unsigned i = 4; i < 8; i++)
        if (c->sr[i] != SPACE_USER) mode |= MODE_ODD_SPACE;
    return mode;
}

/* Runs the one instruction at the front of the queue, or lets it pass if it is nullified. */
static void step(struct cpu *c, u32 mode, u8 *base)
{
    mode |= MODE_STEP | (c->nullify ? MODE_NULLED : 0);
    struct block *b = engine_find_step(&c->engine, c->iaoq_front & ~3u, mode);
    if (c->trace) trace_before(&c->engine, c->iaoq_front & ~3u);
    bool told = data_hook_of(c->thread);
    struct memory_events before;
    if (told) pa_data_before(c, &before);
    c->nullify = false;
    uop_run(c, b->uop, base);
    if (c->leave == LEAVE_TRAP) return;
    if (c->trace) trace_after(&c->engine);
    if (c->timed) pa_timed_complete(c);
    if (told) pa_data_after(c, &before);
    if (told && c->timed) pa_data_at(c, c->iaoq_front & ~3u);
    if (c->trace) trace_paid(&c->engine, true);
}

/* Whether the debugger wants to stop before the instruction at the front of the queue. */
static bool debugger_stops(const struct cpu *c) { return engine_debugger_stops(&c->engine, c->iaoq_front & ~3u); }

/* The block to go on with, after a block was left at exit c->via; NULL when the deadline forbids it. */
static struct block *successor(struct cpu *c, u32 mode)
{
    u32 pc = c->leave == LEAVE_CHAIN ? (u32)c->via->target : (u32)c->target & ~3u;
    pa_set_sequential(c, pc);
    engine_count_target(&c->engine, pc);
    if (engine_is_due(&c->engine)) return NULL;
    if (!(mem_flags(&c->thread->process->mem, pc) & PROT_EXEC) || pa_must_step(c)) return NULL;
    return engine_follow(&c->engine, pc, mode, jump_hash(pc));
}

/* Runs blocks from b until the dispatcher has to look at the queue. Returns true with *stop when the run ends. */
static bool run_blocks(struct cpu *c, struct block *b, u32 mode, u8 *base, enum stop *stop)
{
    while (b) {
        uop_run(c, b->uop, base);
        switch (c->leave) {
        case LEAVE_CHAIN: case LEAVE_INDIRECT: b = successor(c, mode); break;
        case LEAVE_STEP:
            pa_set_sequential(c, (u32)c->via->target);
            if (c->budget > 0) {
                if (!(mem_flags(&c->thread->process->mem, c->iaoq_front) & PROT_EXEC)) return false;
                if (debugger_stops(c)) {
                    *stop = STOP_DEBUG;
                    return true;
                }
                step(c, mode, base);
                if (c->leave == LEAVE_TRAP) {
                    *stop = pa_stop_trap(c);
                    return true;
                }
            }
            return false;
        case LEAVE_TRAP: *stop = pa_stop_trap(c); return true;
        default: return false;
        }
    }
    return false;
}

static enum stop loop(struct cpu *c)
{
    u8 *base = c->thread->process->mem.window[0].host;
    enum stop stop;
    for (;;) {
        u32 mode = mode_of(c);
        if (mode != c->code->jump_mode) {
            code_forget_jumps(c->code);
            c->code->jump_mode = mode;
        }
        if (c->data && !c->timed && !pa_in_slot(c)) pa_data_at(c, c->iaoq_front & ~3u); /* a call or return may be over */
        /* The gateways come before the deadline: a tick in them is taken behind them. */
        if (c->iasq_front == SPACE_KERNEL) return pa_stop_gateway(c, GATE_LINUX);
        if ((c->iaoq_front & ~3u) == HPUX_GATEWAY && c->iasq_front == SPACE_USER) return pa_stop_gateway(c, GATE_HPUX);
        if (c->calls && calls_left(c->calls) && !pa_in_slot(c) && debugger_stops(c)) return STOP_DEBUG;
        bool fetchable = c->iasq_front == SPACE_USER &&
                         mem_flags(&c->thread->process->mem, c->iaoq_front) & PROT_EXEC;
        if (c->timed && fetchable) {
            enum timed_run ran = pa_run_timed(c, mode, base, &stop);
            if (ran == TIMED_STOPPED) return stop;
            if (ran == TIMED_RAN) continue;
            pa_timed_admit(c);
        }
        if (!fetchable) return c->budget <= 0 ? STOP_DEADLINE : pa_stop_fetch(c);
        if (!c->timed && c->budget > 0 && !pa_must_step(c)) {
            struct block *b = engine_find(&c->engine, c->iaoq_front & ~3u, mode);
            if (b->max_cost <= c->budget) {
                if (run_blocks(c, b, mode, base, &stop)) return stop;
                continue;
            }
        }
        if (debugger_stops(c)) return STOP_DEBUG; /* before a tick that comes before the same instruction */
        if (c->budget <= 0) return STOP_DEADLINE;
        step(c, mode, base);
        if (c->leave == LEAVE_TRAP) return pa_stop_trap(c);
    }
}

enum stop pa_run(struct thread *t, u64 until)
{
    struct cpu *c = t->cpu;
    struct fault_guard guard = {.mem = &t->process->mem, .mem2 = &t->process->machine->absolute};
    engine_begin(&c->engine, t, until);
    if (c->timed) pa_timed_begin(c);
    pa_fp_enter(c);
    enum stop stop = fault_run(&guard, c, loop, pa_mend_fault);
    pa_fp_leave(c);
    if (c->timed && stop != STOP_DEADLINE && stop != STOP_DEBUG) pa_timed_stop(c);
    if (c->timed) pa_timed_stand(c);
    return engine_end(&c->engine, stop);
}

void pa_count_mended(struct thread *t)
{
    block_count(&code_of(t)->cache, &(struct pc_count){.pc = t->stop.pc, .slots = 1, .instructions = 1, .cycles = 1});
    t->cycles++;
    t->slots++;
    t->process->machine->now++;
    if (data_hook_of(t)) pa_data_mended(t->cpu);
    if (!t->cpu->trace) return;
    trace_after(&t->cpu->engine);
    trace_paid(&t->cpu->engine, false);
}
