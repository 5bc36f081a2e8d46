/* One program run twice, side by side: by the engine as it is, and by the engine as its own reference, which decodes
 * and runs each instruction by itself. After every stop both machines must be the same to the last bit, and at the end
 * they must have counted the same.
 *
 * There is no guest kernel here: a fault is answered by going on behind the instruction or elsewhere, a system call by
 * a return, now and then memory is written, protected or mapped anew between two stretches, all drawn from the seed. */
#ifndef PCGRAM_TESTS_PARISC_PAIR_H
#define PCGRAM_TESTS_PARISC_PAIR_H

#include "emu/core/types.h"
#include "tests/unit/parisc_words.h"

struct pair_case {
    const u32 *word;  /* code: spread over pages that may be executed, in four parts */
    unsigned words;   /* PAIR_WORDS at most */
    u64 seed;         /* registers, data, lengths of the stretches, answers to stops */
    u64 cycles;       /* to run, at most */
    unsigned model;   /* of the processor's timing: 0 none, others by their place in isa_parisc.cpu_models */
    unsigned stretch; /* longest stretch between two deadlines, in cycles; 0: no deadline but the end */
    bool stacks;      /* keep call stacks */
    bool tight;       /* so little room for decoded code that it is given up again and again */
    bool fine;        /* the reference comes back after each instruction, whatever the stretch */
    bool trapping;    /* some floating-point traps are enabled */
};

struct pair_result {
    char difference[400]; /* what was not the same; "" when all was */
    u64 cycles, stops, instructions;
    u32 gr[32]; /* at the end, of the engine under test */
};

enum { PAIR_WORDS = 1024 };

/* The parts of the program begin at these addresses, that is words 0, n/4, n/2 and 3n/4. */
enum { PAIR_CODE = 0x10000, PAIR_TOP = 0xfffff000u };
u32 pair_part(const struct pair_case *k, unsigned part);

/* Addresses that are good for something to such a program. */
extern const struct words_places pair_places;

/* Runs the case; the handlers of memory faults are installed (emu/core/fault.h). True when there was no difference.
 * Aborts when the host cannot give the memory. */
bool pair_run(const struct pair_case *k, struct pair_result *out);

#endif
