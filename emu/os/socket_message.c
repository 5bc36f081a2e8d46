/* send, sendto, sendmsg, recv, recvfrom, recvmsg: the guest's structures on their way to socket_send() and back. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "emu/os/calls.h"
#include "emu/os/socket.h"
#include "emu/os/vectors.h"

enum {
    FDS_MOST = 253 /* SCM_MAX_FD */,
    CONTROL_MOST = 20480 /* bytes: net.core.optmem_max */,
    CREDENTIALS = 12 /* bytes of struct ucred */,
};

/* struct msghdr: seven fields, each of them in a word of the guest's (two are shorter). */
enum { HDR_NAME, HDR_NAME_SIZE, HDR_IOV, HDR_IOVS, HDR_CONTROL, HDR_CONTROL_SIZE, HDR_FLAGS, HDR_FIELDS };

struct header {
    u64 addr;
    u64 f[HDR_FIELDS];
    struct iovec v[IOV_MOST];
    int n;
};

static unsigned header_size(const struct call *c) { return HDR_FIELDS * guest_word(c); }

static int header_get(struct call *c, u64 addr, struct header *h, int want)
{
    unsigned word = guest_word(c);
    h->addr = addr;
    for (unsigned i = 0; i < HDR_FIELDS; i++) {
        unsigned size = i == HDR_NAME_SIZE || i == HDR_FLAGS ? 4 : word;
        if (guest_get_uint(c, addr + i * word, size, &h->f[i]) != 0) return -EFAULT;
    }
    if (h->f[HDR_IOVS] > IOV_MOST) return -EMSGSIZE;
    i64 n = vectors_get(c, h->f[HDR_IOV], h->f[HDR_IOVS], want, want == PROT_READ, h->v);
    h->n = (int)n;
    return n < 0 ? (int)n : 0;
}

/* --- control messages (cmsg(3)) ----------------------------------------------------------------------------------- */

/* struct cmsghdr: its size in a word, level and type as integers; data begin at the next word, so does the next header. */
static u64 cmsg_header(const struct call *c) { return guest_word(c) + 8; }
static u64 cmsg_align(const struct call *c, u64 n) { return (n + guest_word(c) - 1) & ~(u64)(guest_word(c) - 1); }

/* Descriptors of the guest, by number, that are to travel with those of other control messages before (Linux net/core/scm.c). */
static i64 get_descriptors(struct call *c, u64 addr, u64 bytes, struct transfer *x)
{
    u64 number[FDS_MOST], n = bytes / 4;
    if (n == 0) return 0;
    if (n > FDS_MOST - x->fds) return -EINVAL;
    if (guest_get_array(c, addr, 4, number, (unsigned)n) != 0) return -EFAULT;
    struct description **more = realloc(x->fd, (x->fds + n) * sizeof *x->fd);
    if (!more) return -ENOMEM;
    x->fd = more;
    for (u64 i = 0; i < n; i++) {
        struct description *d = fd_get(&c->op->fds, (i32)number[i]);
        if (!d) return -EBADF;
        d->refs++;
        x->fd[x->fds++] = d;
    }
    return 0;
}

/* One of the level of sockets themselves: `bytes` of them, at addr. */
static i64 get_own(struct call *c, const struct socket *s, u64 type, u64 addr, u64 bytes, struct transfer *x)
{
    switch (type) {
    case SCM_RIGHTS: return s->family == AF_UNIX ? get_descriptors(c, addr, bytes, x) : 0; /* others ignore them */
    case SCM_CREDENTIALS:
        if (bytes != CREDENTIALS) return -EINVAL;
        x->credentials = true;
        return 0;
    default: return -EINVAL;
    }
}

static i64 get_control(struct call *c, const struct socket *s, const struct header *h, struct transfer *x)
{
    u64 at = h->f[HDR_CONTROL], left = h->f[HDR_CONTROL_SIZE], head = cmsg_header(c);
    if (left > CONTROL_MOST) return left > INT32_MAX ? -EINVAL : -ENOBUFS;
    while (left >= head) {
        u64 size, word[2];
        if (guest_get_uint(c, at, guest_word(c), &size) != 0) return -EFAULT;
        if (guest_get_array(c, at + guest_word(c), 4, word, 2) != 0) return -EFAULT;
        if (size < head || size > left) return -EINVAL;
        i64 r = word[0] == c->os->abi->sol_socket ? get_own(c, s, word[1], at + head, size - head, x) : 0;
        if (r != 0) return r;
        u64 step = cmsg_align(c, size);
        if (step >= left) break;
        at += step;
        left -= step;
    }
    return 0;
}

/* One control message behind what is there already; it is cut where the room ends. */
static int put_control(struct call *c, struct header *h, u64 *used, u32 type, const u64 *value, unsigned n, int *flags)
{
    u64 head = cmsg_header(c), room = h->f[HDR_CONTROL_SIZE] - *used, at = h->f[HDR_CONTROL] + *used;
    if (room < head) {
        *flags |= MSG_CTRUNC;
        return 0;
    }
    if (head + 4 * (u64)n > room) {
        *flags |= MSG_CTRUNC;
        n = (unsigned)((room - head) / 4);
    }
    u64 size = head + 4 * (u64)n;
    if (guest_put_uint(c, at, guest_word(c), size) != 0) return -EFAULT;
    if (guest_put_array(c, at + guest_word(c), 4, (u64[]){c->os->abi->sol_socket, type}, 2) != 0) return -EFAULT;
    if (guest_put_array(c, at + head, 4, value, n) != 0) return -EFAULT;
    *used += cmsg_align(c, size) < room ? cmsg_align(c, size) : room;
    return 0;
}

/* Gives the descriptors that came numbers, as many as there is room for; the others are closed. */
static int put_descriptors(struct call *c, struct header *h, u64 *used, struct transfer *x)
{
    u64 number[FDS_MOST], head = cmsg_header(c), room = h->f[HDR_CONTROL_SIZE] - *used;
    unsigned n = 0, fits = room < head ? 0 : (unsigned)((room - head) / 4);
    for (; n < x->fds && n < fits; n++) {
        x->fd[n]->refs++;
        int fd = fd_add(&c->op->fds, x->fd[n], 0, x->flags & MSG_CMSG_CLOEXEC);
        if (fd < 0) break;
        number[n] = (u64)fd;
    }
    if (n < x->fds) x->flags_out |= MSG_CTRUNC;
    return n ? put_control(c, h, used, SCM_RIGHTS, number, n, &x->flags_out) : 0;
}

static int put_all_control(struct call *c, const struct socket *s, struct header *h, struct transfer *x)
{
    u64 used = 0;
    int r = 0;
    if (s->pass_credentials) {
        const u64 who[CREDENTIALS / 4] = {(u32)x->who.pid, (u32)x->who.uid, (u32)x->who.gid};
        r = put_control(c, h, &used, SCM_CREDENTIALS, who, CREDENTIALS / 4, &x->flags_out);
    }
    if (r == 0 && x->fds) r = put_descriptors(c, h, &used, x);
    h->f[HDR_CONTROL_SIZE] = used;
    return r;
}

/* --- sending ------------------------------------------------------------------------------------------------------ */

static i64 send_to(struct call *c, u64 name, i64 name_size, struct transfer *x)
{
    i64 error;
    struct description *d;
    struct socket_name to;
    struct socket *s = socket_get(c, (i64)c->a[0], &d, &error);
    if (!s) return error;
    if (name && name_size) {
        if ((error = name_get(c, name, name_size, &to)) != 0) return error;
        x->to = &to;
    }
    x->nonblock = d->nonblock;
    error = socket_send(c, s, x);
    x->to = NULL;
    return error;
}

i64 sys_send(struct call *c)
{
    bool has_name = c->entry->variant & V_NAME;
    u64 size = c->a[2] < INT32_MAX ? c->a[2] : INT32_MAX;
    struct iovec v;
    if (vector_get(c, c->a[1], size, PROT_READ, &v) != 0) return -EFAULT;
    struct transfer x = {.v = &v, .n = 1, .flags = (int)c->a[3]};
    return send_to(c, has_name ? c->a[4] : 0, has_name ? (i64)c->a[5] : 0, &x);
}

static i64 send_message(struct call *c, u64 addr, int flags)
{
    i64 error;
    struct header h;
    const struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    if ((error = header_get(c, addr, &h, PROT_READ)) != 0) return error;
    if ((u64)h.n < h.f[HDR_IOVS] && !socket_is_stream(s)) return -EFAULT; /* a message is sent whole */
    struct transfer x = {.v = h.v, .n = h.n, .flags = flags};
    error = get_control(c, s, &h, &x);
    if (error == 0) error = send_to(c, h.f[HDR_NAME], (i32)h.f[HDR_NAME_SIZE], &x);
    transfer_drop_descriptors(&x);
    return error;
}

i64 sys_sendmsg(struct call *c) { return send_message(c, c->a[1], (int)c->a[2]); }

/* --- receiving ---------------------------------------------------------------------------------------------------- */

/* Connections of the Internet do not say who sent it, for there is one only; nor do senders without a name. */
static bool tells_sender(const struct socket *s, const struct transfer *x)
{
    if (x->from.family == AF_UNSPEC) return false;
    return socket_is_inet(s) ? s->type == SOCK_DGRAM : x->from.length != 0;
}

i64 sys_recv(struct call *c)
{
    i64 error;
    struct description *d;
    struct socket *s = socket_get(c, (i64)c->a[0], &d, &error);
    u64 size = c->a[2] < INT32_MAX ? c->a[2] : INT32_MAX;
    struct iovec v;
    if (!s) return error;
    if (vector_get(c, c->a[1], size, PROT_WRITE, &v) != 0) return -EFAULT;
    struct transfer x = {.v = &v, .n = 1, .flags = (int)c->a[3], .nonblock = d->nonblock};
    i64 r = socket_receive(c, s, &x);
    transfer_drop_descriptors(&x);
    if (r < 0 || !(c->entry->variant & V_NAME) || !c->a[4]) return r;
    error = tells_sender(s, &x) ? name_put(c, c->a[4], c->a[5], &x.from, s->family) : name_put_none(c, c->a[5]);
    return error ? error : r;
}

static i64 receive_header(struct call *c, u64 addr, int flags)
{
    i64 error;
    struct description *d;
    struct header h;
    unsigned word = guest_word(c);
    struct socket *s = socket_get(c, (i64)c->a[0], &d, &error);
    if (!s) return error;
    if ((error = header_get(c, addr, &h, PROT_WRITE)) != 0) return error;
    struct transfer x = {.v = h.v, .n = h.n, .flags = flags, .nonblock = d->nonblock};
    i64 r = socket_receive(c, s, &x);
    if (r >= 0) {
        u64 name_size = 0;
        error = 0;
        if (h.f[HDR_NAME] && tells_sender(s, &x))
            error = name_put_sized(c, h.f[HDR_NAME], h.f[HDR_NAME_SIZE], &x.from, s->family, &name_size);
        if (error == 0) error = put_all_control(c, s, &h, &x);
        if (error == 0 && h.f[HDR_NAME]) error = guest_put_uint(c, addr + HDR_NAME_SIZE * word, 4, name_size);
        if (error == 0) error = guest_put_uint(c, addr + HDR_CONTROL_SIZE * word, word, h.f[HDR_CONTROL_SIZE]);
        if (error == 0)
            error = guest_put_uint(c, addr + HDR_FLAGS * word, 4, (u32)(x.flags_out | (flags & MSG_CMSG_CLOEXEC)));
        if (error != 0) r = error;
    }
    transfer_drop_descriptors(&x);
    return r;
}

i64 sys_recvmsg(struct call *c) { return receive_header(c, c->a[1], (int)c->a[2]); }

/* --- several at once ---------------------------------------------------------------------------------------------- */

/* struct mmsghdr: a msghdr, and how many bytes went; as many as can be moved without waiting, but at least one. An error is told where none
 * went before it (net/socket.c, __sys_sendmmsg()). */
static i64 several(struct call *c, i64 (*one)(struct call *c, u64 addr, int flags), int flags)
{
    u64 n = c->a[2] < IOV_MOST ? c->a[2] : IOV_MOST, step = header_size(c) + guest_word(c);
    for (u64 i = 0; i < n; i++) {
        u64 addr = c->a[1] + i * step;
        i64 r = one(c, addr, i ? flags | MSG_DONTWAIT : flags);
        if (r < 0) return i ? (i64)i : r;
        if (guest_put_uint(c, addr + header_size(c), 4, (u64)r) != 0) return i ? (i64)i : -EFAULT;
    }
    return (i64)n;
}

i64 sys_sendmmsg(struct call *c) { return several(c, send_message, (int)c->a[3]); }

i64 sys_recvmmsg(struct call *c)
{
    enum { MSG_WAITFORONE_FLAG = 0x10000 };
    return several(c, receive_header, (int)c->a[3] & ~MSG_WAITFORONE_FLAG);
}
