#include "emu/os/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/os/kernel.h"
#include "emu/os/path.h"

enum {
    WHOLE = 2 * PATH_MAX + 1, /* a folder, and a path below it */
    LINKS = 40,               /* as many as Linux follows (fs/namei.c, MAXSYMLINKS) */
};

static bool below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    if (n == 1) return true; /* "/" */
    return strncmp(path, folder, n) == 0 && (path[n] == 0 || path[n] == '/');
}

static bool is_harmless_device(const char *path)
{
    static const char *const device[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    for (size_t i = 0; i < ARRAY_LEN(device); i++)
        if (strcmp(path, device[i]) == 0) return true;
    return false;
}

/* path: absolute, without links. */
static bool allowed(const struct os *os, const char *path, unsigned use)
{
    use &= ~(unsigned)SANDBOX_LINK;
    if (below(path, os->sandbox)) return true;
    if (use != SANDBOX_CHANGE && is_harmless_device(path)) return true;
    if (use != SANDBOX_READ) return false;
    if (os->sysroot && below(path, os->sysroot)) return true;
    return os->program && strcmp(path, os->program) == 0;
}

/* The last part of a path, cut off; "." where the path ends in a folder by itself: that one, then, is looked at whole.
 */
static const char *cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    const char *last = slash + 1;
    if (!*last || !strcmp(last, ".") || !strcmp(last, "..")) return NULL;
    *slash = 0;
    return last;
}

/* A folder that is not there: the nearest one above that is decides, so that inside of the sandbox the host's own error
 * comes out, and outside of it nothing about what exists. */
static bool nearest_allowed(const struct os *os, char *path, unsigned use)
{
    char real[PATH_MAX];
    for (;;) {
        if (realpath(*path ? path : "/", real)) return allowed(os, real, use);
        char *slash = strrchr(path, '/');
        if (errno != ENOENT || !slash) return false;
        *slash = 0;
    }
}

/* path: absolute; overwritten. A link to nothing is followed by hand: opening it makes what it names. */
static bool check(const struct os *os, char path[WHOLE], unsigned use)
{
    char folder[PATH_MAX], full[WHOLE], real[PATH_MAX];
    for (int links = 0; links < LINKS; links++) {
        const char *last = cut_last(path);
        if (!realpath(*path ? path : "/", folder)) return nearest_allowed(os, path, use);
        if (!last) return allowed(os, folder, use);
        snprintf(full, sizeof full, "%s/%s", folder[1] ? folder : "", last);
        ssize_t n = use & SANDBOX_LINK ? -1 : readlink(full, real, sizeof real - 1);
        if (n < 0) return allowed(os, full, use);
        real[n] = 0;
        if (*real == '/') snprintf(path, WHOLE, "%s", real);
        else snprintf(path, WHOLE, "%s/%s", folder, real);
        if (realpath(full, real)) return allowed(os, real, use);
    }
    return false;
}

int sandbox_check(const struct os *os, int dirfd, const char *path, unsigned use)
{
    char from[PATH_MAX], whole[WHOLE];
    if (!os->sandbox) return 0;
    if (!*path && (use & ~(unsigned)SANDBOX_LINK) == SANDBOX_READ) return 0; /* the descriptor: it has that already */
    if (*path == '/') {
        snprintf(whole, sizeof whole, "%s", path);
    } else {
        if (dirfd == AT_FDCWD ? !getcwd(from, sizeof from) : !path_of_fd(dirfd, from)) return -EACCES;
        if (from[0] != '/') return -EACCES;
        snprintf(whole, sizeof whole, *path ? "%s/%s" : "%s", from, path);
    }
    return check(os, whole, use) ? 0 : -EACCES;
}

int sandbox_check_fd(const struct os *os, int host_fd) { return sandbox_check(os, host_fd, "", SANDBOX_CHANGE); }
