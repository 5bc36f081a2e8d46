/* A row of a profile's report as the command line names it: a function, code in it, or what is in no function. */
#ifndef PCGRAM_RUN_ROW_FIND_H
#define PCGRAM_RUN_ROW_FIND_H

#include "prof/profile/profile.h"
#include "prof/symbols/symbols.h"

/* The row that a name or an address means, also of an inlined function whose copies the profile has been given; PROFILE_NONE with *e. ran, all: the
 * profile's symbols of what ran, and of all (profile_symbols()). */
u32 row_find(const struct profile *p, const struct symbols *ran, const struct symbols *all, const char *where, struct error *e);

#endif
