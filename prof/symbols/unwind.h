/* What an ELF file says about the bounds of its functions for those that unwind its stack: .PARISC.unwind, .IA_64.unwind and
 * .eh_frame, which strip leaves in place. */
#ifndef PCGRAM_PROF_SYMBOLS_UNWIND_H
#define PCGRAM_PROF_SYMBOLS_UNWIND_H

#include "emu/core/types.h"

#include <gelf.h>

/* Calls found(context, start, size) for each region of code, in addresses of the file (no bias); what it tells may be wrong
 * in a damaged file, and lie anywhere. */
void unwind_regions(Elf *elf, void (*found)(void *context, u64 start, u64 size), void *context);

#endif
