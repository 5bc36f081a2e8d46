/* mon.out, what monitor() and prof(1) of System V exchange: a header, calls by function, a histogram of 16-bit counters.
 *
 *     struct hdr { char *lpc, *hpc; int nfns; };       code from lpc to hpc (excluded)
 *     struct cnt { char *fnpc; long mcnt; } [nfns]     an address in a function, times it was called
 *     unsigned short [...]                             the histogram, to the end of the file
 *
 * (mon.h of System V.) Numbers are the guest's: 4 bytes each and 2 for a counter; for 64-bit guests 8 bytes each, which no
 * manual at hand says. */
#ifndef PCGRAM_PROF_FORMATS_MON_H
#define PCGRAM_PROF_FORMATS_MON_H

#include "prof/formats/sampled.h"

#include <stdio.h>

struct mon_options {
    u32 image;                /* whose code */
    enum profile_event event; /* what is counted; slots are refused */
};

/* What the file could not hold. */
struct mon_notes {
    u64 divisor;    /* counts per unit of a counter, 1: exact */
    u64 outside;    /* counts of code that is not of this image */
    bool calls_cut; /* a number of calls passed what mcnt holds */
};

/* Writes the file to f (errors stay in f). -1 with *e when the profile cannot be put this way. */
int mon_write(const struct profile *p, const struct mon_options *o, FILE *f, struct mon_notes *notes, struct error *e);

/* Makes a profile of the file's bytes. Callers are unknown. -1 with *e ("name: what"), and *p empty, for what is no mon.out of
 * this program. */
int mon_read(struct profile *p, const u8 *bytes, size_t size, const struct sampled_program *program, const char *name,
             struct error *e);

#endif
