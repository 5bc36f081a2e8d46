/* Decoding of PA-RISC instruction words into rows of the instruction table, isa/parisc/insn.def. */
#ifndef PCGRAM_PARISC_DECODE_H
#define PCGRAM_PARISC_DECODE_H

#include "emu/core/types.h"

/* One name per row of the table. */
enum pa_op {
#define MAJOR(op)
#define INSN(id, pattern, syntax, cls, flags) PA_OP_##id,
#include "isa/parisc/insn.def"
#undef INSN
#undef MAJOR
    PA_OP_COUNT
};

/* Issue classes of the 7100LC, 7200 and 7300LC (NetBSD cpu(4), hppa, from the HP ERS documents). */
enum pa_class {
    PA_CLASS_FLOP, /* floating-point operation */
    PA_CLASS_LDST, /* load or store, floating-point ones too */
    PA_CLASS_FLEX, /* integer ALU */
    PA_CLASS_MM,   /* shift, extract, deposit */
    PA_CLASS_NUL,  /* may nullify its successor; never in the table, see pa_class_of() */
    PA_CLASS_BV,   /* branch to a register: BV, BVE, BE */
    PA_CLASS_BR,   /* other branches */
    PA_CLASS_FSYS, /* FTEST and floating-point status */
    PA_CLASS_SYS,  /* never bundled */
    PA_CLASS_COUNT
};

/* Properties of a row. The five COND_ flags name the condition table that the c and f fields index. */
enum pa_flag {
    PA_PRIV = 1 << 0,        /* privilege level 0 only (MFCTL, MTCTL: except for some registers) */
    PA_NULLIFIES = 1 << 1,   /* can nullify the next instruction (conditions, FTEST; a branch's n bit is not meant) */
    PA_BRANCH = 1 << 2,      /* changes the instruction address queue */
    PA_COND_BRANCH = 1 << 3, /* ... only if a condition holds */
    PA_LINK = 1 << 4,        /* ... and writes a return address */
    PA_LOAD = 1 << 5,        /* reads memory */
    PA_STORE = 1 << 6,       /* writes memory (LDCW, LDCD: besides reading it) */
    PA_MODIFY = 1 << 7,      /* has a form that writes the base register */
    PA_FPU = 1 << 8,         /* floating-point unit (coprocessor 0): traps if CCR bits 0-1 are off */
    PA_COPR = 1 << 9,        /* any other coprocessor */
    PA_SFU = 1 << 10,        /* special function unit */
    PA_QUAD = 1 << 11,       /* quad-precision (or undefined) format: legal, left to software by every processor */
    PA_TRAPS = 1 << 12,      /* traps on overflow (tsv) or on its condition (tc) */
    PA_CARRY_IN = 1 << 13,   /* reads PSW[C/B] */
    PA_CARRY_OUT = 1 << 14,  /* writes PSW[C/B] */
    PA_HAS_D = 1 << 15,      /* the d field, if 1, makes it a 2.0 double-word operation: pa_needs_20() */
    PA_COND_SUB = 1 << 16,   /* compare/subtract conditions */
    PA_COND_ADD = 1 << 17,   /* add conditions */
    PA_COND_LOGIC = 1 << 18, /* logical conditions */
    PA_COND_UNIT = 1 << 19,  /* unit conditions */
    PA_COND_SHIFT = 1 << 20, /* shift, extract, deposit conditions; move and branch */
    PA_TRAPS_IF = 1 << 26,   /* ... on its condition (tc), which then does not nullify */
    PA_PA11 = 1 << 21,       /* since 1.1 */
    PA_PA20 = 1 << 22,       /* since 2.0 */
    PA_PA1X = 1 << 23,       /* 1.0 and 1.1 only */
    PA_GENERIC = 1 << 25,    /* may overlap rows above it, which win */
    PA_MAX = 1 << 24,        /* parallel halfwords: PA-7100LC, 7200, 7300LC (hadd, hsub, havg, hshladd, hshradd), 2.0 */
};

struct pa_insn {
    u32 mask;            /* the fixed bits */
    u32 match;           /* and their values */
    u32 ignored;         /* the bits that the processor ignores */
    u32 flags;           /* enum pa_flag */
    u16 op;              /* enum pa_op */
    u8 cls;              /* enum pa_class */
    const char *name;    /* the id */
    const char *pattern; /* as in the table, with its blanks */
    const char *syntax;
};

/* The row of WORD, or NULL where the architecture reserves the encoding: an illegal-instruction interruption (8).
 * Whether the row exists at the architecture level of a model, is allowed at the privilege level and so on is for the
 * caller to ask. The result is constant data. */
const struct pa_insn *pa_decode(u32 word);

/* The row with number OP, which must be below PA_OP_COUNT. */
const struct pa_insn *pa_insn_row(enum pa_op op);

/* The issue class of WORD, whose row is INSN: NUL for an ALU or shift operation with a condition other than "never". */
enum pa_class pa_class_of(const struct pa_insn *insn, u32 word);

/* True if WORD, whose row is INSN, needs a PA-RISC 2.0 processor: a 2.0 row, or the d bit of an older one. */
bool pa_needs_20(const struct pa_insn *insn, u32 word);

#endif
