/* Whose frame an address of a stack lies in: what is called, and where the stack pointer then is, is told. */
#ifndef PCGRAM_DATA_STACKS_H
#define PCGRAM_DATA_STACKS_H

#include "emu/data/collecting.h"

/* The stack of that function, as contexts_function() has it; 0: of none that is known. */
u32 stacks_function(struct data_process *d, u64 function);

/* What is told in notes (emu/data/notes.h): the function of a number; of the thread, that a call was made, or has returned. */
struct note_function;
struct note_call;
void stacks_number(struct data_process *d, const struct note_function *n);
void stacks_call(struct data_process *d, struct data_thread *s, const struct note_call *n);
/* So many calls are open then; function: data_noted_function() of the innermost. */
void stacks_return(struct data_process *d, struct data_thread *s, u32 function, u64 depth);

/* Whose frame holds the address, which is in the thread's stack. */
u32 stacks_object(struct data_process *d, const struct data_thread *s, u64 address);
/* Makes s->inner anew. */
void stacks_find_inner(const struct data_process *d, struct data_thread *s);

#endif
