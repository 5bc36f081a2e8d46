/* What PA-RISC's single steps and timed blocks tell of memory: emu/core/data.h. The thread's machine has a hook for it. */
#ifndef PCGRAM_PARISC_DATA_H
#define PCGRAM_PARISC_DATA_H

#include "emu/core/data.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/timing/hierarchy.h"

/* The instruction at the front of the queue is next; *before gets the events so far. */
void pa_data_before(struct cpu *c, struct memory_events *before);
/* It has completed, and been paid for. */
void pa_data_after(struct cpu *c, const struct memory_events *before);
/* Where the thread goes on, when it did not come there from the instruction before, or its calls have changed: it is at that pc. */
void pa_data_at(struct cpu *c, u32 pc);
/* It has not, but the kernel has done its work. */
void pa_data_mended(struct cpu *c);
/* Under a timing model: it has been fetched; the events before that. */
void pa_data_fetched(struct cpu *c, const struct memory_events *before);

/* The number for notes of host code (emu/core/data.h) of the access of uop i of the block; 0: it is to be told each time. */
u32 pa_data_site(struct cpu *c, const struct block *b, unsigned i);
/* In blocks. The access of uop u has been done. Under a timing model, in the block entered last: it is shown to the caches, and told; without
 * one only told. */
struct pa_lost pa_data_access(struct cpu *c, const struct uop *u, u32 address, bool write);
void pa_data_tell(struct cpu *c, const struct uop *u, u32 address, bool write);
/* pa_memory_fetch(), told. */
struct pa_lost pa_data_fetch(struct cpu *c, u32 pc, bool touched);

/* There is room for the notes of a block. */
void pa_data_room(struct cpu *c);

/* struct isa's data_cache. */
struct data_cache pa_data_cache(const struct thread *t);

#endif
