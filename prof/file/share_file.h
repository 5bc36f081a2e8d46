/* Records of a profile's file that say what one thread (prof/file/threads_file.h) or one span of slices (prof/file/slices_file.h) has of what the
 * profile counts: the record's name, by number whose it is, and then what the whole has. */
#ifndef PCGRAM_PROF_FILE_SHARE_FILE_H
#define PCGRAM_PROF_FILE_SHARE_FILE_H

#include <stdio.h>

#include "prof/file/profile_reader.h"

/* What a record has behind its name, or behind an address. */
void share_print_numbers(FILE *f, const u64 *number, size_t numbers);
void share_print_count(FILE *f, const struct pc_count *c);

/* Whole records. */
void share_print_row(FILE *f, const char *record, u32 of, const struct pc_count *c);
void share_print_part(FILE *f, const char *record, u32 of, const struct thread_part *p);
void share_print_tick(FILE *f, const char *record, u32 of, const struct context_tick *t);

/* Reads what share_print_count() has written; and what is behind `of`, where a context that is not in the file is PROFILE_NONE. */
void share_read_count(struct reader *r, struct pc_count *c);
struct thread_part share_read_part(struct reader *r);
struct context_tick share_read_tick(struct reader *r);

#endif
