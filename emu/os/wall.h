/* The second wall under --sandbox: pcgram gives up what a run does not need, by Landlock and by a seccomp filter, so
 * that a guest that gets hold of the emulator has little with it. What the guest may do is not changed by it: that is
 * the guest kernel's business, the first wall. */
#ifndef PCGRAM_OS_WALL_H
#define PCGRAM_OS_WALL_H

#include <stddef.h>

/* What can be done below a path from then on. */
enum wall_use {
    WALL_READ,   /* a file, or all below a folder, is read */
    WALL_OUTPUT, /* a folder: files are made in it, written, renamed and removed, none is read; or one file to be
                    written */
    WALL_BOX,    /* everything that a guest may do */
};

struct wall_path {
    const char *path; /* not there: nothing is allowed; NULL: see fd */
    enum wall_use use;
    int fd; /* a folder that is open already, whatever its name means by now; -1: nothing is allowed */
};

enum { WALL_TEXT = 160 };

/* For this process from now on and for ever; no other thread may be there yet. What the host does not have is left out
 * and named in `missing`, "" when the wall is whole. */
void wall_up(const struct wall_path *path, size_t n, char missing[WALL_TEXT]);

#endif
