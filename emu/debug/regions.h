/* Regions of interest: which part of a run is counted.
 *
 *     start, stop    counting goes on before the instruction at `start` and off before that at `stop`, each time it comes
 *                    there; from the beginning without `start`, to the end without `stop`
 *     toggle         only what calls of that function do is counted, in each thread by itself: from its first instruction
 *                    to the one behind its return, whatever it calls included; a longjmp out of it ends it too
 *
 * What is not counted runs fast, an instruction a cycle, up to the first region and behind `stop`; between the calls of
 * `toggle`, and for the `warmup` instructions before the first region, it runs under the timing model, so that caches and
 * predictors are as they would be. All switching is done between two instructions. */
#ifndef PCGRAM_DEBUG_REGIONS_H
#define PCGRAM_DEBUG_REGIONS_H

#include "emu/core/machine.h"
#include "emu/os/os.h"

enum region_mark { REGION_START, REGION_STOP, REGION_TOGGLE, REGION_MARKS };

struct regions_spec {
    const char *where[REGION_MARKS]; /* a function's name, or an address in decimal or 0x form; NULL: not given */
    u64 warm_from;                   /* os_position() from which on there is a timing model; UINT64_MAX: nowhere */
    int null_fd; /* what goes to our standard output and error is written there instead; -1: it is not */
    /* Where the functions of that name begin in what a process has mapped, into at[room]: how many. */
    size_t (*find)(void *ctx, struct process *p, const char *name, u64 *at, size_t room);
    void *ctx;
};

struct regions;

/* For a machine without processes and debugger, which is told. The spec is copied, its strings are not. NULL with *e. */
struct regions *regions_new(const struct regions_spec *spec, struct machine *m, struct error *e);
void regions_free(struct regions *r); /* NULL is allowed */

/* os_run() for a machine that has them; the first process has been loaded. */
void regions_run(struct regions *r, struct os *os, struct os_result *result);
/* As far as the first instruction that is counted; it may go on with regions_run(). False: the guest has ended before. */
bool regions_run_to_first(struct regions *r, struct os *os, struct os_result *result);

/* os_position() of the first instruction that was counted; UINT64_MAX: none was. */
u64 regions_first(const struct regions *r);
/* The guest never came to this mark, though it was given; *known: some program or library of it has such a place. */
bool regions_missed(const struct regions *r, enum region_mark mark, bool *known);

#endif
