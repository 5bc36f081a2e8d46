/* The memory access of a load or store, told from the registers before it. */
#ifndef PCGRAM_PARISC_ACCESS_H
#define PCGRAM_PARISC_ACCESS_H

#include "isa/parisc/cpu.h"
#include "isa/parisc/decode.h"

struct pa_access {
    u32 address;   /* effective address; STBY and STDBY: of their word */
    unsigned size; /* bytes; 0: no access to the program's memory */
};

/* How an address is formed: base + (index << shift) + disp, without the bits of `within`. */
struct pa_address {
    u8 base, index, shift; /* general registers; an index of 0: none */
    u8 within;
    i32 disp;
};

/* Bytes of the access of an instruction with that row to the program's memory; 0: it makes none. */
unsigned pa_access_size(const struct pa_insn *insn);
/* Its address; pa_access_size is not 0. */
struct pa_address pa_address_of(const struct pa_insn *insn, u32 word);

/* What WORD, whose row is INSN (NULL: no instruction), would access with the registers as they are. */
struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *insn, u32 word);

#endif
