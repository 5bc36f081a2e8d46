#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/path.h"

/* --- stat --------------------------------------------------------------------------------------------------------- */

/* What a guest sees of a mode: not what is kept there about it. */
static mode_t seen(const struct call *c, mode_t mode)
{
    return c->os->sandbox && S_ISFIFO(mode) ? mode & ~(mode_t)FIFO_OF_GUEST : mode;
}

/* What a guest sets, and what of the mode so far is not its own to change. */
static mode_t kept(const struct call *c, mode_t mode, const struct stat *st)
{
    mode &= 07777;
    return c->os->sandbox && S_ISFIFO(st->st_mode) ? mode | (st->st_mode & FIFO_OF_GUEST) : mode;
}

/* Bytes of a file; of /proc's folders none, for of some they say how many descriptors we have. */
static u64 size_seen(mode_t mode, dev_t dev, u64 size)
{
    struct stat proc;
    return S_ISDIR(mode) && size && !major(dev) && stat("/proc", &proc) == 0 && proc.st_dev == dev ? 0 : size;
}

static i64 put_stat(struct call *c, u64 addr, const struct stat *st)
{
    bool large = c->entry->variant & V_LARGE || guest_word(c) == 8;
    const struct layout *l = large ? &c->os->abi->stat64 : &c->os->abi->stat;
    if (!large && st->st_size > INT32_MAX) return -EOVERFLOW;
    const u64 v[ST_FIELDS] = {
        [ST_DEV] = st->st_dev, [ST_INO] = st->st_ino, [ST_MODE] = seen(c, st->st_mode), [ST_NLINK] = st->st_nlink,
        [ST_UID] = st->st_uid, [ST_GID] = st->st_gid, [ST_RDEV] = st->st_rdev, [ST_SIZE] = size_seen(st->st_mode, st->st_dev, (u64)st->st_size),
        [ST_BLKSIZE] = (u64)st->st_blksize, [ST_BLOCKS] = (u64)st->st_blocks,
        [ST_ATIME] = (u64)st->st_atim.tv_sec, [ST_ATIME_NSEC] = (u64)st->st_atim.tv_nsec,
        [ST_MTIME] = (u64)st->st_mtim.tv_sec, [ST_MTIME_NSEC] = (u64)st->st_mtim.tv_nsec,
        [ST_CTIME] = (u64)st->st_ctim.tv_sec, [ST_CTIME_NSEC] = (u64)st->st_ctim.tv_nsec,
    };
    return guest_put_layout(c, addr, l, v);
}

/* For the sandbox: a call that takes a symbolic link for what it is. */
static unsigned unfollowed(int flags) { return flags & AT_SYMLINK_NOFOLLOW ? SANDBOX_LINK : 0; }

/* What is known of a made file that is asked for by its descriptor alone; NULL: it is another file, or asked for by a name. */
static const struct stat *of_made(const struct call *c, i64 fd, const struct host_path *at, int flags)
{
    const struct description *d = flags & AT_EMPTY_PATH && !at->path[0] ? fd_get(&c->op->fds, fd) : NULL;
    return d ? d->named : NULL;
}

/* Flags of the ...at calls are the same everywhere (Linux uapi/linux/fcntl.h). */
static i64 stat_path(struct call *c, i64 dirfd, u64 path, u64 addr, int flags)
{
    struct host_path at;
    struct stat st;
    int r = path_argument(c, dirfd, path, SANDBOX_READ | unfollowed(flags), &at);
    if (r != 0) return r;
    const struct stat *made = of_made(c, dirfd, &at, flags);
    r = (int)path_done(&at, fstatat(at.dirfd, at.path, &st, flags) != 0 ? -errno : 0);
    return r != 0 ? r : put_stat(c, addr, made ? made : &st);
}

i64 sys_stat(struct call *c)
{
    int flags = c->entry->variant & V_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0;
    if (c->entry->variant & V_AT) return stat_path(c, (i64)c->a[0], c->a[1], c->a[2], (int)c->a[3]);
    return stat_path(c, AT_FDCWD, c->a[0], c->a[1], flags);
}

i64 sys_fstat(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    struct stat st;
    if (!d) return -EBADF;
    if (d->named) return put_stat(c, c->a[1], d->named);
    return fstat(d->host_fd, &st) != 0 ? -errno : put_stat(c, c->a[1], &st);
}

static struct statx_timestamp statx_time(struct timespec t) { return (struct statx_timestamp){.tv_sec = t.tv_sec, .tv_nsec = (u32)t.tv_nsec}; }

/* The same in the newer form. */
static struct statx statx_of(const struct stat *st)
{
    return (struct statx){
        .stx_mask = STATX_BASIC_STATS, .stx_blksize = (u32)st->st_blksize, .stx_nlink = (u32)st->st_nlink, .stx_uid = st->st_uid, .stx_gid = st->st_gid,
        .stx_mode = (u16)st->st_mode, .stx_ino = st->st_ino, .stx_size = (u64)st->st_size, .stx_blocks = (u64)st->st_blocks, .stx_atime = statx_time(st->st_atim),
        .stx_mtime = statx_time(st->st_mtim), .stx_ctime = statx_time(st->st_ctim), .stx_dev_major = major(st->st_dev), .stx_dev_minor = minor(st->st_dev),
    };
}

/* struct statx is the same on every ABI but for its byte order (Linux uapi/linux/stat.h). */
i64 sys_statx(struct call *c)
{
    enum { SIZE = 256 };
    struct host_path at;
    struct statx x;
    if ((u32)c->a[3] & STATX__RESERVED || (c->a[2] & AT_STATX_SYNC_TYPE) == AT_STATX_SYNC_TYPE) return -EINVAL;
    int r = path_argument(c, (i64)c->a[0], c->a[1], SANDBOX_READ | unfollowed((int)c->a[2]), &at);
    if (r != 0) return r;
    const struct stat *made = of_made(c, (i64)c->a[0], &at, (int)c->a[2]);
    r = (int)path_done(&at, statx(at.dirfd, at.path, (int)c->a[2], (unsigned)c->a[3], &x) != 0 ? -errno : 0);
    if (r != 0) return r;
    if (made) x = statx_of(made);
    const struct { u16 offset, size; u64 v; } field[] = {
        {0, 4, x.stx_mask}, {4, 4, x.stx_blksize}, {8, 8, x.stx_attributes}, {16, 4, x.stx_nlink}, {20, 4, x.stx_uid},
        {24, 4, x.stx_gid}, {28, 2, seen(c, x.stx_mode)}, {32, 8, x.stx_ino}, {40, 8, size_seen(x.stx_mode, makedev(x.stx_dev_major, x.stx_dev_minor), x.stx_size)}, {48, 8, x.stx_blocks},
        {56, 8, x.stx_attributes_mask}, {64, 8, (u64)x.stx_atime.tv_sec}, {72, 4, x.stx_atime.tv_nsec},
        {80, 8, (u64)x.stx_btime.tv_sec}, {88, 4, x.stx_btime.tv_nsec}, {96, 8, (u64)x.stx_ctime.tv_sec},
        {104, 4, x.stx_ctime.tv_nsec}, {112, 8, (u64)x.stx_mtime.tv_sec}, {120, 4, x.stx_mtime.tv_nsec},
        {128, 4, x.stx_rdev_major}, {132, 4, x.stx_rdev_minor}, {136, 4, x.stx_dev_major}, {140, 4, x.stx_dev_minor},
    };
    u8 raw[SIZE] = {0};
    for (size_t i = 0; i < ARRAY_LEN(field); i++)
        field_put(guest_big_endian(c), raw + field[i].offset, field[i].size, field[i].v);
    return guest_put(c, c->a[4], raw, sizeof raw);
}

/* --- extended attributes (xattr(7)) ------------------------------------------------------------------------------- */

/* There are none; but a name that cannot be one is seen first. */
static i64 no_xattr(struct call *c)
{
    enum { NAME_MOST = 255 };
    char name[NAME_MOST + 1];
    int r = c->entry->variant & V_NAME ? guest_get_string(c, c->a[1], name, sizeof name) : 0;
    if (r == -ENAMETOOLONG || (r == 0 && c->entry->variant & V_NAME && !name[0])) return -ERANGE;
    return r != 0 ? r : -EOPNOTSUPP;
}

i64 sys_xattr_of_path(struct call *c)
{
    int flags = c->entry->variant & V_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0;
    struct host_path at;
    struct stat st;
    int r = path_argument(c, AT_FDCWD, c->a[0], SANDBOX_READ | unfollowed(flags), &at);
    if (r != 0) return r;
    r = (int)path_done(&at, fstatat(at.dirfd, at.path, &st, flags) != 0 ? -errno : 0);
    return r != 0 ? r : no_xattr(c);
}

i64 sys_xattr_of_file(struct call *c) { return fd_get_open(&c->op->fds, (i64)c->a[0]) ? no_xattr(c) : -EBADF; }

/* --- statfs ------------------------------------------------------------------------------------------------------- */

static i64 put_statfs(struct call *c, const struct statfs *s)
{
    bool large = c->entry->variant & V_LARGE;
    const struct layout *l = large ? &c->os->abi->statfs64 : &c->os->abi->statfs;
    const u64 v[SF_FIELDS] = {
        [SF_TYPE] = (u64)s->f_type, [SF_BSIZE] = (u64)s->f_bsize, [SF_BLOCKS] = s->f_blocks, [SF_BFREE] = s->f_bfree,
        [SF_BAVAIL] = s->f_bavail, [SF_FILES] = s->f_files, [SF_FFREE] = s->f_ffree,
        [SF_FSID0] = (u64)s->f_fsid.__val[0], [SF_FSID1] = (u64)s->f_fsid.__val[1], [SF_NAMELEN] = (u64)s->f_namelen,
        [SF_FRSIZE] = (u64)s->f_frsize, [SF_FLAGS] = (u64)s->f_flags,
    };
    if (large && c->a[1] != l->size) return -EINVAL;
    if (!large && guest_word(c) == 4 && s->f_blocks > UINT32_MAX) return -EOVERFLOW;
    return guest_put_layout(c, c->a[large ? 2 : 1], l, v);
}

i64 sys_statfs(struct call *c)
{
    struct host_path at;
    struct statfs s;
    int r = path_argument(c, AT_FDCWD, c->a[0], SANDBOX_READ, &at);
    if (r != 0) return r;
    int fd = (int)path_done(&at, path_open(&at, O_PATH, 0));
    if (fd < 0) return fd;
    r = fstatfs(fd, &s) != 0 ? -errno : 0;
    close(fd);
    return r != 0 ? r : put_statfs(c, &s);
}

i64 sys_fstatfs(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    struct statfs s;
    if (!d) return -EBADF;
    return fstatfs(d->host_fd, &s) != 0 ? -errno : put_statfs(c, &s);
}

/* --- directories -------------------------------------------------------------------------------------------------- */

/* Positions in directories are hashes of 63 bits on some file systems, of which a 32-bit kernel shows the upper half, and
 * the end as the greatest number of either size (Linux fs/ext4/dir.c, hash2pos). */
static u64 narrow_position(struct description *d, u64 off)
{
    if (off > INT32_MAX && off != INT64_MAX) d->hashed = true;
    return d->hashed || off == INT64_MAX ? off >> 32 : off;
}

/* One entry of getdents64: u64 ino, s64 off, u16 reclen, u8 type, name; and of the old getdents: two longs, u16 reclen,
 * name, and the type in the last byte. Bytes used; 0 when it does not fit into room. */
static u64 put_entry(struct call *c, struct description *d, const u8 *host, u8 *to, u64 room, bool large)
{
    bool be = guest_big_endian(c);
    unsigned word = guest_word(c), head = large ? 19 : 2 * word + 2;
    u64 ino, off;
    memcpy(&ino, host, 8);
    memcpy(&off, host + 8, 8);
    if (word == 4) off = narrow_position(d, off);
    const char *name = (const char *)host + 19;
    u64 len = strlen(name) + 1, size = (head + len + (large ? 0 : 1) + 7) & ~(u64)7;
    if (size > room) return 0;
    memset(to, 0, size);
    unsigned w = large ? 8 : word;
    field_put(be, to, w, ino);
    field_put(be, to + w, w, off);
    field_put(be, to + 2 * w, 2, size);
    memcpy(to + head, name, len);
    if (large) to[18] = host[18];
    else to[size - 1] = host[18];
    return size;
}

i64 sys_getdents(struct call *c)
{
    enum { BUFFER = 32768 };
    bool large = c->entry->variant & V_LARGE;
    struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    u64 room = c->a[2] < BUFFER ? c->a[2] : BUFFER, used = 0;
    u8 host[BUFFER], guest[BUFFER];
    if (!d) return -EBADF;
    if (!mem_check(&c->p->mem, c->a[1], c->a[2], PROT_WRITE)) return -EFAULT;
    off_t start = lseek(d->host_fd, 0, SEEK_CUR);
    long n = syscall(SYS_getdents64, d->host_fd, host, room);
    if (n <= 0) return n < 0 ? -errno : 0;
    for (long i = 0; i < n;) {
        u16 reclen;
        u64 off;
        memcpy(&reclen, host + i + 16, 2);
        memcpy(&off, host + i + 8, 8);
        u64 size = put_entry(c, d, host + i, guest + used, room - used, large);
        if (size == 0) {
            /* The rest is read again the next time. */
            lseek(d->host_fd, start, SEEK_SET);
            break;
        }
        used += size;
        i += reclen;
        start = (off_t)off;
    }
    if (used == 0) return -EINVAL;
    return guest_put(c, c->a[1], guest, used) != 0 ? -EFAULT : (i64)used;
}

/* --- times and owners --------------------------------------------------------------------------------------------- */

/* Two times in guest memory in any of the forms that the calls take. */
static i64 get_times(struct call *c, u64 addr, struct timespec ts[2])
{
    int variant = c->entry->variant;
    unsigned size = variant & V_TIME64 ? 8 : guest_word(c), n = variant & V_SECONDS ? 1 : 2;
    for (unsigned i = 0; i < 2; i++) {
        u64 v[2] = {0, 0};
        if (guest_get_array(c, addr + (u64)i * n * size, size, v, n) != 0) return -EFAULT;
        i64 fraction = size == 4 ? (i32)v[1] : (i64)v[1];
        ts[i].tv_sec = size == 4 ? (i32)v[0] : (i64)v[0];
        if ((variant & V_USEC) && (fraction < 0 || fraction >= 1000000)) return -EINVAL;
        ts[i].tv_nsec = variant & V_USEC ? fraction * 1000 : fraction;
    }
    return 0;
}

i64 sys_utimes(struct call *c)
{
    bool has_fd = c->entry->variant & V_AT;
    const u64 *a = c->a + (has_fd ? 1 : 0);
    i64 dirfd = has_fd ? (i64)c->a[0] : AT_FDCWD;
    int flags = has_fd && !(c->entry->variant & V_USEC) ? (int)c->a[3] : 0;
    struct timespec ts[2];
    struct host_path at;
    i64 r = a[1] ? get_times(c, a[1], ts) : 0;
    if (r != 0) return r;
    const struct timespec *when = a[1] ? ts : NULL;
    if (when && ts[0].tv_nsec == UTIME_OMIT && ts[1].tv_nsec == UTIME_OMIT) return 0; /* whatever the rest is (utimensat(2)) */
    bool of_fd = !a[0] && dirfd != AT_FDCWD; /* utimensat with a null path is futimens */
    if (flags & (of_fd ? -1 : ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))) return -EINVAL;
    if (of_fd) {
        const struct description *d = fd_get(&c->op->fds, dirfd);
        if (!d) return -EBADF;
        r = sandbox_check(c->os, d->reach, SANDBOX_CHANGE);
        return r != 0 ? r : futimens(d->host_fd, when) != 0 ? -errno : 0;
    }
    r = path_argument(c, dirfd, a[0], SANDBOX_CHANGE | unfollowed(flags), &at);
    if (r != 0) return r;
    return path_done(&at, utimensat(at.dirfd, at.path, when, flags) != 0 ? -errno : 0);
}

i64 sys_chmod(struct call *c)
{
    const u64 *a = c->a + (c->entry->variant & V_AT ? 1 : 0);
    struct host_path at;
    struct stat st;
    int r = path_argument(c, c->entry->variant & V_AT ? (i64)c->a[0] : AT_FDCWD, a[0], SANDBOX_CHANGE, &at);
    if (r != 0) return r;
    /* In a sandbox this is the object itself, whatever its name means by now. */
    if (fstatat(at.dirfd, at.path, &st, 0) != 0) return path_done(&at, -errno);
    return path_done(&at, fchmodat(at.dirfd, at.path, kept(c, (mode_t)a[1], &st), 0) != 0 ? -errno : 0);
}

i64 sys_fchmod(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    struct stat st;
    if (!d) return -EBADF;
    int r = sandbox_check(c->os, d->reach, SANDBOX_CHANGE);
    if (r != 0) return r;
    if (fstat(d->host_fd, &st) != 0) return -errno;
    return fchmod(d->host_fd, kept(c, (mode_t)c->a[1], &st)) != 0 ? -errno : 0;
}

i64 sys_chown(struct call *c)
{
    bool has_fd = c->entry->variant & V_AT;
    const u64 *a = c->a + (has_fd ? 1 : 0);
    int flags = has_fd ? (int)c->a[4] : c->entry->variant & V_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0;
    struct host_path at;
    int r = path_argument(c, has_fd ? (i64)c->a[0] : AT_FDCWD, a[0], SANDBOX_CHANGE | unfollowed(flags), &at);
    if (r != 0) return r;
    return path_done(&at, fchownat(at.dirfd, at.path, (uid_t)a[1], (gid_t)a[2], flags) != 0 ? -errno : 0);
}

i64 sys_fchown(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    int r = sandbox_check(c->os, d->reach, SANDBOX_CHANGE);
    if (r != 0) return r;
    return fchown(d->host_fd, (uid_t)c->a[1], (gid_t)c->a[2]) != 0 ? -errno : 0;
}
