#include "emu/cli/confine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emu/os/wall.h"
#include "prof/demangle.h"

enum { PATHS = 16 };

/* Where an output goes: its folder, since it is made beside its name and renamed; what is there and no regular file is
 * written itself. The result is kept in *folder, which the caller frees. */
static struct wall_path output(const char *file, char **folder)
{
    struct stat st;
    bool itself = !lstat(file, &st) && !S_ISREG(st.st_mode);
    *folder = strdup(file);
    if (!itself && *folder) {
        char *slash = strrchr(*folder, '/');
        if (!slash) strcpy(*folder, ".");
        else slash[slash == *folder] = 0;
    }
    return (struct wall_path){.path = *folder ? *folder : "", .use = WALL_OUTPUT};
}

int confine(const struct run_options *o, const char *program, struct error *e)
{
    const char *const file[] = {o->profile, o->stats, o->trace, o->tick_log};
    char missing[WALL_TEXT], *folder[ARRAY_LEN(file)] = {0};
    struct wall_path path[PATHS];
    size_t n = 0;
    if (!o->config.sandbox) return 0;
    path[n++] = (struct wall_path){o->config.sandbox, WALL_BOX};
    path[n++] = (struct wall_path){program, WALL_READ};
    path[n++] = (struct wall_path){"/usr/lib/debug", WALL_READ};
    if (o->config.sysroot) path[n++] = (struct wall_path){o->config.sysroot, WALL_READ};
    for (size_t i = 0; i < ARRAY_LEN(file); i++)
        if (file[i] && file[i][0] && strcmp(file[i], "-")) path[n++] = output(file[i], &folder[i]);
    if (o->profile || options_regions(o)) demangle_prepare();
    wall_up(path, n, missing);
    for (size_t i = 0; i < ARRAY_LEN(file); i++) free(folder[i]);
    if (!o->sandbox_strict || !missing[0]) return 0;
    return error_set_status(e, 125, "--sandbox=strict: this host lacks %s; --sandbox goes without", missing);
}
