#include "emu/core/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/error.h"

void *alloc_grow(void *list, size_t used, size_t *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 64;
    void *p = reallocarray(list, *room, size);
    if (!p) error_no_memory();
    return p;
}

void *alloc_expect(void *list, size_t used, size_t more, size_t *room, size_t size)
{
    if (used + more <= *room) return list;
    *room = used + more;
    void *p = reallocarray(list, *room, size);
    if (!p) error_no_memory();
    return p;
}

void *alloc_zeroed(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) error_no_memory();
    return p;
}

void *alloc_lines(size_t bytes)
{
    size_t whole = alloc_whole_lines(bytes);
    void *p = aligned_alloc(alloc_whole_lines(1), whole);
    return p ? memset(p, 0, whole) : NULL;
}

void alloc_in_large_pages(void *p, size_t bytes) { (void)madvise(p, bytes, MADV_HUGEPAGE); } /* a host that has none says so, and has small ones */

void *alloc_space(size_t bytes, size_t behind, int prot)
{
    size_t more = bytes + ALLOC_LARGE_PAGE;
    u8 *p = mmap(NULL, more, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return NULL;
    size_t before = -((uintptr_t)p + behind) % ALLOC_LARGE_PAGE;
    if (before) munmap(p, before);
    munmap(p + before + bytes, more - before - bytes);
    return p + before;
}

void *alloc_reserve(size_t bytes)
{
    u8 *p = alloc_space(bytes, ALLOC_SMALL, PROT_READ | PROT_WRITE);
    if (p) alloc_in_large_pages(p + ALLOC_SMALL, bytes - ALLOC_SMALL);
    return p;
}

struct alloc_chunk {
    struct alloc_chunk *before;
};

void *alloc_take(struct alloc_arena *a, size_t bytes)
{
    size_t whole = alloc_whole_lines(bytes);
    assert(whole <= ALLOC_CHUNK / 2);
    if (!a->chunk || a->used + whole > ALLOC_CHUNK) {
        struct alloc_chunk *more = alloc_reserve(ALLOC_CHUNK);
        if (!more) error_no_memory();
        more->before = a->chunk;
        a->chunk = more;
        a->used = alloc_whole_lines(sizeof *more);
    }
    void *p = (u8 *)a->chunk + a->used;
    a->used += whole;
    return p;
}

void alloc_give_back(struct alloc_arena *a)
{
    while (a->chunk) {
        struct alloc_chunk *last = a->chunk;
        a->chunk = last->before;
        munmap(last, ALLOC_CHUNK);
    }
    a->used = 0;
}

char *alloc_bytes(const char *s, size_t n)
{
    char *p = malloc(n + 1);
    if (!p) error_no_memory();
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *alloc_string(const char *s) { return alloc_bytes(s, strlen(s)); }

void alloc_text_begin(struct alloc_text *t)
{
    *t = (struct alloc_text){0};
    t->f = open_memstream(&t->text, &t->size);
    if (!t->f) error_no_memory();
}

void alloc_text_end(struct alloc_text *t)
{
    if (fclose(t->f)) error_no_memory();
    t->f = NULL;
}
