/* --sandbox: which of the host's files the guest can reach by a name.
 *
 * Below the sandbox's folder: everything. Elsewhere: the sysroot and the program that was started, to be looked at and
 * read; a few devices that hold nothing. What a name leads to decides, after all symbolic links; what does not lead
 * into the sandbox is EACCES, whether it exists or not. Names are followed, and what they lead to is held, by
 * emu/os/walk.h; here is who may do what with it. */
#ifndef PCGRAM_OS_SANDBOX_H
#define PCGRAM_OS_SANDBOX_H

#include <stdbool.h>

#include "emu/os/fd.h"

struct os;

/* What a call is about to do with a path: one of the first three, and of the others what holds. */
enum sandbox_use {
    SANDBOX_READ,     /* look at it, read it, enter it, run it */
    SANDBOX_OPEN,     /* open it for writing */
    SANDBOX_CHANGE,   /* its name, its rights, its times */
    SANDBOX_LINK = 4,  /* a symbolic link in the last place is taken for what it is, but in front of a slash */
    SANDBOX_MAKE = 8,  /* it need not be there */
    SANDBOX_NAME = 16, /* its name is made, moved or removed: a link is taken for what it is, whatever the name ends in (struct host_path's `slash`) */
};

enum { SANDBOX_WHAT = SANDBOX_READ | SANDBOX_OPEN | SANDBOX_CHANGE };

/* 0, always without a sandbox; -EACCES. */
int sandbox_check(const struct os *os, enum reach reach, unsigned use);

#endif
