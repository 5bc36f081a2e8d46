/* Exact counts as the ISAs hand them over and prof/ reports them: per instruction, call arc and chain of calls. */
#ifndef PCGRAM_CORE_COUNTERS_H
#define PCGRAM_CORE_COUNTERS_H

#include "emu/core/types.h"

/* Why a cycle passed in which nothing issued. */
enum stall {
    STALL_DATA,       /* an operand was not ready, or a register not free */
    STALL_STRUCTURAL, /* a unit was busy, or held the whole processor */
    STALL_BRANCH,     /* a branch went elsewhere than fetched */
    STALL_ICACHE,
    STALL_DCACHE,
    STALL_TLB,
    STALL_RSE,        /* Itanium: the register stack stored or loaded registers */
    STALLS
};

/* "data", "structural", ... */
const char *stall_name(enum stall s);

enum { PC_COUNTS = 6 + STALLS };
struct pc_count {
    u64 pc; /* address of the instruction (Itanium: bundle | slot) */
    union {
        struct {
            u64 slots;        /* times it issued */
            u64 instructions; /* of these, times it took effect: neither nullified nor predicated off */
            u64 cycles;       /* cycles charged to it */
            u64 ticks;        /* clock ticks that found the pc here */
            u64 stalls[STALLS]; /* of the cycles, those lost to each cause; 0 without a timing model */
            u64 mispredicted; /* a conditional branch: times it went elsewhere than predicted; 0 without a timing model */
            u64 taken;        /* a conditional branch: times it was taken */
        };
        u64 count[PC_COUNTS]; /* for what is done to each of them alike */
    };
};

/* The counts, without the pc: whether there are none, and sums and differences modulo 2^64. */
bool pc_count_is_nothing(const struct pc_count *c);
void pc_count_add(struct pc_count *to, const struct pc_count *c);
void pc_count_subtract(struct pc_count *from, const struct pc_count *c);

/* What a timing model's caches and translation have done. */
struct memory_events {
    u64 l1i_misses, l1d_misses;
    u64 l2_misses; /* of fetching, data, lines written back and lines fetched ahead */
    u64 l1_tlb_misses; /* of what is asked first: Itanium's first levels, the pages that PA-RISC's fetching remembers */
    u64 tlb_misses;    /* of what is asked last: the page is looked up in tables in memory */
    u64 write_backs;
};

static inline void memory_events_add(struct memory_events *sum, const struct memory_events *e)
{
    sum->l1i_misses += e->l1i_misses;
    sum->l1d_misses += e->l1d_misses;
    sum->l2_misses += e->l2_misses;
    sum->l1_tlb_misses += e->l1_tlb_misses;
    sum->tlb_misses += e->tlb_misses;
    sum->write_backs += e->write_backs;
}

/* What was counted between the two. */
static inline struct memory_events memory_events_since(const struct memory_events *before, const struct memory_events *now)
{
    return (struct memory_events){
        .l1i_misses = now->l1i_misses - before->l1i_misses,
        .l1d_misses = now->l1d_misses - before->l1d_misses,
        .l2_misses = now->l2_misses - before->l2_misses,
        .l1_tlb_misses = now->l1_tlb_misses - before->l1_tlb_misses,
        .tlb_misses = now->tlb_misses - before->tlb_misses,
        .write_backs = now->write_backs - before->write_backs,
    };
}

/* Instructions that took effect by what they are, and the events beside them. */
struct insn_sums {
    u64 loads, stores; /* one that does both counts for both */
    u64 accesses;      /* instructions that access memory */
    u64 branches, conditional, mispredicted;
    struct memory_events memory;
};

struct call_arc {
    u64 from; /* address of the call instruction */
    u64 to;   /* first instruction executed at the target */
    u64 count;
    u64 cycles;       /* inclusive: from the callee's first instruction to the return; 0 when stacks are not kept */
    u64 instructions; /* inclusive, likewise */
};

#define CONTEXT_NONE UINT32_MAX

/* A chain of calls, by its last one (emu/core/contexts.h). */
struct context_count {
    u32 parent;   /* index of the context that called, less than its own; CONTEXT_NONE: no call, a thread began so */
    u64 from, to; /* of the call; from is 0 without a parent, and so is to when it is not known */
    u64 calls;    /* times it was entered */
    u64 cycles, instructions; /* spent in the function itself when it was called so */
};

struct context_tick {
    u32 context; /* index */
    u64 pc, ticks;
};

struct thread_counts;

struct counters {
    struct pc_count *pc; /* sorted by pc after counters_sort, one entry an address */
    size_t pcs, pcs_room;
    size_t merged; /* as many there were behind the last counters_sort() */
    struct call_arc *arc; /* sorted by (from, to) after counters_sort */
    size_t arcs, arcs_room;
    struct context_count *context; /* as contexts_settle() leaves them; none when stacks are not kept */
    size_t contexts, contexts_room;
    struct context_tick *tick; /* sorted by (context, pc) after counters_sort */
    size_t ticks, ticks_room;
    u32 *settled; /* where the contexts went that contexts_add() added, in its order; NULL: not known */
    u64 calls_cut; /* open calls that were given up (emu/core/calls.h) */
    struct thread_counts *thread; /* of these, what each thread did, in the order of their beginning; none with one thread only */
    size_t threads, threads_room;
};

/* What a thread did in a context. */
struct thread_part {
    u32 context; /* index in the context list of all */
    u64 calls, cycles, instructions;
};

enum { THREAD_NAME = 16 }; /* bytes of a thread's name, with the 0 at its end (Linux's TASK_COMM_LEN) */

struct thread_counts {
    int tid; /* 0: all those that are not told apart */
    char name[THREAD_NAME]; /* that it was given last; "": none */
    u64 began, ended; /* machine time, in cycles */
    struct counters own; /* per instruction, and ticks: their contexts as those of its parts */
    struct thread_part *part; /* by context, each once */
    size_t parts, parts_room;
};

/* Adds to the entry list (duplicates allowed until counters_sort merges them). Ends pcgram when the host has no memory. */
void counters_add(struct counters *c, const struct pc_count *add);
void counters_add_arc(struct counters *c, const struct call_arc *add);
/* As many more entries will come, or fewer: their memory is taken at once, of which only what is used costs anything. */
void counters_expect(struct counters *c, size_t pcs, size_t contexts);
void counters_add_context(struct counters *c, const struct context_count *add);
void counters_add_tick(struct counters *c, const struct context_tick *add);
/* One more thread, about which nothing is known; valid until the next one. */
struct thread_counts *counters_add_thread(struct counters *c);
void thread_add_part(struct thread_counts *t, const struct thread_part *add);
/* Sorts, merges equal keys by addition, and drops arcs that come to nothing. */
void counters_sort(struct counters *c);
/* Does so where many have been added since: for what is added to all the time. */
void counters_sort_if_long(struct counters *c);
/* The entry of exactly this pc after counters_sort, or NULL. */
const struct pc_count *counters_find(const struct counters *c, u64 pc);
void counters_free(struct counters *c);

#endif
