/* The dispatcher of Itanium. */
#ifndef PCGRAM_IA64_RUN_H
#define PCGRAM_IA64_RUN_H

#include "isa/ia64/cpu.h"

/* struct isa's run: until the thread's CPU clock reaches `until` cycles, exactly, or something else stops it. On return ip, slot
 * and the thread's clock are those before the slot that did not issue or complete. */
enum stop ia64_run(struct thread *t, u64 until);

#endif
