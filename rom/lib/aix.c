#include "../include/aix/mon.h"

#include "call.h"

int aix_profil(void *buffer, unsigned int size, unsigned long offset, unsigned int scale)
{
    profil_call(AIX_PROFIL, buffer, (long)(int)size, offset, scale); /* errno alone tells: D-19 */
    return 0;
}

PROFIL_ALIAS(aix_profil)
