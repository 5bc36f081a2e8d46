/* PA-RISC instructions as text. */
#ifndef PCGRAM_PARISC_DISASM_H
#define PCGRAM_PARISC_DISASM_H

#include "emu/core/teach.h"
#include "emu/core/text.h"

/* Writes the text of WORD at address PC into OUT, at most CAP bytes with the final 0 (CAP may be 0), and returns the
 * length of the whole text, as snprintf does. Branch targets are absolute, in hexadecimal without prefix. The text is
 * that of GNU objdump without symbols, except for the faults of objdump that tests/oracle/disasm-objdump.faults lists;
 * what is no instruction becomes '#' and the word. Fields that depend on PSW[W] are read as with W=0. */
int pa_disasm(u32 word, u32 pc, char *out, size_t cap);

/* Adds what {NAME}, LEN characters, stands for in the syntax of WORD at PC. False, and nothing, if there is no such piece. */
bool pa_disasm_piece(struct text *out, u32 word, u32 pc, const char *name, size_t len);

/* The i-th of the ways in which instructions are written (emu/core/teach.h); false behind the last. */
bool pa_disasm_syntax(unsigned i, struct teach_syntax *out);

#endif
