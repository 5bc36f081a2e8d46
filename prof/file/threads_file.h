/* The threads of a profile as records of its file (docs/profile-format.md). */
#ifndef PCGRAM_PROF_FILE_THREADS_FILE_H
#define PCGRAM_PROF_FILE_THREADS_FILE_H

#include <stdio.h>

#include "prof/file/profile_reader.h"

/* Writes the records; returns how many. NULL: none. */
size_t threads_print(const struct profile_threads *t, FILE *f);

/* Each reads one record, whose keyword has been read. */
void threads_read(struct reader *r);
void threads_read_row(struct reader *r);
void threads_read_share(struct reader *r);
void threads_read_tick(struct reader *r);
void threads_read_wait(struct reader *r);
/* When all of the profile is read: threads can have done no more than all of them together. */
void threads_check(struct reader *r);

#endif
