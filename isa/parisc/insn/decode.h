/* Decoding of PA-RISC instruction words into rows of the instruction table, isa/parisc/insn/insn.def. */
#ifndef PCGRAM_PARISC_DECODE_H
#define PCGRAM_PARISC_DECODE_H

#include "emu/core/types.h"

/* One name per row of the table. */
enum pa_op {
#define MAJOR(op)
#define INSN(id, pattern, syntax, cls, flags) PA_OP_##id,
#include "isa/parisc/insn/insn.def"
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
#define PA_FLAGS(FLAG)                                                                                                   \
    FLAG(PRIV, 0)        /* privilege level 0 only (MFCTL, MTCTL: except for some registers) */                          \
    FLAG(NULLIFIES, 1)   /* can nullify the next instruction (conditions, FTEST; a branch's n bit is not meant) */       \
    FLAG(BRANCH, 2)      /* changes the instruction address queue */                                                     \
    FLAG(COND_BRANCH, 3) /* ... only if a condition holds */                                                             \
    FLAG(RELATIVE, 30)   /* ... always, to a target that the word names, see pa_target_of() */                           \
    FLAG(LINK, 4)        /* ... and writes a return address */                                                           \
    FLAG(LOAD, 5)        /* reads memory */                                                                              \
    FLAG(STORE, 6)       /* writes memory (LDCW, LDCD: besides reading it) */                                            \
    FLAG(MODIFY, 7)      /* has a form that writes the base register */                                                  \
    FLAG(FPU, 8)         /* floating-point unit (coprocessor 0): traps if CCR bits 0-1 are off */                        \
    FLAG(COPR, 9)        /* any other coprocessor */                                                                     \
    FLAG(SFU, 10)        /* special function unit */                                                                     \
    FLAG(QUAD, 11)       /* quad-precision (or undefined) format: legal, left to software by every processor */          \
    FLAG(TRAPS, 12)      /* traps on overflow (tsv) or on its condition (tc) */                                          \
    FLAG(CARRY_IN, 13)   /* reads PSW[C/B] */                                                                            \
    FLAG(CARRY_OUT, 14)  /* writes PSW[C/B] */                                                                           \
    FLAG(HAS_D, 15)      /* the d field, if 1, makes it a 2.0 double-word operation: pa_needs_20() */                    \
    FLAG(COND_SUB, 16)   /* compare/subtract conditions */                                                               \
    FLAG(COND_ADD, 17)   /* add conditions */                                                                            \
    FLAG(COND_LOGIC, 18) /* logical conditions */                                                                        \
    FLAG(COND_UNIT, 19)  /* unit conditions */                                                                           \
    FLAG(COND_SHIFT, 20) /* shift, extract, deposit conditions; move and branch */                                       \
    FLAG(COND_FALSE, 27) /* branches if the condition is false */                                                        \
    FLAG(IM5, 28)        /* compares or adds im5 in the place of r */                                                    \
    FLAG(IM11, 29)       /* ... im11 */                                                                                  \
    FLAG(TRAPS_IF, 26)   /* ... on its condition (tc), which then does not nullify */                                    \
    FLAG(PA11, 21)       /* since 1.1 */                                                                                 \
    FLAG(PA20, 22)       /* since 2.0 */                                                                                 \
    FLAG(PA1X, 23)       /* 1.0 and 1.1 only */                                                                          \
    FLAG(GENERIC, 25)    /* may overlap rows above it, which win */                                                      \
    FLAG(MAX, 24)        /* parallel halfwords: PA-7100LC, 7200, 7300LC (hadd, hsub, havg, hshladd, hshradd), 2.0 */
enum pa_flag {
#define FLAG(name, bit) PA_##name = 1 << bit,
    PA_FLAGS(FLAG)
#undef FLAG
};

/* How the address of an access is formed from the fields of the word (figures 7-1 to 7-4); what is added goes to the base
 * register, if it is modified, before or after (ma, mb) the access. */
enum pa_addressing {
    PA_EA_NONE,        /* no MEM row; of cache and TLB operations with a modify bit: the index, unscaled */
    PA_EA_INDEX,       /* x, times the size if u; modified after */
    PA_EA_SHORT_LOAD,  /* im5 in the place of x: loads, and floating point */
    PA_EA_SHORT_STORE, /* im5 in the place of t */
    PA_EA_BYTES,       /* likewise; modified after, to a boundary of the unit */
    PA_EA_LONG14,      /* im14 */
    PA_EA_LONG14_M,    /* im14, modified: before if negative */
    PA_EA_LONG11,      /* im11a of doubles, modified if m says so */
    PA_EA_LONG12,      /* im12a */
    PA_EA_LONG12_M,    /* im12a, modified: after if negative */
    PA_EA_LONG12_FM,   /* im12a, modified as a says: floating point */
};

struct pa_insn {
    u32 mask;            /* the fixed bits */
    u32 match;           /* and their values */
    u32 ignored;         /* the bits that the processor ignores */
    u32 flags;           /* enum pa_flag */
    u16 op;              /* enum pa_op */
    u8 cls;              /* enum pa_class */
    u8 addressing;       /* enum pa_addressing */
    u8 bytes;            /* of the access to memory; 0: none */
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
