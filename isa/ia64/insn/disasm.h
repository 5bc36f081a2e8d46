/* Itanium instructions as text. */
#ifndef PCGRAM_IA64_DISASM_H
#define PCGRAM_IA64_DISASM_H

#include "emu/core/teach.h"
#include "emu/core/text.h"

/* Writes the text of slot SLOT (0 to 2) of the bundle at address PC into OUT, at most CAP bytes with the final 0 (CAP
 * may be 0), and returns the length of the whole text, as snprintf does. The text is that of GNU objdump without
 * symbols, except for what tests/oracle/disasm-ia64.faults lists: an instruction, with "(p06) " before it where it has
 * a qualifying predicate other than p0. Targets are absolute, in hexadecimal without prefix. What is no instruction
 * becomes data8 and the slot in hexadecimal. A long instruction has its text in slot 1, and slot 2 is empty. */
int ia64_disasm_slot(const u8 bundle[16], u64 pc, unsigned slot, char *out, size_t cap);

/* The same as a column of a listing: the template before slot 0, blanks where a slot has no template or no predicate,
 * ";;" where an instruction group ends: "[MIB] (p06) br.ret.sptk.many b0;;". */
int ia64_disasm(const u8 bundle[16], u64 pc, unsigned slot, char *out, size_t cap);

/* Adds what {NAME}, LEN characters, stands for in the syntax of the slot WORD in the bundle at PC; L is the immediate slot of
 * a long instruction. False, and nothing, if there is no such piece. */
bool ia64_disasm_piece(struct text *out, u64 word, u64 l, u64 pc, const char *name, size_t len);

/* The name of application register N, which is below 128, without "ar."; NULL if it has none. */
const char *ia64_ar_name(unsigned n);

/* The i-th of the ways in which instructions are written (emu/core/teach.h); false behind the last. */
bool ia64_disasm_syntax(unsigned i, struct teach_syntax *out);

/* The text of the slot WORD that UNIT executes, at address 0 and without its predicate; "" if it has none. */
int ia64_disasm_word(unsigned unit, u64 word, char *out, size_t cap);

#endif
