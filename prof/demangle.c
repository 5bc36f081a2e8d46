#include "prof/demangle.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "prof/alloc.h"

/* Longer ones are not worth the time and memory that a made-up one could cost. */
enum { SYMBOL_MAX = 2048 };

/* abi::__cxa_demangle, Itanium C++ ABI 3.4: a new string, or NULL. */
typedef char *demangle_function(const char *symbol, char *buffer, size_t *size, int *status);

static bool is_mangled(const char *symbol) { return !strncmp(symbol, "_Z", 2) && strlen(symbol) <= SYMBOL_MAX; }

static void demangle(struct profile_function *g, demangle_function *call)
{
    int status = 0;
    char *name = call(g->name, NULL, NULL, &status);
    if (!status && name && *name) {
        g->symbol = g->name;
        g->name = alloc_string(name);
    }
    free(name);
}

void profile_demangle(struct profile *p)
{
    void *library = NULL, *address = NULL;
    demangle_function *call = NULL;
    for (size_t i = 0; i < p->functions; i++) {
        if (p->function[i].symbol || !is_mangled(p->function[i].name)) continue;
        if (!library) library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        if (!library) return;
        if (!address) address = dlsym(library, "__cxa_demangle");
        if (!address) break;
        memcpy(&call, &address, sizeof call); /* ISO C has no conversion from data to function pointers */
        demangle(&p->function[i], call);
    }
    if (library) dlclose(library);
}
