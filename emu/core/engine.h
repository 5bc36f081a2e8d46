/* What the execution engine keeps of a processor, whatever its instruction set: the run it is in, how far that has come, and
 * how the last block was left. Each instruction set's struct cpu holds these fields under their own names (ENGINE_STATE),
 * so that a handler writes c->budget, and as `engine`, by which what is shared knows them: emu/core/exits.h for handlers,
 * the functions here for dispatchers. */
#ifndef PCGRAM_CORE_ENGINE_H
#define PCGRAM_CORE_ENGINE_H

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "emu/core/machine.h"

struct insn_trace; /* what an instruction set's trace knows of a thread */
struct timed;      /* a thread under a timing model, each instruction set's own */

/* Why the engine came back to its dispatcher. Under a timing model the first two may have charged the cycles that fetching
 * the successor took. */
enum leave {
    LEAVE_CHAIN,    /* `via` is an exit whose successor is not known, is dead or costs more than the budget */
    LEAVE_INDIRECT, /* likewise, to `target` */
    LEAVE_QUEUE,    /* the processor says itself where it is: look there */
    LEAVE_STEP,     /* the instruction that exit `via` leads to must be run by itself */
    LEAVE_ALONE,    /* so must the one of `at`, of which nothing has been done, but for a fetch under a timing model */
    LEAVE_RESYNC,   /* the instruction that ends before `at` is done, but the mode is another one now */
    LEAVE_TRAP,     /* an interruption at `at`, of which nothing has been done; or without `at`, between two instructions */
    /* A block for one state of the pipeline, by side exit `via`: */
    LEAVE_WAIT,     /* the access of `at` took time */
    LEAVE_FETCH,    /* fetching the instruction of `at` took time, and it has not issued */
    LEAVE_RELATION, /* its access lies otherwise to those before it than the block assumes */
};

/* What of a thread's calls has been told (emu/core/data.h), and where that is all there is to tell, so that host code may note one more or
 * one less itself: it keeps depth and at, the rest is the collector's. */
struct data_told {
    size_t depth;
    const struct context *at;
    u64 stack, stack_size; /* the stack pointer must lie there */
    u64 scratch;           /* struct abi's stack_scratch */
    const u64 *numbered;   /* by number: where that function begins and DATA_NUMBERED; others are the collector's affair */
};

/* First, what host code uses most: where it lies at the beginning of a processor's state is told there (UOP_NEAR). */
#define ENGINE_STATE                                                                                                   \
    i64 budget;               /* cycles until the deadline of this run */                                              \
    u64 nullified;            /* instructions nullified or predicated off so far, up to the last exit */               \
    u64 slots;                /* under a timing model: issued by blocks and not yet among the thread's */              \
    u64 target;               /* of the indirect branch under way */                                                   \
    u64 *next_note;           /* where the next note goes (emu/core/data.h); NULL: there is no room for any */         \
    struct code *code;        /* decoded code of the process, or of the ROM */                                         \
    struct call_stack *calls; /* NULL: not kept */                                                                     \
    struct thread *thread;                                                                                             \
    struct insn_trace *trace; /* NULL: no trace */                                                                     \
    struct timed *timed;      /* NULL: each instruction is a cycle */                                                  \
    struct timed *resting;    /* the timing model while `timed` is NULL, for the time being */                         \
    const struct data_hook *data; /* of the machine (emu/core/data.h); NULL: nobody wants to know of accesses */       \
    struct data_told told;                                                                                             \
    u32 *places;              /* what of the accesses was to which object, where the timing model wants to know; NULL: it does not */ \
    unsigned place_count;     /* of them */                                                                            \
    u64 translated;           /* instructions of which host code was made while it ran */                              \
    u64 waited;               /* then: cycles of the thread so far in which no instruction issued */                   \
    i64 budget_start;         /* budget when thread->cycles was last brought up to date */                             \
    u64 run_end;              /* CPU clock at which the budget is used up */                                           \
    const struct uop *at;     /* last uop that touched memory or could trap: names the instruction of a fault */       \
    struct exit *via;         /* exit by which the last block was left */                                              \
    u8 leave                  /* enum leave */

struct engine {
    ENGINE_STATE;
};

/* --- a run: struct isa's `run` is made of these ------------------------------------------------------------------------ */

/* Begins: t runs on this processor until its CPU clock reaches `until`. */
void engine_begin(struct engine *g, struct thread *t, u64 until);
/* Ends, for that reason: the thread's clock, and without a timing model its slots, are brought up to date. */
enum stop engine_end(struct engine *g, enum stop why);

/* Every reason to step the instruction at pc that no instruction set adds to: each is traced, a debugger watches, the user
 * wants the reference, or its page is written over and over. */
bool engine_must_step(const struct engine *g, u64 pc);
/* The debugger wants to stop before the instruction at pc, which is next. */
bool engine_debugger_stops(const struct engine *g, u64 pc);
/* No block is to be entered: the deadline has come, or the call has returned that somebody waits for. */
static inline bool engine_is_due(const struct engine *g) { return g->budget <= 0 || (g->calls && calls_left(g->calls)); }
/* The thread's clock; what sets it in a run. */
static inline u64 engine_clock(const struct engine *g) { return g->run_end - (u64)g->budget; }
static inline void engine_stand_at(struct engine *g, u64 clock) { g->budget = (i64)(g->run_end - clock); }

/* The live block of (pc, mode), translated if there is none: a host fault in there is one of fetching (at == NULL). */
struct block *engine_find(struct engine *g, u64 pc, u32 mode);
/* The same of one instruction; where its page is written over and over it is decoded anew. */
struct block *engine_find_step(struct engine *g, u64 pc, u32 mode);

/* A block was left at exit `via` towards pc: an indirect call stands for its first target, others are counted. */
void engine_count_target(struct engine *g, u64 pc);
/* Then: the block at pc, to which the exit leads from now on, and indirect jumps by that place in the cache of jumps. NULL:
 * the deadline forbids to enter it. */
struct block *engine_follow(struct engine *g, u64 pc, u32 mode, unsigned hash);

/* What a host fault at a guest's address is to the guest. */
struct engine_fault {
    enum fault_kind kind;
    u64 addr;
    bool fetch, write;
};

/* The host faulted; fetch: in fetching from `looked`, for the instruction at pc. True when the same may simply be tried
 * again; else *out. */
bool engine_mend(struct engine *g, const struct fault_guard *f, bool fetch, u64 looked, u64 pc, struct engine_fault *out);

/* --- the processor of a thread -------------------------------------------------------------------------------------------- */

/* That of a new thread; `from` as in struct isa's cpu_new. Its calls, at last: behind the timing model. */
void engine_new(struct engine *g, struct thread *t, const struct thread *from);
/* Those that took effect, of a thread between two runs. */
u64 engine_instructions(const struct engine *g);
/* All calls of the thread end, for that is going. */
void engine_free(struct engine *g);

/* Between runs: what the thread does is counted so from now on. */
void engine_count(struct thread *t, enum counting how);
/* Adds what was counted in this process since it started to *out: exact, may be called at any time between runs. */
void engine_collect(struct process *p, struct counters *out);

#endif
