/* From the operations of a block to the primitives of host code: what all instruction sets share of it. What each operation is, an
 * instruction set says itself (isa/parisc/exec/lower.c, isa/ia64/exec/lower.c). */
#ifndef PCGRAM_HOST_LOWERING_H
#define PCGRAM_HOST_LOWERING_H

#include <stddef.h>

#include "emu/core/block.h"
#include "emu/core/engine.h"
#include "emu/host/host.h"

/* Labels: where an operation calls its slow path; places within the code of one. */
enum { SLOW_PATHS = 2 * HOST_OPERATIONS, WITHIN = 3 * HOST_OPERATIONS, AGAIN = 4 * HOST_OPERATIONS };

struct lowering;

/* Of the operations of a block. */
struct outline {
    bool head[BLOCK_UOPS]; /* handlers lead here, from wherever: code is entered, and registers mirror nothing */
    bool back[BLOCK_UOPS]; /* the handler of the operation before leads here when its slow path changed nothing: code is entered, too, but what was known still holds */
    bool back_in_code[BLOCK_UOPS]; /* slow and cold paths lead here: what was known still holds, but for the host's flags */
    bool made[BLOCK_UOPS]; /* there is code */
    uop_fn *begin[BLOCK_UOPS]; /* where it is entered; NULL: the operation keeps its handler */
    host_slow_path *slow_path[BLOCK_UOPS]; /* called at the label SLOW_PATHS + its number; then code goes on */
    u8 behind[BLOCK_UOPS];     /* so many uops further */
    u16 pending[BLOCK_UOPS];   /* the instruction set's, of struct lowering, before each */
    i16 last[BLOCK_UOPS + 1];  /* the word of the state that holds the last result before each, or -1 */
    void (*cold_path[BLOCK_UOPS])(struct lowering *l); /* makes what stands at the label WITHIN + its number, behind all operations */
};

/* The block under way, and in it the operation. */
struct lowering {
    struct host_emission *e;
    struct outline *o;
    struct cpu *c;
    const struct engine *engine; /* c's */
    const struct block *b;
    const struct uop *u;
    unsigned i;    /* its number */
    unsigned kind; /* as the instruction set numbers its operations */
    u8 x, y;       /* what its row says beside the function */
    struct {
        u8 of, rest; /* a word is known to be a multiple of `of` (a power of two; 0: nothing is known), and `rest` */
    } aligned[HOST_WORDS]; /* the state's words, where the instruction set says so: forgotten where ways meet */
    unsigned known; /* likewise of the rest of the state: the instruction set's */
    unsigned pending; /* deferred additions up to the operation (struct host_layout) */
    bool falls;    /* its code goes on to that of the next operation: false if it always branches, as those of several uops do unless they say so */
};

/* Where an operation may go on that is left to its handler, by a branch: at most so many numbers of operations. */
enum { HOST_WAYS = 2 };

/* What a kind of operation is in primitives: a function, with numbers for it. NULL, or false, and then it has made nothing: the operation is
 * left to its handler. */
struct host_row {
    bool (*lower)(struct lowering *l);
    u8 x, y;
};

/* What an instruction set says. */
struct host_isa {
    struct host_layout layout;
    size_t engine; /* bytes from the beginning of a processor's state to its struct engine */
    const struct host_row *row; /* by kind */
    /* The uop is a second half, and belongs to the operation before it. */
    bool (*is_half)(unsigned kind);
    /* Behind the operation the block may go on; to[0] to to[*ways - 1]: elsewhere, too. */
    bool (*goes_on)(const struct block *b, unsigned i, unsigned to[HOST_WAYS], unsigned *ways);
    /* The word of the state that holds the last result behind the operation i, if it is in `last` before; -1: none. NULL: handlers are
     * given none. */
    int (*last)(const struct block *b, unsigned i, int last);
};

/* Block b, whose first handler counts, has been entered often enough. The handler to go on with: its code, if it gets some now, or its own. g is the
 * processor's engine. */
uop_fn *host_enough(const struct host_isa *isa, struct engine *g, struct block *b);

/* Counts that the block of uop u, its first, whose handler this is called from, is entered. The handler to go on with. */
static inline uop_fn *host_entered(const struct host_isa *isa, struct engine *g, struct uop *u)
{
    struct block *b = block_of(u);
    return LIKELY(++b->entered < b->enough) ? b->first : host_enough(isa, g, b);
}

/* Block b of g's code, just made, is to get host code, if there is to be any: its first handler becomes `watch`, which calls host_entered(). */
void host_watch(const struct engine *g, struct block *b, uop_fn *watch);

/* The host has faulted: in code, the operation whose access it was is the one under way, as handlers say themselves. */
void host_mark(struct engine *g, const struct fault_guard *f);

/* The process ends, or its program does: none of its code is run any more. */
void host_release_all(const struct process *p);

/* --- for what an instruction set makes of its operations ------------------------------------------------------------------------ */

/* The operation's handler does what is out of the ordinary, from its beginning: nothing of it has been done. */
static inline host_label by_handler(const struct lowering *l) { return (host_label)(HOST_OPERATIONS + l->i); }

/* A place within the code of the operation. */
static inline host_label within(const struct lowering *l) { return (host_label)(WITHIN + l->i); }

/* What is rare and stands there is made by that, behind all operations, where it is not in the way. */
static inline host_label by_cold_path(const struct lowering *l, void (*make)(struct lowering *l))
{
    l->o->cold_path[l->i] = make;
    return within(l);
}

/* The function does what is out of the ordinary, or what is left to be done; then code goes on behind the operation, so many uops
 * further, unless it returns another uop. */
static inline host_label by_slow_path(const struct lowering *l, host_slow_path *function, unsigned uops)
{
    l->o->slow_path[l->i] = function;
    l->o->behind[l->i] = (u8)uops;
    l->o->back_in_code[l->i + uops] = true;
    return (host_label)(SLOW_PATHS + l->i);
}

/* The distance from the block's operations, where code finds the block, to something in it. */
static inline i32 in_block(const struct lowering *l, const void *p) { return (i32)((const u8 *)p - (const u8 *)l->b->uop); }

/* Operation i comes behind the one before it always: nothing else leads there. */
static inline bool comes_behind(const struct lowering *l, unsigned i)
{
    const struct outline *o = l->o;
    return !o->head[i] && !o->back[i] && !o->back_in_code[i] && !l->e->label[i].uses;
}

/* The exit of the operation. */
static inline const struct exit *exit_of(const struct lowering *l) { return (const struct exit *)((const u8 *)l->u + l->u->imm); }

/* The place in the state of a field of struct engine, in bytes. */
#define ENGINE_OF(l, field) ((unsigned)((const u8 *)(l)->engine - (const u8 *)(l)->c) + (unsigned)offsetof(struct engine, field))

/* The budget that is left when the path of that cost is paid for, if the costliest path of the block that follows fits in that, whose
 * cost is at n + most; else the handler does it all. */
host_value fitting_budget(struct lowering *l, unsigned cost, host_value n, i32 most);

/* Accesses are noted for the collector of --data (emu/core/data.h) by code that runs ahead of the pointer in the state. It is moved where the block is left, where
 * handlers or functions that note something themselves are called, and where code is entered: so `mix` of the bench, which notes most, takes 0.95 of the time
 * (PA-RISC, the emulating thread alone). There is room for so many words, one less than a power of two, from where the pointer is, or it goes to the label; not
 * looked at where code is ahead, for who moved the pointer last has seen to that. */
void unless_room(struct lowering *l, unsigned words, host_label full);
void tell_access(struct lowering *l, host_value address, u32 site);
void tell_wide_access(struct lowering *l, host_value address, u32 site, u32 place);
/* The pointer is moved: before anything else of an operation that notes otherwise, or calls functions that do. */
void settle_notes(struct lowering *l);

/* Exit x is passed, as exit_pass() does it, but for the slots of a timing model: on the way were so many nullified, and the budget is
 * what is left. */
void pass_exit(struct lowering *l, const struct exit *x, unsigned nullified, host_value budget);

/* Goes on in block n, which is known for good: when it is dropped it is closed, and the handler finds what follows then. `entered` as host_go() has it,
 * but for a block that goes on in itself. */
void go_into(struct lowering *l, const struct block *n, unsigned entered);

/* Unless it is known yet where exit x of an indirect call leads, its handler finds that out. */
void unless_known(struct lowering *l, const struct exit *x);

/* Goes on where exit x leads: passes it, if the block that follows may be entered. */
bool lower_exit(struct lowering *l, const struct exit *x, unsigned cost, unsigned nullified);

enum { FIRST_UOP = offsetof(struct block, uop), MOST_COST = offsetof(struct block, max_cost) };

#endif
