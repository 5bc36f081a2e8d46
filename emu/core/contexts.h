/* The calling-context tree of a process: one node for each chain of calls that led into a function, with what was spent in
 * that function itself when it was called so. The shadow stacks (emu/core/calls.h) feed it, by the ways between the nodes.
 *
 * Recursion is kept as it happened, up to CONTEXT_RECURSION nodes a call site; beyond, a recursive call counts for the
 * nearest open call of the same function. So is any call that would be one node too many for CONTEXTS; one of a function
 * that is not open then counts for its caller, as does one that would be one too many for CONTEXT_EDGES. Both are shared by the
 * trees of a process, where each thread has its own. --mem-limit may make them fewer. Costs are exact either way: what is folded
 * is where they are hung up. */
#ifndef PCGRAM_CORE_CONTEXTS_H
#define PCGRAM_CORE_CONTEXTS_H

#include "emu/core/counters.h"

struct arc;
struct code;
struct mem_account;

enum {
    CONTEXT_RECURSION = 256,
    CONTEXTS = 1 << 20, /* nodes of a process, at most: 128 bytes each */
    CONTEXT_EDGES = 1 << 22, /* ways between them: 64 bytes each, and 16 for finding them */
    CONTEXT_CALLED = 8,      /* of struct context */
};

struct context {
    /* By struct arc, place: which way the call went last whose arc has it; never NULL. A line of the host's cache: all that a call touches of a context. */
    struct context_edge *called[CONTEXT_CALLED];
    struct context *parent; /* NULL: a thread began so */
    u64 from, to;           /* the call's address, 0 with parent NULL; the first instruction behind it, 0: nowhere */
    /* What the ways into it and out of it do not have yet (contexts_gather()): */
    u64 calls;              /* times it was entered */
    u64 cycles, instructions; /* spent in it, calls from it excluded */
    u32 index;              /* for contexts_add(): in the order of their making */
    u32 seen;               /* its place among what slices have shared out + 1 (emu/core/slice_chains.h); 0: none */
};

/* A way from one context into another. While calls are open that took it, the time of their beginning is taken off its cost: so a call and its return
 * touch nothing but this, and what was spent in a context itself is what the ways into it have cost less those out of it. */
struct context_edge {
    struct context *parent, *child;
    struct arc *arc; /* whose cost it is; NULL: no arc's */
    u64 calls;       /* of this way: times the child was entered */
    u64 cycles, instructions;
    struct tail_edge *tail; /* where the tail call at tail_from led last that ended in the child; never NULL */
    u64 tail_from;
};

/* A way by a tail call: the cost is that of the call that the jumping function answers. */
struct tail_edge {
    struct context_edge edge;
    u64 to;
    struct arc *counted; /* the arc at which such tail calls are counted; NULL: at none */
};

/* Of the ways those entered last stand in a table without chains: a large one costs more (Lua's sort, of whose 28,000 ways one in fifteen calls
 * takes another one than `called` has, finds most of these here). */
enum { CONTEXT_AGAIN = 1 << 11, CONTEXT_PARENT_SHIFT = 7, CONTEXT_ARC_SHIFT = 4 };

static inline unsigned contexts_again(const struct context *parent, const struct arc *a)
{
    return (unsigned)((uintptr_t)parent >> CONTEXT_PARENT_SHIFT ^ (uintptr_t)a >> CONTEXT_ARC_SHIFT) & (CONTEXT_AGAIN - 1);
}

/* What is known of branches that are no calls, for all stacks that feed a tree. */
enum { CALLS_PLACES = 1 << 12, CALLS_WITHIN = 1 << 8 };

struct call_branches {
    bool returned_to[CALLS_PLACES]; /* by a hash of return addresses: whether a call with such a one was ever open */
    struct { u64 from, to; } within[CALLS_WITHIN]; /* branches that stay in a function, of those looked at last; none to a returned_to */
};

struct contexts;

/* The tree of this code (struct code), with nothing in it but contexts_nowhere(). Ends pcgram when the host has no memory, as
 * contexts_enter() and contexts_tick() do: the counts of a run must not be lost silently. */
struct contexts *contexts_new(struct code *code);
void contexts_free(struct contexts *t);

/* What the memory of the tree, and of the stacks that feed it, is part of; NULL: nothing. */
struct mem_account *contexts_account(const struct contexts *t);
/* So many of the outer calls of a stack were given up (emu/core/calls.h). */
void contexts_cut(struct contexts *t, u64 calls);

/* The way that the call of arc `a` (of the tree's code) goes from `parent` (NULL: none is open); NULL: there are too many, and it
 * stays where it is. */
struct context_edge *contexts_enter(struct contexts *t, struct context *parent, struct arc *a);
/* The same if it has been asked for before; NULL: it has not. */
struct context_edge *contexts_entered(const struct contexts *t, const struct context *parent, const struct arc *a);
/* The table, of CONTEXT_AGAIN entries: it stays where it is. */
struct context_edge *const *contexts_table(const struct contexts *t);
/* A way that contexts_enter() does not ask for: the cost of `arc`, counted at `counted`. NULL: there are too many; of no arc's there never are. */
struct tail_edge *contexts_link(struct contexts *t, struct context *parent, struct context *child, struct arc *arc, struct arc *counted);
/* That no tail call is known. */
struct tail_edge *contexts_no_tail(struct contexts *t);
struct call_branches *contexts_branches(struct contexts *t);

/* The context that contexts_enter() leads into, by the call at `from` and the first instruction `to`; the latter alone, if a thread began there. */
struct context *contexts_jump(struct contexts *t, struct context *parent, u64 from, u64 to);

/* What its ways have counted becomes that of the contexts and arcs: no calls may be open, or only such as have cost all that they have
 * (calls_halt()). contexts_look() and contexts_add() do it themselves. */
void contexts_gather(struct contexts *t);

/* Where a thread is before it is known in which function it began. */
struct context *contexts_nowhere(struct contexts *t);

/* A tick found the pc in this context. */
void contexts_tick(struct contexts *t, const struct context *at, u64 pc);

/* The function that holds the pc, as far as the machine knows functions (struct machine, function_of); 0: none is known. */
u64 contexts_function(struct contexts *t, u64 pc);
/* Whether `from` and `to` lie in different ones. */
bool contexts_cross(struct contexts *t, u64 from, u64 to);

/* Of contexts_function(), whose functions begin at even addresses: an odd one is of code in which no function is known, and with
 * both of these bits of code that is none: it passes calls on (the linker's stubs), and awaits no return where it calls itself. */
enum { FUNCTION_UNKNOWN = 1, FUNCTION_PASSES_ON = 3 };
bool contexts_passes_on(struct contexts *t, u64 pc);

/* Whether a function begins at the pc, or none is known there. */
bool contexts_begins(struct contexts *t, u64 pc);

/* The arc from `from` to `to` of the tree's code. */
struct arc *contexts_arc(struct contexts *t, u64 from, u64 to);

/* Puts a list in which each context stands behind its parent in the order that it is handed over in: depth first, siblings
 * by (from, to). Equal ones are added up. Returns how many are left; to[i] is where the i-th went. */
size_t contexts_settle(struct context_count *list, size_t count, u32 *to);

/* Hands over each context, and each place at which ticks were counted since the last call. */
void contexts_look(struct contexts *t, void (*context)(void *ctx, struct context *c),
                   void (*tick)(void *ctx, struct context *at, u64 pc, u64 ticks), void *ctx);
/* Adds the tree and its ticks behind those that are in *out, in the order of their making: not settled. */
void contexts_add(struct contexts *t, struct counters *out);
/* Settles the contexts of *out and those of its ticks, to[i] as above; so entry 0 is contexts_nowhere(). */
void contexts_settle_all(struct counters *out, u32 *to);

#endif
