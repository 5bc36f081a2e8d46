#include "emu/conform/conform_backends.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>

#include "emu/conform/conform_guest.h"
#include "emu/conform/conform_machine.h"
#include "prof/conform/host.h"
#include "prof/conform/libc.h"

static const struct {
    const struct conform_backend *backend;
    bool informative, wants_guest;
} known[] = {
    {&conform_rom_parisc, false, false},     {&conform_rule_parisc, false, false},
    {&conform_gateway_parisc, false, false}, {&conform_rom_ia64, false, false},
    {&conform_rule_ia64, false, false},      {&conform_host32, false, false},
    {&conform_host64, false, false},         {&conform_libc, true, false},
    {&conform_guest_libc, true, true},
};

/* A plug-in's name: one with a '/', or FILE.so, which is then looked for here and not where libraries are. */
bool conform_is_file(const char *name)
{
    size_t n = strlen(name);
    return strchr(name, '/') || (n > 3 && !strcmp(name + n - 3, ".so"));
}

/* What the harness relies on, as prof/conform/conform.h says it of the members. */
static int check(const struct conform_backend *b, const char *path, struct error *e)
{
    if (b->version != CONFORM_VERSION)
        return error_set(e, "%s: made for version %d of prof/conform/conform.h, this is %d", path, b->version, CONFORM_VERSION);
    if (!b->name || !*b->name) return error_set(e, "%s: the back end has no name", path);
    if (b->word != 4 && b->word != 8) return error_set(e, "%s: word is %u; it must be 4 or 8", path, b->word);
    if (!b->pc_unit) return error_set(e, "%s: pc_unit is 0; where any pc will do it is 1", path);
    if (!b->open || !b->close || !b->map || !b->write || !b->read || !b->call || !b->tick)
        return error_set(e, "%s: open, close, map, write, read, call and tick must be there", path);
    return 0;
}

static int load(struct conform_choice *c, const char *name, struct error *e)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", strchr(name, '/') ? "" : "./", name);
    c->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!c->library) return error_set(e, "cannot load the back end: %s", dlerror());
    c->backend = dlsym(c->library, "conform_backend");
    if (!c->backend) return error_set(e, "%s: defines no conform_backend (docs/conform.md)", path);
    return check(c->backend, path, e);
}

int conform_choose(struct conform_choice *c, const char *name, const char *guest, const struct isa *isa, struct error *e)
{
    *c = (struct conform_choice){.file = guest};
    if (conform_is_file(name)) return load(c, name, e);
    for (unsigned i = 0; i < ARRAY_LEN(known) && !c->backend; i++) {
        if (strcmp(known[i].backend->name, name) != 0) continue;
        if (known[i].wants_guest && !guest)
            return error_set(e, "%s: which guest? docs/conform.md says how to build one", name);
        c->backend = known[i].backend;
        c->informative = known[i].informative;
    }
    if (isa) {
        c->of_guest = *c->backend;
        c->of_guest.word = isa->elf64 ? 8 : 4;
        c->of_guest.big_endian = isa->big_endian;
        c->of_guest.pc_unit = isa->code_unit;
        c->backend = &c->of_guest;
    }
    if (c->backend) return 0;
    char names[200];
    size_t used = 0;
    for (unsigned i = 0; i < ARRAY_LEN(known) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", known[i].backend->name);
    return error_set(e, "--backend=%s: no such back end; there are %s, and plug-ins: FILE.so, or with a '/'", name, names);
}

void conform_release(struct conform_choice *c)
{
    if (c->library) dlclose(c->library);
}
