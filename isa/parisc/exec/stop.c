/* Where a processor stands, what makes it stand there, and what that is to the kernel. */
#include "isa/parisc/exec/stop.h"

#include "emu/core/calls.h"
#include "emu/host/lowering.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/system/data.h"
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
        static const enum fp_code code[] = {[PAF_CAUSE_INVALID] = FPC_INVALID, [PAF_CAUSE_DIVZERO] = FPC_DIVZERO,
                                            [PAF_CAUSE_OVERFLOW] = FPC_OVERFLOW, [PAF_CAUSE_UNDERFLOW] = FPC_UNDERFLOW,
                                            [PAF_CAUSE_INEXACT] = FPC_INEXACT};
        enum pa_fp_cause cause = pa_fp_cause(c->fr);
        if (cause == PAF_CAUSE_UNIMPLEMENTED || !pa_fp_pending(c->fr)) t->stop.fault = FAULT_FP_DISABLED; /* decode_exc.c of Linux: ILL_COPROC */
        else if (cause != PAF_CAUSE_NONE) t->stop.code = code[cause];
    }
    return STOP_FAULT;
}

enum stop pa_stop_gateway(struct cpu *c, enum gateway gate)
{
    if (c->timed) pa_timed_stand(c);
    if (gate == GATE_HPUX && c->calls) { /* the kernel returns by itself: the call of the gateway ends here */
        u64 cycles = engine_clock(&c->engine);
        calls_return(c->calls, (u32)c->gr[31] & ~3u, cycles, (c->timed ? c->thread->slots : cycles) - c->nullified);
    }
    c->thread->stop = (struct stop_info){.reason = STOP_SYSCALL, .gate = gate, .pc = c->iaoq_front & ~3u};
    return STOP_SYSCALL;
}

enum stop pa_stop_fetch(struct cpu *c)
{
    bool mapped = mem_flags(&c->thread->process->mem, c->iaoq_front) & MEM_MAPPED && c->iasq_front == SPACE_USER;
    return stop_fault(c, mapped ? FAULT_RIGHTS : FAULT_UNMAPPED, mapped ? VEC_INSN_PROTECTION : VEC_ITLB_MISS,
                      c->iaoq_front & ~3u, false);
}

void pa_count_indirect_call(struct cpu *c, const struct block *b, const struct uop_info *info)
{
    if (!info->next_dynamic || (info->space_dynamic && c->target_space != SPACE_USER)) return;
    for (unsigned i = 0; i < b->exits; i++)
        if (b->exit[i].counts_calls) code_arc(c->code, (u32)b->exit[i].from, (u32)c->target & ~3u)->count++;
}

/* What the exit of a block would have counted for the part of it that has been done. */
static void count_partial(struct cpu *c, const struct block *b, const struct uop_info *info)
{
    c->budget -= info->cost;
    for (unsigned i = 0; i < info->trunk; i++) c->nullified += b->step[i].nullified;
    block_count_partial(&c->code->cache, b, info);
    pa_count_indirect_call(c, b, info);
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
    if (c->data) pa_data_before(c, &(struct memory_events){0}); /* the kernel may mend it */
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

bool pa_mend_fault(struct cpu *c, const struct fault_guard *g, enum stop *stop)
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
