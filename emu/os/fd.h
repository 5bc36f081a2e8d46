/* Descriptors: a table a process maps guest numbers to open descriptions, which are counted, so that dup and fork share
 * them exactly; a description owns one descriptor of the host. */
#ifndef PCGRAM_OS_FD_H
#define PCGRAM_OS_FD_H

#include "emu/core/types.h"

struct pipe;

struct description {
    unsigned refs;
    int host_fd;
    struct pipe *pipe; /* emu/os/pipe.h: an end of one; NULL: the host's file is all there is */
    bool writes;       /* pipe: which end */
    bool inherited; /* standard input, output, error of ours: shared with others, so O_NONBLOCK is kept here only */
    bool may_block; /* not a regular file, directory or disk */
    bool hashed;      /* a directory whose positions the guest sees shortened to 32 bits */
    bool nonblock;  /* O_NONBLOCK as the guest set it */
};

struct fd_entry {
    struct description *d; /* NULL: free */
    bool cloexec;
};

struct fd_table {
    struct fd_entry *entry;
    unsigned room;
    unsigned limit; /* RLIMIT_NOFILE */
};

/* Takes over host_fd (which it closes when it cannot). NULL: no memory. */
struct description *description_new(int host_fd);
void description_unref(struct description *d);

/* The description of a guest number, or NULL (EBADF). */
struct description *fd_get(const struct fd_table *t, i64 fd);
/* Puts a description (its reference passes to the table) at the lowest free number at or above `from`. The number;
 * -EMFILE, and the reference is dropped. */
int fd_add(struct fd_table *t, struct description *d, i64 from, bool cloexec);
/* Puts it at exactly fd, closing what is there. */
int fd_put(struct fd_table *t, struct description *d, i64 fd, bool cloexec);
/* 0 or -EBADF. */
int fd_close(struct fd_table *t, i64 fd);
/* Closes all of them, or those marked close-on-exec. */
void fd_close_all(struct fd_table *t, bool cloexec_only);
/* A second table with the same descriptions (fork). 0 or -ENOMEM. */
int fd_copy(struct fd_table *to, const struct fd_table *from);

#endif
