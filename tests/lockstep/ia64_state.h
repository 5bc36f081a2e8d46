/* The registers of an Itanium processor as a program sees them, for comparing two emulators: a plain struct, the reader
 * of Ski's register dumps, and digests that stand for such a state. */
#ifndef PCGRAM_LOCKSTEP_IA64_STATE_H
#define PCGRAM_LOCKSTEP_IA64_STATE_H

#include <stdio.h>

#include "emu/core/types.h"

struct ia64_float {
    u32 se;  /* sign in bit 17, exponent in bits 16:0 */
    u64 sig; /* significand, its integer bit explicit */
};

/* Registers under the names that an instruction would give them, that is, after renaming. */
struct ia64_state {
    u64 ip; /* of the bundle */
    u8 slot;
    u64 gr[128]; /* those beyond the frame are not there and 0 */
    bool nat[128];
    struct ia64_float fr[128];
    u64 pr; /* bit n is p<n> */
    u64 br[8];
    u64 cfm; /* as PFS.pfm has it: sof, sol, sor, rrb.gr, rrb.fr, rrb.pr (SDM volume 1, table 3-2) */
    u64 rsc, bsp, bspstore, rnat, unat, fpsr, ccv, pfs, lc, ec, csd;
};

/* Registers of the frame that alloc has just added hold what the architecture leaves undefined: those from `first` up to
 * `end` (numbers of general registers), until the program has written all of them. What a return uncovers is there when the
 * next instruction begins: loads of the register stack are its affair, and nothing is said of the frame before. */
struct ia64_young {
    unsigned first, end;
    bool returned; /* the last instruction was a return: first and end are for this one state */
};

static inline unsigned ia64_sof(u64 cfm) { return (unsigned)(cfm & 0x7f); }
static inline unsigned ia64_sol(u64 cfm) { return (unsigned)(cfm >> 7 & 0x7f); }

/* Whether general register R of S has a value that the architecture defines: it is in the frame and not young. Its NaT
 * bit is defined then; its value only where that is 0. */
bool ia64_defined(const struct ia64_state *s, const struct ia64_young *y, unsigned r);

/* Takes note of what the instruction between BEFORE and AFTER did to the frame. */
void ia64_follow_frame(struct ia64_young *y, const struct ia64_state *before, const struct ia64_state *after);

/* Prints each register that is defined and not equal, a line each, with the two names; returns how many there are.
 * F may be NULL: nothing is printed. The RSE may store registers when it likes: BSPSTORE and RNAT are not compared. */
unsigned ia64_differences(FILE *f, const struct ia64_state *a, const char *a_name, const struct ia64_state *b,
                          const char *b_name, const struct ia64_young *y);

/* The digest of a run so far, DIGEST (at first 0), with the defined part of one more state. */
u64 ia64_digest(u64 digest, const struct ia64_state *s, const struct ia64_young *y);

/* Reads the next answer to Ski's commands "rd" and "eval ip" from F, passing over other lines. False at the end of the
 * input or when a dump is cut short. */
bool ia64_read_ski(FILE *f, struct ia64_state *s);

#endif
