/* What Itanium instructions do, as equations: isa/ia64/insn/operation.def. */
#ifndef PCGRAM_IA64_OPERATION_H
#define PCGRAM_IA64_OPERATION_H

#include "isa/ia64/insn/decode.h"

/* What the equations' notation means, lines of at most 79 columns. */
extern const char ia64_operation_legend[];

/* The text of a row as the table has it, with what is filled in in braces. */
const char *ia64_operation_text(enum ia64_op op);

/* Writes a row's equation, with the names of fields, at most CAP bytes with the final 0. Returns the length of the
 * whole text, as snprintf does. */
int ia64_operation_of_row(enum ia64_op op, char *out, size_t cap);

/* The same of the slot WORD in the bundle at PC, executed by UNIT, with its registers and immediates; L is the
 * immediate slot of a long instruction. 0 and an empty text if it is no instruction. */
int ia64_operation(enum ia64_unit unit, u64 word, u64 l, u64 pc, char *out, size_t cap);

#endif
