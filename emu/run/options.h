/* The options of a run: from the command line to struct config. */
#ifndef PCGRAM_RUN_OPTIONS_H
#define PCGRAM_RUN_OPTIONS_H

#include <stdio.h>

#include "emu/core/machine.h"
#include "emu/debug/regions.h"
#include "emu/run/formats.h"

struct option;

struct run_options {
    struct config config;
    u64 hz, mhz;              /* 0: default */
    const char *profile;      /* file, or NULL: none */
    enum profile_format format;
    bool data;                /* accesses are counted by what they are to */
    bool collect_apart;       /* by a thread of its own, if that can be */
    const char *stats;        /* file, "" for standard error, or NULL: none */
    bool trace_kanata;        /* the trace is in that format */
    bool trace_window;        /* its window is given */
    const char *trace;        /* file, or NULL: none */
    u64 trace_first, trace_last; /* CPU cycles */
    const char *tick_log;     /* file, or NULL: none */
    const char *where[REGION_MARKS]; /* the marks of regions; NULL: none */
    u64 warmup;               /* instructions */
    const char *gdb;          /* port or path of a socket, or NULL */
    bool sandbox_strict;      /* the second wall must be whole */
    bool host_ticks;          /* the ticks are taken by the rule in C */
    bool allow_overlap;       /* of sprofil()'s regions */
    const char *argv0;        /* or NULL */
    char **env;               /* the guest's, NULL at the end; owned with its strings */
    const char *time_limit;   /* as given, for messages, or NULL */
    u64 time_limit_ns;        /* nanoseconds of the host, 0: none */
    bool progress;            /* is shown even when the guest writes to the terminal */
    bool help, version, list_cpus;
    int guest;                /* index of the guest in argv */
};

/* Options that a command has beside those of a run, in any order with them. */
struct options_more {
    const struct option *list; /* of getopt, which names them; val: their letter, 0: none; ends with a name that is NULL */
    int (*apply)(void *ctx, unsigned which, const char *value); /* an index of the list; 0, or the exit status */
    void *ctx;
};

enum { OPTIONS_MORE = 16 /* at most */ };

/* Fills *o. Returns 0, or the exit status after one line on stderr has said what is wrong; `command` is the one whose
 * --help it names, "" for a run; `more` may be NULL. */
int options_parse(struct run_options *o, const char *command, const struct options_more *more, int argc, char **argv);
/* What follows from the guest's instruction set: the timing model, its clock, the period of the tick. -1 with *e. */
int options_complete(struct run_options *o, const struct isa *isa, struct error *e);
/* There are regions: not all of the run is counted. */
bool options_regions(const struct run_options *o);
void options_free(struct run_options *o);

/* The text of --help, in at most 80 columns. */
void options_help(FILE *f);

#endif
