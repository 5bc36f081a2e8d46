/* Host code of operations beside their handlers: what the tests of the instruction sets share.
 *
 * Two guests of one program (tests/unit/pair.h), one with host code and one without, have the same block: the operation
 * that is tried, and before and behind it a few others at random, so that host registers mirror something.
 * Both run it from the same random state, and must come to the same: registers, memory, where they went on, faults,
 * counters, budget. */
#ifndef PCGRAM_TESTS_HOST_ROWS_H
#define PCGRAM_TESTS_HOST_ROWS_H

#include <check.h>

#include "emu/core/block.h"
#include "emu/core/engine.h"
#include "emu/core/uop_row.h"
#include "tests/unit/pair.h"

enum {
    HOST_NUMBERS = 128,  /* as many as there are general registers at most */
    HOST_WENT_ON = 0xff, /* leave: it came to an end of the block */
    HOST_NO_RESULT = 0xff
};

/* One of the two guests, and what became of the run. */
struct host_side {
    struct pair_guest guest;
    struct block *block, *next[2]; /* the block that is tried; where an exit may lead */
    unsigned at;                   /* the end that it came to */
    u64 last;                      /* the last result, as it was given to that */
    bool faulted;
    u64 address;     /* then */
    uop_fn *handler; /* of the operation that is tried */
    u64 handed;      /* times it was called */
};

/* The side whose processor's engine this is. */
static inline struct host_side *host_side_of(const struct thread *t)
{
    return (struct host_side *)(void *)((u8 *)(uintptr_t)t - offsetof(struct host_side, guest.thread));
}

struct host_rows {
    const struct pair_isa *pair;
    const struct uop_row *(*row)(unsigned kind);
    bool (*has_code)(unsigned kind); /* there is a row HOST */
    bool (*more)(
        unsigned kind); /* it is tried though it needs more than the processor (UOP_OUTSIDE): the state has that, too */
    bool (*exits)(unsigned kind); /* of those: it is an exit, and imm leads to its record */
    bool (*parts)(unsigned kind); /* nothing is to stand behind it: it changes what registers there are */
    unsigned count, end, half,
        second; /* kinds: of them all; one that ends a block; a second half that is skipped; one that counts */
    u32 several,
        skips; /* flags of operations that take two uops; of those whose second one counts, and says how far to skip */
    u64 data;  /* a page that may be written to, and is compared */
    size_t engine;      /* place of struct engine in the state */
    uop_fn *stop, *spy; /* ends the block, and notes a, the last result and HOST_WENT_ON; notes that it was called, and
                           goes on as the handler */
    void (*watch)(struct cpu *c, struct block *b);
    void (*text)(unsigned kind, const struct uop *u, char *out, size_t cap);
    /* Some uop of the kind: how many it takes, u[1] filled in but for where it may lead; rotated: its handler's form.
     */
    unsigned (*some)(u64 *seed, unsigned kind, u32 mode, struct uop u[2]);
    /* A kind that stands beside that one, for code of either depends on the other; 0: any does. NULL: of all kinds. */
    unsigned (*beside)(u64 *seed, unsigned kind);
    /* The mode of a block. */
    u32 (*mode)(u64 *seed, unsigned kind);
    /* The place in the cache of jumps of a target, with what is told of it in bits that are none of the address. */
    unsigned (*hash)(u64 target);
    u64 target_bits;
    /* How a handler is called, when the last result is in register *last before (HOST_NO_RESULT: nowhere); *last: behind. */
    uop_fn *(*form)(unsigned kind, const struct uop *u, u32 mode, unsigned *last);
    u64 (*number)(u64 *seed); /* some number, as a general register may hold it */
    /* A new state for blocks of the mode, from which u, of that kind, may reach memory. numbers: HOST_NUMBERS of them,
     * for general registers. */
    void (*state)(u64 *seed, struct cpu *c, const u64 *numbers, u32 mode, unsigned kind, const struct uop *u);
    void (*copy)(struct cpu *to, const struct cpu *from);
    /* What is not the same; NULL: all is. trapped: by the operation's handler. */
    const char *(*differs)(const struct cpu *a, const struct cpu *b, bool trapped);
    /* The register `last` holds that. NULL: handlers are given no last result. */
    bool (*holds)(const struct cpu *c, unsigned last, u64 value);
};

/* Random states of the operation, $HOST_STATES or as many as are usual, others with another $HOST_SEED; fails where
 * host code and handler differ, or code does it in none. */
void host_rows_operation(const struct host_rows *t, unsigned kind);
/* The suite of that name: the test, a loop over all kinds but the first. */
Suite *host_rows_suite(const char *name, const TTest *operation, unsigned kinds);
/* It is tried by the above: it has code, and needs nothing else than the processor. */
bool host_rows_alone(const struct host_rows *t, unsigned kind);

#endif
