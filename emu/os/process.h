/* Processes, their address spaces and their threads: made, found and freed. What the end of one means to others is
 * emu/os/exit.c's. */
#ifndef PCGRAM_OS_PROCESS_H
#define PCGRAM_OS_PROCESS_H

#include "emu/os/kernel.h"

/* An address space with nothing decoded, in the list of images: with the memory and kernel part of *next, which are
 * taken over, or, if that is NULL, without mappings. NULL with *e; *next is as it was then. */
struct process *image_new(struct os *os, int pid, struct process *next, struct error *e);
/* One process less runs in it, which ended as *how says (NULL: by exec); the last one's end is told and frees it. */
void image_leave(struct os *os, struct process *p, const struct os_result *how);
/* Another program takes the place of the one in p: its memory and kernel part are taken over from *next. */
void image_replace(struct os *os, struct process *p, struct process *next);
/* A process that was to run in it never began: nobody is told. */
void image_discard(struct os *os, struct process *p);
/* Strings of the kernel's part: freed, or copied with -1 when there is no memory. */
void image_free_names(struct os_image *image);
int image_copy_names(struct os_image *to, const struct os_image *from);

/* The next pid or tid. */
int next_id(struct os *os);

/* Puts a process into the list, behind all others: its pid is the highest. */
void process_add(struct os *os, struct os_process *op);
/* Takes it out of the list and frees it; it has no image and no thread any more. */
void process_free(struct os_process *op);
/* The process that is no guest, whose children orphans become. */
enum { INIT_PID = 1 };

/* By its pid, zombies included; NULL: none. */
struct os_process *process_find(const struct os *os, i64 pid);
u64 process_count(const struct os *os);
/* Bytes of the machine's memory that are free if this address space is all there is. */
u64 process_memory_free(const struct process *p);
/* The one that has a thread of that id, or had, as its first, which has ended (Linux's find_task_by_vpid()). */
struct os_process *process_of_thread(const struct os *os, i64 tid);

/* A thread of op in the address space p, as a copy of `from` or, if that is NULL, at nothing yet. It is ready at the
 * present machine time. NULL with *e. */
struct thread *thread_new(struct os_process *op, struct process *p, int tid, const struct thread *from,
                          struct error *e);
/* By its tid, among the living; NULL: none. */
struct os_thread *thread_find(const struct os *os, i64 tid);
/* Takes it out of the lists; its CPU time goes to the process. Freed by threads_bury(). */
void thread_remove(struct os_thread *ot);
/* A thread's processor ends with its address space, and it goes on in another one (exec). */
void thread_leave_image(struct thread *t);
void thread_enter_image(struct thread *t, struct process *p);
/* Frees the threads that were removed. Not while one of them may still be in a call. */
void threads_bury(struct os *os);

#endif
