/* Profiles that were sampled elsewhere: histograms of one program's code and counts of calls, in mon.out (prof/formats/mon.h) and
 * gmon.out (prof/formats/gmon_import.h). A unit of the histogram is a tick, and a tick is a cycle. */
#ifndef PCGRAM_PROF_FORMATS_SAMPLED_H
#define PCGRAM_PROF_FORMATS_SAMPLED_H

#include "prof/profile/profile.h"

#define SAMPLED_RANGE_MAX ((u64)1 << 28) /* bytes of code in a histogram */

/* What such a file does not say of its program. */
struct sampled_program {
    const struct isa *isa;
    unsigned unit;                 /* bytes of code that are decoded together */
    const struct symbols *symbols; /* of the program alone */
    u64 hz;                        /* units of the histogram a second; gmon.out has its own */
};

/* A number of 1 to 8 bytes in the program's byte order. */
u64 sampled_number(const u8 *at, unsigned bytes, const struct sampled_program *program);

/* The span of code from low to high has so many counters, of which the i-th is n: it stands for the addresses from
 * low + i * (high - low) / counters on. It is shared out among its instructions evenly, so that
 * any stretch of them has its share to a unit. */
struct sampled_span {
    u64 low, high;
    size_t counters;
};
void sampled_add(struct counters *c, const struct sampled_program *program, const struct sampled_span *span, size_t i, u64 n);

/* `count` calls, by the instruction at `from` (0: not known), of the function that the address `self` is somewhere in:
 * behind the call of _mcount. */
void sampled_call(struct counters *c, const struct sampled_program *program, u64 from, u64 self, u64 count);

/* Makes a profile of it all and frees *c. -1 with *e, and *p empty. */
int sampled_build(struct profile *p, struct counters *c, const struct sampled_program *program, u64 hz, struct error *e);

#endif
