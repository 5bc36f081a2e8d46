/* The slices of a profile as records of its file (docs/profile-format.md). */
#ifndef PCGRAM_PROF_FILE_SLICES_FILE_H
#define PCGRAM_PROF_FILE_SLICES_FILE_H

#include <stdio.h>

#include "prof/file/profile_reader.h"

/* Writes the records; returns how many. NULL: none. */
size_t slices_print(const struct profile_slices *s, FILE *f);

/* Each reads one record, whose keyword has been read. */
void slices_read(struct reader *r);
void slices_read_slice(struct reader *r);
void slices_read_row(struct reader *r);
void slices_read_share(struct reader *r);
void slices_read_tick(struct reader *r);
/* When all of the profile is read: of each instruction and chain of calls the slices add up to what is said of it. */
void slices_check(struct reader *r);

#endif
