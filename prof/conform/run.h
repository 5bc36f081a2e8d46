/* Runs rows of the conformance table against a back end. */
#ifndef PCGRAM_PROF_CONFORM_RUN_H
#define PCGRAM_PROF_CONFORM_RUN_H

#include <sys/types.h>

#include "prof/conform/rows.h"

enum conform_verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_SKIP, VERDICT_TROUBLE };

/* How a row went. Everything lies in it, so that it can be handed from one process to another. */
struct conform_outcome {
    enum conform_verdict verdict;
    unsigned step;       /* FAIL, TROUBLE: the first step that went wrong, from 1 */
    char does[1024];     /* what it does */
    char expected[256];
    char got[256];       /* FAIL: the first difference; SKIP, TROUBLE: why */
};

/* Runs one row; `file` goes to the back end's open(). In a process of its own where the back end wants that: a crash or
 * a hang of ten seconds is then a failure. */
void conform_run(const struct conform_backend *b, const char *file, const struct conform_row *row,
                 struct conform_outcome *out);

/* For a process just made: it is killed when `parent`, which made it, ends. */
void conform_end_with(pid_t parent);

#endif
