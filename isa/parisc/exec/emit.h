/* Which uops an instruction is; translate.c makes blocks of them. */
#ifndef PCGRAM_PARISC_EMIT_H
#define PCGRAM_PARISC_EMIT_H

#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/uops.h"
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/timing/schedule.h"

struct side { /* a side path, laid out after the trunk */
    unsigned from;      /* uop whose imm is the distance to it */
    unsigned base;      /* uop the distance is counted from */
    u32 slot_pc;        /* the one instruction on it: */
    u32 slot_word;
    bool nullified;     /* ... nullified */
    bool counted;       /* ... which the operation that nullifies it has counted */
    bool taken;         /* a branch leads here, whose delay slot that instruction is in */
    u16 trunk;          /* trunk entries passed before it */
    u32 target;         /* where it leads */
    u32 branch_pc;
};

struct translation {
    struct cpu *cpu;
    u32 mode;
    struct block_draft *draft;
    bool is_exit[BLOCK_UOPS];
    struct side side[BLOCK_STEPS];
    unsigned sides;
    struct uop_info at; /* of the instruction being emitted */
    u8 nullified[BLOCK_STEPS + 3]; /* instructions nullified whatever happens, among the first so many of the trunk */
    u32 highest;        /* pc on the trunk */
    unsigned lap;       /* of the trunk's entries the first one of the loop's last lap */
    bool counted;       /* what is being emitted is nullified, and has been counted as such */
    bool fell;          /* what is being emitted stands on the side path of a conditional branch that the trunk takes */
    bool left_apart;    /* where an instruction is nullified the trunk is left, and never rejoined */
    struct schedule *schedule; /* NULL: every instruction is a cycle */
    unsigned last;      /* register that holds the last result (isa/parisc/exec/uops.h), or LAST_NONE */
};

/* What became of an instruction. */
enum emitted {
    EMIT_PLAIN,     /* uops that go on behind themselves */
    EMIT_NULLIFIES, /* the last two uops are a nullifying operation and its counter */
    EMIT_STEP,      /* nothing: it must run as a single step */
    EMIT_ENDS,      /* it always traps: nothing can follow */
    EMIT_RETURNS,   /* RFI: it sets the queue itself */
};

/* Appends a uop, in the form that fits, and its info; returns its index. */
unsigned pa_emit(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm);

/* In this block accesses, calls and returns are told to the collector of --data, and no model asks what they take. */
bool pa_tells(const struct translation *t);

/* Emits any instruction; of a branch what decides, or forms its target: nothing where the word names that. */
enum emitted pa_emit_insn(struct translation *t, const struct pa_insn *insn, u32 word);

/* GR number as a target. */
static inline unsigned pa_target(u32 r) { return r ? r : GR_SINK; }

#endif
