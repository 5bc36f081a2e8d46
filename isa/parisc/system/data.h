/* What PA-RISC's single steps tell of memory: emu/core/data.h. The thread's machine has a hook for it. */
#ifndef PCGRAM_PARISC_DATA_H
#define PCGRAM_PARISC_DATA_H

#include "emu/core/data.h"
#include "isa/parisc/cpu.h"

/* The instruction at the front of the queue is next; *before gets the events so far. */
void pa_data_before(struct cpu *c, struct memory_events *before);
/* It has completed, and been paid for. */
void pa_data_after(struct cpu *c, const struct memory_events *before);
/* It has not, but the kernel has done its work. */
void pa_data_mended(struct cpu *c);
/* Under a timing model: it has been fetched; the events before that. */
void pa_data_fetched(struct cpu *c, const struct memory_events *before);

/* struct isa's data_cache. */
struct data_cache pa_data_cache(const struct thread *t);

#endif
