/* Random calls on a few descriptors: files, pipes, FIFOs, pairs of sockets, eventfds, and what waits for them. The seed and a folder are the arguments. Guests and the
 * host's kernel must write the same (tests/oracle/kernel): nothing waits, and no time is asked. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { FIRST = 20, FDS = 12, STEPS = 400, BUFFER = 70000 };

static unsigned char buffer[BUFFER];
static int pipes_broken;
static char counts[FIRST + FDS]; /* it is, or was, an eventfd, of whose bytes the order is the processor's */

static void on_pipe(int signo)
{
    (void)signo;
    pipes_broken++;
}

static int any(void) { return FIRST + (int)next(FDS); }

/* Draws stand in statements of their own: in one, compilers take them in different orders. */

/* Sizes that are small mostly, now and then as large as a pipe or larger. */
static size_t size(void)
{
    static const unsigned large[] = {4095, 4096, 4097, 8192, 65535, 65536, 65537, BUFFER};
    bool is_small = next(8);
    return is_small ? next(40) : large[next(8)];
}

static unsigned sum(long n)
{
    unsigned h = 5381;
    for (long i = 0; i < n; i++) h = h * 33 + buffer[i];
    return h;
}

static void fill(size_t n)
{
    unsigned char c = (unsigned char)next(256);
    for (size_t i = 0; i < n; i++) buffer[i] = (unsigned char)(c + i * 7 + i / 251);
}

static void say(const char *what, int fd, long r)
{
    printf("%s %d: %ld%s%s\n", what, fd, r, r < 0 ? " " : "", r < 0 ? strerror(errno) : "");
}

static void say_read(const char *what, int fd, long r)
{
    say(what, fd, r);
    if (r > 0) printf("  bytes %08x\n", sum(r));
}

/* The descriptor goes to a place of ours. */
static void place(const char *what, int fd)
{
    int to = any();
    if (fd < 0) {
        say(what, to, fd);
        return;
    }
    int r = dup2(fd, to);
    counts[to] = !strcmp(what, "eventfd");
    close(fd);
    say(what, to, r);
}

static void make(const char *folder)
{
    static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_APPEND, O_WRONLY | O_TRUNC, O_RDWR | O_CREAT};
    char name[4096];
    int fd[2];
    unsigned what = next(8), which = next(6), other = next(3);
    switch (what) {
    case 0: case 1: case 2:
        snprintf(name, sizeof name, "%s/%c", folder, "abc"[other]);
        place("open", open(name, flags[which] | O_CREAT, 0644));
        return;
    case 3: case 4:
        if (pipe2(fd, O_NONBLOCK) == 0) place("pipe reads", fd[0]), place("pipe writes", fd[1]);
        return;
    case 5:
        if (socketpair(AF_UNIX, (which < 3 ? SOCK_STREAM : which < 5 ? SOCK_DGRAM : SOCK_SEQPACKET) | SOCK_NONBLOCK, 0, fd) == 0) place("pair", fd[0]), place("pair", fd[1]);
        return;
    case 6: place("eventfd", eventfd(other, EFD_NONBLOCK | (which & 1 ? EFD_SEMAPHORE : 0))); return;
    default:
        snprintf(name, sizeof name, "%s/fifo", folder);
        place("fifo", open(name, (which < 3 ? O_RDONLY : which < 5 ? O_WRONLY : O_RDWR) | O_NONBLOCK));
    }
}

static void transfer(void)
{
    int fd = any();
    size_t n = size(), m = size();
    unsigned what = next(8), a = next(5), b = next(2), c = next(6), peek = next(3), cut = next(3), at = next(100);
    memset(buffer, 0, sizeof buffer);
    if (counts[fd]) {
        unsigned long long count = a ? a - 1 : ~0ull - b;
        if (what & 1) say("count", fd, write(fd, &count, c ? 8 : 4));
        else if (read(fd, &count, c ? 9 : 4) < 0) say("counted", fd, -1);
        else printf("counted %d: %llu\n", fd, count);
        return;
    }
    struct iovec v[2] = {{buffer, n < BUFFER / 2 ? n : BUFFER / 2}, {buffer + BUFFER / 2, m < BUFFER / 2 ? m : BUFFER / 2}};
    switch (what) {
    case 0: say_read("read", fd, read(fd, buffer, n)); return;
    case 1: fill(n); say("write", fd, write(fd, buffer, n)); return;
    case 2: say_read("pread", fd, pread(fd, buffer, n, at)); return;
    case 3: fill(n); say("pwrite", fd, pwrite(fd, buffer, n, at)); return;
    case 4: say("readv", fd, readv(fd, v, 2)); printf("  bytes %08x\n", sum(BUFFER)); return;
    case 5: fill(BUFFER); say("writev", fd, writev(fd, v, 2)); return;
    case 6: say_read("recv", fd, recv(fd, buffer, n, MSG_DONTWAIT | (peek ? 0 : MSG_PEEK) | (cut ? 0 : MSG_TRUNC))); return;
    default: fill(n); say("send", fd, send(fd, buffer, n, MSG_DONTWAIT | (b ? MSG_NOSIGNAL : 0)));
    }
}

static void position(void)
{
    static const int whence[] = {SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, SEEK_HOLE, 77};
    int fd = any(), to = any(), w = whence[next(6)];
    unsigned what = next(7), less = next(4), keep = next(2), n = next(100), m = next(100);
    off_t at = (off_t)next(200) - (less ? 0 : 100);
    struct stat st;
    switch (what) {
    case 0: case 1: if (w != SEEK_DATA && w != SEEK_HOLE) say("lseek", fd, lseek(fd, at, w)); return;
    case 2: say("ftruncate", fd, ftruncate(fd, at)); return;
    case 3: if (!counts[fd] && (fstat(to, &st) != 0 || !S_ISSOCK(st.st_mode))) say("sendfile", fd, sendfile(fd, to, NULL, n)); return;
    case 4:
        if (fstat(fd, &st) != 0) say("fstat", fd, -1);
        else printf("fstat %d: %o %ld\n", fd, (unsigned)(st.st_mode & S_IFMT), S_ISREG(st.st_mode) ? (long)st.st_size : 0);
        return;
    case 5: say("fallocate", fd, fallocate(fd, keep ? FALLOC_FL_KEEP_SIZE : 0, n, m)); return;
    default: say("copy_file_range", fd, copy_file_range(fd, NULL, to, NULL, n, 0));
    }
}

static void manage(void)
{
    int fd = any(), to = any(), n = -1, flags;
    unsigned what = next(8), b = next(2), c = next(3);
    switch (what) {
    case 0: say("close", fd, close(fd)); return;
    case 1: case 2:
        n = c ? dup2(fd, to) : dup3(fd, to, b ? O_CLOEXEC : 0);
        say("dup", fd, n);
        if (n == to) counts[to] = counts[fd];
        return;
    case 3:
        flags = fcntl(fd, F_GETFL);
        if (flags < 0) say("F_GETFL", fd, -1);
        if (flags >= 0) printf("  access %d append %d nonblock %d\n", flags & O_ACCMODE, !!(flags & O_APPEND), !!(flags & O_NONBLOCK));
        return;
    case 4:
        flags = fcntl(fd, F_GETFL);
        if (flags >= 0) say("F_SETFL", fd, fcntl(fd, F_SETFL, (flags & ~O_APPEND) | O_NONBLOCK | (b ? O_APPEND : 0)));
        return;
    case 5:
        if (ioctl(fd, FIONREAD, &n) != 0) say("FIONREAD", fd, -1);
        else printf("FIONREAD %d: %d\n", fd, n);
        return;
    case 6: say("shutdown", fd, shutdown(fd, (int)c)); return;
    default: say("F_GETFD", fd, fcntl(fd, F_GETFD));
    }
}

/* When there is room in a socket again depends on what the kernel's memory for its bytes takes: that is not looked at. */
static unsigned without_room(int fd, unsigned events)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode) ? events & ~(unsigned)(POLLOUT | POLLWRNORM | POLLWRBAND) : events;
}

static void wait_for_none(void)
{
    static const short events[] = {POLLIN, POLLOUT, POLLIN | POLLOUT, 0, POLLIN | POLLRDHUP, POLLRDNORM | POLLWRNORM};
    struct pollfd p[4];
    struct epoll_event e = {.events = next(2) ? EPOLLIN | EPOLLOUT : EPOLLIN | EPOLLRDHUP}, got;
    int n = 1 + (int)next(4), fd = any();
    if (next(3) == 0) {
        int ep = epoll_create1(0);
        int r = epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
        say("epoll_ctl", fd, r);
        if (r == 0) {
            n = epoll_wait(ep, &got, 1, 0);
            printf("epoll_wait %d: %x\n", fd, n > 0 ? without_room(fd, got.events) : 0);
        }
        close(ep);
        return;
    }
    for (int i = 0; i < n; i++) p[i].fd = any(), p[i].events = events[next(6)];
    printf("poll %s:", poll(p, (nfds_t)n, 0) < 0 ? strerror(errno) : "");
    for (int i = 0; i < n; i++) printf(" %d:%x", p[i].fd, without_room(p[i].fd, (unsigned)p[i].revents));
    printf("\n");
}

int main(int argc, char **argv)
{
    struct sigaction on = {.sa_handler = on_pipe};
    char name[4096];
    if (argc < 3) return 2;
    seed_by(strtoull(argv[1], NULL, 10));
    sigaction(SIGPIPE, &on, NULL);
    for (int i = 0; i < 3; i++) snprintf(name, sizeof name, "%s/%c", argv[2], "abc"[i]), unlink(name);
    snprintf(name, sizeof name, "%s/fifo", argv[2]);
    unlink(name);
    if (mkfifo(name, 0644) != 0) return 2;
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(10);
        errno = 0;
        if (what < 2) make(argv[2]);
        else if (what < 6) transfer();
        else if (what < 7) position();
        else if (what < 8) manage();
        else wait_for_none();
    }
    printf("pipes broken %d\n", pipes_broken);
    return 0;
}
