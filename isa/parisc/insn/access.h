/* The memory access of a load or store, told from the registers before it. */
#ifndef PCGRAM_PARISC_ACCESS_H
#define PCGRAM_PARISC_ACCESS_H

#include "isa/parisc/cpu.h"
#include "isa/parisc/insn/decode.h"

struct pa_access {
    u32 address;   /* effective address; STBY and STDBY: of their word */
    unsigned size; /* bytes; 0: no access to the program's memory */
};

/* How an address is formed: base + (index << shift) + disp, without the bits of `within`. */
struct pa_address {
    u8 base, index, shift; /* general registers; an index of 0: none */
    u8 within;
    bool modify, before;   /* the base register is modified by what is added, before the access or after it */
    i32 disp;
};

/* The address of an instruction with that row, as its word forms it. */
struct pa_address pa_address_of(const struct pa_insn *insn, u32 word);
/* That of the access itself: nothing is added where the base is modified after it. */
struct pa_address pa_accessed(struct pa_address a);

/* Bytes of the access of an instruction with that row (NULL: no instruction) to the program's memory; 0: it makes none. */
unsigned pa_access_size(const struct pa_insn *insn);

/* What WORD, whose row is INSN (NULL: no instruction), would access with the registers as they are. */
struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *insn, u32 word);

/* Likewise the bytes of memory that it reaches: all of these, but STBY and STDBY store from the effective address to the end of its word or, with ,E, from the
 * beginning of the word to before that address, which may be none (PA-RISC 2.0 Architecture, STORE BYTES). */
struct pa_access pa_bytes_of(const struct cpu *c, const struct pa_insn *insn, u32 word);

#endif
