/* Profiles for the subcommands: our own files, and gmon.out and mon.out files, which need their program beside them. */
#ifndef PCGRAM_RUN_LOAD_H
#define PCGRAM_RUN_LOAD_H

#include "prof/profile/profile.h"

/* Reads the profile in `path` ("-": standard input). With `program` it is a gmon.out or mon.out of that ELF file; the
 * histogram of a mon.out counts `hz` units a second (0: not said, 100). -1 with *e. */
int load_profile(struct profile *p, const char *path, const char *program, u64 hz, struct error *e);

/* Slices of a run, numbered from 0. */
struct slice_range {
    bool given;
    u64 first, last; /* the last one is part of it */
};

/* Makes *p, read from `path`, the profile of these slices alone, or of the spans that they are in: then a remark of `command` says so. Of all,
 * as it is, where no range is given. -1 with *e, and *p is freed. */
int load_slices(struct profile *p, const char *path, const char *command, const struct slice_range *range, struct error *e);

/* -1 with *e: the profile at that path does not tell threads apart. */
int error_no_threads(const char *path, struct error *e);

/* Makes *p, read from `path`, the profile of this thread alone; 0: of all, as it is. -1 with *e, and *p is freed. */
int load_thread(struct profile *p, const char *path, u64 tid, struct error *e);

#endif
