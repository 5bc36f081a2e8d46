/* Names of sockets: what bind() gives and connect() asks for, and who answers to it. */
#ifndef PCGRAM_OS_SOCKET_NAME_H
#define PCGRAM_OS_SOCKET_NAME_H

#include <sys/types.h>

#include "emu/os/kernel.h"

struct socket;

enum { UNIX_PATH = 108 }; /* bytes of sun_path (unix(7)) */

struct socket_name {
    unsigned given;     /* bytes of the structure that it was read from */
    int family;         /* AF_UNIX, AF_INET, AF_INET6; AF_UNSPEC: none */
    u8 ip[16];          /* the last two; AF_INET's as ::ffff:a.b.c.d */
    u16 port;           /* likewise */
    u8 path[UNIX_PATH]; /* AF_UNIX */
    unsigned length;    /* bytes of it; 0: unnamed. A name that begins with a zero byte is abstract: no file */
    dev_t dev;          /* AF_UNIX: the file that the path led to */
    ino_t ino;
};

/* Reads a struct sockaddr of `size` bytes of the guest's. 0; -EFAULT; -EINVAL (no such size). The file of an AF_UNIX
 * path is not looked up yet. */
int name_get(struct call *c, u64 addr, i64 size, struct socket_name *n);
/* Writes it as accept(2) and its like do: as much as the room that the guest's integer at size_addr tells, and its
 * whole size there; `family`: of the socket that shows it. 0, -EFAULT, -EINVAL. */
int name_put(struct call *c, u64 addr, u64 size_addr, const struct socket_name *n, int family);
/* The same where there is no name to tell. */
int name_put_none(struct call *c, u64 size_addr);
/* The same for recvmsg(2): room is given, *size is what it would take. */
int name_put_sized(struct call *c, u64 addr, u64 room, const struct socket_name *n, int family, u64 *size);

/* Whether a socket can have anything to do with a name of that family and size: 0, -EINVAL, -EAFNOSUPPORT. Datagrams of
 * IPv6 go to IPv4 addresses, too (`datagram`): the name is one of IPv6 then. */
int name_check(const struct socket *s, struct socket_name *n, bool datagram);

/* Whether it is a path, and not an abstract name or none. */
bool name_is_path(const struct socket_name *n);
/* Looks up the file of a path, which shall be a socket: 0; -ENOENT and its like; -ECONNREFUSED (no socket). Other
 * names: 0. */
int name_find_file(struct call *c, struct socket_name *n);

/* Addresses of the machine itself: 127.0.0.0/8, ::1, and those that stand for all. There is no other network. */
bool name_is_local(const struct socket_name *n);
bool name_is_any(const struct socket_name *n);
/* Address and port. */
bool name_same_address(const struct socket_name *a, const struct socket_name *b);
/* Whether it is ::ffff:a.b.c.d. */
bool name_is_v4(const struct socket_name *n);
/* The name of a fresh socket: no path, no port, the address that stands for all. */
void name_set_any(struct socket_name *n, int family);
/* A name as who has the name `to` sees it: an address that stands for all is the loopback address of the same kind. */
struct socket_name name_seen(const struct socket_name *own, const struct socket_name *to);
/* What a destination that stands for all means: the loopback address. */
void name_any_to_loopback(struct socket_name *n);

/* Its name is its own from now on, by which it is found; or not any more. */
void name_bind(struct socket *s);
void name_unbind(struct socket *s);

/* The socket that answers to the name: of the Internet, the listening one or the one for datagrams from `from`; of
 * AF_UNIX whoever has the name, of any type where it is a path. NULL: nobody. */
struct socket *name_owner(const struct os *os, const struct socket_name *n, int type, const struct socket_name *from);
/* Whether a socket that is to have the name would be in the way of another one (EADDRINUSE). */
bool name_in_use(const struct socket *s, const struct socket_name *n);
/* Gives a socket that has no name a port of the Internet: the lowest free one from 32768 on (ip(7), ip_local_port_range), of the odd ones for who binds or listens,
 * of the even ones for who connects or sends, or it could come to be connected to itself; of the others when there are no more, as Linux has it. 0 or
 * -EADDRINUSE. */
int name_choose_port(struct socket *s, bool connects);
/* Gives an AF_UNIX socket an abstract name of five hexadecimal digits (unix(7), autobind). 0 or -EADDRINUSE. */
int name_choose_abstract(struct socket *s);

#endif
