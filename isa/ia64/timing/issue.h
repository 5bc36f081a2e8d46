/* What the in-order model has to know of an instruction before it runs: ports, what it uses and defines, how it ends a group.
 * None of it depends on values, so that it can be told when code is decoded. */
#ifndef PCGRAM_IA64_ISSUE_H
#define PCGRAM_IA64_ISSUE_H

#include "isa/ia64/insn/slot.h"
#include "isa/ia64/timing/timing_models.h"

/* Ports that the M slot may use: bits 0 to 3. */
enum { M_ANY = 15, M_LOAD = 3, M_STORE = 12, M_0 = 1, M_2 = 4 };

enum ia64_issue_flag {
    ISSUE_STOP = 1 << 0,    /* a stop stands behind it */
    ISSUE_SPLIT = 1 << 1,   /* nothing issues behind it in its cycle */
    ISSUE_ALONE = 1 << 2,   /* nor before it */
    ISSUE_FIRST = 1 << 3,   /* it begins a bundle */
    ISSUE_BBB = 1 << 4,     /* which is BBB */
    ISSUE_NO_BBB = 1 << 5,  /* no BBB issues with its bundle */
    ISSUE_I = 1 << 6,       /* it needs an I port */
    ISSUE_I0 = 1 << 7,      /* ... the first one */
    ISSUE_F = 1 << 8,       /* it needs an F port */
    ISSUE_FF = 1 << 9,      /* ... both */
    ISSUE_INDIRECT = 1 << 10, /* a branch to a register's address */
    ISSUE_RETURN = 1 << 11,
    ISSUE_CALL = 1 << 12,
    ISSUE_CHECK = 1 << 13,  /* a check, which branches as predicted wrong */
    ISSUE_ROTATES = 1 << 14,
    ISSUE_RESETS = 1 << 15, /* clrrrb, cover, return: other registers have the stacked and rotating names */
    ISSUE_ALL_PR_IN = 1 << 16, /* it uses all predicates */
    ISSUE_ALL_PR_OUT = 1 << 17,
    ISSUE_CONDITIONAL = 1 << 18, /* a branch that is predicted */
    ISSUE_TAKEN = 1 << 19,  /* in a block: a branch that is taken where it is passed */
    ISSUE_ACCESS = 1 << 20, /* it accesses memory */
    ISSUE_MOVES = 1 << 21,  /* the register stack may move registers */
    ISSUE_A = 1 << 22,      /* in an I slot, and would do as well in an M slot */
    ISSUE_GUARDED = 1 << 23, /* not a branch; its predicate, which is use[0], may be false: */
    ISSUE_OFF = 1 << 24,    /* ... and is: told when it runs */
    ISSUE_FAR = 1 << 25,    /* its load passes the first level by */
    ISSUE_STORES = 1 << 26, /* a store */
    ISSUE_BYTE = 1 << 27,   /* ... of a byte */
};

enum { ISSUE_USES = 10, ISSUE_DEFS = 5, ISSUE_MAKERS = 4 };

struct ia64_issue {
    u64 pc;
    u32 flags;
    u16 lock;      /* cycles in which nothing issues behind it */
    u8 m;          /* ports of the M slot; 0: it is in another slot */
    u8 uses, defs;
    u8 frame;      /* a call: the locals; a loop branch: the rotating registers */
    u16 use[ISSUE_USES];      /* registers it waits for, RES_... of isa/ia64/insn/operands.h */
    u8 use_class[ISSUE_USES]; /* enum ia64_use */
    u16 def[ISSUE_DEFS];      /* registers it defines */
    u8 producer[ISSUE_DEFS];  /* enum ia64_producer */
};

/* The slot s of the bundle, executed with that frame (mode_frame of isa/ia64/exec/engine.h). */
void ia64_issue_of(const struct ia64_model *m, const struct ia64_slot *s, const u8 bundle[16], u32 frame, struct ia64_issue *out);

/* The producers (enum ia64_producer) of what instructions of a class make; BY_NONE ends a list that is shorter. */
extern const u8 ia64_makers[IA64_CLASS_COUNT][ISSUE_MAKERS];

/* Whether the instruction is predicated off may make a difference to what a path costs: its guard tells. */
static inline bool ia64_guard_tells(const struct ia64_issue *i) { return i->uses > 1 || i->flags & ISSUE_ALL_PR_IN; }

#endif
