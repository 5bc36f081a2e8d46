/* A path of the host's, followed one component after the other from folders that are held by descriptors: nothing lies
 * between the look at a component and the step beyond it, so that whoever changes names meanwhile changes nothing. ".."
 * goes back to where the walk came from. What a link or a file means on the way is for the caller to say. */
#ifndef PCGRAM_CORE_PATH_WALK_H
#define PCGRAM_CORE_PATH_WALK_H

#include <limits.h>
#include <sys/stat.h>

#include "emu/core/regular.h"

enum {
    PATH_WALK_DEEP = 1024,         /* folders between the host's root and where a walk is */
    PATH_WALK_LINKS = 40,          /* as many as Linux follows (fs/namei.c, MAXSYMLINKS) */
    PATH_WALK_REST = 2 * PATH_MAX, /* bytes of the path that is still to be gone */
    PATH_WALK_ROOT = -200,         /* in place of a descriptor: the host's root */
};

/* In the mode of a FIFO: a guest in a sandbox has made it. The sticky bit means nothing to Linux there, stays with the
 * file under every name, and a guest neither sees it nor takes it away. */
enum { FIFO_OF_GUEST = S_ISVTX };

struct path_walk {
    int fd[PATH_WALK_DEEP]; /* O_PATH descriptors of the folders from the host's root to where the walk is */
    unsigned n;
    unsigned links;
    char rest[PATH_WALK_REST]; /* of the path */
};

/* Begins at a folder (AT_FDCWD: the one we are in), with all that is above it as the kernel has it now, or at the
 * host's root: for PATH_WALK_ROOT and an absolute path. 0 or -errno; path_walk_end() in either case. */
int path_walk_begin(struct path_walk *w, int from, const char *path);
void path_walk_end(struct path_walk *w);

/* The folder that has been reached; -1: none, as nothing could be opened. */
int path_walk_here(const struct path_walk *w);

/* Cuts the next component off the rest; false: there is none, or it is longer than names are (*error). *slash:
 * something that follows has it be a folder. "." and ".." are not told, they are gone. */
bool path_walk_next(struct path_walk *w, char name[NAME_MAX + 1], bool *slash, int *error);

/* What a component is, its links not followed: an O_PATH descriptor, or -errno. */
int path_walk_look(const struct path_walk *w, const char *name, struct stat *st);

/* Into a folder that path_walk_look() has opened, which is the walk's from then on. 0 or -errno. */
int path_walk_enter(struct path_walk *w, int folder);

/* On along the text of a link that path_walk_look() has opened, with the rest behind it; the descriptor stays the caller's.
 * 0 or -errno. */
int path_walk_follow(struct path_walk *w, int link);

/* Whether the file is one of the folders between the root and where the walk is, that one included. */
bool path_walk_is_below(const struct path_walk *w, struct file_id id);

/* Gives the folder that has been reached away; the walk is back in the one above. */
int path_walk_take_here(struct path_walk *w);

#endif
