/* gmon.out version 1, as gprof of the GNU binutils reads it: a histogram of one image's code, and its call arcs. */
#ifndef PCGRAM_PROF_FORMATS_GMON_H
#define PCGRAM_PROF_FORMATS_GMON_H

#include "prof/profile/profile.h"

#include <stdio.h>

struct gmon_options {
    u32 image;                /* whose addresses; gprof knows one ELF file */
    enum profile_event event; /* what the bins hold; slots are refused */
};

/* How counts became bins: what the caller may have to tell the user. */
struct gmon_notes {
    u64 divisor;     /* counts per bin unit, 1: exact */
    u64 rate;        /* units per second (for instructions: 1) */
    bool rate_exact; /* false: the rate had to be rounded to a whole number, seconds are off by as much */
    bool arcs_left;  /* calls of millicode and labels are not in the file; see put_arc */
    bool arcs_cut;   /* an arc's count passed what the format's records hold in reason */
    const struct profile_function *dropped; /* the costliest of those that gprof does not show: see gprof_drops; or NULL */
    size_t dropped_more; /* how many more */
    u64 dropped_sum;     /* the event's count in them all */
    u64 outside;     /* counts of code that is not of this image, hence not in the file */
};

/* Writes the file to f (errors stay in f). -1 with *e when the profile cannot be put this way. */
int gmon_write(const struct profile *p, const struct gmon_options *o, FILE *f, struct gmon_notes *notes,
               struct error *e);

#endif
