/* The shadow stack: which calls are open, and since when. It gives each arc its inclusive cost.
 *
 * A call is a branch that writes a return address; a return is an indirect branch, of a kind that each instruction set
 * knows, that leads to the return address of an open call. Calls above that one are closed with it (longjmp), and a branch
 * that leads to none closes nothing. One that leads into another function is a tail call: the chain of calls then ends in
 * that function (emu/core/contexts.h), and the cost stays with the arc of the first; how often is counted for the arc from
 * the call to the function jumped to, if it is entered where it begins. But one into the middle of a function that is open
 * is a longjmp or an exception's landing, and closes what is above. Which of a function's open calls
 * it lands in is told by the level: an address that grows with each call, of the stack pointer or of the register stack. */
#ifndef PCGRAM_CORE_CALLS_H
#define PCGRAM_CORE_CALLS_H

#include "emu/core/code.h"
#include "emu/core/contexts.h"

enum {
    CALLS_MOST = 1 << 20, /* open calls that are kept, of 48 bytes; then the outer half counts as returned from */
    CALLS_LEAST = 1 << 12, /* as many are kept whatever --mem-limit says */
    CALLS_SEEN = 1 << 12,  /* as far up calls are looked for without end; beyond, CALLS_VAIN in vain are enough */
    CALLS_VAIN = 1 << 27,
    CALLS_PLACES = 1 << 12, /* of call_stack.returned_to */
    CALLS_WITHIN = 1 << 8,  /* of call_stack.within */
    CALLS_TAILS = 1 << 9,   /* of call_stack.tail */
};

struct call_frame {
    u64 back; /* return address, privilege bits cleared */
    struct arc *arc;
    u64 cycles, instructions; /* of the thread when the callee began */
    u64 level;                /* the caller's, the same for its other calls but for memory it has taken from the stack since */
    struct context *caller;   /* set by calls_push() */
};

/* A tail call that was made, from a call of that arc by that context, and what it led to. */
struct call_tail {
    u64 from, to;
    const struct arc *arc; /* NULL: the entry is free */
    const struct context *caller;
    struct context *callee;
    struct arc *counted;
};

struct call_stack {
    struct call_frame *frame;
    size_t depth, room;
    u64 vain;                /* frames that were looked at for nothing, far up */
    struct contexts *contexts;
    struct context *at;      /* where the thread is */
    struct context *charged; /* what was charged last */
    u64 cycles, instructions; /* of the thread when that was */
    size_t floor;            /* calls_left() is true below it */
    struct context **begun;  /* where it is to be said in which context the thread began, once that is known; NULL: nowhere */
    u32 begun_at;            /* whose it is (emu/core/slice_chains.h) */
    bool returned_to[CALLS_PLACES]; /* by a hash of return addresses: whether a call with such a one was ever open */
    struct { u64 from, to; } within[CALLS_WITHIN]; /* branches that stay in a function, of those looked at last; none to a returned_to */
    struct call_tail tail[CALLS_TAILS]; /* those made last that end where a function begins: what they do depends on nothing else */
};

/* No calls, at time 0 of a thread that runs this code. */
struct call_stack *calls_new(struct code *code);
/* Those of a new thread that runs this code, its processor a copy of that of `from` (NULL: of none's). The child of a fork is
 * in the same calls as its parent, a thread in none: it starts on a stack of its own, as does what runs another program from
 * now on. NULL: the run keeps no stacks. */
struct call_stack *calls_begin(const struct thread *t, const struct thread *from, struct code *code);
/* The same calls open in another process, from its time 0 on: the costs go to the arcs of its own code. */
struct call_stack *calls_copy(const struct call_stack *from, struct code *code);
/* The same calls open in other code of the same process, from now on: those of *s end, and it is freed. */
struct call_stack *calls_move(struct call_stack *s, struct code *code, u64 cycles, u64 instructions);
void calls_free(struct call_stack *s);

/* Where the thread is at that time: a call or return in whose delay slot it stands has been noted, but is not over. */
static inline const struct context *calls_where(const struct call_stack *s, u64 cycles)
{
    return cycles < s->cycles ? s->charged : s->at;
}

/* The call that made the stack as deep as its floor has returned, or was left by a longjmp. */
static inline bool calls_left(const struct call_stack *s) { return UNLIKELY(s->depth < s->floor); }

/* Makes room for one more frame, by giving up the outer ones where there are too many; `from` is the pc of the call, which says
 * where the thread began if that is not known. */
void calls_grow(struct call_stack *s, u64 from);

/* Where the thread is has cost what has passed since this was said last. */
static inline void calls_charge(struct call_stack *s, u64 cycles, u64 instructions)
{
    s->at->cycles += cycles - s->cycles;
    s->at->instructions += instructions - s->instructions;
    s->charged = s->at;
    s->cycles = cycles;
    s->instructions = instructions;
}

static inline bool *calls_place(struct call_stack *s, u64 back)
{
    return &s->returned_to[(back >> 2 ^ back >> 14) & (CALLS_PLACES - 1)];
}

static inline unsigned calls_within(u64 from, u64 to) { return (unsigned)(from >> 2 ^ to >> 3) & (CALLS_WITHIN - 1); }

/* Whether a branch is known to be neither a return nor one into another function, as those of a switch to its cases are: it changes
 * nothing, and need not be told. */
static inline bool calls_stay(const struct call_stack *s, u64 from, u64 to)
{
    unsigned i = calls_within(from, to);
    return s->within[i].from == from && s->within[i].to == to;
}
/* From now on a branch to `back` may be a return. */
void calls_await(struct call_stack *s, u64 back);
/* Whether a branch that is no return leads into another function. */
bool calls_leave(struct call_stack *s, u64 from, u64 to);

static inline void calls_push(struct call_stack *s, struct call_frame f)
{
    if (UNLIKELY(s->depth == s->room)) calls_grow(s, f.arc->from);
    calls_charge(s, f.cycles, f.instructions);
    f.caller = s->at;
    if (UNLIKELY(!*calls_place(s, f.back))) calls_await(s, f.back);
    s->at = LIKELY(f.arc->caller == s->at) ? f.arc->callee : contexts_enter_again(s->contexts, s->at, f.arc);
    s->at->calls++;
    s->frame[s->depth++] = f;
}

static inline void calls_pop(struct call_stack *s, u64 cycles, u64 instructions)
{
    const struct call_frame *f = &s->frame[--s->depth];
    f->arc->cycles += cycles - f->cycles;
    f->arc->instructions += instructions - f->instructions;
    calls_charge(s, cycles, instructions);
    s->at = f->caller;
}

/* A branch to `target` that is a return if a call with this return address is open; false if none is. */
bool calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions);
/* A branch that is neither a call nor a return: a tail call or a longjmp if it leads into another function. `level` is that
 * which calls from `to` would have. */
void calls_jump(struct call_stack *s, u64 from, u64 to, u64 level, u64 cycles, u64 instructions);
/* Does the same at once if it is a tail call such as there was one before; else does nothing. */
bool calls_tail_again(struct call_stack *s, u64 from, u64 to, u64 cycles, u64 instructions);
/* Counts a tail call of the function at `to`, where the thread is now: for the call that the jumping function answers, or if
 * none is open for the jump at `from`. The arc it is counted at. */
struct arc *calls_count_tail(struct call_stack *s, u64 from, u64 to);
/* The kernel calls the function of f.arc->to, a signal's trampoline or handler, in the place of the instruction of f.arc->from. */
void calls_signal(struct call_stack *s, struct call_frame f);
/* All open calls end now. */
void calls_close(struct call_stack *s, u64 cycles, u64 instructions);
/* Adds what the open calls have cost so far to *out; before code_collect(), which adds the rest. */
void calls_collect_open(struct call_stack *s, u64 cycles, u64 instructions, struct counters *out);

#endif
