/* Campaigns of mutated input: a target reads bytes, thousands of times a second, in a process of its own that another
 * one watches. What input a number stands for follows from the seed, the target and that number alone. */
#ifndef PCGRAM_TESTS_MUTATE_H
#define PCGRAM_TESTS_MUTATE_H

#include <stddef.h>

#include "emu/core/types.h"

enum { INPUT_MOST = 1 << 15 };

struct input { /* being made */
    u64 rng;
    size_t size, most; /* bytes there are; may be, INPUT_MOST at most */
    u8 data[INPUT_MOST];
};

struct target {
    const char *name; /* its inputs begin as one of the files in tests/fuzz/corpus/NAME or build/fuzz/seeds/NAME */
    int (*read)(const u8 *data, size_t size);
    void (*shape)(struct input *in); /* one change that knows the format; NULL: there are only changes of bytes */
    u64 (*units)(const u8 *data, size_t size); /* how many attacks an input is; NULL: one */
    unsigned share;                            /* of the campaign, in relation to the others' */
    size_t most;                               /* bytes of an input */
};

struct mutations {
    const char *name, *unit; /* of the campaign; what an attack is: "files" */
    const struct target *target;
    unsigned targets;
    u64 number, slice; /* attacks by default, and of --slice */
};

/* The whole program: -n N, -s SEED, --slice, --only TARGET:NUMBER (that input alone, in this process). Exit status. */
int mutations_main(const struct mutations *c, int argc, char **argv);

/* For shapes. */
u64 input_random(struct input *in);
u64 input_below(struct input *in, u64 n); /* n is not 0 */
u64 input_border(struct input *in);       /* numbers at which sizes and counts go wrong */
void input_put(struct input *in, size_t at, unsigned size, bool big_endian, u64 value); /* as far as there are bytes */
void input_insert(struct input *in, size_t at, const void *bytes, size_t n);            /* as far as there is room */

#endif
