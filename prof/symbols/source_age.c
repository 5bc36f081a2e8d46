#include "prof/symbols/source_age.h"

#include <stdlib.h>
#include <sys/stat.h>

static bool is_later(struct timespec a, struct timespec b) { return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec; }

/* When the file was changed; false: it is not there, or no regular one. */
static bool changed_at(const char *path, struct timespec *when)
{
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode)) return false;
    *when = st.st_mtim;
    return true;
}

size_t source_changed(const struct source_map *map, char *const *file, size_t files, const bool *shown, const char *path, const char **one)
{
    struct timespec made, when;
    size_t n = 0;
    if (!changed_at(path, &made)) return 0;
    for (size_t i = 0; i < files; i++) {
        if (shown && !shown[i]) continue;
        char *here = source_map_path(map, file[i]);
        if (changed_at(here, &when) && is_later(when, made) && !n++) *one = file[i];
        free(here);
    }
    return n;
}
