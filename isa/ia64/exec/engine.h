/* The execution engine of Itanium: the modes of decoded code, and the parts' entry points. */
#ifndef PCGRAM_IA64_ENGINE_H
#define PCGRAM_IA64_ENGINE_H

#include "emu/core/code.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/window.h"

/* What a block was decoded for, beside its pc. The frame is part of it, so that what a call or an access to a stacked
 * register means is known when the code is decoded: code almost always runs with one and the same frame. */
enum mode {
    MODE_SOF = 0x7f,        /* the frame's size */
    MODE_SOL = 0x7f << 7,   /* its locals */
    MODE_SOR = 15 << 14,    /* and what rotates, in eights */
    MODE_NAT = 1 << 18,     /* some general register has its NaT bit set: each operation looks at those of its operands */
    MODE_FROT = 1 << 19,    /* rrb.fr is not 0: f32 and up are looked for */
    MODE_BE = 1 << 20,      /* PSR.be: data is big-endian */
    MODE_STEP = 1 << 21,    /* one slot */
    MODE_KERNEL = 1 << 22,  /* privilege level 0: the ROM, fetched from absolute space */
    MODE_NO_FPL = 1 << 23,  /* PSR.dfl: f2 to f31 are disabled */
    MODE_NO_FPH = 1 << 24,  /* PSR.dfh: f32 to f127 are */
};

static inline u32 mode_frame(unsigned sof, unsigned sol, unsigned sor) { return sof | sol << 7 | (sor >> 3) << 14; }
static inline unsigned mode_sof(u32 mode) { return mode & 0x7f; }
static inline unsigned mode_sol(u32 mode) { return mode >> 7 & 0x7f; }
static inline unsigned mode_sor(u32 mode) { return (mode >> 14 & 15) << 3; }

/* The pc of a slot in counters, exits and blocks: the bundle's address | slot. A long instruction is slot 1. */

/* struct isa's translate, for enum mode. */
struct block *ia64_translate(struct cpu *c, u64 pc, u32 mode, bool uncached);

/* The mode that the processor's state asks for. */
static inline u32 ia64_mode(const struct cpu *c)
{
    u32 mode = mode_frame(c->cfm.sof, c->cfm.sol, c->cfm.sor);
    if (c->nat[0] | c->nat[1]) mode |= MODE_NAT;
    if (c->cfm.rrb_fr) mode |= MODE_FROT;
    if (c->psr >> PSR_BE & 1) mode |= MODE_BE;
    if (ia64_cpl(c) == 0) mode |= MODE_KERNEL;
    if (c->psr >> PSR_DFL & 1) mode |= MODE_NO_FPL;
    if (c->psr >> PSR_DFH & 1) mode |= MODE_NO_FPH;
    return mode;
}

#endif
