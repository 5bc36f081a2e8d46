/* The second wall around a run in a sandbox: what it needs of the host's files. */
#ifndef PCGRAM_RUN_CONFINE_H
#define PCGRAM_RUN_CONFINE_H

#include <stddef.h>

#include "emu/run/options.h"

/* Confines pcgram to what the run of this program needs, if there is a --sandbox; before any thread is started. The
 * folders are those in which outputs appear, by the descriptors under which they have been opened (-1: none): what their
 * names mean by now is nobody's business. 0; -1 with *e under --sandbox=strict, where the host lacks a part. */
int confine(const struct run_options *o, const char *program, const int *folder, size_t folders, struct error *e);

#endif
