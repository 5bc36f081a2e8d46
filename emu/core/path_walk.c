#include "emu/core/path_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC };

static void back_to(struct path_walk *w, unsigned n)
{
    while (w->n > n) close(w->fd[--w->n]);
}

void path_walk_end(struct path_walk *w) { back_to(w, 0); }

int path_walk_here(const struct path_walk *w) { return w->n ? w->fd[w->n - 1] : -1; }

int path_walk_enter(struct path_walk *w, int folder)
{
    if (w->n < PATH_WALK_DEEP) {
        w->fd[w->n++] = folder;
        return 0;
    }
    close(folder);
    return -ENAMETOOLONG;
}

static int to_root(struct path_walk *w)
{
    back_to(w, 0);
    int fd = open("/", FOLDER);
    return fd < 0 ? -errno : path_walk_enter(w, fd);
}

/* The folders above `from`: not from any text, and a folder that was removed is where it was. */
static int climb(struct path_walk *w, int from)
{
    struct stat st, above;
    int r = 0, fd = openat(from, ".", FOLDER);
    if (fd < 0) return -errno;
    while ((r = path_walk_enter(w, fd)) == 0 && fstat(fd, &st) == 0) {
        int next = openat(fd, "..", FOLDER);
        if (next < 0) break; /* nothing above can be entered */
        if (fstat(next, &above) != 0 || file_id_same(file_id_of(&st), file_id_of(&above))) {
            close(next);
            break;
        }
        fd = next;
    }
    for (unsigned i = 0; i < w->n / 2; i++) {
        int low = w->fd[i];
        w->fd[i] = w->fd[w->n - 1 - i];
        w->fd[w->n - 1 - i] = low;
    }
    return r;
}

int path_walk_begin(struct path_walk *w, int from, const char *path)
{
    w->n = w->links = 0;
    if ((size_t)snprintf(w->rest, sizeof w->rest, "%s", path) >= PATH_MAX) return -ENAMETOOLONG;
    return *path == '/' || from == PATH_WALK_ROOT ? to_root(w) : climb(w, from);
}

/* One component, whatever it is. */
static bool cut(struct path_walk *w, char name[NAME_MAX + 1], bool *slash, int *error)
{
    const char *from = w->rest + strspn(w->rest, "/");
    size_t n = strcspn(from, "/");
    *error = n > NAME_MAX ? -ENAMETOOLONG : 0;
    if (!n || *error) return false;
    memcpy(name, from, n);
    name[n] = 0;
    *slash = from[n] == '/';
    from += n + strspn(from + n, "/");
    memmove(w->rest, from, strlen(from) + 1);
    return true;
}

bool path_walk_next(struct path_walk *w, char name[NAME_MAX + 1], bool *slash, int *error)
{
    while (cut(w, name, slash, error)) {
        if (!strcmp(name, "..") && w->n > 1) back_to(w, w->n - 1);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) return true;
    }
    return false;
}

int path_walk_look(const struct path_walk *w, const char *name, struct stat *st)
{
    int fd = openat(path_walk_here(w), name, O_PATH | O_NOFOLLOW | O_CLOEXEC), why = errno;
    if (fd < 0 || fstat(fd, st) == 0) return fd < 0 ? -why : fd;
    why = errno;
    close(fd);
    return -why;
}

int path_walk_follow(struct path_walk *w, int link)
{
    char text[PATH_MAX], rest[PATH_WALK_REST];
    if (++w->links > PATH_WALK_LINKS) return -ELOOP;
    ssize_t n = readlinkat(link, "", text, sizeof text - 1);
    if (n <= 0) return n < 0 ? -errno : -ENOENT;
    text[n] = 0;
    strcpy(rest, w->rest);
    if ((size_t)snprintf(w->rest, sizeof w->rest, *rest ? "%s/%s" : "%s", text, rest) >= sizeof w->rest)
        return -ENAMETOOLONG;
    return *text == '/' ? to_root(w) : 0;
}

bool path_walk_is_below(const struct path_walk *w, struct file_id id)
{
    for (unsigned i = 0; i < w->n; i++)
        if (file_id_is(w->fd[i], id)) return true;
    return false;
}

int path_walk_take_here(struct path_walk *w) { return w->n ? w->fd[--w->n] : -1; }
