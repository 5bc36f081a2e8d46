/* Sockets among the processes of one guest tree: AF_UNIX by path, abstract name or pair, AF_INET and AF_INET6 on the
 * loopback addresses; streams, datagrams and sequenced packets. They are wholly ours: nothing reaches the host's
 * network or its sockets, and who waits for whom is settled in emulated time. What is sent is there at once. */
#ifndef PCGRAM_OS_SOCKET_H
#define PCGRAM_OS_SOCKET_H

#include "emu/os/socket_name.h"

struct credentials {
    int pid, uid, gid;
};

/* What one send left at the receiver. */
struct message {
    struct message *next;
    struct socket_name from;
    u64 sender; /* id of the socket that it is from */
    struct credentials who;
    struct description **fd; /* SCM_RIGHTS: descriptions on their way, owned */
    unsigned fds;
    u64 at;          /* machine time at which it was sent */
    u64 size, taken; /* bytes, and how many have been read (streams) */
    u8 bytes[];
};

struct socket {
    struct os *os;
    u64 id;              /* no other one has or will have it */
    struct socket *next, *before; /* in os->sockets, in order of creation, the youngest first */
    int family, type, protocol;
    struct socket_name own, far;
    bool bound;       /* own is a name: it is in os->bound then (name_bind()) */
    struct socket *next_bound, *before_bound; /* there, the last one to be bound first */
    bool address_given; /* bind() was given an address, and not that of all */
    bool port_chosen; /* the port is not the one that bind() was given */
    bool connected;   /* far is a name (which may be empty); streams: for good */
    bool connecting;  /* TCP: connect() did not wait, and has not told yet what has come of it */
    bool stuck;       /* TCP: it was shut down before it could tell that connect() failed */
    bool listening;
    bool shut_read, shut_write;
    bool eof;            /* streams: nothing more will come */
    bool gone;           /* streams: the peer has been closed */
    bool refused;        /* streams of the Internet: the closed peer was written to, and said so */
    struct socket *peer; /* while it is open; datagrams of the Internet: unused */
    int error;           /* SO_ERROR: the host's errno, told once */
    struct message *first, **last;
    unsigned messages;
    u64 queued;     /* bytes of them, unread */
    u64 changed_at; /* machine time of what poll() would notice last */
    u64 edge[EDGES];       /* how often something has come to be read, room to be written, and what is news to everybody */
    /* listening: connections that nobody has accepted yet, in order of arrival */
    struct socket *waiting, *next_waiting;
    unsigned waiting_count, backlog;
    struct credentials owner; /* who made it, or called listen(): SO_PEERCRED of the other side */
    struct credentials far_owner;
    /* options */
    u64 send_buffer, receive_buffer;   /* bytes */
    u64 send_timeout, receive_timeout; /* ns; NEVER: none */
    bool installed; /* it has had a descriptor: not so before accept() */
    bool reuse_addr, reuse_port, v6_only, pass_credentials;
    bool sized; /* a buffer size was set */
    bool linger;
    u32 linger_seconds;
    struct remembered {
        int level, name, value;
    } remembered[32]; /* options that change nothing here, but are read back */
    unsigned remembered_count;
};

/* The socket behind a guest's descriptor; NULL with *error: -EBADF, -ENOTSOCK. */
struct socket *socket_get(struct call *c, i64 fd, struct description **d, i64 *error);
/* Looks up whom a name means to s, and whether it is of the same kind; the name becomes the one that was found
 * (loopback for the address that stands for all, the file of a path). NULL with *error. */
struct socket *socket_find(struct call *c, const struct socket *s, struct socket_name *to, i64 *error);
/* Closes one that has no description (any more) and frees it. */
void socket_close(struct socket *s);
/* Frees what is left when all processes have ended: sockets on their way in each other. */
void socket_free_all(struct os *os);

bool socket_is_stream(const struct socket *s); /* SOCK_STREAM */
bool socket_is_inet(const struct socket *s);
/* Something happened to it at the present machine time: who waits for it goes on. `edges`: what edge-triggered watchers are
 * told of; EDGE_BOTH: all of them are, whatever they asked for. */
enum socket_edges { EDGE_NONE = 0, EDGE_IN = 1, EDGE_OUT = 2, EDGE_BOTH = 3 };
void socket_changed(struct socket *s, enum socket_edges edges);
/* Its error, which is forgotten by that: 0 or -errno. */
int socket_take_error(struct socket *s);

/* --- data (socket_data.c) ----------------------------------------------------------------------------------------- */

/* One send or receive. */
struct transfer {
    const struct iovec *v;
    int n;
    int flags; /* MSG_* */
    bool nonblock;
    const struct socket_name *to; /* send: NULL: the connected one */
    struct description *
        *fd;      /* SCM_RIGHTS, references in a malloc()ed array: what is left there after the call is the */
    unsigned fds; /* caller's to free (a send that succeeds takes them, a receive leaves what came) */
    bool credentials;        /* send: the caller has said who it is */
    struct socket_name from; /* receive: out */
    struct credentials who;  /* likewise */
    int flags_out;           /* likewise: MSG_TRUNC */
};

/* Both: bytes, -errno or CALL_WAIT. */
i64 socket_send(struct call *c, struct socket *s, struct transfer *x);
i64 socket_receive(struct call *c, struct socket *s, struct transfer *x);
/* Datagram sockets of AF_UNIX that are connected hear their peer only: whether `to` hears s. */
bool socket_hears(const struct socket *to, const struct socket *s);
/* A datagram socket of AF_UNIX turns away from its peer, or learns that it is gone (NULL): what it has not read yet is
 * lost, and if so the peer is told (Linux net/unix/af_unix.c, unix_dgram_disconnected). */
void socket_parted(struct socket *s, struct socket *was);
/* Bytes that may be sent to the connected peer now. */
u64 socket_room(const struct socket *s);
void socket_drop_messages(struct socket *s);
/* Descriptors that nobody has taken. */
void transfer_drop_descriptors(struct transfer *x);

#endif
