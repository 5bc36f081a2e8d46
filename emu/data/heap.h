/* Blocks of the heap: calls of the functions that allocate and free them, as a thread makes them. */
#ifndef PCGRAM_DATA_HEAP_H
#define PCGRAM_DATA_HEAP_H

#include "emu/data/collecting.h"
#include "emu/data/notes.h"

/* A function begins at the pc, where the thread is: notes what it allocates or frees. */
void heap_entered(struct data_process *d, struct thread *t, u64 pc);
/* A call of an allocator is open: the thread is at the pc, which may be behind it. */
void heap_watch(struct data_process *d, struct thread *t, u64 pc);

/* What they have noted comes to pass. */
void heap_allocating(struct data_process *d, struct data_thread *s, const struct note_allocating *n);
void heap_allocated(struct data_process *d, struct data_thread *s, u64 block);
void heap_freed(struct data_process *d, struct data_thread *s, u64 block);

#endif
