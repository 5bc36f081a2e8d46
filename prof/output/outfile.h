/* Output files that are either whole or not there: made without a name, and given theirs when they are complete. Every
 * write error is reported. */
#ifndef PCGRAM_PROF_OUTPUT_OUTFILE_H
#define PCGRAM_PROF_OUTPUT_OUTFILE_H

#include "emu/core/error.h"

#include <stdio.h>

struct outfile {
    FILE *f;      /* write here; errors may be ignored until outfile_close */
    char *path;   /* as given, for messages */
    int folder;   /* descriptor of the folder in which it appears; -1: it is written in place */
    char *name;   /* in the folder */
    int fd;       /* that f writes to */
    bool boxed;   /* found without the links of guests */
    const char *refused; /* why what stands there is not written to; NULL: it may be */
    bool unnamed; /* made by O_TMPFILE: a link gives it its name; else its bytes are copied into a file that has one */
    int broken;   /* of one in place: the error after which nothing more is written; 0: none */
};

/* Flags of outfile_open_as(). */
enum {
    OUTFILE_PATIENT = 1, /* writing may be called off by a signal (see below) */
};

/* Opens path for writing. "-" is stdout; /dev/stdout, /dev/fd/N and their like are the descriptor that is there; what
 * is no regular file (a device, a pipe) is written in place. A FIFO is waited for here until somebody reads it, for
 * OPENS_MS; none is written to that a guest in a sandbox has made, or that another user has put where everybody may
 * (as Linux has it, fs.protected_fifos). Everything else appears under its name only when it is complete, in the folder
 * as it is now, whatever its name is by then. A symbolic link stays, and what it leads to is made or
 * replaced, unless another user has put it where everybody may. -1 with *e. */
int outfile_open(struct outfile *o, const char *path, struct error *e);

/* The same with flags, and with the folder in which guests may have made links, who must not choose the file (NULL:
 * none): wherever it is, a link under the last name is replaced, and one in that folder that leads to others is an
 * error, as is what would be written in place there.
 * OUTFILE_PATIENT: a signal handler that is called while it is written in place means that the
 * program is to end: a reader who then takes nothing for READER_MS is given up, and all further writes fail at once. */
int outfile_open_as(struct outfile *o, const char *path, unsigned flags, const char *box, struct error *e);

/* A file beside `first`, open or just closed, with a suffix to its name: a link there is replaced, never followed. What
 * is beside a device is that device. -1 with *e. */
int outfile_open_beside(struct outfile *o, int folder, const char *path, struct error *e);

/* The folder of a path, as a descriptor for outfile_open_beside(); box as above. -1 with *e. */
int outfile_folder(const char *path, const char *box, struct error *e);

/* The folder in which it appears, for as long as it is open; -1: it is written in place, or not open (all zeros). */
int outfile_in_folder(const struct outfile *o);

/* Flushes, closes and names it. -1 with *e when any byte was not written; the old file is then still there. */
int outfile_close(struct outfile *o, struct error *e);

/* Gives up: nothing appears under the name. Nothing happens when it is not open (all zeros). */
void outfile_discard(struct outfile *o);

#endif
