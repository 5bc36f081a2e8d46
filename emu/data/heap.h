/* Blocks of the heap: calls of the functions that allocate and free them, as a thread makes them. */
#ifndef PCGRAM_DATA_HEAP_H
#define PCGRAM_DATA_HEAP_H

#include "emu/data/collecting.h"

/* A function begins at the pc, where the thread is. */
void heap_entered(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc);
/* A call of an allocator is open: the thread is at the pc, which may be behind it. */
void heap_watch(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc);

#endif
