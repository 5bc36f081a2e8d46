/* Decoding of Itanium slots into rows of the instruction table, isa/ia64/insn.def. */
#ifndef PCGRAM_IA64_DECODE_H
#define PCGRAM_IA64_DECODE_H

#include "emu/core/types.h"
#include "isa/ia64/bundle.h"

/* One name per row of the table. */
enum ia64_op {
#define MAJOR(unit, op)
#define INSN(id, pattern, syntax, cls, flags) IA64_OP_##id,
#include "isa/ia64/insn.def"
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
enum ia64_flag {
    IA64_LOAD = 1 << 0,      /* reads memory */
    IA64_STORE = 1 << 1,     /* writes memory */
    IA64_SEM = 1 << 2,       /* ... both at once */
    IA64_PREFETCH = 1 << 3,  /* names a line of memory and may do nothing */
    IA64_POSTINC = 1 << 4,   /* writes the base register r3 */
    IA64_ACQ = 1 << 5,       /* ordered before what follows */
    IA64_REL = 1 << 6,       /* ordered after what precedes */
    IA64_SPEC = 1 << 7,      /* control speculation: defers faults by a NaT */
    IA64_ADV = 1 << 8,       /* data speculation: works on the ALAT */
    IA64_CHECK = 1 << 9,     /* ends speculation: chk, ld.c */
    IA64_FILL = 1 << 10,     /* NaT bits: from UNAT, or the 82-bit format */
    IA64_SPILL = 1 << 11,    /* ... to UNAT */
    IA64_BRANCH = 1 << 12,   /* can change the instruction pointer */
    IA64_RELATIVE = 1 << 13, /* ... to a target that the word names, see ia64_branch_target() */
    IA64_LINK = 1 << 14,     /* ... and writes a return link */
    IA64_RETURN = 1 << 15,   /* br.ret */
    IA64_LOOP = 1 << 16,     /* counts LC or EC, rotates registers */
    IA64_SETS_P = 1 << 17,   /* writes predicates */
    IA64_UNC = 1 << 18,      /* ... also where its own qualifying predicate is 0 */
    IA64_FP = 1 << 19,       /* reads or writes floating-point registers: can fault on PSR.dfl and dfh */
    IA64_PRIV = 1 << 20,     /* privilege level 0 only */
    IA64_RSE = 1 << 21,      /* changes the frame or moves the register stack */
    IA64_NO_QP = 1 << 22,    /* has no qualifying predicate: bits 5:0 say nothing (br.cloop, alloc...) */
    IA64_FIRST = 1 << 23,    /* must be the first of its instruction group (SDM volume 3, table 4-7: f) */
    IA64_LAST = 1 << 24,     /* must be the last (l) */
    IA64_SLOT2 = 1 << 25,    /* only in slot 2 (t) */
    IA64_BY_OR = 1 << 26,    /* writes its target predicates by or: leaves them alone or sets them */
    IA64_BY_AND = 1 << 27,   /* ... by and: leaves them alone or clears them; with BY_OR the first by or, the second by andcm */
    IA64_TNAT = 1 << 28,     /* asks for a NaT, which therefore is nothing amiss */
    IA64_CLR = 1 << 29,      /* a check that removes its ALAT entry (.clr) */
    IA64_SF = 1 << 30,       /* names a status field of FPSR */
    IA64_CCV = 1u << 31,     /* reads ar.ccv */
};

struct ia64_insn {
    u64 mask;            /* the fixed bits */
    u64 match;           /* and their values */
    u64 ignored;         /* the bits that the processor ignores */
    u32 flags;           /* enum ia64_flag */
    u16 op;              /* enum ia64_op */
    u8 unit;             /* enum ia64_unit: A, M, I, F, B or X */
    u8 cls;              /* enum ia64_class */
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
