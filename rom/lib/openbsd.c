#include "../include/openbsd/profil.h"

#include "call.h"

int openbsd_profil(char *samples, size_t size, unsigned long offset, unsigned int scale)
{
    return (int)profil_call(OPENBSD_PROFIL, samples, (long)size, offset, scale);
}

PROFIL_ALIAS(openbsd_profil)
