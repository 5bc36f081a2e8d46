/* The last instructions before a position, as they were when they were run again: their registers, and the memory that they
 * overwrote. A debugger shows any of them without running the guest again; whoever wants to go on from there, or to change
 * something, has it run again after all. */
#ifndef PCGRAM_DEBUG_PAST_H
#define PCGRAM_DEBUG_PAST_H

#include "emu/core/debug.h"

enum { PAST_STEPS = 4096 };

struct past {
    const struct thread *thread; /* whose instructions they are: the others stand still meanwhile */
    u64 turns;                   /* os_turns() then: they are of one turn, so nobody else has changed anything */
    size_t steps, at;            /* how many there are, and which one is shown; at == steps: the guest itself */
    struct past_step *step;      /* owned; NULL until there is one */
    u8 *registers;               /* of each step, in the view's order; owned */
    size_t size;                 /* of those of one step, in bytes */
};

static inline bool past_shown(const struct past *p) { return p->at < p->steps; }

void past_clear(struct past *p);
void past_free(struct past *p);

/* An instruction of the thread is about to be executed: its position, os_turns(), and whether a step may end before it. The
 * oldest ones make room for it, all of them go when they are of another turn. Without host memory it is not kept. */
void past_add(struct past *p, const struct thread *t, u64 position, u64 turns, bool ends);
/* Shows the last instruction before the one that is shown at which a step may end. False: there is none. */
bool past_back(struct past *p);
u64 past_position(const struct past *p);

/* As struct debug_view's, of what is shown. */
void past_get(const struct past *p, const struct thread *t, unsigned r, u8 *out);
int past_peek(const struct past *p, const struct thread *t, u64 address, void *to, size_t n);

#endif
