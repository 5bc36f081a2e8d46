/* A path of the host's, followed one component after the other from folders that are held by descriptors: nothing lies
 * between the look at a component and the step beyond it, so that whoever changes names meanwhile changes nothing. ".."
 * goes back to where the walk came from. What a link or a file means on the way is for the caller to say. */
#ifndef PCGRAM_CORE_WAY_H
#define PCGRAM_CORE_WAY_H

#include <limits.h>
#include <sys/stat.h>

#include "emu/core/regular.h"

enum {
    WAY_DEEP = 1024,         /* folders between the host's root and where a walk is */
    WAY_LINKS = 40,          /* as many as Linux follows (fs/namei.c, MAXSYMLINKS) */
    WAY_REST = 2 * PATH_MAX, /* bytes of the path that is still to be gone */
    WAY_ROOT = -200,         /* in place of a descriptor: the host's root */
};

/* In the mode of a FIFO: a guest in a sandbox has made it. The sticky bit means nothing to Linux there, stays with the
 * file under every name, and a guest neither sees it nor takes it away. */
enum { FIFO_OF_GUEST = S_ISVTX };

struct way {
    int fd[WAY_DEEP]; /* O_PATH descriptors of the folders from the host's root to where the walk is */
    unsigned n;
    unsigned links;
    char rest[WAY_REST]; /* of the path */
};

/* Begins at a folder (AT_FDCWD: the one we are in), with all that is above it as the kernel has it now, or at the
 * host's root: for WAY_ROOT and an absolute path. 0 or -errno; way_end() in either case. */
int way_begin(struct way *w, int from, const char *path);
void way_end(struct way *w);

/* The folder that has been reached; -1: none, as nothing could be opened. */
int way_here(const struct way *w);

/* Cuts the next component off the rest; false: there is none, or it is longer than names are (*error). *slash:
 * something that follows has it be a folder. "." and ".." are not told, they are gone. */
bool way_next(struct way *w, char name[NAME_MAX + 1], bool *slash, int *error);

/* What a component is, its links not followed: an O_PATH descriptor, or -errno. */
int way_look(const struct way *w, const char *name, struct stat *st);

/* Into a folder that way_look() has opened, which is the walk's from then on. 0 or -errno. */
int way_enter(struct way *w, int folder);

/* On along the text of a link that way_look() has opened, with the rest behind it; the descriptor stays the caller's.
 * 0 or -errno. */
int way_follow(struct way *w, int link);

/* Whether the file is one of the folders between the root and where the walk is, that one included. */
bool way_is_below(const struct way *w, struct file_id id);

/* Gives the folder that has been reached away; the walk is back in the one above. */
int way_take_here(struct way *w);

#endif
