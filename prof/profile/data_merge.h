/* The data sides of two runs of one program, added up. */
#ifndef PCGRAM_PROF_PROFILE_DATA_MERGE_H
#define PCGRAM_PROF_PROFILE_DATA_MERGE_H

#include "prof/profile/data.h"

/* Adds *from, of a run of the same program with lines of as many bytes, to *to. Objects are the same where kind, place, name and the
 * chain that allocated them are; chains, objects and rows come to stand in an order of their own, so that the sum of several is
 * the same in whatever order they are added. Lines and bytes used are those of each run, added up; a row's stride is that of the run in
 * which it was so most often; when something was accessed is left out. False: a sum passes 2^64 - 1, or there are too many; *to is then of no use. */
bool data_merge(struct profile_data *to, const struct profile_data *from);

#endif
