#include "emu/os/socket_name.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "emu/os/path.h"
#include "emu/os/socket.h"

/* Sizes of the guests' structures: the same on all our ABIs, and here (ip(7), ipv6(7), unix(7)). */
enum { FAMILY = 2, INET_SIZE = 16, INET6_SIZE = 28, INET6_LEAST = 24, UNIX_SIZE = FAMILY + UNIX_PATH, SIZE_MOST = 128 };
enum { FIRST_PORT = 32768, LAST_PORT = 60999 };

static const u8 v4_prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
static const u8 v6_loopback[16] = {[15] = 1};
static const u8 v6_any[16];

/* --- to and from the guest ---------------------------------------------------------------------------------------- */

int name_get(struct call *c, u64 addr, i64 size, struct socket_name *n)
{
    u8 raw[SIZE_MOST] = {0};
    if (size < FAMILY || size > SIZE_MOST) return -EINVAL;
    if (guest_get(c, addr, raw, (u64)size) != 0) return -EFAULT;
    *n = (struct socket_name){.given = (unsigned)size, .family = (int)field_get(guest_big_endian(c), raw, FAMILY)};
    switch (n->family) {
    case AF_UNIX:
        if (size > UNIX_SIZE) return -EINVAL;
        n->length = (unsigned)size - FAMILY;
        memcpy(n->path, raw + FAMILY, n->length);
        if (n->length && n->path[0]) n->length = (unsigned)strnlen((char *)n->path, n->length);
        break;
    case AF_INET:
        n->port = load_be16(raw + 2);
        memcpy(n->ip, v4_prefix, sizeof v4_prefix);
        memcpy(n->ip + 12, raw + 4, 4);
        break;
    case AF_INET6:
        n->port = load_be16(raw + 2);
        memcpy(n->ip, raw + 8, 16);
        break;
    }
    return 0;
}

/* The checks of Linux, in their order: unix_mkname, inet_bind, tcp_v4_connect, ip6_datagram_connect and their like. */
int name_check(const struct socket *s, struct socket_name *n, bool datagram)
{
    if (s->family == AF_UNIX) return n->family == AF_UNIX ? 0 : -EINVAL;
    if (s->family == AF_INET6 && n->family == AF_INET && datagram && n->given >= INET_SIZE) {
        if (s->v6_only) return -EAFNOSUPPORT;
        n->family = AF_INET6;
        return 0;
    }
    if (n->given < (s->family == AF_INET ? INET_SIZE : INET6_LEAST)) return -EINVAL;
    return n->family == s->family ? 0 : -EAFNOSUPPORT;
}

/* The structure in raw; its size. `family` shows AF_INET peers of an AF_INET6 socket as mapped addresses. */
static unsigned make_raw(const struct call *c, const struct socket_name *n, int family, u8 raw[SIZE_MOST])
{
    memset(raw, 0, SIZE_MOST);
    field_put(guest_big_endian(c), raw, FAMILY, (u64)family);
    if (family == AF_UNIX) {
        unsigned zero = n->length && n->path[0] && n->length < UNIX_PATH;
        memcpy(raw + FAMILY, n->path, n->length);
        return FAMILY + n->length + zero;
    }
    store_be16(raw + 2, n->port);
    if (family == AF_INET) {
        memcpy(raw + 4, n->ip + 12, 4);
        return INET_SIZE;
    }
    memcpy(raw + 8, n->ip, 16);
    return INET6_SIZE;
}

int name_put_sized(struct call *c, u64 addr, u64 room, const struct socket_name *n, int family, u64 *size)
{
    u8 raw[SIZE_MOST];
    *size = make_raw(c, n, family, raw);
    return guest_put(c, addr, raw, *size < room ? *size : room);
}

/* Bytes that the guest has for it. */
static int get_room(struct call *c, u64 size_addr, u64 *room)
{
    if (guest_get_uint(c, size_addr, 4, room) != 0) return -EFAULT;
    return (i32)*room < 0 ? -EINVAL : 0;
}

int name_put_none(struct call *c, u64 size_addr)
{
    u64 room;
    int r = get_room(c, size_addr, &room);
    return r != 0 ? r : guest_put_uint(c, size_addr, 4, 0);
}

int name_put(struct call *c, u64 addr, u64 size_addr, const struct socket_name *n, int family)
{
    u64 room, size;
    int r = get_room(c, size_addr, &room);
    if (r != 0) return r;
    if (name_put_sized(c, addr, room, n, family, &size) != 0) return -EFAULT;
    return guest_put_uint(c, size_addr, 4, size);
}

bool name_is_path(const struct socket_name *n) { return n->family == AF_UNIX && n->length && n->path[0]; }

int name_find_file(struct call *c, struct socket_name *n)
{
    char path[UNIX_PATH + 1];
    struct host_path at;
    struct stat st;
    if (!name_is_path(n)) return 0;
    snprintf(path, sizeof path, "%.*s", (int)n->length, n->path);
    int r = path_resolve(c->op, AT_FDCWD, path, SANDBOX_READ, &at);
    if (r != 0) return r;
    r = (int)path_done(&at, fstatat(at.dirfd, at.path, &st, 0) != 0 ? -errno : 0);
    if (r != 0) return r;
    if (!S_ISSOCK(st.st_mode)) return -ECONNREFUSED;
    n->dev = st.st_dev;
    n->ino = st.st_ino;
    return 0;
}

/* --- addresses ---------------------------------------------------------------------------------------------------- */

bool name_is_v4(const struct socket_name *n) { return memcmp(n->ip, v4_prefix, sizeof v4_prefix) == 0; }

bool name_is_any(const struct socket_name *n)
{
    static const u8 none[4];
    return name_is_v4(n) ? memcmp(n->ip + 12, none, 4) == 0 : memcmp(n->ip, v6_any, 16) == 0;
}

bool name_same_address(const struct socket_name *a, const struct socket_name *b)
{
    return a->port == b->port && memcmp(a->ip, b->ip, 16) == 0;
}

bool name_is_local(const struct socket_name *n)
{
    enum { LOOPBACK_NET = 127 };
    if (name_is_any(n)) return true;
    return name_is_v4(n) ? n->ip[12] == LOOPBACK_NET : memcmp(n->ip, v6_loopback, 16) == 0;
}

void name_set_any(struct socket_name *n, int family)
{
    *n = (struct socket_name){.family = family};
    if (family == AF_INET) memcpy(n->ip, v4_prefix, sizeof v4_prefix);
}

void name_any_to_loopback(struct socket_name *n)
{
    static const u8 v4_loopback[4] = {127, 0, 0, 1};
    if (!name_is_any(n)) return;
    if (name_is_v4(n)) memcpy(n->ip + 12, v4_loopback, 4);
    else memcpy(n->ip, v6_loopback, 16);
}

struct socket_name name_seen(const struct socket_name *own, const struct socket_name *to)
{
    struct socket_name n = *own;
    if (n.family == AF_UNIX || !name_is_any(own)) return n;
    memcpy(n.ip, to->ip, 16);
    if (name_is_v4(to)) memset(n.ip + 12, 0, 4);
    else memset(n.ip, 0, 16);
    name_any_to_loopback(&n);
    return n;
}

/* --- who has it --------------------------------------------------------------------------------------------------- */

/* Whether an Internet socket with the name `own` takes what is sent to `to`: 0: no; the better it fits the more. */
static int inet_fits(const struct socket *s, const struct socket_name *to)
{
    const struct socket_name *own = &s->own;
    if (own->port != to->port || !socket_is_inet(s)) return 0;
    if (memcmp(own->ip, to->ip, 16) == 0) return 2;
    if (!name_is_any(own)) return 0;
    if (name_is_v4(own)) return name_is_v4(to);
    return !name_is_v4(to) || !s->v6_only;
}

static bool unix_same(const struct socket_name *a, const struct socket_name *b)
{
    if (a->family != AF_UNIX || b->family != AF_UNIX || !a->length || !b->length) return false;
    if (a->path[0] && b->path[0]) return a->dev == b->dev && a->ino == b->ino;
    return a->length == b->length && memcmp(a->path, b->path, a->length) == 0;
}

/* How well a socket answers to a name; datagram sockets that are connected hear their peer only. */
static int answers(const struct socket *s, const struct socket_name *n, int type, const struct socket_name *from)
{
    if (n->family == AF_UNIX) return unix_same(&s->own, n) && (s->type == type || name_is_path(n));
    if (s->type != type || (type == SOCK_STREAM && !s->listening)) return 0;
    int fit = inet_fits(s, n);
    if (!fit || !s->connected || type != SOCK_DGRAM) return fit;
    return from && name_same_address(&s->far, from) ? fit + 2 : 0;
}

struct socket *name_owner(const struct os *os, const struct socket_name *n, int type, const struct socket_name *from)
{
    struct socket *best = NULL;
    int best_fit = 0;
    for (struct socket *s = os->bound; s; s = s->next_bound) {
        int fit = answers(s, n, type, from);
        bool younger = best && fit == best_fit && s->id > best->id;
        if (fit > best_fit || younger) best = s, best_fit = fit;
    }
    return best;
}

bool name_in_use(const struct socket *s, const struct socket_name *n)
{
    struct socket as = {.family = s->family, .own = *n, .v6_only = s->v6_only};
    for (const struct socket *o = s->os->bound; o; o = o->next_bound) {
        if (o == s || o->type != s->type) continue;
        if (n->family == AF_UNIX) {
            if (unix_same(&o->own, n)) return true;
            continue;
        }
        if (!inet_fits(o, n) && !inet_fits(&as, &o->own)) continue;
        if (o->reuse_port && s->reuse_port) continue;
        if (o->reuse_addr && s->reuse_addr && (s->type == SOCK_DGRAM || !o->listening)) continue;
        return true;
    }
    return false;
}

void name_bind(struct socket *s)
{
    struct os *os = s->os;
    if (s->bound) return;
    s->bound = true;
    s->before_bound = NULL;
    s->next_bound = os->bound;
    if (s->next_bound) s->next_bound->before_bound = s;
    os->bound = s;
}

void name_unbind(struct socket *s)
{
    if (!s->bound) return;
    s->bound = false;
    if (s->next_bound) s->next_bound->before_bound = s->before_bound;
    *(s->before_bound ? &s->before_bound->next_bound : &s->os->bound) = s->next_bound;
}

int name_choose_port(struct socket *s, bool connects)
{
    enum { PORTS = LAST_PORT - FIRST_PORT + 1 };
    if (s->bound) return 0;
    bool taken[1 << 16] = {false};
    for (const struct socket *o = s->os->bound; o; o = o->next_bound)
        if (socket_is_inet(o) && o->type == s->type) taken[o->own.port] = true;
    for (unsigned i = 0; i < PORTS; i++) { /* all of one half, then all of the other */
        unsigned port = FIRST_PORT + i % (PORTS / 2) * 2 + ((i >= PORTS / 2) == connects);
        if (taken[port]) continue;
        s->own.port = (u16)port;
        s->port_chosen = true;
        name_bind(s);
        return 0;
    }
    return -EADDRINUSE;
}

int name_choose_abstract(struct socket *s)
{
    enum { NAMES = 0x100000, DIGITS = 6 };
    for (unsigned i = 0; i < NAMES; i++) {
        struct socket_name n = {.family = AF_UNIX, .length = DIGITS};
        char text[DIGITS];
        snprintf(text, sizeof text, "%05x", i);
        memcpy(n.path + 1, text, DIGITS - 1);
        if (name_in_use(s, &n)) continue;
        s->own = n;
        name_bind(s);
        return 0;
    }
    return -EADDRINUSE;
}
