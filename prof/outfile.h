/* Output files that are either whole or not there: written beside the name and renamed, every write error reported. */
#ifndef PCGRAM_PROF_OUTFILE_H
#define PCGRAM_PROF_OUTFILE_H

#include "emu/core/error.h"

#include <stdio.h>

struct outfile {
    FILE *f;    /* write here; errors may be ignored until outfile_close */
    char *path; /* as given */
    char *temp; /* the name it has until it is complete; NULL when written in place */
};

/* Opens path for writing: "-" is stdout; what is no regular file (a device, a pipe, a symbolic link) is written in
 * place; everything else appears under its name only when it is complete. -1 with *e. */
int outfile_open(struct outfile *o, const char *path, struct error *e);

/* Whether outfile_open would succeed, as far as that can be told without writing: so that a run of an hour does not end
 * with it. -1 with *e. */
int outfile_check(const char *path, struct error *e);

/* Flushes, closes and renames. -1 with *e when any byte was not written; the old file is then still there. */
int outfile_close(struct outfile *o, struct error *e);

/* Gives up: nothing appears under the name. */
void outfile_discard(struct outfile *o);

#endif
