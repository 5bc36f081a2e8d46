/* The five profiling calls (docs/ticks.md): handed on to whoever keeps the profile. */
#include <errno.h>

#include "emu/core/tick.h"
#include "emu/os/calls.h"
#include "emu/os/kernel.h"

i64 sys_profil(struct call *c)
{
    const struct profiling *f = c->os->machine->profiling;
    return f ? f->call(f->ctx, c->t, (enum profil_call)(c->entry->number - PROFIL_CALL_BASE), c->a) : -ENOSYS;
}
