/* The data side of a profile for people and as JSON: objects by what they cost, each with the instructions that accessed it. */
#ifndef PCGRAM_PROF_REPORT_DATA_H
#define PCGRAM_PROF_REPORT_DATA_H

#include <stdio.h>

#include "prof/profile/profile.h"

enum data_sort {
    DATA_BY_STALLS,  /* then misses, then accesses */
    DATA_BY_MISSES,  /* of the first level, then stalls, then accesses */
    DATA_BY_ACCESSES,
    DATA_BY_SHARING, /* accesses to lines that threads share falsely, then stalls */
};

struct data_options {
    enum data_sort sort;
    u64 limit; /* objects at most; 0: all */
    u64 insns; /* instructions of each object at most; the text's alone */
    u64 callers; /* likewise callers of an allocation; 0: all */
    unsigned terminal; /* columns of the terminal that the text fits; 0: it is a file */
};

/* "stalls", "misses", "accesses", "sharing"; false for another word. */
bool data_sort_find(const char *word, enum data_sort *sort);

/* p->data is there. */
void data_report(const struct profile *p, const struct data_options *o, FILE *f);
void data_report_json(const struct profile *p, const struct data_options *o, FILE *f);

#endif
