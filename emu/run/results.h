/* What a run has counted, program by program: a profile for each, and the totals of the whole tree of processes. */
#ifndef PCGRAM_RUN_RESULTS_H
#define PCGRAM_RUN_RESULTS_H

#include <stdio.h>

#include "emu/os/os.h"
#include "emu/run/options.h"
#include "prof/output/outfile.h"

enum { SPARE_FILES = 32, SPARE_MAPS = 128, SPARE_BYTES = 32 << 20 };

struct results {
    /* Set by the user: */
    const struct run_options *options;
    bool sum;              /* the sums are wanted */
    const struct functions *functions; /* what the run has read of symbols; NULL: nothing */
    struct collector *collector; /* of data (--data); NULL: there is none */
    int first_pid;         /* whose profile has no pid in its name */
    /* Its own: */
    struct insn_sums sums; /* for `pcgram stat` */
    struct pc_count total; /* of all programs that have ended, in all processes */
    u64 nops; /* among its instructions */
    int status;            /* exit status of the first failure to write a profile, 0: none */
    struct outfile profile, stats; /* open from before the run until they are written; all zeros: there is none */
    int folder;            /* of the profiles of other processes */
    bool in_place;         /* the profile is: a device, a pipe */
    int device;            /* that all profiles go to, or -1 */
    int spare[SPARE_FILES]; /* descriptors that the guest cannot take: for the files read and written at a program's end */
    u8 *spare_maps;         /* likewise mappings, SPARE_MAPS pages that are one each and SPARE_BYTES of addresses; NULL: none */
    FILE *words;           /* what is said goes here until the files are written; NULL: to standard error */
};

/* Whether another process of the run, or a program that another one took the place of, may have that file for its profile. */
bool results_may_have(const struct run_options *o, const char *file);
/* Opens what is to be written, before the guest can do anything about it. -1 with *e. */
int results_open(struct results *r, struct error *e);
/* Gives up what has not been written. */
void results_close(struct results *r);

/* A program has ended (os_watch(); ctx is a struct results): its counts are added, its profile is written. */
void results_program_over(void *ctx, struct process *p, const struct os_result *how);

/* {"code":0}, {"signal":"SEGV"}, ... */
void results_print_exit(FILE *f, const struct os_result *result);

/* The line of --stats (docs/stats-schema.json): nothing in it depends on the host. 0, or an exit status after a message. */
int results_write_stats(struct results *r, const struct isa *isa, u64 handler_cycles, const struct os_result *how);

#endif
