#include "emu/os/sandbox.h"

#include <errno.h>

#include "emu/os/kernel.h"

int sandbox_check(const struct os *os, enum reach reach, unsigned use)
{
    static const enum reach least[] = {
        [SANDBOX_READ] = REACH_READ, [SANDBOX_OPEN] = REACH_DEVICE, [SANDBOX_CHANGE] = REACH_ALL};
    if (!os->sandbox) return 0;
    return reach >= least[use & SANDBOX_WHAT] ? 0 : -EACCES;
}
