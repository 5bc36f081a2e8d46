/* Files, directories, descriptors, pipes. Works in the current directory and leaves nothing behind. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static void say(const char *what, long r)
{
    if (r < 0) printf("%s: %s\n", what, strerror(errno));
    else printf("%s: %ld\n", what, r);
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void directories(void)
{
    char *names[16];
    int n = 0;
    mkdir("d", 0755);
    say("mkdir again", mkdir("d", 0755));
    say("mkdirat", mkdirat(AT_FDCWD, "d/sub", 0700));
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "d/file%d", i);
        close(open(name, O_CREAT | O_WRONLY, 0600));
    }
    say("symlink", symlink("file0", "d/link"));
    DIR *d = opendir("d");
    for (struct dirent *e; (e = readdir(d)) && n < 16;) {
        char *text = malloc(64);
        snprintf(text, 64, "%s type %d", e->d_name, e->d_type);
        names[n++] = text;
    }
    rewinddir(d);
    readdir(d);
    long second = telldir(d);
    char name[64], again[64] = "";
    snprintf(name, sizeof name, "%s", readdir(d)->d_name);
    while (readdir(d)) continue;
    seekdir(d, second);
    snprintf(again, sizeof again, "%s", readdir(d)->d_name);
    printf("seekdir %d\n", strcmp(name, again) == 0);
    closedir(d);
    qsort(names, (size_t)n, sizeof *names, compare);
    for (int i = 0; i < n; i++) puts(names[i]);
    say("rmdir not empty", rmdir("d"));
    char text[64] = "", old[4096], now[4096];
    say("readlink", readlink("d/link", text, sizeof text));
    say("readlink of a file", readlink("d/file0", text, sizeof text));
    printf("link to %s\n", text);
    if (!getcwd(old, sizeof old)) return;
    say("chdir", chdir("d/sub"));
    if (!getcwd(now, sizeof now)) return;
    printf("cwd ends %s\n", now + strlen(old));
    say("getcwd too small", getcwd(now, 2) ? 0 : -1);
    say("relative", access("../file1", F_OK));
    say("chdir back", chdir(old));
    say("rename", rename("d/file1", "d/moved"));
    say("link", link("d/moved", "d/hard"));
    struct stat st;
    stat("d/hard", &st);
    printf("links %d mode %o size %ld\n", (int)st.st_nlink, st.st_mode, (long)st.st_size);
    lstat("d/link", &st);
    printf("symlink %d size %ld\n", S_ISLNK(st.st_mode), (long)st.st_size);
    say("stat missing", stat("d/none", &st));
    say("open missing", open("d/none", O_RDONLY));
    say("open exclusive", open("d/hard", O_CREAT | O_EXCL | O_RDWR, 0600));
    say("not a directory", open("d/hard/x", O_RDONLY));
    say("loop", (symlink("loop", "d/loop"), open("d/loop", O_RDONLY)));
    char longer[300];
    memset(longer, 'x', sizeof longer);
    longer[299] = 0;
    say("name too long", open(longer, O_RDONLY));
    const char *all[] = {"d/file0", "d/file2", "d/moved", "d/hard", "d/link", "d/loop"};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) unlink(all[i]);
    say("rmdir", rmdir("d/sub") | rmdir("d"));
}

static void contents(void)
{
    char buffer[64] = "";
    int fd = open("f", O_CREAT | O_RDWR | O_TRUNC, 0644);
    struct iovec v[3] = {{"one ", 4}, {"two ", 4}, {"three", 5}};
    say("writev", writev(fd, v, 3));
    say("lseek", lseek(fd, -5, SEEK_END));
    say("read", read(fd, buffer, sizeof buffer));
    say("read at the end", read(fd, buffer, sizeof buffer));
    say("pwrite", pwrite(fd, "TWO", 3, 4));
    say("pread", pread(fd, buffer, 8, 4));
    printf("%.8s\n", buffer);
    struct iovec in[2] = {{buffer, 3}, {buffer + 32, 4}};
    lseek(fd, 0, SEEK_SET);
    say("readv", readv(fd, in, 2));
    printf("%.3s|%.4s\n", buffer, buffer + 32);
    say("far seek", lseek64(fd, 0x100000000LL, SEEK_SET) == 0x100000000LL);
    say("ftruncate", ftruncate(fd, 6));
    struct stat st;
    fstat(fd, &st);
    printf("size %ld mode %o\n", (long)st.st_size, st.st_mode);
    say("fchmod", fchmod(fd, 0600));
    struct timespec when[2] = {{1000000000, 123456789}, {1100000000, 987654321}};
    say("futimens", futimens(fd, when));
    stat("f", &st);
    printf("times %ld.%09ld %ld.%09ld\n", (long)st.st_atim.tv_sec, st.st_atim.tv_nsec, (long)st.st_mtim.tv_sec,
           st.st_mtim.tv_nsec);
    struct statx x;
    say("statx", statx(AT_FDCWD, "f", 0, STATX_BASIC_STATS, &x));
    printf("statx size %d mode %o mtime %ld\n", (int)x.stx_size, x.stx_mode, (long)x.stx_mtime.tv_sec);
    umask(027);
    close(open("g", O_CREAT | O_WRONLY, 0666));
    stat("g", &st);
    printf("under umask %o, umask was %o\n", st.st_mode & 0777, umask(022));
    int out = open("g", O_WRONLY | O_APPEND);
    off_t from = 1;
    say("sendfile", sendfile(out, fd, &from, 4));
    printf("offset %ld\n", (long)from);
    from = -5;
    int p[2];
    pipe(p);
    say("sendfile from before the file", sendfile(p[1], fd, &from, 4));
    close(p[0]);
    close(p[1]);
    say("write to a read-only", write(open("f", O_RDONLY), "x", 1));
    say("bad descriptor", read(99, buffer, 1));
    say("bad address", read(fd, (void *)16, 1));
    say("truncate", truncate("f", 2));
    stat("f", &st);
    printf("size %ld\n", (long)st.st_size);
    unlink("f");
    unlink("g");
}

static void descriptors(void)
{
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    printf("cloexec %d\n", fcntl(fd, F_GETFD));
    int other = fcntl(fd, F_DUPFD, 20);
    printf("dup to %d, cloexec %d\n", other, fcntl(other, F_GETFD));
    printf("dup2 %d dup3 %d\n", dup2(fd, 30), dup3(fd, 31, O_CLOEXEC));
    say("dup2 of a bad one", dup2(77, 5));
    fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK);
    int flags = fcntl(other, F_GETFL);
    printf("read and write %d, append %d, nonblock %d, sync %d\n", (flags & O_ACCMODE) == O_RDWR, !!(flags & O_APPEND),
           !!(flags & O_NONBLOCK), !!(flags & O_SYNC));
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
    int file = open("lock", O_CREAT | O_RDWR, 0600);
    say("lock", fcntl(file, F_SETLK, &l));
    l.l_type = F_UNLCK;
    say("unlock", fcntl(file, F_SETLK, &l));
    unlink("lock");
    struct termios t;
    say("tcgetattr", tcgetattr(file, &t));
    close(file);
    int p[2];
    say("pipe", pipe2(p, O_NONBLOCK));
    char b[8];
    say("empty pipe", read(p[0], b, 1));
    say("into the pipe", write(p[1], "abc", 3));
    int waiting = 0;
    ioctl(p[0], FIONREAD, &waiting);
    struct pollfd pf[3] = {{p[0], POLLIN, 0}, {p[1], POLLOUT | POLLIN, 0}, {88, POLLIN, 0}};
    int n = poll(pf, 3, 1000);
    printf("waiting %d, poll %d: %x %x %x\n", waiting, n, pf[0].revents, pf[1].revents, pf[2].revents);
    fd_set r, w;
    FD_ZERO(&r);
    FD_ZERO(&w);
    FD_SET(p[0], &r);
    FD_SET(p[1], &w);
    FD_SET(p[1], &r);
    n = select(40, &r, &w, NULL, NULL);
    printf("select %d: %d %d %d\n", n, FD_ISSET(p[0], &r), FD_ISSET(p[1], &r), FD_ISSET(p[1], &w));
    say("out of the pipe", read(p[0], b, sizeof b));
    close(p[1]);
    say("end of the pipe", read(p[0], b, sizeof b));
    poll(pf, 1, 0);
    printf("hangup %x\n", pf[0].revents);
}

/* Buffers of which only a beginning is there, or nothing: a regular file fills that, and ends before it is looked at. */
static void buffers(void)
{
    char *there = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *not = there + 4096;
    int file = open("part", O_RDWR | O_CREAT, 0600);
    memset(there, 'a', 4096);
    munmap(not, 4096);
    say("part of a write", pwrite(file, not - 10, 20, 0));
    say("nothing of one", pwrite(file, not, 20, 0));
    say("length", lseek(file, 0, SEEK_END));
    say("more than there is", write(file, there, 100000));
    say("part of a read", pread(file, not - 7, 1 << 30, 5));
    say("all that is wanted", pread(file, not - 7, 1 << 30, 4100));
    say("nothing of a read", pread(file, not, 20, 0));
    say("at the end", read(file, not, 20));
    say("behind it", pread(file, not, 20, 10000));
    mprotect(there, 4096, PROT_READ);
    say("read-only", pread(file, there, 20, 0));
    close(file);
    file = open("part", O_WRONLY);
    say("not for reading", read(file, not, 20));
    close(file);
    unlink("part");
    munmap(there, 4096);
}

/* A descriptor that is only a place in the file tree, and advice about what is no file. */
static void places(void)
{
    int fd = open("place", O_RDWR | O_CREAT, 0600), place = open("place", O_PATH), set = epoll_create1(0), p[2];
    struct epoll_event e = {.events = EPOLLIN};
    struct stat st;
    struct termios t;
    say("a place", fstat(place, &st));
    say("ioctl", ioctl(place, FIOCLEX));
    say("tcgetattr", tcgetattr(place, &t));
    say("watched", epoll_ctl(set, EPOLL_CTL_ADD, place, &e));
    say("as a set", epoll_ctl(place, EPOLL_CTL_ADD, fd, &e));
    say("waited for", epoll_wait(place, &e, 1, 0));
    say("accept", accept(place, NULL, NULL));
    say("listen", listen(place, 1));
    say("attribute", fgetxattr(place, "user.a", NULL, 0));
    say("advice", readahead(place, 0, 1));
    say("to the disk", sync_file_range(place, 0, 0, 0));
    pipe(p);
    say("advice about a file", readahead(fd, 0, 1));
    say("about a pipe", readahead(p[0], 0, 1));
    say("its other end", readahead(p[1], 0, 1));
    close(p[0]);
    close(p[1]);
    close(place);
    close(set);
    say("about a socket", readahead(place = socket(AF_UNIX, SOCK_STREAM, 0), 0, 1));
    close(place);
    close(fd);
    unlink("place");
}

/* Extended attributes: there may be none, but of what is not there that is said first. */
static void attributes(void)
{
    int fd = open("attributed", O_RDWR | O_CREAT, 0600);
    symlink("nowhere", "dangling");
    say("of a file that is not there", getxattr("gone", "user.a", NULL, 0));
    say("set", setxattr("gone", "user.a", "x", 1, 0));
    say("list", listxattr("gone", NULL, 0));
    say("remove", removexattr("gone", "user.a"));
    say("of no descriptor", fgetxattr(-1, "user.a", NULL, 0));
    say("set", fsetxattr(99, "user.a", "x", 1, 0));
    say("list", flistxattr(99, NULL, 0));
    say("at no address", getxattr((char *)16, "user.a", NULL, 0));
    say("by no address", fgetxattr(fd, (char *)16, NULL, 0));
    say("by no name", getxattr("attributed", "", NULL, 0));
    say("through a link", getxattr("dangling", "user.a", NULL, 0));
    printf("of the link: %s\n", lgetxattr("dangling", "user.a", NULL, 0) < 0 && errno != ENOENT ? "none" : "some");
    printf("of a file: %s\n", fgetxattr(fd, "user.a", NULL, 0) < 0 && (errno == ENODATA || errno == EOPNOTSUPP) ? "none" : "some");
    close(fd);
    unlink("dangling");
    unlink("attributed");
}

int main(void)
{
    char scratch[] = "files-XXXXXX";
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!mkdtemp(scratch) || chdir(scratch) != 0) return 1;
    directories();
    contents();
    descriptors();
    buffers();
    places();
    attributes();
    if (chdir("..") != 0 || rmdir(scratch) != 0) return 1;
    return 0;
}
