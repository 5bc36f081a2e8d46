#include "prof/outpath.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/text.h"

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
        if (asprintf(&next, "%s/%s", target[0] == '/' ? "" : folder, target) < 0) next = NULL;
        free(at);
        at = next && links < LINKS_MOST ? follow(next, links + 1) : NULL;
        free(next);
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
