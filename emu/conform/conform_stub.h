/* The guest program that the conformance harness drives: one for each instruction set.
 *
 * A thread of it does what a mailbox in its memory says, over and over: a system call, or a delay of so many turns and
 * then a jump to where a tick is to fall. What stands there jumps back. Each such errand is done once; then the thread
 * looks into its mailbox until there is another one, and the harness meets it there, at `go`. */
#ifndef PCGRAM_CONFORM_CONFORM_STUB_H
#define PCGRAM_CONFORM_CONFORM_STUB_H

#include "emu/core/machine.h"
#include "prof/conform/conform.h"

struct conform_stub {
    const char *isa;
    const u8 *code; /* entry first */
    size_t size;
    u64 text, mailbox; /* addresses of code and mailbox, in pages of their own */
    u64 go;            /* address at which it looks into the mailbox */

    /* Errands for the thread whose mailbox is at `box`. A new mailbox has to be reset first. */
    void (*reset)(struct mem *m, u64 box);
    /* A profiling call, by its private number or through the gateway of the system it comes from; and, once it is made,
     * its value and errno (0: none), as the last call left them. */
    void (*post_call)(struct mem *m, u64 box, bool gateway, enum conform_call call, const u64 arg[4]);
    void (*call_result)(const struct mem *m, u64 box, bool gateway, i64 *value, int *error);
    /* The instruction at pc is to issue `cycles` cycles after the one at `go`. False when that is too soon. */
    bool (*post_tick)(struct mem *m, u64 box, u64 pc, enum conform_where where, u64 cycles);
    /* clone or fork; what begins there has the mailbox child_box. */
    void (*post_spawn)(struct mem *m, u64 box, bool thread, u64 child_box);
    void (*post_sleep)(struct mem *m, u64 box, u32 nanoseconds); /* less than a second */
    void (*post_exec)(struct mem *m, u64 box, const char *path); /* of the guest, a short one */
    void (*post_exit)(struct mem *m, u64 box); /* of the thread */
};

extern const struct conform_stub conform_stub_parisc, conform_stub_ia64;

#endif
