/* The tick rule in C and the calls (prof/tick/tick.c, prof/tick/profil.c) as back ends of the conformance harness, over a small
 * address space of their own. */
#ifndef PCGRAM_PROF_CONFORM_HOST_H
#define PCGRAM_PROF_CONFORM_HOST_H

#include "prof/conform/conform.h"

extern const struct conform_backend conform_host32; /* a 32-bit big-endian process, as on PA-RISC */
extern const struct conform_backend conform_host64; /* an LP64 little-endian one, as on Itanium */

#endif
