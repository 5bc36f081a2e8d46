/* Itanium for emu/core/teach.h. */
#ifndef PCGRAM_IA64_TEACH_H
#define PCGRAM_IA64_TEACH_H

#include "emu/core/teach.h"

extern const struct teach ia64_teach;

#endif
