/* The instruction sets there are. */
#include "emu/cli/commands.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"

#include <string.h>

const struct isa *isa_find(const char *name)
{
    static const struct isa *const all[] = {&isa_parisc, &isa_ia64};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i]->name, name)) return all[i];
    return NULL;
}
