#include "emu/os/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/limits.h"
#include "emu/os/path.h"
#include "emu/os/vectors.h"

/* What Linux gives fresh sockets (net.core.wmem_default, net.ipv4.tcp_wmem, tcp_rmem). */
enum { BUFFER = 212992, TCP_SEND = 16384, TCP_RECEIVE = 131072, BACKLOG_MOST = 4096 };

static const struct fd_object socket_object;

/* --- a socket's life ---------------------------------------------------------------------------------------------- */

bool socket_is_stream(const struct socket *s) { return s->type == SOCK_STREAM; }
bool socket_is_inet(const struct socket *s) { return s->family != AF_UNIX; }

/* Streams and sequenced packets: there is a connection, or nothing. */
static bool has_connections(const struct socket *s) { return s->type != SOCK_DGRAM; }

void socket_changed(struct socket *s, enum socket_edges edges)
{
    s->edge[0] += edges & EDGE_IN ? 1 : 0;
    s->edge[1] += edges & EDGE_OUT ? 1 : 0;
    s->edge[2] += edges == EDGE_BOTH;
    s->changed_at = s->os->machine->now;
    os_wake(s->os, s);
}

int socket_take_error(struct socket *s)
{
    int e = s->error;
    s->error = 0;
    return -e;
}

static struct credentials caller(const struct call *c)
{
    return (struct credentials){.pid = c->op->pid, .uid = c->op->euid, .gid = c->op->egid};
}

/* A socket as accept() makes them from a listening one, or fresh; the kernel's defaults. NULL: no memory. */
static struct socket *make_socket(struct os *os, int family, int type, int protocol)
{
    struct socket *s = mem_take(&os->memory, sizeof *s) ? calloc(1, sizeof *s) : NULL;
    if (!s) return NULL;
    bool tcp = family != AF_UNIX && type == SOCK_STREAM;
    *s = (struct socket){
        .os = os,
        .id = ++os->socket_count,
        .next = os->sockets,
        .family = family,
        .type = type,
        .protocol = protocol,
        .send_buffer = tcp ? TCP_SEND : BUFFER,
        .receive_buffer = tcp ? TCP_RECEIVE : BUFFER,
        .send_timeout = NEVER,
        .receive_timeout = NEVER,
    };
    s->last = &s->first;
    name_set_any(&s->own, family);
    name_set_any(&s->far, family);
    if (s->next) s->next->before = s;
    os->sockets = s;
    return s;
}

/* What it has sent and nobody has read yet is from the name that it has now (AF_UNIX). */
static void renamed(const struct socket *s)
{
    for (const struct socket *o = s->os->sockets; o; o = o->next)
        for (struct message *m = o->first; m; m = m->next)
            if (m->sender == s->id) m->from = s->own;
}

/* What fstat() looks at. The host may have left times of an earlier file in it, even such as no guest of 32 bits can be told (Linux 6.18); they are
 * when the guest's clock begins. */
static int stand_in(void)
{
    static const struct timespec times[2] = {{.tv_sec = CLOCK_EPOCH}, {.tv_sec = CLOCK_EPOCH}};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) (void)!futimens(fd, times); /* else as they are */
    return fd;
}

static i64 install(struct call *c, struct socket *s, bool cloexec, bool nonblock)
{
    struct description *d = description_of(&socket_object, s, stand_in(), nonblock);
    s->installed = true;
    if (d) return fd_add(&c->op->fds, d, 0, cloexec);
    socket_close(s);
    return -ENOMEM;
}

/* Tells the other end of a connection that this one is closed; unread bytes, or SO_LINGER with no time, make it a
 * reset. */
static void hang_up(struct socket *s, struct socket *peer)
{
    bool ended = peer->eof; /* before: it may then only write, and a pipe is broken (Linux net/ipv4/tcp_input.c, tcp_reset) */
    bool reset = s->queued || (s->linger && s->linger_seconds == 0 && socket_is_inet(s));
    peer->peer = NULL;
    if (!socket_is_inet(s)) peer->far = s->own;
    if (!has_connections(s)) return;
    peer->eof = true;
    peer->gone = true;
    if (reset) peer->error = ended && socket_is_inet(s) ? EPIPE : ECONNRESET;
    if (reset && socket_is_inet(s)) peer->shut_read = peer->shut_write = true;
    socket_changed(peer, EDGE_BOTH);
}

static void stop_listening(struct socket *s)
{
    s->listening = false;
    while (s->waiting) {
        struct socket *w = s->waiting;
        s->waiting = w->next_waiting;
        if (w->peer) w->peer->error = ECONNRESET;
        socket_close(w);
    }
    s->waiting_count = 0;
    socket_changed(s, EDGE_BOTH);
}

/* All whose peer it is, but itself: of a connection that is the other end, to datagrams any number may be sent. */
static void leave_peers(struct socket *s)
{
    if (has_connections(s)) {
        if (s->peer && s->peer != s) hang_up(s, s->peer);
        return;
    }
    for (struct socket *o = s->os->sockets; o && !socket_is_inet(s); o = o->next)
        if (o->peer == s && o != s) hang_up(s, o);
}

/* Nothing here looks at all sockets but for one of datagrams: a listener may have thousands of connections to close. */
void socket_close(struct socket *s)
{
    leave_peers(s);
    name_unbind(s);
    if (s->next) s->next->before = s->before;
    *(s->before ? &s->before->next : &s->os->sockets) = s->next;
    stop_listening(s);
    socket_drop_messages(s);
    mem_give(&s->os->memory, sizeof *s);
    free(s);
}

static void release(struct description *d) { socket_close(d->object); }

void socket_free_all(struct os *os)
{
    /* What is left lies in the queues of the others: dropping those closes it, and the list begins anew. */
    for (struct socket *s = os->sockets; s;) {
        bool held = s->first;
        socket_drop_messages(s);
        s = held ? os->sockets : s->next;
    }
}

/* --- connections -------------------------------------------------------------------------------------------------- */

/* Joins two to one connection. */
static void join(struct socket *a, struct socket *b)
{
    a->peer = b;
    b->peer = a;
    a->connected = b->connected = true;
}

struct socket *socket_find(struct call *c, const struct socket *s, struct socket_name *to, i64 *error)
{
    *error = name_check(s, to, s->type == SOCK_DGRAM);
    if (*error) return NULL;
    if (s->family == AF_INET6 && name_is_v4(&s->own) &&
        !name_is_v4(to)) { /* Linux net/ipv6/datagram.c: it stays with IPv4 */
        if (!name_is_any(to)) *error = -EAFNOSUPPORT;
        *to = name_seen(to, &s->own);
    }
    if (*error) return NULL;
    if (!socket_is_inet(s)) *error = to->length ? name_find_file(c, to) : -EINVAL;
    else if (!name_is_local(to)) *error = -ENETUNREACH;
    else name_any_to_loopback(to);
    if (*error) return NULL;
    struct socket_name from = name_seen(&s->own, to);
    struct socket *peer = name_owner(c->os, to, s->type, &from);
    if (peer && peer->type != s->type) *error = -EPROTOTYPE;
    else if (!peer) *error = -ECONNREFUSED;
    return *error ? NULL : peer;
}

/* An Internet socket that is about to be connected gets a port, and the address of its own that its peer will see. */
static int bind_to_reach(struct socket *s, const struct socket_name *to)
{
    if (!socket_is_inet(s)) return 0;
    int r = name_choose_port(s, true);
    if (r == 0) s->own = name_seen(&s->own, to);
    return r;
}

/* A connection that stands in the listener's queue. */
static int queue_connection(struct socket *s, struct socket *listener)
{
    struct socket *end = make_socket(s->os, listener->family, listener->type, listener->protocol),
                  **at = &listener->waiting;
    if (!end) return -ENOMEM;
    end->own = socket_is_inet(s) ? s->far : listener->own;
    end->own.family = listener->family;
    if (socket_is_inet(s)) name_bind(end); /* it keeps the port in use; a path stays the listener's */
    end->far = s->own;
    end->reuse_addr = listener->reuse_addr;
    end->reuse_port = listener->reuse_port;
    end->v6_only = listener->v6_only;
    end->pass_credentials = listener->pass_credentials;
    end->send_buffer = listener->send_buffer;
    end->receive_buffer = listener->receive_buffer;
    end->sized = listener->sized;
    end->far_owner = s->owner;
    s->far_owner = listener->owner;
    join(s, end);
    while (*at) at = &(*at)->next_waiting;
    *at = end;
    listener->waiting_count++;
    socket_changed(listener, EDGE_IN);
    return 0;
}

/* The listener is looked up first, then comes what the socket itself is: Linux net/unix/af_unix.c, unix_stream_connect. */
static i64 connect_unix(struct call *c, struct socket *s, struct socket_name *to, bool nonblock)
{
    i64 error;
    struct socket *listener = socket_find(c, s, to, &error);
    if (!listener) return error;
    if (!listener->listening || listener->shut_read) return -ECONNREFUSED;
    if (listener->waiting_count > listener->backlog) return call_wait_for(c, listener, nonblock, s->send_timeout);
    if (s->connected) return -EISCONN;
    if (s->listening) return -EINVAL;
    s->far = *to;
    s->owner = caller(c);
    return queue_connection(s, listener);
}

/* Without waiting the answer comes when connect() has returned, as it does on Linux even from the same machine. */
static i64 connect_tcp(struct call *c, struct socket *s, struct socket_name *to, bool nonblock)
{
    i64 error;
    if (s->stuck) return -EINVAL;
    if (s->listening || (s->connected && !s->connecting)) return -EISCONN;
    if (s->connecting) {
        s->connecting = false;
        if (s->connected) return 0;
        s->shut_read = s->shut_write = false;
        return s->error ? socket_take_error(s) : -ECONNABORTED;
    }
    struct socket *listener = socket_find(c, s, to, &error);
    struct socket_name own = name_seen(&s->own, to);
    if (error == -ECONNREFUSED && s->bound &&
        name_same_address(&own, to)) { /* a simultaneous open with itself (RFC 9293) */
        s->own = s->far = own;
        join(s, s);
        s->connecting = nonblock;
        return nonblock ? -EINPROGRESS : 0;
    }
    if (error == -ECONNREFUSED && nonblock) {
        s->error = ECONNREFUSED;
        socket_changed(s, EDGE_BOTH);
        s->connecting = s->shut_read = s->shut_write = true; /* as tcp_reset leaves it, until connect() has told */
        return -EINPROGRESS;
    }
    if (error) return error;
    if (listener->waiting_count > listener->backlog && !nonblock)
        return call_wait_for(c, listener, false, s->send_timeout);
    if ((error = bind_to_reach(s, to)) != 0) return error;
    s->far = *to;
    s->owner = caller(c);
    if ((error = queue_connection(s, listener)) != 0) return error;
    s->connecting = nonblock;
    if (nonblock) socket_changed(s, EDGE_OUT);
    return nonblock ? -EINPROGRESS : 0;
}

/* What bind() was not given is the socket's no more (Linux net/ipv4/udp.c, __udp_disconnect; tcp.c, tcp_disconnect). The port is told of still: true if it was one of
 * those, and has been given back. */
static bool forget_own(struct socket *s)
{
    u16 port = s->own.port;
    bool chosen = s->port_chosen; /* which it is only where it is bound */
    if (!s->address_given) name_set_any(&s->own, s->family);
    s->own.port = port;
    if (!chosen) return false;
    s->port_chosen = false;
    name_unbind(s);
    return true;
}

/* Datagrams: whom send() means, and who alone is heard. AF_UNSPEC ends that. */
static i64 connect_datagram(struct call *c, struct socket *s, struct socket_name *to)
{
    i64 error;
    if (to->family == AF_UNSPEC) {
        struct socket *was = s->peer;
        s->connected = false;
        s->peer = NULL;
        if (!socket_is_inet(s) && was) socket_parted(s, was);
        name_set_any(&s->far, s->family);
        if (socket_is_inet(s) && forget_own(s)) s->own.port = 0;
        return 0;
    }
    if (socket_is_inet(s) && (error = name_choose_port(s, true)) != 0) return error;
    struct socket *peer = socket_find(c, s, to, &error);
    if (error && !(socket_is_inet(s) && error == -ECONNREFUSED)) return error;
    if (peer && !socket_hears(peer, s)) return -EPERM;
    if ((error = bind_to_reach(s, to)) != 0) return error;
    s->far = *to;
    if (!socket_is_inet(s)) {
        struct socket *was = s->peer;
        s->peer = peer;
        if (was && was != peer) socket_parted(s, was);
    }
    s->connected = true;
    return 0;
}

/* --- what descriptors ask ----------------------------------------------------------------------------------------- */

/* One read or write without more. */
static struct transfer plain(const struct description *d, const struct iovec *v, int n)
{
    return (struct transfer){.v = v, .n = n, .nonblock = d->nonblock};
}

static i64 object_read(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    if (!vectors_total(v, n)) return 0; /* Linux net/socket.c, sock_read_iter() */
    struct transfer x = plain(d, v, n);
    i64 r = socket_receive(c, d->object, &x);
    transfer_drop_descriptors(&x); /* read(2) has no place for them */
    return r;
}

static i64 object_write(struct call *c, const struct description *d, const struct iovec *v, int n)
{
    struct transfer x = plain(d, v, n);
    return socket_send(c, d->object, &x);
}

static short object_poll(const struct description *d)
{
    const struct socket *s = d->object;
    unsigned events = s->error ? POLLERR : 0, writes = POLL_WRITES | (socket_is_inet(s) && has_connections(s) ? 0 : POLLWRBAND);
    if (s->listening && socket_is_inet(s)) return s->waiting ? POLL_READS : 0;
    if (s->waiting || s->first || s->eof || s->shut_read) events |= POLL_READS;
    if (s->eof || s->shut_read) events |= POLLRDHUP;
    if (s->listening) return (short)(events | (s->shut_read && s->shut_write ? POLLHUP : 0));
    if (!has_connections(s)) return (short)(events | writes | (s->shut_read && s->shut_write ? POLLHUP : 0));
    if (!s->connected) return (short)(events | writes | POLLHUP);
    bool no_writes = s->shut_write || (s->gone && !socket_is_inet(s)) || s->refused;
    if ((s->eof || s->shut_read) && no_writes) events |= POLLHUP;
    if (s->gone || s->shut_write || socket_room(s)) events |= writes;
    return (short)events;
}

static i64 object_readable(const struct description *d)
{
    const struct socket *s = d->object;
    if (s->listening) return -EINVAL;
    if (has_connections(s)) return (i64)s->queued;
    return s->first ? (i64)s->first->size : 0;
}

static void object_edges(const struct description *d, u64 count[EDGES])
{
    const struct socket *s = d->object;
    count[0] = s->edge[0];
    count[1] = s->edge[1];
    count[2] = s->edge[2];
}

static const struct fd_object socket_object = {
    .release = release,
    .read = object_read,
    .write = object_write,
    .poll = object_poll,
    .readable = object_readable,
    .reopen = fd_not_reopened,
    .edges = object_edges,
};

struct socket *socket_get(struct call *c, i64 fd, struct description **d, i64 *error)
{
    struct description *found = fd_get_open(&c->op->fds, fd);
    *error = !found ? -EBADF : found->ops != &socket_object ? -ENOTSOCK : 0;
    if (d) *d = found;
    return *error ? NULL : found->object;
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* The flags that the guest's type may carry. */
static bool wants_cloexec(const struct call *c, u64 type)
{
    return flags_to_host(c->os->abi->open_flags, (u32)type) & O_CLOEXEC;
}

static bool wants_nonblock(const struct call *c, u64 type) { return type & c->os->abi->sock_nonblock; }

enum { TYPE_MASK = 15 }; /* Linux net/socket.c, SOCK_TYPE_MASK */

/* Of AF_UNIX a raw socket is one of datagrams (Linux net/unix/af_unix.c). */
static int type_of(u64 family, u64 type_flags)
{
    int type = (int)(type_flags & TYPE_MASK);
    return family == AF_UNIX && type == SOCK_RAW ? SOCK_DGRAM : type;
}

/* The protocol that a family and a type, which has flags, mean; -errno. */
static i64 check_kind(const struct call *c, u64 family, u64 type_flags, u64 protocol)
{
    int type = type_of(family, type_flags);
    u64 known = TYPE_MASK | c->os->abi->sock_nonblock | flags_to_guest(c->os->abi->open_flags, O_CLOEXEC);
    if ((u32)type_flags & ~known) return -EINVAL;
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6) return -EAFNOSUPPORT;
    if (family == AF_UNIX) {
        if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET) return -ESOCKTNOSUPPORT;
        return protocol && protocol != AF_UNIX ? -EPROTONOSUPPORT : 0;
    }
    if (type == SOCK_RAW) return -EPERM;
    if (type != SOCK_STREAM && type != SOCK_DGRAM) return -ESOCKTNOSUPPORT;
    u64 own = type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
    return protocol && protocol != own ? -EPROTONOSUPPORT : (i64)own;
}

i64 sys_socket(struct call *c)
{
    int type = type_of(c->a[0], c->a[1]);
    i64 protocol = check_kind(c, c->a[0], c->a[1], c->a[2]);
    if (protocol < 0) return protocol;
    struct socket *s = make_socket(c->os, (int)c->a[0], type, (int)protocol);
    if (!s) return -ENOMEM;
    s->owner = caller(c);
    return install(c, s, wants_cloexec(c, c->a[1]), wants_nonblock(c, c->a[1]));
}

i64 sys_socketpair(struct call *c)
{
    int type = type_of(c->a[0], c->a[1]);
    i64 r = check_kind(c, c->a[0], c->a[1], c->a[2]);
    if (r >= 0 && c->a[0] != AF_UNIX) r = -EOPNOTSUPP;
    if (r < 0) return r;
    if (!mem_check(&c->p->mem, c->a[3], 8, PROT_WRITE)) return -EFAULT;
    bool cloexec = wants_cloexec(c, c->a[1]), nonblock = wants_nonblock(c, c->a[1]);
    struct socket *s[2] = {make_socket(c->os, AF_UNIX, type, 0), make_socket(c->os, AF_UNIX, type, 0)};
    if (s[0] && s[1]) {
        s[0]->owner = s[0]->far_owner = s[1]->owner = s[1]->far_owner = caller(c);
        join(s[0], s[1]);
    }
    i64 fd[2] = {-ENOMEM, -ENOMEM};
    for (unsigned i = 0; i < 2; i++)
        if (s[i]) fd[i] = install(c, s[i], cloexec, nonblock);
    if (fd[0] >= 0 && fd[1] >= 0) return guest_put_array(c, c->a[3], 4, (u64[]){(u64)fd[0], (u64)fd[1]}, 2);
    for (unsigned i = 0; i < 2; i++)
        if (fd[i] >= 0) fd_close(&c->op->fds, fd[i]);
    return fd[0] < 0 ? fd[0] : fd[1];
}

/* An AF_UNIX path becomes a file, as on Linux: bind() fails where there is one, and only then because the socket is
 * bound already. */
static i64 make_file(struct call *c, struct socket_name *n, bool bound)
{
    char path[UNIX_PATH + 1];
    struct host_path at;
    struct stat st;
    snprintf(path, sizeof path, "%.*s", (int)n->length, n->path);
    i64 r = path_resolve(c->op, AT_FDCWD, path, SANDBOX_CHANGE | SANDBOX_NAME, &at);
    if (r != 0) return r;
    bool there = fstatat(at.dirfd, at.path, &st, AT_SYMLINK_NOFOLLOW) == 0;
    if (bound) r = there ? -EADDRINUSE : -EINVAL;
    else if (at.slash && !there) r = -ENOENT;
    else if (mknodat(at.dirfd, at.path, S_IFSOCK | (0777 & ~c->op->umask), 0) != 0) r = errno == EEXIST ? -EADDRINUSE : -errno;
    else if (limits_name_made(c->os), fstatat(at.dirfd, at.path, &st, AT_SYMLINK_NOFOLLOW) != 0) r = -errno;
    path_done(&at, 0);
    if (r != 0) return r;
    n->dev = st.st_dev;
    n->ino = st.st_ino;
    for (struct socket *o = c->os->sockets; o; o = o->next) /* whose file was removed, and its number is another one's now */
        if (name_is_path(&o->own) && o->own.dev == n->dev && o->own.ino == n->ino) o->own.dev = o->own.ino = 0;
    return 0;
}

i64 sys_bind(struct call *c)
{
    i64 error;
    struct socket_name n;
    struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (s) error = name_get(c, c->a[1], (i64)c->a[2], &n);
    if (error) return error;
    if ((error = name_check(s, &n, false)) != 0) return error;
    if (!socket_is_inet(s)) {
        bool named = s->own.length; /* accepted ones have their listener's name */
        if (named && !name_is_path(&n)) return n.length ? -EINVAL : 0;
        if (!n.length) return name_choose_abstract(s);
        error = name_is_path(&n) ? make_file(c, &n, named) : name_in_use(s, &n) ? -EADDRINUSE : 0;
    } else {
        if (!name_is_local(&n)) return -EADDRNOTAVAIL;
        if (s->bound) return -EINVAL;
        if (n.port == 0) {
            s->own = n;
            s->address_given = !name_is_any(&n);
            return name_choose_port(s, false);
        }
        error = name_in_use(s, &n) ? -EADDRINUSE : 0;
    }
    if (error) return error;
    s->own = n;
    s->address_given = socket_is_inet(s) && !name_is_any(&n);
    name_bind(s);
    if (!socket_is_inet(s)) renamed(s);
    else if (!name_is_any(&n)) s->v6_only = !name_is_v4(&n); /* Linux net/ipv6/af_inet6.c, inet6_bind */
    return 0;
}

i64 sys_listen(struct call *c)
{
    i64 error, backlog = (i64)c->a[1];
    struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    if (!has_connections(s)) return -EOPNOTSUPP;
    if (s->connected || s->connecting || s->stuck || (!s->bound && !socket_is_inet(s))) return -EINVAL;
    if ((error = name_choose_port(s, false)) != 0) return error;
    if (!s->listening && socket_is_inet(s) && name_in_use(s, &s->own)) return -EADDRINUSE; /* several may be bound, if none listens */
    s->backlog = backlog < 0 || backlog > BACKLOG_MOST ? BACKLOG_MOST : (unsigned)backlog;
    s->listening = true;
    s->owner = s->far_owner = caller(c);
    socket_changed(s, EDGE_NONE);
    return 0;
}

i64 sys_connect(struct call *c)
{
    i64 error;
    struct socket_name to;
    struct description *d;
    struct socket *s = socket_get(c, (i64)c->a[0], &d, &error);
    if (s) error = name_get(c, c->a[1], (i64)c->a[2], &to);
    if (error) return error;
    if (!has_connections(s)) return connect_datagram(c, s, &to);
    return socket_is_inet(s) ? connect_tcp(c, s, &to, d->nonblock) : connect_unix(c, s, &to, d->nonblock);
}

i64 sys_accept(struct call *c)
{
    i64 error;
    struct description *d;
    struct socket *s = socket_get(c, (i64)c->a[0], &d, &error);
    u64 flags = c->entry->variant & V_FLAGS ? c->a[3] : 0;
    if (!s) return error;
    if (!has_connections(s)) return -EOPNOTSUPP;
    if (!s->listening) return -EINVAL;
    if (!s->waiting) return call_wait_for(c, s, d->nonblock, s->receive_timeout);
    time_reaches(c->os, s->changed_at);
    struct socket *end = s->waiting;
    s->waiting = end->next_waiting;
    s->waiting_count--;
    socket_changed(s, EDGE_NONE);
    error = c->a[1] ? name_put(c, c->a[1], c->a[2], &end->far, end->family) : 0;
    if (error) { /* the connection is lost (Linux net/socket.c, do_accept()) */
        socket_close(end);
        return error;
    }
    return install(c, end, wants_cloexec(c, flags), wants_nonblock(c, flags));
}

i64 sys_shutdown(struct call *c)
{
    i64 error;
    struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    if (c->a[1] > SHUT_RDWR) return -EINVAL;
    bool read = c->a[1] != SHUT_WR, write = c->a[1] != SHUT_RD, tcp = socket_is_inet(s);
    if (s->listening && tcp) {
        if (!read) return 0;
        stop_listening(s);
        s->shut_read = s->shut_write = false;
        forget_own(s);
        return 0;
    }
    s->shut_read |= read;
    s->shut_write |= write;
    if (s->connecting) { /* inet_shutdown: a connection that works needs no more asking, one that failed is the last */
        s->connecting = false;
        s->stuck = !s->connected;
    }
    if (tcp && !s->connected) return -ENOTCONN; /* though it is shut down now */
    if (s->peer && has_connections(s)) {
        s->peer->eof |= write;
        s->peer->shut_write |= read && !tcp;
        socket_changed(s->peer, EDGE_BOTH);
    }
    socket_changed(s, EDGE_BOTH);
    return 0;
}

i64 sys_getsockname(struct call *c)
{
    i64 error;
    const struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    return s ? name_put(c, c->a[1], c->a[2], &s->own, s->family) : error;
}

i64 sys_getpeername(struct call *c)
{
    i64 error;
    const struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    if (!s->connected || s->refused || (socket_is_inet(s) && !s->far.port)) return -ENOTCONN;
    const struct socket_name *far = s->peer && !socket_is_inet(s) ? &s->peer->own : &s->far; /* bound since, perhaps */
    return name_put(c, c->a[1], c->a[2], far, s->family);
}
