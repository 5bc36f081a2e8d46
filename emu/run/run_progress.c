#include "emu/run/run_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { SHORT_NS = 10000000 }; /* too short to tell the speed by */

static u64 percent(u64 part, u64 whole) { return part < whole ? (u64)((u128)part * 100 / whole) : 100; }

void run_progress_format(char *out, size_t cap, const char *what, const struct config *config,
                         const struct os_progress *at, u64 before, u64 ns)
{
    char amount[PROGRESS_AMOUNT];
    u64 share = 0, hz = config->clock_hz, tenths = (u64)((u128)at->now * 10 / hz);
    size_t n = (size_t)snprintf(out, cap, "pcgram: %s%s instructions, %" PRIu64 ".%" PRIu64 " s emulated", what,
                                progress_amount(amount, at->position), tenths / 10, tenths % 10);
    /* Instructions that issued are what is known in the midst of a run; the limit is of those that took effect. */
    if (config->max_insns) share = percent(at->position, config->max_insns);
    if (config->max_cycles && percent(at->cycles, config->max_cycles) > share)
        share = percent(at->cycles, config->max_cycles);
    if (ns >= SHORT_NS && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ", %" PRIu64 " MIPS", (u64)((u128)(at->position - before) * 1000 / ns));
    if ((config->max_insns || config->max_cycles) && n < cap) snprintf(out + n, cap - n, ", %" PRIu64 " %%", share);
}

/* A guest that stands still may be waiting for what is typed: nothing is drawn over that. */
static bool line(void *ctx, char *out, size_t cap)
{
    struct run_progress *r = ctx;
    struct os_progress at;
    struct timespec now;
    if (atomic_load_explicit(&r->off, memory_order_relaxed)) return false;
    os_progress(r->os, &at);
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool moves = !r->looked || at.position != r->position;
    u64 ns = (u64)(now.tv_sec - r->at.tv_sec) * 1000000000 + (u64)now.tv_nsec - (u64)r->at.tv_nsec;
    if (moves) run_progress_format(out, cap, r->what, r->config, &at, r->position, ns);
    r->looked = true;
    r->position = at.position;
    r->at = now;
    return moves;
}

static void before_words(void *ctx, int fd)
{
    struct run_progress *r = ctx;
    if (fd >= 0 && !isatty(fd)) return;
    if (fd >= 0 && !r->asked) atomic_store_explicit(&r->off, true, memory_order_relaxed);
    progress_erase(r->progress);
}

void run_progress_start(struct run_progress *r, struct machine *machine, const struct os *os, const char *what,
                        bool asked)
{
    *r = (struct run_progress){.config = machine->config, .os = os, .what = what, .asked = asked};
    clock_gettime(CLOCK_MONOTONIC, &r->at);
    r->progress = progress_start(line, r);
    if (!r->progress) return;
    machine->before_words = before_words;
    machine->before_words_ctx = r;
}

void run_progress_end(struct run_progress *r)
{
    progress_end(r->progress);
    r->progress = NULL;
}
