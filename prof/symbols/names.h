/* Names for code that the tables of symbols of its file leave without one. */
#ifndef PCGRAM_PROF_SYMBOLS_NAMES_H
#define PCGRAM_PROF_SYMBOLS_NAMES_H

#include "emu/core/isa.h"
#include "prof/symbols/symbols.h"

#include <gelf.h>

/* Completes the names of the last image of *s, which is that of `elf`, a file for `isa`, and settles *s:
 *
 *     _start, _init, _fini   where the file says that it begins and ends
 *     sub_40001230           a function that is known by its unwind information, by its descriptor, or because code calls it: its
 *                            address in the file
 *     strcmp@plt             the linker's stub that calls the function of another file; strcmp@plt.lazy: that binds it first
 *     strcmp@stub            the linker's stub for a function that is too far away
 *     .plt                   the beginning of a section, up to the first function
 *
 * And a function reaches over what nobody claims behind it, up to the next one or the end of its section, as gdb and
 * objdump have it, but for what only fills the space; without the file's symbols not over the end that unwind
 * information gives it. What symbols of the file with a size cover is left alone; with `whole`, when all the file's
 * symbols are known, calls and descriptors say nothing of what those without a size cover. */
void names_complete(struct symbols *s, Elf *elf, const struct isa *isa, bool whole);

#endif
