/* What an instruction set can tell of its instructions: the rows of its table in words, where the timing models put
 * them, and one instruction of a program in its place. For whoever shows that: `pcgram isa`, `pcgram explain`, a view.
 * Rows count from 0 in the order of the instruction set's insn.def. */
#ifndef PCGRAM_CORE_TEACH_H
#define PCGRAM_CORE_TEACH_H

#include "emu/core/error.h"
#include "emu/core/isa.h"

enum { TEACH_NOTES = 12, TEACH_NOTE = 240, TEACH_INPUTS = 16, TEACH_OPERATION = 400, TEACH_NO_ROW = -1 };

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
    char what[16]; /* "r3", "the memory unit" */
    u64 from;      /* address of the instruction that made it */
    u64 waits;     /* cycles that it is waited for; the greatest of them count, they do not add up */
};

/* How a timing model's pipeline takes an instruction when the straight-line code before it has run: a branch led to where
 * it begins and none is taken in it, nothing nullified, every cache and TLB hit, and nothing under way when it began. */
struct teach_issue {
    u64 first;            /* where the code begins: behind what cannot go on, at a target of the function's branches */
    u64 before;           /* instructions of it before this one */
    bool joins;           /* it issues in the cycle of the one before it */
    u64 data, structural; /* cycles that it waits for operands, and for a unit */
    u64 lock;             /* cycles in which nothing issues behind it */
    struct teach_input input[TEACH_INPUTS];
    unsigned inputs;
    bool next_known, next_joins; /* whether the one behind it in memory issues with it */
    struct teach_notes notes;
};

/* One of the ways in which the disassembler writes instructions: those words whose bits of `mask` are `match`, unless a form
 * before it has them. */
struct teach_form {
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

    /* The i-th form; false behind the last. */
    bool (*form)(unsigned i, struct teach_form *out);
    /* The text of a word of that unit, without its predicate; its row, TEACH_NO_ROW for none. Targets are those at address 0. */
    int (*text)(unsigned unit, u64 word, char *out, size_t cap);

    /* The calls to a fixed address in the unit of code at pc (an instruction, a bundle): where they lead, and how many. */
    unsigned (*calls)(u64 pc, const u8 *code, u64 target[3]);
    /* The stub that begins at pc, of whose code n bytes are there; `gp` is the global pointer that the file has (DT_PLTGOT).
     * False: none does. */
    bool (*stub)(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);
};

#endif
