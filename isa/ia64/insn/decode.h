/* Decoding of Itanium slots into rows of the instruction table, isa/ia64/insn/insn.def. */
#ifndef PCGRAM_IA64_DECODE_H
#define PCGRAM_IA64_DECODE_H

#include "emu/core/types.h"
#include "isa/ia64/insn/bundle.h"

/* One name per row of the table. */
enum ia64_op {
#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, operands, cls, flags) IA64_OP_##id,
#include "isa/ia64/insn/insn.def"
#undef INSN
#undef MAJOR
    IA64_OP_COUNT
};

/* Functional classes of the Itanium 2 (Intel, machine description for compilers, KAPI 4.1; the comments say what is in
 * them). Ports and latencies are given by class. */
enum ia64_class {
    IA64_CLASS_IALU,     /* add, subtract, shladd, adds, addl */
    IA64_CLASS_ICMP,     /* compares */
    IA64_CLASS_ILOG,     /* and, andcm, or, xor */
    IA64_CLASS_PNT,      /* addp4, shladdp4 */
    IA64_CLASS_ISHF,     /* extract, deposit, shrp */
    IA64_CLASS_TBIT,     /* test bit, test NaT, test feature */
    IA64_CLASS_XTD,      /* sign and zero extension, czx */
    IA64_CLASS_LONG_I,   /* movl */
    IA64_CLASS_MMALU_A,  /* parallel add, subtract, average, compare */
    IA64_CLASS_MMALU_I,  /* parallel minimum, maximum, psad1 */
    IA64_CLASS_MMSHF,    /* mix, mux, pack, unpack, variable and parallel shifts */
    IA64_CLASS_MMMUL,    /* parallel multiply, popcnt */
    IA64_CLASS_LD,       /* integer loads */
    IA64_CLASS_CLD,      /* check loads */
    IA64_CLASS_ST,       /* integer stores */
    IA64_CLASS_SEM,      /* semaphores */
    IA64_CLASS_FLD,      /* floating-point loads */
    IA64_CLASS_FLDA,     /* ... advanced */
    IA64_CLASS_FLDP,     /* ... of pairs */
    IA64_CLASS_FCLD,     /* ... checks */
    IA64_CLASS_STF,      /* floating-point stores */
    IA64_CLASS_LFETCH,   /* line prefetch */
    IA64_CLASS_TOFR,     /* setf */
    IA64_CLASS_FRFR,     /* getf */
    IA64_CLASS_CHK_ALAT, /* chk.a */
    IA64_CLASS_CHK_I,    /* chk.s on I */
    IA64_CLASS_CHK_M,    /* chk.s on M */
    IA64_CLASS_FMAC,     /* multiply and add */
    IA64_CLASS_XMA,      /* ... on integers */
    IA64_CLASS_FMISC,    /* minimum, merge, approximations, logic */
    IA64_CLASS_FCMP,     /* fcmp, fclass */
    IA64_CLASS_FCVTFX,   /* conversion to integer */
    IA64_CLASS_FCVTXF,   /* conversion from integer */
    IA64_CLASS_SFMAC,    /* parallel: as the same without S */
    IA64_CLASS_SFMISC,
    IA64_CLASS_SFCVTFX,
    IA64_CLASS_SFMERGESE, /* fpmerge.se */
    IA64_CLASS_FOTHER,    /* fsetc, fclrf, fchkf */
    IA64_CLASS_BR,        /* branches */
    IA64_CLASS_BR_B2,     /* counted and modulo-scheduled loop branches */
    IA64_CLASS_BRP,       /* branch predict */
    IA64_CLASS_TOBR,      /* moves between files: to and from ... */
    IA64_CLASS_FRBR,
    IA64_CLASS_TOPR,
    IA64_CLASS_FRPR,
    IA64_CLASS_FRIP,
    IA64_CLASS_TOAR_I,
    IA64_CLASS_FRAR_I,
    IA64_CLASS_TOAR_M,
    IA64_CLASS_FRAR_M,
    IA64_CLASS_TOCR,
    IA64_CLASS_FRCR,
    IA64_CLASS_NOP_M, /* nop, hint, break, by unit */
    IA64_CLASS_NOP_I,
    IA64_CLASS_NOP_F,
    IA64_CLASS_NOP_B,
    IA64_CLASS_NOP_X,
    IA64_CLASS_RSE_M,   /* flushrs, loadrs */
    IA64_CLASS_RSE_B,   /* cover, clrrrb */
    IA64_CLASS_SYST_M,  /* invala */
    IA64_CLASS_SYST_M0, /* fences, serialization */
    IA64_CLASS_SYST_M2, /* alloc, probe, the rest of the system instructions */
    IA64_CLASS_SYST_B,  /* epc */
    IA64_CLASS_SYST_B2, /* rfi, bsw */
    IA64_CLASS_COUNT
};

/* Properties of a row. */
#define IA64_FLAGS(FLAG)                                                                                                 \
    FLAG(LOAD, 0)        /* reads memory */                                                                              \
    FLAG(STORE, 1)       /* writes memory */                                                                             \
    FLAG(SEM, 2)         /* ... both at once */                                                                          \
    FLAG(PREFETCH, 3)    /* names a line of memory and may do nothing */                                                 \
    FLAG(POSTINC, 4)     /* writes the base register r3 */                                                               \
    FLAG(ACQ, 5)         /* ordered before what follows */                                                               \
    FLAG(REL, 6)         /* ordered after what precedes */                                                               \
    FLAG(SPEC, 7)        /* control speculation: defers faults by a NaT */                                               \
    FLAG(ADV, 8)         /* data speculation: works on the ALAT */                                                       \
    FLAG(CHECK, 9)       /* ends speculation: chk, ld.c */                                                               \
    FLAG(FILL, 10)       /* NaT bits: from UNAT, or the 82-bit format */                                                 \
    FLAG(SPILL, 11)      /* ... to UNAT */                                                                               \
    FLAG(BRANCH, 12)     /* can change the instruction pointer */                                                        \
    FLAG(RELATIVE, 13)   /* ... to a target that the word names, see ia64_branch_target() */                             \
    FLAG(LINK, 14)       /* ... and writes a return link */                                                              \
    FLAG(RETURN, 15)     /* br.ret */                                                                                    \
    FLAG(LOOP, 16)       /* counts LC or EC, rotates registers */                                                        \
    FLAG(SETS_P, 17)     /* writes predicates */                                                                         \
    FLAG(UNC, 18)        /* ... also where its own qualifying predicate is 0 */                                          \
    FLAG(FP, 19)         /* reads or writes floating-point registers: can fault on PSR.dfl and dfh */                    \
    FLAG(PRIV, 20)       /* privilege level 0 only */                                                                    \
    FLAG(RSE, 21)        /* changes the frame or moves the register stack */                                             \
    FLAG(NO_QP, 22)      /* has no qualifying predicate: bits 5:0 say nothing (br.cloop, alloc...) */                    \
    FLAG(FIRST, 23)      /* must be the first of its instruction group (SDM volume 3, table 4-7: f) */                   \
    FLAG(LAST, 24)       /* must be the last (l) */                                                                      \
    FLAG(SLOT2, 25)      /* only in slot 2 (t) */                                                                        \
    FLAG(BY_OR, 26)      /* writes its target predicates by or: leaves them alone or sets them */                        \
    FLAG(BY_AND, 27)     /* ... by and: leaves them alone or clears them; with BY_OR the first by or, the second by andcm */ \
    FLAG(TNAT, 28)       /* asks for a NaT, which therefore is nothing amiss */                                          \
    FLAG(CLR, 29)        /* a check that removes its ALAT entry (.clr) */                                                \
    FLAG(SF, 30)         /* names a status field of FPSR */                                                              \
    FLAG(CCV, 31)        /* reads ar.ccv */
enum ia64_flag {
#define FLAG(name, bit) IA64_##name = 1u << bit,
    IA64_FLAGS(FLAG)
#undef FLAG
};

/* Registers that a row reads and writes, up to four: 8 bits each, the first in the lowest. */
enum ia64_operand {
    IA64_NONE,
    IA64_T1, /* general registers: r1 written; r1, r2, r3 read */
    IA64_R1,
    IA64_R2,
    IA64_R3,
    IA64_R3_2, /* one of r0 to r3 */
    IA64_BASE, /* r3, of an address; IA64_POSTINC writes it, too */
    IA64_FT1,  /* floating-point registers: f1, f2 written; f1 to f4 read */
    IA64_FT2,
    IA64_F1,
    IA64_F2,
    IA64_F3,
    IA64_F4,
    IA64_P1, /* predicates written */
    IA64_P2,
    IA64_QP,    /* the qualifying predicate, read as data */
    IA64_PRS,   /* all predicates, read; written as the mask says: of 17 bits, or the rotating ones */
    IA64_PRT17,
    IA64_PRT44,
    IA64_BT1, /* branch registers: b1 written, b2 read */
    IA64_B2,
    IA64_ART3, /* application registers: ar3 written, ar3 read */
    IA64_AR3,
    IA64_PFS,  /* ... read */
    IA64_LC,   /* ... read and counted down */
    IA64_EC,   /* ... likewise; registers rotate */
    IA64_CSDT, /* ... written, read */
    IA64_CSD,
    IA64_UNATT, /* ... of UNAT, the bit that bits 8:3 of the address name: written, read */
    IA64_UNAT,
};

struct ia64_insn {
    u64 mask;            /* the fixed bits */
    u64 match;           /* and their values */
    u64 ignored;         /* the bits that the processor ignores */
    u32 flags;           /* enum ia64_flag */
    u16 op;              /* enum ia64_op */
    u8 unit;             /* enum ia64_unit: A, M, I, F, B or X */
    u8 cls;              /* enum ia64_class */
    u32 operands;        /* enum ia64_operand */
    const char *name;    /* the id */
    const char *pattern; /* as in the table, with its blanks */
    const char *syntax;
};

/* The row of the slot WORD (41 bits) executed by UNIT: M, I, F, B, or X, the second half of a long instruction. NULL
 * where the architecture reserves the encoding: an illegal-operation fault. What must stand in slot 2, first or last in
 * a group, or on a privilege level, is for the caller to ask. The result is constant data. */
const struct ia64_insn *ia64_decode(enum ia64_unit unit, u64 word);

/* The row with number OP, which must be below IA64_OP_COUNT. */
const struct ia64_insn *ia64_insn_row(enum ia64_op op);

#endif
