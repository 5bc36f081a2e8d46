/* The functions by which programs allocate memory, recognised by their symbols: where they begin, and what their arguments say. */
#ifndef PCGRAM_DATA_ALLOCATORS_H
#define PCGRAM_DATA_ALLOCATORS_H

#include "emu/core/machine.h"
#include "emu/inspect/functions.h"

enum allocator_kind {
    ALLOCATOR_MALLOC,   /* (size) */
    ALLOCATOR_CALLOC,   /* (n, size) */
    ALLOCATOR_REALLOC,  /* (block, size) */
    ALLOCATOR_REALLOCARRAY, /* (block, n, size) */
    ALLOCATOR_ALIGNED,  /* (alignment, size) */
    ALLOCATOR_POSIX,    /* (where the block's address goes, alignment, size) */
    ALLOCATOR_FREE,     /* (block) */
};

struct allocator {
    u64 entry; /* its first instruction; 0: a free place of the table */
    const char *name;
    u8 kind;
};

enum { ALLOCATORS_MOST = 1 << 10 }; /* entries of the table: a power of two, half of them used at most */

struct allocators {
    struct allocator at[ALLOCATORS_MOST]; /* found by hashing */
    unsigned count;
};

/* Those in what is mapped now. */
void allocators_find(struct allocators *a, struct functions *f, struct process *p);
/* The one that begins at the pc, or NULL. */
const struct allocator *allocators_at(const struct allocators *a, u64 pc);

#endif
