#include "emu/os/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "emu/os/kernel.h"
#include "emu/os/path.h"

enum { FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC };

struct walk {
    const struct os *os;
    const struct os_process *op;
    struct path_walk path;
};

/* openat2() of what is there, through no link of /proc, and with further RESOLVE_ bits; -1 with errno. */
static int open_there(int folder, const char *path, int flags, u64 resolve)
{
    struct open_how how = {.flags = (u64)(unsigned)flags, .resolve = resolve | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static enum reach reach_here(const struct walk *w)
{
    const struct walk_roots *roots = &w->os->roots;
    if (!w->os->sandbox) return REACH_ALL;
    if (path_walk_is_below(&w->path, roots->box_id)) return REACH_ALL;
    return path_walk_is_below(&w->path, roots->sysroot_id) ? REACH_READ : REACH_NONE;
}

/* What is in a folder without any reach: the box and the sysroot themselves, the program, devices that hold nothing. */
static enum reach reach_of_object(const struct walk *w, const struct stat *st)
{
    const struct walk_roots *roots = &w->os->roots;
    struct file_id id = file_id_of(st);
    if (file_id_same(id, roots->box_id)) return REACH_ALL;
    if (file_id_same(id, roots->sysroot_id) || file_id_same(id, roots->program_id)) return REACH_READ;
    if (!S_ISCHR(st->st_mode) || major(st->st_rdev) != 1) return REACH_NONE;
    unsigned n = minor(st->st_rdev); /* null, zero, full, random, urandom (Linux devices.txt) */
    return n == 3 || n == 5 || (n >= 7 && n <= 9) ? REACH_DEVICE : REACH_NONE;
}

/* --- one component ------------------------------------------------------------------------------------------------ */

/* Links of /proc that lead elsewhere than their text says; those in its root do not. */
static bool is_magic(int folder)
{
    struct statfs fs;
    struct stat st;
    return fstatfs(folder, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC && fstat(folder, &st) == 0 &&
           st.st_ino != PROC_ROOT_INO;
}

static void take(struct walk *w, struct host_path *out, int fd, const char *name)
{
    out->opened = out->dirfd = fd;
    if (fd == path_walk_here(&w->path)) path_walk_take_here(&w->path);
    snprintf(out->path, sizeof out->path, "%s", name);
}

static void take_object(struct host_path *out, int fd)
{
    out->opened = fd;
    out->dirfd = AT_FDCWD;
    out->object = true;
    snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", fd);
}

/* The last component is no link that shall be followed; fd is what it is now, -1: it is not there. Takes fd over. */
static int end_at(struct walk *w, const char *name, int fd, const struct stat *st, enum walk_last last,
                  struct host_path *out)
{
    enum reach here = reach_here(w);
    bool box = fd >= 0 && file_id_is(fd, w->os->roots.box_id);
    out->reach = here == REACH_ALL || fd < 0 ? here : reach_of_object(w, st);
    if (out->reach < here) out->reach = here;
    if (fd >= 0 && box) {
        take(w, out, fd, "."); /* the name of the box itself is in another's folder */
    } else if (fd >= 0 && (last == WALK_OBJECT || (last == WALK_MAKE && here != REACH_ALL))) {
        take_object(out, fd);
    } else {
        if (fd >= 0) close(fd);
        take(w, out, path_walk_here(&w->path), name);
    }
    return 0;
}

/* One component that is not "." or "..": 1: the walk goes on; 0: it has ended; -errno. */
static int step(struct walk *w, const char *name, bool slash, enum walk_last last, struct host_path *out)
{
    struct stat st = {0};
    bool final = !w->path.rest[0];
    if (final && slash && last == WALK_MAKE) return -EISDIR; /* a folder is not made by opening it (Linux fs/namei.c) */
    int fd = path_walk_look(&w->path, name, &st), r;
    if (fd < 0 && (fd != -ENOENT || !final || last == WALK_OBJECT)) return fd;
    if (fd >= 0 && S_ISLNK(st.st_mode) && (!final || last != WALK_NAME)) {
        if (slash && final) strcpy(w->path.rest, "."); /* what it leads to shall be a folder, too */
        bool magic = is_magic(path_walk_here(&w->path));
        r = !magic ? path_walk_follow(&w->path, fd) : path_links_are_barred(path_walk_here(&w->path)) ? -ENOENT : -ELOOP; /* as if we had none */
        close(fd);
        return r == 0 ? 1 : r;
    }
    if (fd >= 0 && (!final || (slash && last != WALK_NAME)) && !S_ISDIR(st.st_mode)) {
        close(fd);
        return -ENOTDIR;
    }
    if (!final) {
        r = path_walk_enter(&w->path, fd);
        return r == 0 ? 1 : r;
    }
    out->slash = slash;
    return end_at(w, name, fd, &st, last, out);
}

static int follow(struct walk *w, enum walk_last last, struct host_path *out)
{
    char name[NAME_MAX + 1], exe[PATH_MAX];
    bool slash;
    int error;
    for (;;) {
        const struct description *d =
            w->path.n == 1 && w->path.rest[0] == '/' ? path_fd_link(w->op, w->path.rest) : NULL;
        if (d && last != WALK_NAME) {
            out->reach = d->reach;
            out->object = true;
            out->dirfd = AT_FDCWD;
            snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", d->host_fd);
            return 0;
        }
        if (w->path.n == 1 && last != WALK_NAME && path_magic_link(w->op, w->path.rest, exe)) strcpy(w->path.rest, exe);
        if (!path_walk_next(&w->path, name, &slash, &error)) break;
        int r = step(w, name, slash, last, out);
        if (r <= 0) return r;
    }
    if (error) return error;
    out->reach = reach_here(w);
    take(w, out, path_walk_here(&w->path), ".");
    return 0;
}

static int one_by_one(const struct os_process *op, int from, const char *name, enum walk_last last,
                      struct host_path *out)
{
    struct walk w;
    w.os = op->os;
    w.op = op;
    if (strlen(name) >= PATH_MAX) return -ENAMETOOLONG;
    int r = path_walk_begin(&w.path, from == AT_FDCWD ? PATH_WALK_ROOT : from, name);
    if (r == 0) r = follow(&w, last, out);
    /* Whether there is something outside of the box is not told. */
    if (r < 0 && op->os->sandbox && (w.path.n == 0 || reach_here(&w) == REACH_NONE)) r = -EACCES;
    path_walk_end(&w.path);
    return r;
}

/* --- the usual case ----------------------------------------------------------------------------------------------- */

/* In one call of the kernel's, from a folder where the guest has reach, to what is beneath it, or without a sandbox to anything (resolve 0). 1: it is
 * not so simple. */
static int at_once(int from, enum reach reach, const char *name, enum walk_last last, u64 resolve, struct host_path *out)
{
    char folder[PATH_MAX], byte;
    const char *slash = strrchr(name, '/'), *tail = slash ? slash + 1 : name;
    int fd;
    bool itself = !strcmp(name, ".");
    if (!*tail || (!itself && !strcmp(tail, ".")) || !strcmp(tail, "..")) return 1;
    if (last == WALK_OBJECT && !itself) {
        fd = open_there(from, name, O_PATH | O_CLOEXEC, resolve);
        if (fd >= 0) take_object(out, fd);
    } else {
        if ((size_t)snprintf(folder, sizeof folder, "%.*s", slash > name ? (int)(slash - name) : 1, slash ? name : ".") >= sizeof folder)
            return -ENAMETOOLONG;
        fd = open_there(from, folder, FOLDER, resolve);
        if (fd >= 0 && last == WALK_MAKE && readlinkat(fd, tail, &byte, 1) >= 0) {
            close(fd);
            return 1;
        }
        if (fd >= 0) {
            out->dirfd = out->opened = fd;
            snprintf(out->path, sizeof out->path, "%s", tail);
        }
    }
    out->reach = reach;
    if (fd >= 0) return 0;
    return errno == EXDEV || errno == EAGAIN || errno == ELOOP || errno == ENOSYS || errno == EPERM ? 1 : -errno;
}

int walk_find(const struct os_process *op, int from, enum reach reach, const char *name, enum walk_last last,
              struct host_path *out)
{
    const struct walk_roots *roots = &op->os->roots;
    const char *box = op->os->sandbox;
    size_t n = box ? strlen(box) : 0;
    bool whole = reach == REACH_ALL || (reach == REACH_READ && !roots->box_in_sysroot);
    *out = (struct host_path){.dirfd = AT_FDCWD, .opened = -1};
    int r = 1;
    if (roots->one_by_one) r = 1;
    else if (!box) r = at_once(from, REACH_ALL, name, last, 0, out);
    else if (from != AT_FDCWD && *name != '/' && whole) r = at_once(from, reach, name, last, RESOLVE_BENEATH, out);
    else if (from == AT_FDCWD && strncmp(name, box, n) == 0 && name[n] == '/' && name[n + 1] != '/' && name[n + 1])
        r = at_once(roots->box, REACH_ALL, name + n + 1, last, RESOLVE_BENEATH, out);
    return r == 1 ? one_by_one(op, from, name, last, out) : r;
}

/* --- the roots ---------------------------------------------------------------------------------------------------- */

static int root_open(const char *path, int *fd, struct file_id *id)
{
    struct stat st;
    if (!path) return 0;
    *fd = open(path, FOLDER);
    if (*fd < 0 || fstat(*fd, &st) != 0) return -1;
    *id = file_id_of(&st);
    return 0;
}

/* Whether one of the folders above is `id`. */
static bool is_below(int folder, struct file_id id)
{
    struct path_walk w;
    bool found = folder >= 0 && path_walk_begin(&w, folder, "") == 0 && path_walk_is_below(&w, id);
    if (folder >= 0) path_walk_end(&w);
    return found;
}

int walk_roots_open(struct walk_roots *w, const char *box, const char *sysroot)
{
    *w = (struct walk_roots){.box = -1, .sysroot = -1};
    if (root_open(box, &w->box, &w->box_id) != 0) return -1;
    if (root_open(sysroot, &w->sysroot, &w->sysroot_id) != 0) return -1;
    w->sysroot_whole = is_below(w->sysroot, w->box_id);
    w->box_in_sysroot = is_below(w->box, w->sysroot_id);
    int fd = open_there(AT_FDCWD, "/", FOLDER, 0);
    w->one_by_one = fd < 0;
    if (fd >= 0) close(fd);
    return 0;
}

void walk_roots_close(struct walk_roots *w)
{
    if (w->box >= 0) close(w->box);
    if (w->sysroot >= 0) close(w->sysroot);
    w->box = w->sysroot = -1;
}

enum reach walk_reach_of(const struct os *os, int folder)
{
    struct walk w;
    w.os = os;
    bool there = path_walk_begin(&w.path, folder, "") == 0 || w.path.n > 0;
    enum reach reach = there ? reach_here(&w) : REACH_NONE;
    path_walk_end(&w.path);
    return reach;
}
