/* What Itanium's single steps tell of memory: emu/core/data.h. The thread's machine has a hook for it. The register stack's own
 * accesses are not told: under the timing model they go through no cache. */
#ifndef PCGRAM_IA64_DATA_H
#define PCGRAM_IA64_DATA_H

#include "emu/core/data.h"
#include "isa/ia64/cpu.h"

/* The slot at ip and ri is next; *before gets the events so far. */
void ia64_data_before(struct cpu *c, struct memory_events *before);
/* It has completed, and been paid for. */
void ia64_data_after(struct cpu *c, const struct memory_events *before);
/* Under a timing model: it has been admitted; the events before that. */
void ia64_data_admitted(struct cpu *c, const struct memory_events *before);

/* struct isa's data_cache. */
struct data_cache ia64_data_cache(const struct thread *t);

#endif
