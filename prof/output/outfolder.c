#include "prof/output/outfolder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "emu/core/path_walk.h"

enum { FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC };

/* One component: 0 or -errno. */
static int step(struct path_walk *w, const char *name, struct file_id box)
{
    struct stat st;
    int fd = path_walk_look(w, name, &st), r;
    if (fd < 0) return fd;
    if (S_ISDIR(st.st_mode)) return path_walk_enter(w, fd);
    if (!S_ISLNK(st.st_mode)) r = -ENOTDIR;
    else r = path_walk_is_below(w, box) ? -ELOOP : path_walk_follow(w, fd);
    close(fd);
    return r;
}

/* Links that a guest may have made are not followed: the folder, or -errno. */
static int walk(const char *folder, const char *box, bool *in_box)
{
    struct stat st;
    struct path_walk w;
    char name[NAME_MAX + 1];
    bool slash;
    int r = path_walk_begin(&w, AT_FDCWD, folder), error = 0;
    if (r == 0 && stat(box, &st) != 0) r = -errno;
    while (r == 0 && path_walk_next(&w, name, &slash, &error)) r = step(&w, name, file_id_of(&st));
    if (r == 0) r = error;
    *in_box = r == 0 && path_walk_is_below(&w, file_id_of(&st));
    if (r == 0) r = path_walk_take_here(&w);
    path_walk_end(&w);
    return r;
}

int outfolder_open(const char *path, const char *box, const char **name, bool *in_box)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    *name = slash ? slash + 1 : path;
    if (slash && (size_t)(slash - path) >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    if (!box) return open(folder, FOLDER);
    int fd = walk(folder, box, in_box);
    if (fd >= 0) return fd;
    errno = -fd;
    return -1;
}
