#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "emu/os/signals.h"
#include "emu/os/socket.h"
#include "emu/os/vectors.h"

enum {
    UDP_MOST = 65507,       /* bytes of a datagram: 65535 less the headers of IP and UDP */
    UNIX_DATAGRAMS = 10,    /* that wait at one socket, but for one more (net.unix.max_dgram_qlen) */
    OVERHEAD = 32,          /* bytes of the sender's buffer that a message of AF_UNIX cannot use (unix_dgram_sendmsg) */
    TCP_GROWS_TO = 4 << 20, /* bytes under way in a connection whose buffers grow by themselves (tcp_wmem, tcp_rmem) */
};

/* --- messages ----------------------------------------------------------------------------------------------------- */

void transfer_drop_descriptors(struct transfer *x)
{
    for (unsigned i = 0; i < x->fds; i++) description_unref(x->fd[i]);
    free(x->fd);
    x->fd = NULL;
    x->fds = 0;
}

/* A descriptor on its way may be the last one of a socket with messages of its own, and so on: these are freed by
 * whoever is at it already, one after the other and not one in the other. */
static void message_free(struct os *os, struct message *m)
{
    m->next = os->dropped;
    os->dropped = m;
    if (os->dropping) return;
    os->dropping = true;
    while ((m = os->dropped) != NULL) {
        struct transfer x = {.fd = m->fd, .fds = m->fds};
        os->dropped = m->next;
        os->in_flight -= m->fds;
        transfer_drop_descriptors(&x);
        mem_give(&os->memory, sizeof *m + m->size);
        free(m);
    }
    os->dropping = false;
}

/* Takes the first one out of the queue. */
static void message_gone(struct socket *s)
{
    struct message *m = s->first;
    s->first = m->next;
    if (!s->first) s->last = &s->first;
    s->messages--;
    s->queued -= m->size - m->taken;
    message_free(s->os, m);
}

void socket_drop_messages(struct socket *s)
{
    struct os *os = s->os;
    struct message *m = s->first;
    s->first = NULL;
    s->last = &s->first;
    s->messages = 0;
    s->queued = 0;
    while (m) { /* this may close other sockets, and these their queues */
        struct message *next = m->next;
        message_free(os, m);
        m = next;
    }
}

enum { OVERFLOW_ID = 65534 }; /* nobody */

/* Leaves bytes `skip` to skip + n of the vectors at the receiver. 0, -ENOMEM, -EFAULT. */
static int deliver(struct call *c, const struct socket *s, struct socket *to, struct transfer *x, u64 skip, u64 n)
{
    if (skip == 0 && x->fds && c->os->in_flight > c->op->fds.limit) return -ETOOMANYREFS;
    struct message *m = mem_take(&c->os->memory, sizeof *m + n) ? malloc(sizeof *m + n) : NULL;
    if (!m) return -ENOBUFS;
    *m = (struct message){.from = name_seen(&s->own, x->to ? x->to : &s->far),
                          .sender = s->id,
                          .at = c->os->machine->now,
                          .size = n,
                          .who = {c->op->pid, c->op->uid, c->op->gid}};
    /* Who it was is told if one of the two wants it when it is sent, as one does that nobody has accepted yet (Linux net/unix/af_unix.c,
     * unix_maybe_add_creds()). */
    bool wanted = x->credentials || s->pass_credentials || to->pass_credentials || !to->installed;
    if (!wanted) m->who = (struct credentials){.uid = OVERFLOW_ID, .gid = OVERFLOW_ID};
    int r = vectors_copy(c, x->v, skip, m->bytes, n, false);
    if (r != 0) {
        mem_give(&c->os->memory, sizeof *m + n);
        free(m);
        return r;
    }
    if (skip == 0) { /* descriptors travel with the first bytes */
        m->fd = x->fd;
        m->fds = x->fds;
        c->os->in_flight += m->fds;
        x->fd = NULL;
        x->fds = 0;
    }
    *to->last = m;
    to->last = &m->next;
    to->messages++;
    to->queued += n;
    socket_changed(to, EDGE_IN);
    return 0;
}

void socket_parted(struct socket *s, struct socket *was)
{
    if (!s->first) return;
    if (was && was->peer == s) {
        was->error = ECONNRESET;
        socket_changed(was, EDGE_BOTH);
    }
    socket_drop_messages(s); /* at last: a message may hold the last descriptor of `was` */
}

/* --- sending ------------------------------------------------------------------------------------------------------ */

static i64 broken(struct call *c, const struct transfer *x)
{
    if (!(x->flags & MSG_NOSIGNAL)) signal_of_own(c, SIGPIPE);
    return -EPIPE;
}

/* Bytes that a connection holds. */
static u64 capacity(const struct socket *s, const struct socket *peer)
{
    if (!socket_is_inet(s)) return s->send_buffer;
    return s->sized || peer->sized ? s->send_buffer + peer->receive_buffer : TCP_GROWS_TO;
}

u64 socket_room(const struct socket *s)
{
    if (!s->peer) return 0;
    u64 most = capacity(s, s->peer);
    return s->peer->queued < most ? most - s->peer->queued : 0;
}

/* What keeps a stream from sending, in the order of Linux (tcp_sendmsg, unix_stream_sendmsg); 0: nothing. */
static i64 stream_error(struct call *c, struct socket *s, const struct transfer *x)
{
    bool tcp = socket_is_inet(s);
    if (tcp && s->error) return socket_take_error(s);
    if (!s->connected) return tcp ? broken(c, x) : -ENOTCONN;
    if (s->shut_write || s->refused || (!tcp && (!s->peer || s->peer->shut_read))) return broken(c, x);
    return s->error ? socket_take_error(s) : 0;
}

static i64 send_stream(struct call *c, struct socket *s, struct transfer *x)
{
    u64 want = vectors_total(x->v, x->n), done = call_progress(c);
    if (x->to && !socket_is_inet(s)) return s->connected ? -EISCONN : -EOPNOTSUPP;
    i64 error = stream_error(c, s, x);
    if (error) return done ? (i64)done : error;
    if (done >= want) return (i64)done;
    if (!s->peer) { /* closed: these bytes are on their way when that is learnt */
        s->refused = true;
        return (i64)want;
    }
    u64 room = socket_room(s), part = want - done < room ? want - done : room;
    if (part) {
        time_reaches(c->os, s->changed_at);
        error = deliver(c, s, s->peer, x, done, part);
        if (error) return done ? (i64)done : error;
        done += part;
    }
    if (done == want) return (i64)done;
    if (done && (x->nonblock || c->interrupted)) return (i64)done;
    c->ot->wait.progress = done;
    error = call_wait_for(c, s, x->nonblock, s->send_timeout);
    return error == -EAGAIN && done ? (i64)done : error;
}

/* Whom a datagram of the Internet goes to; NULL with *error, 0: it is lost. Its address is looked at before the socket. */
static struct socket *inet_receiver(struct call *c, struct socket *s, const struct transfer *x, i64 *error)
{
    struct socket_name to;
    struct socket *found = NULL;
    *error = name_choose_port(s, true);
    if (*error) return NULL;
    if (x->to) {
        to = *x->to;
        found = socket_find(c, s, &to, error);
        if (to.port == 0 && (to.family == AF_INET || to.family == AF_INET6) && (*error == 0 || *error == -ECONNREFUSED))
            *error = -EINVAL; /* udp_sendmsg, udpv6_sendmsg */
        if (*error == -EAFNOSUPPORT && to.family == AF_INET)
            *error = -ENETUNREACH; /* udpv6_sendmsg: of an IPv6-only socket */
    } else if (s->connected) {
        to = name_seen(&s->own, &s->far);
        found = name_owner(c->os, &s->far, s->type, &to);
        *error = found ? 0 : -ECONNREFUSED;
    } else {
        *error = -EDESTADDRREQ;
    }
    if (*error && *error != -ECONNREFUSED) return NULL;
    /* A host answers, and the socket that is connected with it hears that: not one whose own address is of the other kind. */
    bool hears =
        s->connected && (!x->to || name_same_address(&to, &s->far)) && name_is_v4(&s->own) == name_is_v4(&s->far);
    bool nobody = *error;
    *error = s->error ? socket_take_error(s) : s->shut_write ? -EPIPE : 0;
    if (nobody && hears && *error == 0) s->error = ECONNREFUSED; /* the next call says it */
    return *error ? NULL : found;
}

/* The same for AF_UNIX (unix_dgram_sendmsg). NULL with *error. */
static struct socket *unix_receiver(struct call *c, struct socket *s, const struct transfer *x, u64 size, i64 *error)
{
    struct socket_name to;
    *error = 0;
    if (x->to) {
        to = *x->to;
        *error = name_check(s, &to, true);
    }
    if (*error == 0 && size > s->send_buffer - OVERHEAD) *error = -EMSGSIZE;
    if (*error == 0 && s->error) *error = socket_take_error(s);
    if (*error == 0 && s->shut_write) *error = -EPIPE;
    if (*error == 0 && !x->to && !s->connected) *error = -ENOTCONN;
    if (*error) return NULL;
    struct socket *found = x->to ? socket_find(c, s, &to, error) : s->peer;
    if (found || *error) return found;
    s->connected = false; /* the peer is gone */
    socket_parted(s, NULL);
    *error = -ECONNREFUSED;
    return NULL;
}

bool socket_hears(const struct socket *to, const struct socket *s)
{
    return socket_is_inet(to) || !to->connected || to->peer == s;
}

static i64 send_datagram(struct call *c, struct socket *s, struct transfer *x)
{
    u64 size = vectors_total(x->v, x->n);
    bool inet = socket_is_inet(s);
    i64 error;
    if (inet && size > UDP_MOST) return -EMSGSIZE;
    struct socket *to = inet ? inet_receiver(c, s, x, &error) : unix_receiver(c, s, x, size, &error);
    if (error) return error;
    if (inet && (!to || to->shut_read || to->queued + size > to->receive_buffer)) return (i64)size; /* lost */
    if (!socket_hears(to, s)) return -EPERM;
    if (to->shut_read) return -EPIPE;
    if (!inet && to->messages > UNIX_DATAGRAMS) return call_wait_for(c, to, x->nonblock, s->send_timeout);
    error = deliver(c, s, to, x, 0, size);
    return error ? error : (i64)size;
}

/* SOCK_SEQPACKET: messages over a connection (unix_seqpacket_sendmsg: no SIGPIPE). */
static i64 send_packet(struct call *c, struct socket *s, struct transfer *x)
{
    u64 size = vectors_total(x->v, x->n);
    if (s->error) return socket_take_error(s);
    if (!s->connected) return -ENOTCONN;
    if (size > s->send_buffer - OVERHEAD) return -EMSGSIZE;
    if (s->shut_write || !s->peer || s->peer->shut_read) return -EPIPE;
    if (s->peer->queued && size > socket_room(s)) return call_wait_for(c, s, x->nonblock, s->send_timeout);
    i64 error = deliver(c, s, s->peer, x, 0, size);
    return error ? error : (i64)size;
}

i64 socket_send(struct call *c, struct socket *s, struct transfer *x)
{
    if (x->flags & MSG_OOB) return -EOPNOTSUPP;
    if (x->flags & MSG_DONTWAIT) x->nonblock = true;
    switch (s->type) {
    case SOCK_STREAM: return send_stream(c, s, x);
    case SOCK_DGRAM: return send_datagram(c, s, x);
    default: return send_packet(c, s, x);
    }
}

/* --- receiving ---------------------------------------------------------------------------------------------------- */

/* Descriptors that came along are handed to the caller; a look only (MSG_PEEK) leaves them there, too. */
static i64 take_descriptors(struct os *os, struct message *m, struct transfer *x)
{
    if (!m->fds) return 0;
    if (!(x->flags & MSG_PEEK)) {
        x->fd = m->fd;
        x->fds = m->fds;
        os->in_flight -= m->fds;
        m->fd = NULL;
        m->fds = 0;
        return 0;
    }
    x->fd = malloc(m->fds * sizeof *x->fd);
    if (!x->fd) return -ENOMEM;
    x->fds = m->fds;
    for (unsigned i = 0; i < m->fds; i++) {
        x->fd[i] = m->fd[i];
        x->fd[i]->refs++;
    }
    return 0;
}

/* Room has become free at s: those who wait to send go on. They wait at their own socket, or at this one (datagrams). */
static void made_room(struct socket *s)
{
    os_wake(s->os, s);
    for (struct socket *o = s->os->sockets; o; o = o->next)
        if (o->peer == s) socket_changed(o, EDGE_OUT);
}

/* What is told of one sender is never said of another one's bytes (Linux net/unix/af_unix.c, unix_skb_scm_eq()). */
static bool same_sender(const struct credentials *a, const struct credentials *b) { return a->pid == b->pid && a->uid == b->uid && a->gid == b->gid; }

/* Bytes of the queue into the vectors from `done` on; stops at the bounds that descriptors set. How many. */
static i64 drain(struct call *c, struct socket *s, struct transfer *x, u64 done, u64 want)
{
    u64 got = 0;
    bool peek = x->flags & MSG_PEEK;
    for (struct message *m = s->first, *next; m && done + got < want; m = next) {
        next = m->next;
        if (got && s->pass_credentials && !same_sender(&x->who, &m->who)) break;
        u64 part = m->size - m->taken;
        if (part > want - done - got) part = want - done - got;
        if (vectors_copy(c, x->v, done + got, m->bytes + m->taken, part, true) != 0) return got ? (i64)got : -EFAULT;
        time_reaches(c->os, m->at);
        x->from = m->from;
        x->who = m->who;
        bool had_fds = m->fds;
        i64 r = take_descriptors(c->os, m, x);
        if (r != 0) return r;
        got += part;
        if (!peek) {
            m->taken += part;
            s->queued -= part;
            if (m->taken == m->size) message_gone(s);
        }
        if (had_fds) break;
    }
    if (got && !peek) made_room(s);
    return (i64)got;
}

static i64 receive_stream(struct call *c, struct socket *s, struct transfer *x)
{
    u64 want = vectors_total(x->v, x->n), done = call_progress(c);
    bool tcp = socket_is_inet(s);
    if (s->listening || (!s->connected && !tcp)) return tcp ? -ENOTCONN : -EINVAL;
    if (done && done >= want) return (i64)done;
    i64 got = drain(c, s, x, done, want);
    if (got < 0) return done ? (i64)done : got;
    done += (u64)got;
    bool all = x->flags & MSG_WAITALL && !(x->flags & MSG_PEEK) && !x->fds;
    if ((done == want && (want || s->first)) || (done && !all)) return (i64)done;
    if (s->error) return done ? (i64)done : socket_take_error(s);
    if (s->eof || s->shut_read) {
        time_reaches(c->os, s->changed_at);
        return (i64)done;
    }
    if (!s->connected) return -ENOTCONN;
    if (done && (x->nonblock || c->interrupted)) return (i64)done;
    c->ot->wait.progress = done;
    i64 r = call_wait_for(c, s, x->nonblock, s->receive_timeout);
    return r == -EAGAIN && done ? (i64)done : r;
}

/* One message; what does not fit is lost, and MSG_TRUNC says so. */
static i64 receive_message(struct call *c, struct socket *s, struct transfer *x)
{
    struct message *m = s->first;
    u64 room = vectors_total(x->v, x->n);
    if (s->type == SOCK_SEQPACKET && !s->connected) return -ENOTCONN;
    if (s->error) return socket_take_error(s);
    if (!m) {
        bool end = s->eof || s->shut_read;
        if (!end || (s->type == SOCK_DGRAM && x->nonblock)) return call_wait_for(c, s, x->nonblock, s->receive_timeout);
        time_reaches(c->os, s->changed_at);
        return 0;
    }
    u64 part = m->size < room ? m->size : room, size = m->size;
    if (vectors_copy(c, x->v, 0, m->bytes, part, true) != 0) return -EFAULT;
    i64 r = take_descriptors(c->os, m, x);
    if (r != 0) return r;
    time_reaches(c->os, m->at);
    x->from = m->from;
    x->who = m->who;
    if (part < size) x->flags_out |= MSG_TRUNC;
    if (!(x->flags & MSG_PEEK)) {
        message_gone(s);
        made_room(s);
    }
    return (i64)(x->flags & MSG_TRUNC ? size : part);
}

/* What may be asked for instead of data, and never is there: errors that are kept, which AF_UNIX does not know of, and urgent data, which UDP
 * does not. 0: it is data that is wanted. */
static i64 receive_other(const struct socket *s, const struct transfer *x)
{
    bool inet = socket_is_inet(s), stream = socket_is_stream(s);
    if (inet && x->flags & MSG_ERRQUEUE) return -EAGAIN;
    if (!(x->flags & MSG_OOB) || (inet && !stream)) return 0;
    if (inet && s->listening) return -ENOTCONN;
    return stream ? -EINVAL : -EOPNOTSUPP;
}

i64 socket_receive(struct call *c, struct socket *s, struct transfer *x)
{
    i64 r = receive_other(s, x);
    if (r != 0) return r;
    if (x->flags & MSG_DONTWAIT) x->nonblock = true;
    return socket_is_stream(s) ? receive_stream(c, s, x) : receive_message(c, s, x);
}
