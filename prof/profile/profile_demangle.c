#include "prof/profile/profile_demangle.h"

#include <stdlib.h>

#include "prof/profile/data.h"
#include "prof/profile/threads.h"
#include "prof/symbols/demangle.h"

void profile_demangle(struct profile *p)
{
    for (size_t i = 0; i < p->functions; i++) {
        struct profile_function *g = &p->function[i];
        char *name = g->symbol ? NULL : demangled(g->name);
        if (!name) continue;
        g->symbol = g->name;
        g->name = name;
    }
}

static void replace(char **name)
{
    char *better = demangled(*name);
    if (!better) return;
    free(*name);
    *name = better;
}

void profile_demangle_all(struct profile *p)
{
    profile_demangle(p);
    for (size_t i = 0; p->data && i < p->data->objects; i++)
        if (p->data->object[i].kind == DATA_STATIC || p->data->object[i].kind == DATA_HEAP) replace(&p->data->object[i].name);
    for (size_t i = 0; p->threads && i < p->threads->waits; i++) replace(&p->threads->wait[i].name);
}
