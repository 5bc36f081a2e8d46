/* The emulator as back ends of the conformance harness: a guest program makes the calls through its system call
 * interface, and the interval timer interrupts it where the row says. */
#ifndef PCGRAM_CONFORM_CONFORM_MACHINE_H
#define PCGRAM_CONFORM_CONFORM_MACHINE_H

#include "prof/conform/conform.h"

extern const struct conform_backend conform_rom_parisc;     /* ticks are taken by the ROM */
extern const struct conform_backend conform_rule_parisc;    /* by the rule in C, --tick-handler=host */
extern const struct conform_backend conform_gateway_parisc; /* HP-UX's calls through HP-UX's gateway; ROM */
extern const struct conform_backend conform_rom_ia64, conform_rule_ia64; /* likewise, on Itanium */

#endif
