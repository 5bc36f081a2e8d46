#include "prof/alloc.h"

#include <stdlib.h>

void *alloc_grow(void *list, size_t used, size_t *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 64;
    void *p = reallocarray(list, *room, size);
    if (!p) abort();
    return p;
}

void *alloc_zeroed(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

char *alloc_bytes(const char *s, size_t n)
{
    char *p = malloc(n + 1);
    if (!p) abort();
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *alloc_string(const char *s) { return alloc_bytes(s, strlen(s)); }
