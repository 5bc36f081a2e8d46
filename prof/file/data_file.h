/* The data side of a profile as records of its file (docs/profile-format.md). */
#ifndef PCGRAM_PROF_FILE_DATA_FILE_H
#define PCGRAM_PROF_FILE_DATA_FILE_H

#include <stdio.h>

#include "prof/file/profile_reader.h"

/* Writes the records; returns how many. NULL: none. */
size_t data_print(const struct profile_data *d, FILE *f);
/* Likewise those by slices, which stand behind the slices' own. */
size_t data_print_parts(const struct profile_data *d, FILE *f);

/* Each reads one record, whose keyword has been read. */
void data_read(struct reader *r);
void data_read_chain(struct reader *r);
void data_read_object(struct reader *r);
void data_read_access(struct reader *r);
void data_read_used(struct reader *r);
void data_read_slice(struct reader *r);
void data_read_band(struct reader *r);
void data_read_part(struct reader *r);
/* When all of the profile is read and summed up: it must be the same on both sides. */
void data_check(struct reader *r);

#endif
