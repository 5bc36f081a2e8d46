/* Which rows of an instruction table a name means: what any disassembly prints leads to its rows. */
#ifndef PCGRAM_INSPECT_MNEMONIC_H
#define PCGRAM_INSPECT_MNEMONIC_H

#include "emu/inspect/insn_table.h"

/* Marks in rows[] (one a row of the table) those that `word` names, and says whether there are any. A word is the name of a row; or
 * a mnemonic as the disassembler prints it, with all of its completers (ld8, cmpb,<>, br.ret.sptk.many) or with none that stand
 * behind a comma (add is add,l as well); or, where no instruction is called that, its first parts (br, tbit.z). Synonyms that are
 * printed for some words of a row lead to it, too (nop, copy, mov). */
bool mnemonic_rows(const struct insn_table *t, const char *word, bool *rows);

#endif
