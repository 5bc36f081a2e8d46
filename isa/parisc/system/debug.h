/* The processor as gdb sees one. */
#ifndef PCGRAM_PARISC_DEBUG_H
#define PCGRAM_PARISC_DEBUG_H

#include "emu/core/debug.h"

extern const struct debug_view pa_debug_view;

#endif
