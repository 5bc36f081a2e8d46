#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/kernel.h"
#include "emu/os/limits.h"
#include "emu/os/path.h"
#include "emu/os/pipe.h"
#include "emu/os/proc.h"
#include "emu/os/random.h"
#include "emu/os/thread_name.h"

enum { MODE_BITS = 07777 };

static i64 result(int r) { return r < 0 ? -errno : r; }

/* Files are made under the mask of the guest process, which is not the emulator's own. */
static void own_umask(const struct call *c) { umask(c->op->umask); }
static void host_umask(const struct call *c) { umask(c->os->host_umask); }

static bool has_at(const struct call *c) { return c->entry->variant & V_AT; }

/* The path argument of a call whose ...at form has a directory first; *rest is what follows the path. */
static int first_path(struct call *c, unsigned use, struct host_path *at, const u64 **rest)
{
    unsigned i = has_at(c) ? 1 : 0;
    *rest = c->a + i + 1;
    return path_argument(c, i ? (i64)c->a[0] : AT_FDCWD, c->a[i], use, at);
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static i64 install(struct call *c, struct description *d, enum reach reach, bool cloexec, bool nonblock)
{
    if (!d) return -ENOMEM;
    d->reach = reach;
    d->nonblock = nonblock;
    return fd_add(&c->op->fds, d, 0, cloexec);
}

/* What kind of a file is there now, as in st_mode; 0: none. */
static mode_t kind_of(const struct host_path *at)
{
    struct stat st;
    return fstatat(at->dirfd, at->path, &st, at->object ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? st.st_mode & S_IFMT : 0;
}

/* Opens by name: a descriptor of the host, which is none of /proc that shows us, and *st of it; -errno or CALL_WAIT. */
static int open_name(struct call *c, i64 dirfd, const char *guest, int flags, u32 mode, enum reach *reach, struct stat *st)
{
    enum { TRIES = 64 }; /* another run can change a link all the time */
    struct host_path at;
    bool reads = (flags & O_ACCMODE) == O_RDONLY && !(flags & (O_CREAT | O_TRUNC));
    bool as_is = (flags & O_NOFOLLOW) || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
    unsigned use = (reads || flags & O_PATH ? SANDBOX_READ : SANDBOX_OPEN) | (as_is ? SANDBOX_LINK : 0) |
                   (flags & O_CREAT && !(flags & O_PATH) ? SANDBOX_MAKE : 0);
    bool waits = false, makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    int fd = -ELOOP;
    for (int i = 0; i < TRIES; i++) {
        int r = path_resolve(c->op, dirfd, guest, use, &at);
        if (r != 0) return r;
        bool missing = flags & O_CREAT && faccessat(at.dirfd, at.path, F_OK, 0) != 0;
        if (makes) own_umask(c);
        /* Never blocking the host, which would wait for the other end of a FIFO: whoever opens it may be a guest. */
        fd = path_open(&at, flags | (flags & O_PATH ? 0 : O_NONBLOCK), mode & MODE_BITS);
        if (makes) host_umask(c);
        if (missing && fd >= 0) limits_name_made(c->os);
        *reach = at.reach;
        waits = fd == -ENXIO && !(flags & O_NONBLOCK) && kind_of(&at) == S_IFIFO;
        path_done(&at, 0);
        if (!path_changed(&at, flags, fd)) break;
    }
    if (waits) return (int)call_retry(c);
    if (fd < 0 || !path_is_barred(fd, st)) return fd;
    close(fd);
    return -EACCES;
}

static i64 do_open(struct call *c, i64 dirfd, u64 path, u32 guest_flags, u32 mode)
{
    char guest[PATH_MAX];
    enum reach reach = REACH_ALL;
    struct stat st = {.st_mode = S_IFREG}; /* as what is made for /proc/self is */
    int flags = (int)flags_to_host(c->os->abi->open_flags, guest_flags);
    if (flags & O_PATH) flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC; /* Linux fs/open.c, O_PATH_FLAGS */
    if (flags & O_CREAT && flags & O_DIRECTORY) return -EINVAL;                 /* there as well, build_open_flags() */
    if ((flags & O_TMPFILE) == O_TMPFILE && (flags & O_ACCMODE) == O_RDONLY) return -EINVAL;
    int r = guest_get_string(c, path, guest, sizeof guest);
    if (r != 0) return r;
    const struct description *same = path_fd_link(c->op, guest);
    if (same && same->ops) {
        struct description *d = same->ops->reopen(same, flags & O_ACCMODE);
        if (d) d->nonblock = flags & O_NONBLOCK;
        return d ? fd_add(&c->op->fds, d, 0, flags & O_CLOEXEC) : -errno;
    }
    int named_thread = (flags & O_ACCMODE) != O_RDONLY && !(flags & O_PATH) ? thread_name_file(c, guest) : 0;
    if (named_thread) return thread_name_open(c, named_thread, flags);
    u8 unmappable = same ? same->unmappable : 0;
    struct stat *named = same && same->named ? malloc(sizeof *named) : NULL;
    if (named) *named = *same->named;
    int fd = proc_open(c, guest, flags, &unmappable, &named);
    if (fd < -1) return fd;
    if (fd == -1) fd = open_name(c, dirfd, guest, flags, mode, &reach, &st);
    if (fd < 0) return free(named), fd;
    struct description *d = description_of_kind(fd, st.st_mode);
    if (d) d->followed = !(flags & O_NOFOLLOW);
    if (d) d->unmappable = unmappable;
    if (d) d->named = named;
    else free(named);
    if (d) d->draws = (flags & O_ACCMODE) != O_WRONLY && !(flags & O_PATH) && random_is_device(&st);
    return install(c, d, reach, flags & O_CLOEXEC, flags & O_NONBLOCK);
}

i64 sys_open(struct call *c)
{
    if (has_at(c)) return do_open(c, (i64)c->a[0], c->a[1], (u32)c->a[2], (u32)c->a[3]);
    return do_open(c, AT_FDCWD, c->a[0], (u32)c->a[1], (u32)c->a[2]);
}

i64 sys_creat(struct call *c)
{
    u32 flags = flags_to_guest(c->os->abi->open_flags, O_WRONLY | O_CREAT | O_TRUNC);
    return do_open(c, AT_FDCWD, c->a[0], flags, (u32)c->a[1]);
}

i64 sys_memfd_create(struct call *c)
{
    char name[250];
    int r = guest_get_string(c, c->a[0], name, sizeof name);
    if (r != 0) return r == -ENAMETOOLONG ? -EINVAL : r;
    int fd = memfd_create(name, (unsigned)c->a[1] | MFD_CLOEXEC);
    return fd < 0 ? -errno : install(c, description_new(fd), REACH_ALL, c->a[1] & MFD_CLOEXEC, false);
}

i64 sys_close(struct call *c) { return fd_close(&c->op->fds, (i64)c->a[0]); }

i64 sys_close_range(struct call *c)
{
    u64 last = c->a[1] < c->op->fds.room ? c->a[1] : c->op->fds.room;
    if (c->a[0] > c->a[1]) return -EINVAL;
    for (u64 fd = c->a[0]; fd <= last; fd++) {
        if (!fd_get(&c->op->fds, (i64)fd)) continue;
        if (c->a[2] & CLOSE_RANGE_CLOEXEC) c->op->fds.entry[fd].cloexec = true;
        else fd_close(&c->op->fds, (i64)fd);
    }
    return 0;
}

/* --- duplicating -------------------------------------------------------------------------------------------------- */

static i64 do_dup(struct call *c, i64 fd, i64 from, bool cloexec)
{
    struct description *d = fd_get(&c->op->fds, fd);
    if (!d) return -EBADF;
    if (from < 0 || from >= (i64)c->op->fds.limit) return -EINVAL;
    d->refs++;
    return fd_add(&c->op->fds, d, from, cloexec);
}

static i64 do_dup_to(struct call *c, i64 fd, i64 to, bool cloexec)
{
    struct description *d = fd_get(&c->op->fds, fd);
    if (!d || to < 0 || to >= (i64)c->op->fds.limit) return -EBADF;
    d->refs++;
    return fd_put(&c->op->fds, d, to, cloexec);
}

i64 sys_dup(struct call *c) { return do_dup(c, (i64)c->a[0], 0, false); }

i64 sys_dup2(struct call *c)
{
    if (c->a[0] == c->a[1]) return fd_get(&c->op->fds, (i64)c->a[0]) ? (i64)c->a[0] : -EBADF;
    return do_dup_to(c, (i64)c->a[0], (i64)c->a[1], false);
}

i64 sys_dup3(struct call *c)
{
    u32 flags = flags_to_host(c->os->abi->open_flags, (u32)c->a[2]);
    if (c->a[0] == c->a[1]) return -EINVAL;
    return do_dup_to(c, (i64)c->a[0], (i64)c->a[1], flags & O_CLOEXEC);
}

i64 sys_pipe(struct call *c)
{
    bool registers = c->entry->variant & V_TWO_RESULTS;
    u32 flags = registers ? 0 : flags_to_host(c->os->abi->open_flags, (u32)c->a[1]);
    struct description *end[2];
    u64 guest[2];
    int r = pipe_new(c->os, flags & O_NONBLOCK, end);
    if (r != 0) return r;
    for (unsigned i = 0; i < 2; i++) {
        i64 fd = fd_add(&c->op->fds, end[i], 0, flags & O_CLOEXEC);
        if (fd < 0) {
            if (i == 0) description_unref(end[1]);
            else fd_close(&c->op->fds, (i64)guest[0]);
            return fd;
        }
        guest[i] = (u64)fd;
    }
    if (registers) {
        c->p->isa->abi->set_second_result(c->t, guest[1]);
        return (i64)guest[0];
    }
    if (guest_put_array(c, c->a[0], 4, guest, 2) == 0) return 0;
    fd_close(&c->op->fds, (i64)guest[0]);
    fd_close(&c->op->fds, (i64)guest[1]);
    return -EFAULT;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

enum { NAME = SANDBOX_CHANGE | SANDBOX_NAME };

/* What came of making a name, or of removing one. */
static i64 made_name(struct call *c, i64 r)
{
    if (r == 0) limits_name_made(c->os);
    return r;
}

static i64 removed_name(struct call *c, i64 r)
{
    if (r == 0) limits_name_removed(c->os);
    return r;
}

/* A name for what is not a folder has no slash at its end (Linux fs/namei.c, filename_create). 0; -EEXIST, -ENOENT. */
static int no_slash(const struct host_path *at)
{
    if (!at->slash) return 0;
    return kind_of(at) ? -EEXIST : -ENOENT;
}

/* One for what is there and no folder has none either. 0; -ENOTDIR. */
static int only_folder(const struct host_path *at)
{
    return at->slash && kind_of(at) && kind_of(at) != S_IFDIR ? -ENOTDIR : 0;
}

/* Two paths, each with a directory first in the ...at forms. use: of the first; the second is that of a name. */
static int two_paths(struct call *c, unsigned use, struct host_path *from, struct host_path *to)
{
    bool at = has_at(c);
    int r = path_argument(c, at ? (i64)c->a[0] : AT_FDCWD, c->a[at ? 1 : 0], use, from);
    if (r != 0) return r;
    r = path_argument(c, at ? (i64)c->a[2] : AT_FDCWD, c->a[at ? 3 : 1], NAME, to);
    return r == 0 ? 0 : (int)path_done(from, r);
}

i64 sys_link(struct call *c)
{
    struct host_path from, to;
    int flags = has_at(c) ? (int)c->a[4] : 0;
    i64 r = two_paths(c, flags & AT_SYMLINK_FOLLOW ? SANDBOX_CHANGE : SANDBOX_CHANGE | SANDBOX_LINK, &from, &to);
    if (r != 0) return r;
    r = no_slash(&to);
    if (r == 0) r = made_name(c, result(linkat(from.dirfd, from.path, to.dirfd, to.path, flags)));
    return path_done(&from, path_done(&to, r));
}

i64 sys_rename(struct call *c)
{
    struct host_path from, to;
    unsigned flags = has_at(c) ? (unsigned)c->a[4] : 0;
    if (flags & RENAME_EXCHANGE && flags & (RENAME_NOREPLACE | RENAME_WHITEOUT)) return -EINVAL;
    i64 r = two_paths(c, NAME, &from, &to);
    if (r != 0) return r;
    from.slash |= to.slash && !(flags & RENAME_EXCHANGE);
    r = only_folder(&from);
    if (r == 0 && flags & RENAME_EXCHANGE) r = only_folder(&to);
    if (r == 0 && flags & RENAME_WHITEOUT) r = faccessat(from.dirfd, from.path, F_OK, AT_SYMLINK_NOFOLLOW) != 0 ? -errno : -EPERM; /* it leaves a device */
    bool replaces = !(flags & RENAME_EXCHANGE) && kind_of(&to);
    if (r == 0) r = result(renameat2(from.dirfd, from.path, to.dirfd, to.path, flags));
    if (replaces && !kind_of(&from)) removed_name(c, r); /* two names of one file both stay */
    return path_done(&from, path_done(&to, r));
}

i64 sys_symlink(struct call *c)
{
    char target[PATH_MAX];
    struct host_path at;
    i64 r = guest_get_string(c, c->a[0], target, sizeof target);
    if (r == 0) r = path_argument(c, has_at(c) ? (i64)c->a[1] : AT_FDCWD, c->a[has_at(c) ? 2 : 1], NAME, &at);
    if (r != 0) return r;
    u64 size = strlen(target), room = limits_output(c->os, size);
    r = no_slash(&at);
    bool refused = r == 0 && room < size;
    if (r == 0) r = refused ? -ENOSPC : made_name(c, result(symlinkat(target, at.dirfd, at.path)));
    limits_written(c->os, size, room, refused ? (i64)room : r == 0 ? (i64)size : r);
    return path_done(&at, r);
}

i64 sys_unlink(struct call *c)
{
    struct host_path at;
    const u64 *rest;
    int r = first_path(c, NAME, &at, &rest);
    if (r != 0) return r;
    r = only_folder(&at);
    return path_done(&at, r != 0 ? r : removed_name(c, result(unlinkat(at.dirfd, at.path, has_at(c) ? (int)rest[0] : 0))));
}

i64 sys_rmdir(struct call *c)
{
    struct host_path at;
    char guest[PATH_MAX];
    int r = guest_get_string(c, c->a[0], guest, sizeof guest);
    if (r == 0 && *guest == '/' && !guest[strspn(guest, "/")]) r = -EBUSY;
    if (r == 0) r = path_resolve(c->op, AT_FDCWD, guest, NAME, &at);
    return r != 0 ? r : path_done(&at, removed_name(c, result(unlinkat(at.dirfd, at.path, AT_REMOVEDIR))));
}

i64 sys_mkdir(struct call *c)
{
    struct host_path at;
    const u64 *rest;
    int r = first_path(c, NAME, &at, &rest);
    if (r != 0) return r;
    own_umask(c);
    i64 made = made_name(c, result(mkdirat(at.dirfd, at.path, (mode_t)rest[0] & MODE_BITS)));
    host_umask(c);
    return path_done(&at, made);
}

/* Files, FIFOs and sockets that nobody is bound to; devices are not for guests. */
i64 sys_mknod(struct call *c)
{
    struct host_path at;
    const u64 *rest;
    mode_t mode = (mode_t)c->a[has_at(c) ? 2 : 1];
    switch (mode & S_IFMT) {
    case 0: case S_IFREG: case S_IFIFO: case S_IFSOCK: case S_IFCHR: case S_IFBLK: break;
    case S_IFDIR: return -EPERM;
    default: return -EINVAL;
    }
    i64 made = first_path(c, NAME, &at, &rest);
    if (made != 0) return made;
    if (S_ISCHR(mode) || S_ISBLK(mode)) return path_done(&at, -EPERM);
    own_umask(c);
    made = no_slash(&at);
    if (S_ISFIFO(mode) && c->os->sandbox) mode |= FIFO_OF_GUEST;
    if (made == 0) made = made_name(c, result(mknodat(at.dirfd, at.path, mode & (S_IFMT | MODE_BITS), 0)));
    host_umask(c);
    return path_done(&at, made);
}

i64 sys_readlink(struct call *c)
{
    char guest[PATH_MAX], target[PATH_MAX];
    struct host_path at;
    const u64 *a = c->a + (has_at(c) ? 1 : 0);
    if ((i32)a[2] <= 0) return -EINVAL;
    int r = guest_get_string(c, a[0], guest, sizeof guest);
    if (r != 0) return r;
    i64 n;
    if (path_magic_link(c->op, guest, target) || path_cwd_link(c->op, guest, target)) {
        n = (i64)strlen(target);
    } else {
        r = path_resolve(c->op, has_at(c) ? (i64)c->a[0] : AT_FDCWD, guest, SANDBOX_READ | SANDBOX_LINK, &at);
        if (r != 0) return r;
        n = result((int)readlinkat(at.dirfd, at.path, target, sizeof target));
        if (path_proc_link(c->op, &at, c->t->tid, target)) n = (i64)strlen(target);
        else if (n != -EINVAL && at.dirfd >= 0 && path_links_are_barred(at.dirfd)) n = -EACCES; /* that a folder is no link may be known */
        path_done(&at, 0);
        if (n < 0) return n;
    }
    if ((u64)n > a[2]) n = (i64)a[2];
    return guest_put(c, a[1], target, (u64)n) != 0 ? -EFAULT : n;
}

i64 sys_access(struct call *c)
{
    struct host_path at;
    const u64 *rest;
    int flags = c->entry->variant & V_FLAGS ? (int)c->a[3] : 0;
    u64 mode = c->a[has_at(c) ? 2 : 1];
    unsigned use = mode & W_OK ? SANDBOX_OPEN : SANDBOX_READ;
    if (mode & ~(u64)(R_OK | W_OK | X_OK)) return -EINVAL;
    int r = first_path(c, use | (flags & AT_SYMLINK_NOFOLLOW ? SANDBOX_LINK : 0), &at, &rest);
    if (r != 0) return r;
    return path_done(&at, result(faccessat(at.dirfd, at.path, (int)rest[0], flags)));
}

i64 sys_truncate(struct call *c)
{
    struct host_path at;
    if ((i64)c->a[1] < 0) return -EINVAL;
    int r = path_argument(c, AT_FDCWD, c->a[0], SANDBOX_OPEN, &at);
    if (r != 0) return r;
    if (kind_of(&at) && kind_of(&at) != S_IFREG) return path_done(&at, kind_of(&at) == S_IFDIR ? -EISDIR : -EINVAL);
    int fd = (int)path_done(&at, path_open(&at, O_WRONLY | O_NONBLOCK, 0));
    if (fd < 0) return fd;
    if (path_is_barred(fd, &(struct stat){0})) {
        close(fd);
        return -EACCES;
    }
    i64 done = result(ftruncate(fd, (off_t)c->a[1]));
    close(fd);
    return done;
}

/* --- working directory -------------------------------------------------------------------------------------------- */

/* Takes over fd, which must be a directory that may be entered; or -errno. */
static i64 enter(struct call *c, int fd, enum reach reach)
{
    if (fd < 0) return fd;
    if (faccessat(fd, ".", X_OK, AT_EACCESS) != 0) {
        int e = errno;
        close(fd);
        return -e;
    }
    close(c->op->cwd_fd);
    c->op->cwd_fd = fd;
    c->op->cwd_reach = reach;
    return 0;
}

i64 sys_chdir(struct call *c)
{
    struct host_path at;
    int r = path_argument(c, AT_FDCWD, c->a[0], SANDBOX_READ, &at);
    if (r != 0) return r;
    return enter(c, (int)path_done(&at, path_open(&at, O_PATH | O_DIRECTORY, 0)), at.reach);
}

i64 sys_fchdir(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    return enter(c, (int)result(openat(d->host_fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)), d->reach);
}

i64 sys_getcwd(struct call *c)
{
    char path[PATH_MAX];
    struct stat st;
    if (fstat(c->op->cwd_fd, &st) != 0 || st.st_nlink == 0 || !path_of_fd(c->op->cwd_fd, path)) return -ENOENT;
    const char *shown = path_for_guest(c->os, path);
    u64 size = strlen(shown) + 1;
    if (size > c->a[1]) return -ERANGE;
    return guest_put(c, c->a[0], shown, size) != 0 ? -EFAULT : (i64)size;
}

i64 sys_umask(struct call *c)
{
    i64 was = c->op->umask;
    c->op->umask = (unsigned)c->a[0] & 0777;
    return was;
}
