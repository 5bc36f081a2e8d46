/* An lcov tracefile: coverage of a program that was not compiled for it. */
#ifndef PCGRAM_PROF_FORMATS_LCOV_H
#define PCGRAM_PROF_FORMATS_LCOV_H

#include "prof/profile/profile.h"

#include <stdio.h>

/* Writes the source files of the profile to f (errors stay in f): of each its functions with the times they were entered,
 * and its lines with the times they were executed, which is how often the instruction of the line that was executed most
 * took effect, summed over the functions that the line was compiled into. -1 with *e when the profile knows no source. */
int lcov_write(const struct profile *p, FILE *f, struct error *e);

#endif
