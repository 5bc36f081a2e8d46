#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/kernel.h"
#include "emu/os/limits.h"
#include "emu/os/pipe.h"
#include "emu/os/poll.h"
#include "emu/os/random.h"
#include "emu/os/signals.h"
#include "emu/os/vectors.h"

static i64 result(ssize_t r) { return r < 0 ? -errno : r; }

/* The host raises neither SIGPIPE nor SIGXFSZ for us (they are ignored while a guest runs): the guest gets its own. */
static i64 written(struct call *c, i64 r)
{
    int signo = r == -EPIPE ? SIGPIPE : r == -EFBIG ? SIGXFSZ : 0;
    if (!signo) return r;
    signal_of_own(c, signo);
    return r;
}

enum direction { IN, OUT };
enum { COPY_MOST = 16 << 20 }; /* bytes that the host copies for us in one call, so that it is never long */
enum { HERE = -1 }; /* offset of those that use the description's own */

/* Where what is written to a descriptor is to go now: a debugger that takes the guest through its past has seen it already. */
static int sink(const struct call *c, const struct description *d)
{
    const struct debug_hook *debug = c->os->machine->debug;
    if (debug && debug->null_fd >= 0 && d->inherited) return debug->null_fd;
    if (d->inherited) machine_before_words(c->os->machine, d->host_fd);
    return d->host_fd;
}

/* A debugger is told of what was written to the standard output and error. */
static void tell(struct call *c, const struct description *d, const struct iovec *v, i64 written)
{
    const struct debug_hook *debug = c->os->machine->debug;
    u8 part[4096];
    if (!debug || !debug->output || !d->inherited) return;
    for (i64 done = 0, step; done < written; done += step) {
        step = written - done < (i64)sizeof part ? written - done : (i64)sizeof part;
        if (vectors_copy(c, v, (u64)done, part, (u64)step, false) != 0) return; /* somebody has cut the file that it was in */
        debug->output(debug->ctx, part, (size_t)step);
    }
}

/* The same of what the host has copied there from `begin` of another file. */
static void tell_copied(const struct call *c, const struct description *to, int from, off_t begin, i64 copied)
{
    const struct debug_hook *debug = c->os->machine->debug;
    u8 part[4096];
    if (!debug || !debug->output || !to->inherited) return;
    for (ssize_t n; copied > 0; copied -= n, begin += n) {
        n = pread(from, part, copied < (i64)sizeof part ? (size_t)copied : sizeof part, begin);
        if (n <= 0) return;
        debug->output(debug->ctx, part, (size_t)n);
    }
}

/* A write to the host: as much as --max-output leaves. The vectors are cut to that. */
static i64 write_out(struct call *c, const struct description *d, struct iovec *v, int n, i64 offset)
{
    u64 want = vectors_total(v, n), room = limits_output(c->os, want), left = room;
    for (int i = 0; room < want && i < n; i++) {
        if (v[i].iov_len > left) v[i].iov_len = left;
        left -= v[i].iov_len;
    }
    i64 r = room || !want ? result(offset == HERE ? writev(sink(c, d), v, n) : pwritev(d->host_fd, v, n, offset)) : -ENOSPC;
    limits_written(c->os, want, room, r);
    tell(c, d, v, r);
    return written(c, r);
}

/* From a device of random numbers, as much as Linux gives at once (drivers/char/random.c). */
static i64 draw(struct call *c, const struct iovec *v, int n)
{
    enum { MOST = (1 << 25) - 1 };
    u64 want = vectors_total(v, n) < MOST ? vectors_total(v, n) : MOST;
    u8 part[4096];
    for (u64 done = 0, step; done < want; done += step) {
        step = want - done < sizeof part ? want - done : sizeof part;
        random_bytes(&c->os->rng, part, step);
        if (vectors_copy(c, v, done, part, step, true) != 0) return done ? (i64)done : -EFAULT;
    }
    return (i64)want;
}

static i64 transfer(struct call *c, enum direction dir, struct iovec *v, int n, i64 offset)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    if (d->ops && offset != HERE) return -ESPIPE;
    if (d->ops) return dir == IN ? d->ops->read(c, d, v, n) : d->ops->write(c, d, v, n);
    i64 r = offset == HERE && vectors_total(v, n) ? wait_ready(c, d, dir == IN ? POLLIN : POLLOUT) : 0;
    if (r != 0) return r;
    if (d->draws && dir == IN) return draw(c, v, n);
    if (dir == IN && n == 1 && !v->iov_len) /* of a folder that is not what readv() says */
        return result(offset == HERE ? read(d->host_fd, v->iov_base, 0) : pread(d->host_fd, v->iov_base, 0, offset));
    if (dir == IN) return result(offset == HERE ? readv(d->host_fd, v, n) : preadv(d->host_fd, v, n, offset));
    return write_out(c, d, v, n, offset);
}

/* How many bytes from addr on have these rights, of len that have not. */
static u64 beginning(const struct mem *m, u64 addr, u64 len, int want)
{
    u64 there = 0;
    while (len - there > 1) {
        u64 middle = there + (len - there) / 2;
        if (mem_check(m, addr, middle, want)) there = middle;
        else len = middle;
    }
    return there;
}

static bool is_regular(const struct description *d)
{
    struct stat st;
    return !d->ops && fstat(d->host_fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* A transfer of a regular file with nothing of the buffer there: first comes what is wrong with the descriptor, and the end of the file. */
static i64 transfer_nothing(const struct description *d, enum direction dir, i64 offset)
{
    u8 byte = 0;
    if (offset == HERE) offset = lseek(d->host_fd, 0, SEEK_CUR);
    if (offset < 0) return -errno;
    i64 r = result(dir == IN ? pread(d->host_fd, &byte, 1, offset) : pwrite(d->host_fd, &byte, 0, offset));
    return r < 0 || (dir == IN && r == 0) ? r : -EFAULT;
}

/* Of a regular file Linux transfers as much as there is of the buffer. */
static i64 transfer_buffer(struct call *c, enum direction dir, i64 offset)
{
    struct iovec v;
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    u64 len = c->a[2] < INT32_MAX ? c->a[2] : INT32_MAX;
    int want = dir == IN ? PROT_WRITE : PROT_READ;
    if (vector_get(c, c->a[1], len, want, &v) != 0) {
        if (!is_regular(d)) return -EFAULT;
        len = beginning(&c->p->mem, c->a[1], len, want);
        if (!len) return transfer_nothing(d, dir, offset);
        if (vector_get(c, c->a[1], len, want, &v) != 0) return -EFAULT;
    }
    return transfer(c, dir, &v, 1, offset);
}

static i64 transfer_vectors(struct call *c, enum direction dir, i64 offset)
{
    struct iovec v[IOV_MOST];
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    i64 n = vectors_get(c, c->a[1], c->a[2], dir == IN ? PROT_WRITE : PROT_READ, d->ops && dir == OUT, v);
    bool nothing = n == -EFAULT && c->ot->wait.vectors == c->a[2]; /* the array is there, and what its first vector names is not */
    if (nothing && dir == IN && is_regular(d)) return transfer_nothing(d, dir, offset);
    if (n < 0) return n;
    if (dir == IN && d->ops && (u64)n < c->a[2] && d->ops->readable(d) > (i64)vectors_total(v, (int)n)) return -EFAULT; /* the bad one would be needed */
    if (!vectors_total(v, (int)n) && description_allows(d, dir == IN ? O_RDONLY : O_WRONLY)) return 0; /* Linux fs/read_write.c: a socket sends nothing */
    return transfer(c, dir, v, (int)n, offset);
}

/* An explicit offset must not look like HERE. */
static i64 at(struct call *c, i64 (*run)(struct call *, enum direction, i64), enum direction dir)
{
    return (i64)c->a[3] < 0 ? -EINVAL : run(c, dir, (i64)c->a[3]);
}

i64 sys_read(struct call *c) { return transfer_buffer(c, IN, HERE); }
i64 sys_write(struct call *c) { return transfer_buffer(c, OUT, HERE); }
i64 sys_pread(struct call *c) { return at(c, transfer_buffer, IN); }
i64 sys_pwrite(struct call *c) { return at(c, transfer_buffer, OUT); }
i64 sys_readv(struct call *c) { return transfer_vectors(c, IN, HERE); }
i64 sys_writev(struct call *c) { return transfer_vectors(c, OUT, HERE); }
i64 sys_preadv(struct call *c) { return at(c, transfer_vectors, IN); }
i64 sys_pwritev(struct call *c) { return at(c, transfer_vectors, OUT); }

/* --- positions ---------------------------------------------------------------------------------------------------- */

/* lseek(2) with the positions of directories as the guest has them (emu/os/stat.c). */
static off_t seek(const struct description *d, off_t offset, int whence)
{
    if (d->hashed && whence == SEEK_SET) offset = offset == INT32_MAX ? INT64_MAX : offset << 32;
    off_t now = lseek(d->host_fd, offset, whence);
    return d->hashed && now > 0 ? now >> 32 : now;
}

i64 sys_lseek(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    if (guest_word(c) == 8) return result(lseek(d->host_fd, (off_t)c->a[1], (int)c->a[2]));
    off_t was = lseek(d->host_fd, 0, SEEK_CUR), now = seek(d, (off_t)c->a[1], (int)c->a[2]);
    if (now < 0) return -errno;
    if (now <= INT32_MAX) return now;
    lseek(d->host_fd, was, SEEK_SET);
    return -EOVERFLOW;
}

i64 sys_llseek(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    off_t now = seek(d, (off_t)c->a[1], (int)c->a[3]);
    return now < 0 ? -errno : guest_put_uint(c, c->a[2], 8, (u64)now);
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

/* An offset in guest memory, NULL for the description's own. */
static i64 copy_offset(struct call *c, u64 addr, unsigned size, off_t *offset)
{
    u64 v;
    if (guest_get_uint(c, addr, size, &v) != 0) return -EFAULT;
    *offset = size == 4 ? (i32)v : (off_t)v;
    return *offset < 0 ? -EINVAL : 0;
}

/* The idle descriptor behind an object is of the same kind. */
static bool is_socket(const struct description *d)
{
    struct stat st;
    return fstat(d->host_fd, &st) == 0 && S_ISSOCK(st.st_mode);
}

/* A piece of a file into an object of ours; while the call sleeps the file stays where it is. A pipe that nobody reads, or that is full, says so first. */
static i64 send_to_object(struct call *c, const struct description *to, const struct description *from, unsigned size,
                        off_t *offset)
{
    char piece[PIPE_SIZE];
    i64 r = pipe_is(to) && !c->ot->wait.progress ? pipe_slot_free(c, to) : 0; /* a call that goes on had one */
    if (r != 0) return r;
    if (pipe_is(to) && !c->a[3]) return 0;
    if (from->ops || !(pipe_is(to) || is_socket(to))) return -EINVAL;
    off_t at = offset ? *offset : lseek(from->host_fd, 0, SEEK_CUR);
    if (at < 0) return errno == ESPIPE ? -EINVAL : -errno;
    ssize_t n = pread(from->host_fd, piece, c->a[3] < sizeof piece ? c->a[3] : sizeof piece, at);
    if (n <= 0) return n < 0 ? -errno : 0;
    struct iovec v = {.iov_base = piece, .iov_len = (size_t)n};
    r = to->ops->write(c, to, &v, 1);
    if (r <= 0) return r;
    if (offset) return guest_put_uint(c, c->a[2], size, (u64)(at + r)) != 0 ? -EFAULT : r;
    lseek(from->host_fd, at + r, SEEK_SET);
    return r;
}

/* In the order of Linux fs/read_write.c, do_sendfile(). */
i64 sys_sendfile(struct call *c)
{
    const struct description *to = fd_get(&c->op->fds, (i64)c->a[0]), *from = fd_get(&c->op->fds, (i64)c->a[1]);
    unsigned size = c->entry->variant & V_LARGE ? 8 : guest_word(c);
    off_t offset;
    i64 r = c->a[2] ? copy_offset(c, c->a[2], size, &offset) : 0;
    if (r == -EFAULT) return r;
    if (!from || !description_allows(from, O_RDONLY)) return -EBADF;
    if (r != 0) return r;
    if (!to || !description_allows(to, O_WRONLY)) return -EBADF;
    if (from->draws) return -EINVAL; /* what it would send would be the host's */
    if (to->ops) return send_to_object(c, to, from, size, c->a[2] ? &offset : NULL);
    r = wait_ready(c, to, POLLOUT);
    if (r != 0) return r;
    u64 want = c->a[3] < COPY_MOST ? c->a[3] : COPY_MOST, room = limits_output(c->os, want);
    off_t begin = c->a[2] ? offset : lseek(from->host_fd, 0, SEEK_CUR);
    r = room || !want ? result(sendfile(sink(c, to), from->host_fd, c->a[2] ? &offset : NULL, room)) : -ENOSPC;
    limits_written(c->os, want, room, r);
    tell_copied(c, to, from->host_fd, begin, r);
    r = written(c, r);
    if (r >= 0 && c->a[2] && guest_put_uint(c, c->a[2], size, (u64)offset) != 0) return -EFAULT;
    return r;
}

i64 sys_copy_file_range(struct call *c)
{
    const struct description *from = fd_get(&c->op->fds, (i64)c->a[0]), *to = fd_get(&c->op->fds, (i64)c->a[2]);
    off_t in, out;
    if (!to || !from) return -EBADF;
    i64 r = c->a[1] ? copy_offset(c, c->a[1], 8, &in) : 0;
    if (r == 0 && c->a[3]) r = copy_offset(c, c->a[3], 8, &out);
    if (r != 0) return r;
    u64 want = c->a[4] < COPY_MOST ? c->a[4] : COPY_MOST, room = limits_output(c->os, want);
    r = room || !want ? result(copy_file_range(from->host_fd, c->a[1] ? &in : NULL, to->host_fd, c->a[3] ? &out : NULL, room,
                                               (unsigned)c->a[5]))
                      : -ENOSPC;
    limits_written(c->os, want, room, r);
    if (r >= 0 && c->a[1]) guest_put_uint(c, c->a[1], 8, (u64)in);
    if (r >= 0 && c->a[3]) guest_put_uint(c, c->a[3], 8, (u64)out);
    return r;
}

/* No file takes or gives pages of a pipe: that is EINVAL on Linux, too, of those that do not, and who asks copies instead. Before that comes what Linux looks
 * at first (fs/splice.c). */
static i64 cannot_splice(const struct call *c, u64 flags, u64 length, unsigned from, unsigned to)
{
    enum { SPLICE_FLAGS = 15 };
    const struct fd_table *fds = &c->op->fds;
    if (flags & ~(u64)SPLICE_FLAGS) return -EINVAL;
    if (!length) return 0;
    return fd_get_open(fds, (i64)c->a[from]) && fd_get_open(fds, (i64)c->a[to]) ? -EINVAL : -EBADF;
}

i64 sys_splice(struct call *c) { return c->a[4] ? cannot_splice(c, (u32)c->a[5], c->a[4], 0, 2) : 0; }
i64 sys_tee(struct call *c) { return cannot_splice(c, (u32)c->a[3], c->a[2], 0, 1); }
i64 sys_vmsplice(struct call *c) { return cannot_splice(c, (u32)c->a[3], 1, 0, 0); }

/* --- sizes -------------------------------------------------------------------------------------------------------- */

i64 sys_ftruncate(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if ((i64)c->a[1] < 0) return -EINVAL;
    return d ? result(ftruncate(d->host_fd, (off_t)c->a[1])) : -EBADF;
}

i64 sys_fallocate(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    enum { GIVES = FALLOC_FL_KEEP_SIZE | FALLOC_FL_ZERO_RANGE | FALLOC_FL_UNSHARE_RANGE }; /* blocks; the others take some or move them */
    bool gives = !(c->a[1] & ~(u64)GIVES);
    u64 want = gives && (i64)c->a[3] > 0 ? c->a[3] : 0, room = limits_output(c->os, want);
    i64 r = room < want ? -ENOSPC : result(fallocate(d->host_fd, (int)c->a[1], (off_t)c->a[2], (off_t)c->a[3]));
    limits_written(c->os, want, room, r == 0 ? (i64)want : room < want ? (i64)room : r);
    return r;
}

/* Advice about files changes nothing that a guest could see, and what is written is the host's to keep. */
i64 sys_readahead(struct call *c)
{
    const struct description *d = fd_get_open(&c->op->fds, (i64)c->a[0]);
    struct stat st;
    if (!d || !description_allows(d, O_RDONLY)) return -EBADF;
    return fstat(d->host_fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode)) ? 0 : -EINVAL;
}

i64 sys_fadvise(struct call *c)
{
    const struct description *d = fd_get_open(&c->op->fds, (i64)c->a[0]);
    struct stat st;
    if (!d) return -EBADF;
    if (pipe_is(d) || (!d->ops && fstat(d->host_fd, &st) == 0 && S_ISFIFO(st.st_mode))) return -ESPIPE;
    return (i64)c->a[2] < 0 || c->a[3] > POSIX_FADV_NOREUSE ? -EINVAL : 0;
}

i64 sys_sync_file_range(struct call *c)
{
    enum { FLAGS = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER };
    const struct description *d = fd_get_open(&c->op->fds, (i64)c->a[0]);
    i64 from = (i64)c->a[1], n = (i64)c->a[2];
    if (!d) return -EBADF;
    if ((c->a[3] & ~(u64)FLAGS) || from < 0 || n < 0 || n > INT64_MAX - from) return -EINVAL;
    return d->ops ? -ESPIPE : 0;
}

i64 sys_fsync(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    return d ? result(fsync(d->host_fd)) : -EBADF;
}

i64 sys_sync(struct call *c)
{
    (void)c;
    sync();
    return 0;
}
