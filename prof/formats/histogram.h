/* The counts of one image's code in bins, as profil() would have gathered them: what gmon.out and mon.out hold. */
#ifndef PCGRAM_PROF_FORMATS_HISTOGRAM_H
#define PCGRAM_PROF_FORMATS_HISTOGRAM_H

#include "prof/profile/profile.h"

struct histogram {
    u64 low, high; /* guest addresses, multiples of the unit of code */
    u64 *bin;      /* one a unit */
    size_t bins;
    u64 most;    /* the largest */
    u64 outside; /* counts of code that is not of this image */
};

/* One bin a unit of code: it divides the range, so that a reader need not share a bin out between functions. -1 with *e
 * when it is not known where the image's code lies; h then holds nothing. */
int histogram_fill(struct histogram *h, const struct profile *p, u32 image, enum profile_event event, struct error *e);

/* Divides the bins; what a bin loses by rounding, the next one that has something gets, so that the sum stays right. */
void histogram_divide(struct histogram *h, u64 divisor);
void histogram_free(struct histogram *h);

#endif
