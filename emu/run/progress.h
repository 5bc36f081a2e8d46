/* One line on standard error that tells how far long work has come: drawn over itself a few times a second, by a thread
 * of its own, and erased in the end. It is there only when standard error is a terminal that knows how to erase and
 * ours is the process group in front, and only when the work has taken a second; the host's clock decides that, and
 * nothing but what is on the terminal depends on it. PCGRAM_PROGRESS_AFTER gives another number of milliseconds; with 0
 * the line is also drawn at once at the beginning, at each step and at the end, for tests.
 *
 * NULL stands for nobody to show anything to: all functions take it. */
#ifndef PCGRAM_RUN_PROGRESS_H
#define PCGRAM_RUN_PROGRESS_H

#include "emu/core/types.h"

struct progress;

/* What is to be shown: into out[cap], plain ASCII, no newline. False: nothing at the moment. Called by another thread
 * than that which works, one call at a time. */
typedef bool progress_line(void *ctx, char *out, size_t cap);

/* NULL also when there can be no thread: work goes on without. */
struct progress *progress_start(progress_line *line, void *ctx);
/* The same for a command that works on files: "pcgram: WHAT: 3 of 12 UNIT, reading FILE". With all = 0 only the file is
 * shown. All strings are kept, not copied. */
struct progress *progress_start_steps(const char *what, u64 all, const char *unit);
void progress_step(struct progress *p);
/* What is read or written from now on; "-" is standard input or output, and where that is a terminal nothing is shown:
 * what is typed or printed there says enough. */
void progress_input(struct progress *p, const char *file);
void progress_output(struct progress *p, const char *file);

/* Before words on the same terminal: the line goes and does not come back for a while. */
void progress_erase(struct progress *p);
/* The same until progress_go_on(). */
void progress_hold(struct progress *p);
void progress_go_on(struct progress *p);
/* Erased for good; the thread is gone. */
void progress_end(struct progress *p);

/* 1234567 as "1.23 M", with k, M, G, T; below 1,000 as it is. Returns out. */
enum { PROGRESS_AMOUNT = 32 };
const char *progress_amount(char out[PROGRESS_AMOUNT], u64 n);

#endif
