/* Memory for lists and names. The counts of a run must not be lost silently: without memory pcgram ends with a line that says so (error_no_memory()). */
#ifndef PCGRAM_CORE_ALLOC_H
#define PCGRAM_CORE_ALLOC_H

#include <stdio.h>

#include "emu/core/types.h"

/* A list of `used` elements of `size` bytes with place for one more; *room is its capacity in elements. */
void *alloc_grow(void *list, size_t used, size_t *room, size_t size);
/* Makes room for so many more at once. */
void *alloc_expect(void *list, size_t used, size_t more, size_t *room, size_t size);
/* `count` zeroed elements (at least one, so that the result is never NULL). */
void *alloc_zeroed(size_t count, size_t size);
/* So many bytes as whole lines of the host's cache. */
static inline size_t alloc_whole_lines(size_t bytes) { return (bytes + 63) & ~(size_t)63; }
/* So many zeroed bytes, in lines of the host's cache: what lies in one is fetched at once. NULL: there is no memory. */
void *alloc_lines(size_t bytes);
/* So many bytes of address space, zero where they have not been written to, to be used from their beginning: the host gives memory as they are written to, in large
 * pages behind the first ALLOC_SMALL bytes. Given back by munmap(). NULL with errno. */
enum { ALLOC_SMALL = 256 << 10, ALLOC_LARGE_PAGE = 2 << 20 };
void *alloc_reserve(size_t bytes);
/* So many bytes of address space with those rights (PROT_NONE: to map something there), of which pages of ALLOC_LARGE_PAGE bytes begin so many bytes behind the
 * first. NULL with errno. */
void *alloc_space(size_t bytes, size_t behind, int prot);
/* The host is asked to give memory there in large pages, of ALLOC_LARGE_PAGE bytes and aligned to them, where it has any. */
void alloc_in_large_pages(void *p, size_t bytes);
/* Memory that is given back all at once: what a run keeps many of and looks at in any order, in large pages where the host has them. Begins as {0}. */
struct alloc_arena {
    struct alloc_chunk *chunk; /* the one that is taken from, and by it the others */
    size_t used;               /* bytes of it */
};
enum { ALLOC_CHUNK = 16 << 20 };
/* So many zeroed bytes, half a chunk at most, in lines of the host's cache. */
void *alloc_take(struct alloc_arena *a, size_t bytes);
void alloc_give_back(struct alloc_arena *a);
/* Copies of a string and of its first n bytes. */
char *alloc_string(const char *s);
char *alloc_bytes(const char *s, size_t n);

/* Text that is gathered in memory. */
struct alloc_text {
    FILE *f; /* written to */
    char *text;
    size_t size;
};

/* Nothing gathered yet. t stays where it is until the end. */
void alloc_text_begin(struct alloc_text *t);
/* No more is written: t->text is a string of t->size bytes, which the caller frees. */
void alloc_text_end(struct alloc_text *t);

#endif
