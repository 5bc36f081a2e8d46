/* What PA-RISC instructions do, as equations: isa/parisc/insn/operation.def. */
#ifndef PCGRAM_PARISC_OPERATION_H
#define PCGRAM_PARISC_OPERATION_H

#include "isa/parisc/insn/decode.h"

/* What the equations' notation means, lines of at most 79 columns. */
extern const char pa_operation_legend[];

/* The text of a row as the table has it, with what is filled in in braces. */
const char *pa_operation_text(enum pa_op op);

/* Writes a row's equation, with the names of fields as its pattern has them, at most CAP bytes with the final 0.
 * Returns the length of the whole text, as snprintf does. */
int pa_operation_of_row(enum pa_op op, char *out, size_t cap);

/* The same of WORD at PC, with its registers and immediates (decimal); 0 and an empty text if it is no instruction. */
int pa_operation(u32 word, u32 pc, char *out, size_t cap);

/* Writes the condition of WORD in words: when it nullifies the next, branches or traps. An empty text: it has none. */
void pa_condition(u32 word, char *out, size_t cap);

#endif
