/* The dispatcher of Itanium. */
#ifndef PCGRAM_IA64_RUN_H
#define PCGRAM_IA64_RUN_H

#include "isa/ia64/cpu.h"

/* struct isa's run. */
enum stop ia64_run(struct thread *t, u64 until);

/* Runs the one slot at ip and ri, in the mode of the processor's state plus `mode`. c->leave says how it went. */
void ia64_step(struct cpu *c, u32 mode, u8 *base);

#endif
