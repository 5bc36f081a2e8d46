/* What an instruction set can tell of its instructions: the rows of its table in words, where the timing models put
 * them, and one instruction of a program in its place. For whoever shows that: `pcgram isa`, `pcgram explain`, a view.
 * Rows count from 0 in the order of the instruction set's insn.def. */
#ifndef PCGRAM_CORE_TEACH_H
#define PCGRAM_CORE_TEACH_H

#include "emu/core/error.h"
#include "emu/core/isa.h"

enum { TEACH_NOTES = 12, TEACH_NOTE = 240, TEACH_INPUTS = 16, TEACH_WHAT = 32, TEACH_OPERATION = 400, TEACH_NO_ROW = -1 };

/* Remarks, each under a key of one or two words. */
struct teach_notes {
    struct {
        const char *key;
        char text[TEACH_NOTE];
    } note[TEACH_NOTES];
    unsigned count;
};

/* Adds one, as printf does; the thirteenth and so on are dropped. */
void teach_note(struct teach_notes *n, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* One instruction at its address. */
struct teach_insn {
    int row;                         /* TEACH_NO_ROW: the encoding is reserved */
    u64 word;                        /* 32 bits, or the 41 of the slot that has the opcode */
    char operation[TEACH_OPERATION]; /* its equation, with registers and values; "" without a row */
    struct teach_notes notes;        /* how it leaves the sequence, what stands around it */
};

/* Something that an instruction needs, made by one before it in straight-line code. */
struct teach_input {
    char what[TEACH_WHAT]; /* "r3", "the memory unit" */
    u64 from;      /* address of the instruction that made it */
    u64 waits;     /* cycles that it is waited for; the greatest of them count, they do not add up */
};

/* A loop of a function: a branch leads back to `first`. Where several behind the instruction asked for do, the nearest ends it: compilers let
 * a loop and the one around it begin at one place. */
struct teach_loop {
    u64 first, branch, last; /* the last instruction is the branch itself, PA-RISC: its delay slot */
    unsigned instructions;
    bool straight; /* what is in it can run from the first to the branch: no call, no jump */
};

/* How a timing model's pipeline takes an instruction when the straight-line code before it has run: a branch led to where
 * it begins and none is taken in it, nothing nullified, every cache and TLB hit, and nothing under way when it began.
 * In a loop that is straight, the code before it is the loop, again and again, until the pipeline's state at its head is one
 * that was there before: the steady state. */
struct teach_issue {
    u64 first;            /* where the code begins: behind what cannot go on, at a target of the function's branches */
    u64 before;           /* instructions of it before this one */
    bool in_loop, steady; /* it is in a loop; ... in its steady state, which no state of a loop that is not straight is */
    struct teach_loop loop;
    u64 cycles, turns;    /* steady: what so many iterations take, after which the state is there again; most often one */
    bool joins;           /* it issues in the cycle of the one before it */
    u64 data, structural; /* cycles that it waits for operands, and for a unit */
    u64 lock;             /* cycles in which nothing issues behind it */
    u64 lost;             /* a branch, steady or always taken: cycles in which nothing issues behind it, nor its delay slot */
    bool missed;          /* ... for it is predicted to go elsewhere */
    struct teach_input input[TEACH_INPUTS];
    unsigned inputs;
    bool next_known, next_joins; /* whether the one behind it issues with it: in memory; steady, behind the last: the first */
    struct teach_notes notes;
};

/* One of the ways in which the disassembler writes instructions: those words whose bits of `mask` are `match`, unless a way
 * before it has them. */
struct teach_syntax {
    u64 mask, match;
    unsigned unit;      /* of execution, where words mean something by it (Itanium) */
    const char *syntax; /* as in insn.def */
};

/* A few instructions between a call and what it calls, which a linker made: they lead to ... */
struct teach_stub {
    enum {
        STUB_SLOT, /* what the descriptor at `value` names, which a relocation fills */
        STUB_NTH,  /* the linker's lazy binding of the relocation `value` of those for calls */
        STUB_JUMP, /* the code at `value` */
    } kind;
    u64 value;
    unsigned size; /* bytes of the stub */
};

/* --- for instruction sets ------------------------------------------------------------------------------------------------ */

/* How code goes on behind an instruction. */
struct teach_flow {
    u64 next;     /* the one behind it in memory */
    u64 last;     /* the last one that runs before its branch is where it leads: itself, or its delay slot */
    bool to_known; /* it can branch, not as a call, to `target` */
    u64 target;
    bool leaves;  /* what is behind it is not reached through it, or only when a call returns */
};

enum { TEACH_TURNS = 64, TEACH_LOOP = 1024 }; /* iterations, and instructions of a loop, that are run to find its steady state */

/* States of a pipeline at a loop's head, one each iteration: all zero before the first. */
struct teach_turns {
    u64 state[TEACH_TURNS], at[TEACH_TURNS];
    unsigned count;
};

/* Adds the state that the words are, in cycle `at`. True: it was there before, out->turns and out->cycles ago. */
bool teach_settled(struct teach_turns *t, const u64 *words, size_t n, u64 at, struct teach_issue *out);

/* --- for those who ask --------------------------------------------------------------------------------------------------- */

struct teach {
    const char *legend;           /* of the equations' notation: lines of at most 79 columns */
    const char *source;           /* the manual that the table is from */
    const char *operation_source; /* and the equations */

    /* Writes a row's equation with the names of its fields; the length of the whole text, as snprintf does. */
    int (*operation)(unsigned row, char *out, size_t cap);
    /* The i-th number of the timing model SPEC that says what a row takes; false behind the last, and for a model
     * without numbers. */
    bool (*number)(const char *spec, unsigned row, unsigned i, struct cpu_parameter *out);
    /* Which units take a row under that model, and what issues with it. Nothing for a model without numbers. */
    void (*units)(const char *spec, unsigned row, struct teach_notes *out);

    /* The instruction at pc, in the n bytes of code there (from its bundle's beginning). False if they are too few. */
    bool (*explain)(u64 pc, const u8 *code, size_t n, struct teach_insn *out);
    /* How the instruction at pc issues under SPEC, in a function of `size` bytes at `start`. -1 with *e: the spec is
     * wrong, or has no pipeline. */
    int (*issue)(const char *spec, u64 start, const u8 *code, size_t size, u64 pc, struct teach_issue *out,
                 struct error *e);

    /* How code goes on behind the instruction at pc, whose unit of code (so many bytes: an instruction, a bundle) that is. */
    struct teach_flow (*flow)(u64 pc, const u8 *code);
    unsigned unit;

    /* The i-th way to write instructions; false behind the last. */
    bool (*syntax)(unsigned i, struct teach_syntax *out);
    /* The text of a word of that unit, without its predicate; its row, TEACH_NO_ROW for none. Targets are those at address 0. */
    int (*text)(unsigned unit, u64 word, char *out, size_t cap);

    /* The calls to a fixed address in the unit of code at pc (an instruction, a bundle): where they lead, and how many. */
    unsigned (*calls)(u64 pc, const u8 *code, u64 target[3]);
    /* The stub that begins at pc, of whose code n bytes are there; `gp` is the global pointer that the file has (DT_PLTGOT).
     * False: none does. */
    bool (*stub)(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);
};

/* The innermost loop that the instruction at pc is in. False: in none of this function. */
bool teach_find_loop(const struct teach *t, u64 start, const u8 *code, size_t size, u64 pc, struct teach_loop *out);

/* The loops in that code that have no other in them and can go round: from the first instruction the branch is reached without leaving, other than by a jump
 * whose target is not known. In the order of memory into out[most]: how many there are. */
size_t teach_find_loops(const struct teach *t, u64 start, const u8 *code, size_t size, struct teach_loop *out, size_t most);

#endif
