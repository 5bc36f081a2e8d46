/*
 * Fields of an instruction word and the immediates assembled from them. The names low_sign_ext and assemble_N are those
 * of the PA-RISC 1.1 Architecture and Instruction Set Reference Manual; assemble_6, _11a, _12a, _16 and _22 came with the
 * PA-RISC 2.0 Architecture. Bits count from the left: bit 0 is the most significant. All results are host integers;
 * displacements of branches are in bytes and, where the branch is relative, count from the branch's address plus 8.
 */
#ifndef PCGRAM_PARISC_FIELDS_H
#define PCGRAM_PARISC_FIELDS_H

#include "emu/core/types.h"

/* Bits FIRST..LAST of W, right-justified. */
static inline u32 pa_bits(u32 w, unsigned first, unsigned last) { return w << first >> first >> (31 - last); }

/* Two's complement value of the low N bits of V. */
static inline i32 pa_sext(u32 v, unsigned n) { return (i32)(v << (32 - n)) >> (32 - n); }

/* low_sign_ext: an N-bit field whose rightmost bit is the sign. */
static inline i32 pa_low_sext(u32 v, unsigned n)
{
    return (i32)((v & ((1u << n) - 1)) >> 1) - ((v & 1) ? (i32)1 << (n - 1) : 0);
}

/* Registers and single fields. */
static inline u32 pa_major(u32 w) { return w >> 26; }
static inline u32 pa_b(u32 w) { return pa_bits(w, 6, 10); } /* base; r2; target of 08, 35, 3A, 3C, 3D */
/* r1; source; index x; target of 0D, 10-14, 24, 25, 34, 36. */
static inline u32 pa_r(u32 w) { return pa_bits(w, 11, 15); }
static inline u32 pa_x(u32 w) { return pa_bits(w, 11, 15); }      /* index register */
static inline u32 pa_t(u32 w) { return pa_bits(w, 27, 31); }      /* target of 00-03, 09, 0B, 34 (shrp) */
static inline u32 pa_cr(u32 w) { return pa_bits(w, 6, 10); }      /* control register of MTCTL, MFCTL */
static inline u32 pa_cond(u32 w) { return pa_bits(w, 16, 18); }   /* c */
static inline u32 pa_cond_f(u32 w) { return pa_bits(w, 19, 19); } /* f: the condition negated */
static inline u32 pa_d26(u32 w) { return pa_bits(w, 26, 26); }    /* d of the three-register forms, 02 */
static inline u32 pa_d20(u32 w) { return pa_bits(w, 20, 20); }    /* d of CMPICLR, 24 */
static inline u32 pa_d18(u32 w) { return pa_bits(w, 18, 18); }    /* d of BB, 30 and 31 */
static inline u32 pa_n(u32 w) { return pa_bits(w, 30, 30); }      /* nullify bit of a branch */
static inline u32 pa_n26(u32 w) { return pa_bits(w, 26, 26); }    /* nullify bit of SPOPn and COPR */
static inline u32 pa_sp2(u32 w) { return pa_bits(w, 16, 17); } /* 2-bit s: 0 selects SR 4..7 by the base's top bits */
static inline u32 pa_mfctl_w(u32 w) { return pa_bits(w, 17, 17); } /* MFCTL,W: the extended SAR, 2.0 */

/* assemble_3: a space register number; its top bit is the rightmost bit of the field. */
static inline u32 pa_sr3(u32 w) { return pa_bits(w, 18, 18) << 2 | pa_bits(w, 16, 17); }

/* Memory forms 03, 09, 0B (and the base modification of 01). */
static inline u32 pa_u(u32 w) { return pa_bits(w, 18, 18); }   /* indexed: shift the index by the operand's size */
static inline u32 pa_a(u32 w) { return pa_bits(w, 18, 18); }   /* short: 1 modify before, 0 after; STBY, STDBY: 1 end */
static inline u32 pa_cc(u32 w) { return pa_bits(w, 20, 21); }  /* cache control hint */
static inline u32 pa_m(u32 w) { return pa_bits(w, 26, 26); }   /* modify the base register */
static inline u32 pa_m28(u32 w) { return pa_bits(w, 28, 28); } /* m of the long double-word forms 14, 1C */
static inline u32 pa_a29(u32 w) { return pa_bits(w, 29, 29); } /* a of the long forms 14, 1C, 16, 1E */
static inline u32 pa_uid(u32 w) { return pa_bits(w, 23, 25); } /* unit of a coprocessor or SFU */

/* Immediates. */
static inline i32 pa_im5_11(u32 w) { return pa_low_sext(pa_bits(w, 11, 15), 5); } /* short loads, compares, DEPWI */
static inline i32 pa_im5_27(u32 w) { return pa_low_sext(pa_bits(w, 27, 31), 5); } /* short stores */
static inline i32 pa_im11(u32 w) { return pa_low_sext(pa_bits(w, 21, 31), 11); }  /* 24, 25, 2C, 2D */
static inline i32 pa_im14(u32 w) { return pa_low_sext(pa_bits(w, 18, 31), 14); }  /* 0D, 10-13, 18-1B with PSW[W]=0 */

/* assemble_11a with PSW[W]=0: long double-word displacement of 14, 1C in bytes, a multiple of 8. */
static inline i32 pa_im11a(u32 w) { return pa_sext((w & 1) << 10 | pa_bits(w, 18, 27), 11) * 8; }

/* assemble_12a with PSW[W]=0: long word displacement of 16, 17, 1E, 1F in bytes, a multiple of 4. */
static inline i32 pa_im12a(u32 w) { return pa_sext((w & 1) << 11 | pa_bits(w, 18, 28), 12) * 4; }

/* assemble_21, already shifted to the left half: the value LDIL and ADDIL work with. */
static inline u32 pa_im21(u32 w)
{
    u32 v = (w & 1) << 20 | pa_bits(w, 20, 30) << 9 | pa_bits(w, 16, 17) << 7 | pa_bits(w, 11, 15) << 2 |
            pa_bits(w, 18, 19);
    return v << 11;
}

/* assemble_12: displacement of a conditional branch, in bytes. */
static inline i32 pa_w12(u32 w)
{
    return pa_sext((w & 1) << 11 | pa_bits(w, 29, 29) << 10 | pa_bits(w, 19, 28), 12) * 4;
}

/* assemble_17: displacement of B and BE, in bytes. */
static inline i32 pa_w17(u32 w)
{
    return pa_sext((w & 1) << 16 | pa_bits(w, 11, 15) << 11 | pa_bits(w, 29, 29) << 10 | pa_bits(w, 19, 28), 17) * 4;
}

/* assemble_22: displacement of the long B,L of 2.0, in bytes. */
static inline i32 pa_w22(u32 w)
{
    return pa_sext((w & 1) << 21 | pa_bits(w, 6, 10) << 16 | pa_bits(w, 11, 15) << 11 | pa_bits(w, 29, 29) << 10 |
                       pa_bits(w, 19, 28),
                   22) *
           4;
}

/* System immediates. */
static inline u32 pa_break_im5(u32 w) { return pa_bits(w, 27, 31); }
static inline u32 pa_break_im13(u32 w) { return pa_bits(w, 6, 18); }
static inline u32 pa_im10(u32 w) { return pa_bits(w, 6, 15); } /* SSM, RSM: the system mask */
static inline u32 pa_im26(u32 w) { return w & 0x03ffffff; }    /* DIAG */
static inline u32 pa_probe_pl(u32 w)
{
    return pa_bits(w, 14, 15);
} /* PROBEI: level; the field's other bits are ignored */
static inline u32 pa_bts(u32 w) { return pa_bits(w, 20, 28); } /* POPBTS: number of entries */

/* Shift, extract, deposit. Lengths are 1..32 or 1..64; a field of len ends in bit pos (counted from the left). */
static inline u32 pa_len5(u32 w) { return 32 - pa_bits(w, 27, 31); }
/* assemble_6: EXTRD, DEPD, DEPDI, then the same with SAR. */
static inline u32 pa_len6_19(u32 w) { return pa_bits(w, 19, 19) * 32 + pa_len5(w); }
static inline u32 pa_len6_23(u32 w) { return pa_bits(w, 23, 23) * 32 + pa_len5(w); }
static inline u32 pa_pos5(u32 w) { return pa_bits(w, 22, 26); }                   /* EXTRW */
static inline u32 pa_cpos5(u32 w) { return 31 - pa_bits(w, 22, 26); }             /* DEPW, DEPWI; SHRPW's amount */
static inline u32 pa_pos6(u32 w) { return pa_bits(w, 20, 20) << 5 | pa_pos5(w); } /* EXTRD */
static inline u32 pa_cpos6(u32 w) { return 63 - pa_pos6(w); }                     /* DEPD, DEPDI; SHRPD's amount */
static inline u32 pa_bb_pos(u32 w) { return pa_bits(w, 6, 10); }  /* BB: bit of the (low) word; of the high word if d */
static inline u32 pa_hshift(u32 w) { return pa_bits(w, 22, 25); } /* HSHL, HSHR */

/* Floating point. A single-precision register is numbered 2 * register + half, half 0 being the left one (bits 0-31);
 * the half bits are zero in opcode 0C, so the same functions serve the forms of 0C and 0E. */
static inline u32 pa_fr1_dbl(u32 w) { return pa_bits(w, 6, 10); }
static inline u32 pa_fr2_dbl(u32 w) { return pa_bits(w, 11, 15); }
static inline u32 pa_ft_dbl(u32 w) { return pa_bits(w, 27, 31); }
static inline u32 pa_fr1_sgl(u32 w) { return pa_bits(w, 6, 10) << 1 | pa_bits(w, 24, 24); }
static inline u32 pa_fr2_sgl(u32 w) { return pa_bits(w, 11, 15) << 1 | pa_bits(w, 19, 19); }
static inline u32 pa_ft_sgl(u32 w) { return pa_bits(w, 27, 31) << 1 | pa_bits(w, 25, 25); }   /* 09 too */
static inline u32 pa_fr11_sgl(u32 w) { return pa_bits(w, 11, 15) << 1 | pa_bits(w, 30, 30); } /* 16, 17, 1E, 1F */
static inline u32 pa_fr11_dbl(u32 w) { return pa_bits(w, 11, 15); }                           /* 14, 1C */
static inline u32 pa_fcond(u32 w) { return pa_bits(w, 27, 31); } /* condition of FCMP, and of FTEST on the queue */
static inline u32 pa_fy(u32 w) { return pa_bits(w, 16, 18); }    /* FCMP: 0 the C bit and queue, else CA[y-1] */
static inline u32 pa_ftest_y(u32 w) { return pa_fy(w) ^ 1; }     /* FTEST: 0 the C bit and queue, else CA[y-1] */
static inline u32 pa_fsub3(u32 w) { return pa_bits(w, 16, 18); } /* sub-operation of classes 0, 2, 3 */
static inline u32 pa_fsub1(u32 w) { return pa_bits(w, 14, 16); } /* sub-operation of class 1 */
static inline u32 pa_fmt(u32 w) { return pa_bits(w, 19, 20); } /* 0 single, 1 double, 3 quad; class 1: of the source */
static inline u32 pa_fmt_to(u32 w) { return pa_bits(w, 17, 18); } /* class 1: of the result */

/* The addend of FMPYFADD and FMPYNFADD. */
static inline u32 pa_fra_dbl(u32 w) { return pa_bits(w, 16, 18) << 2 | pa_bits(w, 21, 22); }
static inline u32 pa_fra_sgl(u32 w) { return pa_fra_dbl(w) << 1 | pa_bits(w, 23, 23); }

/* FMPYADD and FMPYSUB: tm = rm1 * rm2, ta = ta +- ra. In single precision the five bits name only registers 16 to 31:
 * the leftmost bit is the half, the other four the register less 16. */
static inline u32 pa_mpy_sgl(u32 field) { return (16 + (field & 15)) << 1 | field >> 4; }
static inline u32 pa_rm1(u32 w) { return pa_bits(w, 6, 10); }
static inline u32 pa_rm2(u32 w) { return pa_bits(w, 11, 15); }
static inline u32 pa_ta(u32 w) { return pa_bits(w, 16, 20); }
static inline u32 pa_ra(u32 w) { return pa_bits(w, 21, 25); }
static inline u32 pa_tm(u32 w) { return pa_bits(w, 27, 31); }

#endif
