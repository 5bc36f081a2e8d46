/* The ROM's handler of a match of the interval timer: instructions in absolute space, executed one by one by the same engine that runs
 * programs, but with decoded code of their own, so that nothing they do shows in a program's counts. */
#ifndef PCGRAM_CORE_HANDLER_H
#define PCGRAM_CORE_HANDLER_H

#include "emu/core/engine.h"

/* What an instruction set says of it. */
struct handler_isa {
    bool (*inside)(const struct cpu *c); /* the program has not been returned to */
    void (*step)(struct cpu *c);         /* executes the next instruction */
    void (*unmapped)(struct cpu *c, u64 addr); /* its reference to the program's memory finds none there */
    void (*defect)(const struct cpu *c, const char *what); /* the ROM does what it must not: does not return */
};

/* Runs the handler, at whose vector the processor c of thread t stands, until it returns to the program. Its cycles. */
u64 handler_run(const struct handler_isa *isa, struct cpu *c, struct engine *g, struct thread *t);

#endif
