/* Random calls on files and what is told of them: sizes, holes, times, modes, links, folders, locks, vectors. The seed and a folder are the
 * arguments. Guests and the host's kernel must write the same: nothing waits, and no time but those that were set is told. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/oracle/random.h"

enum { FIRST = 20, FDS = 8, STEPS = 400 };

static unsigned char buffer[65536];

/* Of the calls that see more than one thing wrong it is of no use which one they tell: most descriptors are open. */
static int any(void)
{
    int fd = FIRST + (int)next(FDS);
    for (int i = 0; i < FDS && fcntl(fd, F_GETFD) < 0; i++) fd = FIRST + (fd - FIRST + 1) % FDS;
    return fd;
}

/* What is wrong with the other arguments is looked at in another order if it may not be read or written. */
static int may(int fd, int how)
{
    struct stat s;
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && !(flags & O_PATH) &&
           ((flags & O_ACCMODE) == O_RDWR || (flags & O_ACCMODE) == how);
}

/* The folder that a name begins at: where we are, or one that is open. */
static int folder(void)
{
    struct stat s;
    int fd = any();
    unsigned here = next(3);
    return here && fstat(fd, &s) == 0 && S_ISDIR(s.st_mode) ? fd : AT_FDCWD;
}

static const char *name(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "d/a", "d/b", "d/e", "l", "dl", "gone", "a/x", ".", "d/..", "d/.", "", "d/.", "d"};
    unsigned i = next(34);
    return names[i < 17 ? i : (i - 17) % 8];
}

static void say(const char *what, const char *of, long r) { printf("%s %s: %ld%s%s\n", what, of, r, r < 0 ? " " : "", r < 0 ? strerror(errno) : ""); }

static void say_fd(const char *what, int fd, long r)
{
    char text[20];
    snprintf(text, sizeof text, "%d", fd);
    say(what, text, r);
}

static unsigned sum(long n)
{
    unsigned h = 5381;
    for (long i = 0; i < n; i++) h = h * 33 + buffer[i];
    return h;
}

static int made(long s, long ns) { return s < 0 || s < 1500000000; } /* set by us, not by the clock */

static void say_stat(const struct stat *s)
{
    printf("  %o %u size %ld blocks %d rdev %d", (unsigned)s->st_mode, (unsigned)s->st_nlink, S_ISDIR(s->st_mode) ? 0 : (long)s->st_size,
           S_ISREG(s->st_mode) ? (int)s->st_blocks > 0 : 0, s->st_rdev != 0);
    if (made(s->st_mtim.tv_sec, 0)) printf(" mtime %ld.%ld", (long)s->st_mtim.tv_sec, (long)s->st_mtim.tv_nsec);
    if (made(s->st_atim.tv_sec, 0)) printf(" atime %ld.%ld", (long)s->st_atim.tv_sec, (long)s->st_atim.tv_nsec);
    printf(" block %ld\n", (long)s->st_blksize);
}

static void opens(void)
{
    static const int flags[] = {O_RDONLY,
                                O_WRONLY,
                                O_RDWR,
                                O_RDWR | O_APPEND,
                                O_RDWR | O_CREAT,
                                O_RDWR | O_CREAT | O_EXCL,
                                O_WRONLY | O_TRUNC,
                                O_DIRECTORY,
                                O_RDONLY,
                                O_NOFOLLOW,
                                O_RDONLY | O_NOFOLLOW,
                                O_TMPFILE | O_RDWR,
                                O_RDONLY,
                                3,
                                O_RDWR | O_CREAT | O_DIRECTORY,
                                O_CREAT | O_TRUNC};
    const char *at = name();
    int to = FIRST + (int)next(FDS), from = folder();
    unsigned f = next(24), mode = next(01000), how = next(6);
    int fd = how ? open(at, flags[f < 16 ? f : 4] | O_NONBLOCK, mode | 0600) : openat(from, at, flags[f < 16 ? f : 4] | O_NONBLOCK, mode | 0600);
    say("open", at, fd < 0 ? fd : dup2(fd, to));
    if (fd >= 0) close(fd);
}

static void names(void)
{
    static const unsigned rename_flags[] = {0, 0, 0, RENAME_NOREPLACE, RENAME_EXCHANGE, 0, 0};
    static const int link_flags[] = {0, 0, AT_SYMLINK_FOLLOW, AT_EMPTY_PATH, 1}, unlink_flags[] = {0, AT_REMOVEDIR, 1};
    const char *from = name(), *to = name();
    int dir = folder(), dir2 = folder(), r;
    unsigned what = next(11), f = next(7), mode = next(010000);
    if (!*from || !*to) from = to = "a"; /* which of two things is wrong is of no use */
    printf("%s to ", from);
    switch (what) {
    case 0:
    case 1: say("renameat2", to, renameat2(dir, from, dir2, to, rename_flags[f])); return;
    case 2: say("linkat", to, linkat(dir, from, dir2, to, link_flags[f % 5])); return;
    case 3: say("symlinkat", to, symlinkat(from, dir, to)); return;
    case 4: say("mkdirat", to, mkdirat(dir, to, mode)); return;
    case 5: say("unlinkat", to, unlinkat(dir, to, unlink_flags[f % 3])); return;
    case 6: say("mknodat", to, mknodat(dir, to, (f < 2 ? S_IFREG : f < 4 ? S_IFIFO : f < 5 ? 0 : 0) | (mode & 0777), 0)); return;
    case 7:
        memset(buffer, 0, 200);
        r = (int)readlinkat(dir, to, (char *)buffer, f);
        say("readlinkat", to, r);
        if (r > 0) printf("  %.*s\n", r, buffer);
        return;
    case 8: say("truncate", to, truncate(to, (long)(mode % 9000) - 100)); return;
    case 9: say("umask", "", umask(mode & 0777)); return;
    default: say("rmdir", to, rmdir(to));
    }
}

static void tells(void)
{
    static const int modes[] = {F_OK, R_OK, W_OK, X_OK, R_OK | W_OK | X_OK, 8},
                     at_flags[] = {0, AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, AT_EACCESS, 1, AT_NO_AUTOMOUNT};
    static const long special[] = {UTIME_NOW, UTIME_OMIT, 0, 5, 999999999, 1000000000, -1, 1};
    const char *at = name();
    int dir = folder(), fd = any();
    unsigned what = next(12), f = next(7), m = next(6), mode = next(010000), a = next(8), b = next(8);
    struct stat s;
    struct statx x;
    if (b == 1) b = 2; /* UTIME_OMIT twice: names are not looked at */
    struct timespec t[2] = {{(long)mode, special[a]}, {1000 * (long)m, special[b]}};
    switch (what) {
    case 0:
    case 1:
        memset(&s, 0, sizeof s);
        if (fstatat(dir, at, &s, at_flags[f]) != 0) say("fstatat", at, -1);
        else printf("fstatat %s:", at), say_stat(&s);
        return;
    case 2:
        if (fstat(fd, &s) != 0) say_fd("fstat", fd, -1);
        else printf("fstat %d:", fd), say_stat(&s);
        return;
    case 3:
    case 4:
        memset(&x, 0, sizeof x);
        if (statx(dir, at,
                  at_flags[f] | (m == 1   ? AT_STATX_FORCE_SYNC
                                 : m == 2 ? AT_STATX_SYNC_TYPE
                                          : 0),
                  m == 3   ? 0x80000000
                  : m == 4 ? 0
                           : STATX_BASIC_STATS,
                  &x) != 0)
            say("statx", at, -1);
        else if (fstatat(dir, at, &s, at_flags[f] & ~AT_EACCESS) == 0)
            printf("statx %s: %o %u %d %d %d %d %d %x\n", at, x.stx_mode, x.stx_nlink, x.stx_size == (unsigned long long)s.st_size,
                   x.stx_ino == s.st_ino, makedev(x.stx_dev_major, x.stx_dev_minor) == s.st_dev, x.stx_mtime.tv_nsec == (unsigned)s.st_mtim.tv_nsec,
                   x.stx_blksize, x.stx_mask & STATX_BASIC_STATS);
        return;
    case 5: say("access", at, access(at, modes[m])); return;
    case 6: say("faccessat2", at, syscall(SYS_faccessat2, dir, at, modes[m], at_flags[f])); return;
    case 7:
    case 8: say("utimensat", at, utimensat(dir, at, m ? t : NULL, at_flags[f])); return;
    case 9: say_fd("futimens", fd, futimens(fd, m ? t : NULL)); return;
    case 10: say("fchmodat", at, b ? fchmodat(dir, at, mode, 0) : fchmod(fd, mode)); return;
    default: say("fchownat", at, fchownat(dir, at, m == 1 ? 5 : -1u, m == 2 ? 6 : -1u, at_flags[f]));
    }
}

static void data(void)
{
    static const int falloc[] = {0,
                                 FALLOC_FL_KEEP_SIZE,
                                 FALLOC_FL_PUNCH_HOLE,
                                 FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                 FALLOC_FL_ZERO_RANGE,
                                 FALLOC_FL_ZERO_RANGE | FALLOC_FL_KEEP_SIZE,
                                 FALLOC_FL_COLLAPSE_RANGE,
                                 FALLOC_FL_INSERT_RANGE,
                                 0x80,
                                 FALLOC_FL_COLLAPSE_RANGE | FALLOC_FL_KEEP_SIZE};
    static const int whence[] = {SEEK_SET, SEEK_CUR, SEEK_END, SEEK_DATA, SEEK_HOLE, SEEK_DATA, SEEK_HOLE, 77};
    int fd = any(), to = any(), page = next(3) ? 4096 : 1;
    unsigned what = next(14), which = next(10), n = next(6) * (unsigned)page, m = next(200), bad = next(12);
    long at = (long)next(40) * page - (next(8) ? 0 : 100), r;
    off_t in = at < 0 && what == 12 ? 0 : at, out = (long)m * 10;
    struct iovec v[4] = {{buffer, n}, {buffer + 30000, m}, {buffer + 40000, 0}, {buffer + 50000, 10}};
    if (!may(fd, what & 1 ? O_WRONLY : O_RDONLY)) bad = 11;
    if (what & 1 && bad == 3) bad = 11; /* a write that fails in the middle may leave room behind the file's end */
    int count = bad < 1 ? 0 : bad < 2 ? -1 : bad < 3 ? 1025 : 4;
    if (bad == 3) v[1].iov_base = (void *)8;
    if (bad == 4) v[2].iov_len = -1ul;
    if (bad == 5) v[1].iov_base = (void *)8, v[1].iov_len = 0;
    v[0].iov_len = n;
    struct stat s;
    if (fstat(fd, &s) == 0 && !S_ISREG(s.st_mode) && (what == 13 || what == 7 || what == 6 || what == 0 || what == 4)) return;
    memset(buffer, 0, sizeof buffer);
    if (what & 1)
        for (unsigned i = 0; i < sizeof buffer; i++) buffer[i] = (unsigned char)(i * 7 + m);
    switch (what) {
    case 0: r = readv(fd, v, count), say_fd("readv", fd, r); break;
    case 2: r = preadv(fd, v, count, at), say_fd("preadv", fd, r); break;
    case 4: r = read(fd, bad ? buffer : NULL, n), say_fd("read", fd, r); break;
    case 1: say_fd("writev", fd, writev(fd, v, count)); return;
    case 3: say_fd("pwritev", fd, pwritev(fd, v, count, at)); return;
    case 5: say_fd("pwrite", fd, pwrite(fd, buffer, n, at)); return;
    case 6:
    case 7: say_fd("lseek", fd, lseek(fd, at, whence[which % 8])); return;
    case 8:
    case 9: say_fd("fallocate", fd, fallocate(fd, falloc[which], at, n)); return;
    case 10: say_fd("ftruncate", fd, ftruncate(fd, at)); return;
    case 11:
        r = sendfile(fd, to, which < 5 && may(to, O_RDONLY) && may(fd, O_WRONLY) ? &in : NULL, n), say_fd("sendfile", fd, r),
        printf("  %ld\n", (long)in);
        return;
    case 12:
        r = copy_file_range(fd, which < 5 ? &in : NULL, to, which & 1 ? &out : NULL, n, bad ? 0 : 1);
        say_fd("copy_file_range", fd, r), printf("  %ld %ld\n", (long)in, (long)out);
        return;
    default: say_fd("posix_fadvise", fd, posix_fadvise(fd, at, n, (int)which)); return;
    }
    if (r > 0) printf("  bytes %08x\n", sum(sizeof buffer));
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void manage(void)
{
    static const int locks[] = {LOCK_SH, LOCK_EX, LOCK_UN, LOCK_SH | LOCK_EX, 0, 64}, types[] = {F_RDLCK, F_WRLCK, F_UNLCK, 7};
    int fd = any(), to = FIRST + (int)next(FDS), r, n = 0;
    unsigned what = next(14), which = next(6), w = next(5), a = next(30), b = next(20), get = next(3), odd = next(20);
    struct flock k = {.l_type = (short)types[which < 4 ? which : which - 4],
                      .l_whence = (short)(w < 3   ? SEEK_SET
                                          : w < 4 ? SEEK_CUR
                                                  : SEEK_END),
                      .l_start = (long)a - (odd == 1 && may(fd, O_RDWR) ? 100 : 0),
                      .l_len = (long)b - (odd == 2 && may(fd, O_RDWR) ? 15 : 0),
                      .l_pid = odd == 3 && may(fd, O_RDWR)};
    struct stat s;
    if (what > 8 && what < 12 && fstat(fd, &s) == 0 && !S_ISREG(s.st_mode)) return;
    switch (what) {
    case 0: say_fd("close", fd, close(fd)); return;
    case 1:
    case 2: say_fd("dup", fd, which < 3 ? dup2(fd, to) : dup3(fd, to, which < 5 ? O_CLOEXEC : 1)); return;
    case 3:
        r = fcntl(fd, F_GETFL);
        if (r < 0) say_fd("F_GETFL", fd, r);
        else printf("F_GETFL %d: %d %d %d %d %d\n", fd, r & O_ACCMODE, !!(r & O_APPEND), !!(r & O_NONBLOCK), !!(r & O_PATH), !!(r & O_DIRECTORY));
        return;
    case 4: say_fd("F_SETFL", fd, fcntl(fd, F_SETFL, O_NONBLOCK | (which & 1 ? O_APPEND : 0) | (which == 2 ? O_NOATIME : 0))); return;
    case 5: say_fd("F_SETFD", fd, fcntl(fd, F_SETFD, which)), say_fd("F_GETFD", fd, fcntl(fd, F_GETFD)); return;
    case 6:
        r = fcntl(fd, which < 3 ? F_DUPFD : F_DUPFD_CLOEXEC, odd ? (int)a + 30 : odd > 10 ? -1 : 100000000);
        say_fd("F_DUPFD", fd, r);
        if (r >= 0) close(r);
        return;
    case 7:
    case 8: say_fd("flock", fd, flock(fd, locks[fcntl(fd, F_GETFD) < 0 ? 0 : which] | LOCK_NB)); return;
    case 9:
    case 10:
    case 11:
        r = fcntl(fd, get ? F_OFD_SETLK : F_OFD_GETLK, &k);
        say_fd(get ? "lock" : "locked", fd, r);
        if (r == 0 && !get)
            printf("  %s %d %ld %ld %d\n",
                   k.l_type == F_UNLCK   ? "none"
                   : k.l_type == F_RDLCK ? "read"
                                         : "write",
                   k.l_whence, (long)k.l_start, (long)k.l_len, (int)k.l_pid);
        return;
    case 12:
        r = ioctl(fd, FIONREAD, &n);
        say_fd("FIONREAD", fd, r), printf("  %d\n", n);
        return;
    default:;
        char *found[100];
        DIR *d = opendir(which < 3 ? "." : "d");
        if (!d) {
            say("opendir", "", -1);
            return;
        }
        if (odd & 1) readdir(d), rewinddir(d);
        for (struct dirent *e; (e = readdir(d));) snprintf(found[n++] = malloc(300), 300, "%s-%d", e->d_name, e->d_type);
        closedir(d);
        qsort(found, (size_t)n, sizeof *found, by_name);
        for (int i = 0; i < n; i++) printf(" %s", found[i]), free(found[i]);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 3 || chdir(argv[2]) != 0 || mkdir("root", 0755) != 0 || chdir("root") != 0) return 2;
    seed_by(strtoull(argv[1], NULL, 10));
    umask(022);
    mkdir("d", 0755), mkdir("d/e", 0755), close(open("a", O_CREAT | O_WRONLY, 0644)), close(open("d/b", O_CREAT | O_WRONLY, 0600));
    if (symlink("a", "l") != 0 || symlink("d", "dl") != 0) return 2;
    for (int i = 0; i < STEPS; i++) {
        unsigned what = next(14);
        errno = 0;
        printf("%d ", i);
        if (what < 3) opens();
        else if (what < 5) names();
        else if (what < 7) tells();
        else if (what < 11) data();
        else manage();
    }
    return 0;
}
