/* Decoded superblocks: how they are laid out, found, counted and given up. Shared by the instruction sets.
 *
 * A superblock is straight-line code as the translator of an ISA saw it: the trunk, which goes on through direct jumps
 * and the fall-through side of conditionals (of one that leads back to where the block begins the other side, for some laps of the
 * loop), and short side paths that leave it. It is a tree, so each exit stands for
 * one known path: one counter an exit is all that is needed to reconstruct, afterwards, how often each instruction
 * issued. Nothing is charged before it is done: an exit charges the cost of its own path, so there is nothing to refund.
 *
 *     struct block | uop uop uop ... | struct exit ... | struct step ... | struct uop_info ...
 */
#ifndef PCGRAM_CORE_BLOCK_H
#define PCGRAM_CORE_BLOCK_H

#include <stdalign.h>

#include "emu/core/counters.h"
#include "emu/core/error.h"
#include "emu/core/uop.h"

enum {
    BLOCK_STEPS = 64,             /* instructions in a trunk, at most */
    BLOCK_UOPS = 12 * BLOCK_STEPS,
    BLOCK_EXITS = 6 * BLOCK_STEPS,
    BLOCK_NEVER = 0x7fffffff,     /* max_cost of a block that must not be entered */
    BLOCK_HASH = 1 << 14,         /* buckets */
    BLOCK_PAGE_HASH = 1 << 12,
};

struct timed_path;
struct timed_steps;

/* Under a timing model the cost of a block may be worked out as if all that is fetched and accessed were in the caches. Where it is
 * not, the block is left by a side exit, and the run goes on in a block that was made for the state in which the delay leaves
 * the pipeline. */
enum side_exit {
    SIDE_NONE,   /* no side exit: the end of the block, or of a side path */
    SIDE_FETCH,  /* before an instruction whose fetch may miss */
    SIDE_ACCESS, /* behind an access that may miss */
};

/* Flags of a side exit whose next instruction cannot begin a block of its own: what is queued behind that is not the instruction
 * that follows it in memory (ALONE_STEP), or it is nullified (ALONE_NULLIFIED), which the operation that nullifies it may have counted already
 * (ALONE_COUNTED). It is run by itself first. */
enum { ALONE_STEP = 1, ALONE_NULLIFIED = 2, ALONE_COUNTED = 4 };

struct exit {
    u64 count;          /* times the block was left here since the counters were last collected */
    struct block *next; /* where to go on: the cache's stub while not known */
    u64 from;           /* pc of the branch */
    u16 cost;           /* cycles of the path that ends here */
    u16 slots;          /* instructions issued on it */
    u16 trunk;          /* trunk entries on it; then, if has_tail, the one instruction of the side path */
    bool has_tail;
    bool tail_nullified;
    bool taken;         /* the branch at its end was */
    bool counts_calls;  /* indirect call: (from, target) pairs are arcs */
    u8 tail_relation;   /* under a timing model only, as what follows: see struct step */
    u8 side;            /* enum side_exit; of a side exit: */
    u8 nullified;       /* instructions on the path that are nullified, whatever happens */
    u8 alone;           /* 0, or ALONE_STEP and others of them */
    bool touched;       /* the last instruction of the path accessed memory */
    bool branched;      /* a conditional branch (or check) was taken on the path: the tail if that is at `from`, or else the trunk's last */
    bool fell;          /* the trunk's last is a conditional branch that is taken on the trunk (struct step, branches), but not on this path */
    u32 tail_word;      /* the side path's instruction */
    u32 site;           /* under a timing model, of a side exit behind an access that is told: its number for notes (emu/core/data.h); 0: not known */
    union { /* Under a timing model, what a path costs is known in one of two ways. */
        struct { /* 1. A block is made for one state of the pipeline, so that `cost` holds but at side exits. */
            u32 follows;          /* mode of the block that follows, the pipeline's state with it */
            u32 wait;             /* of a side exit: `next` is for waits of so many cycles */
            u64 lost_tlb, lost_cache; /* of a side exit: cycles that its instruction's fetches, or accesses, took */
        };
        struct { /* 2. A block is for all states, and paths through it are remembered. `path` is the one that was taken last
                  * without a miss or the like; a copy of three of its members stands here, at hand for the next passage. */
            u32 state, becomes, takes;  /* numbers of the pipeline's state before and behind it, its cycles; state ~0: none yet */
            struct timed_path *path;
            struct timed_steps *timed_steps; /* the block's */
        };
    };

    u64 target;         /* pc it leads to (the last one, for indirect exits) */
    u64 tail_pc;
};

/* What one passage of an instruction costs besides the cycle that each counts, as far as the block knows beforehand. */
struct issue_cost {
    i16 cycles;         /* stalls included; -1: it shares the cycle of the one before it */
    u16 stall[STALLS];  /* cycles by cause */
    u16 lost;           /* cycles that the branch before it has lost, charged to that one */
    bool missed;        /* that branch was predicted wrong */
};

/* A trunk entry: an instruction, in the order of issue. */
struct step {
    u64 pc;
    bool nullified;   /* statically: the delay slot of a branch that nullifies it */
    bool call;        /* a direct call: executing it is the arc pc -> target */
    bool branches;    /* a conditional branch that is taken on the trunk */
    u16 null_uop;     /* index of the counter uop of a conditional nullification that may hit this entry; 0: none */
    u64 target;

    /* Under a timing model only: */
    u32 word;
    u8 relation;      /* of its access to those before it, as the schedule has it: the instruction set's own */
    bool taken;       /* a branch, taken on the trunk */
};

/* Cold side table, one for each uop: what a fault there means. */
struct uop_info {
    u64 pc;            /* of the instruction */
    u64 next;          /* pc that follows it in the queue */
    u16 trunk;         /* trunk entries completed before it */
    u16 cost;          /* cycles completed before it */
    u16 side;          /* number of its side exit, if it has one */
    u16 kind : 12;     /* of the uop, as the instruction set numbers its operations; that of a second half, too */
    bool in_tail : 1;  /* it is the side path's instruction */
    bool in_slot : 1;  /* it is the delay slot of a taken branch */
    bool next_dynamic : 1; /* `next` is the target of the indirect branch under way */
    bool space_dynamic : 1; /* and so is the space it is in */
};

/* Where a line of instructions lies, worked out when it is translated. Fetching it takes no time if the fetch before was from the
 * same page and the line is the one that its set of the cache used last. */
struct fetch_check {
    u32 page; /* of memory */
    u32 line; /* the line's number */
    u32 set;  /* and its set in the cache of instructions */
};

struct block {
    struct block *hash_next;
    u16 uops, exits, steps;
    bool dead;     /* its code changed */
    bool resting;  /* of a watched cache: max_cost is BLOCK_NEVER until block_wake() */
    bool one_step; /* holds one instruction and leaves the queue to the dispatcher */
    struct exit *exit;
    struct step *step;
    struct uop_info *info;
    struct block *late;   /* the block to enter instead when fetching its first line took late_wait cycles; NULL: not known */
    u32 late_wait;
    u32 awake_cost;       /* its max_cost when it does not rest */
    u64 lost_tlb, lost_cache; /* cycles that fetching its first line took on the way in, by exits of other blocks */
    u64 before;           /* pc of the branch behind which it begins: what that lost by a wrong prediction is charged to it */
    struct timed_steps *timed_steps; /* its instructions as the pipeline sees them, where paths are remembered */
    struct issue_cost *issue; /* of the steps, then of the exits' side paths; NULL: each instruction is a cycle */
    uop_fn *host;         /* its host code; NULL: none, as far as it is entered at its beginning */
    u64 *seen;            /* of a watched cache: what it had counted at the last block_take_new(); NULL: nothing */

    /* What entering it looks at, in one line of the host's cache with its first operation. */
    alignas(64) i64 max_cost; /* the costliest path, in cycles; BLOCK_NEVER: not to be entered */
    u64 pc;
    u32 mode;     /* with pc, its key */
    struct fetch_check fetch; /* of its first line; under a timing model only */
    u32 entered;    /* times it was entered, until there is host code */
    u32 enough;     /* when it has been so often, it may get some */
    uop_fn *first;  /* of its first operation, while that has another handler: host code, or what counts until there is */
    struct uop uop[];
};

/* The block of which that is the first operation. */
static inline struct block *block_of(struct uop *first) { return (struct block *)(void *)((u8 *)first - offsetof(struct block, uop)); }

/* Nobody knows it, or it is never entered again. */
static inline bool block_is_none(const struct block *b) { return b->max_cost == BLOCK_NEVER && !b->resting; }

struct block_page {
    u64 page;
    struct block *block;
    struct block_page *next;
};

struct block_cache {
    u8 *arena;
    size_t used, size;      /* bytes */
    struct block **list;    /* in order of address */
    size_t blocks, room;
    struct block *hash[BLOCK_HASH];
    struct block_page *page[BLOCK_PAGE_HASH];
    struct block *stub;     /* where unchained exits lead: never enterable */
    struct counters total;  /* what blocks given up had counted */
    struct block *scratch;  /* see block_scratch */
    u64 flushes;            /* times the whole arena was given up for want of room */
    bool watched;           /* block_take_new() is asked of it; from its beginning on, as of the following: */
    struct block **awake;   /* blocks that may have run since then; those that were decoded, too */
    size_t awakes, awake_room;
    struct counters fresh;  /* what was added to `total` since then, but for what blocks in the arena have told already */
};

/* An empty cache: so many bytes of address space for blocks, reserved; the host gives memory as they are filled. 0, or -1
 * with *e when the host has none. */
int block_cache_init(struct block_cache *c, size_t arena_bytes, struct error *e);
void block_cache_free(struct block_cache *c);

static inline unsigned block_hash(u64 pc, u32 mode) { return (unsigned)(pc >> 2 ^ mode * 0x9e5) & (BLOCK_HASH - 1); }

/* The live block of (pc, mode), or NULL. */
static inline struct block *block_find(const struct block_cache *c, u64 pc, u32 mode)
{
    for (struct block *b = c->hash[block_hash(pc, mode)]; b; b = b->hash_next)
        if (b->pc == pc && b->mode == mode) return b;
    return NULL;
}

/* What a translator has gathered, to be made a block. */
struct block_draft {
    u64 pc;
    u32 mode;
    u32 max_cost;
    bool one_step;
    unsigned uops, exits, steps;
    struct uop uop[BLOCK_UOPS];
    struct uop_info info[BLOCK_UOPS];
    struct exit exit[BLOCK_EXITS];
    struct step step[BLOCK_STEPS + 2];
    u64 pages[BLOCK_STEPS + 2]; /* code pages it was decoded from, each once */
    unsigned page_count;
};

/* Nothing gathered yet but the page of pc. */
void draft_begin(struct block_draft *d, u64 pc, u32 mode, bool one_step);
/* It was decoded from the page of pc, among others. */
void draft_add_page(struct block_draft *d, u64 pc);

/* The trunk has come back to where the block begins, and may go round again: a loop of few instructions does so several times in one block, which counts
 * and pays once for all laps, and whose host code need not load registers anew. *lap: of the trunk's entries the first one of the last lap. */
bool block_goes_round(const struct block_draft *d, u64 pc, unsigned *lap);

/* Copies the draft into the arena and makes it findable. A uop i with is_exit[i] holds the index of its exit in imm, and gets
 * the distance to the exit's record in bytes instead (uop_exit()). When the arena is full everything is given up first
 * (counts are kept): *flushed says so, and no block from before may be used any more. Never NULL. */
struct block *block_commit(struct block_cache *c, const struct block_draft *d, const bool *is_exit, bool *flushed);

/* Right after block_commit, which has left room: the costs of the block's steps and, one for each exit, of the side paths. */
void block_set_issue(struct block_cache *c, struct block *b, const struct issue_cost *steps, const struct issue_cost *exits);

/* Makes a block outside the arena that nobody finds, for code that must be decoded anew each time; valid until the next
 * call, when what it counted is added to the cache's counts. */
struct block *block_scratch(struct block_cache *c, const struct block_draft *d, const bool *is_exit);

/* The exit record a uop refers to. */
static inline struct exit *uop_exit(struct uop *u) { return (struct exit *)((u8 *)u + u->imm); }

/* The block a uop lies in, or NULL. */
struct block *block_of_uop(const struct block_cache *c, const struct uop *u);

/* Gives up every block decoded from [start, end): it is never entered again, its counts are kept. */
void block_drop_range(struct block_cache *c, u64 start, u64 end);
/* Gives up everything. */
void block_drop_all(struct block_cache *c);

/* Counts one partial run of a block, which stopped before the uop: the trunk entries before it, and so on. */
void block_count_partial(struct block_cache *c, const struct block *b, const struct uop_info *at);

/* Instructions that took effect so far, all blocks together. */
u64 block_instructions(const struct block_cache *c);

/* Adds all counts so far to *out (not sorted). */
void block_collect(const struct block_cache *c, struct counters *out);

/* An instruction was run without a block. */
void block_count(struct block_cache *c, const struct pc_count *add);

/* Of a watched cache: adds what has been counted since the last time to *out (not sorted; its calls mean nothing). All blocks rest then: they
 * are closed, and who finds one by the dispatcher wakes it. So this costs no more than what has run meanwhile. Between runs only. */
void block_take_new(struct block_cache *c, struct counters *out);
void block_wake(struct block_cache *c, struct block *b);

#endif
