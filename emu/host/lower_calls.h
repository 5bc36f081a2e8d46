/* The shadow stack (emu/core/calls.h) in the primitives of host code: the same for all instruction sets. Code does calls and tail calls that go a
 * way they went before, as far as that is quickly found, and returns from the innermost call: nearly all are such. The rest is left to the
 * operation's handler, before anything is done. */
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
    host_slow_path *tells; /* then: the same as a slow path */
    /* When it is over: so many cycles and instructions behind the beginning of the block, with those nullified on the way. */
    u32 cycles;
    i32 instructions;
    bool slot_faults;    /* what stands between here and then may fault: it is noted how to take back what has been done */
    bool slots;          /* the cycles say nothing of the instructions: those before the block are those issued */
    host_value (*target)(struct lowering *l); /* where it leads: of all but direct calls */
    host_value (*level)(struct lowering *l);  /* of a call: struct call_frame */
};

/* The function does what there is to do: what is more than is worth so many copies. */
bool lower_told(struct lowering *l, const struct lower_branch *b);
/* calls_push(), where the arc's way from where the thread is is at hand. */
bool lower_push(struct lowering *l, const struct lower_branch *b, const struct arc *arc);
/* The same by the arc of the last target, if the call leads there. */
bool lower_push_indirect(struct lowering *l, const struct lower_branch *b);
/* A branch that leads into another function, as a tail call did before; to where target() says. */
bool lower_tail(struct lowering *l, const struct lower_branch *b);
/* An indirect branch that may be a return, and one that is none. */
bool lower_return(struct lowering *l, const struct lower_branch *b);
bool lower_jump(struct lowering *l, const struct lower_branch *b);

#endif
