/* Decoded code of a process: its blocks, where indirect jumps went last, and its call arcs. The same for every instruction
 * set; what a mode means is each one's own. */
#ifndef PCGRAM_CORE_CODE_H
#define PCGRAM_CORE_CODE_H

#include "emu/core/block.h"
#include "emu/core/pc_table.h"
#include "emu/core/states.h"

struct context;
struct contexts;
struct mem;
struct process;
struct thread;
struct timed_paths;

enum {
    JUMPS = 1 << 14,    /* entries of the jump cache */
    ARENA = 256 << 20,  /* bytes of address space for decoded code of a process */
    ROM_ARENA = 1 << 20, /* and for that of the ROM's handlers */
    ARCS = 1 << 12,     /* buckets for arcs of indirect calls */
    THREADS_APART = 32,         /* threads of a process that are counted apart, at most; all that come later are one */
    APART_ARENA = 16 << 20, /* bytes of address space for decoded code of each of them but the first */
};

struct arc { /* one (from, to) pair of a call: what the exits do not know of it */
    u64 from, to;
    i64 count; /* may be negative: an exit counts for one target, and calls to others are taken off that one's here */
    u64 cycles, instructions; /* inclusive, as far as contexts_gather() knows of it; only while stacks are kept */
    u32 recursive; /* contexts made of it under an open call of the same function */
    u32 place;     /* of struct context, called */
    struct arc *next;
};

struct code {
    struct process *process;
    struct code *rom;          /* that of the interruption handlers; NULL: none has run yet */
    struct code *idle;         /* that of threads whose doings are not counted (code_of()); NULL: all is counted */
    struct code *next;         /* one more of the same process: from its first on, that one's idle code, then those of other threads */
    int tid;                   /* of the thread whose doings it counts, where threads are counted apart; 0: of none, or of several */
    u64 began, ended;          /* machine time at which that began, and ended; 0: it goes on */
    char name[THREAD_NAME];    /* that it was given last; "": none */
    bool mixed;                /* of the first: more threads were counted in it, for want of memory */
    bool timed;                /* its blocks are for the timing model; where there is none, and a collector of --data, they tell of accesses */
    bool returns_seen;         /* each indirect jump comes before the dispatcher */
    struct block_cache cache;
    u32 jump_mode;             /* the mode the jump cache is for, where it is for one only */
    struct block *jump[JUMPS]; /* last block entered by an indirect jump with that hash of the target */
    struct arc *arc[ARCS];     /* by hash */
    u32 arcs;                  /* of them */
    struct contexts *contexts; /* NULL: stacks are not kept */
    struct pc_table costs;     /* what a timing model charged beside the cycle that each instruction counts */
    struct memory_events events; /* under a timing model, all threads together */
    struct states states;      /* of the pipeline, in which its blocks are entered */
    struct timed_paths *paths; /* remembered, where a timing model does so; NULL: none are */
    u32 longest;               /* cycles that a block of it can take at most, whatever happens: where blocks are left when it does */
    u64 states_flushes;        /* cache.flushes when the changes of states were last forgotten */
    u64 host_flushes;          /* cache.flushes when host code was last made */
    u64 beyond; /* a code page that lies past the end of its file, so far: superblocks end before it */
};

static inline unsigned jump_hash(u64 pc) { return (unsigned)(pc >> 2) & (JUMPS - 1); }

/* Code, empty, with room for `arena` bytes of blocks. NULL with *e. */
struct code *code_new(struct process *p, size_t arena, struct error *e);
void code_free(struct code *code);

/* p->code anew, which drops blocks whose code changes; with an idle one in a machine of regions. -1 with *e. */
int code_begin(struct process *p, struct error *e);
/* It is gone. */
void code_end(struct process *p);

/* That of the ROM's interruption handlers, made when there is none yet. */
struct code *code_rom(struct process *p);

/* The one that the thread runs, and that counts what it does or does not. */
struct code *code_of(const struct thread *t);

/* How and where a new thread is counted (struct thread): as the machine has it, but the child of a fork like its parent, `from`. */
void code_count_new(struct thread *t, const struct thread *from);

/* block_commit() of what was decoded from that memory: stores to it will be seen. */
struct block *code_commit(struct code *code, struct mem *m, const struct block_draft *d, const bool *is_exit, bool *flushed);

/* Gives up all blocks, and the numbers of the states that they begin in; what they counted is kept. */
void code_give_up(struct code *code);

/* Empties the jump cache: blocks have gone, or the mode changed. */
void code_forget_jumps(struct code *code);

/* The arc of this pair, made when there is none. */
struct arc *code_arc(struct code *code, u64 from, u64 to);

/* Counts one passage of an indirect call that went to `to` though its exit stands for e->target. */
void code_count_arc(struct code *code, const struct exit *e, u64 to);

/* It gets a name. */
void code_name_thread(struct thread *t, const char name[THREAD_NAME]);
/* It ends. */
void code_thread_gone(struct thread *t);

/* Instructions that took effect so far, in a process whose first code this is, counted or not: exact between runs. */
u64 code_instructions(const struct code *code);
/* What the caches and the translation of its counted code have done. */
void code_add_events(const struct code *code, struct memory_events *out);

/* Adds what was counted since the last time, in a machine with slices: counts may be less than 0, modulo 2^64, where a model has taken back
 * what it had charged. Neither sorted nor without calls. */
void code_take_new(struct code *code, struct counters *out);
/* Adds what was counted so far to *out, by thread where there are several: exact between runs. */
void code_collect(const struct code *code, struct counters *out);

#endif
