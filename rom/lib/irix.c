#include "../include/irix/profil.h"

#include "call.h"

int irix_profil(unsigned short *buff, unsigned int bufsiz, unsigned long offset, unsigned int scale)
{
    return (int)profil_call(IRIX_PROFIL, buff, (long)bufsiz, offset, scale);
}

PROFIL_ALIAS(irix_profil)
