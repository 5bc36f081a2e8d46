/* The instructions of a loop, or of a source line, for `pcgram explain`: a line each, with what each takes under the timing model
 * and took in a run, and a legend of the words. */
#ifndef PCGRAM_INSPECT_EXPLAIN_CODE_H
#define PCGRAM_INSPECT_EXPLAIN_CODE_H

#include "emu/inspect/explain.h"

struct explain_code { /* all zero but for what is said here, before the first */
    const struct teach_issue *loop; /* of one of its instructions that is in no loop within it; NULL: of a source line */
    size_t count;       /* instructions that there will be */
    u64 run;            /* cycles of the whole run that the profile is of; 0: not known */
    struct pc_count sum; /* measured, of those of which the caller knows it */
    u64 entered;        /* a loop: times its first instruction issued */
    bool steady;        /* a loop: all rows so far are of its steady state, in which all iterations take the same */
    size_t function;    /* of the row before; SYMBOL_NONE: of none */
    u64 cycles;         /* of the rows so far, under the model */
    const char *cls[80]; /* classes that were met */
    unsigned classes;
    bool stalls[STALLS]; /* causes that were met */
};

/* The lines before the first instruction, which x is; behind it, then each, and the legend. */
void explain_code_begin(struct explain_code *c, const struct explained *x, FILE *f);
void explain_code_row(struct explain_code *c, const struct explained *x, FILE *f);
void explain_code_end(const struct explain_code *c, const struct explained *last, FILE *f);

#endif
