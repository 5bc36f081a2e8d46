/*
 * Fields of a slot and the immediates assembled from them (SDM volume 3, table 4-74: immediate formation). Names are
 * the manual's. Bits count from the right: bit 0 is the least significant of the 41. Displacements are in bytes and
 * count from the address of the bundle.
 */
#ifndef PCGRAM_IA64_FIELDS_H
#define PCGRAM_IA64_FIELDS_H

#include "emu/core/types.h"

/* N bits of W from bit LOW on, right-justified. */
static inline u64 ia64_bits(u64 w, unsigned low, unsigned n) { return w >> low & (((u64)1 << n) - 1); }

/* Two's complement value of the low N bits of V. */
static inline i64 ia64_sext(u64 v, unsigned n) { return (i64)(v << (64 - n)) >> (64 - n); }

/* Registers. */
static inline unsigned ia64_qp(u64 w) { return (unsigned)ia64_bits(w, 0, 6); }
static inline unsigned ia64_r1(u64 w) { return (unsigned)ia64_bits(w, 6, 7); }
static inline unsigned ia64_r2(u64 w) { return (unsigned)ia64_bits(w, 13, 7); }
static inline unsigned ia64_r3(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }
static inline unsigned ia64_r3_2(u64 w) { return (unsigned)ia64_bits(w, 20, 2); } /* addl: r0 to r3 */
static inline unsigned ia64_f1(u64 w) { return (unsigned)ia64_bits(w, 6, 7); }
static inline unsigned ia64_f2(u64 w) { return (unsigned)ia64_bits(w, 13, 7); }
static inline unsigned ia64_f3(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }
static inline unsigned ia64_f4(u64 w) { return (unsigned)ia64_bits(w, 27, 7); }
static inline unsigned ia64_p1(u64 w) { return (unsigned)ia64_bits(w, 6, 6); }
static inline unsigned ia64_p2(u64 w) { return (unsigned)ia64_bits(w, 27, 6); }
static inline unsigned ia64_b1(u64 w) { return (unsigned)ia64_bits(w, 6, 3); }
static inline unsigned ia64_b2(u64 w) { return (unsigned)ia64_bits(w, 13, 3); }
static inline unsigned ia64_ar3(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }
static inline unsigned ia64_cr3(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }

/* Completers. */
static inline unsigned ia64_sf(u64 w) { return (unsigned)ia64_bits(w, 34, 2); } /* status field */
static inline bool ia64_cmp4(u64 w) { return ia64_bits(w, 34, 1); }             /* compares: on the low words */
/* Access size: 1 << it bytes of an integer; floating point 0 extended, 1 integer, 2 single, 3 double; getf and setf 0
 * significand, 1 exponent and sign, 2 single, 3 double. */
static inline unsigned ia64_size(u64 w) { return (unsigned)ia64_bits(w, 30, 2); }
static inline unsigned ia64_ldhint(u64 w) { return (unsigned)ia64_bits(w, 28, 2); } /* 0 none, 1 nt1, 3 nta */
static inline unsigned ia64_lfhint(u64 w) { return (unsigned)ia64_bits(w, 28, 2); } /* 0 none, 1 nt1, 2 nt2, 3 nta */
static inline bool ia64_excl(u64 w) { return ia64_bits(w, 30, 1); }                 /* lfetch: exclusive */
static inline bool ia64_lfault(u64 w) { return ia64_bits(w, 31, 1); }               /* lfetch: raises faults */
static inline unsigned ia64_wh(u64 w) { return (unsigned)ia64_bits(w, 33, 2); }     /* 0 sptk, 1 spnt, 2 dptk, 3 dpnt */
static inline bool ia64_many(u64 w) { return ia64_bits(w, 12, 1); }                 /* sequential prefetch: many */
static inline bool ia64_dh(u64 w) { return ia64_bits(w, 35, 1); }                   /* deallocate the prediction */

/* Immediates of A. */
static inline i64 ia64_imm8(u64 w) { return ia64_sext(ia64_bits(w, 36, 1) << 7 | ia64_bits(w, 13, 7), 8); }
static inline i64 ia64_imm14(u64 w)
{
    return ia64_sext(ia64_bits(w, 36, 1) << 13 | ia64_bits(w, 27, 6) << 7 | ia64_bits(w, 13, 7), 14);
}
static inline i64 ia64_imm22(u64 w)
{
    return ia64_sext(
        ia64_bits(w, 36, 1) << 21 | ia64_bits(w, 22, 5) << 16 | ia64_bits(w, 27, 9) << 7 | ia64_bits(w, 13, 7), 22);
}
static inline unsigned ia64_count2(u64 w) { return (unsigned)ia64_bits(w, 27, 2) + 1; } /* shladd, pshladd2... */

/* Immediates of I. */
static inline i64 ia64_imm1(u64 w) { return -(i64)ia64_bits(w, 36, 1); } /* dep: 0 or -1 */
static inline unsigned ia64_len6(u64 w) { return (unsigned)ia64_bits(w, 27, 6) + 1; }
static inline unsigned ia64_len4(u64 w) { return (unsigned)ia64_bits(w, 27, 4) + 1; }     /* dep from a register */
static inline unsigned ia64_pos6b(u64 w) { return (unsigned)ia64_bits(w, 14, 6); }        /* extr, tbit */
static inline unsigned ia64_cpos6b(u64 w) { return 63 - (unsigned)ia64_bits(w, 14, 6); }  /* dep of an immediate */
static inline unsigned ia64_cpos6c(u64 w) { return 63 - (unsigned)ia64_bits(w, 20, 6); }  /* dep.z */
static inline unsigned ia64_cpos6d(u64 w) { return 63 - (unsigned)ia64_bits(w, 31, 6); }  /* dep from a register */
static inline unsigned ia64_count6(u64 w) { return (unsigned)ia64_bits(w, 27, 6); }       /* shrp */
static inline unsigned ia64_count5(u64 w) { return (unsigned)ia64_bits(w, 14, 5); }       /* pshr2, pshr4 */
static inline unsigned ia64_ccount5(u64 w) { return 31 - (unsigned)ia64_bits(w, 20, 5); } /* pshl2, pshl4 */
static inline unsigned ia64_imm5(u64 w) { return (unsigned)ia64_bits(w, 14, 5) + 32; } /* tf: number of the feature */
static inline unsigned ia64_mhtype8(u64 w) { return (unsigned)ia64_bits(w, 20, 8); }   /* mux2 */
/* pmpyshr2: the shift is one of four. */
static inline unsigned ia64_mpyshift(u64 w) { return (const u8[]){0, 7, 15, 16}[ia64_bits(w, 30, 2)]; }
/* mov to pr: bit 0 is p0 and not in the mask; the highest bit stands for all rotating predicates. */
static inline i64 ia64_mask17(u64 w)
{
    return ia64_sext(ia64_bits(w, 36, 1) << 16 | ia64_bits(w, 24, 8) << 8 | ia64_bits(w, 6, 7) << 1, 17);
}
/* mov to pr.rot: the value of all 64 predicates, of which 63 to 16 are written. */
static inline i64 ia64_imm44(u64 w) { return ia64_sext(ia64_bits(w, 36, 1) << 43 | ia64_bits(w, 6, 27) << 16, 44); }

/* Immediates of M. */
static inline i64 ia64_imm9a(u64 w) /* stores: post-increment */
{
    return ia64_sext(ia64_bits(w, 36, 1) << 8 | ia64_bits(w, 27, 1) << 7 | ia64_bits(w, 6, 7), 9);
}
static inline i64 ia64_imm9b(u64 w) /* loads, lfetch */
{
    return ia64_sext(ia64_bits(w, 36, 1) << 8 | ia64_bits(w, 27, 1) << 7 | ia64_bits(w, 13, 7), 9);
}
static inline i64 ia64_inc3(u64 w) /* fetchadd: 16, 8, 4, 1 and their negatives */
{
    i64 value = (const u8[]){16, 8, 4, 1}[ia64_bits(w, 13, 2)];
    return ia64_bits(w, 15, 1) ? -value : value;
}
static inline unsigned ia64_imm2(u64 w) { return (unsigned)ia64_bits(w, 13, 2); } /* probe: privilege level */
static inline u32 ia64_imm24(u64 w)                                               /* sum, rum, ssm, rsm */
{
    return (u32)(ia64_bits(w, 36, 1) << 23 | ia64_bits(w, 31, 2) << 21 | ia64_bits(w, 6, 21));
}
static inline unsigned ia64_sof(u64 w) { return (unsigned)ia64_bits(w, 13, 7); } /* alloc: the frame */
static inline unsigned ia64_sol(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }
static inline unsigned ia64_sor(u64 w) { return (unsigned)ia64_bits(w, 27, 4) << 3; } /* registers, not eights */

/* break, nop, hint of M, I, F, B; for X with L, the slot before. */
static inline u32 ia64_imm21(u64 w) { return (u32)(ia64_bits(w, 36, 1) << 20 | ia64_bits(w, 6, 20)); }
static inline u64 ia64_imm62(u64 w, u64 l) { return l << 21 | ia64_imm21(w); }

/* movl. */
static inline u64 ia64_imm64(u64 w, u64 l)
{
    return ia64_bits(w, 36, 1) << 63 | l << 22 | ia64_bits(w, 21, 1) << 21 | ia64_bits(w, 22, 5) << 16 |
           ia64_bits(w, 27, 9) << 7 | ia64_bits(w, 13, 7);
}

/* Immediates of F. */
static inline unsigned ia64_amask7(u64 w) { return (unsigned)ia64_bits(w, 13, 7); } /* fsetc */
static inline unsigned ia64_omask7(u64 w) { return (unsigned)ia64_bits(w, 20, 7); }
static inline unsigned ia64_fclass9(u64 w) { return (unsigned)(ia64_bits(w, 20, 7) << 2 | ia64_bits(w, 33, 2)); }

/* Displacements, multiples of 16. */
static inline i64 ia64_disp25(u64 w) /* br, br.call, brp; chk.a */
{
    return ia64_sext(ia64_bits(w, 36, 1) << 20 | ia64_bits(w, 13, 20), 21) * 16;
}
static inline i64 ia64_disp25_chk(u64 w) /* chk.s */
{
    return ia64_sext(ia64_bits(w, 36, 1) << 20 | ia64_bits(w, 20, 13) << 7 | ia64_bits(w, 6, 7), 21) * 16;
}
static inline i64 ia64_disp25_fchkf(u64 w) { return ia64_sext(ia64_imm21(w), 21) * 16; }
static inline i64 ia64_disp64(u64 w, u64 l) /* brl; bits 40 and 41 of L are not used */
{
    return (i64)((ia64_bits(w, 36, 1) << 59 | ia64_bits(l, 2, 39) << 20 | ia64_bits(w, 13, 20)) << 4);
}
/* Where the branch stands that a prediction is for. */
static inline i64 ia64_tag_brp(u64 w) { return ia64_sext(ia64_bits(w, 33, 2) << 7 | ia64_bits(w, 6, 7), 9) * 16; }
static inline i64 ia64_tag_mov(u64 w) { return ia64_sext(ia64_bits(w, 24, 9), 9) * 16; }

#endif
