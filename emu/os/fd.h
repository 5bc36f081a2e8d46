/* Descriptors: a table a process maps guest numbers to open descriptions, which are counted, so that dup and fork share
 * them exactly; a description owns one descriptor of the host. What guests wait for each other at (pipes, sockets) is an
 * object of ours, so that who waits for whom is settled in emulated time; the host's descriptor behind it is an idle one
 * of the same kind, which answers what any would (fstat, lseek...). */
#ifndef PCGRAM_OS_FD_H
#define PCGRAM_OS_FD_H

#include <poll.h>

#include "emu/core/regular.h"

struct call;
struct description;
struct epoll_item;
struct iovec;

enum { POLL_READS = POLLIN | POLLRDNORM, POLL_WRITES = POLLOUT | POLLWRNORM };

enum { EDGES = 3 }; /* of edges() below */

/* What an object of ours does where the host's file would be asked. */
struct fd_object {
    /* The description is closed: nobody refers to it any more. */
    void (*release)(struct description *d);
    /* As read(2) and write(2) have it, at the description's own position: a count, -errno or CALL_WAIT. */
    i64 (*read)(struct call *c, const struct description *d, const struct iovec *v, int n);
    i64 (*write)(struct call *c, const struct description *d, const struct iovec *v, int n);
    /* What poll() finds there, whatever is asked for: of pipes, sockets and epoll sets POLL_READS and POLL_WRITES, as on Linux. */
    short (*poll)(const struct description *d);
    /* Bytes that the next read would find (FIONREAD), or -errno. */
    i64 (*readable)(const struct description *d);
    /* One more description of it, as opening /proc/self/fd/N makes it: access is O_RDONLY, O_WRONLY or O_RDWR. NULL with errno. */
    struct description *(*reopen)(const struct description *d, int access);
    /* How often so far there came to be something to read [0], room to write [1], or what every watcher is told of, whatever it
     * asked for [2] (EPOLLET). What there is nothing of stays as it is in count[]. */
    void (*edges)(const struct description *d, u64 count[EDGES]);
    /* Has the call wake by what would change poll()'s answer. NULL: os_wake() of the object. */
    void (*sleep_for)(struct call *c, const struct description *d);
};

/* How far a guest in a sandbox may go with a file by its name (emu/os/sandbox.h); each includes those before it. */
enum reach {
    REACH_NONE,   /* not at all; what it has open already it may use */
    REACH_READ,   /* look at it, read it */
    REACH_DEVICE, /* write to it, too */
    REACH_ALL,
};

struct description {
    unsigned refs;
    int host_fd;
    enum reach reach; /* of the file, to be opened again or changed by this descriptor */
    const struct fd_object *ops; /* NULL: the host's file is all there is */
    struct epoll_item *watchers; /* emu/os/epoll.h */
    void *object;   /* of ops; who waits for something to happen to it sleeps for this address (call_sleep_for) */
    bool inherited; /* standard input, output, error of ours: shared with others, so O_NONBLOCK is kept here only */
    bool may_block; /* not a regular file, directory or disk */
    bool draws;       /* /dev/random or urandom: what is read follows from --seed (emu/os/random.h) */
    bool hashed;      /* a directory whose positions the guest sees shortened to 32 bits */
    bool nonblock;  /* O_NONBLOCK as the guest set it */
    u8 unmappable;  /* what mmap(2) fails with, 0: the host says (emu/os/proc.h) */
    struct stat *named; /* likewise: what stat(2) says of its name, and so of it; NULL: the host says */
    i32 owner;      /* who would get SIGIO, which is never sent: a pid, tid or group, 0: nobody */
    u8 owner_type;  /* of struct f_owner_ex */
    u8 owner_signal; /* F_SETSIG */
    bool followed;  /* opened by a name without O_NOFOLLOW, though the host's descriptor has it */
};

struct fd_entry {
    struct description *d; /* NULL: free */
    bool cloexec;
};

/* Descriptors in all tables of a guest tree. */
struct fd_count {
    u64 open, limit; /* limit 0: none (--max-files) */
    bool refused;    /* somebody wanted more */
};

struct fd_table {
    struct fd_entry *entry;
    unsigned room;
    unsigned limit; /* RLIMIT_NOFILE */
    struct fd_count *tree;
};

/* For those without bytes to count (-ENOTTY), and those that cannot be opened by name (NULL, ENXIO), as on Linux. */
i64 fd_not_readable(const struct description *d);
struct description *fd_not_reopened(const struct description *d, int access);

/* Takes over host_fd (which it closes when it cannot). NULL: no memory. */
struct description *description_new(int host_fd);
/* The same for whom has asked already what it is (st_mode of fstat()). */
struct description *description_of_kind(int host_fd, unsigned mode);
/* The same for an object of ours, with the idle descriptor behind it. NULL with errno: no memory, or (host_fd < 0, errno as that
 * left it) no descriptor; the object is still the caller's. */
struct description *description_of(const struct fd_object *ops, void *object, int host_fd, bool nonblock);
void description_unref(struct description *d);

/* It was opened for reading (O_RDONLY), or for writing (O_WRONLY), alone or with the other. */
bool description_allows(const struct description *d, int access);

/* The description of a guest number, or NULL (EBADF). */
struct description *fd_get(const struct fd_table *t, i64 fd);
/* The same for calls that ask something of the open file: of a number that is only a place in the file tree (O_PATH) NULL, too. */
struct description *fd_get_open(const struct fd_table *t, i64 fd);
/* True if some descriptor is of that file. */
bool fd_has_file(const struct fd_table *t, const struct file_id *id);
/* Puts a description (its reference passes to the table) at the lowest free number at or above `from`. The number;
 * -EMFILE, and the reference is dropped. */
int fd_add(struct fd_table *t, struct description *d, i64 from, bool cloexec);
/* Puts it at exactly fd, closing what is there. */
int fd_put(struct fd_table *t, struct description *d, i64 fd, bool cloexec);
/* 0 or -EBADF. */
int fd_close(struct fd_table *t, i64 fd);
/* Closes all of them, or those marked close-on-exec. */
void fd_close_all(struct fd_table *t, bool cloexec_only);
/* A second table with the same descriptions (fork). 0, -ENOMEM, -EMFILE. */
int fd_copy(struct fd_table *to, const struct fd_table *from);

#endif
