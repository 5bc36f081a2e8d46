/* Which registers an instruction reads and writes, as its row says. */
#ifndef PCGRAM_IA64_OPERANDS_H
#define PCGRAM_IA64_OPERANDS_H

#include "isa/ia64/insn/decode.h"

/* All registers that instructions depend on each other by, in one numbering. */
enum {
    RES_GR = 0, RES_FR = 128, RES_PR = 256, RES_BR = 320, RES_AR = 328, RES_COUNT = 328 + 128,
};

struct ia64_operands {
    u8 gr_in[3], gr_ins;   /* general registers read, those of addresses too */
    u8 gr_out[2], gr_outs; /* and written; the target first, then a base that is incremented */
    u8 fr_in[3], fr_ins;
    u8 fr_out[2], fr_outs;
    u8 pr_out[2], pr_outs; /* predicates written, not those of mov pr */
    i8 base;               /* the general register of a memory reference's address, or -1 */
    bool all_pr_in;        /* mov from pr */
    bool rotates;          /* rotates registers and counts EC */
    u8 other_ins, other_outs;
    u16 other_in[2], other_out[2]; /* branch and application registers, a predicate that is data: RES_... */
    u64 pr_mask;           /* mov to pr: which ones */
};

/* The operands of the slot WORD, decoded as INSN; the qualifying predicate of what it guards is not among them, nor are the
 * registers that only the register stack engine looks after. Of FPSR, flags say which status field an instruction uses. */
struct ia64_operands ia64_operands_of(const struct ia64_insn *insn, u64 word);

/* True if its predicate targets become 0 when its own predicate is: those with .unc, and approximations (SDM volume 3, frcpa:
 * Operation). */
bool ia64_clears_when_off(const struct ia64_insn *in);

#endif
