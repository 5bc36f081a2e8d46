/* Memory for lists and names. The counts of a run must not be lost silently: without memory pcgram ends with a line that says so (error_no_memory()). */
#ifndef PCGRAM_PROF_ALLOC_H
#define PCGRAM_PROF_ALLOC_H

#include "emu/core/types.h"

/* A list of `used` elements of `size` bytes with place for one more; *room is its capacity in elements. */
void *alloc_grow(void *list, size_t used, size_t *room, size_t size);
/* `count` zeroed elements (at least one, so that the result is never NULL). */
void *alloc_zeroed(size_t count, size_t size);
/* Copies of a string and of its first n bytes. */
char *alloc_string(const char *s);
char *alloc_bytes(const char *s, size_t n);

#endif
