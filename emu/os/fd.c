#include "emu/os/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/os/epoll.h"

struct description *description_new(int host_fd)
{
    struct stat st;
    if (fstat(host_fd, &st) != 0) st.st_mode = S_IFREG;
    return description_of_kind(host_fd, st.st_mode);
}

struct description *description_of_kind(int host_fd, unsigned mode)
{
    struct description *d = calloc(1, sizeof *d);
    if (!d) {
        close(host_fd);
        return NULL;
    }
    d->refs = 1;
    d->host_fd = host_fd;
    d->may_block = !S_ISREG(mode) && !S_ISDIR(mode) && !S_ISBLK(mode);
    return d;
}

struct description *description_of(const struct fd_object *ops, void *object, int host_fd, bool nonblock)
{
    struct description *d = host_fd < 0 ? NULL : description_new(host_fd);
    if (!d) return NULL;
    d->ops = ops;
    d->object = object;
    d->reach = REACH_ALL;
    d->nonblock = nonblock;
    return d;
}

bool description_allows(const struct description *d, int access)
{
    int has = fcntl(d->host_fd, F_GETFL) & O_ACCMODE;
    return has == access || has == O_RDWR;
}

void description_unref(struct description *d)
{
    if (!d || --d->refs) return;
    epoll_forget(d);
    if (d->ops) d->ops->release(d);
    if (!d->inherited) close(d->host_fd);
    free(d->named);
    free(d);
}

i64 fd_not_readable(const struct description *d)
{
    (void)d;
    return -ENOTTY;
}

struct description *fd_not_reopened(const struct description *d, int access)
{
    (void)d, (void)access;
    errno = ENXIO;
    return NULL;
}

struct description *fd_get(const struct fd_table *t, i64 fd)
{
    return fd >= 0 && fd < (i64)t->room ? t->entry[fd].d : NULL;
}

struct description *fd_get_open(const struct fd_table *t, i64 fd)
{
    struct description *d = fd_get(t, fd);
    return d && !d->ops && fcntl(d->host_fd, F_GETFL) & O_PATH ? NULL : d;
}

bool fd_has_file(const struct fd_table *t, const struct file_id *id)
{
    for (unsigned i = 0; i < t->room; i++) {
        const struct description *d = t->entry[i].d;
        if (d && !d->ops && file_id_unchanged(file_id_of_open(d->host_fd), *id)) return true;
    }
    return false;
}

/* Room for fd; false when there is no memory. */
static bool grow(struct fd_table *t, i64 fd)
{
    if (fd < (i64)t->room) return true;
    unsigned room = t->room ? t->room : 16;
    while (room <= (unsigned)fd) room *= 2;
    struct fd_entry *entry = realloc(t->entry, room * sizeof *entry);
    if (!entry) return false;
    memset(entry + t->room, 0, (room - t->room) * sizeof *entry);
    t->entry = entry;
    t->room = room;
    return true;
}

static bool has_room(struct fd_count *all, u64 more)
{
    bool room = !all->limit || all->open + more <= all->limit;
    all->refused |= !room;
    return room;
}

int fd_add(struct fd_table *t, struct description *d, i64 from, bool cloexec)
{
    i64 fd = from;
    while (fd_get(t, fd)) fd++;
    return fd_put(t, d, fd, cloexec);
}

int fd_put(struct fd_table *t, struct description *d, i64 fd, bool cloexec)
{
    bool more = !fd_get(t, fd);
    if (fd < 0 || fd >= (i64)t->limit || (more && !has_room(t->tree, 1)) || !grow(t, fd)) {
        description_unref(d);
        return -EMFILE;
    }
    if (more) t->tree->open++;
    if (t->entry[fd].d) description_unref(t->entry[fd].d);
    t->entry[fd] = (struct fd_entry){.d = d, .cloexec = cloexec};
    return (int)fd;
}

int fd_close(struct fd_table *t, i64 fd)
{
    struct description *d = fd_get(t, fd);
    if (!d) return -EBADF;
    t->entry[fd] = (struct fd_entry){0};
    t->tree->open--;
    description_unref(d);
    return 0;
}

void fd_close_all(struct fd_table *t, bool cloexec_only)
{
    for (unsigned i = 0; i < t->room; i++)
        if (t->entry[i].d && (!cloexec_only || t->entry[i].cloexec)) fd_close(t, i);
    if (cloexec_only) return;
    free(t->entry);
    t->entry = NULL;
    t->room = 0;
}

int fd_copy(struct fd_table *to, const struct fd_table *from)
{
    u64 open = 0;
    *to = (struct fd_table){.limit = from->limit, .room = from->room, .tree = from->tree};
    for (unsigned i = 0; i < from->room; i++) open += from->entry[i].d != NULL;
    if (!has_room(to->tree, open)) return -EMFILE;
    to->entry = calloc(from->room ? from->room : 1, sizeof *to->entry);
    if (!to->entry) return -ENOMEM;
    to->tree->open += open;
    for (unsigned i = 0; i < from->room; i++) {
        to->entry[i] = from->entry[i];
        if (to->entry[i].d) to->entry[i].d->refs++;
    }
    return 0;
}
