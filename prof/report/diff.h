/* Two profiles beside each other, by function, source line, file or image: what became slower or faster. */
#ifndef PCGRAM_PROF_REPORT_DIFF_H
#define PCGRAM_PROF_REPORT_DIFF_H

#include "prof/report/report.h"

#include <stdio.h>

struct diff_row {
    const char *name;   /* as in a report; several of one name and image pair up by the source file that they begin in, where it is known, then
                         * in the order of their addresses */
    const char *told;   /* the same, or with that file and line where several have the name */
    const char *symbol; /* the name, or the mangled one behind it: what rows of two profiles are matched by */
    const char *image;  /* the last part of its path, "" none */
    const char *found;  /* likewise, to match by: that of the program itself is one in both, whatever its file is called, and
                         * so is that of a library on two processors, where its version differs */
    u32 file;           /* of a function: the source file, as a number of the first profile's; PROFILE_NONE: not known, or the first has none like it */
    const char *source; /* its last part, in the first profile if it ran there; NULL: not known */
    bool in[2];        /* whether it ran in the one and in the other */
    u64 value[2];      /* of the event */
    u128 change;       /* how much from the one to the other, in what is compared, and whether it became less */
    bool less;
    size_t place;      /* in the reports: breaks ties */
};

struct diff_source {
    const char *name[2]; /* a path in each; the profiles own them */
};

struct diff {
    struct report report[2]; /* own the names */
    char **text; /* for the rows: images, labels of source lines */
    size_t texts, texts_room;
    struct diff_source *source; /* files of the second profile that are known as others of the first */
    size_t sources;
    struct diff_row *row; /* the greatest change first, either way; then by name */
    size_t rows;
    u64 total[2];
    u64 scale[2]; /* a value times this is what is compared: the event, or where that is cycles and clocks differ the time that they take */
    u64 cycles[2], clock_hz[2]; /* how long each took */
    u64 tick_cycles[2]; /* between two ticks */
    char *isa[2], *cpu[2];
    char *collected[2]; /* what of the run each is of (struct profile); NULL: all */
};

struct diff_options {
    enum report_by by;
    enum profile_event event;
    u64 threshold; /* hundredths of a percent of the first profile's total */
    u64 limit;     /* rows shown at most, 0: all */
    unsigned terminal; /* columns of the terminal that rows fit; 0: it is a file */
    bool color;    /* what became less is green and what became more red, where it exceeds the threshold */
};

/* Both profiles outlive *d. */
void diff_make(struct diff *d, const struct profile *a, const struct profile *b, const struct diff_options *o);
void diff_free(struct diff *d);

/* Whether time is compared, for cycles are not the same time: in what order rows are, their shares, and what exceeds the threshold. */
bool diff_in_time(const struct diff *d);

/* Whether the total or a row changed by more than the threshold, up or down. */
bool diff_exceeds(const struct diff *d, const struct diff_options *o);

/* Rows that did not change are left out. `names` are what the two are called. */
void diff_print(const struct diff *d, const struct diff_options *o, const char *const names[2], FILE *f);
/* docs/diff-schema.json. */
void diff_print_json(const struct diff *d, const struct diff_options *o, FILE *f);

#endif
