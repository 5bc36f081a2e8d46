/* The processor as gdb sees one. */
#ifndef PCGRAM_IA64_DEBUG_H
#define PCGRAM_IA64_DEBUG_H

#include "emu/core/debug.h"

extern const struct debug_view ia64_debug_view;

#endif
