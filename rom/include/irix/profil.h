/* IRIX profil(), for guests; link with libprofil-irix.a of rom/lib. */
#ifndef PCGRAM_IRIX_PROFIL_H
#define PCGRAM_IRIX_PROFIL_H

#include <unistd.h> /* declares the C library's own profil(), so it has to come first */

#include "../text_addr.h"

/* The offset is as wide as a pointer. */
int irix_profil(unsigned short *buff, unsigned int bufsiz, unsigned long offset, unsigned int scale);
#define profil irix_profil

#endif
