#include "emu/os/path.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "emu/core/text.h"

/* What is behind the name of the process's own folder in /proc; NULL: another name. *by_number: it was not by one of the links. */
static const char *behind_own(const struct os_process *op, const char *guest, bool *by_number)
{
    char number[16];
    if (strncmp(guest, "/proc/", 6) != 0) return NULL; /* as nearly all */
    const char *name = guest + 6;
    size_t n = strcspn(name, "/");
    *by_number = false;
    if (text_is(name, n, "self") || text_is(name, n, "thread-self")) return name + n;
    snprintf(number, sizeof number, "%d", op->pid);
    *by_number = text_is(name, n, number);
    return *by_number ? name + n : NULL;
}

const char *path_in_proc_self(const struct os_process *op, const char *guest)
{
    bool by_number;
    const char *rest = behind_own(op, guest, &by_number);
    return rest && *rest == '/' ? rest + 1 : NULL;
}

/* The folder itself by the process's number, which is no link. */
static bool is_proc_self(const struct os_process *op, const char *guest)
{
    bool by_number;
    const char *rest = behind_own(op, guest, &by_number);
    return rest && by_number && !rest[strspn(rest, "/")];
}

struct description *path_fd_link(const struct os_process *op, const char *guest)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    const char *rest = path_in_proc_self(op, guest), *number = NULL;
    char *end;
    for (unsigned i = 0; i < ARRAY_LEN(standard); i++)
        if (strcmp(guest, standard[i]) == 0) return fd_get(&op->fds, i);
    if (rest && strncmp(rest, "fd/", 3) == 0) number = rest + 3;
    else if (strncmp(guest, "/dev/fd/", 8) == 0) number = guest + 8;
    if (!number || *number < '0' || *number > '9') return NULL;
    long fd = strtol(number, &end, 10);
    return *end ? NULL : fd_get(&op->fds, fd);
}

/* A path that is relative: to what, and how far the guest may go there. */
static int start_of(const struct os_process *op, i64 dirfd, int *from, enum reach *reach)
{
    const struct description *d = dirfd == AT_FDCWD ? NULL : fd_get(&op->fds, dirfd);
    if (dirfd != AT_FDCWD && !d) return -EBADF;
    *from = d ? d->host_fd : op->cwd_fd;
    *reach = d ? d->reach : op->cwd_reach;
    return 0;
}

/* The name ends in two dots. */
static bool ends_above(const char *name)
{
    size_t n = strlen(name);
    while (n && name[n - 1] == '/') n--;
    return n >= 2 && !strncmp(name + n - 2, "..", 2) && (n == 2 || name[n - 3] == '/');
}

static int walk(const struct os_process *op, int from, enum reach reach, const char *name, unsigned use, struct host_path *out)
{
    size_t n = strlen(name);
    bool as_is = use & SANDBOX_NAME || (use & SANDBOX_LINK && !(n && name[n - 1] == '/'));
    int r = walk_find(op, from, reach, name, as_is ? WALK_NAME : use & SANDBOX_MAKE ? WALK_MAKE : WALK_OBJECT, out);
    if (r == 0 && !as_is && (use & SANDBOX_LINK) && out->object && out->opened >= 0) {
        out->dirfd = out->opened;
        strcpy(out->path, ".");
        out->object = false;
    }
    if (r == 0 && use & SANDBOX_NAME && ends_above(name)) strcpy(out->path, ".."); /* as a name, which calls refuse each in its own way */
    return r;
}

static bool is_there(const struct host_path *at)
{
    return at->object || faccessat(at->dirfd, at->path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* An absolute path below the sysroot, if that exists: 0; else -ENOENT. */
static int find_in_sysroot(const struct os_process *op, const char *guest, unsigned use, struct host_path *out)
{
    const struct os *os = op->os;
    const char *rest = guest + strspn(guest, "/");
    if (!os->sysroot) return -ENOENT;
    if (!*rest) rest = ".";
    int r = walk(op, os->roots.sysroot, !os->sandbox || os->roots.sysroot_whole ? REACH_ALL : REACH_READ, rest, use, out);
    if (r == -ENOTDIR) r = -ENOENT;
    return r == 0 && !is_there(out) ? (int)path_done(out, -ENOENT) : r;
}

/* What follows /proc/self/cwd, from the working folder; NULL: it is another name, or the link itself is meant. */
static const char *behind_cwd(const struct os_process *op, const char *guest, unsigned use)
{
    const char *rest = path_in_proc_self(op, guest);
    if (!rest || strncmp(rest, "cwd", 3) != 0 || (rest[3] && rest[3] != '/') || (!rest[3] && use & SANDBOX_LINK)) return NULL;
    rest += 3 + strspn(rest + 3, "/");
    return *rest ? rest : ".";
}

/* What the host's /proc has under another number, or not as the guest's: the same below its /proc/self, or where a link leads. `room` is for
 * names that are made. NULL: nothing is there. */
static const char *of_proc(const struct os_process *op, const char *guest, unsigned use, char room[PATH_MAX])
{
    const char *rest = path_in_proc_self(op, guest);
    if (is_proc_self(op, guest)) return "/proc/self/.";
    if (!rest) return guest;
    if (!(use & (SANDBOX_LINK | SANDBOX_NAME)) && path_magic_link(op, guest, room)) return room;
    if (strncmp(rest, "fd/", 3) == 0 && rest[3]) return NULL; /* path_fd_link() would have it */
    if (strlen(rest) + sizeof "/proc/self/" > PATH_MAX) return guest;
    snprintf(room, PATH_MAX, "/proc/self/%.*s", PATH_MAX - (int)sizeof "/proc/self/", rest);
    return room;
}

static int find(const struct os_process *op, i64 dirfd, const char *guest, unsigned use, struct host_path *out)
{
    int from = AT_FDCWD, r;
    char room[PATH_MAX];
    enum reach reach = op->os->sandbox ? REACH_NONE : REACH_ALL;
    const char *in_cwd = behind_cwd(op, guest, use);
    if (in_cwd) {
        guest = in_cwd;
        dirfd = AT_FDCWD;
    }
    *out = (struct host_path){.dirfd = AT_FDCWD, .opened = -1};
    if (strlen(guest) >= sizeof out->path) return -ENAMETOOLONG;
    if (*guest == '/') {
        const struct description *d = path_fd_link(op, guest);
        if (d) {
            out->reach = d->reach;
            out->object = true;
            snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", d->host_fd);
            return 0;
        }
        guest = of_proc(op, guest, use, room);
        if (!guest) return -ENOENT;
        r = find_in_sysroot(op, guest, use, out);
        if (r != -ENOENT) return r;
    } else {
        r = start_of(op, dirfd, &from, &reach);
        if (r != 0) return r;
    }
    if (*guest) return walk(op, from, reach, guest, use, out);
    out->dirfd = from; /* the descriptor */
    out->reach = (use & SANDBOX_WHAT) == SANDBOX_READ ? REACH_ALL : reach;
    return 0;
}

/* What lies on no device has the major number 0 (Linux fs/super.c, get_anon_bdev), so /proc does. */
static bool is_of_proc(int fd, const struct stat *st)
{
    struct statfs fs;
    return major(st->st_dev) == 0 && fstatfs(fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

/* Whether what was found is something of our own process in the host's /proc that a guest's has not got, however it was named: which
 * descriptors and threads we have is nothing that a program may go by. */
static bool is_ours_alone(const struct host_path *at)
{
    static const char *const shown[] = {"fd", "exe", "cwd", "root", "maps", "cmdline", "auxv", "comm", "stat", "statm", "status", "environ", "mem"};
    char path[PATH_MAX], thread[64], *end;
    struct stat st;
    if (at->opened < 0 || fstat(at->opened, &st) != 0 || !is_of_proc(at->opened, &st) || !path_of_fd(at->opened, path)) return false;
    if (!at->object && strcmp(at->path, ".") != 0 && strlen(path) + strlen(at->path) + 1 < PATH_MAX) strcat(strcat(path, "/"), at->path);
    if (strncmp(path, "/proc/", 6) != 0) return false;
    long id = strtol(path + 6, &end, 10);
    if (id != getpid()) { /* each thread has a folder, too */
        snprintf(thread, sizeof thread, "/proc/self/task/%ld", id);
        return end > path + 6 && access(thread, F_OK) == 0;
    }
    if (*end != '/') return false;
    for (unsigned i = 0; i < ARRAY_LEN(shown); i++)
        if (strcmp(end + 1, shown[i]) == 0) return false;
    return true;
}

int path_resolve(const struct os_process *op, i64 dirfd, const char *guest, unsigned use, struct host_path *out)
{
    int r = find(op, dirfd, guest, use, out);
    if (r == 0) r = sandbox_check(op->os, out->reach, use);
    if (r == 0 && is_ours_alone(out)) r = -ENOENT;
    return r == 0 ? 0 : (int)path_done(out, r);
}

i64 path_done(struct host_path *at, i64 result)
{
    if (at->opened >= 0) close(at->opened);
    at->opened = -1;
    return result;
}

int path_open(const struct host_path *at, int flags, unsigned mode)
{
    flags |= O_CLOEXEC | O_NOCTTY;
    if (at->object && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
    if (at->object || at->reach != REACH_ALL) flags &= ~O_CREAT;
    int fd = openat(at->dirfd, at->path, at->object ? flags : flags | O_NOFOLLOW, mode);
    return fd < 0 ? -errno : fd;
}

bool path_changed(const struct host_path *at, int flags, int result)
{
    return result == -ELOOP && !at->object && !(flags & O_NOFOLLOW);
}

int path_argument(struct call *c, i64 dirfd, u64 addr, unsigned use, struct host_path *out)
{
    char guest[PATH_MAX];
    int r = guest_get_string(c, addr, guest, sizeof guest);
    return r != 0 ? r : path_resolve(c->op, dirfd, guest, use, out);
}

bool path_proc_link(const struct os_process *op, const struct host_path *at, int tid, char *to)
{
    struct stat st;
    bool of_thread = strcmp(at->path, "thread-self") == 0;
    if (at->object || at->dirfd < 0 || (!of_thread && strcmp(at->path, "self") != 0)) return false;
    if (fstat(at->dirfd, &st) != 0 || st.st_ino != PROC_ROOT_INO || !is_of_proc(at->dirfd, &st)) return false;
    int n = snprintf(to, PATH_MAX, "%d", op->pid);
    if (of_thread) snprintf(to + n, PATH_MAX - (size_t)n, "/task/%d", tid);
    return true;
}

bool path_magic_link(const struct os_process *op, const char *guest, char *to)
{
    const char *rest = path_in_proc_self(op, guest);
    const char *name = NULL;
    if (rest && strcmp(rest, "exe") == 0) name = image_of(op)->exe;
    if (!name) return false;
    snprintf(to, PATH_MAX, "%s", name);
    return true;
}

bool path_cwd_link(const struct os_process *op, const char *guest, char *to)
{
    char path[PATH_MAX];
    const char *rest = path_in_proc_self(op, guest);
    if (!rest || strcmp(rest, "cwd") != 0 || !path_of_fd(op->cwd_fd, path)) return false;
    snprintf(to, PATH_MAX, "%s", path_for_guest(op->os, path));
    return true;
}

/* A file that was made without a name (O_TMPFILE) the kernel calls by its inode, `#123 (deleted)`, which is another one in each
 * run: here all of them are #0. One that somebody has really called so is there by that name. */
static void forget_inode(char *path)
{
    char *name = strrchr(path, '/');
    size_t digits = name && name[1] == '#' ? strspn(name + 2, "0123456789") : 0;
    struct stat st;
    if (digits && strcmp(name + 2 + digits, " (deleted)") == 0 && lstat(path, &st) != 0) strcpy(name, "/#0 (deleted)");
}

bool path_of_fd(int host_fd, char *to)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", host_fd);
    ssize_t n = readlink(link, to, PATH_MAX - 1);
    if (n < 0) return false;
    to[n] = 0;
    forget_inode(to);
    return true;
}

const char *path_for_guest(const struct os *os, const char *host)
{
    size_t n = os->sysroot ? strlen(os->sysroot) : 0;
    if (!n || strncmp(host, os->sysroot, n) != 0) return host;
    if (host[n] == 0) return "/";
    return host[n] == '/' ? host + n : host;
}

/* A folder of the host's. */
enum owner { NO_PROCESS, A_PROCESS, OUR_PROCESS };

/* Whether it is that of a process or thread, and of one whose program is ours. */
static enum owner owner_of(const char *folder)
{
    struct stat st, own;
    struct statfs fs;
    enum owner owner = NO_PROCESS;
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return NO_PROCESS;
    if (fstatfs(fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC && fstatat(fd, "exe", &st, AT_SYMLINK_NOFOLLOW) == 0) owner = A_PROCESS;
    if (owner == A_PROCESS && fstatat(fd, "exe", &st, 0) == 0 && stat("/proc/self/exe", &own) == 0 && st.st_dev == own.st_dev &&
        st.st_ino == own.st_ino)
        owner = OUR_PROCESS;
    close(fd);
    return owner;
}

/* Each thread of the host's has a folder of its own name in /proc, listed or not. The names there are the kernel's, so the
 * text of the path can be relied on; where /proc is mounted it does not say, so each folder above is looked at. */
bool path_is_barred(int host_fd, struct stat *st)
{
    char target[PATH_MAX], *slash;
    if (fstat(host_fd, st) != 0) *st = (struct stat){.st_mode = S_IFREG};
    if (!is_of_proc(host_fd, st)) return false;
    if (!path_of_fd(host_fd, target)) return true; /* when in doubt: the guest must not reach our memory */
    bool is_memory = (slash = strrchr(target, '/')) && strcmp(slash, "/mem") == 0, of_process = false;
    while ((slash = strrchr(target, '/')) && slash != target) {
        *slash = 0;
        enum owner owner = owner_of(target);
        if (owner == OUR_PROCESS) return true;
        of_process |= owner == A_PROCESS;
    }
    return of_process && (is_memory || (fcntl(host_fd, F_GETFL) & O_ACCMODE) != O_RDONLY);
}

bool path_links_are_barred(int folder)
{
    struct stat st;
    char target[PATH_MAX];
    return path_is_barred(folder, &st) || (is_of_proc(folder, &st) && path_of_fd(folder, target) && owner_of(target) == OUR_PROCESS);
}
