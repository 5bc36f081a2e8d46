#include "emu/data/allocators.h"

#include <string.h>

/* The C library's, under all their names, and C++'s operators: Itanium C++ ABI, 5.1.5, of size_t as `unsigned int` (j) and
 * `unsigned long` (m). */
static const struct {
    const char *name;
    enum allocator_kind kind;
} known[] = {
    {"malloc", ALLOCATOR_MALLOC}, {"__libc_malloc", ALLOCATOR_MALLOC}, {"valloc", ALLOCATOR_MALLOC}, {"pvalloc", ALLOCATOR_MALLOC},
    {"calloc", ALLOCATOR_CALLOC}, {"__libc_calloc", ALLOCATOR_CALLOC}, {"realloc", ALLOCATOR_REALLOC},
    {"__libc_realloc", ALLOCATOR_REALLOC}, {"reallocarray", ALLOCATOR_REALLOCARRAY}, {"memalign", ALLOCATOR_ALIGNED},
    {"__libc_memalign", ALLOCATOR_ALIGNED}, {"aligned_alloc", ALLOCATOR_ALIGNED}, {"posix_memalign", ALLOCATOR_POSIX},
    {"free", ALLOCATOR_FREE}, {"__libc_free", ALLOCATOR_FREE}, {"cfree", ALLOCATOR_FREE},
    {"_Znwj", ALLOCATOR_MALLOC}, {"_Znaj", ALLOCATOR_MALLOC}, {"_Znwm", ALLOCATOR_MALLOC}, {"_Znam", ALLOCATOR_MALLOC},
    {"_ZnwjRKSt9nothrow_t", ALLOCATOR_MALLOC}, {"_ZnajRKSt9nothrow_t", ALLOCATOR_MALLOC},
    {"_ZnwmRKSt9nothrow_t", ALLOCATOR_MALLOC}, {"_ZnamRKSt9nothrow_t", ALLOCATOR_MALLOC},
    {"_ZnwjSt11align_val_t", ALLOCATOR_MALLOC}, {"_ZnajSt11align_val_t", ALLOCATOR_MALLOC},
    {"_ZnwmSt11align_val_t", ALLOCATOR_MALLOC}, {"_ZnamSt11align_val_t", ALLOCATOR_MALLOC},
    {"_ZnwjSt11align_val_tRKSt9nothrow_t", ALLOCATOR_MALLOC}, {"_ZnajSt11align_val_tRKSt9nothrow_t", ALLOCATOR_MALLOC},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", ALLOCATOR_MALLOC}, {"_ZnamSt11align_val_tRKSt9nothrow_t", ALLOCATOR_MALLOC},
    {"_ZdlPv", ALLOCATOR_FREE}, {"_ZdaPv", ALLOCATOR_FREE}, {"_ZdlPvj", ALLOCATOR_FREE}, {"_ZdaPvj", ALLOCATOR_FREE},
    {"_ZdlPvm", ALLOCATOR_FREE}, {"_ZdaPvm", ALLOCATOR_FREE}, {"_ZdlPvRKSt9nothrow_t", ALLOCATOR_FREE},
    {"_ZdaPvRKSt9nothrow_t", ALLOCATOR_FREE}, {"_ZdlPvSt11align_val_t", ALLOCATOR_FREE}, {"_ZdaPvSt11align_val_t", ALLOCATOR_FREE},
    {"_ZdlPvjSt11align_val_t", ALLOCATOR_FREE}, {"_ZdaPvjSt11align_val_t", ALLOCATOR_FREE},
    {"_ZdlPvmSt11align_val_t", ALLOCATOR_FREE}, {"_ZdaPvmSt11align_val_t", ALLOCATOR_FREE},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", ALLOCATOR_FREE}, {"_ZdaPvSt11align_val_tRKSt9nothrow_t", ALLOCATOR_FREE},
};

static unsigned place(const struct allocators *a, u64 pc)
{
    unsigned i = (unsigned)(pc >> 2 ^ pc >> 13) & (ALLOCATORS_MOST - 1);
    while (a->at[i].entry && a->at[i].entry != pc) i = (i + 1) & (ALLOCATORS_MOST - 1);
    return i;
}

const struct allocator *allocators_at(const struct allocators *a, u64 pc)
{
    const struct allocator *x = &a->at[place(a, pc)];
    return x->entry ? x : NULL;
}

void allocators_find(struct allocators *a, struct functions *f, struct process *p)
{
    enum { IMAGES = 16 }; /* that have one each; of more the first ones are known */
    u64 start[IMAGES];
    memset(a, 0, sizeof *a);
    for (unsigned i = 0; i < ARRAY_LEN(known); i++) {
        size_t n = functions_addresses(f, p, known[i].name, start, IMAGES);
        for (size_t k = 0; k < n; k++) {
            struct allocator *x = &a->at[place(a, start[k])];
            if (x->entry || !start[k] || 2 * a->count >= ALLOCATORS_MOST) continue;
            *x = (struct allocator){start[k], known[i].name, (u8)known[i].kind};
            a->count++;
        }
    }
}
