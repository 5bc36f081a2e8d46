/* The slots of code: what stands at a pc. */
#ifndef PCGRAM_IA64_SLOT_H
#define PCGRAM_IA64_SLOT_H

#include "isa/ia64/insn/decode.h"
#include "isa/ia64/insn/operands.h"

/* A slot with an instruction in it. */
struct ia64_slot {
    u64 pc;      /* bundle | slot */
    u64 next;    /* pc of the slot that follows in memory */
    u64 word;    /* 41 bits */
    u64 l;       /* of a long instruction: the L slot */
    const struct ia64_insn *insn; /* NULL: reserved */
    struct ia64_operands operands;
    unsigned qp; /* qualifying predicate; 0 also where there is none */
    bool bad_template;
};

/* The slot pc (bundle | slot) of the 16 bytes of its bundle. */
struct ia64_slot ia64_slot_at(const u8 bundle[16], u64 pc);

/* True for nop of any unit; break and hint are of the same class. */
bool ia64_is_nop(const struct ia64_insn *insn);

/* True for the branches of unit B and the long ones that may be taken here: not for checks, nor for rfi, br.ia and a loop
 * branch outside slot 2. */
bool ia64_is_branch(const struct ia64_slot *s);

#endif
