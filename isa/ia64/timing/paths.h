/* Blocks under a timing model: what a path through a block costs is worked out once and remembered.
 *
 * What a path through a block costs, and the state in which it leaves the pipeline, depend on the state on entry and on what
 * only the run can tell: misses of caches and TLBs, wrong predictions, registers moved by the register stack. Such events are
 * noted while the block runs; mostly there are none. At its exit the path is looked up by exit, state and events, and by which
 * instructions were predicated off, as far as that makes a difference to it; when it is new the scoreboard (isa/ia64/timing/pipe.h)
 * is run over its instructions. Each path counts how often it was taken: who wants the
 * charges of the instructions gets them by running the scoreboard over it again. */
#ifndef PCGRAM_IA64_PATHS_H
#define PCGRAM_IA64_PATHS_H

#include "emu/core/code.h"
#include "isa/ia64/timing/timing.h"

enum ia64_event_kind { EVENT_FETCH_TLB, EVENT_FETCH, EVENT_TLB, EVENT_WAIT, EVENT_MOVED, EVENT_LOST };

/* Cycles that an instruction took, or lost, for a reason that only the run can tell. */
struct ia64_event {
    u16 step; /* its place on the path */
    u16 kind;
    u32 cycles;
};

enum { EVENTS_MAX = 8 * (BLOCK_STEPS + 2) };

/* All such events of one passage through a block. */
struct ia64_happened {
    const struct ia64_event *event;
    unsigned events;
    u64 off; /* instructions predicated off: 1 << place */
};

/* A block's instructions, as the pipeline sees them. */
struct timed_steps {
    struct timed_steps *next; /* of all there are */
    unsigned count;
    struct ia64_issue issue[];
};

struct timed_path {
    u32 state, next;  /* numbers of the pipeline's state on entry, and behind */
    u32 cost;         /* cycles */
    u32 events;
    u64 count;        /* times it was taken */
    u64 off;          /* which instructions were predicated off: 1 << place */
    u64 matters;      /* the places at which that changes what the path costs; the others are not compared */
    struct exit *exit;
    const struct timed_steps *steps;
    u16 trunk;
    bool tail;
    struct timed_path *hash_next;
    struct ia64_event event[];
};

struct timed_paths;

/* A new, empty table for a process's code; NULL when the host has no memory. */
struct timed_paths *ia64_paths_new(const struct ia64_model *m, struct code *code);
void ia64_paths_free(struct timed_paths *p);

/* The steps of a block just made; each exit of it is told. */
void ia64_paths_attach(struct timed_paths *p, struct block *b, const struct ia64_issue *issue, unsigned count);

/* The path that left through the exit. */
struct timed_path *ia64_paths_find(struct timed_paths *p, struct exit *e, u32 state, const struct ia64_happened *happened);

/* That is the path by which the exit is mostly left from now on. */
void ia64_paths_usual(struct exit *e, struct timed_path *path);

/* Brings the pipe from that state over the first instructions of a block to *out, which begins in cycle `end`, and charges
 * them. */
void ia64_paths_partial(struct timed_paths *p, const struct timed_steps *steps, unsigned trunk, u32 state,
                        const struct ia64_happened *happened, i64 end, struct ia64_pipe *out);

/* Adds what the paths were charged so far to the code's costs. */
void ia64_paths_settle(struct timed_paths *p);
/* Settles, and forgets everything but the steps of the block `but`: the others have gone. */
void ia64_paths_forget(struct timed_paths *p, const struct block *but);

/* The number of the pipe's state. */
u32 ia64_paths_number(struct timed_paths *p, const struct ia64_pipe *pipe);
/* The pipe in the state of that number, whose next group can issue in cycle `end`. */
void ia64_paths_expand(struct timed_paths *p, u32 state, i64 end, struct ia64_pipe *out);

/* The sum of the events of a kind at a step. */
u32 ia64_events_at(const struct ia64_event *event, unsigned events, unsigned step, enum ia64_event_kind kind);

#endif
