/* Sockets as programs have them: pairs, names of all three families, messages with descriptors, options. Most of it is
 * right, so that the calls get where they do something; one part or another is at a border or wrong. */
#include "tests/attack/syscalls/attack.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "emu/os/calls.h"
#include "emu/os/socket.h"

enum { BYTES = 4096, PORTS = 6, DESCRIPTORS_MOST = 256, UN_PATH = 108, INET6_SIZE = 28 };

/* A structure of the guest's that is being made. */
struct bytes {
    struct attack *a;
    const struct thread *t;
    unsigned n;
    u8 raw[BYTES];
};

static unsigned word(const struct attack *a) { return a->isa.abi->word; }

static void put(struct bytes *b, unsigned size, u64 value)
{
    if (b->n + size > sizeof b->raw) abort();
    field_put(b->a->isa.big_endian, b->raw + b->n, size, value);
    b->n += size;
}

/* Into the guest's memory, one time in four at the end of what it may touch or a little across it. */
static u64 lay(const struct bytes *b)
{
    struct attack *a = b->a;
    u64 at = a->data + attack_below(a, (DATA - BYTES) / 8) * 8;
    if (attack_one_in(a, 4)) at = a->data + DATA - b->n + (attack_one_in(a, 2) ? 0 : 4 * attack_below(a, 4));
    mem_write(&b->t->process->mem, at, b->raw, b->n);
    return at;
}

static u64 lay_number(struct attack *a, const struct thread *t, unsigned size, u64 value)
{
    struct bytes b = {.a = a, .t = t};
    put(&b, size, value);
    return lay(&b);
}

/* --- descriptors -------------------------------------------------------------------------------------------------- */

/* Any that is open. */
static u64 open_fd(struct attack *a, const struct thread *t)
{
    const struct fd_table *fds = &t->os->op->fds;
    u64 found = any_fd(a);
    unsigned n = 0;
    for (unsigned fd = 0; fd < fds->room; fd++)
        if (fds->entry[fd].d && attack_below(a, ++n) == 0) found = fd;
    return attack_one_in(a, 20) ? any_fd(a) : found;
}

/* Whether a call has something to do at a socket in this state. */
static bool suits(const struct socket *s, const struct syscall *call)
{
    if (call->run == sys_connect) return !s->connected && !s->listening && !s->connecting;
    if (call->run == sys_bind) return !s->bound && !s->connected;
    if (call->run == sys_listen) return s->bound && !s->connected && s->type != SOCK_DGRAM;
    if (call->run == sys_accept) return s->waiting;
    if (call->run == sys_send) return s->peer;
    if (call->run == sys_sendmsg || call->run == sys_sendmmsg) return s->peer && s->family == AF_UNIX;
    if (call->run == sys_recvmsg || call->run == sys_recvmmsg) return s->first && (s->first->fds || s->messages > 1);
    return s->first;
}

/* One of the sockets, rather one that the call suits. */
static u64 socket_fd(struct attack *a, const struct thread *t, const struct syscall *call)
{
    struct os_process *op = t->os->op;
    struct call c = {.os = a->os, .op = op};
    u64 any = open_fd(a, t), best = any;
    unsigned sockets = 0, suited = 0;
    i64 error;
    for (unsigned fd = 0; fd < op->fds.room; fd++) {
        const struct socket *s = socket_get(&c, fd, NULL, &error);
        if (s && attack_below(a, ++sockets) == 0) any = fd;
        if (s && suits(s, call) && attack_below(a, ++suited) == 0) best = fd;
    }
    if (attack_one_in(a, 20)) return any_fd(a);
    return suited && !attack_one_in(a, 4) ? best : any;
}

static const struct socket *socket_at(struct attack *a, const struct thread *t, u64 fd)
{
    struct call c = {.os = a->os, .op = t->os->op};
    i64 error;
    return socket_get(&c, (i64)fd, NULL, &error);
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static unsigned un_name(struct attack *a, struct bytes *b)
{
    static const char *const path[] = {
        "sock", "sock2", "dir/sock", "../outside.sock", "/tmp/outside-of-the-sandbox.sock", "fifo"};
    const char *name = path[attack_below(a, attack_one_in(a, 4) ? ARRAY_LEN(path) : 3)];
    unsigned length = (unsigned)strlen(name) + 1;
    put(b, 2, AF_UNIX);
    if (attack_one_in(a, 3)) { /* without a file; as long as names can be, or without an end */
        length = attack_one_in(a, 8) ? UN_PATH : 2;
        for (unsigned i = 0; i < length; i++) put(b, 1, i ? 'a' + attack_below(a, 3) : 0);
    } else {
        memcpy(b->raw + b->n, name, length);
        b->n += length;
    }
    return b->n;
}

static unsigned inet_name(struct attack *a, struct bytes *b, bool six)
{
    unsigned port = attack_one_in(a, 6) ? 0 : 5000 + (unsigned)attack_below(a, PORTS);
    put(b, 2, six ? AF_INET6 : AF_INET);
    put(b, 1, port >> 8);
    put(b, 1, port & 0xff);
    if (six) {
        put(b, 4, 0);
        for (unsigned i = 0; i < 15; i++) put(b, 1, 0);
        put(b, 1, !attack_one_in(a, 3));
        put(b, 4, 0);
    } else {
        put(b, 1, attack_one_in(a, 4) ? 0 : 127);
        put(b, 2, 0);
        put(b, 1, b->raw[b->n - 3] ? 1 : 0);
        put(b, 4, attack_next(a) & 0xff);
        put(b, 4, 0);
    }
    return b->n;
}

/* Somebody who has a name that `from` can speak to, best of all who listens. */
static const struct socket *somebody(struct attack *a, const struct socket *from)
{
    const struct socket *found = NULL;
    unsigned n = 0;
    for (const struct socket *s = a->os->sockets; s; s = s->next) {
        if (s->family != from->family || s->type != from->type || !(s->own.length + s->own.port)) continue;
        if ((s->listening && !(found && found->listening)) ||
            (attack_below(a, ++n) == 0 && !(found && found->listening)))
            found = s;
    }
    return found;
}

static void known_name(const struct socket_name *n, struct bytes *b)
{
    put(b, 2, (u64)n->family);
    if (n->family != AF_UNIX) {
        put(b, 1, n->port >> 8);
        put(b, 1, n->port & 0xff);
        if (n->family == AF_INET6) put(b, 4, 0);
        const unsigned from = n->family == AF_INET6 ? 0 : 12;
        for (unsigned i = from; i < 16; i++) put(b, 1, n->ip[i]);
        put(b, 8, 0);
    } else {
        for (unsigned i = 0; i < n->length; i++) put(b, 1, (u8)n->path[i]);
        if (n->length && n->path[0]) put(b, 1, 0);
    }
}

/* The name's address, and in *size how long it is. */
static u64 name(struct attack *a, const struct thread *t, u64 fd, u64 *size)
{
    struct bytes b = {.a = a, .t = t};
    const struct socket *from = socket_at(a, t, fd), *to = from && !attack_one_in(a, 3) ? somebody(a, from) : NULL;
    int family = from ? from->family : AF_UNIX;
    if (attack_one_in(a, 6)) family = (int)attack_below(a, 12);
    if (to) known_name(&to->own, &b);
    *size = to ? b.n : family == AF_INET || family == AF_INET6 ? inet_name(a, &b, family == AF_INET6) : un_name(a, &b);
    if (to && to->family == AF_INET6) *size = INET6_SIZE;
    if (attack_one_in(a, 8)) *size = any_size(a);
    return lay(&b);
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

/* struct cmsghdr with descriptors in it, or with something else. */
static u64 control(struct attack *a, const struct thread *t, bool sends, u64 *size)
{
    static const unsigned counts[] = {0, 1, 1, 1, 2, 3, 5, 253, 254};
    struct bytes b = {.a = a, .t = t};
    unsigned n = counts[attack_below(a, ARRAY_LEN(counts))], head = word(a) + 8;
    if (!sends) n = 16;
    put(&b, word(a), attack_one_in(a, 8) ? any_size(a) : head + 4 * n);
    put(&b, 4, attack_one_in(a, 10) ? any_number(a) : a->os->abi->sol_socket);
    put(&b, 4, attack_one_in(a, 6) ? attack_below(a, 4) : SCM_RIGHTS);
    for (unsigned i = 0; i < n; i++) put(&b, 4, sends ? open_fd(a, t) : 0);
    if (attack_one_in(a, 6)) { /* another one behind it */
        while (b.n % word(a)) put(&b, 1, 0);
        put(&b, word(a), attack_one_in(a, 2) ? head + 12 : any_size(a));
        put(&b, 4, a->os->abi->sol_socket);
        put(&b, 4, attack_below(a, 4));
        for (unsigned i = 0; i < 3; i++) put(&b, 4, attack_next(a) & 0xff);
    }
    *size = attack_one_in(a, 8) ? any_size(a) : b.n - attack_below(a, 2) * attack_below(a, 9);
    return lay(&b);
}

static u64 vectors(struct attack *a, const struct thread *t, u64 *count)
{
    struct bytes b = {.a = a, .t = t};
    unsigned n = (unsigned)attack_below(a, 6);
    for (unsigned i = 0; i < n; i++) {
        bool small = !attack_one_in(a, 8);
        put(&b, word(a), small ? a->data + attack_below(a, DATA - 128) : any_address(a));
        put(&b, word(a), small ? attack_below(a, 128) : any_size(a));
    }
    *count = attack_one_in(a, 16) ? any_size(a) : n;
    return lay(&b);
}

/* struct msghdr: name, its size, vectors, control, flags; each in a word. */
static void header(struct bytes *b, u64 fd, bool sends)
{
    struct attack *a = b->a;
    u64 size = 0, at = attack_one_in(a, 2) ? 0 : name(a, b->t, fd, &size);
    put(b, word(a), at);
    put(b, 4, size);
    if (word(a) == 8) put(b, 4, 0);
    at = vectors(a, b->t, &size);
    put(b, word(a), at);
    put(b, word(a), size);
    size = 0;
    at = attack_one_in(a, 4) ? 0 : control(a, b->t, sends, &size);
    put(b, word(a), at);
    put(b, word(a), size);
    put(b, word(a), 0);
}

static u64 message(struct attack *a, const struct thread *t, u64 fd, bool sends)
{
    struct bytes b = {.a = a, .t = t};
    header(&b, fd, sends);
    return lay(&b);
}

/* The same with nothing wrong in it: one byte, and room for descriptors, or one or two of them. */
static u64 right_message(struct attack *a, const struct thread *t, bool sends)
{
    struct bytes control = {.a = a, .t = t}, byte = control, b = control;
    const unsigned n = sends ? 1 + (unsigned)attack_below(a, 2) : 8, size = word(a) + 8 + 4 * n;
    put(&control, word(a), size);
    put(&control, 4, a->os->abi->sol_socket);
    put(&control, 4, SCM_RIGHTS);
    for (unsigned i = 0; i < n; i++) put(&control, 4, sends ? open_fd(a, t) : 0);
    put(&byte, word(a), a->data + attack_below(a, DATA - 128));
    put(&byte, word(a), 1);
    const u64 vector = lay(&byte), descriptors = lay(&control);
    put(&b, word(a), 0); /* no name */
    put(&b, word(a), 0);
    put(&b, word(a), vector);
    put(&b, word(a), 1);
    put(&b, word(a), descriptors);
    put(&b, word(a), size);
    put(&b, word(a), 0);
    return lay(&b);
}

static u64 several(struct attack *a, const struct thread *t, u64 fd, bool sends, u64 *count)
{
    struct bytes b = {.a = a, .t = t};
    unsigned n = (unsigned)attack_below(a, 5);
    for (unsigned i = 0; i < n; i++) {
        header(&b, fd, sends);
        put(&b, word(a), 0);
    }
    *count = attack_one_in(a, 16) ? any_size(a) : n;
    return lay(&b);
}

static u64 flags(struct attack *a)
{
    return attack_one_in(a, 4) ? attack_next(a) : attack_one_in(a, 2) ? MSG_DONTWAIT : (u64)1 << attack_below(a, 20);
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

static u64 kind(struct attack *a)
{
    static const int kinds[] = {SOCK_STREAM, SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_RAW};
    u64 k = (u64)kinds[attack_below(a, ARRAY_LEN(kinds))];
    return attack_one_in(a, 3) ? k | a->os->abi->sock_nonblock : k;
}

static void make(struct attack *a, const struct thread *t, bool two, u64 *arg)
{
    static const u64 families[] = {AF_UNIX, AF_UNIX, AF_INET, AF_INET6}, protocols[] = {IPPROTO_TCP, IPPROTO_UDP, 1};
    arg[0] = two ? AF_UNIX : families[attack_below(a, ARRAY_LEN(families))];
    arg[1] = kind(a);
    arg[2] = attack_one_in(a, 6) ? protocols[attack_below(a, ARRAY_LEN(protocols))] : 0;
    if (two) arg[3] = lay_number(a, t, 8, 0);
}

static void option(struct attack *a, const struct thread *t, bool sets, u64 *arg)
{
    const struct pair *p = a->os->abi->socket_options;
    unsigned n = 0;
    while (p[n].guest) n++;
    arg[1] = attack_one_in(a, 6) ? (attack_one_in(a, 2) ? IPPROTO_TCP : IPPROTO_IPV6) : a->os->abi->sol_socket;
    arg[2] = attack_one_in(a, 6) ? attack_below(a, 80) : p[attack_below(a, n)].guest;
    arg[3] = lay_number(a, t, 8, sets && attack_one_in(a, 2) ? attack_below(a, 3) : any_size(a));
    arg[4] =
        sets ? (attack_one_in(a, 3) ? any_size(a) : (u64)4 << attack_below(a, 2)) : lay_number(a, t, 4, any_size(a));
}

static void one_socket(struct attack *a, const struct thread *t, const struct syscall *s, u64 *arg)
{
    bool sends = s->run == sys_send || s->run == sys_sendmsg || s->run == sys_sendmmsg;
    u64 fd = arg[0] = socket_fd(a, t, s);
    if (s->run == sys_bind || s->run == sys_connect) {
        if (s->run == sys_bind && attack_one_in(a, 2)) fd = ~(u64)0; /* a new name, of any family */
        arg[1] = name(a, t, fd, &arg[2]);
    } else if (s->run == sys_accept || s->run == sys_getsockname || s->run == sys_getpeername) {
        arg[2] = lay_number(a, t, 4, any_size(a));
        if (attack_one_in(a, 4)) arg[1] = 0;
        if (s->variant & V_FLAGS && attack_one_in(a, 2)) arg[3] = 0; /* accept4() of flags at random hardly ever works */
    } else if (s->run == sys_send || s->run == sys_recv) {
        arg[3] = flags(a);
        if (sends && s->variant & V_NAME && attack_one_in(a, 2)) arg[4] = name(a, t, fd, &arg[5]);
        else if (s->variant & V_NAME) arg[5] = sends ? 0 : lay_number(a, t, 4, any_size(a));
    } else if (s->run == sys_sendmsg || s->run == sys_recvmsg) {
        arg[1] = message(a, t, fd, sends);
        arg[2] = flags(a);
    } else if (s->run == sys_sendmmsg || s->run == sys_recvmmsg) {
        arg[1] = several(a, t, fd, sends, &arg[2]);
        arg[3] = flags(a);
    } else if (s->run == sys_getsockopt || s->run == sys_setsockopt) {
        option(a, t, s->run == sys_setsockopt, arg);
    }
}

static const struct syscall *entry_of(const struct guest_abi *abi, i64 (*run)(struct call *))
{
    for (unsigned i = 0; i < abi->call_count; i++)
        if (abi->calls[i].run == run) return &abi->calls[i];
    abort();
}

const struct syscall *attack_pass_descriptors(struct attack *a, const struct thread *t, struct syscall_args *out)
{
    const struct guest_abi *abi = a->os->abi;
    const unsigned room = t->os->op->fds.room;
    i64 (*run)(struct call *) = sys_socketpair;
    for (unsigned fd = 0; fd < room && run != sys_recvmsg; fd++) {
        const struct socket *s = socket_at(a, t, fd);
        if (!s || s->family != AF_UNIX) continue;
        if (s->first && s->first->fds) run = sys_recvmsg;
        else if (s->peer) run = sys_sendmsg;
        else continue;
        out->arg[0] = fd;
    }
    if (run == sys_socketpair) {
        make(a, t, true, out->arg);
        out->arg[2] = 0;
    } else {
        out->arg[1] = right_message(a, t, run == sys_sendmsg);
        out->arg[2] = MSG_DONTWAIT;
    }
    return entry_of(abi, run);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* Pages that are mapped, or begin or end beside what is; seldom those that all else is about. */
static void pages(struct attack *a, const struct thread *t, u64 *arg)
{
    const struct mem *m = &t->process->mem;
    const u64 p = MEM_PAGE;
    if (!m->areas) return;
    u64 start = 0, end = 0;
    for (unsigned tries = 0; tries < 4; tries++) {
        start = m->area[attack_below(a, m->areas)].start;
        end = start + p * (1 + attack_below(a, 8));
        if (end <= a->data || start >= a->data + DATA) break;
    }
    if (attack_one_in(a, 4)) start += p * attack_below(a, 8) - 2 * p;
    arg[0] = start + (attack_one_in(a, 12) ? attack_below(a, p) : 0);
    arg[1] = attack_one_in(a, 8) ? any_size(a) : end - start - (attack_one_in(a, 4) ? attack_below(a, p) : 0);
}

static void map(struct attack *a, const struct thread *t, const struct syscall *s, u64 *arg)
{
    const struct pair *known = a->os->abi->map_flags;
    u32 f = attack_one_in(a, 3) ? MAP_SHARED : MAP_PRIVATE;
    if (!attack_one_in(a, 3)) f |= MAP_ANONYMOUS;
    if (attack_one_in(a, 4)) f |= MAP_FIXED;
    arg[3] = flags_to_guest(known, f) | (attack_one_in(a, 8) ? (u64)1 << attack_below(a, 32) : 0);
    if (f & MAP_FIXED || attack_one_in(a, 4)) pages(a, t, arg);
    else arg[0] = attack_one_in(a, 4) ? any_address(a) & ~(u64)(MEM_PAGE - 1) : 0;
    arg[1] = attack_one_in(a, 10) ? any_size(a) : attack_below(a, 64) * 1000;
    arg[2] = attack_below(a, 8);
    arg[4] = open_fd(a, t);
    arg[5] = attack_one_in(a, 8) ? any_number(a) : attack_below(a, 3) * (s->variant & V_PAGES ? 1 : MEM_PAGE);
}

static void remap(struct attack *a, const struct thread *t, u64 *arg)
{
    pages(a, t, arg);
    arg[2] = attack_one_in(a, 8) ? any_size(a) : attack_below(a, 20) * MEM_PAGE;
    arg[3] = attack_one_in(a, 10) ? any_number(a) : attack_below(a, 4);
    arg[4] = any_address(a) & ~(u64)(MEM_PAGE - 1);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

bool attack_is_about(const struct syscall *s, enum theme theme)
{
    static i64 (*const sockets[])(struct call *) = {
        sys_socket,       sys_socketpair, sys_bind,       sys_connect, sys_listen,  sys_accept,   sys_getsockname,
        sys_getpeername,  sys_send,       sys_recv,       sys_sendmsg, sys_recvmsg, sys_sendmmsg, sys_recvmmsg,
        sys_getsockopt,   sys_setsockopt, sys_shutdown,   sys_poll,    sys_dup,     sys_read,     sys_write,
        sys_epoll_create, sys_epoll_ctl,  sys_epoll_wait, sys_readv,   sys_writev,
    };
    static i64 (*const memory[])(struct call *) = {
        sys_mmap, sys_munmap, sys_mremap, sys_mprotect, sys_madvise, sys_msync, sys_brk, sys_read, sys_write,
    };
    i64 (*const *list)(struct call *) = theme == THEME_SOCKETS ? sockets : memory;
    size_t n = theme == THEME_SOCKETS ? ARRAY_LEN(sockets) : ARRAY_LEN(memory);
    for (size_t i = 0; i < n; i++)
        if (s->run == list[i]) return true;
    return false;
}

void attack_shape(struct attack *a, const struct thread *t, const struct syscall *s, struct syscall_args *out)
{
    u64 *arg = out->arg;
    if (s->run == sys_socket || s->run == sys_socketpair) make(a, t, s->run == sys_socketpair, arg);
    else if (s->run == sys_epoll_ctl) arg[0] = open_fd(a, t), arg[1] = 1 + attack_below(a, 3), arg[2] = open_fd(a, t);
    else if (s->run == sys_mmap) map(a, t, s, arg);
    else if (s->run == sys_mremap) remap(a, t, arg);
    else if (s->run == sys_munmap || s->run == sys_mprotect || s->run == sys_madvise || s->run == sys_msync)
        pages(a, t, arg);
    else if (s->kinds[0] == 'f' && (attack_is_about(s, THEME_SOCKETS) || attack_one_in(a, 4))) one_socket(a, t, s, arg);
}
