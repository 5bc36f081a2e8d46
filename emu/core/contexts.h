/* The calling-context tree of a process: one node for each chain of calls that led into a function, with what was spent in
 * that function itself when it was called so. The shadow stacks (emu/core/calls.h) feed it.
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
    CONTEXTS = 1 << 20, /* nodes of a process, at most: 88 bytes each, and as much for finding them */
    CONTEXT_EDGES = 1 << 22, /* calls between them, of 48 bytes */
};

struct context {
    struct context *parent; /* NULL: a thread began so */
    u64 from, to;           /* the call's address, 0 with parent NULL; the first instruction behind it, 0: nowhere */
    u64 calls;              /* times it was entered */
    u64 cycles, instructions; /* spent in it, calls from it excluded */
    const struct arc *arc;  /* of the call from it that contexts_enter() was asked for last, NULL: none was, */
    struct context *callee; /* and where it led */
    struct context *next;   /* in the order of their making */
    u32 index;              /* for contexts_add(): in the order of their making */
    u32 seen;               /* its place among what slices have shared out + 1 (emu/core/slice_chains.h); 0: none */
};

/* Where a call leads. */
struct context_edge {
    struct context *parent, *child;
    struct arc *arc; /* NULL: the entry is free */
};

/* Of the edges those entered last stand in a table without chains: a large one costs more (Lua's sort, of whose 28,000 edges two in five
 * calls go elsewhere than the last of their arc, finds 19 of 20 here). */
enum { CONTEXT_AGAIN = 1 << 11, CONTEXT_PARENT_SHIFT = 5, CONTEXT_ARC_SHIFT = 4 };

static inline unsigned contexts_again(const struct context *parent, const struct arc *a)
{
    return (unsigned)((uintptr_t)parent >> CONTEXT_PARENT_SHIFT ^ (uintptr_t)a >> CONTEXT_ARC_SHIFT) & (CONTEXT_AGAIN - 1);
}

struct contexts;

/* The tree of this code (struct code), with nothing in it but contexts_nowhere(). Ends pcgram when the host has no memory, as
 * contexts_enter() and contexts_tick() do: the counts of a run must not be lost silently. */
struct contexts *contexts_new(struct code *code);
void contexts_free(struct contexts *t);

/* What the memory of the tree, and of the stacks that feed it, is part of; NULL: nothing. */
struct mem_account *contexts_account(const struct contexts *t);
/* So many of the outer calls of a stack were given up (emu/core/calls.h). */
void contexts_cut(struct contexts *t, u64 calls);

/* The context that the call of arc `a` (of the tree's code) leads into from `parent` (NULL: none is open). */
struct context *contexts_enter(struct contexts *t, struct context *parent, struct arc *a);
static inline struct context *contexts_enter_again(struct contexts *t, struct context *parent, struct arc *a)
{
    return parent->arc == a ? parent->callee : contexts_enter(t, parent, a);
}

/* The table, of CONTEXT_AGAIN entries: it stays where it is. */
const struct context_edge *contexts_entered(const struct contexts *t);

/* Likewise for the call at `from` and the first instruction `to`; the latter alone, if a thread began there. */
struct context *contexts_jump(struct contexts *t, struct context *parent, u64 from, u64 to);

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

/* One more call from `from` to `to`, among the arcs of the tree's code: which one. */
struct arc *contexts_count_arc(struct contexts *t, u64 from, u64 to);

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
