/* The dispatcher: enters blocks, steps where a block will not do, and turns what went wrong into a reason to stop. */
#include "isa/ia64/exec/run.h"

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "emu/core/trace.h"
#include "emu/host/lowering.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/insn/groups.h"
#include "isa/ia64/system/data.h"
#include "isa/ia64/timing/exec_timed.h"
#include "isa/ia64/timing/timed.h"

/* Every reason to step: groups are looked at slot by slot, or what the engine has. */
static bool must_step(const struct cpu *c)
{
    return c->groups || engine_must_step(&c->engine, c->ip);
}

/* --- stopping ------------------------------------------------------------------------------------------------------------ */

static enum stop stop_fault(struct cpu *c, enum fault_kind kind, int vector, u64 addr, bool write)
{
    c->thread->stop = (struct stop_info){.reason = STOP_FAULT, .fault = kind, .pc = ia64_pc(c), .addr = addr,
                                         .write = write, .vector = vector};
    return STOP_FAULT;
}

/* An instruction cannot be fetched. */
static enum stop stop_fetch(struct cpu *c)
{
    bool mapped = mem_flags(&c->thread->process->mem, c->ip) & MEM_MAPPED;
    return stop_fault(c, mapped ? FAULT_RIGHTS : FAULT_UNMAPPED, mapped ? IVT_IACCESS_RIGHTS : IVT_ITLB, c->ip, false);
}

static void stand_at(struct cpu *c, const struct block *b, const struct uop_info *info)
{
    if (b->one_step) return; /* ip stands at it already */
    if (c->timed) ia64_timed_rewound(c, b, info->trunk);
    else c->budget -= info->cost;
    for (unsigned i = 0; i < info->trunk; i++) c->nullified += b->step[i].nullified;
    block_count_partial(&c->code->cache, b, info);
    ia64_set_pc(c, info->pc);
}

/* Brings ip, counts and budget to the slot of uop `at`, of which nothing has been done. */
static void rewind_to(struct cpu *c, const struct uop *at)
{
    const struct block *b = block_of_uop(&c->code->cache, at);
    stand_at(c, b, &b->info[at - b->uop]);
    if (c->timed && !b->one_step) ia64_timed_faulted(c);
}

/* The same for the slot behind the instruction before `at`, which is done: nops, of which no uop tells, may lie between. */
static void resync_to(struct cpu *c, const struct uop *at)
{
    struct block *b = block_of_uop(&c->code->cache, at);
    struct uop_info info = b->info[at - 1 - b->uop];
    if (info.in_tail) {
        rewind_to(c, at);
        return;
    }
    bool behind = b->info[at - b->uop].pc == info.pc; /* else `at` is the next one's: one that fetches ahead has nothing before it */
    if (behind && (c->timed || c->data)) ia64_behind(c, (enum ia64_uop)b->info[at - b->uop].kind, &b->uop[at - b->uop]);
    info.pc = info.next;
    info.trunk++;
    info.cost++;
    stand_at(c, b, &info);
}

/* The kernel tells the kinds apart by ISR.code (Linux, arch/ia64/kernel/traps.c); a denormal operand is an underflow to it. */
static enum stop stop_fp(struct cpu *c)
{
    static const struct {
        u16 isr; /* of the high half or the whole, and of the low half */
        enum fp_code code;
    } faults[] = {{0x11, FPC_INVALID}, {0x22, FPC_UNDERFLOW}, {0x44, FPC_DIVZERO}},
      traps[] = {{0x880, FPC_OVERFLOW}, {0x1100, FPC_UNDERFLOW}, {0x2200, FPC_INEXACT}};
    bool trap = c->vector == IVT_FP_TRAP;
    enum stop stop = stop_fault(c, FAULT_FP, c->vector, ia64_pc(c), false);
    c->thread->stop.code = FPC_UNIMPLEMENTED;
    for (unsigned i = 0; i < ARRAY_LEN(faults); i++)
        if (c->isr_code & (trap ? traps : faults)[i].isr) {
            c->thread->stop.code = (trap ? traps : faults)[i].code;
            break;
        }
    return stop;
}

static enum stop stop_trap(struct cpu *c)
{
    if (c->at) rewind_to(c, c->at);
    switch (c->vector) {
    case IVT_BREAK: return stop_fault(c, FAULT_BREAK, c->vector, c->ip, false);
    case IVT_DTLB: case IVT_PAGE_NOT_PRESENT: return stop_fault(c, FAULT_UNMAPPED, c->vector, c->ifa, false);
    case IVT_DACCESS_RIGHTS: return stop_fault(c, FAULT_RIGHTS, c->vector, c->ifa, false);
    case IVT_UNALIGNED: return stop_fault(c, FAULT_UNALIGNED, c->vector, c->ifa, false);
    case IVT_FP_FAULT: case IVT_FP_TRAP: return stop_fp(c);
    case IVT_DISABLED_FP: return stop_fault(c, FAULT_FP_DISABLED, c->vector, c->ip, false);
    case IVT_GENERAL:
        switch (c->isr_code & 0xf0) {
        case GENERAL_PRIV_OP: return stop_fault(c, FAULT_PRIV_OP, c->vector, c->ip, false);
        case GENERAL_PRIV_REG: return stop_fault(c, FAULT_PRIV_REG, c->vector, c->ip, false);
        default: break;
        } /* fall through */
    default: return stop_fault(c, FAULT_ILLEGAL, c->vector, c->ip, false);
    }
}

/* The host faulted on a guest address. True when the access may simply be tried again. */
static bool mend_fault(struct cpu *c, const struct fault_guard *g, enum stop *stop)
{
    host_mark(&c->engine, g);
    bool fetch = !c->filling && !c->at;
    struct engine_fault f;
    bool filling = c->filling;
    c->filling = false;
    if (!fetch && c->at) rewind_to(c, c->at);
    if (engine_mend(&c->engine, g, fetch, c->ifa, c->ip, &f)) return true;
    c->fill_faulted = filling;
    *stop = stop_fault(c, f.kind, f.fetch ? IVT_ITLB : f.kind == FAULT_RIGHTS ? IVT_DACCESS_RIGHTS : IVT_DTLB, f.addr, f.write);
    return false;
}

/* --- the loop ------------------------------------------------------------------------------------------------------------------- */

/* Runs the one slot at ip and ri. c->leave says how it went. */
static void step(struct cpu *c, u32 mode, u8 *base)
{
    struct block *b = engine_find_step(&c->engine, ia64_pc(c), mode | MODE_STEP);
    if (c->groups) ia64_groups_before(c->groups, c);
    if (c->trace) trace_before(&c->engine, ia64_pc(c));
    bool told = data_hook_of(c->thread);
    struct memory_events before;
    if (told) ia64_data_before(c, &before);
    uop_run(c, b->uop, base);
    while (c->leave == LEAVE_RESYNC) uop_run(c, (struct uop *)c->at, base); /* the mode is looked at anyway */
    if (c->leave == LEAVE_TRAP) return;
    if (c->trace) trace_after(&c->engine);
    if (c->timed) ia64_timed_complete(c);
    if (told) ia64_data_after(c, &before);
    if (told) ia64_data_at(c, ia64_pc(c));
    if (c->trace) trace_paid(&c->engine, true);
}

/* The block to go on with, after a block was left at exit c->via; NULL when the dispatcher must look. */
static struct block *successor(struct cpu *c)
{
    u64 pc = c->leave == LEAVE_CHAIN ? c->via->target : c->target;
    ia64_set_pc(c, pc);
    engine_count_target(&c->engine, pc);
    if (engine_is_due(&c->engine) || c->rse.bof < c->rse.dirty || must_step(c)) return NULL;
    if (!(mem_flags(&c->thread->process->mem, c->ip) & PROT_EXEC)) return NULL;
    return engine_follow(&c->engine, pc, c->mode, jump_hash(pc >> 2));
}

/* Runs blocks from b until the dispatcher has to look at ip. Returns true with *stop when the run ends. */
static bool run_blocks(struct cpu *c, struct block *b, u8 *base, enum stop *stop)
{
    while (b) {
        uop_run(c, b->uop, base);
        switch (c->leave) {
        case LEAVE_CHAIN: case LEAVE_INDIRECT: b = successor(c); break;
        case LEAVE_STEP: ia64_set_pc(c, c->via->target); return false;
        case LEAVE_ALONE: rewind_to(c, c->at); return false;
        case LEAVE_RESYNC: resync_to(c, c->at); return false;
        case LEAVE_TRAP: *stop = stop_trap(c); return true;
        default: return false;
        }
    }
    return false;
}

/* Finishes what a return began. True if its loads did not fault. */
static bool fill(struct cpu *c)
{
    c->filling = true;
    c->at = NULL;
    bool done = rse_fill(c);
    c->filling = false;
    c->fill_faulted = !done;
    return done;
}

/* Whether the debugger wants to stop before the slot that is next. */
static bool debugger_stops(const struct cpu *c) { return engine_debugger_stops(&c->engine, ia64_pc(c)); }

/* The block to run from ip, with the pipeline ready for it; NULL: step. A block that does not fit before the deadline is not
 * worth the number of a state. (Most of those that are not sure to fit do: by the costliest path alone some 4,000 slots before each tick would be
 * single steps, which take 30 times as long.) */
static struct block *enterable(struct cpu *c, bool timed)
{
    if (timed && !ia64_timed_ready(c)) return NULL;
    struct block *b = engine_find(&c->engine, ia64_pc(c), c->mode);
    if (b->max_cost > c->budget && !(timed && ia64_timed_fits(c, b))) return NULL;
    u64 flushes = c->code->cache.flushes;
    if (timed) ia64_timed_enter(c);
    return c->code->cache.flushes == flushes ? b : engine_find(&c->engine, ia64_pc(c), c->mode);
}

static enum stop loop(struct cpu *c)
{
    u8 *base = c->thread->process->mem.window[0].host;
    enum stop stop;
    for (;;) {
        if (c->data && !c->timed) ia64_data_at(c, ia64_pc(c)); /* the kernel may have made a call */
        if (c->rse.bof < c->rse.dirty && !fill(c)) return stop_trap(c);
        if (c->timed) ia64_timed_moved(c);
        if (c->syscall) {
            c->syscall = false;
            c->thread->stop.reason = STOP_SYSCALL; /* pc is that of the break */
            c->thread->stop.gate = GATE_LINUX;
            return STOP_SYSCALL;
        }
        if (c->fp_trap) { /* the instruction before pc is done, and this is what came of it */
            c->vector = IVT_FP_TRAP;
            c->isr_code = c->fp_trap;
            c->fp_trap = 0;
            return stop_fp(c);
        }
        bool fetchable = mem_flags(&c->thread->process->mem, c->ip) & PROT_EXEC;
        bool timed = c->timed && fetchable; /* then the deadline is for the cycle in which the slot issues */
        if (c->calls && calls_left(c->calls) && debugger_stops(c)) return STOP_DEBUG;
        if (c->budget <= 0 && !timed && !must_step(c)) return STOP_DEADLINE;
        if (!fetchable) return c->budget <= 0 ? STOP_DEADLINE : stop_fetch(c);
        c->mode = ia64_mode(c);
        if (!must_step(c)) {
            struct block *b = enterable(c, timed);
            if (b) {
                if (c->data && c->timed) ia64_data_at(c, ia64_pc(c));
                if (run_blocks(c, b, base, &stop)) return stop;
                if ((c->leave != LEAVE_STEP && c->leave != LEAVE_ALONE) || c->budget <= 0) continue;
                if (!(mem_flags(&c->thread->process->mem, c->ip) & PROT_EXEC)) continue;
                c->mode = ia64_mode(c);
            }
        }
        if (timed) ia64_timed_admit(c);
        if (debugger_stops(c)) return STOP_DEBUG; /* before a tick that comes before the same instruction */
        if (c->budget <= 0) return STOP_DEADLINE;
        c->thread->stop.pc = ia64_pc(c);
        step(c, c->mode, base);
        if (c->leave == LEAVE_TRAP) return stop_trap(c);
    }
}

enum stop ia64_run(struct thread *t, u64 until)
{
    struct cpu *c = t->cpu;
    struct fault_guard guard = {.mem = &t->process->mem, .mem2 = &t->process->machine->absolute};
    engine_begin(&c->engine, t, until);
    c->fill_faulted = false;
    if (t->process->machine->ran != t) alat_clear(&c->alat); /* others may have written since */
    t->process->machine->ran = t;
    if (c->timed) ia64_timed_begin(c);
    enum stop stop = fault_run(&guard, c, loop, mend_fault);
    if (c->timed && stop != STOP_DEADLINE && stop != STOP_DEBUG) ia64_timed_stop(c);
    if (c->timed) ia64_timed_know(c);
    return engine_end(&c->engine, stop);
}
