/* The pipeline of the in-order model: a scoreboard that is shown each instruction in the order of issue and says in which
 * cycle it issues. What fetching, the data access and the branch of an instruction take it is told.
 *
 * An instruction is admitted (it issues, or waits to) and then completed. Those that issue in one cycle are a group; one that
 * has to wait holds the whole group, so what a group defines counts from when the last of it has joined. Cycles count from any
 * origin: a pipe whose times are all moved by one number behaves the same, and a time that has passed is as good as 0. So a
 * pipe between two instructions can be reduced to words that hold what is still to come and nothing else: its state.
 *
 * An instruction that is predicated off has its port and has its target wait like any other, but waits for its predicate
 * only. */
#ifndef PCGRAM_IA64_PIPE_H
#define PCGRAM_IA64_PIPE_H

#include "isa/ia64/timing/issue.h"

enum { PIPE_DEFS = 6 * (ISSUE_DEFS + 1) + 64, PIPE_MISSED = 0x80 };

#define PIPE_NEVER (-((i64)1 << 60))

/* A resource that the group under way defines. */
struct pipe_def {
    u16 res;
    u8 producer; /* enum ia64_producer, PIPE_MISSED: from behind the first level of the cache */
    u32 waited;
    u32 least;  /* ... however late the group issues */
    u32 object; /* struct ia64_outcome */
};

struct ia64_pipe {
    i64 at;           /* cycle of the last issue */
    i64 end;          /* first cycle for another group */
    bool admitted;    /* an instruction has been, and has not completed */
    bool joined;      /* it shares the cycle of the one before it */
    /* The group that issues in cycle `at`: */
    bool open;        /* others may join it */
    bool second;      /* it has come to its second bundle */
    bool no_bbb;      /* which may not be BBB */
    u8 members;
    u8 m[4], ms;      /* ports of its M slots */
    u8 is;            /* I ports */
    u8 fs;            /* F ports in use */
    unsigned defs;
    u64 live[(RES_COUNT + 63) / 64]; /* a bit for each resource that something has defined: what follows holds of these only */
    i64 when[RES_COUNT]; /* defined by a group that issued then, with what its access waited for */
    u8 producer[RES_COUNT];
    u32 object[RES_COUNT]; /* struct ia64_outcome: no part of the state, but told */
    struct pipe_def def[PIPE_DEFS]; /* so many as `defs` says */
};

/* What an instruction waits for before it issues, behind its fetching: cycles. */
struct ia64_waits {
    u64 data, dcache;
    u32 object;   /* of the access that dcache is for */
    bool differs; /* were it off instead of on, or on instead of off, it would wait otherwise */
};

/* What is only known when it has run. */
struct ia64_outcome {
    u32 blocked; /* cycles in which nothing issues: translation of its address, the register stack */
    u32 waited;  /* cycles by which its load comes later */
    u32 least;   /* ... and still would, did it issue later: less if it waits for a line that another asked for */
    u32 object;  /* what that is part of (emu/core/data.h); 0: not asked for */
    u32 lost;    /* cycles lost by its branch */
    bool taken;
};

/* One that nothing has issued in, in cycle `end`. */
void ia64_pipe_init(struct ia64_pipe *p, i64 end);

/* Takes the next instruction in, whose fetching takes so many cycles. */
void ia64_pipe_admit(const struct ia64_model *m, struct ia64_pipe *p, const struct ia64_issue *i, u64 fetching,
                    struct ia64_waits *waits);

/* It completes. Returns p->end; *lost are the cycles lost by its branch in all. */
i64 ia64_pipe_complete(const struct ia64_model *m, struct ia64_pipe *p, const struct ia64_issue *i, const struct ia64_outcome *o,
                       u32 *lost);

/* The instruction admitted does not complete; nothing joins what has issued. */
void ia64_pipe_stop(struct ia64_pipe *p);

/* Nothing joins what has issued; the next group can issue `cycles` later than it could. */
void ia64_pipe_delay(struct ia64_pipe *p, u64 cycles);

/* --- states ----------------------------------------------------------------------------------------------------------- */

enum { PIPE_WORDS = RES_COUNT + PIPE_DEFS + 8 };

/* The state of a pipe with nothing admitted. Returns the number of words. */
size_t ia64_pipe_reduce(const struct ia64_model *m, const struct ia64_pipe *p, u64 words[PIPE_WORDS]);
/* The cycles that a value takes at most until all may use it, without a miss; and those that a line takes at most. */
u64 ia64_pipe_slowest(const struct ia64_model *m);
u64 ia64_pipe_farthest(const struct ia64_model *m);
/* What instructions may wait at most for what came before them, whatever the state. They may begin inside a group: what that has asked for comes so
 * much later than the group issues, which they may hold up for as long. */
u64 ia64_pipe_most_before(const struct ia64_model *m);
/* The cycles after the first for another group in which something of that state may still be waited for, at most. */
u64 ia64_pipe_pending(const struct ia64_model *m, const u64 *words, size_t n);
/* A pipe in that state whose next group can issue in cycle `end`. */
void ia64_pipe_expand(const struct ia64_model *m, struct ia64_pipe *p, const u64 *words, size_t n, i64 end);

#endif
