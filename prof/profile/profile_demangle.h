/* Names of C++ functions as their source has them (prof/symbols/demangle.h): of what a profile names. */
#ifndef PCGRAM_PROF_PROFILE_PROFILE_DEMANGLE_H
#define PCGRAM_PROF_PROFILE_PROFILE_DEMANGLE_H

#include "prof/profile/profile.h"

/* Gives each function whose symbol is a mangled one the name that people read; profile_symbol() remains what the file has. */
void profile_demangle(struct profile *p);
/* The same, and of static objects, of functions that allocate and of what threads waited at, for a profile that is shown: what the file
 * has for these is not kept. */
void profile_demangle_all(struct profile *p);

#endif
