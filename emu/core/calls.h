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
    CALLS_MOST = 1 << 20, /* open calls that are kept, of 32 bytes; then the outer half counts as returned from */
    CALLS_LEAST = 1 << 12, /* as many are kept whatever --mem-limit says */
    CALLS_SEEN = 1 << 12,  /* as far up calls are looked for without end; beyond, CALLS_VAIN in vain are enough */
    CALLS_VAIN = 1 << 27,
    CALLS_TAILS = 1 << 9,   /* of call_stack.tail */
};

/* A call that is made. */
struct call_made {
    u64 back; /* return address, privilege bits cleared */
    struct arc *arc;
    u64 level; /* the caller's, the same for its other calls but for memory it has taken from the stack since */
    u64 cycles, instructions; /* of the thread when the callee begins */
};

/* An open one. */
struct call_frame {
    u64 back; /* of an odd one the cost is not the way's: it is added to `arc` */
    u64 level;
    struct context_edge *edge; /* the way to where the thread is, or was before the next call, by this one and the tail calls behind it */
    struct arc *arc;
};

/* A tail call that was made where that way had led, and which way it went. */
struct call_tail {
    u64 from, to;
    const struct context_edge *edge; /* NULL: the entry is free */
    struct tail_edge *tail;
};

struct call_stack {
    struct call_frame *top;  /* the innermost call, or the bottom, which is none */
    struct call_frame *last; /* where there is room for the last one: that is for calls_push() alone, which notes the time */
    struct call_frame *bottom;
    u64 vain;                /* frames that were looked at for nothing, far up */
    struct contexts *contexts;
    struct call_branches *branches; /* theirs */
    /* The last call, return or tail call that calls_push() and others have noted, or host code whose delay slot may fault: when it was over, and
     * what was on top before. So it is known how to take it back, and, where calls are given up, since when. */
    u64 cycles, instructions;
    const struct call_frame *before; /* NULL: a tail call, */
    struct context_edge *left;       /* from where this led; NULL: that is `from` */
    struct context *from;
    struct context_edge root; /* at the bottom. Its child is where the thread is while no call is open, */
    u64 since, since_instructions; /* and has been since then */
    size_t floor;            /* calls_left() is true below it */
    struct context **begun;  /* where it is to be said in which context the thread began, once that is known; NULL: nowhere */
    u32 begun_at;            /* whose it is (emu/core/slice_chains.h) */
    struct call_tail tail[CALLS_TAILS]; /* those made last that end where a function begins: what they do depends on nothing else */
    struct call_frame first; /* the bottom before the first call */
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

static inline size_t calls_depth(const struct call_stack *s) { return (size_t)(s->top - s->bottom); }
/* The i-th open call, from the outermost, 0, on. */
static inline const struct call_frame *calls_open(const struct call_stack *s, size_t i) { return &s->bottom[i + 1]; }
static inline u64 calls_back(const struct call_frame *f) { return f->back & ~(u64)1; }
static inline struct arc *calls_arc(const struct call_frame *f) { return f->back & 1 ? f->arc : f->edge->arc; }

/* Where the thread is. */
static inline struct context *calls_at(const struct call_stack *s) { return s->top->edge->child; }
/* Where it was before what is noted last. */
static inline const struct context *calls_before(const struct call_stack *s)
{
    return s->before ? s->before->edge->child : s->left ? s->left->child : s->from;
}
/* Where it is at that time: a call or return in whose delay slot it stands has been noted, but is not over. */
static inline const struct context *calls_where(const struct call_stack *s, u64 cycles)
{
    return cycles < s->cycles ? calls_before(s) : calls_at(s);
}

/* The call that made the stack as deep as its floor has returned, or was left by a longjmp. */
static inline bool calls_left(const struct call_stack *s) { return UNLIKELY(calls_depth(s) < s->floor); }

/* Makes room for one more frame, by giving up the outer ones where there are too many; `from` is the pc of the call, which says
 * where the thread began if that is not known. */
void calls_grow(struct call_stack *s, u64 from);

static inline void calls_note(struct call_stack *s, const struct call_frame *before, u64 cycles, u64 instructions)
{
    s->cycles = cycles;
    s->instructions = instructions;
    s->before = before;
}

static inline bool *calls_place(struct call_stack *s, u64 back)
{
    return &s->branches->returned_to[(back >> 2 ^ back >> 14) & (CALLS_PLACES - 1)];
}

static inline unsigned calls_within(u64 from, u64 to) { return (unsigned)(from >> 2 ^ to >> 3) & (CALLS_WITHIN - 1); }

/* Whether a branch is known to be neither a return nor one into another function, as those of a switch to its cases are: it changes
 * nothing, and need not be told. */
static inline bool calls_stay(const struct call_stack *s, u64 from, u64 to)
{
    unsigned i = calls_within(from, to);
    return s->branches->within[i].from == from && s->branches->within[i].to == to;
}
/* From now on a branch to `back` may be a return. */
void calls_await(struct call_stack *s, u64 back);
/* Whether a branch that is no return leads into another function. */
bool calls_leave(struct call_stack *s, u64 from, u64 to);
/* calls_push(), where there is no way for the call: it stays where it is. */
void calls_push_here(struct call_stack *s, const struct call_made *c);

static inline void calls_push(struct call_stack *s, struct call_made c)
{
    if (UNLIKELY(s->top >= s->last)) calls_grow(s, c.arc->from);
    if (UNLIKELY(!*calls_place(s, c.back))) calls_await(s, c.back);
    struct context *at = calls_at(s);
    struct context_edge *e = at->called[c.arc->place];
    if (UNLIKELY(e->arc != c.arc)) e = contexts_enter(s->contexts, at, c.arc);
    if (UNLIKELY(!e)) {
        calls_push_here(s, &c);
        return;
    }
    e->calls++;
    e->cycles -= c.cycles;
    e->instructions -= c.instructions;
    calls_note(s, s->top++, c.cycles, c.instructions);
    s->top->back = c.back;
    s->top->level = c.level;
    s->top->edge = e;
}

/* The call of frame f is over at that time, or begins; f stays. */
static inline void calls_end(const struct call_frame *f, u64 cycles, u64 instructions)
{
    f->edge->cycles += cycles;
    f->edge->instructions += instructions;
    if (LIKELY(!(f->back & 1))) return;
    f->arc->cycles += cycles;
    f->arc->instructions += instructions;
}
static inline void calls_begin_at(const struct call_frame *f, u64 cycles, u64 instructions) { calls_end(f, 0 - cycles, 0 - instructions); }

static inline void calls_pop(struct call_stack *s, u64 cycles, u64 instructions)
{
    calls_end(s->top, cycles, instructions);
    calls_note(s, s->top--, cycles, instructions);
}

/* If what was noted last was noted at that time: it is over so many cycles later, which its instruction has waited (Itanium's br.ret waits for the registers of
 * the frame that it returns to). */
void calls_later(struct call_stack *s, u64 at, u64 cycles);

/* A branch to `target` that is a return if a call with this return address is open; false if none is. */
bool calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions);
/* A branch that is neither a call nor a return: a tail call or a longjmp if it leads into another function. `level` is that
 * which calls from `to` would have. */
void calls_jump(struct call_stack *s, u64 from, u64 to, u64 level, u64 cycles, u64 instructions);
/* Does the same at once if it is a tail call such as there was one before; else does nothing. */
bool calls_tail_again(struct call_stack *s, u64 from, u64 to, u64 cycles, u64 instructions);
/* Counts a tail call of the function at `to`, where the thread is now: for the call that the jumping function answers, or if
 * none is open for the jump at `from`. */
void calls_count_tail(struct call_stack *s, u64 from, u64 to);
/* The kernel calls the function of c.arc->to, a signal's trampoline or handler, in the place of the instruction of c.arc->from. */
void calls_signal(struct call_stack *s, struct call_made c);
/* All open calls end now. */
void calls_close(struct call_stack *s, u64 cycles, u64 instructions);
/* The open calls have cost what they have at that time, until calls_resume(): in between contexts_gather() may be called. What is noted counts as over
 * at that time. */
void calls_halt(struct call_stack *s, u64 cycles, u64 instructions);
void calls_resume(struct call_stack *s, u64 cycles, u64 instructions);
/* calls_halt() where the counts are collected. */
void calls_collect_open(struct call_stack *s, u64 cycles, u64 instructions);

#endif
