/* Steps of the conformance table in words, for diagnostics. */
#ifndef PCGRAM_PROF_CONFORM_TEXT_H
#define PCGRAM_PROF_CONFORM_TEXT_H

#include "prof/conform/rows.h"

/* What the step does: "tick at 0x00400004". Cut off to fit. */
void conform_describe(const struct conform_step *s, char *out, size_t size);
/* What is expected after it: "returns 0; profiling on; nothing changes in memory". */
void conform_expectation(const struct conform_step *s, char *out, size_t size);
/* "EINVAL", "no error", "errno 3". */
void conform_error_name(int error, char *out, size_t size);

/* The value that a call with this outcome returns. */
int conform_call_value(const struct conform_step *s);

#endif
