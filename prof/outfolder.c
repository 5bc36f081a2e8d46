#include "prof/outfolder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC,
    LINKS = 40, /* as many as Linux follows (fs/namei.c, MAXSYMLINKS) */
};

struct way {
    int at;              /* the folder that has been reached; -1: none, with errno */
    char rest[PATH_MAX]; /* of the path */
    unsigned links;
    struct stat box;
};

static bool same(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

/* By the kernel's "..", not by any text. A folder that cannot be looked at counts as one of the box's. */
static bool in_box(int folder, const struct stat *box)
{
    struct stat st, above;
    int fd = openat(folder, ".", FOLDER), up = -1;
    bool found = fd < 0 || fstat(fd, &st) != 0;
    while (!found && !(found = same(&st, box))) {
        up = openat(fd, "..", FOLDER);
        if (up < 0 || fstat(up, &above) != 0 || same(&st, &above)) break;
        close(fd);
        fd = up;
        up = -1;
        st = above;
    }
    if (up >= 0) close(up);
    if (fd >= 0) close(fd);
    return found;
}

static void go_to(struct way *w, int fd)
{
    int why = errno;
    if (w->at >= 0) close(w->at);
    w->at = fd;
    errno = why;
}

static void fail(struct way *w, int why)
{
    go_to(w, -1);
    errno = why;
}

/* What a link says comes before the rest of the path. */
static void follow(struct way *w, int link)
{
    char text[PATH_MAX], rest[PATH_MAX];
    ssize_t n = readlinkat(link, "", text, sizeof text - 1);
    if (n <= 0) {
        fail(w, n < 0 ? errno : ENOENT);
        return;
    }
    text[n] = 0;
    strcpy(rest, w->rest);
    if ((size_t)snprintf(w->rest, sizeof w->rest, "%s/%s", text, rest) >= sizeof w->rest) fail(w, ENAMETOOLONG);
    else if (*text == '/') go_to(w, open("/", FOLDER));
}

static void step(struct way *w, const char *name)
{
    struct stat st;
    int fd = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        int why = errno;
        if (fd >= 0) close(fd);
        fail(w, why);
        return;
    }
    if (S_ISDIR(st.st_mode)) {
        go_to(w, fd);
        return;
    }
    if (!S_ISLNK(st.st_mode)) fail(w, ENOTDIR);
    else if (++w->links > LINKS || in_box(w->at, &w->box)) fail(w, ELOOP);
    else follow(w, fd);
    close(fd);
}

/* One component after the other, so that nothing lies between the look at a link and the step beyond it. */
static int walk(const char *folder, const char *box)
{
    struct way w = {.at = open(*folder == '/' ? "/" : ".", FOLDER)};
    char name[NAME_MAX + 1];
    strcpy(w.rest, folder);
    if (w.at >= 0 && stat(box, &w.box) != 0) fail(&w, errno);
    while (w.at >= 0) {
        const char *from = w.rest + strspn(w.rest, "/");
        size_t n = strcspn(from, "/");
        if (n == 0) break;
        if (n > NAME_MAX) {
            fail(&w, ENAMETOOLONG);
            break;
        }
        memcpy(name, from, n);
        name[n] = 0;
        memmove(w.rest, from + n, strlen(from + n) + 1);
        step(&w, name);
    }
    return w.at;
}

int outfolder_open(const char *path, const char *box, const char **name)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    *name = slash ? slash + 1 : path;
    if (slash && (size_t)(slash - path) >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    return box ? walk(folder, box) : open(folder, FOLDER);
}
