/* Random calls on sockets: AF_UNIX by path, abstract name and pair, AF_INET on the loopback; names, options, messages, descriptors that travel.
 * The seed and a folder are the arguments. Guests and the host's kernel must write the same: nothing waits, and no time is asked. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { FIRST = 20, FDS = 10, STEPS = 300 };

static unsigned char buffer[8192];
static int pipes_broken;
static char inet[FIRST + FDS]; /* the descriptor was made an Internet socket */

static int any(void) { return FIRST + (int)next(FDS); }

static void on_pipe(int signo)
{
    (void)signo;
    pipes_broken++;
}

static void say(const char *what, int fd, long r) { printf("%s %d: %ld%s%s\n", what, fd, r, r < 0 ? " " : "", r < 0 ? strerror(errno) : ""); }

static unsigned sum(long n)
{
    unsigned h = 5381;
    for (long i = 0; i < n; i++) h = h * 33 + buffer[i];
    return h;
}

static void place(const char *what, int fd, int to, int is_inet)
{
    if (fd < 0) {
        say(what, to, fd);
        return;
    }
    int r = dup2(fd, to);
    inet[to] = (char)is_inet;
    close(fd);
    say(what, to, r);
}

static void make(void)
{
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM, 77, 77};
    int fd[2], to = any(), other = any();
    unsigned what = next(10), kind = next(40), odd = next(30);
    int type = types[kind < 38 ? kind % 4 : kind - 34], protocol = odd == 0 ? 17 : odd == 1 ? 1 : 0;
    if (what < 4) place("socket", socket(AF_UNIX, type | SOCK_NONBLOCK, protocol), to, 0);
    else if (what < 5) place("inet", socket(AF_INET, (kind & 1 ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0), to, 1);
    else if (what < 8) {
        int r = socketpair(AF_UNIX, type | SOCK_NONBLOCK, protocol, fd);
        if (r != 0) say("pair", to, r);
        else place("pair", fd[0], to, 0), place("pair", fd[1], other, 0);
    } else if (what < 9) {
        if (pipe2(fd, O_NONBLOCK) == 0) place("pipe", fd[0], to, 0), place("pipe", fd[1], other, 0);
    } else place("eventfd", eventfd(1, EFD_NONBLOCK), to, 0);
}

/* A name: of the file system, abstract, none, or what another socket of ours is bound to. The last draws are of no use for some. */
static socklen_t name(struct sockaddr_storage *to, int ends)
{
    struct sockaddr_un *u = (struct sockaddr_un *)to;
    unsigned what = next(14), which = next(3), odd = next(40);
    int fd = any();
    socklen_t n = sizeof *to;
    memset(to, 0, sizeof *to);
    u->sun_family = AF_UNIX;
    if (what < 5) {
        sprintf(u->sun_path, "%c", "xyz"[which]);
        return odd ? sizeof *u : odd + 2;
    }
    if (what < 8) {
        sprintf(u->sun_path + 1, "pcgram oracle %010d %u", (int)getpid(), which);
        return (socklen_t)(sizeof(sa_family_t) + 1 + strlen(u->sun_path + 1));
    }
    if (what < 9) {
        static const char *const names[] = {"nothing/x", "plain", "folder"};
        strcpy(u->sun_path, names[which]);
        return sizeof *u;
    }
    if (what < 10 && ends) return sizeof(sa_family_t);
    if (what < 11) {
        struct sockaddr_in *in = (struct sockaddr_in *)to;
        in->sin_family = AF_INET;
        in->sin_addr.s_addr = htonl(which ? INADDR_LOOPBACK : INADDR_ANY);
        in->sin_port = ends ? 0 : htons(1);
        return odd ? sizeof *in : 8;
    }
    if (what < 12) {
        int type = 0;
        socklen_t size = sizeof type;
        getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
        u->sun_family = which && !ends && type == SOCK_DGRAM ? AF_UNSPEC : 77; /* a connection cannot be ended so in pcgram */
        return odd ? sizeof *u : 3;
    }
    return getsockname(fd, (struct sockaddr *)to, &n) == 0 && n > 2 ? n : sizeof *u;
}

static void say_name(const struct sockaddr_storage *s, socklen_t n)
{
    const struct sockaddr_un *u = (const struct sockaddr_un *)s;
    const struct sockaddr_in *in = (const struct sockaddr_in *)s;
    printf("  name of %d", (int)n);
    if (n >= 2) printf(", family %d", s->ss_family);
    if (n > 2 && s->ss_family == AF_UNIX) printf(" %d %s", u->sun_path[0] != 0, u->sun_path[0] ? u->sun_path : n == 8 ? "chosen" : "abstract");
    if (n > 2 && s->ss_family == AF_INET) printf(" %x %d", (unsigned)ntohl(in->sin_addr.s_addr), in->sin_port != 0);
    printf("\n");
}

static void connections(void)
{
    static const char *const names[] = {"x", "y", "z"};
    struct sockaddr_storage a;
    int fd = any(), to = any();
    unsigned what = next(12), how = next(5), which = next(3);
    socklen_t n = name(&a, what < 2), room;
    switch (what) {
    case 0:
    case 1: say("bind", fd, bind(fd, (void *)&a, n)); return;
    case 2: say("listen", fd, listen(fd, (int)how - 1)); return;
    case 3:
    case 4:
    case 5: say("connect", fd, connect(fd, (void *)&a, n)); return;
    case 6:
    case 7:
        memset(&a, 0, sizeof a), room = how ? sizeof a : 5;
        place("accept", accept4(fd, (void *)&a, &room, SOCK_NONBLOCK), to, inet[fd]);
        return;
    case 8: say("shutdown", fd, shutdown(fd, (int)how - 1)); return;
    case 9:
    case 10:
        memset(&a, 0, sizeof a), room = sizeof a;
        int r = which ? getsockname(fd, (void *)&a, &room) : getpeername(fd, (void *)&a, &room);
        say(which ? "getsockname" : "getpeername", fd, r);
        if (r == 0) say_name(&a, room);
        return;
    default: say("unlink", 0, unlink(names[which]));
    }
}

static void options(void)
{
    static const struct {
        const char *name;
        int level, option;
    } o[] = {
        {"TYPE", SOL_SOCKET, SO_TYPE},
        {"ERROR", SOL_SOCKET, SO_ERROR},
        {"DOMAIN", SOL_SOCKET, SO_DOMAIN},
        {"PROTOCOL", SOL_SOCKET, SO_PROTOCOL},
        {"ACCEPTCONN", SOL_SOCKET, SO_ACCEPTCONN},
        {"PASSCRED", SOL_SOCKET, SO_PASSCRED},
        {"REUSEADDR", SOL_SOCKET, SO_REUSEADDR},
        {"KEEPALIVE", SOL_SOCKET, SO_KEEPALIVE},
        {"BROADCAST", SOL_SOCKET, SO_BROADCAST},
        {"LINGER", SOL_SOCKET, SO_LINGER},
        {"RCVTIMEO", SOL_SOCKET, SO_RCVTIMEO},
        {"SNDTIMEO", SOL_SOCKET, SO_SNDTIMEO},
        {"PEERCRED", SOL_SOCKET, SO_PEERCRED},
        {"RCVLOWAT", SOL_SOCKET, SO_RCVLOWAT},
        {"OOBINLINE", SOL_SOCKET, SO_OOBINLINE},
        {"PRIORITY", SOL_SOCKET, SO_PRIORITY},
        {"SNDBUF", SOL_SOCKET, SO_SNDBUF},
        {"none", SOL_SOCKET, 9999},
        {"TTL", IPPROTO_IP, IP_TTL},
    };
    int fd = any();
    unsigned which = next(sizeof o / sizeof *o), set = next(3), size = next(12), v = next(6), missing = next(20);
    union {
        int n[4];
        long l[2];
    } value = {{0}};
    int is_time = o[which].option == SO_RCVTIMEO || o[which].option == SO_SNDTIMEO, level = o[which].level;
    socklen_t room = size < 9 || (is_time && size == 9) ? sizeof value : size < 10 ? 4 : size < 11 ? 3 : 0;
    if (level == SOL_SOCKET && is_time) value.l[0] = (long)v - 1, value.l[1] = v == 3 ? 1000000 : v == 4 ? 8000 : 0;
    else value.n[0] = (int)v - 1, value.n[1] = (int)v;
    if (inet[fd] && o[which].option == SO_PASSCRED) which = 0; /* since Linux 6.16 it is refused there */
    printf("%s ", o[which].name);
    if (set == 0) {
        say("set", fd, setsockopt(fd, level, o[which].option, missing ? &value : NULL, room));
        return;
    }
    memset(&value, 0x55, sizeof value);
    int r = getsockopt(fd, level, o[which].option, &value, &room);
    say("get", fd, r);
    if (r != 0) return;
    if (level == SOL_SOCKET && is_time)
        printf("  %d long(s) %ld %ld\n", (int)(room / sizeof(long)), room < sizeof(long) ? 0 : value.l[0], room < 2 * sizeof(long) ? 0 : value.l[1]);
    else if (o[which].option == SO_ERROR && level == SOL_SOCKET) printf("  %d bytes, %s\n", (int)room, room < 4 ? "" : strerror(value.n[0]));
    else if (o[which].option == SO_PEERCRED && level == SOL_SOCKET)
        printf("  %d bytes, %d %d %d\n", (int)room,
               room < 4                 ? 0
               : value.n[0] == getpid() ? 1
                                        : value.n[0],
               room < 8 ? 0 : value.n[1], room < 12 ? 0 : value.n[2]);
    else printf("  %d bytes, %d %d\n", (int)room, room < 4 ? 0 : value.n[0], room < 8 ? 0 : value.n[1]);
}

static void fill(size_t n)
{
    unsigned char c = (unsigned char)next(256);
    for (size_t i = 0; i < n; i++) buffer[i] = (unsigned char)(c + i * 7 + i / 251);
}

static size_t size(void)
{
    unsigned small = next(60), large = next(12);
    return large ? small : 3000 + small;
}

/* Of an eventfd only 8 bytes: kernels differ in whether more are too many. The order of its bytes is the processor's. */
static int is_event(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && !(st.st_mode & S_IFMT);
}

static void sends(void)
{
    struct sockaddr_storage a;
    union {
        struct cmsghdr h;
        char room[200];
    } control;
    int fd = any(), carried[3] = {any(), any(), any()};
    unsigned how = next(8), quiet = next(2), count = next(4), odd = next(24);
    size_t n = size(), cut = next(20);
    socklen_t length = name(&a, 0);
    struct iovec v[2] = {{buffer, n < cut ? n : cut}, {buffer + (n < cut ? n : cut), n < cut ? 0 : n - cut}};
    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
    int flags = quiet ? MSG_NOSIGNAL : 0;
    fill(n);
    if (how < 2) say("send", fd, send(fd, buffer, n, flags));
    else if (how < 4) say("sendto", fd, sendto(fd, buffer, n, flags, (void *)&a, length));
    else if (how < 5 && !is_event(fd)) say("write", fd, write(fd, buffer, n));
    else {
        struct stat st;
        memset(&control, 0, sizeof control);
        control.h.cmsg_len = CMSG_LEN(count * sizeof(int)), control.h.cmsg_level = SOL_SOCKET, control.h.cmsg_type = SCM_RIGHTS;
        for (unsigned i = 0; i < count; i++) /* sockets that hold each other would be freed at some time */
            if (odd && (fstat(carried[i], &st) != 0 || S_ISSOCK(st.st_mode))) carried[i] = 0;
        memcpy(CMSG_DATA(&control.h), carried, count * sizeof(int));
        m.msg_control = &control, m.msg_controllen = CMSG_SPACE(count * sizeof(int));
        if (odd == 1) control.h.cmsg_len = 3;
        if (odd == 2) control.h.cmsg_type = 77;
        if (odd == 3) control.h.cmsg_level = IPPROTO_TCP;
        if (odd == 4) control.h.cmsg_len = 199;
        if (odd == 5) memset(CMSG_DATA(&control.h), 0xff, sizeof(int));
        if ((odd > 5 && odd < 12) || inet[fd]) m.msg_control = NULL, m.msg_controllen = 0;
        if (odd > 0 && odd < 6 && send(fd, "", 0, MSG_NOSIGNAL) < 0)
            m.msg_control = NULL, m.msg_controllen = 0; /* which of two things is wrong is of no use */
        if (how == 5) m.msg_name = &a, m.msg_namelen = length;
        say("sendmsg", fd, odd == 0 ? 0 : sendmsg(fd, &m, flags));
    }
}

static void receives(void)
{
    struct sockaddr_storage a;
    union {
        struct cmsghdr h;
        char room[200];
    } control;
    int fd = any(), to[3] = {any(), any(), any()}, flags = MSG_DONTWAIT;
    unsigned how = next(8), peek = next(4), trunc = next(3), all = next(4), room = next(8);
    size_t n = size(), cut = next(20);
    struct iovec v[2] = {{buffer, n < cut ? n : cut}, {buffer + (n < cut ? n : cut), n < cut ? 0 : n - cut}};
    struct msghdr m = {
        .msg_iov = v, .msg_iovlen = 2, .msg_name = &a, .msg_namelen = sizeof a, .msg_control = &control, .msg_controllen = sizeof control};
    socklen_t length = sizeof a;
    if (inet[fd] && trunc == 0) trunc = 1; /* of a TCP socket it throws bytes away */
    flags |= (peek ? 0 : MSG_PEEK) | (trunc ? 0 : MSG_TRUNC) | (all ? 0 : MSG_WAITALL);
    memset(buffer, 0, sizeof buffer), memset(&a, 0, sizeof a), memset(&control, 0, sizeof control);
    long r = 0;
    if (how == 0) r = read(fd, buffer, n + 8), say("read", fd, r);
    else if (how < 3) r = recv(fd, buffer, n, flags), say("recv", fd, r);
    else if (how < 4) {
        r = recvfrom(fd, buffer, n, flags, (void *)&a, &length);
        say("recvfrom", fd, r);
        if (r >= 0) say_name(&a, length);
    } else {
        if (room == 0) m.msg_control = NULL, m.msg_controllen = 0;
        if (room == 1) m.msg_controllen = CMSG_SPACE(sizeof(int));
        if (room == 2) m.msg_controllen = CMSG_LEN(sizeof(int)) - 1;
        r = recvmsg(fd, &m, flags | MSG_CMSG_CLOEXEC);
        say("recvmsg", fd, r);
        if (r >= 0) {
            say_name(&a, m.msg_namelen);
            printf("  flags %x, control %d\n", (unsigned)m.msg_flags, m.msg_controllen != 0);
            for (struct cmsghdr *h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h)) {
                unsigned got = (unsigned)((h->cmsg_len - CMSG_LEN(0)) / sizeof(int));
                int in[8];
                memcpy(in, CMSG_DATA(h), (got < 8 ? got : 8) * sizeof(int));
                printf("  control %d %d, %u:", h->cmsg_level == SOL_SOCKET, h->cmsg_type, got);
                if (h->cmsg_type == SCM_CREDENTIALS) printf(" %d %d %d\n", in[0] == getpid(), in[1], in[2]);
                else {
                    printf("\n");
                    for (unsigned i = 0; i < got && i < 3; i++) place("  got", in[i], to[i], 0);
                }
            }
        }
    }
    if (r > 0 && !is_event(fd)) printf("  bytes %08x\n", sum(r < (long)sizeof buffer ? r : (long)sizeof buffer));
}

static void looks(void)
{
    int fd = any(), to = any(), n = 0;
    unsigned what = next(8);
    struct stat st;
    struct pollfd p = {fd, POLLIN | POLLRDHUP | POLLPRI, 0};
    if (what < 4) {
        n = poll(&p, 1, 0), printf("poll %d: %d %x\n", fd, n, (unsigned)p.revents);
    } else if (what < 5) {
        if (ioctl(fd, FIONREAD, &n) != 0) say("FIONREAD", fd, -1);
        else printf("FIONREAD %d: %d\n", fd, n);
    } else if (what < 6) say("close", fd, close(fd));
    else if (what < 7) n = dup2(fd, to), inet[to] = n < 0 ? inet[to] : inet[fd], say("dup", fd, n);
    else if (fstat(fd, &st) == 0) printf("fstat %d: %o %ld\n", fd, (unsigned)st.st_mode & S_IFMT, (long)st.st_size);
}

int main(int argc, char **argv)
{
    struct sigaction on = {.sa_handler = on_pipe};
    if (argc < 3 || chdir(argv[2]) != 0) return 2;
    seed_by(strtoull(argv[1], NULL, 10));
    sigaction(SIGPIPE, &on, NULL);
    unlink("x"), unlink("y"), unlink("z"), mkdir("folder", 0755), close(open("plain", O_CREAT | O_WRONLY, 0644));
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(16);
        errno = 0;
        printf("%d ", i);
        if (what < 3) make();
        else if (what < 8) connections();
        else if (what < 9) options();
        else if (what < 12) sends();
        else if (what < 14) receives();
        else looks();
    }
    printf("pipes broken %d\n", pipes_broken);
    return 0;
}
