/* Interruptions as the architecture has them: entry, the interval timer, and the ROM's handlers run to their return. */
#ifndef PCGRAM_PARISC_INTERRUPT_H
#define PCGRAM_PARISC_INTERRUPT_H

#include "isa/parisc/cpu.h"

/* External interruption 0, the most significant bit of EIRR and EIEM: the interval timer. */
#define EIR_TIMER 0x80000000u

/* What an interruption of group 3 records: instruction, space and offset of the data. */
struct interruption {
    enum vector vector;
    u32 iir, isr, ior;
};

/* Enters the interruption: state is collected if PSW Q says so, PSW is cleared, and the vector at IVA + 32 * number is
 * next, at the most privileged level. */
void pa_interrupt(struct cpu *c, const struct interruption *i);

/* struct isa's timer: a match of the comparator interrupts; the ROM's handler runs until RFI leads back to the program.
 * Returns its cycles. */
u64 pa_timer(struct thread *t, const struct tick *tick);

#endif
