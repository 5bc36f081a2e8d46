/* The second wall around a run in a sandbox: what it needs of the host's files. */
#ifndef PCGRAM_CLI_CONFINE_H
#define PCGRAM_CLI_CONFINE_H

#include "emu/cli/options.h"

/* Confines pcgram to what the run of this program needs, if there is a --sandbox; before any thread is started. 0; -1
 * with *e under --sandbox=strict, where the host lacks a part. */
int confine(const struct run_options *o, const char *program, struct error *e);

#endif
