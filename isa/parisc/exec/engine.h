/* The execution engine of PA-RISC: the modes of decoded code, and the parts' entry points. */
#ifndef PCGRAM_PARISC_ENGINE_H
#define PCGRAM_PARISC_ENGINE_H

#include "emu/core/code.h"
#include "isa/parisc/cpu.h"

/* What a block was decoded for, beside its pc. */
enum mode {
    MODE_STEP = 1,      /* one instruction, whatever is in the queue behind it */
    MODE_NULLED = 2,    /* with STEP: the instruction is nullified */
    MODE_ODD_SPACE = 4, /* some of SR 4-7 is not the user's space: every access checks */
    MODE_FP_SLOW = 8,   /* FP enables, T or D are set: every FP operation takes the exact path */
    MODE_NO_FP = 16,    /* CCR says there is no FP coprocessor */
    MODE_ABSOLUTE = 32, /* with STEP: fetched from absolute space, PSW C being 0 */
    MODE_STATE = 8,     /* from this bit on: the pipeline's state, under a timing model (emu/core/states.h) */
};

/* struct isa's translate, for enum mode. */
struct block *pa_translate(struct cpu *c, u64 pc, u32 mode, bool uncached);

/* Brings the flags that the host's floating point has gathered into FR 0, and back: called around each run. */
void pa_fp_enter(struct cpu *c);
void pa_fp_leave(struct cpu *c);
/* FR 0 gets the flags so far; in the middle of a run. */
void pa_fp_gather_flags(struct cpu *c);

#endif
