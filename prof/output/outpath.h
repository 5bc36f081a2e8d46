/* Which file an output comes to be, whatever it is called. */
#ifndef PCGRAM_PROF_OUTPUT_OUTPATH_H
#define PCGRAM_PROF_OUTPUT_OUTPATH_H

#include <stdbool.h>

/* The path of the file that is written where PATH is, links followed, which need not be there yet: a new string. NULL
 * with errno: there can be none; EPERM: the last name, or what it leads to, is another user's link where everybody may put one. */
char *outpath_final(const char *path);
/* Whether what is written to both is one file in the end. Devices and the like take what comes: false. */
bool outpath_is_one(const char *a, const char *b);

#endif
