/* What an access is to, and what is counted of it. */
#ifndef PCGRAM_DATA_ACCESSES_H
#define PCGRAM_DATA_ACCESSES_H

#include "emu/core/engine.h"
#include "emu/data/collecting.h"

/* What the address is part of. */
u32 data_object_of(struct data_process *d, struct data_thread *s, u64 address);

/* The access to that object is done; s->counted: it is counted. Nothing is under way (emu/data/notes.h). */
void data_count(struct data_process *d, struct data_thread *s, u32 object, const struct data_access *a, const struct data_cost *cost);

/* So many accesses have been counted: the clock of the picture goes on, and what sites count in halves of words gets into whole ones before they are full. */
void data_pass(struct data_process *d, unsigned accesses);

/* An access of a block, by the number of its instruction (0: it has none); what it was to goes to that place. */
void data_count_access(struct data_process *d, struct data_thread *s, bool counted, u32 site, const struct data_access *a,
                       const struct data_cost *cost, u32 place);
/* Fetching has cost that, and is counted. */
void data_count_fetch(struct data_process *d, u64 pc, const struct data_cost *cost);

/* What the thread has noted (emu/data/notes.h), all while its counting was on or all while it was not. */
void data_take_notes(struct data_process *d, struct data_thread *s, bool counted, const u64 *n, const u64 *end);

#endif
