#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/kernel.h"
#include "emu/os/pipe.h"
#include "emu/os/process.h"

static i64 result(int r) { return r < 0 ? -errno : r; }

/* --- fcntl -------------------------------------------------------------------------------------------------------- */

static i64 set_flags(struct call *c, struct description *d, u32 guest)
{
    u32 flags = flags_to_host(c->os->abi->open_flags, guest);
    if (d->ops && (flags & O_DIRECT)) return -EINVAL; /* of a pipe it would be packets, which there are none of */
    /* What others share with us keeps its own idea of blocking. Ours never waits in the host, which would wait for another guest. */
    int keep = d->inherited ? fcntl(d->host_fd, F_GETFL) & O_NONBLOCK : O_NONBLOCK;
    i64 r = result(fcntl(d->host_fd, F_SETFL, (int)(flags & (O_APPEND | O_DIRECT | O_NOATIME)) | keep));
    if (r == 0) d->nonblock = flags & O_NONBLOCK;
    return r;
}

static i64 get_flags(struct call *c, const struct description *d)
{
    int host = fcntl(d->host_fd, F_GETFL);
    if (host < 0) return -errno;
    host = (host & ~O_NONBLOCK) | (d->nonblock ? O_NONBLOCK : 0);
    if (d->followed) host &= ~O_NOFOLLOW;
    return flags_to_guest(c->os->abi->open_flags, (u32)host & ~(u32)O_CLOEXEC);
}

static i64 record_lock(struct call *c, const struct description *d, int command, bool large, bool of_file)
{
    bool be = guest_big_endian(c);
    const struct layout *l = large ? &c->os->abi->flock64 : &c->os->abi->flock;
    const struct pair *types = c->os->abi->lock_types, *type = types;
    u64 v[FL_FIELDS] = {0};
    u8 raw[64];
    if (guest_get(c, c->a[2], raw, l->size) != 0) return -EFAULT;
    for (const struct field *f = l->field; f < l->field + l->fields; f++)
        v[f->id] = field_get(be, raw + f->offset, f->size);
    bool narrow = l->field[FL_START].size == 4;
    while (type < types + 3 && type->guest != (u32)v[FL_TYPE]) type++;
    if (type == types + 3 || (of_file && v[FL_PID])) return -EINVAL; /* fcntl(2): l_pid shall be 0 */
    if (command == F_OFD_GETLK && !of_file && type->host == F_UNLCK) return -EINVAL;
    struct flock lock = {
        .l_type = (short)type->host,
        .l_whence = (short)v[FL_WHENCE],
        .l_start = narrow ? (i32)v[FL_START] : (i64)v[FL_START],
        .l_len = narrow ? (i32)v[FL_LEN] : (i64)v[FL_LEN],
    };
    bool waits = command == F_OFD_SETLKW;
    if (fcntl(d->host_fd, waits ? F_OFD_SETLK : command, &lock) != 0)
        return waits && (errno == EAGAIN || errno == EACCES) ? call_retry(c) : -errno;
    if (command != F_OFD_GETLK) return 0;
    for (const struct pair *p = types; p < types + 3; p++)
        if ((short)p->host == lock.l_type) v[FL_TYPE] = p->guest;
    v[FL_WHENCE] = (u64)lock.l_whence;
    v[FL_START] = (u64)lock.l_start;
    v[FL_LEN] = (u64)lock.l_len;
    v[FL_PID] = (u64)lock.l_pid;
    return guest_put_layout(c, c->a[2], l, v);
}

static bool has_group(const struct os *os, i64 group)
{
    const struct os_process *op = os->processes;
    while (op && op->pgid != group) op = op->next;
    return op;
}

static bool is_there(const struct os *os, int type, i64 id)
{
    return type == F_OWNER_PGRP ? has_group(os, id) : thread_find(os, id) || process_find(os, id);
}

/* Whom signals of the descriptor are for (Linux fs/fcntl.c, f_setown): kept, and none is ever sent. */
static i64 set_owner(struct call *c, struct description *d, int type, i32 id)
{
    if (type != F_OWNER_TID && type != F_OWNER_PID && type != F_OWNER_PGRP) return -EINVAL;
    if (id && !is_there(c->os, type, id)) return -ESRCH;
    d->owner = id;
    d->owner_type = (u8)type;
    return 0;
}

/* Nobody, when he has ended. */
static i32 owner_of(const struct call *c, const struct description *d) { return is_there(c->os, d->owner_type, d->owner) ? d->owner : 0; }

static i64 owner_ex(struct call *c, struct description *d, bool set)
{
    u64 v[2] = {d->owner_type, (u32)owner_of(c, d)};
    if (!set) return guest_put_array(c, c->a[2], 4, v, 2);
    if (guest_get_array(c, c->a[2], 4, v, 2) != 0) return -EFAULT;
    return set_owner(c, d, (i32)v[0], (i32)v[1]);
}

/* A number of Linux's, the same on all our ABIs; negative ones are groups. */
static i64 set_owner_by_number(struct call *c, struct description *d, i32 id)
{
    if (id == INT32_MIN) return -EINVAL;
    return set_owner(c, d, id < 0 ? F_OWNER_PGRP : F_OWNER_PID, id < 0 ? -id : id);
}

i64 sys_fcntl(struct call *c)
{
    enum { DUPFD = 0, GETLK64 = 8, SETLKW64 = 10, OFD_GETLK = 36, OFD_SETLKW = 38 };
    struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    u32 guest = (u32)c->a[1], host = number_to_host(c->os->abi->fcntl_commands, guest);
    i64 limit = c->op->fds.limit, from = (i32)c->a[2];
    if (!d) return -EBADF;
    bool *cloexec = &c->op->fds.entry[c->a[0]].cloexec;
    if (guest == DUPFD || host == F_DUPFD_CLOEXEC) {
        if (from < 0 || from >= limit) return -EINVAL;
        d->refs++;
        return fd_add(&c->op->fds, d, from, guest != DUPFD);
    }
    switch (host) {
    case F_GETFD: return *cloexec;
    case F_SETFD: *cloexec = c->a[2] & FD_CLOEXEC; return 0;
    case F_GETFL: return get_flags(c, d);
    case F_SETFL: return set_flags(c, d, (u32)c->a[2]);
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW: {
        bool of_file = guest >= OFD_GETLK && guest <= OFD_SETLKW, large = (guest >= GETLK64 && guest <= SETLKW64) || of_file;
        return record_lock(c, d, (int)host, large || guest_word(c) == 8, of_file);
    }
    case F_GETPIPE_SZ:
    case F_SETPIPE_SZ:
        if (pipe_is(d)) return host == F_SETPIPE_SZ && c->a[2] > PIPE_SIZE ? -EPERM : PIPE_SIZE;
        return result(host == F_GETPIPE_SZ ? fcntl(d->host_fd, host) : fcntl(d->host_fd, host, (int)c->a[2]));
    case F_GETOWN: return d->owner_type == F_OWNER_PGRP ? -owner_of(c, d) : owner_of(c, d);
    case F_SETOWN: return set_owner_by_number(c, d, (i32)c->a[2]);
    case F_GETOWN_EX:
    case F_SETOWN_EX: return owner_ex(c, d, host == F_SETOWN_EX);
    case F_GETSIG: return d->owner_signal;
    case F_SETSIG:
        if (c->a[2] > GUEST_SIGNALS) return -EINVAL;
        d->owner_signal = (u8)c->a[2];
        return 0;
    case F_GETLEASE: return (i64)c->os->abi->lock_types[2].guest; /* none is ever taken */
    default: return -EINVAL;
    }
}

i64 sys_flock(struct call *c)
{
    const struct description *d = fd_get(&c->op->fds, (i64)c->a[0]);
    if (!d) return -EBADF;
    bool waits = !(c->a[1] & LOCK_NB);
    i64 r = result(flock(d->host_fd, (int)c->a[1] | LOCK_NB));
    return waits && r == -EWOULDBLOCK ? call_retry(c) : r;
}

/* --- ioctl -------------------------------------------------------------------------------------------------------- */

/* struct termios of the kernel: four words of flags, the line discipline, the characters. The flags and the meaning of
 * the characters are those of the host (asm-generic/termbits.h). */
static i64 get_termios(struct call *c, const struct description *d)
{
    struct termios host;
    u8 raw[64] = {0};
    unsigned cc = c->os->abi->termios_cc;
    if (ioctl(d->host_fd, TCGETS, &host) != 0) return -errno;
    const u32 flags[4] = {host.c_iflag, host.c_oflag, host.c_cflag, host.c_lflag};
    for (unsigned i = 0; i < 4; i++) field_put(guest_big_endian(c), raw + 4 * i, 4, flags[i]);
    raw[16] = host.c_line;
    memcpy(raw + 17, host.c_cc, cc < NCCS ? cc : NCCS);
    return guest_put(c, c->a[2], raw, (17 + cc + 3) & ~3u);
}

static i64 set_termios(struct call *c, const struct description *d, unsigned long request)
{
    struct termios host;
    u8 raw[64];
    unsigned cc = c->os->abi->termios_cc;
    if (guest_get(c, c->a[2], raw, (17 + cc + 3) & ~3u) != 0) return -EFAULT;
    if (ioctl(d->host_fd, TCGETS, &host) != 0) return -errno;
    tcflag_t *flags[4] = {&host.c_iflag, &host.c_oflag, &host.c_cflag, &host.c_lflag};
    for (unsigned i = 0; i < 4; i++) *flags[i] = (tcflag_t)field_get(guest_big_endian(c), raw + 4 * i, 4);
    host.c_line = raw[16];
    memcpy(host.c_cc, raw + 17, cc < NCCS ? cc : NCCS);
    return result(ioctl(d->host_fd, request, &host));
}

static i64 window_size(struct call *c, const struct description *d, bool set)
{
    u64 v[4];
    struct winsize w;
    if (set) {
        if (guest_get_array(c, c->a[2], 2, v, 4) != 0) return -EFAULT;
        w = (struct winsize){(u16)v[0], (u16)v[1], (u16)v[2], (u16)v[3]};
        return result(ioctl(d->host_fd, TIOCSWINSZ, &w));
    }
    if (ioctl(d->host_fd, TIOCGWINSZ, &w) != 0) return -errno;
    const u64 out[4] = {w.ws_row, w.ws_col, w.ws_xpixel, w.ws_ypixel};
    return guest_put_array(c, c->a[2], 2, out, 4);
}

i64 sys_ioctl(struct call *c)
{
    struct description *d = fd_get_open(&c->op->fds, (i64)c->a[0]);
    u64 value = 0;
    int n;
    if (!d) return -EBADF;
    switch (number_to_host(c->os->abi->ioctls, (u32)c->a[1])) {
    case IO_TCGETS: return get_termios(c, d);
    case IO_TCSETS: return set_termios(c, d, TCSETS);
    case IO_TCSETSW: return set_termios(c, d, TCSETSW);
    case IO_TCSETSF: return set_termios(c, d, TCSETSF);
    case IO_WINSIZE: return window_size(c, d, false);
    case IO_SET_WINSIZE: return window_size(c, d, true);
    case IO_NREAD:
        if (d->ops) {
            i64 bytes = d->ops->readable(d);
            return bytes < 0 ? bytes : guest_put_uint(c, c->a[2], 4, (u64)bytes);
        }
        if (ioctl(d->host_fd, FIONREAD, &n) != 0) return -errno;
        return guest_put_uint(c, c->a[2], 4, (u32)n);
    case IO_NONBLOCK:
        if (guest_get_uint(c, c->a[2], 4, &value) != 0) return -EFAULT;
        d->nonblock = value;
        return 0;
    case IO_CLOEXEC:
    case IO_NOCLOEXEC:
        c->op->fds.entry[c->a[0]].cloexec = number_to_host(c->os->abi->ioctls, (u32)c->a[1]) == IO_CLOEXEC;
        return 0;
    case IO_GET_PGRP: /* the guest's own numbers: it is alone on its terminal */
        if (!isatty(d->host_fd)) return -ENOTTY;
        return guest_put_uint(c, c->a[2], 4, (u32)c->os->foreground);
    case IO_SET_PGRP:
        if (!isatty(d->host_fd)) return -ENOTTY;
        if (guest_get_uint(c, c->a[2], 4, &value) != 0) return -EFAULT;
        c->os->foreground = (int)value;
        return 0;
    default: return -ENOTTY;
    }
}
