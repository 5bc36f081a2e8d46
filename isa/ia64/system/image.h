/* What the processor's registers can hold. A value that a program, a signal frame or a debugger gives them as a whole
 * is looked at here before it is one: what the rest of this folder takes for granted of a register, down to the bounds
 * of its arrays, is true because nothing else comes in. */
#ifndef PCGRAM_IA64_IMAGE_H
#define PCGRAM_IA64_IMAGE_H

#include "isa/ia64/cpu.h"

/* The bits from `low` on, n of them. */
#define IA64_BITS(low, n) ((((u64)1 << (n)) - 1) << (low))

enum { IA64_FR_ROTATING = 96, IA64_PR_ROTATING = 48, IA64_SLOTS = 3 };

/* A frame that the processor can have come by: with alloc, and by rotating what there is to rotate (SDM volume 1, 4.1
 * and 4.5.1; volume 3, alloc). PFS and IFS can hold others: no mask or fault keeps them out, but nothing that is done
 * with one is defined. They are bad PFS here, and leave an empty frame (volume 2, 6.5.5). */
static inline bool ia64_frame_exists(struct ia64_cfm f)
{
    if (f.sof > IA64_STACKED || f.sol > f.sof || f.sor > f.sof) return false;
    return LIKELY(!(f.rrb_gr | f.rrb_fr | f.rrb_pr)) ||
           (f.rrb_gr < (f.sor ? f.sor : 1) && f.rrb_fr < IA64_FR_ROTATING && f.rrb_pr < IA64_PR_ROTATING);
}

/* Values without reserved fields: writing any other is a Reserved Register/Field fault (volume 3, mov ar), and where
 * the kernel would write it, the program's end. */
#define IA64_PFS_ROTATION IA64_BITS(14, 24) /* what rotates, and how far */
#define IA64_PFS_NONE (IA64_BITS(38, 14) | IA64_BITS(58, 4)) /* reserved */
static inline bool ia64_pfs_exists(u64 pfs) { return !(pfs & IA64_PFS_NONE); }
static inline bool ia64_rsc_exists(u64 rsc) { return !(rsc & (IA64_BITS(5, 11) | IA64_BITS(30, 34))); }

/* Of FPSR: the disable of sf0, the top, and the encoding 01 of each precision, which a mask cannot tell. */
static inline bool ia64_fpsr_exists(u64 fpsr)
{
    enum { SF0 = 6, SF_BITS = 13, PC = 2 };
    if (fpsr & (IA64_BITS(12, 1) | IA64_BITS(58, 6))) return false;
    for (unsigned sf = 0; sf < 4; sf++)
        if ((fpsr >> (SF0 + SF_BITS * sf + PC) & 3) == 1) return false;
    return true;
}

/* The slot that PSR.ri, or the low bits of an address as Linux keeps it, name. 3 is none. */
static inline bool ia64_slot_exists(u64 ri) { return ri < IA64_SLOTS; }

#endif
