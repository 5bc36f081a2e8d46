/* OpenBSD profil(), for guests; link with libprofil-openbsd.a of rom/lib. */
#ifndef PCGRAM_OPENBSD_PROFIL_H
#define PCGRAM_OPENBSD_PROFIL_H

#include <stddef.h>
#include <unistd.h> /* declares the C library's own profil(), so it has to come first */

#include "../text_addr.h"

int openbsd_profil(char *samples, size_t size, unsigned long offset, unsigned int scale);
#define profil openbsd_profil

#endif
