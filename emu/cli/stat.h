/* `pcgram stat`: what a run has cost, as perf stat has it: a table for people or one JSON object. */
#ifndef PCGRAM_CLI_STAT_H
#define PCGRAM_CLI_STAT_H

#include <stdio.h>

#include "emu/run/crash.h"
#include "emu/run/results.h"

enum stat_format { STAT_NONE, STAT_TEXT, STAT_JSON };

/* How the run ended. */
struct stat_end {
    const struct os_result *result;
    const struct crash *crash;
};

/* The totals of a run of `guest` on that instruction set; nothing in it depends on the host. */
void stat_print(FILE *f, enum stat_format format, const struct results *r, const struct isa *isa, const char *guest,
                const struct stat_end *end);

#endif
