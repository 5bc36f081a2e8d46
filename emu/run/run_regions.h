/* Regions of interest as the command line gives them: --start, --stop, --toggle-collect, --warmup. */
#ifndef PCGRAM_RUN_RUN_REGIONS_H
#define PCGRAM_RUN_RUN_REGIONS_H

#include "emu/debug/regions.h"
#include "emu/inspect/functions.h"
#include "emu/run/options.h"
#include "prof/tick/profiler.h"

/* A guest that is run silently up to its first region, to know where the warmup begins. */
struct rehearsal {
    struct run_options *options;
    struct functions *functions;
    const struct isa *isa;
    char *path, **argv;

    struct config config;
    struct machine machine;
    struct profiler profiler;
    struct regions *regions;
    struct os *os;
    int null_fd;
    u64 first; /* regions_first() */
    struct os_result result;
};

/* The regions of the options for a machine without processes; rehearsed: regions_first() of a run before, UINT64_MAX: there
 * was none. NULL with *e. */
struct regions *run_regions_new(const struct run_options *o, struct functions *f, struct machine *m, u64 rehearsed,
                                struct error *e);

/* The guest of r->options and so on, loaded: r->os is there. -1 with *e. Whatever it writes to files it writes. */
int rehearsal_begin(struct rehearsal *r, struct error *e);
/* Runs it as far as that; r->result says how it ended otherwise. */
void rehearsal_run(struct rehearsal *r);
void rehearsal_end(struct rehearsal *r);

/* The options that say what is counted, as one new string for the profile; NULL: all is. */
char *run_regions_text(const struct run_options *o);

/* Says on standard error what of the options did not come about; `rehearsed` as above. */
void run_regions_report(const struct regions *r, const struct run_options *o, u64 rehearsed);

#endif
