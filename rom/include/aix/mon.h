/* AIX profil(), both forms, for guests; link with libprofil-aix.a of rom/lib. */
#ifndef PCGRAM_AIX_MON_H
#define PCGRAM_AIX_MON_H

#include <unistd.h> /* declares the C library's own profil(), so it has to come first */

#include "../text_addr.h"

typedef unsigned short HISTCOUNTER;

struct prof {
    char *p_low;         /* first text address */
    char *p_high;        /* the one behind the last; 0 ends the array */
    HISTCOUNTER *p_buff;
    int p_bufsize;       /* bytes */
    unsigned int p_scale; /* -1: computed */
};

/* profil(ShortBuffer, BufferSize, Offset, Scale) or profil(ProfBuffer, -1, 0, 0). Always 0: errors are in errno
 * alone. */
int aix_profil(void *buffer, unsigned int size, unsigned long offset, unsigned int scale);
#define profil aix_profil

#endif
