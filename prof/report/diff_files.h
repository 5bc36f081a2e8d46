/* Which source file of one build is which of another, wherever they lie and whatever they are called. */
#ifndef PCGRAM_PROF_REPORT_DIFF_FILES_H
#define PCGRAM_PROF_REPORT_DIFF_FILES_H

#include "prof/profile/profile.h"

/* For each source file of b the index of that of a, or PROFILE_NONE; for free(). One of a's is that of one of b's at most. Files
 * of one path are the same; then those that functions of one name begin in, the most functions first; then those whose last
 * part of the path only they have. */
u32 *diff_files(const struct profile *a, const struct profile *b);

#endif
