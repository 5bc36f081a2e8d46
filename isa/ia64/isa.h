/* Itanium as the rest of the emulator sees it. */
#ifndef PCGRAM_IA64_ISA_H
#define PCGRAM_IA64_ISA_H

#include "emu/core/isa.h"

extern const struct isa isa_ia64;

#endif
