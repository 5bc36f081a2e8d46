/* Which registers an instruction reads and writes, as its row's syntax says. */
#ifndef PCGRAM_IA64_OPERANDS_H
#define PCGRAM_IA64_OPERANDS_H

#include "isa/ia64/decode.h"

struct ia64_operands {
    u8 gr_in[3], gr_ins;   /* general registers read, those of addresses too */
    u8 gr_out[2], gr_outs; /* and written; the target first, then a base that is incremented */
    u8 fr_in[3], fr_ins;
    u8 fr_out[2], fr_outs;
    u8 pr_out[2], pr_outs; /* predicates written, not those of mov pr */
    i8 base;               /* the general register of a memory reference's address, or -1 */
};

/* The operands of the slot WORD, decoded as INSN; the qualifying predicate is not among them. */
struct ia64_operands ia64_operands_of(const struct ia64_insn *insn, u64 word);

#endif
