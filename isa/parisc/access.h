/* The memory access of a load or store, told from the registers before it. */
#ifndef PCGRAM_PARISC_ACCESS_H
#define PCGRAM_PARISC_ACCESS_H

#include "isa/parisc/cpu.h"
#include "isa/parisc/decode.h"

struct pa_access {
    u32 address;   /* effective address; STBY and STDBY: of their word */
    unsigned size; /* bytes; 0: no access to the program's memory */
};

/* What WORD, whose row is INSN (NULL: no instruction), would access with the registers as they are. */
struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *insn, u32 word);

#endif
