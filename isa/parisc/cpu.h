/* The state of one PA-RISC processor, in sections: what a program sees, what interruptions use, and, first and last,
 * what the execution engine keeps and no snapshot needs.
 *
 * General registers are 64 bits wide from the start (PA-RISC 2.0); with PSW W = 0 addresses are the low 32 bits and
 * 1.x programs cannot tell. */
#ifndef PCGRAM_PARISC_CPU_H
#define PCGRAM_PARISC_CPU_H

#include "emu/core/block.h"
#include "emu/core/engine.h"
#include "emu/core/types.h"

/* Processor status word (PA-RISC 2.0 Architecture, figure 2-6), 32-bit form. */
enum {
    PSW_Y = 1u << 31, PSW_Z = 1u << 30, PSW_W = 1u << 27, PSW_E = 1u << 26, PSW_S = 1u << 25, PSW_T = 1u << 24,
    PSW_H = 1u << 23, PSW_L = 1u << 22, PSW_N = 1u << 21, PSW_X = 1u << 20, PSW_B = 1u << 19, PSW_C = 1u << 18,
    PSW_V = 1u << 17, PSW_M = 1u << 16, PSW_CB = 0xff00u, PSW_O = 1u << 7, PSW_G = 1u << 6, PSW_F = 1u << 5,
    PSW_R = 1u << 4, PSW_Q = 1u << 3, PSW_P = 1u << 2, PSW_D = 1u << 1, PSW_I = 1u << 0,
};

/* Control registers (PA-RISC 2.0 Architecture, table 2-3). */
enum {
    CR_RC = 0, CR_PID1 = 8, CR_PID2 = 9, CR_CCR = 10, CR_SAR = 11, CR_PID3 = 12, CR_PID4 = 13, CR_IVA = 14,
    CR_EIEM = 15, CR_ITMR = 16, CR_IIASQ = 17, CR_IIAOQ = 18, CR_IIR = 19, CR_ISR = 20, CR_IOR = 21, CR_IPSW = 22,
    CR_EIRR = 23, CR_TR0 = 24, CR_TR1 = 25, CR_TR2 = 26, CR_TR3 = 27,
};

/* Interruption vectors (PA-RISC 1.1 Architecture, table 4-1). */
enum vector {
    VEC_HPMC = 1, VEC_POWER_FAIL = 2, VEC_RECOVERY = 3, VEC_EXTERNAL = 4, VEC_LPMC = 5, VEC_ITLB_MISS = 6,
    VEC_INSN_PROTECTION = 7, VEC_ILLEGAL = 8, VEC_BREAK = 9, VEC_PRIV_OP = 10, VEC_PRIV_REG = 11, VEC_OVERFLOW = 12,
    VEC_CONDITIONAL = 13, VEC_ASSIST_EXCEPTION = 14, VEC_DTLB_MISS = 15, VEC_NA_ITLB_MISS = 16, VEC_NA_DTLB_MISS = 17,
    VEC_DATA_PROTECTION = 18, VEC_DATA_BREAK = 19, VEC_TLB_DIRTY = 20, VEC_PAGE_REFERENCE = 21,
    VEC_ASSIST_EMULATION = 22, VEC_HIGHER_PRIV = 23, VEC_LOWER_PRIV = 24, VEC_TAKEN_BRANCH = 25,
    VEC_DATA_RIGHTS = 26, VEC_DATA_PID = 27, VEC_UNALIGNED = 28, VEC_PERFORMANCE = 29,
};

/* HP-UX programs enter their kernel with `ble 4(%sr7,%r1)`, r1 = 0xC0000000, and the number in r22
 * (docs/ticks.md, "The calls"). */
#define HPUX_GATEWAY 0xc0000004u

enum {
    GR_SINK = 32,    /* where writes to GR 0 go */
    FR_ZERO = 32,    /* what FR 0 reads as in arithmetic */
    SPACE_USER = 1,  /* the space of every guest program: sr3-sr7 and both queues hold it */
    SPACE_KERNEL = 0, /* the gateway page's space (sr2) */
};

struct cpu {
    /* --- what host code uses most, near the beginning (UOP_NEAR) -------------------------------------------------- */
    struct pa_memory *memory; /* isa/parisc/timing/hierarchy.h: caches of the timing model; without one, *unshown */
    struct uop *entered;   /* under a timing model: the first operation of the block entered last */
    u64 wait;              /* under a timing model: cycles that the last access or fetch took; LEAVE_RELATION: what it is */
    u64 carried;           /* within host code: the carry out of the word, 0 or 1 */
    u64 inverting;         /* and all ones if PSW V is set, else 0 */

    /* --- likewise, of what a program sees ------------------------------------------------------------------------ */
    u64 carry_a, carry_b, carry_r; /* PSW C/B, kept as the last carry-setting operation: carries = (a & b) | ((a | b) & ~r), bit by bit */
    u32 psw;         /* without N, C/B */
    bool nullify;    /* PSW N: the instruction at the front is not to be executed */
    u8 sar;          /* CR 11, 6 bits */

    /* --- the engine's own, derived; not part of a snapshot ------------------------------------------------------ */
    union {
        struct engine engine; /* emu/core/engine.h */
        struct { ENGINE_STATE; };
    };

    /* --- what a program sees --------------------------------------------------------------------------------- */
    u64 gr[33];      /* general registers; [0] stays 0, [GR_SINK] takes what is written to GR 0 */
    u64 fr[33];      /* floating-point registers, left half in the upper 32 bits; [0] is status and exception 1;
                        [FR_ZERO] stays 0 */
    u32 iaoq_front;  /* instruction address queue: offsets, privilege level in the low two bits */
    u32 iaoq_back;
    u32 iasq_front;  /* and spaces */
    u32 iasq_back;
    u32 sr[8];       /* space registers */
    u32 cr[32];      /* control registers; SAR (11), IT (16), EIRR and the queues have their own places */

    /* --- interruptions -------------------------------------------------------------------------------------- */
    u64 shadow[7];      /* r1, r8, r9, r16, r17, r24, r25 at the last interruption */
    u8 ipsw_upper;      /* the C/B bits of the upper digits that belong to IPSW */
    u32 iiasq[2];       /* interruption queues, front and back */
    u32 iiaoq[2];
    u32 it_offset;      /* CR16 reads machine cycles + this */

    /* --- the rest of the engine's own ------------------------------------------------------------------------------ */
    struct pa_memory *unshown; /* of blocks without a model whose accesses are told: there are no caches to show them to; else NULL */
    struct block *late;    /* LEAVE_CHAIN, LEAVE_INDIRECT with a wait: the block that was to be entered */
    u32 settles;           /* then: waits of so many cycles or more lead to one state (isa/parisc/timing/pipe.h) */
    u64 stretch;           /* and by so many more the last access that a block was left at has waited */
    u32 target_space;      /* of the indirect branch under way */
    u32 ior;               /* data address of the last fault */
    u8 vector;             /* LEAVE_TRAP: which interruption */
    bool fp_slow;          /* FP operations must take the exact path: enables, T or D set */
    u8 rounding;           /* host rounding mode set for the current FPSR */
};

/* Under a timing model: the block entered last. */
static inline struct block *pa_block_entered(const struct cpu *c) { return block_of(c->entered); }

/* A delay slot is next: a branch, a return say, is over when that is. */
static inline bool pa_in_slot(const struct cpu *c) { return c->psw & PSW_B || c->iaoq_back != c->iaoq_front + 4; }

/* The whole PSW, with N and C/B in their places. */
u32 pa_get_psw(const struct cpu *c);
void pa_set_psw(struct cpu *c, u32 psw);

/* C/B of the upper eight digits, which PSW has in PA-RISC 2.0 only (bits 24 to 31 of its 64). */
u8 pa_get_upper_carries(const struct cpu *c);

#endif
