/* What compilers and linkers call by: for emu/core/teach.h. */
#ifndef PCGRAM_IA64_LINKS_H
#define PCGRAM_IA64_LINKS_H

#include "emu/core/teach.h"

unsigned ia64_calls(u64 pc, const u8 *code, u64 target[3]);
bool ia64_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);

#endif
