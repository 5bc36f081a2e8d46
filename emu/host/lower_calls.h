/* The shadow stack (emu/core/calls.h) in the primitives of host code: the same for all instruction sets. A call that leads where the last one
 * of its arc did, and a return from the innermost call, are done there: nearly all are. The rest is left to the operation's handler, before
 * anything is done. */
#ifndef PCGRAM_HOST_LOWER_CALLS_H
#define PCGRAM_HOST_LOWER_CALLS_H

#include "emu/host/lowering.h"

/* The branch that the operation under way tells of. */
struct lower_branch {
    u64 pc;
    u64 back;            /* of a call: the return address */
    unsigned uops;       /* of the operation */
    host_function *told; /* what its handler does */
    host_function *tell; /* what it does besides, when code has done the rest: the collector of --data is told; NULL: nothing */
    /* When it is over: so many cycles and instructions behind the beginning of the block, with those nullified on the way. */
    u32 cycles;
    i32 instructions;
    bool slots;          /* the cycles say nothing of the instructions: those before the block are those issued */
    host_value (*target)(struct lowering *l); /* of an indirect one: where it leads */
    host_value (*level)(struct lowering *l);  /* of a call: struct call_frame */
};

/* The function does what there is to do: what is more than is worth so many copies. */
bool lower_told(struct lowering *l, const struct lower_branch *b);
/* calls_push(), where the arc led last from where the thread is. */
bool lower_push(struct lowering *l, const struct lower_branch *b, host_value arc);
/* The same by the arc of the last target, if the call leads there. */
bool lower_push_indirect(struct lowering *l, const struct lower_branch *b);
/* calls_pop(), if the innermost call awaits a return to there. */
bool lower_pop(struct lowering *l, const struct lower_branch *b);
/* An indirect branch that may be a return, and one that is none. */
bool lower_return(struct lowering *l, const struct lower_branch *b);
bool lower_jump(struct lowering *l, const struct lower_branch *b);

#endif
