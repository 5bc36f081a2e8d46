/* SDM volume 2, chapter 5: interruptions (5.5), external interrupts (5.8); 3.3.4.2: the interval timer.
 *
 * Code at privilege level 0 is fetched from absolute space; data is there too while PSR.dt is 0, and is the program's while it is 1. The ROM lives in bank 0 of
 * r16 to r31: it uses no stacked register, so its code is decoded once, whatever the program's frame is. */
#include "isa/ia64/system/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/handler.h"
#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/insn/slot.h"
#include "isa/ia64/system/image.h"

enum {
    BANKED = 16,         /* the first banked register; there are as many */
    BLOCK_REGISTER = 31, /* of bank 0: holds the address of the process's control block for the ROM */
};

#define IFS_VALID ((u64)1 << 63)
#define DCR_BE ((u64)1 << 1)
#define DCR_PP 1
#define TPR_MMI ((u64)1 << 16)

/* --- entry and return --------------------------------------------------------------------------------------------- */

void ia64_set_bank(struct cpu *c, unsigned bank)
{
    if ((c->psr >> PSR_BN & 1) == bank) return;
    for (unsigned i = 0; i < 16; i++) {
        u64 r = c->gr[BANKED + i];
        c->gr[BANKED + i] = c->bank0[i];
        c->bank0[i] = r;
    }
    u16 nats = (u16)(c->nat[0] >> BANKED);
    c->nat[0] = (c->nat[0] & ~((u64)0xffff << BANKED)) | (u64)c->bank0_nat << BANKED;
    c->bank0_nat = nats;
    c->psr ^= IA64_PSR_BIT(PSR_BN);
}

void ia64_interrupt(struct cpu *c, const struct ia64_interruption *i)
{
    /* What a handler inherits (SDM volume 2, table 3-2). */
    static const u64 inherited = IA64_PSR_BIT(PSR_UP) | IA64_PSR_BIT(PSR_MFL) | IA64_PSR_BIT(PSR_MFH) |
                                 IA64_PSR_BIT(PSR_PK) | IA64_PSR_BIT(PSR_DT) | IA64_PSR_BIT(PSR_RT) |
                                 IA64_PSR_BIT(PSR_MC) | IA64_PSR_BIT(PSR_IT) | IA64_PSR_BIT(PSR_BN);
    bool collect = c->psr & IA64_PSR_BIT(PSR_IC);
    u16 vector = i->vector == IVT_DTLB && !collect ? IVT_NESTED_DTLB : i->vector;
    if (vector != IVT_NESTED_DTLB)
        c->cr[CR_ISR] = i->code | (u64)c->ri << PSR_RI | (u64)!collect << 39; /* ei, ni */
    if (collect) {
        c->cr[CR_IPSR] = c->psr | (u64)c->ri << PSR_RI;
        c->cr[CR_IIP] = c->cr[CR_IIPA] = c->ip;
        c->cr[CR_IFS] &= ~IFS_VALID;
        c->cr[CR_IFA] = i->ifa;
    }
    c->psr = (c->psr & inherited) | (c->cr[CR_DCR] & DCR_BE ? IA64_PSR_BIT(PSR_BE) : 0) |
             (c->cr[CR_DCR] & DCR_PP ? IA64_PSR_BIT(PSR_PP) : 0);
    ia64_set_bank(c, 0);
    c->ip = c->cr[CR_IVA] + vector;
    c->ri = 0;
}

/* --- what a signal's handler is told --------------------------------------------------------------------------------- */

#define ISR_X ((u64)1 << 32)
#define ISR_W ((u64)1 << 33)
#define ISR_R ((u64)1 << 34)
#define ISR_NA ((u64)1 << 35)
#define ISR_RS ((u64)1 << 37)
#define ISR_IR ((u64)1 << 38)
#define ISR_EI 41

/* The bits of the access that an instruction makes; its code where that is none (SDM volume 2, table 5-1). */
static u64 access_bits(const struct ia64_insn *in)
{
    enum { FC = 1, PROBE = 2, LFETCH = 4, PROBE_FAULT = 5 };
    switch (in->op) {
    case IA64_OP_fc: case IA64_OP_fc_i: return ISR_NA | ISR_R | FC;
    case IA64_OP_lfetch: case IA64_OP_lfetch_r: case IA64_OP_lfetch_i: return ISR_NA | ISR_R | LFETCH;
    case IA64_OP_probe_r: case IA64_OP_probe_r_imm2: return ISR_NA | ISR_R | PROBE;
    case IA64_OP_probe_w: case IA64_OP_probe_w_imm2: return ISR_NA | ISR_W | PROBE;
    case IA64_OP_probe_r_fault: return ISR_NA | ISR_R | PROBE_FAULT;
    case IA64_OP_probe_w_fault: return ISR_NA | ISR_W | PROBE_FAULT;
    case IA64_OP_probe_rw_fault: return ISR_NA | ISR_R | ISR_W | PROBE_FAULT;
    case IA64_OP_alloc: case IA64_OP_flushrs: return ISR_RS | ISR_W;
    case IA64_OP_loadrs: return ISR_RS | ISR_R;
    default: break;
    }
    return (in->flags & (IA64_LOAD | IA64_SEM) ? ISR_R : 0) | (in->flags & (IA64_STORE | IA64_SEM) ? ISR_W : 0);
}

u64 ia64_syndrome(const struct thread *t)
{
    const struct cpu *c = t->cpu;
    u64 pc = t->stop.pc, slot = t->stop.vector == IVT_FP_TRAP ? (pc & 3) + 2 : pc & 3; /* a trap comes behind its instruction */
    u64 isr = slot % 3 << ISR_EI;
    u8 bundle[16];
    switch (t->stop.vector) {
    case IVT_ITLB: case IVT_IACCESS_RIGHTS: return isr | ISR_X;
    case IVT_FP_FAULT: case IVT_FP_TRAP: return isr | c->isr_code;
    case IVT_TAKEN_BRANCH: return isr;
    default: break;
    }
    if (c->fill_faulted) return isr | ISR_RS | ISR_IR | ISR_R; /* of the frame that a return led to, before the slot that it led to */
    if (mem_peek(&t->process->mem, ia64_bundle_of(pc), bundle, sizeof bundle) != 0) return isr;
    struct ia64_slot s = ia64_slot_at(bundle, pc);
    return isr | (s.insn ? access_bits(s.insn) : 0) | (t->stop.vector == IVT_NAT_CONSUMPTION ? c->isr_code : 0);
}

static bool restore_frame(struct cpu *c)
{
    struct ia64_cfm f = ia64_cfm_of(c->cr[CR_IFS]);
    return rse_return_covered(c, ia64_frame_exists(f) ? f : (struct ia64_cfm){0});
}

bool ia64_return(struct cpu *c)
{
    u64 psr = c->cr[CR_IPSR];
    if (c->cr[CR_IFS] & IFS_VALID && !restore_frame(c)) return false;
    ia64_set_bank(c, psr >> PSR_BN & 1);
    c->psr = psr & ~((u64)3 << PSR_RI);
    c->ri = ia64_slot_exists(psr >> PSR_RI & 3) ? psr >> PSR_RI & 3 : 0;
    c->ip = ia64_bundle_of(c->cr[CR_IIP]);
    return true;
}

/* --- external interrupts ------------------------------------------------------------------------------------------ */

static int highest(const u64 set[4])
{
    for (int i = 3; i >= 0; i--)
        if (set[i]) return 64 * i + 63 - __builtin_clzll(set[i]);
    return -1;
}

/* The pending interrupt that comes next, or -1: above all in service and above what TPR masks. The timer is the only
 * source here, so that vectors may be taken for priorities: NMI and ExtINT, which stand apart, do not occur. */
static int deliverable(const struct cpu *c)
{
    int vector = highest(&c->cr[CR_IRR0]), floor = (int)(c->cr[CR_TPR] & 0xf0) + 15;
    if (c->cr[CR_TPR] & TPR_MMI || vector <= highest(c->in_service)) return -1;
    return vector > floor ? vector : -1;
}

u64 ia64_read_ivr(struct cpu *c)
{
    int vector = deliverable(c);
    if (vector < 0) return IA64_SPURIOUS;
    c->cr[CR_IRR0 + vector / 64] &= ~((u64)1 << vector % 64);
    c->in_service[vector / 64] |= (u64)1 << vector % 64;
    return (u64)vector;
}

void ia64_end_of_interrupt(struct cpu *c)
{
    int vector = highest(c->in_service);
    if (vector >= 0) c->in_service[vector / 64] &= ~((u64)1 << vector % 64);
}

/* --- the handlers ------------------------------------------------------------------------------------------------- */

/* The ROM is ours: what it must not do is a defect of the emulator. */
static _Noreturn void rom_defect(const struct cpu *c, const char *what)
{
    fprintf(stderr, "pcgram: internal error: ROM at 0x%" PRIx64 ".%u: %s (vector 0x%x)\n", c->ip, c->ri, what,
            c->vector);
    abort();
}

/* A reference to the program's memory failed in the handler. */
static void data_interruption(struct cpu *c, u16 vector, u64 addr)
{
    if (vector != IVT_DTLB && vector != IVT_DACCESS_RIGHTS && vector != IVT_UNALIGNED)
        rom_defect(c, "unexpected interruption");
    ia64_interrupt(c, &(struct ia64_interruption){.vector = vector, .ifa = addr});
}

static void step(struct cpu *c)
{
    struct process *p = c->thread->process;
    bool absolute = !(c->psr & IA64_PSR_BIT(PSR_DT));
    struct mem *data = absolute ? &p->machine->absolute : &p->mem;
    u32 mode = MODE_STEP | MODE_KERNEL | (c->psr & IA64_PSR_BIT(PSR_BE) ? MODE_BE : 0);
    u64 granules = c->alat.granules;
    struct block *b = engine_find(&c->engine, ia64_pc(c), mode);
    if (absolute) c->alat.granules = 0; /* its entries are of the program's addresses */
    uop_run(c, b->uop, data->window[0].host);
    if (absolute) c->alat.granules = granules;
    if (c->leave == LEAVE_TRAP) data_interruption(c, c->vector, c->ifa);
}

static void unmapped(struct cpu *c, u64 addr) { data_interruption(c, IVT_DTLB, addr); }

/* rfi leads back to the program. */
static bool inside(const struct cpu *c) { return ia64_cpl(c) == 0; }

static const struct handler_isa handler = {.inside = inside, .step = step, .unmapped = unmapped, .defect = rom_defect};

/* --- the interval timer ------------------------------------------------------------------------------------------- */

/* The comparator compares with ITC, the machine's time; the kernel has moved it by the time in which the thread did not
 * run. r31 of bank 0 holds the address of the process's control block. The handler must have set the comparator to the
 * next match when it returns. */
u64 ia64_timer(struct thread *t, const struct tick *tick)
{
    struct cpu *c = t->cpu;
    struct process *p = t->process;
    u64 match = p->machine->now - (t->cycles - tick->match) + c->itc_offset;
    c->cr[CR_IVA] = p->machine->rom;
    c->cr[CR_ITM] = match;
    c->cr[CR_ITV] = IA64_TIMER_VECTOR;
    c->cr[CR_IRR0 + IA64_TIMER_VECTOR / 64] |= (u64)1 << IA64_TIMER_VECTOR % 64;
    c->bank0[BLOCK_REGISTER - BANKED] = t->profile_block;
    if (!(c->psr & IA64_PSR_BIT(PSR_I)) || deliverable(c) < 0) rom_defect(c, "the program runs with interrupts masked");
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_EXTERNAL});
    u64 cycles = handler_run(&handler, c, &c->engine, t);
    if (c->cr[CR_ITM] != match + (tick->next - tick->match)) rom_defect(c, "the timer is not armed for its next match");
    if (highest(&c->cr[CR_IRR0]) >= 0 || highest(c->in_service) >= 0)
        rom_defect(c, "the timer's interrupt was not acknowledged");
    return cycles;
}
