/* Sockets between processes: streams, datagrams and packets of AF_UNIX; TCP and UDP on the loopback addresses; blocking,
 * ends, errors, poll; descriptors and credentials that travel. What is printed is what Linux prints. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char buffer[400000], other[400000];

static void pause_ms(int ms)
{
    struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&ts, NULL);
}

/* The name of what just happened. */
static const char *how(long r)
{
    static char text[64];
    if (r < 0) return strerrorname_np(errno);
    snprintf(text, sizeof text, "%ld", r);
    return text;
}

/* What poll() finds now. */
static void show_poll(const char *what, int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN | POLLOUT | POLLRDHUP};
    poll(&p, 1, 0);
    printf("%s:%s%s%s%s%s\n", what, p.revents & POLLIN ? " in" : "", p.revents & POLLOUT ? " out" : "",
           p.revents & POLLRDHUP ? " rdhup" : "", p.revents & POLLHUP ? " hup" : "", p.revents & POLLERR ? " err" : "");
}

static struct sockaddr_in inet(const char *ip, int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_pton(AF_INET, ip, &a.sin_addr);
    return a;
}

static struct sockaddr_un path(const char *name)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strcpy(a.sun_path, name);
    return a;
}

static int listener(int *port)
{
    struct sockaddr_in a = inet("127.0.0.1", 0);
    socklen_t n = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0) perror("listener");
    getsockname(s, (struct sockaddr *)&a, &n);
    *port = ntohs(a.sin_port);
    return s;
}

static int dial(int port)
{
    struct sockaddr_in a = inet("127.0.0.1", port);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(s, (struct sockaddr *)&a, sizeof a) != 0) perror("connect");
    return s;
}

/* --- pairs ------------------------------------------------------------------------------------------------------------- */

static void pairs(void)
{
    int s[2];
    struct ucred who;
    socklen_t n = sizeof who;
    printf("unknown flags: %s\n", how(socketpair(AF_UNIX, SOCK_STREAM | 0x10, 0, s)));
    printf("pair: %s\n", how(socketpair(AF_UNIX, SOCK_STREAM, 0, s)));
    show_poll("fresh", s[0]);
    write(s[0], "one", 3);
    write(s[0], "two", 3);
    memset(buffer, 0, 10);
    int pending = 0;
    ioctl(s[1], FIONREAD, &pending);
    printf("%d bytes wait, a look: %s", pending, how(recv(s[1], buffer, 5, MSG_PEEK)));
    printf(" %s, all: %s", buffer, how(read(s[1], buffer, 10)));
    printf(" %s\n", buffer);
    printf("nothing: %s\n", how(recv(s[1], buffer, 1, MSG_DONTWAIT)));
    getsockopt(s[0], SOL_SOCKET, SO_PEERCRED, &who, &n);
    printf("peer: %s\n", who.pid == getpid() && who.uid == geteuid() ? "ourselves" : "somebody else");
    write(s[0], "rest", 4);
    shutdown(s[0], SHUT_WR);
    show_poll("shut down", s[1]);
    printf("read: %s", how(read(s[1], buffer, 10)));
    printf(", end: %s\n", how(read(s[1], buffer, 10)));
    signal(SIGPIPE, SIG_IGN);
    printf("write after shutdown: %s\n", how(write(s[0], "x", 1)));
    close(s[1]);
    show_poll("closed", s[0]);
    printf("read: %s\n", how(read(s[0], buffer, 10)));
    close(s[0]);
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    write(s[1], "unread", 6);
    close(s[0]);
    printf("after a reset: %s", how(read(s[1], buffer, 10)));
    printf(", then %s\n", how(read(s[1], buffer, 10)));
    close(s[1]);
    signal(SIGPIPE, SIG_DFL);
    if (fork() == 0) {
        socketpair(AF_UNIX, SOCK_STREAM, 0, s);
        close(s[1]);
        write(s[0], "x", 1);
        _exit(0);
    }
    int status;
    wait(&status);
    printf("writer without a reader: %s\n", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "lives");
}

/* --- a stream with much in it ---------------------------------------------------------------------------------------------- */

static void much(void)
{
    int port, l = listener(&port);
    unsigned sum = 0, mine = 0;
    for (size_t i = 0; i < sizeof buffer; i++) {
        buffer[i] = (char)(i * 7 + i / 251);
        mine = mine * 31 + (unsigned char)buffer[i];
    }
    if (fork() == 0) {
        int s = dial(port);
        for (int i = 0; i < 10; i++) send(s, buffer, sizeof buffer, 0);
        shutdown(s, SHUT_WR);
        printf("client is told: %s", how(recv(s, other, 4, MSG_WAITALL)));
        printf(" %.4s\n", other);
        fflush(stdout);
        _exit(0);
    }
    struct sockaddr_in from;
    socklen_t n = sizeof from;
    int s = accept(l, (struct sockaddr *)&from, &n);
    printf("accepted: family %d, %u bytes, %s\n", from.sin_family, (unsigned)n, inet_ntoa(from.sin_addr));
    long total = 0, got;
    while ((got = recv(s, other, sizeof other, MSG_WAITALL)) > 0) {
        total += got;
        sum = 0;
        for (long i = 0; i < got; i++) sum = sum * 31 + (unsigned char)other[i];
        if (got != sizeof other || sum != mine) printf("piece of %ld bytes, %s\n", got, sum == mine ? "right" : "wrong");
    }
    printf("server: %ld bytes\n", total);
    fflush(stdout);
    write(s, "do", 2);
    pause_ms(20);
    write(s, "ne", 2);
    close(s);
    close(l);
    wait(NULL);
}

/* --- connections ------------------------------------------------------------------------------------------------------------ */

static void connections(void)
{
    int port, l = listener(&port), error, one = 1;
    socklen_t n = sizeof error;
    struct sockaddr_in a = inet("127.0.0.1", port), b = inet("127.0.0.1", 1), c = inet("192.0.2.1", 80);
    show_poll("listening", l);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    show_poll("not connected", s);
    printf("read: %s", how(read(s, buffer, 1)));
    printf(", getpeername: %s", how(getpeername(s, (struct sockaddr *)&c, &n)));
    printf(", accept: %s\n", how(accept(s, NULL, NULL)));
    printf("nobody listens: %s\n", how(connect(s, (struct sockaddr *)&b, sizeof b)));
    printf("connect: %s", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    printf(", again: %s\n", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    show_poll("one waits", l);
    int t = accept4(l, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    printf("accepted: nonblocking %d, close-on-exec %d, read: %s\n", !!(fcntl(t, F_GETFL) & O_NONBLOCK), fcntl(t, F_GETFD),
           how(read(t, buffer, 1)));
    fcntl(l, F_SETFL, O_NONBLOCK);
    printf("no more: %s\n", how(accept(l, NULL, NULL)));
    struct sockaddr_in own, far;
    n = sizeof own;
    getsockname(s, (struct sockaddr *)&own, &n);
    n = sizeof far;
    getpeername(t, (struct sockaddr *)&far, &n);
    printf("both sides know the client as %s\n", own.sin_port == far.sin_port && own.sin_addr.s_addr == far.sin_addr.s_addr ? "the same" : "two");
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    n = sizeof error;
    getsockopt(s, IPPROTO_TCP, TCP_NODELAY, &error, &n);
    printf("TCP_NODELAY %d", error != 0);
    getsockopt(l, SOL_SOCKET, SO_ACCEPTCONN, &error, &n);
    printf(", SO_ACCEPTCONN %d", error);
    getsockopt(s, SOL_SOCKET, SO_TYPE, &error, &n);
    printf(", SO_TYPE %d, unknown option: %s\n", error, how(setsockopt(s, SOL_SOCKET, 0x7777, &one, sizeof one)));
    close(t);
    show_poll("peer closed", s);
    printf("read: %s\n", how(read(s, buffer, 1)));
    close(s);
    s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    printf("without waiting: %s", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    struct pollfd p = {.fd = s, .events = POLLOUT};
    poll(&p, 1, 1000);
    n = sizeof error;
    getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n);
    printf(", ready: %d, SO_ERROR %d", !!(p.revents & POLLOUT), error);
    printf(", connect: %s\n", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    close(s);
    s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    printf("nobody, without waiting: %s", how(connect(s, (struct sockaddr *)&b, sizeof b)));
    p.fd = s;
    poll(&p, 1, 1000);
    getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n);
    printf(", %s", strerrorname_np(error));
    getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n);
    printf(", then %d\n", error);
    close(s);
    s = socket(AF_INET, SOCK_STREAM, 0);
    printf("port in use: %s", how(bind(s, (struct sockaddr *)&a, sizeof a)));
    a = inet("192.0.2.1", 0);
    printf(", not our address: %s", how(bind(s, (struct sockaddr *)&a, sizeof a)));
    struct sockaddr_un u = path("x");
    printf(", other family: %s\n", how(bind(s, (struct sockaddr *)&u, sizeof u)));
    close(s);
    close(l);
    printf("not a socket: %s", how(listen(1, 1)));
    printf(", not open: %s", how(shutdown(99, SHUT_RD)));
    printf(", no such family: %s\n", how(socket(77, SOCK_STREAM, 0)));
}

/* What is asked for instead of data, without waiting, and names that there is no room for. */
static void other_than_data(void)
{
    int port, l = listener(&port), s = dial(port), t = accept(l, NULL, NULL), u = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in a = inet("127.0.0.1", 0);
    socklen_t n = sizeof a;
    printf("no errors are kept: %s", how(recv(s, buffer, 1, MSG_ERRQUEUE)));
    printf(" %s", how(recv(u, buffer, 1, MSG_ERRQUEUE)));
    printf(", no urgent data: %s", how(recv(s, buffer, 1, MSG_OOB)));
    printf(" %s", how(recv(l, buffer, 1, MSG_OOB)));
    bind(u, (struct sockaddr *)&a, sizeof a);
    getsockname(u, (struct sockaddr *)&a, &n);
    sendto(u, "abc", 3, 0, (struct sockaddr *)&a, sizeof a);
    printf(", of UDP: %s\n", how(recv(u, buffer, 9, MSG_OOB)));
    write(t, "abc", 3);
    n = -1;
    printf("no room for a name: %s", how(recvfrom(s, buffer, 1, 0, (struct sockaddr *)&a, &n)));
    printf(" %s", how(getsockname(s, (struct sockaddr *)&a, &n)));
    n = 1;
    printf(", nowhere: %s", how(getsockname(s, NULL, &n)));
    printf(" %s", how(getpeername(s, NULL, &n)));
    n = 0;
    printf(" %s", how(getsockname(s, NULL, &n)));
    printf(" %d\n", (int)n);
    close(s);
    close(t);
    s = dial(port);
    n = -1;
    printf("accept: %s", how(accept(l, (struct sockaddr *)&a, &n)));
    fcntl(l, F_SETFL, O_NONBLOCK);
    printf(", again: %s", how(accept(l, NULL, NULL)));
    printf(", the other end: %s\n", how(read(s, buffer, 1)));
    close(s);
    close(l);
    close(u);
}

/* A port that two are bound to, which both allow: one listens. */
static void shared_port(void)
{
    int s[2], one = 1;
    struct sockaddr_in a = inet("127.0.0.1", 0);
    socklen_t n = sizeof a;
    printf("shared port:");
    for (int i = 0; i < 2; i++) {
        s[i] = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(s[i], SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        printf(" %s", how(bind(s[i], (struct sockaddr *)&a, sizeof a)));
        getsockname(s[i], (struct sockaddr *)&a, &n);
    }
    printf(", listen: %s", how(listen(s[0], 1)));
    printf(", again: %s", how(listen(s[0], 2)));
    printf(", the other: %s", how(listen(s[1], 1)));
    close(s[0]);
    printf(", alone: %s\n", how(listen(s[1], 1)));
    close(s[1]);
}

/* --- time --------------------------------------------------------------------------------------------------------------------- */

static void timeouts(void)
{
    int s[2];
    struct timespec a, b;
    struct timeval tv = {.tv_usec = 50000}, back;
    socklen_t n = sizeof back;
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    setsockopt(s[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
    getsockopt(s[0], SOL_SOCKET, SO_RCVTIMEO, &back, &n);
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf("timeout of %s: %s", back.tv_usec >= 50000 && back.tv_usec < 60000 ? "50 ms" : "another time", how(read(s[0], buffer, 1)));
    clock_gettime(CLOCK_MONOTONIC, &b);
    long ms = (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000;
    printf(", %s\n", ms >= 49 && ms < 500 ? "in time" : "at another time");
    if (fork() == 0) {
        pause_ms(10);
        write(s[1], "late", 4);
        _exit(0);
    }
    printf("in time: %s", how(read(s[0], buffer, 10)));
    wait(NULL);
    setsockopt(s[0], SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv);
    long sent = 0, r;
    while ((r = write(s[0], buffer, 1000)) > 0) sent += r;
    printf(", full: %s after %s\n", how(r), sent > 50000 && sent < 1000000 ? "many" : "few");
    close(s[0]);
    close(s[1]);
}

/* --- datagrams ---------------------------------------------------------------------------------------------------------------- */

static int ip_option(int s, int name, socklen_t n)
{
    int value = -1;
    if (getsockopt(s, IPPROTO_IP, name, &value, &n) != 0) return -errno;
    return n == 1 ? *(unsigned char *)&value : value;
}

/* How far a datagram for several goes, and whether here: kept, as numbers or as bytes. */
static void multicast(void)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0), t = socket(AF_INET, SOCK_STREAM, 0), far = 5, too_far = 256, none = -1;
    unsigned char byte = 7;
    printf("multicast: %d %d", ip_option(s, IP_MULTICAST_TTL, 4), ip_option(s, IP_MULTICAST_LOOP, 4));
    printf(", set %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_TTL, &far, 4)));
    printf(" %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_LOOP, &far, 4)));
    printf(", %d %d", ip_option(s, IP_MULTICAST_TTL, 4), ip_option(s, IP_MULTICAST_LOOP, 4));
    printf(", a byte %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_TTL, &byte, 1)));
    printf(" %d %d", ip_option(s, IP_MULTICAST_TTL, 4), ip_option(s, IP_MULTICAST_TTL, 1));
    printf(", too far %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_TTL, &too_far, 4)));
    printf(", nothing %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_TTL, &byte, 0)));
    printf(", as ever %s", how(setsockopt(s, IPPROTO_IP, IP_MULTICAST_TTL, &none, 4)));
    printf(" %d", ip_option(s, IP_MULTICAST_TTL, 4));
    printf(", of a stream %s\n", how(setsockopt(t, IPPROTO_IP, IP_MULTICAST_TTL, &far, 4)));
    close(s);
    close(t);
}

static void udp(void)
{
    struct sockaddr_in a = inet("0.0.0.0", 0), to, from;
    socklen_t n = sizeof to;
    int s = socket(AF_INET, SOCK_DGRAM, 0), t = socket(AF_INET, SOCK_DGRAM, 0), size = 0;
    bind(s, (struct sockaddr *)&a, sizeof a);
    getsockname(s, (struct sockaddr *)&to, &n);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    printf("udp: %s", how(sendto(t, "first", 5, 0, (struct sockaddr *)&to, sizeof to)));
    printf(" %s", how(sendto(t, "", 0, 0, (struct sockaddr *)&to, sizeof to)));
    printf(" %s\n", how(sendto(t, "the third", 9, 0, (struct sockaddr *)&to, sizeof to)));
    ioctl(s, FIONREAD, &size);
    n = sizeof from;
    printf("%d bytes wait; read: %s", size, how(recvfrom(s, buffer, 100, 0, (struct sockaddr *)&from, &n)));
    printf(" from %s", inet_ntoa(from.sin_addr));
    printf(", %s", how(recv(s, buffer, 100, 0)));
    printf(", cut: %s", how(recv(s, buffer, 4, MSG_TRUNC)));
    printf(" %.4s, %s\n", buffer, how(recv(s, buffer, 4, MSG_DONTWAIT)));
    printf("without an address: %s", how(send(t, "x", 1, 0)));
    connect(t, (struct sockaddr *)&to, sizeof to);
    printf(", connected: %s\n", how(send(t, "x", 1, 0)));
    connect(s, (struct sockaddr *)&from, sizeof from);
    int u = socket(AF_INET, SOCK_DGRAM, 0);
    recv(s, buffer, 4, 0);
    sendto(u, "stranger", 8, 0, (struct sockaddr *)&to, sizeof to);
    printf("a stranger is not heard: %s\n", how(recv(s, buffer, 10, MSG_DONTWAIT)));
    close(s);
    printf("nobody there: %s", how(send(t, "x", 1, 0)));
    printf(", then %s", how(send(t, "x", 1, 0)));
    printf(", too long: %s\n", how(send(t, buffer, 65508, 0)));
    close(t);
    close(u);
}

static void unix_datagrams(void)
{
    struct sockaddr_un a = path("inbox"), from;
    socklen_t n = sizeof from;
    struct stat st;
    int s = socket(AF_UNIX, SOCK_DGRAM, 0), t = socket(AF_UNIX, SOCK_DGRAM, 0), u = socket(AF_UNIX, SOCK_STREAM, 0);
    printf("bind: %s", how(bind(s, (struct sockaddr *)&a, sizeof a)));
    stat("inbox", &st);
    printf(", a socket: %d, again: %s\n", S_ISSOCK(st.st_mode), how(bind(t, (struct sockaddr *)&a, sizeof a)));
    printf("stream to datagrams: %s\n", how(connect(u, (struct sockaddr *)&a, sizeof a)));
    printf("send: %s", how(sendto(t, "unnamed", 7, 0, (struct sockaddr *)&a, sizeof a)));
    printf(", %s", how(recvfrom(s, buffer, 100, 0, (struct sockaddr *)&from, &n)));
    printf(" bytes from a name of %u\n", (unsigned)n);
    struct sockaddr_un b = {.sun_family = AF_UNIX, .sun_path = "\0abstract"};
    bind(t, (struct sockaddr *)&b, 2 + 9);
    sendto(t, "named", 5, 0, (struct sockaddr *)&a, sizeof a);
    n = sizeof from;
    recvfrom(s, buffer, 100, 0, (struct sockaddr *)&from, &n);
    printf("from @%.*s, %u bytes\n", (int)n - 3, from.sun_path + 1, (unsigned)n);
    int sent = 0;
    fcntl(t, F_SETFL, O_NONBLOCK);
    while (sendto(t, "x", 1, 0, (struct sockaddr *)&a, sizeof a) == 1) sent++;
    printf("full after %d: %s\n", sent, strerrorname_np(errno));
    fcntl(t, F_SETFL, 0);
    if (fork() == 0) {
        pause_ms(10);
        for (int i = 0; i < sent; i++) recv(s, buffer, 1, 0);
        _exit(0);
    }
    printf("room again: %s\n", how(sendto(t, "y", 1, 0, (struct sockaddr *)&a, sizeof a)));
    wait(NULL);
    close(s);
    printf("nobody there: %s", how(sendto(t, "x", 1, 0, (struct sockaddr *)&a, sizeof a)));
    unlink("inbox");
    printf(", no file: %s\n", how(sendto(t, "x", 1, 0, (struct sockaddr *)&a, sizeof a)));
    close(t);
    close(u);
}

static void packets(void)
{
    int s[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s);
    send(s[0], "first packet", 12, 0);
    send(s[0], "second", 6, 0);
    char part[4];
    struct iovec v = {.iov_base = part, .iov_len = 4};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    printf("packet: %s", how(recvmsg(s[1], &m, 0)));
    printf(" %.4s, truncated %d, next: %s", part, !!(m.msg_flags & MSG_TRUNC), how(recv(s[1], buffer, 100, 0)));
    close(s[0]);
    printf(", end: %s\n", how(recv(s[1], buffer, 100, 0)));
    close(s[1]);
}

/* --- what travels along ----------------------------------------------------------------------------------------------------- */

static void send_fd(int s, int fd)
{
    union { char space[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; } c = {0};
    struct iovec v = {.iov_base = "fd", .iov_len = 2};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = c.space, .msg_controllen = sizeof c.space};
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    h->cmsg_level = SOL_SOCKET;
    h->cmsg_type = SCM_RIGHTS;
    h->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(h), &fd, sizeof fd);
    if (sendmsg(s, &m, 0) != 2) perror("sendmsg");
}

static int receive_fd(int s, int flags)
{
    union { char space[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))]; struct cmsghdr align; } c = {0};
    char text[8] = "";
    struct iovec v[2] = {{.iov_base = text, .iov_len = 1}, {.iov_base = text + 1, .iov_len = 6}};
    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2, .msg_control = c.space, .msg_controllen = sizeof c.space};
    int fd = -1;
    long got = recvmsg(s, &m, flags);
    printf("got %s %s,", how(got), text);
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h)) {
        if (h->cmsg_type == SCM_RIGHTS) memcpy(&fd, CMSG_DATA(h), sizeof fd);
        if (h->cmsg_type == SCM_CREDENTIALS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(h), sizeof who);
            printf(" credentials: %s,", who.pid == getppid() ? "the parent's" : "others");
        }
    }
    printf(" descriptor: %s\n", fd >= 0 ? "yes" : "no");
    return fd;
}

/* Several control messages in one: an empty one, and descriptors in two, which arrive together. */
static void several_controls(void)
{
    enum { RIGHTS = 4 };
    static const int count[RIGHTS] = {0, 1, 0, 2};
    union { char space[RIGHTS * CMSG_SPACE(2 * sizeof(int))]; struct cmsghdr align; } c = {0};
    struct iovec v = {.iov_base = (char[]){'x'}, .iov_len = 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = c.space, .msg_controllen = sizeof c.space};
    int s[2], fds[2] = {0, 1}, came = 0, arrived = 0;
    socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    for (int i = 0; i < RIGHTS; i++, h = CMSG_NXTHDR(&m, h)) {
        h->cmsg_level = SOL_SOCKET;
        h->cmsg_type = SCM_RIGHTS;
        h->cmsg_len = CMSG_LEN(count[i] * sizeof(int));
        memcpy(CMSG_DATA(h), fds, count[i] * sizeof(int));
        if (i == RIGHTS - 1) m.msg_controllen = (char *)h - c.space + CMSG_SPACE(count[i] * sizeof(int));
    }
    printf("several controls: sent %s,", how(sendmsg(s[0], &m, 0)));
    memset(&c, 0, sizeof c);
    m.msg_controllen = sizeof c.space;
    printf(" got %s,", how(recvmsg(s[1], &m, MSG_DONTWAIT)));
    for (h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h), arrived++) came += (int)((h->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    printf(" %d descriptors in %d\n", came, arrived);
    for (h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h))
        for (unsigned i = 0; i < (h->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++) close(((int *)CMSG_DATA(h))[i]);
    close(s[0]);
    close(s[1]);
}

static void travel(void)
{
    int s[2], pipe_ends[2], one = 1;
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    if (fork() == 0) {
        setsockopt(s[1], SOL_SOCKET, SO_PASSCRED, &one, sizeof one);
        write(s[1], "!", 1);
        int fd = receive_fd(s[1], MSG_CMSG_CLOEXEC);
        printf("it can be written to: %s, close-on-exec %d\n", how(write(fd, "through a descriptor that came", 30)), fcntl(fd, F_GETFD));
        fflush(stdout);
        _exit(0);
    }
    read(s[0], buffer, 1);
    pipe(pipe_ends);
    send_fd(s[0], pipe_ends[1]);
    fflush(stdout);
    close(pipe_ends[1]);
    long got = read(pipe_ends[0], buffer, 100);
    printf("through the pipe: %.*s\n", (int)got, buffer);
    wait(NULL);
    printf("and its end: %s\n", how(read(pipe_ends[0], buffer, 100)));
    close(s[1]);
    close(s[0]);
    socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
    send_fd(s[0], s[0]);
    close(s[0]);
    int fd = receive_fd(s[1], 0);
    printf("a socket through itself: %s", how(write(fd, "hello", 5)));
    printf(" %s\n", how(read(s[1], buffer, 10)));
    close(fd);
    close(s[1]);
}

/* --- a server of several, with poll ------------------------------------------------------------------------------------------ */

static void server(void)
{
    enum { CLIENTS = 5 };
    struct sockaddr_un a = path("door");
    int l = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(l, (struct sockaddr *)&a, sizeof a);
    printf("listen: %s\n", how(listen(l, 1)));
    fflush(stdout);
    for (int i = 0; i < CLIENTS; i++) {
        if (fork() != 0) continue;
        char text[32];
        int s = socket(AF_UNIX, SOCK_STREAM, 0);
        pause_ms(10 * i);
        if (connect(s, (struct sockaddr *)&a, sizeof a) != 0) perror("client");
        for (int k = 0; k < 3; k++) {
            int n = snprintf(text, sizeof text, "client %d question %d", i, k);
            write(s, text, (size_t)n);
            if (read(s, other, 100) != n) printf("client %d: no answer\n", i);
            pause_ms(70);
        }
        _exit(0);
    }
    struct pollfd p[CLIENTS + 1] = {{.fd = l, .events = POLLIN}};
    int n = 1, ended = 0, questions[CLIENTS] = {0};
    while (ended < CLIENTS && poll(p, (nfds_t)n, 5000) > 0) {
        if (p[0].revents) p[n++] = (struct pollfd){.fd = accept(l, NULL, NULL), .events = POLLIN};
        for (int i = 1; i < n; i++) {
            if (!p[i].revents) continue;
            long got = read(p[i].fd, buffer, 100);
            if (got > 0) {
                questions[buffer[7] - '0']++;
                write(p[i].fd, buffer, (size_t)got);
                continue;
            }
            close(p[i].fd);
            p[i].fd = -1;
            ended++;
        }
    }
    for (int i = 0; i < CLIENTS; i++) printf("client %d: %d questions\n", i, questions[i]);
    while (wait(NULL) > 0) ;
    close(l);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    printf("the door is closed: %s\n", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    close(s);
    unlink("door");
}

/* --- both kinds of Internet addresses ------------------------------------------------------------------------------------------- */

static void v6(void)
{
    struct sockaddr_in6 a = {.sin6_family = AF_INET6}, from;
    struct sockaddr_in b = inet("127.0.0.1", 0);
    socklen_t n = sizeof a;
    char text[64];
    int l = socket(AF_INET6, SOCK_STREAM, 0), s = socket(AF_INET, SOCK_STREAM, 0);
    bind(l, (struct sockaddr *)&a, sizeof a);
    listen(l, 5);
    getsockname(l, (struct sockaddr *)&a, &n);
    b.sin_port = a.sin6_port;
    printf("IPv4 to IPv6: %s\n", how(connect(s, (struct sockaddr *)&b, sizeof b)));
    n = sizeof from;
    int t = accept(l, (struct sockaddr *)&from, &n);
    printf("seen as %s, %u bytes\n", inet_ntop(AF_INET6, &from.sin6_addr, text, sizeof text), (unsigned)n);
    close(s);
    close(t);
    s = socket(AF_INET6, SOCK_STREAM, 0);
    printf("to ::, %s\n", how(connect(s, (struct sockaddr *)&a, sizeof a)));
    n = sizeof from;
    getpeername(s, (struct sockaddr *)&from, &n);
    printf("which is %s\n", inet_ntop(AF_INET6, &from.sin6_addr, text, sizeof text));
    close(s);
    close(l);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    void (*const parts[])(void) = {pairs, much, connections, shared_port, other_than_data, timeouts, multicast, udp, unix_datagrams, packets, travel, several_controls, server, v6};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        parts[i]();
        fflush(stdout);
    }
    return 0;
}
