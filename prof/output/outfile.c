#include "prof/output/outfile.h"

#include "emu/core/alloc.h"
#include "prof/output/outfolder.h"
#include "prof/output/outpath.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/path_walk.h"

enum {
    READER_MS = 100, /* a reader who is alive takes something in that time */
    OPENS_MS = 5000, /* a FIFO that is meant for us has a reader in that time */
    LOOKS_MS = 10,   /* between two looks for one */
    NAMES = 100,     /* random names that are tried: one is enough unless somebody makes them on purpose */
    NAME_ROOM = 32,
};

static int cannot(const struct outfile *o, struct error *e)
{
    if (!*o->path) return error_set(e, "an empty name is no file's: give one, or - for standard output");
    if (o->refused) return error_set(e, "%s: cannot write: it is %s", o->path, o->refused);
    if (o->boxed && errno == ELOOP)
        return error_set(e,
                         "%s: cannot write: its folder is reached by a symbolic link in the sandbox, which a guest may "
                         "have made; name the folder itself",
                         o->path);
    return error_set(e, "%s: cannot write: %s", o->path[0] == '-' && !o->path[1] ? "standard output" : o->path,
                     strerror(errno ? errno : EIO));
}

static void forget(struct outfile *o)
{
    if (o->name) close(o->folder);
    free(o->path);
    free(o->name);
    memset(o, 0, sizeof *o);
}

/* --- names ---------------------------------------------------------------------------------------------------------- */

/* A name of its own length, so that it fits where the file's name does, and that nobody can guess. */
static void random_name(char name[NAME_ROOM])
{
    u64 bits = 0;
    while (getrandom(&bits, sizeof bits, 0) < 0 && errno == EINTR) {}
    snprintf(name, NAME_ROOM, ".pcgram-%016" PRIx64, bits);
}

/* A new file in the folder under a random name. */
static int make_named(int folder, char name[NAME_ROOM], int access)
{
    int fd = -1;
    for (unsigned i = 0; i < NAMES; i++) {
        random_name(name);
        fd = openat(folder, name, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) break;
    }
    return fd;
}

/* A file without a name: whatever ends us, nothing is left behind. Where the file system has no such files, one that
 * has lost its name at once. */
static int make_unnamed(struct outfile *o)
{
    char name[NAME_ROOM];
    int fd = openat(o->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    /* In a sandbox nothing is read in this folder any more (emu/os/wall.h); that is for a copy only. */
    if (fd < 0 && errno == EACCES) fd = openat(o->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    o->unnamed = fd >= 0;
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL && errno != EPERM /* the folder has gone: who names one is told so */)) return fd;
    fd = make_named(o->folder, name, O_RDWR);
    if (fd >= 0) unlinkat(o->folder, name, 0);
    return fd;
}

static int give_name(const struct outfile *o, const char *name)
{
    char self[40];
    if (linkat(o->fd, "", o->folder, name, AT_EMPTY_PATH) == 0) return 0; /* needs a right that few have */
    snprintf(self, sizeof self, "/proc/self/fd/%d", o->fd);
    return linkat(AT_FDCWD, self, o->folder, name, AT_SYMLINK_FOLLOW);
}

static int copy(int from, int to)
{
    char piece[1 << 16];
    off_t at = 0;
    for (ssize_t n; (n = pread(from, piece, sizeof piece, at)) != 0; at += n) {
        if (n < 0) return -1;
        for (ssize_t done = 0, w; done < n; done += w)
            if ((w = write(to, piece + done, (size_t)(n - done))) < 0) return -1;
    }
    return 0;
}

/* A copy of the file, under a random name in its folder. */
static int name_copy(const struct outfile *o, char name[NAME_ROOM])
{
    struct stat st;
    int fd = make_named(o->folder, name, O_WRONLY);
    if (fd < 0) return -1;
    if (fstat(o->fd, &st) == 0) (void)fchmod(fd, st.st_mode & 0777); /* a failure leaves the default mode: harmless */
    int bad = copy(o->fd, fd), why = errno;
    if (close(fd) != 0 && !bad) bad = -1, why = errno;
    if (bad) unlinkat(o->folder, name, 0);
    errno = why;
    return bad;
}

/* The complete file under its name, in place of what is there. -1 with errno; *left: the name it has instead, or "". */
static int publish(const struct outfile *o, char left[NAME_ROOM])
{
    int bad = -1;
    *left = 0;
    if (o->unnamed && give_name(o, o->name) == 0) return 0;
    for (unsigned i = 0; o->unnamed && bad && i < NAMES; i++) {
        random_name(left);
        bad = give_name(o, left);
        if (bad && errno != EEXIST) break;
    }
    if (bad) bad = name_copy(o, left);
    if (bad) *left = 0;
    return bad ? bad : renameat(o->folder, left, o->folder, o->name);
}

/* --- in place ------------------------------------------------------------------------------------------------------- */

/* N for what only names a descriptor that we have (/dev/stdout, /dev/fd/N, /proc/self/fd/N), else -1. */
static int descriptor_of(const char *path)
{
    static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/"};
    char *end;
    if (!strcmp(path, "/dev/stdout")) return STDOUT_FILENO;
    if (!strcmp(path, "/dev/stderr")) return STDERR_FILENO;
    for (unsigned i = 0; i < ARRAY_LEN(folder); i++) {
        size_t n = strlen(folder[i]);
        if (strncmp(path, folder[i], n) != 0 || path[n] < '0' || path[n] > '9') continue;
        long fd = strtol(path + n, &end, 10);
        if (!*end && fd < INT_MAX) return (int)fd;
    }
    return -1;
}

static bool reader_is_alive(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    int r = poll(&p, 1, READER_MS);
    return r > 0 || (r < 0 && errno == EINTR && poll(&p, 1, 0) > 0);
}

static ssize_t write_patiently(void *cookie, const char *bytes, size_t n)
{
    struct outfile *o = cookie;
    size_t done = 0;
    while (done < n && !o->broken) {
        ssize_t w = write(o->fd, bytes + done, n - done);
        if (w >= 0) done += (size_t)w;
        else if (errno != EINTR || (o->folder < 0 && !reader_is_alive(o->fd))) o->broken = errno ? errno : EIO;
        if (w >= 0 && done < n && o->folder < 0 && !reader_is_alive(o->fd)) o->broken = EINTR;
    }
    if (o->broken) errno = o->broken;
    return o->broken ? 0 : (ssize_t)n;
}

static FILE *stream(struct outfile *o, unsigned flags)
{
    if (!(flags & OUTFILE_PATIENT)) return fdopen(o->fd, "w");
    FILE *f = fopencookie(o, "w", (cookie_io_functions_t){.write = write_patiently});
    if (f && isatty(o->fd)) setvbuf(f, NULL, _IOLBF, BUFSIZ);
    return f;
}

/* --- opening -------------------------------------------------------------------------------------------------------- */

/* Of a FIFO: that it is for us to write to, as the user has made it. NULL: it is. */
static const char *not_for_us(int folder, const char *path, const struct stat *fifo)
{
    struct stat at = {0};
    char *real = folder == AT_FDCWD ? realpath(path, NULL) : alloc_string(path);
    char *slash = real ? strrchr(real, '/') : NULL;
    if (slash) slash[slash == real] = 0;
    if (real && fstatat(folder, slash ? real : ".", &at, 0) != 0) at.st_mode = 0;
    bool shared = at.st_mode & S_ISVTX && at.st_mode & (S_IWGRP | S_IWOTH);
    free(real);
    if (fifo->st_mode & FIFO_OF_GUEST) return "a FIFO that a guest made in a sandbox; remove it, or name another file";
    if (shared && fifo->st_uid != geteuid() && fifo->st_uid != at.st_uid)
        return "another user's FIFO where everybody may put one; name another file";
    return NULL;
}

/* A FIFO, once somebody reads it: nobody may ever, if it was left there by somebody else. -1 with errno. */
static int open_fifo(struct outfile *o, int folder, const char *path, int flags)
{
    const struct timespec pause = {.tv_nsec = LOOKS_MS * 1000000L};
    struct stat st;
    int fd = -1;
    for (int ms = 0; ms <= OPENS_MS && fd < 0; ms += LOOKS_MS) {
        if (ms) nanosleep(&pause, NULL);
        fd = openat(folder, path, flags | O_NONBLOCK);
        if (fd < 0 && errno != ENXIO) return -1;
    }
    if (fd < 0) o->refused = "a FIFO that nobody reads; begin to read it first, or remove it";
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode)) o->refused = not_for_us(folder, path, &st);
    if (fd >= 0 && !o->refused && fcntl(fd, F_SETFL, 0) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

/* What is no regular file. */
static int open_in_place(struct outfile *o, int folder, const char *path, const struct stat *was, int flags)
{
    struct stat st;
    flags |= O_WRONLY | O_CLOEXEC | O_NOCTTY;
    if (S_ISSOCK(was->st_mode)) o->refused = "a socket; remove it, or name another file";
    else if (S_ISFIFO(was->st_mode)) o->refused = not_for_us(folder, path, was);
    if (o->refused) return -1;
    int fd = S_ISFIFO(was->st_mode) ? open_fifo(o, folder, path, flags) : openat(folder, path, flags);
    if (fd < 0 || (fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == (was->st_mode & S_IFMT))) return fd;
    close(fd); /* it has become something else since we looked */
    errno = EAGAIN;
    return -1;
}

/* Into o->folder, under this name. */
static int open_in_folder(struct outfile *o, const char *name)
{
    struct stat st;
    if (o->folder < 0) return -1;
    o->name = alloc_string(name);
    bool exists = !fstatat(o->folder, name, &st, AT_SYMLINK_NOFOLLOW);
    if (!*name || !strcmp(name, ".") || !strcmp(name, "..") || (exists && S_ISDIR(st.st_mode))) {
        errno = EISDIR;
        return -1;
    }
    o->fd = make_unnamed(o);
    if (o->fd >= 0 && exists && S_ISREG(st.st_mode)) (void)fchmod(o->fd, st.st_mode & 0777); /* a failure: as above */
    return o->fd;
}

static int open_anew(struct outfile *o, const char *path, bool is_link)
{
    const char *name;
    char *real = is_link ? outpath_final(path) : NULL;
    if (is_link && !real) return -1;
    o->folder = outfolder_open(real ? real : path, NULL, &name, NULL);
    int fd = open_in_folder(o, name), why = errno;
    free(real);
    errno = why;
    return fd;
}

static bool is_in_place(const struct stat *st)
{
    return !S_ISREG(st->st_mode) && !S_ISDIR(st->st_mode) && !S_ISLNK(st->st_mode);
}

static int open_by_name(struct outfile *o, const char *path)
{
    struct stat st, link;
    bool exists = !lstat(path, &link), is_link = exists && S_ISLNK(link.st_mode);
    char *final = is_link ? outpath_final(path) : NULL;
    if (is_link && !final && errno == EPERM) o->refused = "another user's link where everybody may put one; name another file";
    free(final);
    if (o->refused) return -1;
    if (exists && !stat(path, &st) && is_in_place(&st)) return open_in_place(o, AT_FDCWD, path, &st, 0);
    return open_anew(o, path, is_link);
}

static const char *found_in_box(mode_t mode)
{
#define IN_BOX " in the sandbox, which a guest may have made; remove it, or name one outside of the sandbox"
    return S_ISFIFO(mode) ? "a FIFO" IN_BOX : S_ISSOCK(mode) ? "a socket" IN_BOX : "a device" IN_BOX;
#undef IN_BOX
}

/* The same by the folder, which is no guest's choice. */
static int open_beside_box(struct outfile *o, const char *path, const char *box)
{
    struct stat st;
    const char *name;
    bool in_box;
    o->boxed = true;
    o->folder = outfolder_open(path, box, &name, &in_box);
    if (o->folder < 0 || fstatat(o->folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !is_in_place(&st))
        return open_in_folder(o, name);
    if (in_box) o->refused = found_in_box(st.st_mode);
    int fd = in_box ? -1 : open_in_place(o, o->folder, name, &st, O_NOFOLLOW), why = errno;
    close(o->folder);
    o->folder = -1;
    errno = why;
    return fd;
}

/* What has been opened as o->fd, as a stream; or all undone. */
static int opened(struct outfile *o, unsigned flags, struct error *e)
{
    if (o->fd >= 0) o->f = stream(o, flags);
    if (o->f) return 0;
    cannot(o, e);
    if (o->fd >= 0) close(o->fd);
    forget(o);
    return -1;
}

int outfile_open_as(struct outfile *o, const char *path, unsigned flags, const char *box, struct error *e)
{
    *o = (struct outfile){.path = alloc_string(path), .folder = -1, .fd = -1};
    bool is_stdout = !strcmp(path, "-");
    if (is_stdout && !(flags & OUTFILE_PATIENT)) {
        o->f = stdout;
        return 0;
    }
    int there = is_stdout ? STDOUT_FILENO : descriptor_of(path);
    if (there >= 0) o->fd = fcntl(there, F_DUPFD_CLOEXEC, 3);
    else o->fd = box ? open_beside_box(o, path, box) : open_by_name(o, path);
    return opened(o, flags, e);
}

int outfile_open(struct outfile *o, const char *path, struct error *e) { return outfile_open_as(o, path, 0, NULL, e); }

int outfile_folder(const char *path, const char *box, struct error *e)
{
    const char *name;
    bool in_box;
    int fd = outfolder_open(path, box, &name, &in_box);
    return fd >= 0 ? fd : cannot(&(struct outfile){.path = (char *)path, .boxed = box != NULL}, e);
}

int outfile_open_beside(struct outfile *o, int folder, const char *path, struct error *e)
{
    const char *slash = strrchr(path, '/');
    *o = (struct outfile){.path = alloc_string(path), .fd = -1};
    o->folder = fcntl(folder, F_DUPFD_CLOEXEC, 3);
    o->fd = open_in_folder(o, slash ? slash + 1 : path);
    return opened(o, OUTFILE_PATIENT, e);
}

int outfile_in_folder(const struct outfile *o) { return o->name ? o->folder : -1; }

/* --- closing -------------------------------------------------------------------------------------------------------- */

static void close_stream(struct outfile *o)
{
    if (!o->f || o->f == stdout) return;
    bool own = o->fd >= 0 && fileno(o->f) != o->fd; /* a stream of ours does not close what is under it */
    fclose(o->f);
    if (own) close(o->fd);
}

int outfile_close(struct outfile *o, struct error *e)
{
    char left[NAME_ROOM] = "";
    errno = 0;
    bool bad = ferror(o->f) != 0;
    if (bad && !o->broken) { /* stdio has forgotten why: one more byte tells */
        clearerr(o->f);
        fputc('\n', o->f);
    }
    bad |= fflush(o->f) != 0;
    if (o->broken) errno = o->broken;
    if (bad) cannot(o, e);
    if (!bad && o->name && publish(o, left)) {
        bad = true;
        cannot(o, e);
        size_t used = strlen(e->text);
        if (*left) snprintf(e->text + used, sizeof e->text - used, "; it is %s there", left);
    }
    close_stream(o);
    forget(o);
    return bad ? -1 : 0;
}

void outfile_discard(struct outfile *o)
{
    if (!o->path) return;
    close_stream(o);
    forget(o);
}
