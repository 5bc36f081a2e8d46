/* The guest program that the conformance harness drives: one for each instruction set.
 *
 * It does what a mailbox in its memory says, over and over: a profiling call, or a delay of so many turns and then a
 * jump to where a tick is to fall. What stands there jumps back. The harness stops it at `go` between two errands. */
#ifndef PCGRAM_CLI_CONFORM_STUB_H
#define PCGRAM_CLI_CONFORM_STUB_H

#include "emu/core/machine.h"
#include "prof/conform.h"

struct conform_stub {
    const char *isa;
    const u8 *code; /* entry first */
    size_t size;
    u64 text, mailbox; /* addresses of code and mailbox, in pages of their own */
    u64 go;            /* address at which it looks into the mailbox */
    /* Writes the errand of a call, by its private number or through the gateway of the system it comes from; and takes
     * from the mailbox what it returned and its errno, 0 for none. */
    void (*post_call)(struct mem *m, bool gateway, enum conform_call call, const u64 arg[4]);
    void (*call_result)(const struct mem *m, bool gateway, i64 *value, int *error);
    /* The instruction at pc is to issue `cycles` cycles after the one at `go`. False when that is too soon. */
    bool (*post_tick)(struct mem *m, u64 pc, enum conform_where where, u64 cycles);
};

extern const struct conform_stub conform_stub_parisc;

#endif
