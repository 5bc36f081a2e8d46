/* The state of one Itanium processor, in sections: what a program sees, the register stack engine, what interruptions use,
 * and, first and last, what the execution engine keeps and no snapshot needs.
 *
 * General registers and predicates stand under the names that the program uses now: a rotation moves them, a call moves the
 * frame. So a decoded operation reads c->gr[37] and is done. Floating-point registers stand still, and those of f32 to f127
 * are found through CFM.rrb.fr (isa/ia64/exec/engine.h). */
#ifndef PCGRAM_IA64_CPU_H
#define PCGRAM_IA64_CPU_H

#include "emu/core/engine.h"
#include "emu/core/types.h"
#include "isa/ia64/exec/alat.h"
#include "isa/ia64/exec/fr.h"
#include "isa/ia64/exec/rse.h"
#include "isa/ia64/insn/bundle.h"

/* Processor status register (SDM volume 2, 3.3.2). */
#define IA64_PSR_BIT(n) ((u64)1 << (n))
enum {
    PSR_BE = 1, PSR_UP = 2, PSR_AC = 3, PSR_MFL = 4, PSR_MFH = 5, PSR_IC = 13, PSR_I = 14, PSR_PK = 15, PSR_DT = 17,
    PSR_DFL = 18, PSR_DFH = 19, PSR_SP = 20, PSR_PP = 21, PSR_DI = 22, PSR_SI = 23, PSR_DB = 24, PSR_LP = 25,
    PSR_TB = 26, PSR_RT = 27, PSR_CPL = 32, PSR_IS = 34, PSR_MC = 35, PSR_IT = 36, PSR_ID = 37, PSR_DA = 38,
    PSR_DD = 39, PSR_SS = 40, PSR_RI = 41, PSR_ED = 43, PSR_BN = 44, PSR_IA = 45,
};

/* Application registers (SDM volume 1, table 3-3). */
enum {
    AR_K0 = 0, AR_RSC = 16, AR_BSP = 17, AR_BSPSTORE = 18, AR_RNAT = 19, AR_FCR = 21, AR_EFLAG = 24, AR_CSD = 25,
    AR_SSD = 26, AR_CFLG = 27, AR_FSR = 28, AR_FIR = 29, AR_FDR = 30, AR_CCV = 32, AR_UNAT = 36, AR_FPSR = 40,
    AR_ITC = 44, AR_RUC = 45, AR_PFS = 64, AR_LC = 65, AR_EC = 66,
};

/* Control registers (SDM volume 2, table 3-4). */
enum {
    CR_DCR = 0, CR_ITM = 1, CR_IVA = 2, CR_PTA = 8, CR_IPSR = 16, CR_ISR = 17, CR_IIP = 19, CR_IFA = 20, CR_ITIR = 21,
    CR_IIPA = 22, CR_IFS = 23, CR_IIM = 24, CR_IHA = 25, CR_LID = 64, CR_IVR = 65, CR_TPR = 66, CR_EOI = 67,
    CR_IRR0 = 68, CR_ITV = 72, CR_PMV = 73, CR_CMCV = 74, CR_LRR0 = 80, CR_LRR1 = 81,
};

/* Interruption vectors, as offsets from IVA in bytes (SDM volume 2, table 5-7). */
enum ia64_vector {
    IVT_VHPT = 0x0000, IVT_ITLB = 0x0400, IVT_DTLB = 0x0800, IVT_ALT_ITLB = 0x0c00, IVT_ALT_DTLB = 0x1000,
    IVT_NESTED_DTLB = 0x1400, IVT_IKEY = 0x1800, IVT_DKEY = 0x1c00, IVT_DIRTY = 0x2000, IVT_IACCESS = 0x2400,
    IVT_DACCESS = 0x2800, IVT_BREAK = 0x2c00, IVT_EXTERNAL = 0x3000, IVT_PAGE_NOT_PRESENT = 0x5000,
    IVT_KEY_PERMISSION = 0x5100, IVT_IACCESS_RIGHTS = 0x5200, IVT_DACCESS_RIGHTS = 0x5300, IVT_GENERAL = 0x5400,
    IVT_DISABLED_FP = 0x5500, IVT_NAT_CONSUMPTION = 0x5600, IVT_SPECULATION = 0x5700, IVT_DEBUG = 0x5900,
    IVT_UNALIGNED = 0x5a00, IVT_UNSUPPORTED_DATA = 0x5b00, IVT_FP_FAULT = 0x5c00, IVT_FP_TRAP = 0x5d00,
    IVT_LOWER_PRIVILEGE = 0x5e00, IVT_TAKEN_BRANCH = 0x5f00, IVT_SINGLE_STEP = 0x6000,
};

/* ISR.code of a general exception, bits 7:4 (SDM volume 2, table 8-3). */
enum { GENERAL_ILLEGAL_OP = 0x00, GENERAL_PRIV_OP = 0x10, GENERAL_PRIV_REG = 0x20, GENERAL_RESERVED = 0x30 };

/* CPUID 4, features: long branches, 16-byte accesses (ld16, st16, cmp8xchg16), clz, mpy4 and mpyshl4 (SDM volume 1, 3.1.11;
 * volume 3, tf). */
#define IA64_CPUID4 ((u64)1 << 0 | (u64)1 << 2 | (u64)1 << 32 | (u64)1 << 33)

enum {
    GR_COUNT = 128,
    FR_COUNT = 128,
    PR_SINK = 64,  /* where writes to p0 go */
    PR_COUNT = 72, /* bytes: the sink, and room to move eight at a time */
    FRAME = 32,    /* the first stacked register */
    IA64_MASKS = 4,
};

enum { NOTED_EVENT = 1, NOTED_BYTES = 16, NOTED_BYTE = 1 << NOTED_BYTES }; /* what an event, and a byte, add to cpu.noted */

struct cpu {
    /* --- the engine's own, derived; not part of a snapshot: what host code uses most, near the beginning (UOP_NEAR) ------------------ */
    struct ia64_memory *memory; /* of the timing model */
    u32 state;             /* of the pipeline, by number (isa/ia64/timing/paths.h); host code reads what follows with it */
    union {                /* so far in this block: */
        struct { u16 events, bytes; }; /* events of the timing model; bytes stored that are none */
        u32 noted;         /* either; written as a whole, for exits read it so, and would have to wait for a part: */
    };
    u64 off;               /* its instructions that were predicated off, by their places on the path */
    u64 saved;             /* address of the access under way */
    u64 time;              /* under a timing model: ia64_time() of the slot that is next, but for those that `slots` counts */
    u64 mask[IA64_MASKS];  /* numbers that do not change (isa/ia64/exec/window.h) */
    union {
        struct engine engine; /* emu/core/engine.h */
        struct { ENGINE_STATE; };
    };

    /* --- what a program sees --------------------------------------------------------------------------------- */
    u8 pr[PR_COUNT];   /* 0 or 1 each; [0] stays 1, [PR_SINK] takes what is written to p0 */
    u64 gr[GR_COUNT];  /* [0] stays 0; what is above the frame is garbage */
    u64 br[8];
    u64 ip;            /* the bundle */
    u8 ri;             /* PSR.ri: the slot in it that is next; 0 to 2 */
    struct ia64_cfm cfm;
    u8 ec;             /* AR 66, 6 bits */
    u64 nat[2];        /* NaT bits of gr: of 0 to 63, 64 to 127; those above the frame are 0 */
    u64 lc, pfs, ccv, unat, fpsr;
    u64 csd, ssd;      /* AR 25 and 26: csd is the upper half of cmp8xchg16, ld16 and st16 */
    u64 kr[8];
    u64 psr;           /* without ri, which is above */
    struct ia64_fr fr[FR_COUNT]; /* f32 and up where they stand when rrb.fr is 0; [0] and [1] stay +0.0 and +1.0 */
    struct rse rse;    /* isa/ia64/exec/rse.h: RSC, BSP, BSPSTORE, RNAT and the stacked registers below the frame */
    struct alat alat;  /* isa/ia64/exec/alat.h */

    /* --- interruptions ---------------------------------------------------------------------------------------- */
    u64 bank0[16];     /* the bank of r16 to r31 that is not in gr */
    u16 bank0_nat;
    u64 cr[128];       /* ITM, IVA, IPSR...; those with side effects are in isa/ia64/system/interrupt.c */
    u64 in_service[4]; /* external interrupts between IVR and EOI, by vector */
    u64 rr[8];         /* region registers */
    u64 itc_offset;    /* ITC reads machine cycles + this */

    /* --- the rest of the engine's own -------------------------------------------------------------------------- */
    u32 mode;               /* enum mode of isa/ia64/exec/engine.h: what blocks must have been decoded for now */
    struct ia64_groups *groups; /* isa/ia64/insn/groups.h; NULL: instruction groups are not checked */
    struct uop *shadow;    /* under a timing model: what the branch under way does to `calls`, once it is known when */
    struct predictor *predictor; /* likewise */
    u32 moved;             /* registers that the register stack moved, until somebody asks */
    u64 ifa;               /* data address of the last fault */
    u64 iim;               /* immediate of the last break */
    u16 vector;            /* LEAVE_TRAP: enum ia64_vector */
    u16 isr_code;          /* ... and ISR.code */
    u16 fp_trap;           /* ISR.code of the floating-point trap to take before the next instruction; 0: none */
    bool syscall;          /* a break 0x100000 was executed */
    bool hit;              /* the check of the ALAT that was made last found its entry */
    bool filling;          /* the register stack is loading: a host fault is one of its own */
    bool fill_faulted;     /* the fault that stopped the thread was such a one */
};

/* The slot that is next: the bundle's address | slot. */
static inline u64 ia64_pc(const struct cpu *c) { return c->ip | c->ri; }
static inline void ia64_set_pc(struct cpu *c, u64 pc)
{
    c->ip = ia64_bundle_of(pc);
    c->ri = pc & 3;
}

static inline unsigned ia64_cpl(const struct cpu *c) { return (unsigned)(c->psr >> PSR_CPL) & 3; }

static inline bool ia64_get_nat(const struct cpu *c, unsigned r) { return c->nat[r >> 6] >> (r & 63) & 1; }
static inline void ia64_set_nat(struct cpu *c, unsigned r, bool nat)
{
    c->nat[r >> 6] = (c->nat[r >> 6] & ~((u64)1 << (r & 63))) | (u64)nat << (r & 63);
}

/* The register of the file that the program calls f`r`. The base is below 96: ia64_set_rotation() sees to it. */
static inline unsigned ia64_fr_index(const struct cpu *c, unsigned r)
{
    if (r < 32) return r;
    unsigned i = r + c->cfm.rrb_fr;
    return i < FR_COUNT ? i : i - 96;
}

#endif
