/* From the operations of a block to the primitives of host code (host.h): what all instruction sets share of it. An instruction set itself says
 * what each of its operations is (isa/parisc/exec/lower.c, isa/ia64/exec/lower.c). */
#ifndef PCGRAM_HOST_LOWERING_H
#define PCGRAM_HOST_LOWERING_H

#include <stddef.h>

#include "emu/core/block.h"
#include "emu/core/engine.h"
#include "emu/host/host.h"

struct lowering;

/* What is known of each operation of a block while its code is made. */
struct outline {
    bool head[BLOCK_UOPS]; /* handlers lead here, from wherever: code is entered, and registers mirror nothing */
    bool back[BLOCK_UOPS]; /* the handler of the operation before may lead here: code is entered, too, but what was found out still holds */
    bool back_in_code[BLOCK_UOPS]; /* slow and cold paths lead here: the host's flags may be others */
    bool made[BLOCK_UOPS];     /* it has code */
    uop_fn *begin[BLOCK_UOPS]; /* where its code is entered; NULL: the operation keeps its handler */
    host_slow_path *slow_path[BLOCK_UOPS]; /* called at its label HOST_SLOW_PATHS; behind it code goes on */
    u8 behind[BLOCK_UOPS];     /* so many uops behind the operation */
    u16 pending[BLOCK_UOPS];   /* deferred additions up to there (struct lowering) */
    i16 last[BLOCK_UOPS + 1];  /* the word of the state that holds the last result before it, or -1 */
    void (*cold_path[BLOCK_UOPS])(struct lowering *l); /* makes what stands at its label HOST_WITHIN, behind the code of all operations */
};

/* The block whose code is being made, and the operation under way. */
struct lowering {
    struct host_emission *e;
    struct outline *o;
    struct cpu *c;
    const struct engine *engine; /* c's */
    const struct block *b;
    const struct uop *u;
    unsigned i;    /* its number in the block */
    unsigned kind; /* as the instruction set numbers its operations */
    u8 x, y;       /* of its row (struct host_row) */
    struct {
        u8 of, rest; /* the word is a multiple of `of` (a power of two; 0: nothing is known), and `rest` */
    } aligned[HOST_WORDS]; /* what the instruction set has found out of the state's words on the way here; forgotten where ways meet */
    unsigned known; /* likewise bits of the instruction set's, for what else it has found out */
    unsigned pending; /* deferred additions up to here (struct host_layout) */
    bool falls;    /* its code goes on to that of the next operation; before its function is called: it has one uop, and does not end the block */
};

/* An operation that is left to its handler may branch to so many others of the block, at most. */
enum { HOST_WAYS = 2 };

/* What a kind of operation is in primitives: a function that makes them, or makes nothing and returns false; then, and where it is NULL, the
 * operation is left to its handler. x and y tell apart kinds that have a function in common; what they are is said at each function, LOWER(name) in
 * isa/parisc/exec/lower.c and so on, and rows stand in uop.def beside it, as HOST(kind, name, x, y). */
struct host_row {
    bool (*lower)(struct lowering *l);
    u8 x, y;
};

/* What an instruction set says of itself. */
struct host_isa {
    struct host_layout layout;
    size_t engine; /* bytes from the beginning of a processor's state to its struct engine */
    const struct host_row *row; /* by kind */
    /* The uop is a second half, and belongs to the operation before it. */
    bool (*is_half)(unsigned kind);
    /* Whether the handler of operation i may go on behind it. The operations to[0] to to[*ways - 1] are where else it may go on in the block. */
    bool (*goes_on)(const struct block *b, unsigned i, unsigned to[HOST_WAYS], unsigned *ways);
    /* The word of the state that holds the last result behind operation i, if before it `last` holds that; -1: none does. NULL: handlers are given no
     * last results. */
    int (*last)(const struct block *b, unsigned i, int last);
};

/* Block b has been entered often enough, as its first handler has counted. Returns the handler to go on with: its code, if it gets some now, or its
 * own. g is the processor's engine. */
uop_fn *host_enough(const struct host_isa *isa, struct engine *g, struct block *b);

/* For the handler that host_watch() has set, of u, the first uop of a block: counts that the block is entered. Returns the handler to go on with. */
static inline uop_fn *host_entered(const struct host_isa *isa, struct engine *g, struct uop *u)
{
    struct block *b = block_of(u);
    return LIKELY(++b->entered < b->enough) ? b->first : host_enough(isa, g, b);
}

/* Block b of g's code has just been made: if host code is made at all, its first handler becomes `watch`, which calls host_entered(). */
void host_watch(const struct engine *g, struct block *b, uop_fn *watch);

/* The host has faulted: if it was in code, the operation whose access it was becomes the one under way (g->at), as handlers set it themselves. */
void host_mark(struct engine *g, const struct fault_guard *f);

/* The process ends, or starts another program: gives back all of its code, which is run no more. */
void host_release_all(const struct process *p);

/* --- for functions of rows (struct host_row) ---------------------------------------------------------------------------------- */

/* Where the operation's handler does it from its beginning, for what is out of the ordinary: nothing of the operation may have been done. */
static inline host_label by_handler(const struct lowering *l) { return (host_label)(HOST_HANDLERS + l->i); }

/* A place within the code of the operation, for host_bind(). */
static inline host_label within(const struct lowering *l) { return (host_label)(HOST_WITHIN + l->i); }

/* Where its cold path stands, for what is rare: primitives that `make` makes behind the code of all operations, where they are not in the way. */
static inline host_label by_cold_path(const struct lowering *l, void (*make)(struct lowering *l))
{
    l->o->cold_path[l->i] = make;
    return within(l);
}

/* Where its slow path is called: a function that does what is out of the ordinary, or what is left to be done. Then code goes on so many uops
 * further, behind the operation, unless the function returns another uop. */
static inline host_label by_slow_path(const struct lowering *l, host_slow_path *function, unsigned uops)
{
    l->o->slow_path[l->i] = function;
    l->o->behind[l->i] = (u8)uops;
    l->o->back_in_code[l->i + uops] = true;
    return (host_label)(HOST_SLOW_PATHS + l->i);
}

/* The distance from the block's operations, where code finds the block, to something in it. */
static inline i32 in_block(const struct lowering *l, const void *p) { return (i32)((const u8 *)p - (const u8 *)l->b->uop); }

/* Operation i is reached from the one before it only. */
static inline bool comes_behind(const struct lowering *l, unsigned i)
{
    const struct outline *o = l->o;
    return !o->head[i] && !o->back[i] && !o->back_in_code[i] && !l->e->label[i].uses;
}

/* The exit of the operation. */
static inline const struct exit *exit_of(const struct lowering *l) { return (const struct exit *)((const u8 *)l->u + l->u->imm); }

/* The place in the state of a field of struct engine, in bytes. */
#define ENGINE_OF(l, field) ((unsigned)((const u8 *)(l)->engine - (const u8 *)(l)->c) + (unsigned)offsetof(struct engine, field))

/* The budget that is left when a path of that cost is paid for. If the costliest path of the block that follows, whose cost is at n + most, does not
 * fit into that, the handler does all of the operation. */
host_value fitting_budget(struct lowering *l, unsigned cost, host_value n, i32 most);

/* Code notes accesses for the collector of --data (emu/core/data.h) beyond the state's pointer to the next note, and does not move that for each
 * (struct host_emission's `ahead`), but where the block is left, where handlers or functions that note something themselves are called, and where
 * code is entered: so `mix` of the bench, which notes most, takes 0.95 of the time (PA-RISC, the emulating thread alone). */

/* To the label unless there is room for so many words, one less than a power of two, from the pointer on. Where code is ahead that was looked at when
 * the pointer was moved last. */
void unless_room(struct lowering *l, unsigned words, host_label full);
void tell_access(struct lowering *l, host_value address, u32 site);
void tell_wide_access(struct lowering *l, host_value address, u32 site, u32 place);
/* Moves the pointer to where code is: in an operation that notes otherwise, or calls functions that do, before anything else of it. */
void settle_notes(struct lowering *l);

/* Passes exit x, as exit_pass() does it, but for the slots of a timing model: so many instructions were nullified on the way, and so much of the
 * budget is left. */
void pass_exit(struct lowering *l, const struct exit *x, unsigned nullified, host_value budget);

/* Goes on in block n, which is known for good: when n is dropped it fits into no budget any more, and the handler looks for what follows.
 * `entered` is host_go()'s; where a block goes on in itself nothing is left there. */
void go_into(struct lowering *l, const struct block *n, unsigned entered);

/* Leaves an indirect call to its handler while exit x, which stands for its last target, leads nowhere yet. */
void unless_known(struct lowering *l, const struct exit *x);

/* Passes exit x and goes on where it leads, if the block that follows fits into the budget. */
bool lower_exit(struct lowering *l, const struct exit *x, unsigned cost, unsigned nullified);

enum { FIRST_UOP = offsetof(struct block, uop), MOST_COST = offsetof(struct block, max_cost) };

#endif
