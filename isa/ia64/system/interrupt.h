/* Interruptions as the architecture has them: entry and return, external interrupts, the interval timer, and the ROM's
 * handlers run to their return. */
#ifndef PCGRAM_IA64_INTERRUPT_H
#define PCGRAM_IA64_INTERRUPT_H

#include "isa/ia64/cpu.h"

enum {
    IA64_TIMER_VECTOR = 0xef, /* what ITV says: any of 16 to 255 would do, this is Linux's */
    IA64_SPURIOUS = 15,       /* IVR, when nothing is pending that may interrupt */
};

/* What an interruption records beside the processor's state. */
struct ia64_interruption {
    u16 vector; /* enum ia64_vector */
    u16 code;   /* ISR.code */
    u64 ifa;    /* data address, where there is one */
};

/* Enters the interruption: state is collected if PSR.ic says so, bank 0 of r16 to r31 comes in, PSR is that of handlers,
 * and the vector at IVA is next, at privilege level 0 (SDM volume 2, 5.5). */
void ia64_interrupt(struct cpu *c, const struct ia64_interruption *i);

/* ISR of the fault or trap that stopped the thread (SDM volume 2, 5.1 and tables 5-1 and 8-1): the code, what kind of access it was, and the slot. */
u64 ia64_syndrome(const struct thread *t);

/* rfi: back to what IPSR, IIP and, if it is valid, IFS hold. False when the frame could not be loaded: cpu.vector and
 * cpu.ifa say why. */
bool ia64_return(struct cpu *c);

/* r16 to r31 are those of bank 0 or 1; PSR.bn says so afterwards. */
void ia64_set_bank(struct cpu *c, unsigned bank);

/* Reading IVR: the highest pending interrupt that TPR and those in service let through is in service from here on. Its
 * vector, or IA64_SPURIOUS (SDM volume 2, 5.8.3.2). */
u64 ia64_read_ivr(struct cpu *c);
/* Writing EOI: the highest interrupt in service is over. */
void ia64_end_of_interrupt(struct cpu *c);

/* struct isa's timer: a match of the comparator interrupts; the ROM's handler runs until rfi leads back to the program.
 * Returns its cycles. */
u64 ia64_timer(struct thread *t, const struct tick *tick);

#endif
