/* PA-RISC for emu/core/teach.h. */
#ifndef PCGRAM_PARISC_TEACH_H
#define PCGRAM_PARISC_TEACH_H

#include "emu/core/teach.h"

extern const struct teach pa_teach;

#endif
