/* A C library's own profil() and sprofil() (glibc's: SIGPROF and an interval timer) as a back end of the conformance
 * harness. Nothing here needs the emulator: the same file is compiled for guests. */
#ifndef PCGRAM_PROF_CONFORM_LIBC_H
#define PCGRAM_PROF_CONFORM_LIBC_H

#include "prof/conform/conform.h"

extern const struct conform_backend conform_libc;

#endif
