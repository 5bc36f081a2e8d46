/* Names of the host's files, followed by the kernel from descriptors: one call beneath a folder where openat2() is
 * there and the name stays in the folder, else one component after the other. What a name leads to is held by a
 * descriptor when it is judged, so nothing that changes meanwhile, by another run either, makes it something else. */
#ifndef PCGRAM_OS_WALK_H
#define PCGRAM_OS_WALK_H

#include "emu/core/path_walk.h"
#include "emu/os/fd.h"

struct os;
struct os_process;

/* Where a name led: what *at calls of the host take. */
struct host_path {
    int dirfd;
    char path[PATH_MAX];
    int opened;       /* descriptor of this look-up, which path_done() closes; -1: none */
    enum reach reach; /* how far the guest may go there */
    bool object; /* `path` is /proc/self/fd/N of the object itself, which calls that follow links reach by it */
    bool slash;  /* the name ended in one: what is there shall be a folder, which callers of WALK_NAME see to */
};

enum { PROC_ROOT_INO = 1 }; /* /proc itself: Linux include/linux/proc_fs.h */

/* How a look-up treats the last component. */
enum walk_last {
    WALK_OBJECT, /* what it is, links followed: it must be there */
    WALK_MAKE,   /* links followed; the folder and the name of what may not be there yet */
    WALK_NAME,   /* the folder and the name, a link taken for what it is */
};

/* What is special among the host's files. */
struct walk_roots {
    int box, sysroot; /* O_PATH descriptors; -1: none */
    struct file_id box_id, sysroot_id, program_id; /* zero: none */
    bool sysroot_whole; /* the sysroot is below the box */
    bool box_in_sysroot;
    bool one_by_one; /* no openat2() */
};

/* Looks up `name` from the host folder `from` (AT_FDCWD: the name is absolute), of which it is known how far the guest
 * may go there, without a sandbox REACH_ALL. 0 with *out; -errno. */
int walk_find(const struct os_process *op, int from, enum reach reach, const char *name, enum walk_last last,
              struct host_path *out);

/* Fills in what walk_find() needs to know of the machine's sandbox, sysroot; paths may be NULL. 0, or -1 with errno. */
int walk_roots_open(struct walk_roots *w, const char *box, const char *sysroot);
void walk_roots_close(struct walk_roots *w);

/* How far the guest may go in a folder of the host's: by where it is. */
enum reach walk_reach_of(const struct os *os, int folder);

#endif
