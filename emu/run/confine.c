#include "emu/run/confine.h"

#include "emu/os/wall.h"

enum { PATHS = 16 };

int confine(const struct run_options *o, const char *program, const int *folder, size_t folders, struct error *e)
{
    char missing[WALL_TEXT];
    struct wall_path path[PATHS];
    size_t n = 0;
    if (!o->config.sandbox) return 0;
    path[n++] = (struct wall_path){.path = o->config.sandbox, .use = WALL_BOX};
    path[n++] = (struct wall_path){.path = program, .use = WALL_READ};
    path[n++] = (struct wall_path){.path = "/usr/lib/debug", .use = WALL_READ};
    if (o->config.sysroot) path[n++] = (struct wall_path){.path = o->config.sysroot, .use = WALL_READ};
    for (size_t i = 0; i < folders && n < PATHS; i++)
        path[n++] = (struct wall_path){.use = WALL_OUTPUT, .fd = folder[i]};
    wall_up(path, n, missing);
    if (!o->sandbox_strict || !missing[0]) return 0;
    return error_set_status(e, 125, "--sandbox=strict: this host lacks %s; --sandbox goes without", missing);
}
