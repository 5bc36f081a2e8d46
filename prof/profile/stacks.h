/* Call stacks with what was spent at each instruction in them: what folded stacks, pprof and perf.data are made of.
 *
 * A profile knows exactly what each chain of calls cost (its contexts) and what each instruction cost, not which of the two
 * met how often, but for ticks. Here they are paired so that both sums come out right, for every context and for every
 * instruction: within each function in the order of contexts and addresses; then what is left, which is of code that ran
 * under another function's call (a nullified slot behind a function's end, a fall into the next one), with the function that
 * stands before it; then what is still left in order. In a function with one context the pairs are exact. Slots follow the
 * cycles, under a timing model only those without effect, and the others the instructions. */
#ifndef PCGRAM_PROF_PROFILE_STACKS_H
#define PCGRAM_PROF_PROFILE_STACKS_H

#include <stdio.h>

#include "prof/profile/profile.h"

struct stack_sample {
    u32 context; /* CONTEXT_NONE: not known */
    u32 insn;    /* index */
    u64 value[PROFILE_EVENTS];
};

struct stacks {
    struct stack_sample *sample; /* by (context, instruction), each pair once, none without a value */
    size_t samples, room;
};

void stacks_make(struct stacks *s, const struct profile *p);
void stacks_free(struct stacks *s);

/* What an address is named by: its function, or from p->functions on the image, or p->functions + p->images: nothing. */
u32 stacks_row(const struct profile *p, u64 address);

/* One level of a sample's stack. */
struct stack_frame {
    u64 address; /* the instruction; above the innermost one, that of the call; where that is not known, the function's first */
    u32 row;     /* stacks_row(); of inlined code profile_inline_function(): the next frame has the same address */
    u32 line;    /* of the source: of the address, or of the call of the inlined code before it; 0: not known */
    const char *file; /* that the line is in, the profile's; NULL: not known */
};

/* The frames of a sample, the innermost first, into *list, which grows as needed (alloc_grow). Returns how many, `most` at
 * most: then the outermost are missing. */
size_t stacks_frames(const struct profile *p, const struct stack_sample *s, struct stack_frame **list, size_t *room,
                     size_t most);

/* The name of a row, as pcgram report has it. The profile's own, or *made, which the caller frees (NULL: nothing was made). */
const char *stacks_name(const struct profile *p, u32 row, char **made);
/* The same as a string of JSON. */
void stacks_print_name(const struct profile *p, u32 row, FILE *f);

#endif
