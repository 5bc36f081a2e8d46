/* From a system call of the guest to its implementation and back, and the lines of --strace. */
#ifndef PCGRAM_OS_SYSCALL_H
#define PCGRAM_OS_SYSCALL_H

#include "emu/os/kernel.h"

/* Performs the call that the thread has just entered; afterwards it has its result, or sleeps, or is gone. */
void syscall_enter(struct os *os, struct thread *t);

/* Goes on with the call in which the thread slept. interrupted: a handler is about to run; with_restart: it allows
 * calls to be made again. */
void syscall_resume(struct thread *t, bool interrupted, bool with_restart);

#endif
