/* PA-RISC as the rest of the emulator sees it. */
#ifndef PCGRAM_PARISC_ISA_H
#define PCGRAM_PARISC_ISA_H

#include "emu/core/isa.h"

extern const struct isa isa_parisc;

#endif
