#include "emu/core/disassembler.h"

#include <stdio.h>

/* ".word 0x00abcdef", in the guest's byte order. */
static void bare_word(const struct isa *isa, const u8 *code, unsigned size, char *out, size_t cap)
{
    size_t at = (size_t)snprintf(out, cap, ".word 0x");
    for (unsigned i = 0; i < size && at < cap; i++)
        at += (size_t)snprintf(out + at, cap - at, "%02x", code[isa->big_endian ? i : size - 1 - i]);
}

unsigned disassemble(const struct isa *isa, const struct disassembler *other, u64 pc, const u8 *code, size_t n,
                     struct insn_text *out)
{
    unsigned used = isa->disasm(pc, code, n, out);
    if (used && other && !other->text(other->context, pc, code, used, out->text, sizeof out->text))
        bare_word(isa, code, used, out->text, sizeof out->text);
    return used;
}
