/* Random calls on sockets, a line each. One process, and nothing waits, so that Linux and the emulator must say the same: what
 * is expected was printed by Linux 6.18 (older ones have another order of errors for datagrams of AF_UNIX).
 *   socket-calls SEED COUNT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_FD = 3, FDS = 16, BUFFER = 3000 };

static unsigned long long state;
static char buffer[BUFFER];
static union {
    struct sockaddr_un un;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
} addr;

static unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

static int some_fd(void) { return (int)random_below(FDS) + FIRST_FD; }

/* Fills in a name; its size. */
static socklen_t some_name(void)
{
    unsigned kind = random_below(5), which = random_below(3);
    memset(&addr, 0, sizeof addr);
    switch (kind) {
    case 0:
        addr.un.sun_family = AF_UNIX;
        sprintf(addr.un.sun_path, "s%u", which);
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 3);
    case 1:
        addr.un.sun_family = AF_UNIX;
        sprintf(addr.un.sun_path + 1, "pcgram%03u.%u", (unsigned)getpid() % 1000, which);
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(addr.un.sun_path + 1));
    case 2: case 3:
        addr.in.sin_family = AF_INET;
        addr.in.sin_port = htons((unsigned short)(27011 + which));
        addr.in.sin_addr.s_addr = htonl(random_below(4) ? INADDR_LOOPBACK : INADDR_ANY);
        return sizeof addr.in;
    default:
        addr.in6.sin6_family = AF_INET6;
        addr.in6.sin6_port = htons((unsigned short)(27011 + which));
        if (random_below(2)) addr.in6.sin6_addr = in6addr_loopback;
        return sizeof addr.in6;
    }
}

/* What a call has come to. */
static void say(const char *call, int fd, long r)
{
    if (r < 0) printf("%s %d = %s\n", call, fd, strerrorname_np(errno));
    else printf("%s %d = %ld\n", call, fd, r);
}

static void make(void)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_UNIX}, types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    int s[2], family = families[random_below(4)], type = types[random_below(3)];
    if (random_below(2)) {
        say("socket", family * 10 + type, socket(family, type | SOCK_NONBLOCK, 0));
        return;
    }
    say("socketpair", type, socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, s));
}

static void find(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
    poll(&p, 1, 0);
    printf("poll %d =%s%s%s%s%s%s\n", fd, p.revents & POLLIN ? " in" : "", p.revents & POLLOUT ? " out" : "",
           p.revents & POLLRDHUP ? " rdhup" : "", p.revents & POLLHUP ? " hup" : "", p.revents & POLLERR ? " err" : "",
           p.revents & POLLNVAL ? " invalid" : "");
}

static void names(int fd)
{
    struct sockaddr_storage a;
    socklen_t n = sizeof a;
    int far = (int)random_below(2);
    long r = far ? getpeername(fd, (struct sockaddr *)&a, &n) : getsockname(fd, (struct sockaddr *)&a, &n);
    if (r == 0) r = (long)n * 100 + a.ss_family;
    say(far ? "getpeername" : "getsockname", fd, r);
}

static void options(int fd)
{
    static const int name[] = {SO_ERROR, SO_TYPE, SO_ACCEPTCONN, SO_REUSEADDR, SO_DOMAIN, SO_PROTOCOL};
    int v = 1, which = (int)random_below(7);
    socklen_t n = sizeof v;
    if (which == 6) {
        say("setsockopt", fd, setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &v, sizeof v));
        return;
    }
    long r = getsockopt(fd, SOL_SOCKET, name[which], &v, &n);
    if (r == 0 && which == 0) printf("error %d = %s\n", fd, v ? strerrorname_np(v) : "none");
    else say("getsockopt", fd * 100 + which, r ? r : v);
}

static void receive(int fd)
{
    struct sockaddr_storage a;
    socklen_t n = sizeof a;
    size_t size = random_below(BUFFER);
    int flags = random_below(4) ? 0 : random_below(2) ? MSG_PEEK : MSG_TRUNC;
    memset(buffer, 0, sizeof buffer);
    long r = recvfrom(fd, buffer, size, flags & ~(size ? 0 : MSG_TRUNC), (struct sockaddr *)&a, &n);
    unsigned sum = 0;
    for (unsigned i = 0; i < BUFFER; i++) sum = sum * 31 + (unsigned char)buffer[i];
    say("recv", fd, r);
    if (r > 0) printf("  name of %u, sum %08x\n", (unsigned)n, flags == MSG_TRUNC ? 0 : sum);
}

static void transmit(int fd)
{
    size_t size = random_below(BUFFER);
    unsigned named = random_below(3);
    socklen_t n = some_name();
    for (size_t i = 0; i < size; i++) buffer[i] = (char)random_below(256);
    if (named) say("send", fd, send(fd, buffer, size, 0));
    else say("sendto", fd, sendto(fd, buffer, size, 0, (struct sockaddr *)&addr, n));
}

static void step(void)
{
    int fd = some_fd(), pending = 0;
    socklen_t n;
    switch (random_below(20)) {
    case 0: case 1: case 2: make(); break;
    case 3: case 4:
        n = some_name();
        say("bind", fd, bind(fd, (struct sockaddr *)&addr, n));
        break;
    case 5: case 6: say("listen", fd, listen(fd, (int)random_below(3))); break;
    case 7: case 8: case 9:
        n = some_name();
        say("connect", fd, connect(fd, (struct sockaddr *)&addr, n));
        break;
    case 10: case 11: say("accept", fd, accept4(fd, NULL, NULL, SOCK_NONBLOCK)); break;
    case 12: case 13: transmit(fd); break;
    case 14: case 15: receive(fd); break;
    case 16:
        if (random_below(3)) find(fd);
        else say("shutdown", fd, shutdown(fd, (int)random_below(3)));
        break;
    case 17:
        if (random_below(2)) say("close", fd, close(fd));
        else find(fd);
        break;
    case 18: names(fd); break;
    default:
        if (random_below(4)) options(fd);
        else say("bytes", fd, ioctl(fd, FIONREAD, &pending) == 0 ? pending : -1);
    }
    /* Connections are made behind the caller's back on Linux: a moment for that, and no more descriptors than FDS. */
    for (int i = FIRST_FD + FDS; i < FIRST_FD + FDS + 2; i++) close(i);
    usleep(1);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    state = (unsigned long long)atoll(argv[1]);
    signal(SIGPIPE, SIG_IGN);
    for (int i = FIRST_FD; i < FIRST_FD + FDS; i++) close(i);
    for (int i = 0; i < atoi(argv[2]); i++) {
        printf("%d ", i);
        step();
    }
    return 0;
}
