/* Processes: loading a program into one, and taking one down. */
#ifndef PCGRAM_OS_PROCESS_H
#define PCGRAM_OS_PROCESS_H

#include "emu/os/kernel.h"

/* The guest's stack as a new program finds it, for tests: where each part came to lie. */
struct stack_image {
    u64 sp;   /* as handed to abi->start */
    u64 argc, argv;
};

/* What goes onto the initial stack beside arguments and environment. */
struct program {
    struct elf_image *image, *interp; /* interp NULL: none */
    unsigned phnum, phentsize;
    const char *path;
};

/* Builds strings, pointer arrays and auxiliary vector in [p->os->stack_low, stack_high), which is mapped. 0, or -1 with
 * *e (status 125: the arguments do not fit). */
int stack_build(struct process *p, const struct program *prog, char *const *argv, char *const *envp,
                struct stack_image *out, struct error *e);

#endif
