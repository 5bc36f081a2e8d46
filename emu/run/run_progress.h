/* How far a running guest has come, on the terminal: instructions, emulated time, speed, and the share of a limit. */
#ifndef PCGRAM_RUN_RUN_PROGRESS_H
#define PCGRAM_RUN_RUN_PROGRESS_H

#include <stdatomic.h>
#include <time.h>

#include "emu/core/machine.h"
#include "emu/os/os.h"
#include "emu/run/progress.h"

struct run_progress {
    struct progress *progress; /* NULL: none is shown */
    const struct config *config;
    const struct os *os;
    const char *what;
    bool asked;      /* --progress */
    atomic_bool off; /* the guest speaks to the terminal itself */
    bool looked;
    u64 position; /* at the last look, which was at that time; before the first one: the start */
    struct timespec at;
};

/* To be called before the run, of which it is told by the machine's before_words. The guest has the same terminal as
 * we, so by default the line is there only until the guest says something on a terminal: from then on the screen is the
 * guest's. `asked`: it comes back even so. `what` stands before the rest of the line: "" or "the run before: ". */
void run_progress_start(struct run_progress *r, struct machine *machine, const struct os *os, const char *what,
                        bool asked);
void run_progress_end(struct run_progress *r);

/* The line after `ns` nanoseconds of the host in which the guest came from position `before` to where it is. */
void run_progress_format(char *out, size_t cap, const char *what, const struct config *config,
                         const struct os_progress *at, u64 before, u64 ns);

#endif
