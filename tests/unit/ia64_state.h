/* What every state of an Itanium processor keeps to, whatever a program, a signal frame or a debugger has tried. */
#ifndef PCGRAM_TESTS_IA64_STATE_H
#define PCGRAM_TESTS_IA64_STATE_H

#include "isa/ia64/cpu.h"

/* The state holds together: frame, register stack, the registers that are constants. NULL, or what does not. */
const char *ia64_state_broken(const struct cpu *c);

#endif
