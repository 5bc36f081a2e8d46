/* Profiles for the subcommands: our own files, and mon.out files, which need their program beside them. */
#ifndef PCGRAM_CLI_LOAD_H
#define PCGRAM_CLI_LOAD_H

#include "prof/profile.h"

/* Reads the profile in `path` ("-": standard input). With `program` it is a mon.out of that ELF file, whose histogram counts
 * so many units a second. -1 with *e. */
int load_profile(struct profile *p, const char *path, const char *program, u64 hz, struct error *e);

#endif
