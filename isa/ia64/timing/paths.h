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
#include "emu/core/data.h"
#include "isa/ia64/timing/timing.h"

enum ia64_event_kind {
    EVENT_FETCH_TLB, EVENT_FETCH, EVENT_TLB, EVENT_WAIT, EVENT_MOVED, EVENT_LOST,
    EVENT_LINE,      /* it asks for a line, which comes so much later */
    EVENT_SHARED,    /* it loads from one that comes so much later than in the cycle before the block's first */
    EVENT_SHARED_OF, /* ... from one that the instruction at that place of the path asked for, counted from 1 */
    EVENT_QUEUE,     /* a store that queues: 1, and as far behind the cycle before the block's first as the queue then ends */
    EVENT_BANK,      /* a store of a byte that may have to wait: ia64_bank_event() */
    EVENT_BANK_OF,   /* ... to the bank that the instruction at that place of the path stored to last, counted from 1 */
    EVENT_KINDS
};

/* Cycles that an instruction took, or lost, for a reason that only the run can tell. */
struct ia64_event {
    u16 step; /* its place on the path */
    u16 kind;
    u32 cycles;
};

_Static_assert(sizeof(struct ia64_event) == sizeof(u64), "events are compared as words");

/* The same as one word, as paths are looked up by it: read as such right behind stores of its parts it would have to wait for them. */
static inline u64 ia64_event_word(unsigned step, enum ia64_event_kind kind, u32 cycles)
{
    return step | (u64)kind << 16 | (u64)cycles << 32;
}

enum { EVENTS_MAX = 8 * (BLOCK_STEPS + 2) };

/* A byte that is stored without a wait, whatever came before the block: no event, for it changes nothing but when its bank is free. */
struct ia64_byte {
    u32 bank, step; /* host code writes both at once */
};

/* When the byte stored last before the block is taken, counted from the cycle before the block's first, and by how much later the bank
 * takes another one: at most P(STORE_BYTE). From 1, for 0 is no event. */
static inline u32 ia64_bank_event(const struct ia64_model *m, i64 last, i64 later)
{
    return 1 + (u32)last * (m->value[IA64_T_STORE_BYTE] + 1) + (u32)later;
}

/* All such events of one passage through a block. */
struct ia64_happened {
    const struct ia64_event *event;
    unsigned events;
    u64 off; /* instructions predicated off: 1 << place */
    const struct ia64_byte *byte; /* bytes stored without a wait */
    unsigned bytes;
    const u32 *object; /* what the accesses at each of PLACES are part of; NULL: nobody asks */
};

/* Who waits for an access that missed is charged for what that was an access to (emu/core/data.h). The access may be of the same
 * passage, or of one before it, when it is known by what it loads: a resource, or a definition of the group under way. */
enum { PLACE_DEF = RES_COUNT, PLACE_STEP = PLACE_DEF + PIPE_DEFS, PLACES = PLACE_STEP + BLOCK_STEPS + 2 };

enum { PASSAGE_WAITS = 2 * (BLOCK_STEPS + 2) }; /* of a passage: an instruction before it issues, and a store behind it */

/* Of a path: objects are PLACES when it begins, counted from 1. */
struct ia64_owed {
    unsigned waits, keeps;
    struct data_wait *wait;
    struct data_move *keep; /* what is still to be waited for behind it, as far as it has moved */
};

/* A block's instructions, as the pipeline sees them. */
struct timed_steps {
    struct timed_steps *next; /* of all there are */
    struct timed_path *paths; /* through the block, by steps_next */
    unsigned count;
    bool stores;              /* one of them stores a byte */
    struct ia64_issue issue[];
};

/* What an instruction waits for on a path, beside the cycle of its own. */
struct ia64_charge {
    u32 cycles;
    u16 place; /* of the instruction, in rising order */
    u16 cause; /* enum stall; or, and cycles is 0, CHARGE_JOINS: it has no cycle of its own; CHARGE_MISPREDICTED */
};
enum { CHARGE_JOINS = STALLS, CHARGE_MISPREDICTED, CHARGE_CAUSES };

struct timed_path {
    /* What a passage looks at, events beyond the first aside, in one line of the host's cache. */
    u32 state, next;  /* numbers of the pipeline's state on entry, and behind */
    u32 cost;         /* cycles */
    u32 events;
    u64 count;        /* times it was taken */
    u64 off;          /* which instructions were predicated off: 1 << place */
    u64 matters;      /* the places at which that changes what the path costs; the others are not compared */
    struct exit *exit;
    u64 first;        /* the first event, as a word; 0: there is none */
    struct ia64_owed *owed; /* NULL: it neither waits for such an access nor leaves one behind */
    const struct timed_steps *steps;
    struct timed_path *steps_next;
    u16 trunk;
    bool tail;
    i64 queue_end;    /* of stores, in cycles from the block's first; LINES_NEVER: none of it queued */
    i64 byte_taken;   /* when the last byte that it stores is taken, likewise */
    const struct ia64_charge *charge; /* what it is charged for each time it is taken; NULL: nothing */
    unsigned charges;
    const i32 *stores; /* cycles from the block's first to each instruction's, by place; NULL: none stores a byte */
    struct ia64_event event[]; /* and behind them, for each, when the line arrives or the bank is free that it asked for: i64, likewise */
};

struct timed_paths;

/* A new, empty table for a process's code; NULL when the host has no memory. told: paths have what is owed. */
struct timed_paths *ia64_paths_new(const struct ia64_model *m, struct code *code, bool told);
void ia64_paths_free(struct timed_paths *p);

/* The steps of a block just made; each exit of it is told. */
void ia64_paths_attach(struct timed_paths *p, struct block *b, const struct ia64_issue *issue, unsigned count);

/* The path that left through the exit. */
struct timed_path *ia64_paths_find(struct timed_paths *p, struct exit *e, u32 state, const struct ia64_happened *happened);

/* True if there are so many that the caller must start anew. */
bool ia64_paths_full(const struct timed_paths *p);

/* That is the path by which the exit is mostly left from now on. */
void ia64_paths_usual(struct exit *e, struct timed_path *path);

/* The path was passed, from cycle `begin` on: the lines that it asked for get their times. */
void ia64_paths_tell(const struct timed_path *path, struct ia64_lines *lines, i64 begin);

/* The same for bytes that it stored without a wait. */
void ia64_paths_tell_bytes(const struct timed_paths *p, const struct timed_path *path, struct ia64_lines *lines, i64 begin,
                           const struct ia64_byte *byte, unsigned bytes);

/* Brings the pipe from that state over the first instructions of a block to *out, which begins in cycle `end`, and charges
 * them; the lines that they asked for get their times. Returns how many times they waited for accesses, in *wait, where that is not
 * NULL: PASSAGE_WAITS at most. */
unsigned ia64_paths_partial(struct timed_paths *p, const struct timed_steps *steps, unsigned trunk, u32 state,
                            const struct ia64_happened *happened, i64 end, struct ia64_pipe *out, struct ia64_lines *lines,
                            struct data_wait *wait);

/* What a pipe that is known by number waits for, and the other way round. */
void ia64_paths_set_objects(struct ia64_pipe *p, const u32 object[PLACES]);
void ia64_paths_get_objects(const struct ia64_pipe *p, u32 object[PLACES]);
/* What these objects are is known to who has been told of the accesses; here they are the places that have them now, counted from 1, until
 * they get names. Meanwhile the pipe may run on: where to they have moved since, PLACE_STEP times at most. */
void ia64_paths_set_places(struct ia64_pipe *p);
void ia64_paths_name_places(struct ia64_pipe *p, const u32 object[PLACES]);
unsigned ia64_paths_moves(const struct ia64_pipe *p, struct data_move move[PLACE_STEP]);

/* Adds what the paths were charged so far to the code's costs; of a cache that is watched those through the blocks that are awake are
 * all there are. */
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
