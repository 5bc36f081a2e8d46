/* --sandbox: which of the host's files the guest can reach by a name.
 *
 * Below the sandbox's folder: everything. Elsewhere: the sysroot, the program that was started and what its file says
 * is its interpreter, to be looked at and read; a few devices that hold nothing. What a name leads to decides, after
 * all symbolic links; what does not lead into the sandbox is EACCES, whether it exists or not. Guests of one tree take
 * turns (emu/os/sched.c), so none of them can change a path between the check and the call. */
#ifndef PCGRAM_OS_SANDBOX_H
#define PCGRAM_OS_SANDBOX_H

#include <stdbool.h>

struct os;
struct description;

/* What a call is about to do with a path; one of the first three, and SANDBOX_LINK where the call takes a symbolic link
 * in the last place for what it is. */
enum sandbox_use {
    SANDBOX_READ,   /* look at it, read it, enter it, run it */
    SANDBOX_OPEN,   /* open it for writing, or make it */
    SANDBOX_CHANGE, /* its name, its rights, its times */
    SANDBOX_LINK = 4,
};

/* Whether the guest may do that with the path, for a host ...at call (dirfd a host descriptor, or AT_FDCWD; an empty
 * path is dirfd itself). 0, always without a sandbox; -EACCES. */
int sandbox_check(const struct os *os, int dirfd, const char *path, unsigned use);

/* The same for changing what an open descriptor stands for (fchmod and its like): one may be open for reading only. 0,
 * or -EACCES. */
int sandbox_check_fd(const struct os *os, int host_fd);

#endif
