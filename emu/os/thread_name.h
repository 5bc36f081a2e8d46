/* Names of threads: prctl(PR_SET_NAME) of one's own, and /proc/self/task/TID/comm, by which pthread_setname_np() names others
 * (proc(5)). Profiles have those that a program has given. */
#ifndef PCGRAM_OS_THREAD_NAME_H
#define PCGRAM_OS_THREAD_NAME_H

#include "emu/os/kernel.h"

/* Its THREAD_NAME bytes. */
const char *thread_name(const struct os_thread *ot);
/* The program names it by the first 15 of n bytes, as far as there is no 0 among them. */
void thread_name_set(struct os_thread *ot, const char *name, size_t n);
/* It is called like the thread that makes it. */
void thread_name_inherit(struct os_thread *ot, const struct os_thread *from);

/* The tid of the thread whose name is in that file: of this process, which may have ended if the process began with it. 0: it is no such file. */
int thread_name_file(const struct call *c, const char *guest);
/* What is in the file. */
const char *thread_name_of(const struct os_process *op, int tid);
/* The file, opened to be written to: a descriptor of the guest's, or -errno. */
i64 thread_name_open(struct call *c, int tid, int flags);

#endif
