/* Where debuggers meet the engines and the instruction sets: what stops a run, and a processor as gdb sees one. */
#ifndef PCGRAM_CORE_DEBUG_H
#define PCGRAM_CORE_DEBUG_H

#include <stddef.h>

#include "emu/core/types.h"

struct kanata_insn; /* emu/core/kanata.h */
struct thread;

/* A debugger's part of a machine. Its points, or all code, are stepped, so that stop_before sees each instruction there; all
 * else runs in superblocks. Changed between runs only, and whoever adds a point drops the blocks that were decoded from its
 * page (struct mem's code_gone). */
struct debug_hook {
    void *ctx;
    /* An instruction is next; `slots` are those that the thread has issued before it. True: stop here, with nothing of
     * it done. May be called again for the same one. Also when calls_left() comes true, wherever that is. */
    bool (*stop_before)(void *ctx, struct thread *t, u64 pc, u64 slots);
    /* t->stop is a fault that is to become a signal. True: stop, before the signal is delivered. */
    bool (*stop_fault)(void *ctx, struct thread *t);
    /* Another signal is to be delivered; its name is without SIG. True: stop before that. */
    bool (*stop_signal)(void *ctx, struct thread *t, const char *name);
    const u64 *point; /* addresses of instructions, of bundles on Itanium, ascending */
    size_t points;
    bool step_all;
    /* The guest has written to our standard output or error. NULL: nobody asks. */
    void (*output)(void *ctx, const void *bytes, size_t n);
    int null_fd; /* what goes to the standard output and error of ours is written there instead; -1: it is not */
};

static inline bool debug_has_point(const struct debug_hook *h, u64 point)
{
    size_t low = 0, high = h->points;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (h->point[middle] < point) low = middle + 1;
        else high = middle;
    }
    return low < h->points && h->point[low] == point;
}

/* What an instruction is about to do to memory. */
struct debug_access {
    u64 address;
    unsigned size; /* bytes; 0: nothing */
    bool load, store;
};

/* A register as it is shown to a person. */
enum debug_role { ROLE_CONTROL, ROLE_PREDICATE, ROLE_GENERAL, ROLE_ROTATING, ROLE_STACKED, ROLE_BRANCH, ROLE_FLOAT };
enum { DEBUG_SHOWN_MOST = 320 }; /* of one thread, at most */
struct debug_register {
    char name[12];
    char text[32]; /* its value */
    u8 role;       /* enum debug_role */
    bool nat;      /* Itanium: not a thing */
};

/* A register that an instruction reads or writes. */
struct debug_operand {
    u64 id;       /* the same for the same register, whatever it is called meanwhile */
    char name[8]; /* as the instruction has it */
};

enum { DEBUG_OPERANDS = 8 };

/* What an instruction depends on others by, as its row says; what is beyond the room is left out. */
struct debug_operands {
    struct debug_operand in[DEBUG_OPERANDS], out[DEBUG_OPERANDS];
    unsigned ins, outs;
    bool load; /* what it writes (but for a base) comes from memory */
};

/* Adds one, whose name is KINDnumber, to a list of DEBUG_OPERANDS that is not full. */
void debug_operand_add(struct debug_operand *list, unsigned *count, u64 id, const char *kind, unsigned number);

/* The pipeline as textbooks draw it: an instruction is in each stage for a cycle, and longer in those where it waits. */
struct debug_pipeline {
    const char *letters;        /* of the stages, one each */
    const char *const *names;
    u8 fetch, registers, wait, issue, memory; /* stages: of code, of Itanium's register stack, where operands are waited for, which
                                               * the issue's cycle is, where data comes */
};

/* A processor in the layout that gdb has built in for it. Values are in the guest's byte order. */
struct debug_view {
    const char *architecture; /* as gdb names it */
    unsigned registers;
    unsigned pc_register; /* that says where the thread goes on */
    unsigned (*size)(unsigned r);       /* bytes, 16 at most */
    void (*get)(const struct thread *t, unsigned r, u8 *out);
    void (*set)(struct thread *t, unsigned r, const u8 *in); /* what cannot be written stays as it is */
    /* Where the thread is, as stop_before has it. */
    u64 (*pc)(const struct thread *t);
    /* The instruction there is nullified: it is passed, not executed. NULL: there is no such thing. */
    bool (*nullified)(const struct thread *t);
    /* It is a branch's delay slot: the branch is not over. NULL likewise. */
    bool (*in_slot)(const struct thread *t);
    /* The same of the instruction that gdb means by an address. */
    u64 (*pc_of)(const struct thread *t, u64 address);
    struct debug_access (*access)(const struct thread *t);
    /* gdb expects this processor to stop for a watchpoint before the access is made, and goes one step further itself to
     * compare; else behind it. Backwards it is the other way round. */
    bool watches_before;
    /* What get() tells and memory are all that there is to see of a thread: no register is seen in memory instead. */
    bool past;
    /* The registers worth looking at, by role in the order of enum debug_role, into out[DEBUG_SHOWN_MOST]; how many. Itanium:
     * stacked ones are those of the frame, those that rotate under their present names. */
    unsigned (*show)(const struct thread *t, struct debug_register *out);
    /* Memory as it would be with everything written back that the processor holds. -1: not mapped. */
    int (*peek)(const struct thread *t, u64 address, void *to, size_t n);
    int (*poke)(struct thread *t, u64 address, const void *from, size_t n);
    /* The stages that the instruction was in that has just been stepped, which began at that cycle of the thread's clock (a
     * timing model says better); off: it took no effect. Names are those of the pipeline's trace (docs/trace-format.md). */
    void (*stages)(const struct thread *t, u64 begin, bool off, struct kanata_insn *out);
    const struct debug_pipeline *pipeline;
    /* The operands of the instruction at pc, in whose unit of code (code_unit bytes) it is, before it runs. */
    void (*operands)(const struct thread *t, u64 pc, const u8 *code, struct debug_operands *out);
};

/* Whether what the thread would execute next is nullified, by a view that may know of no such thing. */
static inline bool debug_view_nullified(const struct debug_view *v, const struct thread *t) { return v->nullified && v->nullified(t); }

#endif
