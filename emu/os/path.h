/* Paths of the guest: where they lead on the host (sysroot, working directory, /proc/self), and what is not shown. */
#ifndef PCGRAM_OS_PATH_H
#define PCGRAM_OS_PATH_H

#include <limits.h>
#include <sys/stat.h>

#include "emu/os/kernel.h"
#include "emu/os/sandbox.h"
#include "emu/os/walk.h"

/* Looks up a guest path relative to the guest's dirfd (AT_FDCWD, or any number when the path is absolute). An absolute
 * path that exists below the sysroot means that file. use: what the call is about to do with it (emu/os/sandbox.h). 0, and
 * *out is for one host ...at call, or more in a row, with path_done() behind them; or -errno: -EACCES if the sandbox does
 * not let it. An empty path stays empty (AT_EMPTY_PATH). */
int path_resolve(const struct os_process *op, i64 dirfd, const char *guest, unsigned use, struct host_path *out);

/* The same for a string in guest memory. */
int path_argument(struct call *c, i64 dirfd, u64 addr, unsigned use, struct host_path *out);

/* Ends the use of a path; the result of the call passes through. */
i64 path_done(struct host_path *at, i64 result);

/* Opens what was found, by flags of the host's openat(). A descriptor, or -errno: -ELOOP also when a link has come to its place since
 * it was looked up, which path_changed() tells from the others. */
int path_open(const struct host_path *at, int flags, unsigned mode);
bool path_changed(const struct host_path *at, int flags, int result);

/* The open description behind /proc/self/fd/N, /dev/fd/N, /dev/stdin and its like, or NULL. */
struct description *path_fd_link(const struct os_process *op, const char *guest);

/* The part behind /proc/self/ or /proc/PID/ of the guest's own, or NULL. */
const char *path_in_proc_self(const struct os_process *op, const char *guest);

/* True for a descriptor of the host's /proc that the guest must not have: one that shows the emulator itself, by any of its threads, or another one,
 * and one by which a process could be changed, or its memory read. *st: what fstat() says of it; a regular file when it says nothing. */
bool path_is_barred(int host_fd, struct stat *st);

/* The same for the links in that folder. */
bool path_links_are_barred(int folder);

/* Absolute host path of an open file into *to (a buffer of PATH_MAX); false: it has none. */
bool path_of_fd(int host_fd, char *to);

/* The same path as the guest knows it: the sysroot taken off. */
const char *path_for_guest(const struct os *os, const char *host);

/* The guest's name of /proc/self/exe and its like in *to (a buffer of PATH_MAX); false: not one of those. */
bool path_magic_link(const struct os_process *op, const char *guest, char *to);
/* Likewise what the links /proc/self and /proc/thread-self say to the guest's thread, however they were named. */
bool path_proc_link(const struct os_process *op, const struct host_path *at, int tid, char *to);
/* Likewise of /proc/self/cwd, below which names are found by path_resolve(). */
bool path_cwd_link(const struct os_process *op, const char *guest, char *to);

#endif
