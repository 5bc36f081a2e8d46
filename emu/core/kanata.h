/* The instruction trace in the format that the pipeline viewer Konata reads (`--trace-format=kanata`, version 0004): one line
 * a command, in the order of cycles. The ISAs say what became of each instruction; this puts it in order.
 *
 *     C=  cycle                     C  cycles that pass
 *     I  id  number  thread         begins
 *     L  id  0  text                in the list of instructions;  L id 1 text: when it is pointed at
 *     S  id  0  stage, E  id  0  stage
 *     R  id  number  0 or 1         ends; 1: it took no effect
 *
 * Cycles are those of the thread's CPU clock. Where another thread goes on the cycles go on too, from where the last one
 * stood: a viewer knows one time only. */
#ifndef PCGRAM_CORE_KANATA_H
#define PCGRAM_CORE_KANATA_H

#include <stdio.h>

#include "emu/core/types.h"

enum { KANATA_STAGES = 10, KANATA_TEXT = 160 };

/* A stage that the instruction was in from one cycle to another. */
struct kanata_stage {
    const char *name;
    u64 from, to;
};

struct kanata_insn {
    int tid;
    char text[KANATA_TEXT], detail[KANATA_TEXT];
    u64 begin; /* its first cycle */
    unsigned stages;
    struct kanata_stage stage[KANATA_STAGES]; /* one behind the other, at least one: kanata_stage() */
    bool off; /* it took no effect */
};

struct kanata; /* a file being written */

/* Writes the head of the file to `out`, which stays the caller's. Ends pcgram when the host has no memory. */
struct kanata *kanata_new(FILE *out);
/* Gives it another stage of so many cycles, behind the ones that it has; of no cycles: none. */
void kanata_stage(struct kanata_insn *in, const char *name, u64 cycles);
/* The next instruction, in the order of issue: it begins no earlier than the one before it issued. */
void kanata_add(struct kanata *k, const struct kanata_insn *in);
/* Writes what is still to come, and frees it. */
void kanata_close(struct kanata *k);

#endif
