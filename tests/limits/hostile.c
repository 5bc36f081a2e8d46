/* What a program may try on the guest kernel that no honest one does. Each way is a name on the command line; it says
 * what came of it in one line or two. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char control[CMSG_SPACE(sizeof(int))];
static struct iovec one = {"x", 1};

/* Sends a descriptor along with one byte. */
static int send_fd(int to, int fd)
{
    struct msghdr m = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    h->cmsg_len = CMSG_LEN(sizeof(int));
    h->cmsg_level = SOL_SOCKET;
    h->cmsg_type = SCM_RIGHTS;
    memcpy(CMSG_DATA(h), &fd, sizeof fd);
    return sendmsg(to, &m, 0) < 0 ? -errno : 0;
}

/* Pairs of sockets, each of which lies in a message to itself when both have been closed, as many as it gets. */
static int lost_cycles(void)
{
    int s[2], n = 0, error = 0;
    for (; !error && n < 100000; n += !error) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0) return -1;
        error = send_fd(s[1], s[0]);
        close(s[0]);
        close(s[1]);
    }
    return error ? n : -2;
}

/* Of a process and then of its children: what is lost is bounded for all of them, and nothing else suffers. */
static void cycles(void)
{
    int own = lost_cycles(), s[2], status;
    printf("%s cycles", own > 0 && own < 5000 ? "some" : "too many");
    fflush(stdout);
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) _exit(lost_cycles() > 100);
        if (wait(&status) < 0 || status) printf(", as many of a child");
    }
    char byte = 0;
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    write(s[0], "y", 1);
    read(s[1], &byte, 1);
    printf("; then %c\n", byte);
}

/* Reads all that comes until the end: how much, and whether there is anything but `good` in it. */
static void drain(int fd, char good)
{
    static char in[4096];
    long total = 0, other = 0, n;
    while ((n = read(fd, in, sizeof in)) > 0) {
        for (long i = 0; i < n; i++) other += in[i] != good;
        total += n;
    }
    printf("read %ld bytes, %ld of them not what was sent\n", total, other);
    fflush(stdout);
}

static char big[300000];
static struct iovec vector[1024];
static int out;

/* The first message has to wait; the second must not begin where the first one stopped. */
static void second_message(void)
{
    int s[2];
    static char small[10];
    memset(small, 'B', sizeof small);
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    struct iovec whole = {big, sizeof big};
    vector[0] = (struct iovec){small, sizeof small};
    struct mmsghdr m[2] = {{{.msg_iov = &whole, .msg_iovlen = 1}}, {{.msg_iov = vector, .msg_iovlen = 1024}}};
    for (int i = 1; i < 1024; i++) vector[i].iov_base = small;
    if (!fork()) {
        close(s[0]);
        drain(s[1], 'B');
        _exit(0);
    }
    close(s[1]);
    int n = sendmmsg(s[0], m, 2, 0);
    printf("sendmmsg %d: %u and %u\n", n, m[0].msg_len, m[1].msg_len);
    fflush(stdout);
    close(s[0]);
    wait(NULL);
}

static void *write_vectors(void *arg)
{
    long n = writev(out, vector, 2);
    printf("writev %ld\n", n);
    fflush(stdout);
    close(out);
    return arg;
}

/* The vectors are changed while the call waits: it goes on with what it began with. */
static void other_vectors(int pair)
{
    int s[2];
    pthread_t t;
    if (pair) socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    else pipe(s);
    out = s[1];
    vector[0] = vector[1] = (struct iovec){big, sizeof big / 2};
    pthread_create(&t, NULL, write_vectors, NULL);
    usleep(1000);
    vector[0].iov_len = 10;
    vector[1].iov_len = 0;
    drain(s[0], 'B');
    pthread_join(t, NULL);
}

static void control_length(void)
{
    int s[2];
    static char far[64];
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    struct cmsghdr *h = (struct cmsghdr *)far;
    h->cmsg_len = -1;
    h->cmsg_level = 77;
    struct msghdr m = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = far, .msg_controllen = -1};
    long r = syscall(SYS_sendmsg, s[0], &m, 0);
    printf("sendmsg %s\n", r < 0 ? strerror(errno) : "done");
    m.msg_controllen = 1 << 20;
    r = syscall(SYS_sendmsg, s[0], &m, 0);
    printf("sendmsg %s\n", r < 0 ? strerror(errno) : "done");
}

/* Sets in sets, as deep as may be and each in many ways. */
static void sets(int width)
{
    int top = epoll_create1(0), at = top, depth = 1;
    struct epoll_event e = {.events = EPOLLIN};
    for (;; depth++) {
        int below = epoll_create1(0), r = 0;
        for (int i = 0; i < width && r == 0; i++) r = epoll_ctl(at, EPOLL_CTL_ADD, dup(below), &e);
        if (r != 0) break;
        at = below;
    }
    printf("%d deep, then %s", depth, strerror(errno));
    int above = epoll_create1(0);
    printf("; from above %s\n", epoll_ctl(above, EPOLL_CTL_ADD, top, &e) ? strerror(errno) : "one more");
    for (int i = 0; i < 100; i++) epoll_wait(top, &e, 1, 0);
    struct pollfd p[100];
    for (int i = 0; i < 100; i++) p[i] = (struct pollfd){.fd = top, .events = POLLIN};
    printf("wait %d, poll %d\n", epoll_wait(top, &e, 1, 1), poll(p, 100, 1));
}

static void many_watched(void)
{
    struct epoll_event e = {.events = EPOLLIN};
    int pipes[2], set = epoll_create1(0), keep = 0, n = 0;
    pipe(pipes);
    for (; keep < 90; keep++) {
        int d = dup(set), s = epoll_create1(0), fd = 0;
        for (int i = 200; i < 1000; i++)
            if (dup2(pipes[0], i) == i && (fd = epoll_ctl(s, EPOLL_CTL_ADD, i, &e)) == 0) n++;
        if (fd) break;
        (void)d;
    }
    printf("%d watched, then %s\n", n, strerror(errno));
}

/* Sockets in the queue of a socket in the queue of a socket. */
static void chain(int length)
{
    int s[2], before = -1, r = 0, n = 0;
    for (; n < length && r == 0; n++) {
        if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s)) break;
        if (before >= 0) {
            r = send_fd(s[0], before);
            close(before);
        }
        close(s[0]);
        before = s[1];
    }
    printf("%s\n", r < 0 ? strerror(-r) : "as long as it was to be");
    close(before);
}

/* A descriptor that comes along with bytes that read(2) takes is closed. */
static void lost_descriptor(void)
{
    int s[2], p[2];
    char b[8];
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    pipe(p);
    send_fd(s[0], p[1]);
    close(p[1]);
    int n = read(s[1], b, sizeof b);
    struct pollfd f = {.fd = p[0], .events = POLLIN};
    poll(&f, 1, 100);
    printf("read %d, the other end of the pipe is %s\n", n, f.revents & POLLHUP ? "closed" : "open");
}

static void signals(void)
{
    sigset_t all;
    union sigval v = {0};
    long n = 0;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    while (n < 100000 && sigqueue(getpid(), SIGRTMIN, v) == 0) n++;
    printf("%ld queued, then %s\n", n, strerror(errno));
    printf("kill %s\n", kill(getpid(), SIGUSR1) ? strerror(errno) : "done");
}

/* Connections that nobody accepts and whose clients are gone: none of them is looked at for each of the others. */
static void backlogs(void)
{
    enum { LISTENERS = 16, BACKLOG = 4096 };
    int n = 0, s[LISTENERS];
    for (int i = 0; i < LISTENERS; i++) {
        struct sockaddr_un a = {.sun_family = AF_UNIX};
        socklen_t size = sizeof a.sun_family + 1 + (socklen_t)sprintf(a.sun_path + 1, "%d", i);
        s[i] = socket(AF_UNIX, SOCK_STREAM, 0);
        if (bind(s[i], (struct sockaddr *)&a, size) || listen(s[i], BACKLOG)) return;
        for (int k = 0; k < BACKLOG; k++) {
            int client = socket(AF_UNIX, SOCK_STREAM, 0);
            n += connect(client, (struct sockaddr *)&a, size) == 0;
            close(client);
        }
    }
    int client = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = "\0000"};
    connect(client, (struct sockaddr *)&a, sizeof a.sun_family + 2);
    for (int i = 0; i < LISTENERS; i++) close(s[i]);
    printf("%d waited, then %s\n", n, read(client, control, 1) < 0 ? strerror(errno) : "the end");
}

static void times(void)
{
    struct timeval tv[2] = {{0, 0x7fffffff}, {0, -0x7fffffff}};
    close(open("times", O_CREAT | O_RDWR, 0600));
    printf("futimesat %s\n", syscall(SYS_futimesat, AT_FDCWD, "times", tv) ? strerror(errno) : "done");
}

/* Ends only by a limit, with a pipe open. */
static void endless(void)
{
    int p[2];
    pipe(p);
    for (;;) continue;
}

/* The mask of a call that waits is changed, as is whether there is one: what was in force before comes back. */
static struct {
    void *mask;
    long size;
} sized;
static void *take_mask_away(void *arg)
{
    usleep(1000);
    sized.mask = NULL;
    usleep(1000);
    write(out, "x", 1);
    return arg;
}

static void mask(void)
{
    int p[2];
    pthread_t t;
    static unsigned long all[2] = {~0ul, ~0ul};
    sigset_t now;
    unsigned long set[32] = {0};
    pipe(p);
    out = p[1];
    sized.mask = all;
    sized.size = 8;
    pthread_create(&t, NULL, take_mask_away, NULL);
    set[p[0] / (8 * sizeof(long))] |= 1ul << p[0] % (8 * sizeof(long));
    long n = syscall(SYS_pselect6, p[0] + 1, set, NULL, NULL, NULL, &sized);
    sigprocmask(SIG_BLOCK, NULL, &now);
    printf("pselect %ld, SIGUSR1 is %s\n", n, sigismember(&now, SIGUSR1) ? "blocked" : "not blocked");
    pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    memset(big, 'B', sizeof big);
    if (!strcmp(way, "second-message")) second_message();
    else if (!strcmp(way, "vectors-pipe")) other_vectors(0);
    else if (!strcmp(way, "vectors-socket")) other_vectors(1);
    else if (!strcmp(way, "control-length")) control_length();
    else if (!strcmp(way, "sets")) sets(1);
    else if (!strcmp(way, "wide-sets")) sets(60);
    else if (!strcmp(way, "watched")) many_watched();
    else if (!strcmp(way, "chain")) chain(100000);
    else if (!strcmp(way, "lost-descriptor")) lost_descriptor();
    else if (!strcmp(way, "cycles")) cycles();
    else if (!strcmp(way, "signals")) signals();
    else if (!strcmp(way, "backlogs")) backlogs();
    else if (!strcmp(way, "times")) times();
    else if (!strcmp(way, "endless")) endless();
    else if (!strcmp(way, "mask")) mask();
    else return 2;
    return 0;
}
