/* Sources that were changed after a profile was made: what stands in a line now need not be what ran. */
#ifndef PCGRAM_PROF_SOURCE_AGE_H
#define PCGRAM_PROF_SOURCE_AGE_H

#include "prof/profile.h"

/* How many of the profile's source files, looked for as its source_map says, were changed later than the file at `path`, which it was read from;
 * shown: those that count, by their number (NULL: all). *one: the path of the first of them. 0: none, or `path` is no regular file. */
size_t source_changed(const struct profile *p, const char *path, const bool *shown, const char **one);

#endif
