/* The dispatcher: enters blocks, steps where a block will not do, and turns what went wrong into a reason to stop. */
#include "isa/parisc/exec/run.h"

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "emu/host/lowering.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/system/abi.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/system/trace.h"
#include "isa/parisc/timing/run_timed.h"
#include "isa/parisc/timing/timed.h"

/* --- where the processor is ------------------------------------------------------------------------------------------------ */

void pa_set_sequential(struct cpu *c, u32 pc)
{
    c->iaoq_front = pc | 3;
    c->iaoq_back = (pc + 4) | 3;
    c->iasq_front = c->iasq_back = SPACE_USER;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
}

static u32 mode_of(const struct cpu *c)
{
    u32 mode = c->fp_slow ? MODE_FP_SLOW : 0;
    if ((c->cr[CR_CCR] & 0xc0) != 0xc0) mode |= MODE_NO_FP;
    for (unsigned i = 4; i < 8; i++)
        if (c->sr[i] != SPACE_USER) mode |= MODE_ODD_SPACE;
    return mode;
}

/* Every reason to step: the next instruction is nullified, it is a delay slot, something else than its successor is queued
 * behind it, or what the engine has. */
bool pa_must_step(const struct cpu *c)
{
    return c->nullify || c->psw & PSW_B || c->iaoq_back != c->iaoq_front + 4 || c->iasq_back != c->iasq_front ||
           engine_must_step(&c->engine, c->iaoq_front & ~3u);
}

/* --- stopping ------------------------------------------------------------------------------------------------------------------ */

static enum stop stop_fault(struct cpu *c, enum fault_kind kind, int vector, u32 addr, bool write)
{
    struct thread *t = c->thread;
    u32 pc = c->iaoq_front & ~3u, word = 0;
    u8 raw[4];
    if (mem_peek(&t->process->mem, pc, raw, 4) == 0) word = load_be32(raw);
    t->stop = (struct stop_info){.reason = STOP_FAULT, .fault = kind, .pc = pc, .addr = addr, .insn = word,
                                 .write = write, .vector = vector};
    if (kind == FAULT_FP) {
        static const enum fp_code code[] = {[PAF_CAUSE_UNIMPLEMENTED] = FPC_UNIMPLEMENTED,
                                            [PAF_CAUSE_INVALID] = FPC_INVALID, [PAF_CAUSE_DIVZERO] = FPC_DIVZERO,
                                            [PAF_CAUSE_OVERFLOW] = FPC_OVERFLOW, [PAF_CAUSE_UNDERFLOW] = FPC_UNDERFLOW,
                                            [PAF_CAUSE_INEXACT] = FPC_INEXACT};
        enum pa_fp_cause cause = pa_fp_cause(c->fr);
        t->stop.code = cause == PAF_CAUSE_NONE ? FPC_UNIMPLEMENTED : code[cause];
    }
    return STOP_FAULT;
}

static enum stop stop_gateway(struct cpu *c, enum gateway gate)
{
    if (c->timed) pa_timed_stand(c);
    if (gate == GATE_HPUX && c->calls) { /* the kernel returns by itself: the call of the gateway ends here */
        u64 cycles = c->run_end - (u64)c->budget;
        calls_return(c->calls, (u32)c->gr[31] & ~3u, cycles, (c->timed ? c->thread->slots : cycles) - c->nullified);
    }
    c->thread->stop = (struct stop_info){.reason = STOP_SYSCALL, .gate = gate, .pc = c->iaoq_front & ~3u};
    return STOP_SYSCALL;
}

/* An instruction cannot be fetched from the front of the queue. */
static enum stop stop_fetch(struct cpu *c)
{
    bool mapped = mem_flags(&c->thread->process->mem, c->iaoq_front) & MEM_MAPPED && c->iasq_front == SPACE_USER;
    return stop_fault(c, mapped ? FAULT_RIGHTS : FAULT_UNMAPPED, mapped ? VEC_INSN_PROTECTION : VEC_ITLB_MISS,
                      c->iaoq_front & ~3u, false);
}

/* What the exit of a block would have counted for the part of it that has been done. */
static void count_partial(struct cpu *c, const struct block *b, const struct uop_info *info)
{
    c->budget -= info->cost;
    for (unsigned i = 0; i < info->trunk; i++) c->nullified += b->step[i].nullified;
    block_count_partial(&c->code->cache, b, info);
    if (!info->next_dynamic || (info->space_dynamic && c->target_space != SPACE_USER)) return;
    for (unsigned i = 0; i < b->exits; i++)
        if (b->exit[i].counts_calls) code_arc(c->code, (u32)b->exit[i].from, (u32)c->target & ~3u)->count++;
}

void pa_queue_before(struct cpu *c, const struct uop_info *info)
{
    pa_set_sequential(c, (u32)info->pc);
    if (info->in_slot) c->psw |= PSW_B;
    if (info->space_dynamic) c->iasq_back = c->target_space;
    c->iaoq_back = (info->next_dynamic ? (u32)c->target : (u32)info->next) | 3;
}

/* Brings queue, counts, budget and scoreboard to the instruction of uop `at`, of which nothing has been done. */
static void rewind_to(struct cpu *c, struct uop *at)
{
    struct block *b = block_of_uop(&c->code->cache, at);
    const struct uop_info *info = &b->info[at - b->uop];
    if (b->one_step) return; /* the queue stands at it already */
    count_partial(c, b, info);
    pa_queue_before(c, info);
    if (b->issue) pa_timed_rewound(c, b, info);
}

enum stop pa_stop_trap(struct cpu *c)
{
    rewind_to(c, (struct uop *)c->at);
    if (c->timed) pa_timed_faulted(c);
    if (c->timed && c->data) pa_data_before(c, &(struct memory_events){0}); /* the kernel may mend it */
    u32 pc = c->iaoq_front & ~3u;
    switch (c->vector) {
    case VEC_BREAK: return stop_fault(c, FAULT_BREAK, c->vector, pc, false);
    case VEC_PRIV_OP: return stop_fault(c, FAULT_PRIV_OP, c->vector, pc, false);
    case VEC_PRIV_REG: return stop_fault(c, FAULT_PRIV_REG, c->vector, pc, false);
    case VEC_OVERFLOW: return stop_fault(c, FAULT_OVERFLOW, c->vector, pc, false);
    case VEC_CONDITIONAL: return stop_fault(c, FAULT_CONDITIONAL, c->vector, pc, false);
    case VEC_ASSIST_EXCEPTION: return stop_fault(c, FAULT_FP, c->vector, pc, false);
    case VEC_ASSIST_EMULATION: return stop_fault(c, FAULT_FP_DISABLED, c->vector, pc, false);
    case VEC_UNALIGNED: return stop_fault(c, FAULT_UNALIGNED, c->vector, c->ior, false);
    case VEC_DTLB_MISS: case VEC_NA_DTLB_MISS: return stop_fault(c, FAULT_UNMAPPED, c->vector, c->ior, false);
    default: return stop_fault(c, FAULT_ILLEGAL, c->vector, pc, false);
    }
}

/* The host faulted on a guest address. True when the access may simply be tried again. */
static bool mend_fault(struct cpu *c, const struct fault_guard *g, enum stop *stop)
{
    host_mark(&c->engine, g);
    bool fetch = !c->at;
    struct engine_fault f;
    if (!fetch) rewind_to(c, (struct uop *)c->at);
    if (!fetch && c->timed) pa_timed_faulted(c);
    if (engine_mend(&c->engine, g, fetch, c->ior, c->iaoq_front, &f)) return true;
    int vector = f.fetch ? VEC_ITLB_MISS : f.kind == FAULT_RIGHTS ? VEC_DATA_RIGHTS : VEC_DTLB_MISS;
    *stop = stop_fault(c, f.kind, vector, (u32)f.addr, f.write);
    return false;
}

/* --- the loop ------------------------------------------------------------------------------------------------------------------- */

/* Runs the one instruction at the front of the queue, or lets it pass if it is nullified. */
static void step(struct cpu *c, u32 mode, u8 *base)
{
    mode |= MODE_STEP | (c->nullify ? MODE_NULLED : 0);
    struct block *b = engine_find_step(&c->engine, c->iaoq_front & ~3u, mode);
    if (c->trace) pa_trace_before(c->trace, c, engine_clock(&c->engine));
    bool told = data_hook_of(c->thread);
    struct memory_events before;
    if (told) pa_data_before(c, &before);
    c->nullify = false;
    uop_run(c, b->uop, base);
    if (c->trace && c->leave != LEAVE_TRAP) pa_trace_after(c->trace, c);
    if (c->leave == LEAVE_TRAP) return;
    if (c->timed) pa_timed_complete(c);
    if (told) pa_data_after(c, &before);
    if (told && c->timed) pa_data_at(c, c->iaoq_front & ~3u);
    if (c->trace) pa_trace_paid(c->trace, c, c->timed ? &c->timed->model->breakdown : NULL);
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
        /* The gateways come before the deadline: a tick in them is taken behind them. */
        if (c->iasq_front == SPACE_KERNEL) return stop_gateway(c, GATE_LINUX);
        if ((c->iaoq_front & ~3u) == HPUX_GATEWAY && c->iasq_front == SPACE_USER) return stop_gateway(c, GATE_HPUX);
        if (c->calls && calls_left(c->calls) && !pa_in_slot(c) && debugger_stops(c)) return STOP_DEBUG;
        bool fetchable = c->iasq_front == SPACE_USER &&
                         mem_flags(&c->thread->process->mem, c->iaoq_front) & PROT_EXEC;
        if (c->timed && fetchable) {
            enum timed_run ran = pa_run_timed(c, mode, base, &stop);
            if (ran == TIMED_STOPPED) return stop;
            if (ran == TIMED_RAN) continue;
            pa_timed_admit(c);
        }
        if (!fetchable) return c->budget <= 0 ? STOP_DEADLINE : stop_fetch(c);
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
    enum stop stop = fault_run(&guard, c, loop, mend_fault);
    pa_fp_leave(c);
    if (c->timed && stop != STOP_DEADLINE && stop != STOP_DEBUG) pa_timed_stop(c);
    if (c->timed) pa_timed_stand(c);
    return engine_end(&c->engine, stop);
}

void pa_count_mended(struct thread *t)
{
    struct block_cache *cache = &code_of(t)->cache;
    counters_add(&cache->total, &(struct pc_count){.pc = t->stop.pc, .slots = 1, .instructions = 1, .cycles = 1});
    if (cache->total.pcs > 1 << 16) counters_sort(&cache->total);
    t->cycles++;
    t->slots++;
    t->process->machine->now++;
    if (data_hook_of(t)) pa_data_mended(t->cpu);
    if (!t->cpu->trace) return;
    pa_trace_after(t->cpu->trace, t->cpu);
    pa_trace_paid(t->cpu->trace, t->cpu, NULL);
}
