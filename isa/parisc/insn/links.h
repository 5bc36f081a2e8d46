/* What compilers and linkers call by: for emu/core/teach.h. */
#ifndef PCGRAM_PARISC_LINKS_H
#define PCGRAM_PARISC_LINKS_H

#include "emu/core/teach.h"

unsigned pa_calls(u64 pc, const u8 *code, u64 target[3]);
bool pa_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);

#endif
