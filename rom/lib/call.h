/* The private system calls behind the stubs. */
#ifndef PCGRAM_ROM_CALL_H
#define PCGRAM_ROM_CALL_H

#include <unistd.h>

enum { HPUX_SPROFIL = 7001, HPUX_PROFIL, IRIX_PROFIL, OPENBSD_PROFIL, AIX_PROFIL };

/* -1 with errno, or the result. */
static inline long profil_call(long number, const void *p, long n, unsigned long a, unsigned int b)
{
    return syscall(number, p, n, a, (unsigned long)b);
}

/* The library is linked before the C library and stands in for its profil(). */
#define PROFIL_ALIAS(name) extern __typeof(name) profil_alias __asm__("profil") __attribute__((alias(#name)));

#endif
