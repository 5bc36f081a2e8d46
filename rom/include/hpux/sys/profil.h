/* HP-UX sprofil() and profil(), for guests; link with libsprofil.a of rom/lib. */
#ifndef PCGRAM_HPUX_PROFIL_H
#define PCGRAM_HPUX_PROFIL_H

#include <stddef.h>
#include <sys/time.h>
#include <unistd.h> /* declares the C library's own profil(), so it has to come first */

#include "../../text_addr.h"

struct prof {
    void *pr_base;         /* buffer base */
    unsigned int pr_size;  /* buffer size, in bytes */
    void *pr_offset;       /* pc offset: a text address, TEXT_ADDR(function) */
    unsigned int pr_scale; /* pc scaling, 16 bits behind the binary point */
};

/* flags: the size of the elements. */
#define PROF_USHORT 1 /* 2 bytes */
#define PROF_UINT 2   /* 4 bytes */
#define PROF_UINT64 4 /* 8 bytes; the value is not published */

int sprofil(struct prof *profp, int profcnt, struct timeval *tvp, unsigned int flags);
void hpux_profil(unsigned short *buff, size_t bufsiz, size_t offset, unsigned int scale);
#define profil hpux_profil

/* What sysconf(_SC_PROFIL_MAX) gives there. */
int sprofil_max(void);

/* The same through HP-UX's own gateway, where the processor is PA-RISC. */
#ifdef __hppa__
int sprofil_gateway(struct prof *profp, int profcnt, struct timeval *tvp, unsigned int flags);
void profil_gateway(unsigned short *buff, size_t bufsiz, size_t offset, unsigned int scale);
#endif

#endif
