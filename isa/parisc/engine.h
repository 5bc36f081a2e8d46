/* The execution engine of PA-RISC: decoded code of a process, its modes, and the parts' entry points. */
#ifndef PCGRAM_PARISC_ENGINE_H
#define PCGRAM_PARISC_ENGINE_H

#include "emu/core/block.h"
#include "emu/core/pc_table.h"
#include "isa/parisc/cpu.h"

enum {
    JUMPS = 1 << 12,    /* entries of the jump cache */
    ARENA = 256 << 20,  /* bytes of address space for decoded code */
    ARCS = 1 << 12,     /* buckets for arcs of indirect calls */
};

/* What a block was decoded for, beside its pc. */
enum mode {
    MODE_STEP = 1,      /* one instruction, whatever is in the queue behind it */
    MODE_NULLED = 2,    /* with STEP: the instruction is nullified */
    MODE_ODD_SPACE = 4, /* some of SR 4-7 is not the user's space: every access checks */
    MODE_FP_SLOW = 8,   /* FP enables, T or D are set: every FP operation takes the exact path */
    MODE_NO_FP = 16,    /* CCR says there is no FP coprocessor */
    MODE_ABSOLUTE = 32, /* with STEP: fetched from absolute space, PSW C being 0 */
};

struct arc { /* one (from, to) pair of a call: what the exits do not know of it */
    u32 from, to;
    i64 count; /* may be negative: taken from the exit that counted for another target */
    u64 cycles, instructions; /* inclusive, of the calls that have returned; only while stacks are kept */
    struct arc *next;
};

struct code {
    struct process *process;
    struct code *rom;          /* that of the interruption handlers; NULL: none has run yet */
    struct block_cache cache;
    u32 jump_mode;             /* the mode the jump cache is for */
    struct block *jump[JUMPS]; /* last block entered by an indirect jump with that hash of the target */
    struct arc *arc[ARCS];
    struct pc_table costs;     /* what a timing model charged beside the cycle that each instruction counts */
    u64 beyond; /* a code page that lies past the end of its file, so far: superblocks end before it */
};

static inline unsigned jump_hash(u64 pc) { return (unsigned)(pc >> 2) & (JUMPS - 1); }

/* Decodes the code at pc for the mode: a superblock, or with MODE_STEP one instruction. The page is executable.
 * `uncached` gives a block that is valid until the next call, for pages that are written over and over. */
struct block *pa_translate(struct cpu *c, u32 pc, u32 mode, bool uncached);

/* Empties the jump cache: blocks have gone, or the mode changed. */
void pa_forget_jumps(struct code *code);

/* The arc of this pair, made when there is none. */
struct arc *pa_arc(struct code *code, u32 from, u32 to);

/* Counts one passage of an indirect call that went to `to` though its exit stands for e->target. */
void pa_count_arc(struct code *code, const struct exit *e, u32 to);

/* Brings the flags that the host's floating point has gathered into FR 0, and back: called around each run. */
void pa_fp_enter(struct cpu *c);
void pa_fp_leave(struct cpu *c);
/* FR 0 gets the flags so far; in the middle of a run. */
void pa_fp_gather_flags(struct cpu *c);
/* After FR 0 was written: rounding mode and the need for the exact path. */
void pa_fp_status_changed(struct cpu *c);

#endif
