#include "prof/output/outpath.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/text.h"

/* Whether somebody else may have put the link there, where everybody may put one: Linux does not follow such, either (fs.protected_symlinks). */
static bool is_strangers(const char *folder, const char *link)
{
    struct stat at, st;
    if (stat(folder, &at) != 0 || lstat(link, &st) != 0) return true;
    bool shared = at.st_mode & S_ISVTX && at.st_mode & S_IWOTH;
    return shared && st.st_uid != geteuid() && st.st_uid != at.st_uid;
}

/* Behind so many links. */
static char *follow(const char *path, unsigned links)
{
    enum { LINKS_MOST = 40 };
    char target[PATH_MAX], *copy = strdup(path), *folder = copy ? realpath(dirname(copy), NULL) : NULL, *at = NULL, *next = NULL;
    free(copy);
    if (folder && asprintf(&at, "%s/%s", strcmp(folder, "/") ? folder : "", text_base(path)) < 0) at = NULL;
    ssize_t n = at ? readlink(at, target, sizeof target - 1) : -1;
    if (n >= 0) {
        target[n] = 0;
        int refused = links >= LINKS_MOST ? ELOOP : is_strangers(folder, at) ? EPERM : 0;
        if (asprintf(&next, "%s/%s", target[0] == '/' ? "" : folder, target) < 0) next = NULL;
        free(at);
        at = next && !refused ? follow(next, links + 1) : NULL;
        free(next);
        if (refused) errno = refused;
    }
    free(folder);
    return at;
}

char *outpath_final(const char *path) { return follow(path, 0); }

bool outpath_is_one(const char *a, const char *b)
{
    struct stat x, y;
    bool there = !stat(a, &x);
    if (there != !stat(b, &y)) return false;
    if (there) return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    char *p = outpath_final(a), *q = outpath_final(b);
    bool same = p && q ? !strcmp(p, q) : !strcmp(a, b);
    free(p);
    free(q);
    return same;
}
