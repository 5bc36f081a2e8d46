/* The dispatcher of Itanium. */
#ifndef PCGRAM_IA64_RUN_H
#define PCGRAM_IA64_RUN_H

#include "isa/ia64/cpu.h"

/* struct isa's run. */
enum stop ia64_run(struct thread *t, u64 until);

#endif
