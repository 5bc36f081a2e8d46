/* The flat profile by function (or source line, file or image), for people and as JSON (docs/report-schema.json), and the summary after a run. */
#ifndef PCGRAM_PROF_REPORT_REPORT_H
#define PCGRAM_PROF_REPORT_REPORT_H

#include "prof/profile/profile.h"

#include <stdio.h>

struct inclusive_cost;

struct report_row {
    char *name;      /* of the function, "queens.c:12", the file, or the image's path; "[libc.so.6]" for code of an image of which that is
                      * not known, "[unknown]" */
    char *told;      /* "help (a.c:12)", where several functions of the image have that name and it is known where they begin; "free@plt [libc.so.6]",
                      * where those of several images do, and of one whose name is an address there; NULL: as it is */
    u32 function;    /* index, or PROFILE_NONE */
    u32 file, line;  /* source line, of a function the one that it begins with; PROFILE_NONE, 0 where not known */
    u32 image;       /* index, or PROFILE_NONE */
    u64 start, size; /* bytes; 0, 0 without a function */
    struct pc_count sum;
    u64 calls; /* times an arc led into it, its calls of itself included */
    bool led;  /* of a part of a run, or with inclusive costs: what it had called cost something */
    bool inlined; /* the copies of an inlined function */
    const struct inclusive_cost *with; /* what it cost with all that it called; NULL: not asked for */
};

struct report {
    struct report_row *row; /* what ran, by start */
    size_t rows;
    struct inclusive_cost *inclusive; /* of what rows have */
};

/* inlined: by function, and inlined code apart from what it is in, where that was read (prof/profile/profile_inlines.h); from BY_THREAD on they are no rows of
 * struct report. */
enum report_by { BY_FUNCTION, BY_LINE, BY_FILE, BY_IMAGE, BY_INLINED, BY_THREAD /* prof/report/threads.h */, BY_TIME, /* prof/report/slices.h */
                 BY_CALLS /* prof/report/calls.h */ };

enum report_key { KEY_CYCLES, KEY_INSTRUCTIONS, KEY_SLOTS, KEY_TICKS, KEY_CALLS, KEY_CPI, KEY_ADDRESS, KEY_NAME,
                  KEY_INCLUSIVE /* cycles with all that it called, where that was asked for */ };
#define REPORT_KEYS 9

struct report_options {
    enum report_by by;
    enum report_key key[REPORT_KEYS]; /* most significant first; numbers descend, names and addresses ascend */
    unsigned keys;                    /* 0: by cycles */
    u64 limit;                        /* rows shown at most, 0: all */
    u64 percent_limit;                /* rows below this share, in hundredths of a percent, are not shown */
    bool color;                       /* the share of each row by its heat */
    bool inclusive;                   /* by function: a column of what it cost with all that it called */
    unsigned terminal;                /* columns of the terminal that the text is to fit; 0: widths are always the same */
};

/* Sums the instructions up by function, line, file or image. Rows never lose a count: their sums are the profile's totals. */
void report_make(struct report *r, const struct profile *p, enum report_by by);
/* Likewise by function (or inlined), with what each cost with all that it called. */
void report_make_inclusive(struct report *r, const struct profile *p, enum report_by by);
void report_sort(struct report *r, const struct report_options *o);
void report_free(struct report *r);
/* The row of a report by function as profile_insn_row() counts them. */
u32 report_row_of(const struct report_row *row, const struct profile *p);

/* What a text calls the row. */
static inline const char *report_told(const struct report_row *row) { return row->told ? row->told : row->name; }

/* Parses "ticks,name" into o->key. -1 with *e. */
int report_parse_keys(const char *list, struct report_options *o, struct error *e);
/* What shares are shares of: the first numeric key that is an event, else cycles. */
enum profile_event report_event(const struct report_options *o);

/* Whether the options let a row through, `before` rows having been shown; shares are of `whole`. */
bool report_shows(const struct report_row *row, u64 whole, const struct report_options *o, u64 before);

/* Both print the rows in their present order. */
void report_print(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f);
void report_print_json(const struct report *r, const struct profile *p, const struct report_options *o, FILE *f);

/* The few lines after a run: totals and the ten functions with the most cycles. Every line begins with "pcgram: ". */
void report_summary(const struct profile *p, FILE *f);

/* Lines that head a text report: what was run on what, totals, exit; each begins with "# ". */
void report_print_head(const struct profile *p, FILE *f);
/* The line of a text report that says of what part of the run the profile is, if it is not of all. */
void report_print_collected(const struct profile *p, FILE *f);
/* The causes that cost a count anything, and their cycles: "data 12, dcache 3"; nothing when there are none. */
void report_print_stalls(const struct pc_count *c, FILE *f);
/* A row's name in at most so many bytes, 0: whole: of a function shortened, of a source file or line its end. */
void report_print_name(enum report_by by, const char *name, size_t most, FILE *f);
/* A row as a JSON object, but for its closing brace. */
void report_print_json_row(const struct report_row *row, const struct profile *p, FILE *f);
/* Members of a JSON object that say the same, from "schema_version" to "images", a comma after each. */
void report_print_json_head(const struct profile *p, FILE *f);
/* Members "file" and "line", null where not known, a comma after each. */
void report_print_json_line(const struct profile *p, u32 file, u32 line, FILE *f);
/* Members "cycles", "instructions", "slots", "ticks" of a count, and "stalls" if it has any; no comma after the last. */
void report_print_json_counts(const struct pc_count *c, FILE *f);

#endif
