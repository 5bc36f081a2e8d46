/* The sum of several runs' profiles: associative, in any order the same bytes. */
#ifndef PCGRAM_PROF_PROFILE_MERGE_H
#define PCGRAM_PROF_PROFILE_MERGE_H

#include "prof/profile/profile.h"

/* Adds *from to *to, both as profile_parse() or profile_build() leave them. Runs of one program under one timing model and
 * one clock can be added up: what must be the same is where code lies, what it is and which functions it is in. Runs that
 * ended differently make one of EXIT_MIXED; what was collected is known of the sum if it is the same of all; and what
 * was accessed, if it is known of all. -1 with *e, and *to undefined but to be freed, when they do not fit together or
 * a sum passes 2^64 - 1; `name` is what *from is called in the message. */
int profile_merge(struct profile *to, const struct profile *from, const char *name, struct error *e);

#endif
