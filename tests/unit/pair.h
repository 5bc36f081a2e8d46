/* One program run twice, side by side: by the engine as it is, and by the engine as its own reference, which decodes
 * and runs each instruction by itself. After every stop both machines must be the same to the last bit, and at the end
 * they must have counted the same. What is the same for all instruction sets is here; each has a file of its own for the
 * rest (tests/unit/parisc_pair.c, ia64_pair.c).
 *
 * There is no guest kernel here: a fault is answered by going on behind the instruction or elsewhere, a system call by
 * a return, now and then memory is written, protected or mapped anew between two stretches, all drawn from the seed. */
#ifndef PCGRAM_TESTS_PAIR_H
#define PCGRAM_TESTS_PAIR_H

#include "emu/core/machine.h"
#include "emu/core/types.h"
#include "emu/host/host.h"

struct pair_case {
    const void *code; /* spread over pages that may be executed, as the instruction set's file has it */
    unsigned units;   /* words or bundles */
    u64 seed;         /* registers, data, lengths of the stretches, answers to stops */
    u64 cycles;       /* to run, at most */
    unsigned model;   /* of the processor's timing: by its place in the list, modulo its length */
    unsigned stretch; /* longest stretch between two deadlines, in cycles; 0: no deadline but the end */
    bool stacks;      /* keep call stacks */
    bool tight;       /* so little room for decoded code that it is given up again and again */
    bool fine;        /* the reference comes back after each instruction, whatever the stretch */
    unsigned host;    /* blocks that are entered so often become host code; 0: none does, nor where there is no emitter for this host */
    struct host_pace pace; /* host_set_pace(); cycles 0: not called */
    bool trapping;    /* some floating-point traps are enabled */
    bool data;        /* accesses are told to a collector; call stacks are kept for it */
};

struct pair_result {
    char difference[400]; /* what was not the same; "" when all was */
    u64 cycles, stops, instructions;
    u64 translated; /* blocks that became host code */
    u64 told;       /* accesses that the collector has counted */
};

struct pair_guest {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
    struct pair_told *told; /* where there is data to tell */
};

struct pair {
    const struct pair_isa *isa;
    const struct pair_case *k;
    struct pair_guest tested, reference;
    struct pair_result *out;
    u64 seed; /* of the answers; the same for both */
};

struct pair_map {
    u64 addr, size;
    int prot;
};

/* What a test of an instruction set's engine has to know of it. */
struct pair_isa {
    const struct isa *isa;
    const char *const *models; /* specs of timing models, "none" the first; or none at all */
    unsigned model_count;
    unsigned tight; /* bytes of decoded code: more than one block ever needs */
    const struct pair_map *map; /* memory besides the file's, all of it compared */
    unsigned maps;
    /* Maps the file `fd`, a page long, and fills all pages. */
    void (*fill)(struct pair_guest *g, const struct pair_case *k, int fd);
    void (*start)(struct cpu *c, const struct pair_case *k);
    /* Are both processors the same? pair_same() says what is not. */
    bool (*same_cpu)(struct pair *p);
    void (*answer_syscall)(struct cpu *c);
    void (*answer_fault)(struct pair *p, struct pair_guest *g, u64 seed);
    /* Between two stretches the kernel may do this. */
    void (*meddle)(struct pair_guest *g, u64 seed);
};

/* The next number of the sequence that *state stands for. */
u32 pair_random(u64 *state);
u64 pair_random64(u64 *state);

/* True if got is want; else p->out->difference says where and what. */
bool pair_same(struct pair *p, const char *what, u64 index, u64 got, u64 want);

/* One such guest by itself; `step`: the reference; fd is the file of pair_isa.fill. Aborts when the host cannot give the memory. */
void pair_open(const struct pair_isa *isa, struct pair_guest *g, const struct pair_case *k, bool step, int fd);
void pair_close(struct pair_guest *g);

/* Runs the case; the handlers of memory faults are installed (emu/core/fault.h). True when there was no difference.
 * Aborts when the host cannot give the memory. */
bool pair_run(const struct pair_isa *isa, const struct pair_case *k, struct pair_result *out);

#endif
