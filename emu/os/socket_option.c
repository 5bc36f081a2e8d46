/* setsockopt and getsockopt: those that change something here, and those that are remembered only. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/socket.h"

/* Linux net/core/sock.c: what is asked for is doubled, within these bounds (net.core.wmem_max, SOCK_MIN_SNDBUF...). */
enum { ASKED_MOST = 212992, SEND_LEAST = 4608, RECEIVE_LEAST = 2304 };

/* SO_RCVTIMEO and SO_SNDTIMEO with 64-bit times (asm-generic/socket.h): the C library's headers know one form of them. */
enum { RCVTIMEO_OLD = 20, SNDTIMEO_OLD = 21, RCVTIMEO_NEW = 66, SNDTIMEO_NEW = 67 };

/* Options that change nothing where nothing is lost or late, and what they are before they are set (Linux's defaults). */
static const struct remembered_option {
    int level, name, value;
} remembered[] = {
    {SOL_SOCKET, SO_KEEPALIVE, 0},
    {SOL_SOCKET, SO_BROADCAST, 0},
    {SOL_SOCKET, SO_DONTROUTE, 0},
    {SOL_SOCKET, SO_DEBUG, 0},
    {SOL_SOCKET, SO_OOBINLINE, 0},
    {SOL_SOCKET, SO_RCVLOWAT, 1},
    {SOL_SOCKET, SO_PRIORITY, 0},
    {SOL_SOCKET, SO_TIMESTAMP, 0},
    {IPPROTO_TCP, TCP_NODELAY, 0},
    {IPPROTO_TCP, TCP_MAXSEG, 32768},
    {IPPROTO_TCP, TCP_CORK, 0},
    {IPPROTO_TCP, TCP_KEEPIDLE, 7200},
    {IPPROTO_TCP, TCP_KEEPINTVL, 75},
    {IPPROTO_TCP, TCP_KEEPCNT, 9},
    {IPPROTO_TCP, TCP_SYNCNT, 6},
    {IPPROTO_TCP, TCP_LINGER2, 60},
    {IPPROTO_TCP, TCP_DEFER_ACCEPT, 0},
    {IPPROTO_TCP, TCP_QUICKACK, 1},
    {IPPROTO_TCP, TCP_USER_TIMEOUT, 0},
    {IPPROTO_TCP, TCP_FASTOPEN, 0},
    {IPPROTO_IP, IP_TOS, 0},
    {IPPROTO_IP, IP_TTL, 64},
    {IPPROTO_IP, IP_RECVERR, 0},
    {IPPROTO_IP, IP_MULTICAST_TTL, 1},
    {IPPROTO_IP, IP_MULTICAST_LOOP, 1},
    {IPPROTO_IP, IP_MTU_DISCOVER, 1},
    {IPPROTO_IP, IP_FREEBIND, 0},
    {IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 0},
    {IPPROTO_IPV6, IPV6_UNICAST_HOPS, 64},
    {IPPROTO_IPV6, IPV6_RECVERR, 0},
    {IPPROTO_IPV6, IPV6_TCLASS, 0},
};

/* Whether a socket has options of that level. */
static bool has_level(const struct socket *s, int level)
{
    switch (level) {
    case SOL_SOCKET: return true;
    case IPPROTO_IP: return socket_is_inet(s);
    case IPPROTO_IPV6: return s->family == AF_INET6;
    case IPPROTO_TCP: return socket_is_inet(s) && socket_is_stream(s);
    default: return false;
    }
}

/* What was set, or the default; NULL: no such option. */
static const int *recall(const struct socket *s, int level, int name)
{
    for (unsigned i = 0; i < s->remembered_count; i++)
        if (s->remembered[i].level == level && s->remembered[i].name == name) return &s->remembered[i].value;
    for (unsigned i = 0; i < ARRAY_LEN(remembered); i++)
        if (remembered[i].level == level && remembered[i].name == name) return &remembered[i].value;
    return NULL;
}

static i64 remember(struct socket *s, int level, int name, int value)
{
    unsigned i = 0;
    if (!recall(s, level, name)) return -ENOPROTOOPT;
    while (i < s->remembered_count && (s->remembered[i].level != level || s->remembered[i].name != name)) i++;
    if (i == ARRAY_LEN(s->remembered)) return -ENOBUFS;
    if (i == s->remembered_count) s->remembered_count++;
    s->remembered[i].level = level;
    s->remembered[i].name = name;
    s->remembered[i].value = value;
    return 0;
}

/* The option in the host's numbers. */
static void host_option(const struct call *c, int *level, int *name)
{
    *level = (int)c->a[1];
    *name = (int)c->a[2];
    if (c->a[1] != c->os->abi->sol_socket) return;
    *level = SOL_SOCKET;
    *name = (int)number_to_host(c->os->abi->socket_options, (u32)c->a[2]);
}

/* --- setting ------------------------------------------------------------------------------------------------------ */

static i64 set_timeout(struct call *c, u64 addr, u64 size, unsigned word, u64 *ns)
{
    enum { USEC_PER_SEC = 1000000, SECONDS_MOST = 1000000000 /* longer is for ever */ };
    u64 v[2];
    if (size < 2 * word) return -EINVAL;
    if (guest_get_array(c, addr, word, v, 2) != 0) return -EFAULT;
    if (v[1] >= USEC_PER_SEC) return -EDOM;
    bool negative = word == 4 ? (i32)v[0] < 0 : (i64)v[0] < 0;
    if ((v[0] == 0 && v[1] == 0) || (!negative && v[0] > SECONDS_MOST)) *ns = NEVER;
    else *ns = negative ? 0 : v[0] * NSEC + v[1] * (NSEC / USEC_PER_SEC);
    return 0;
}

static u64 buffer_size(i64 asked, u64 least)
{
    u64 n = 2 * (u64)(asked < 0 || asked > ASKED_MOST ? ASKED_MOST : asked);
    return n < least ? least : n;
}

static i64 set_linger(struct call *c, struct socket *s)
{
    u64 v[2];
    if (c->a[4] < 8) return -EINVAL;
    if (guest_get_array(c, c->a[3], 4, v, 2) != 0) return -EFAULT;
    s->linger = v[0];
    s->linger_seconds = (u32)v[1];
    return 0;
}

/* Of the level of IPv4 (Linux net/ipv4/ip_sockglue.c, do_ip_setsockopt()). */
static i64 set_ip(struct socket *s, int name, i32 value)
{
    enum { TTL_MOST = 255, TTL_USUAL = 1 };
    if (name == IP_MULTICAST_LOOP) value = value != 0;
    if (name == IP_MULTICAST_TTL) {
        if (socket_is_stream(s) || value < -1 || value > TTL_MOST) return -EINVAL;
        if (value < 0) value = TTL_USUAL;
    }
    return remember(s, IPPROTO_IP, name, value);
}

static i64 set_integer(struct socket *s, int level, int name, i32 value)
{
    if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY) {
        if (s->bound) return -EINVAL;
        s->v6_only = value;
        return 0;
    }
    if (level == IPPROTO_IP) return set_ip(s, name, value);
    if (level != SOL_SOCKET) return remember(s, level, name, value);
    switch (name) {
    case SO_KEEPALIVE: case SO_BROADCAST: case SO_DONTROUTE: case SO_DEBUG: case SO_OOBINLINE: case SO_TIMESTAMP:
        return remember(s, level, name, value != 0);
    case SO_RCVLOWAT: return remember(s, level, name, value < 0 ? INT32_MAX : value ? value : 1);
    case SO_SNDLOWAT: return -ENOPROTOOPT;
    case SO_REUSEADDR: s->reuse_addr = value; return 0;
    case SO_REUSEPORT: s->reuse_port = value; return 0;
    case SO_PASSCRED: s->pass_credentials = value; return 0;
    case SO_SNDBUF: s->send_buffer = buffer_size(value, SEND_LEAST), s->sized = true; return 0;
    case SO_RCVBUF: s->receive_buffer = buffer_size(value, RECEIVE_LEAST), s->sized = true; return 0;
    case SO_SNDBUFFORCE:
    case SO_RCVBUFFORCE: return -EPERM;
    default: return remember(s, level, name, value);
    }
}

i64 sys_setsockopt(struct call *c)
{
    i64 error;
    int level, name;
    u64 value;
    struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    host_option(c, &level, &name);
    if (!has_level(s, level)) return socket_is_inet(s) ? -ENOPROTOOPT : -EOPNOTSUPP;
    if (level == SOL_SOCKET) {
        switch (name) {
        case RCVTIMEO_OLD: return set_timeout(c, c->a[3], c->a[4], guest_word(c), &s->receive_timeout);
        case SNDTIMEO_OLD: return set_timeout(c, c->a[3], c->a[4], guest_word(c), &s->send_timeout);
        case RCVTIMEO_NEW: return set_timeout(c, c->a[3], c->a[4], 8, &s->receive_timeout);
        case SNDTIMEO_NEW: return set_timeout(c, c->a[3], c->a[4], 8, &s->send_timeout);
        case SO_LINGER: return set_linger(c, s);
        }
    }
    bool byte = level == IPPROTO_IP && (i32)c->a[4] > 0 && c->a[4] < 4; /* which these may be, as they are read */
    if (!byte && (i32)c->a[4] < 4) return -EINVAL;
    if (guest_get_uint(c, c->a[3], byte ? 1 : 4, &value) != 0) return -EFAULT;
    return set_integer(s, level, name, (i32)value);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* The value as n fields of `word` bytes; -ENOPROTOOPT. */
struct value {
    u64 field[3];
    unsigned n, word;
};

static void get_timeout(u64 ns, unsigned word, struct value *v)
{
    enum { NSEC_PER_USEC = 1000 };
    if (ns == NEVER) ns = 0;
    *v = (struct value){.field = {ns / NSEC, ns % NSEC / NSEC_PER_USEC}, .n = 2, .word = word};
}

static i64 get_value(struct call *c, struct socket *s, int level, int name, struct value *v)
{
    const int *known = recall(s, level, name);
    *v = (struct value){.n = 1, .word = 4};
    if (known) {
        v->field[0] = (u32)*known;
        return 0;
    }
    if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY) v->field[0] = s->v6_only;
    else if (level != SOL_SOCKET) return -ENOPROTOOPT;
    else switch (name) {
        case SO_ERROR: v->field[0] = (u64)errno_to_guest(c->os->abi, -socket_take_error(s)); break;
        case SO_TYPE: v->field[0] = (u64)s->type; break;
        case SO_DOMAIN: v->field[0] = (u64)s->family; break;
        case SO_PROTOCOL: v->field[0] = (u64)s->protocol; break;
        case SO_ACCEPTCONN: v->field[0] = s->listening; break;
        case SO_REUSEADDR: v->field[0] = s->reuse_addr; break;
        case SO_REUSEPORT: v->field[0] = s->reuse_port; break;
        case SO_PASSCRED: v->field[0] = s->pass_credentials; break;
        case SO_SNDBUF: v->field[0] = s->send_buffer; break;
        case SO_RCVBUF: v->field[0] = s->receive_buffer; break;
        case SO_LINGER: *v = (struct value){.field = {s->linger, s->linger_seconds}, .n = 2, .word = 4}; break;
        case RCVTIMEO_OLD: get_timeout(s->receive_timeout, guest_word(c), v); break;
        case SNDTIMEO_OLD: get_timeout(s->send_timeout, guest_word(c), v); break;
        case RCVTIMEO_NEW: get_timeout(s->receive_timeout, 8, v); break;
        case SNDTIMEO_NEW: get_timeout(s->send_timeout, 8, v); break;
        case SO_SNDLOWAT: v->field[0] = 1; break;
        case SO_PEERCRED: {
            const struct credentials *who = &s->far_owner;
            bool known_peer = !socket_is_inet(s) && who->pid;
            u64 none = (u32)-1;
            *v = (struct value){.n = 3, .word = 4};
            v->field[0] = known_peer ? (u64)who->pid : 0;
            v->field[1] = known_peer ? (u64)who->uid : none;
            v->field[2] = known_peer ? (u64)who->gid : none;
            break;
        }
        default: return -ENOPROTOOPT;
        }
    return 0;
}

i64 sys_getsockopt(struct call *c)
{
    i64 error;
    int level, name;
    struct value v;
    u64 room;
    u8 raw[sizeof v.field];
    struct socket *s = socket_get(c, (i64)c->a[0], NULL, &error);
    if (!s) return error;
    host_option(c, &level, &name);
    if (!has_level(s, level)) return -EOPNOTSUPP;
    if (guest_get_uint(c, c->a[4], 4, &room) != 0) return -EFAULT;
    if ((i32)room < 0) return -EINVAL;
    if ((error = get_value(c, s, level, name, &v)) != 0) return error;
    if (level == IPPROTO_IP && room && room < v.word && v.field[0] <= UINT8_MAX) v.word = 1;
    for (unsigned i = 0; i < v.n; i++) field_put(guest_big_endian(c), raw + i * v.word, v.word, v.field[i]);
    if (room > v.n * v.word) room = v.n * v.word;
    if (guest_put(c, c->a[3], raw, room) != 0) return -EFAULT;
    return guest_put_uint(c, c->a[4], 4, room);
}
