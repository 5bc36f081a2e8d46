/* The dispatcher: enters blocks, steps where a block will not do, and turns what went wrong into a reason to stop. */
#include "isa/parisc/run.h"

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "isa/parisc/abi.h"
#include "isa/parisc/exec.h"
#include "isa/parisc/fpu.h"
#include "isa/parisc/run_timed.h"
#include "isa/parisc/timed.h"
#include "isa/parisc/trace.h"

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
 * behind it, it is traced, a debugger watches, the user wants the reference, or its page is written over and over. */
bool pa_must_step(const struct cpu *c)
{
    return c->nullify || c->psw & PSW_B || c->iaoq_back != c->iaoq_front + 4 || c->iasq_back != c->iasq_front ||
           c->trace || c->thread->process->machine->config->step_only ||
           machine_watched(c->thread->process->machine, c->iaoq_front & ~3u) ||
           mem_flags(&c->thread->process->mem, c->iaoq_front) & MEM_SMC;
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
    struct mem *m = &c->thread->process->mem;
    u8 flags = mem_flags(m, g->addr);
    bool fetch = !c->at;
    if (!fetch) rewind_to(c, (struct uop *)c->at);
    if (!fetch && c->timed) pa_timed_faulted(c);
    if (g->in_mem2) {
        *stop = stop_fault(c, FAULT_UNMAPPED, VEC_DTLB_MISS, (u32)g->addr, false);
        return false;
    }
    if (!fetch && mem_code_store(m, g->addr)) return true;
    if (fetch && (c->ior ^ c->iaoq_front) >> MEM_PAGE_SHIFT) { /* found by looking ahead: execution may not get there */
        c->code->beyond = c->ior >> MEM_PAGE_SHIFT;
        return true;
    }
    if (fetch) {
        *stop = stop_fault(c, FAULT_BUS, VEC_ITLB_MISS, c->ior, false);
        return false;
    }
    bool readable = flags & (PROT_READ | PROT_WRITE | PROT_EXEC);
    if (g->bus) *stop = stop_fault(c, FAULT_BUS, VEC_DTLB_MISS, (u32)g->addr, false);
    else if (!(flags & MEM_MAPPED)) *stop = stop_fault(c, FAULT_UNMAPPED, VEC_DTLB_MISS, (u32)g->addr, false);
    else *stop = stop_fault(c, FAULT_RIGHTS, VEC_DATA_RIGHTS, (u32)g->addr, readable);
    return false;
}

/* --- the loop ------------------------------------------------------------------------------------------------------------------- */

struct block *pa_find_block(struct cpu *c, u32 pc, u32 mode)
{
    struct block *b = block_find(&c->code->cache, pc, mode);
    if (b) return b;
    c->at = NULL; /* a fault from here on is one of fetching */
    return pa_translate(c, pc, mode, false);
}

/* Runs the one instruction at the front of the queue, or lets it pass if it is nullified. */
static void step(struct cpu *c, u32 mode, u8 *base)
{
    u32 pc = c->iaoq_front & ~3u;
    mode |= MODE_STEP | (c->nullify ? MODE_NULLED : 0);
    struct block *b;
    if (mem_flags(&c->thread->process->mem, pc) & MEM_SMC) {
        c->at = NULL;
        b = pa_translate(c, pc, mode, true);
    } else {
        b = pa_find_block(c, pc, mode);
    }
    if (c->trace) pa_trace_before(c->trace, c, c->thread->cycles + (u64)(c->budget_start - c->budget));
    c->nullify = false;
    uop_run(c, b->uop, base);
    if (c->trace && c->leave != LEAVE_TRAP) pa_trace_after(c->trace, c);
    if (c->leave == LEAVE_TRAP) return;
    if (c->timed) pa_timed_complete(c);
    if (c->trace) pa_trace_paid(c->trace, c, c->timed ? &c->timed->model->course : NULL);
}

/* Whether the debugger wants to stop before the instruction at the front of the queue. */
static bool debugger_stops(struct cpu *c)
{
    struct thread *t = c->thread;
    const struct debug_hook *h = t->process->machine->debug;
    if (LIKELY(!h)) return false;
    u64 slots = c->timed ? t->slots + c->slots : t->cycles - c->waited + (u64)(c->budget_start - c->budget);
    return h->stop_before(h->ctx, t, c->iaoq_front & ~3u, slots);
}

/* The block to go on with, after a block was left at exit c->via; NULL when the deadline forbids it. */
static struct block *successor(struct cpu *c, u32 mode)
{
    struct exit *e = c->via;
    u32 pc = c->leave == LEAVE_CHAIN ? (u32)e->target : (u32)c->target & ~3u;
    pa_set_sequential(c, pc);
    if (c->leave == LEAVE_INDIRECT && e->counts_calls) { /* the exit stands for its first target */
        if (e->count == 1) e->target = pc;
        else if (e->target != pc) code_count_arc(c->code, e, pc);
    }
    if (c->budget <= 0 || (c->calls && calls_left(c->calls))) return NULL;
    if (!(mem_flags(&c->thread->process->mem, pc) & PROT_EXEC) || pa_must_step(c)) return NULL;
    u64 flushes = c->code->cache.flushes;
    struct block *b = pa_find_block(c, pc, mode);
    if (c->code->cache.flushes == flushes) { /* else the exit is gone */
        if (c->leave == LEAVE_CHAIN) {
            e->next = b;
        } else {
            if (!c->code->returns_seen) c->code->jump[jump_hash(pc)] = b;
            e->next = b; /* for exit_call: the target is known */
        }
    }
    return c->budget >= b->max_cost ? b : NULL;
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
            struct block *b = pa_find_block(c, c->iaoq_front & ~3u, mode);
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

static void account(struct cpu *c)
{
    c->thread->cycles += (u64)(c->budget_start - c->budget);
    if (c->timed) pa_timed_stand(c);
    else c->thread->slots = c->thread->cycles - c->waited; /* every slot is a cycle */
}

enum stop pa_run(struct thread *t, u64 until)
{
    struct cpu *c = t->cpu;
    struct fault_guard guard = {.mem = &t->process->mem, .mem2 = &t->process->machine->absolute};
    c->thread = t;
    c->code = code_of(t);
    c->budget = c->budget_start = until > t->cycles ? (i64)(until - t->cycles) : 0;
    c->run_end = t->cycles + (u64)c->budget_start;
    if (c->timed) pa_timed_begin(c);
    pa_fp_enter(c);
    enum stop stop = fault_run(&guard, c, loop, mend_fault);
    pa_fp_leave(c);
    if (c->timed && stop != STOP_DEADLINE && stop != STOP_DEBUG) pa_timed_stop(c);
    account(c);
    t->stop.reason = stop;
    return stop;
}

void pa_count_mended(struct thread *t)
{
    struct block_cache *cache = &code_of(t)->cache;
    counters_add(&cache->total, &(struct pc_count){.pc = t->stop.pc, .slots = 1, .instructions = 1, .cycles = 1});
    if (cache->total.pcs > 1 << 16) counters_sort(&cache->total);
    t->cycles++;
    t->slots++;
    t->process->machine->now++;
    if (!t->cpu->trace) return;
    pa_trace_after(t->cpu->trace, t->cpu);
    pa_trace_paid(t->cpu->trace, t->cpu, NULL);
}
