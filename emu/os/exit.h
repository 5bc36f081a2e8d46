/* The end of threads and processes. */
#ifndef PCGRAM_OS_EXIT_H
#define PCGRAM_OS_EXIT_H

#include "emu/os/kernel.h"

/* A thread leaves its address space: its robust futexes are given up, whoever waits for its id is woken. */
void thread_leaves_memory(struct os_thread *ot);
/* A thread ends, and leaves its address space. */
void thread_end(struct os_thread *ot);
/* The process of the thread ends by a signal of the guest. The fault that raised it, if any, is in t->stop. */
void process_kill(struct thread *t, const struct signal_info *info);

/* Bytes that the process which has ended had, or one of its children that it waited for, whichever are more. */
u64 process_most_memory(const struct os_process *op);
/* A child has come to its end and nobody will ask any more: what it has used goes to the parent's account; NULL: to nobody's. */
void process_reap(struct os_process *parent, struct os_process *child);
/* The parent that sleeps in vfork goes on: the child no longer runs in its memory. */
void vfork_release(struct os_process *op);

#endif
