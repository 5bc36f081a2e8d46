/* The pipeline of the in-order models: a scoreboard that is shown each instruction in the order of issue and says in which
 * cycle it issues. It knows registers and units; what fetching and the data access of an instruction take it is told.
 *
 * An instruction is admitted (it issues, or waits to) and then completed. Cycles count from any origin: a pipe whose times
 * are all moved by one number behaves the same, and a time that has passed is as good as 0. So a pipe between two
 * instructions can be reduced to words that hold what is still to come and nothing else: its state. */
#ifndef PCGRAM_PARISC_PIPE_H
#define PCGRAM_PARISC_PIPE_H

#include "isa/parisc/insn/operands.h"
#include "isa/parisc/timing/timing_models.h"

/* How an instruction's access lies to those before it: bits. */
enum pa_relation {
    PA_APART = 0,
    PA_SAME = 1, /* in the double word that was stored to last */
    PA_PAIR = 2, /* the word behind that of the access before it, which begins a double word */
    PA_RELATIONS = 4
};

/* An instruction that is to issue. */
struct pa_issue {
    u32 pc, word;
    const struct pa_insn *insn; /* NULL: the word is no instruction */
    bool nullified;
    unsigned size; /* bytes of its access to the program's memory; 0: none */
};

/* What is known of it when it has been admitted. */
struct pa_admitted {
    struct pa_issue in;
    struct pa_operands op;
    enum pa_class cls;
    u32 flags;
    bool slot;   /* it stands behind a branch */
    bool target; /* it stands behind the delay slot of a taken branch */
};

/* When a value can be used, and a unit: the first cycle in which its user can issue. */
enum pa_time {
    PIPE_GR = 0,                         /* 32 of them */
    PIPE_SAR = 32, PIPE_CARRY, PIPE_COMPARE,
    PIPE_STORE, PIPE_LOAD, PIPE_SAME,    /* memory unit: by a store, by a load, by a load of what was just stored to */
    PIPE_FR = 40,                        /* by an operation; numbered as the bits of struct pa_operands */
    PIPE_FR_STORE = PIPE_FR + 64,        /* by a store of the same size as the load that brought it (fr_size, else 0) */
    PIPE_FR_LOAD = PIPE_FR_STORE + 64,   /* when a load may overwrite it */
    PIPE_TIMES = PIPE_FR_LOAD + 64
};

struct pa_pipe {
    u64 when[PIPE_TIMES];
    u8 fr_size[64];
    u64 at;            /* cycle of the last issue */
    u64 end;           /* first cycle for another bundle */
    bool any_fr;       /* some of the times from PIPE_FR on, and of fr_size, is not 0 */
    bool admitted;     /* `now` has been, and has not completed */
    bool bundled;      /* `now` joined `first` */
    bool open;         /* `first` issued in cycle `at`, and a second may join it */
    bool was_branch, was_taken; /* of the last one completed */
    bool was_taken_slot;        /* it was the delay slot of a taken branch */
    u32 lost_pc;
    u64 lost;          /* cycles that the branch at lost_pc loses behind its delay slot */
    bool missed;       /* it was predicted wrong */
    bool stretched;    /* `at` is earlier than it says: see pa_pipe_settles() */
    struct pa_admitted now, first; /* the one admitted; the one it may be bundled with */
};

/* What a floating-point operation takes, as numbers of the model; -1: nothing. */
struct pa_flop_times {
    i16 latency, lock;
};
extern const struct pa_flop_times pa_flop_times[];

static inline void latest(u64 *when, u64 other)
{
    if (other > *when) *when = other;
}

/* What an instruction waits for before it issues, behind its fetching. */
struct pa_waits {
    u64 data, structural; /* cycles */
};

/* What its completion takes. */
struct pa_completion {
    u64 lock;    /* cycles in which nothing issues */
    u64 lost;    /* cycles lost by the branch before it: */
    u32 lost_pc;
    bool missed; /* it is a conditional one, and was predicted wrong */
};

/* Whether that instruction would be bundled, and in which cycle it issues (*at); changes nothing. `fetching` is the cycles
 * that fetching it takes. */
bool pa_pipe_plan(const struct pa_model *m, const struct pa_pipe *p, const struct pa_admitted *i, unsigned relation,
                  u64 fetching, u64 *at, struct pa_waits *waits);
/* The bits of its relation that the plan may depend on: the others it does not. */
unsigned pa_pipe_may_matter(const struct pa_pipe *p, const struct pa_admitted *i);
/* What the plan and pa_pipe_admit need to know of an instruction that is next. */
struct pa_admitted pa_pipe_describe(const struct pa_pipe *p, const struct pa_issue *in);

/* Takes the next instruction in. Returns the cycle in which it issues; that of the last one if it is bundled with it. */
u64 pa_pipe_admit(const struct pa_model *m, struct pa_pipe *p, const struct pa_admitted *i, unsigned relation, u64 fetching,
                  struct pa_waits *waits);

/* What admitting changes, for when it must be taken back. */
struct pa_mark {
    u64 at;
    bool open;
};
static inline struct pa_mark pa_pipe_mark(const struct pa_pipe *p) { return (struct pa_mark){p->at, p->open}; }
static inline void pa_pipe_take_back(struct pa_pipe *p, struct pa_mark m)
{
    p->at = m.at;
    p->open = m.open;
    p->admitted = p->bundled = false;
}

/* It completes; taken: it is a branch and was taken; waited: cycles that its access took. Returns p->end. */
u64 pa_pipe_complete(const struct pa_model *m, struct pa_pipe *p, bool taken, u64 waited, struct pa_completion *out);

/* Nothing joins what has issued; the next instruction can issue `cycles` later than it could. */
void pa_pipe_delay(struct pa_pipe *p, u64 cycles);

/* Cycles that nothing is pending for longer than, beyond the next issue: all waits of so many or more leave the pipeline in one state, but
 * for how long ago the instruction issued that waited. (So it matters to no instruction but one that joins its bundle, and to that by no more
 * than the cycle in which it issues, `at`.) A pipe that has been shown a shorter wait for a longer one is `stretched` until the next
 * instruction completes; who needs `at` takes the difference away. */
unsigned pa_pipe_settles(const struct pa_model *m);

/* --- states ----------------------------------------------------------------------------------------------------------- */

enum { PIPE_WORDS = PIPE_TIMES + 64 + 8 };

/* The state of a pipe with nothing admitted: `assumed` goes with it, a relation + 1 that the next access is known to have,
 * or 0. Returns the number of words. */
size_t pa_pipe_reduce(const struct pa_pipe *p, unsigned assumed, u64 words[PIPE_WORDS]);
/* A pipe in that state whose next bundle can issue in cycle `end`, or, with end = PIPE_ORIGIN, as early as can be. */
#define PIPE_ORIGIN (~(u64)0)
void pa_pipe_expand(struct pa_pipe *p, const u64 *words, size_t n, u64 end, unsigned *assumed);

#endif
