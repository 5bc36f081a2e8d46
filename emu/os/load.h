/* Loading a program into an empty address space: its segments, its interpreter, the kernel's page, the initial stack. */
#ifndef PCGRAM_OS_LOAD_H
#define PCGRAM_OS_LOAD_H

#include "emu/os/kernel.h"

struct load_request {
    int fd;                          /* of the program, readable */
    const char *host_path;           /* where it is on the host: its symbols are found there */
    const char *path;                /* as the guest named it: AT_EXECFN */
    char *const *argv, *const *envp; /* end with NULL */
};

/* What a thread begins the program with: as abi->start takes it. */
struct start {
    u64 entry, sp, argc, argv;
};

/* Opens a program by its host path: whoever runs pcgram names it. A descriptor, or -1 with *e: status 126 or 127. */
int load_open(const char *path, struct error *e);

/* Loads a program for the process op into p, whose memory is empty and whose kernel part is zero. 0, or -1 with *e:
 * status 126 (not a program for us), 127 (its interpreter is missing), 125 (no room). */
int load_program(struct process *p, const struct os_process *op, const struct load_request *q, struct start *start,
                 struct error *e);

/* Bytes of the stack of a new program. */
u64 load_stack_size(const struct process *p);

#endif
