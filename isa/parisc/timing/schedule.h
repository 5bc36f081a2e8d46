/* Blocks under a timing model: when each instruction of a block issues, worked out while it is translated.
 *
 * A block is translated for one state of the pipeline on entry, so that the scoreboard (isa/parisc/timing/pipe.h) can be run over
 * it beforehand: an exit then charges the cycles of its path like the instructions on it, and names the state in which it
 * leaves the pipeline. What only the run can tell stands in the block as uops: the caches are asked for each line fetched
 * from and each access, and where it matters how an access lies to those before it, it is compared. When the answer is
 * not the one that the schedule assumes (a miss, mostly), the block is left there, and another one, for the state that
 * has come about, goes on. At a place where no block can begin, the reference runs the instruction. */
#ifndef PCGRAM_PARISC_SCHEDULE_H
#define PCGRAM_PARISC_SCHEDULE_H

#include "emu/core/block.h"
#include "emu/core/states.h"
#include "isa/parisc/timing/hierarchy.h"
#include "isa/parisc/timing/relation.h"

struct translation;

/* Where the translation stands on one path. */
struct path {
    struct pa_pipe pipe;
    u32 line;      /* fetched from last, or no line */
    bool touched;  /* the last instruction accessed memory */
    struct pa_accesses accesses;
};

/* What is known of an instruction word. */
struct pa_word_memo {
    bool known;
    struct pa_admitted admitted;
};
enum { WORD_MEMOS = 1024 };

struct schedule {
    const struct pa_model *model;
    struct states *states;
    struct path path;
    u64 entry;             /* path.pipe.end when the block is entered */
    u32 before_pc;         /* the branch that the first instruction pays for */
    unsigned assumed;      /* relation + 1 of the first instruction's access; 0: not known */
    struct pa_waits waits; /* of the instruction admitted */
    unsigned relation;
    int side_exit;         /* exit of its access, to be completed; -1: none */
    struct pa_word_memo words[WORD_MEMOS];
    struct path side[BLOCK_STEPS]; /* where the side paths leave the trunk */
    struct issue_cost step[BLOCK_STEPS + 2], exit[BLOCK_EXITS];
};

/* The block about to be translated is entered in the state whose number is in the mode. */
void pa_schedule_begin(struct schedule *s, u32 mode);

/* The next instruction is at pc: it is fetched and issues. Before its uops are emitted; t->at names it. */
void pa_schedule_admit(struct translation *t, u32 pc, u32 word, bool nullified);
/* The uop just emitted is an access of it: the side exit for when that takes time. */
void pa_schedule_access(struct translation *t);
/* It completes. What it costs goes to *cost. */
void pa_schedule_complete(struct translation *t, bool taken, struct issue_cost *cost);
/* Side path `side` leaves the trunk here, at the conditional branch just admitted, which is taken on it or not. */
void pa_schedule_branch(struct translation *t, unsigned side, bool taken);

/* Cycles from the block's entry to where the translation stands. */
u64 pa_schedule_cost(const struct schedule *s);
/* Mode of a block that follows here. */
u32 pa_schedule_follows(const struct schedule *s, u32 mode);

/* --- at run time: what a block was left in ----------------------------------------------------------------------------- */

struct replay {
    struct pa_pipe pipe; /* as it stands at the place asked for, in cycles from an origin of its own */
    bool touched;
};

/* Runs the scoreboard over the first `trunk` instructions of the block; then, for tail != NULL, over the instruction of
 * that exit's side path. `waited`: cycles that the access of the last of them took; stretched: it took longer (pa_pipe_settles()). */
void pa_schedule_replay(const struct pa_model *m, const struct states *s, const struct block *b, unsigned trunk, bool side,
                        const struct exit *tail, u64 waited, bool stretched, struct replay *out);

#endif
