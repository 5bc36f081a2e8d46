/* The profile's own file format: text, one record a line; docs/profile-format.md describes it. */
#ifndef PCGRAM_PROF_FILE_PROFILE_FILE_H
#define PCGRAM_PROF_FILE_PROFILE_FILE_H

#include "prof/profile/profile.h"

#include <stdio.h>

#define PROFILE_MAGIC "pcgram-profile 1" /* the file's first line */
#define DEFAULT_PROFILE "pcgram.out"         /* its name where none is given */

/* The word that a function's record has for its kind: "function", "millicode", "label". */
const char *profile_kind_name(enum symbol_kind kind);

/* Writes it; the same profile gives the same bytes. Errors stay in f (ferror). */
void profile_print(const struct profile *p, FILE *f);
/* The same into a file ("-": stdout), whole or not at all. -1 with *e. */
int profile_save(const struct profile *p, const char *path, struct error *e);

/* Reads `size` bytes of text; `name` is for messages. -1 with *e ("name:line: what: what to do") and *p empty when
 * anything in it is not as the format has it. */
int profile_parse(struct profile *p, const char *text, size_t size, const char *name, struct error *e);
/* Whether a file begins as profiles do. */
bool profile_is(const char *path);
/* All bytes of a file ("-": stdin) in a new buffer, at most 2^32. NULL with *e. */
char *profile_read_bytes(const char *path, size_t *size, struct error *e);
/* The same as profile_parse() from a file ("-": stdin). */
int profile_load(struct profile *p, const char *path, struct error *e);

#endif
