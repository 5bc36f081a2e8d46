#include "emu/os/thread_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>

#include "emu/core/code.h"
#include "emu/os/path.h"
#include "emu/os/process.h"
#include "emu/os/vectors.h"

/* That of the thread that the process began with outlives it. */
static char *name_of(struct os_thread *ot) { return ot->t->tid == ot->op->pid ? ot->op->comm : ot->comm; }

const char *thread_name(const struct os_thread *ot) { return ot->t->tid == ot->op->pid ? ot->op->comm : ot->comm; }

const char *os_thread_name(const struct thread *t) { return thread_name(t->os); }

void thread_name_set(struct os_thread *ot, const char *name, size_t n)
{
    char padded[THREAD_NAME] = {0};
    memcpy(padded, name, strnlen(name, n < THREAD_NAME ? n : THREAD_NAME - 1));
    memcpy(name_of(ot), padded, THREAD_NAME);
    code_name_thread(ot->t, padded);
}

void thread_name_inherit(struct os_thread *ot, const struct os_thread *from) { memcpy(name_of(ot), thread_name(from), THREAD_NAME); }

/* --- the files ------------------------------------------------------------------------------------------------------------ */

int thread_name_file(const struct call *c, const char *guest)
{
    const char *rest = path_in_proc_self(c->op, guest);
    char *end;
    if (!rest) return 0;
    if (strcmp(rest, "comm") == 0) return strncmp(guest, "/proc/thread-self/", 18) == 0 ? c->t->tid : c->op->pid;
    if (strncmp(rest, "task/", 5) != 0 || rest[5] < '1' || rest[5] > '9') return 0;
    long tid = strtol(rest + 5, &end, 10);
    const struct os_thread *ot = thread_find(c->os, tid);
    return strcmp(end, "/comm") == 0 && ot && ot->op == c->op ? (int)tid : 0;
}

const char *thread_name_of(const struct os_process *op, int tid)
{
    const struct os_thread *ot = thread_find(op->os, tid);
    return ot ? thread_name(ot) : op->comm;
}

struct name_file {
    struct os *os;
    int tid;
    u64 at; /* bytes read */
};

static i64 name_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct name_file *f = d->object;
    const struct os_thread *ot = thread_find(f->os, f->tid);
    char text[THREAD_NAME + 1];
    if (!ot) return -ESRCH;
    u64 size = (u64)snprintf(text, sizeof text, "%s\n", thread_name(ot)), all = vectors_total(v, n), left = f->at < size ? size - f->at : 0;
    if (left > all) left = all;
    if (left && vectors_copy(c, v, 0, text + f->at, left, true) != 0) return -EFAULT;
    f->at += left;
    return (i64)left;
}

/* As Linux fs/proc/base.c, comm_write(), has it: what does not fit is dropped, and a process names its own threads alone. */
static i64 name_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    const struct name_file *f = d->object;
    struct os_thread *ot = thread_find(f->os, f->tid);
    char name[THREAD_NAME] = {0};
    u64 all = vectors_total(v, n), most = THREAD_NAME - 1;
    if (vectors_copy(c, v, 0, name, all < most ? all : most, false) != 0) return -EFAULT;
    if (!ot) return -ESRCH;
    if (ot->op != c->op) return -EINVAL;
    thread_name_set(ot, name, sizeof name - 1);
    return (i64)all;
}

static short name_poll(const struct description *d) { return (void)d, POLL_READS | POLL_WRITES; }
static void name_release(struct description *d) { free(d->object); }
static void name_edges(const struct description *d, u64 count[EDGES]) { (void)d, (void)count; }

static struct description *file_new(struct os *os, int tid);
static struct description *name_reopen(const struct description *d, int access)
{
    const struct name_file *f = d->object;
    return (void)access, file_new(f->os, f->tid);
}

static const struct fd_object name_object = {
    .release = name_release,
    .read = name_read,
    .write = name_write,
    .poll = name_poll,
    .readable = fd_not_readable,
    .reopen = name_reopen,
    .edges = name_edges,
};

/* NULL with errno. */
static struct description *file_new(struct os *os, int tid)
{
    struct name_file *f = malloc(sizeof *f);
    if (!f) return errno = ENOMEM, NULL;
    *f = (struct name_file){.os = os, .tid = tid};
    struct description *d = description_of(&name_object, f, eventfd(0, EFD_CLOEXEC), false);
    if (!d) free(f);
    return d;
}

i64 thread_name_open(struct call *c, int tid, int flags)
{
    if (flags & O_DIRECTORY) return -ENOTDIR;
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
    struct description *d = file_new(c->os, tid);
    return d ? fd_add(&c->op->fds, d, 0, flags & O_CLOEXEC) : -errno;
}
