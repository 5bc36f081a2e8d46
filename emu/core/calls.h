/* The shadow stack: which calls are open, and since when. It gives each arc its inclusive cost.
 *
 * A call is a branch that writes a return address; a return is an indirect branch, of a kind that each instruction set
 * knows, that leads to the return address of an open call. Calls above that one are closed with it (longjmp), and a branch
 * that leads to none changes nothing (a jump through a table, a tail call). */
#ifndef PCGRAM_CORE_CALLS_H
#define PCGRAM_CORE_CALLS_H

#include "emu/core/code.h"

struct call_frame {
    u64 back; /* return address, privilege bits cleared */
    struct arc *arc;
    u64 cycles, instructions; /* of the thread when the callee began */
};

struct call_stack {
    struct call_frame *frame;
    size_t depth, room;
};

struct call_stack *calls_new(void);
/* The same calls open in another process, from its time 0 on: the costs go to the arcs of its own code. */
struct call_stack *calls_copy(const struct call_stack *from, struct code *code);
void calls_free(struct call_stack *s);

/* Makes room for one more frame. */
void calls_grow(struct call_stack *s);

static inline void calls_push(struct call_stack *s, struct call_frame f)
{
    if (UNLIKELY(s->depth == s->room)) calls_grow(s);
    s->frame[s->depth++] = f;
}

static inline void calls_pop(struct call_stack *s, u64 cycles, u64 instructions)
{
    const struct call_frame *f = &s->frame[--s->depth];
    f->arc->cycles += cycles - f->cycles;
    f->arc->instructions += instructions - f->instructions;
}

/* A branch to `target`, which is not the return address of the last call, at the given times. */
void calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions);
/* All open calls end now. */
void calls_close(struct call_stack *s, u64 cycles, u64 instructions);
/* Adds what the open calls have cost so far. */
void calls_collect_open(const struct call_stack *s, u64 cycles, u64 instructions, struct counters *out);

#endif
