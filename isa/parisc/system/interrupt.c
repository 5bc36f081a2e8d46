/* PA-RISC 2.0 Architecture, chapter 5 (interruptions), chapter 2 (interval timer, EIRR, EIEM, shadow registers).
 *
 * While PSW C and D are 0, code and data are absolute; a handler that wants the program's memory sets D and uses a space register. */
#include "isa/parisc/system/interrupt.h"

#include <stdio.h>
#include <stdlib.h>

#include "emu/core/handler.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/exec.h"

static const u8 shadowed[7] = {1, 8, 9, 16, 17, 24, 25};

/* --- entry -------------------------------------------------------------------------------------------------------- */

/* Group 3 but for those that come from fetching (6, 7): these name an instruction. The data references among them name
 * an address. */
static bool records_instruction(enum vector v) { return v >= VEC_ILLEGAL && v <= VEC_UNALIGNED && v != VEC_HIGHER_PRIV &&
                                                        v != VEC_LOWER_PRIV && v != VEC_TAKEN_BRANCH; }
static bool records_address(enum vector v)
{
    return records_instruction(v) && (v >= VEC_DTLB_MISS) && v != VEC_ASSIST_EMULATION;
}

void pa_interrupt(struct cpu *c, const struct interruption *i)
{
    bool collect = c->psw & PSW_Q;
    c->cr[CR_IPSW] = pa_get_psw(c);
    if (collect) {
        c->ipsw_upper = pa_get_upper_carries(c);
        c->iiasq[0] = c->iasq_front;
        c->iiasq[1] = c->iasq_back;
        c->iiaoq[0] = c->iaoq_front;
        c->iiaoq[1] = c->iaoq_back;
        for (unsigned k = 0; k < ARRAY_LEN(shadowed); k++) c->shadow[k] = c->gr[shadowed[k]];
        if (records_instruction(i->vector)) c->cr[CR_IIR] = i->iir;
        if (records_address(i->vector)) {
            c->cr[CR_ISR] = i->isr;
            c->cr[CR_IOR] = i->ior;
        }
    }
    pa_set_psw(c, i->vector == VEC_HPMC ? PSW_M : 0);
    c->iaoq_front = c->cr[CR_IVA] + 32 * (u32)i->vector;
    c->iaoq_back = c->iaoq_front + 4;
    c->iasq_front = c->iasq_back = SPACE_KERNEL;
}

/* --- the handlers ------------------------------------------------------------------------------------------------- */

/* The ROM is ours: what it must not do is a defect of the emulator. */
static _Noreturn void rom_defect(const struct cpu *c, const char *what)
{
    fprintf(stderr, "pcgram: internal error: ROM at 0x%08x: %s (vector %d)\n", c->iaoq_front, what, c->vector);
    abort();
}

/* A reference to the program's memory failed in the handler. */
static void data_interruption(struct cpu *c, enum vector v, u32 addr)
{
    if (v != VEC_DTLB_MISS && v != VEC_DATA_RIGHTS && v != VEC_UNALIGNED) rom_defect(c, "unexpected interruption");
    pa_interrupt(c, &(struct interruption){.vector = v, .isr = SPACE_USER, .ior = addr});
}

static void step(struct cpu *c)
{
    struct process *p = c->thread->process;
    struct mem *data = c->psw & PSW_D ? &p->mem : &p->machine->absolute;
    u32 mode = MODE_STEP | MODE_ABSOLUTE | (c->nullify ? MODE_NULLED : 0);
    struct block *b = engine_find(&c->engine, c->iaoq_front, mode);
    c->nullify = false;
    uop_run(c, b->uop, data->window[0].host);
    if (c->leave == LEAVE_TRAP) data_interruption(c, c->vector, c->ior);
}

static void unmapped(struct cpu *c, u64 addr) { data_interruption(c, VEC_DTLB_MISS, (u32)addr); }

/* RFI leads back to the program, which is at the least privileged level. */
static bool inside(const struct cpu *c) { return (c->iaoq_front & 3) == 0; }

static const struct handler_isa handler = {.inside = inside, .step = step, .unmapped = unmapped, .defect = rom_defect};

/* --- the interval timer ------------------------------------------------------------------------------------------- */

/* The comparator is 32 bits wide and compares with CR16, the machine's time; the kernel has moved it by the time in which
 * the thread did not run, and keeps its value, which cannot be read, in TR 1 for the handler. TR 0 holds the address of
 * the process's control block. The handler must have set the comparator to the next match when it returns. */
u64 pa_timer(struct thread *t, const struct tick *tick)
{
    struct cpu *c = t->cpu;
    struct process *p = t->process;
    u32 match = (u32)(p->machine->now - (t->cycles - tick->match)) + c->it_offset;
    c->cr[CR_IVA] = (u32)p->machine->rom;
    c->cr[CR_TR0] = (u32)t->profile_block;
    c->cr[CR_TR1] = c->cr[CR_ITMR] = match;
    c->cr[CR_EIRR] |= EIR_TIMER;
    if (!(c->psw & PSW_I) || !(c->cr[CR_EIRR] & c->cr[CR_EIEM])) rom_defect(c, "the program runs with interruptions masked");
    pa_interrupt(c, &(struct interruption){.vector = VEC_EXTERNAL});
    u64 cycles = handler_run(&handler, c, &c->engine, t);
    if (c->cr[CR_ITMR] != match + (u32)(tick->next - tick->match)) rom_defect(c, "the timer is not armed for its next match");
    if (c->cr[CR_EIRR] & EIR_TIMER) rom_defect(c, "the timer's interruption was not acknowledged");
    return cycles;
}
