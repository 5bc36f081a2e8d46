/* Which uops an instruction is, by the tables of exec_*.c; translate.c makes blocks of them. */
#ifndef PCGRAM_IA64_EMIT_H
#define PCGRAM_IA64_EMIT_H

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/uops.h"
#include "isa/ia64/insn/slot.h"

struct side { /* a side path, laid out after the trunk */
    unsigned from;      /* uop whose imm is the distance to it */
    struct ia64_slot slot; /* the branch that leads there */
    u16 trunk;          /* trunk entries passed before it */
    u32 mode;           /* when it is taken */
    bool told;          /* its test tells the predictor, too (isa/ia64/timing/emit_timed.h) */
};

struct ia64_issue; /* isa/ia64/timing/issue.h */

struct translation {
    struct cpu *cpu;
    u32 mode; /* at the instruction being emitted: alloc and calls change the frame */
    struct block_draft *draft;
    bool is_exit[BLOCK_UOPS];
    struct side side[BLOCK_STEPS];
    unsigned sides;
    struct uop_info at; /* of the instruction being emitted */
    struct ia64_issue *issue; /* of the trunk's instructions, for a timing model; NULL: there is none */
    u64 trunk[4];       /* a bit for each place in memory, modulo their number: an instruction from there is on the trunk */
    u64 line;           /* of instructions: the one that was fetched last */
    bool timed;         /* what is emitted is the twin for timed blocks, if there is one */
    unsigned lap;       /* of the trunk's entries the first one of the loop's last lap */
    unsigned ends_at;   /* cycles from the beginning to the end of the branch being emitted */
};

/* What became of an instruction. */
enum emitted {
    EMIT_PLAIN, /* uops that go on behind themselves */
    EMIT_STEP,  /* nothing: it must run as a single step */
    EMIT_ENDS,  /* it always traps: nothing can follow */
    EMIT_JUMPS, /* in a single step: it sets ip itself (rfi) */
};

/* How an instruction becomes operations: it is one, `kind`, which takes its fields from the word, or `emit` makes them. */
struct ia64_recipe {
    u16 kind; /* enum ia64_uop */
    bool step; /* only ever as a single step: it reads the clock, or changes what blocks are decoded for */
    bool fuses; /* under a timing model it looks its access up itself, if it is a plain one: isa/ia64/exec/exec_mem.h */
    enum emitted (*emit)(struct translation *t, const struct ia64_slot *s); /* NULL: `kind` */
};

/* The tables at the ends of the exec_*.c files, indexed by enum ia64_op; what a file does not have is all 0. */
extern const struct ia64_recipe ia64_recipes_int[], ia64_recipes_mm[], ia64_recipes_mem[], ia64_recipes_fp[], ia64_recipes_sys[];
/* ... and what accesses memory, by enum ia64_class. */
extern const struct ia64_recipe ia64_recipes_access[];

/* The recipe of an instruction, or NULL: there is none. */
const struct ia64_recipe *ia64_recipe_of(const struct ia64_insn *in);

/* Appends a uop, in the form that suits the mode and t->timed, and its info; returns its index. */
unsigned ia64_emit(struct translation *t, enum ia64_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm);
/* The 64-bit value of the uop just emitted, which its handler finds in WIDE and jumps over; imm2 in u[1].imm. */
void ia64_emit_wide(struct translation *t, u64 value, i32 imm2);
/* A check that branches: a uop whose handler goes to u + u->imm to branch to the slot's target, or on behind itself (to
 * u + 1). */
void ia64_emit_check(struct translation *t, const struct ia64_slot *s, enum ia64_uop kind, unsigned a, unsigned d);

/* In this block calls and returns are told to the collector of --data, and no model asks what anything takes; accesses, too, where they are
 * counted. */
bool ia64_tells(const struct translation *t);

/* Emits an instruction that is not a branch, with all that comes before it. *counter is the uop that counts how often its
 * predicate was false, 0 if it has none. */
enum emitted ia64_emit_insn(struct translation *t, const struct ia64_slot *s, unsigned *counter);

/* A predicate as a target. */
static inline unsigned ia64_pr_target(unsigned p) { return p ? p : PR_SINK; }

/* --- exec_sys.c: illegal operations, which come before a lack of privilege and before NaT bits ---------------------------- */

/* Whether a move to or from an application or control register is one by its word alone. */
bool ia64_sys_illegal(const struct ia64_slot *s);
/* Emits what looks whether the processor's state makes an instruction one. */
void ia64_emit_sys_legality(struct translation *t, const struct ia64_slot *s);

/* --- exec_branch.c: the uops that branches are made of --------------------------------------------------------------- */

/* The test of a branch's condition, which goes to u + u->imm if it is taken; none: it always is. *rotates: it may change
 * rrb.fr, and so the mode. */
enum ia64_uop ia64_branch_test(const struct ia64_slot *s, bool *rotates);
/* What a taken branch does before it leaves: link, frame, target, the shadow stack. `target` is that of a direct one;
 * t->mode becomes the mode there, as far as it is known. */
void ia64_emit_taken(struct translation *t, const struct ia64_slot *s, u64 target, unsigned off);

#endif
