/* A second disassembler beside an instruction set's own: whoever prints code takes its text from either. */
#ifndef PCGRAM_CORE_DISASSEMBLER_H
#define PCGRAM_CORE_DISASSEMBLER_H

#include "emu/core/isa.h"

struct disassembler {
    void *context;
    /* The instruction at pc, whose `size` bytes are at code, as text: mnemonic, a blank, operands. False when this
     * disassembler does not know it. */
    bool (*text)(void *context, u64 pc, const u8 *code, size_t size, char *out, size_t cap);
};

/* As isa->disasm: returns bytes used, 0 if there is no instruction. With `other` not NULL the text is its text, or the bare
 * word where it knows no instruction; everything else in *out (targets, nops) is still what the instruction set says. */
unsigned disassemble(const struct isa *isa, const struct disassembler *other, u64 pc, const u8 *code, size_t n,
                     struct insn_text *out);

#endif
