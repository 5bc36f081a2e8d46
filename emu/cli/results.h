/* What a run has counted, program by program: a profile for each, and the totals of the whole tree of processes. */
#ifndef PCGRAM_CLI_RESULTS_H
#define PCGRAM_CLI_RESULTS_H

#include "emu/cli/options.h"
#include "emu/os/os.h"

struct results {
    /* Set by the user: */
    const struct run_options *options;
    bool sum;              /* the sums are wanted */
    int first_pid;         /* whose profile has no pid in its name */
    /* Its own: */
    struct insn_sums sums; /* for `pcgram stat` */
    struct pc_count total; /* of all programs that have ended, in all processes */
    u64 nops; /* among its instructions */
    int status;            /* exit status of the first failure to write a profile, 0: none */
};

/* A program has ended (os_watch(); ctx is a struct results): its counts are added, its profile is written. */
void results_program_over(void *ctx, struct process *p, const struct os_result *how);

/* The line of --stats (DESIGN, section 6): nothing in it depends on the host. 0, or an exit status after a message. */
int results_write_stats(const struct results *r, const struct isa *isa, u64 handler_cycles, const struct os_result *how);

#endif
