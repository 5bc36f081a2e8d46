#include "prof/demangle.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/data.h"
#include "prof/threads.h"

/* Longer ones are not worth the time and memory that a made-up one could cost. */
enum { SYMBOL_MAX = 2048 };

/* abi::__cxa_demangle, Itanium C++ ABI 3.4: a new string, or NULL. */
typedef char *demangle_function(const char *symbol, char *buffer, size_t *size, int *status);

struct demangler {
    void *library;
    demangle_function *call;
    bool missing;
};

static bool is_mangled(const char *symbol) { return !strncmp(symbol, "_Z", 2) && strlen(symbol) <= SYMBOL_MAX; }

static void look_for(struct demangler *d)
{
    d->library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    void *address = d->library ? dlsym(d->library, "__cxa_demangle") : NULL;
    memcpy(&d->call, &address, sizeof d->call); /* ISO C has no conversion from data to function pointers */
    d->missing = !address;
}

/* Loaded once, it is found again by its name without any file. */
void demangle_prepare(void) { (void)!dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL); }

/* The name for people, a new string; NULL: the symbol is one already. What is behind the mangled name ("@plt", "+0x8") stays behind it. */
static char *readable(struct demangler *d, const char *symbol)
{
    int status = 0;
    if (!is_mangled(symbol)) return NULL;
    if (!d->call && !d->missing) look_for(d);
    size_t n = strcspn(symbol, "@+");
    char *mangled = alloc_string(symbol), *whole = NULL;
    mangled[n] = 0;
    char *name = d->missing ? NULL : d->call(mangled, NULL, NULL, &status);
    if (!status && name && *name) {
        size_t room = strlen(name) + strlen(symbol + n) + 1;
        whole = alloc_zeroed(room, 1);
        snprintf(whole, room, "%s%s", name, symbol + n);
    }
    free(name);
    free(mangled);
    return whole;
}

static void close_library(struct demangler *d)
{
    if (d->library) dlclose(d->library);
}

char *demangled(const char *symbol)
{
    struct demangler d = {0};
    char *name = readable(&d, symbol);
    close_library(&d);
    return name;
}

static void demangle_functions(struct demangler *d, struct profile *p)
{
    for (size_t i = 0; i < p->functions; i++) {
        struct profile_function *g = &p->function[i];
        char *name = g->symbol ? NULL : readable(d, g->name);
        if (!name) continue;
        g->symbol = g->name;
        g->name = name;
    }
}

void profile_demangle(struct profile *p)
{
    struct demangler d = {0};
    demangle_functions(&d, p);
    close_library(&d);
}

static void replace(struct demangler *d, char **name)
{
    char *better = readable(d, *name);
    if (!better) return;
    free(*name);
    *name = better;
}

void profile_demangle_all(struct profile *p)
{
    struct demangler d = {0};
    demangle_functions(&d, p);
    for (size_t i = 0; p->data && i < p->data->objects; i++)
        if (p->data->object[i].kind == DATA_STATIC || p->data->object[i].kind == DATA_HEAP) replace(&d, &p->data->object[i].name);
    for (size_t i = 0; p->threads && i < p->threads->waits; i++) replace(&d, &p->threads->wait[i].name);
    close_library(&d);
}

void symbols_demangle(struct symbols *s)
{
    struct demangler d = {0};
    for (size_t i = 0; i < s->count; i++) {
        struct symbol *g = &s->symbol[i];
        char *name = g->mangled ? NULL : readable(&d, g->name);
        if (!name) continue;
        g->mangled = g->name;
        g->name = name;
    }
    close_library(&d);
}
