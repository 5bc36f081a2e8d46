/* The addresses that a guest has: of each of the eight regions the first 2^36 bytes, which is what Linux with pages of 4 KiB
 * gives a process (RGN_MAP_LIMIT), and lets some 250 processes live in the host's own space. */
#ifndef PCGRAM_IA64_WINDOW_H
#define PCGRAM_IA64_WINDOW_H

#include "emu/core/types.h"

enum { IA64_WINDOW_BITS = 36 };

/* Bits that no such address has. */
#define IA64_BEYOND ((((u64)1 << 61) - 1) & ~(((u64)1 << IA64_WINDOW_BITS) - 1))

/* What host code takes from cpu.mask: bits that remain of an address, and those that must not be set in one of a byte, four and eight. */
#define IA64_MASK(i) ((i) == 0 ? ~IA64_BEYOND : IA64_BEYOND | ((i) == 1 ? 0 : (i) == 2 ? 3 : 7))

/* The same address without the gap between its region and the rest: 39 bits; and back. */
static inline u64 ia64_folded(u64 ea)
{
    return (ea >> (61 - IA64_WINDOW_BITS) & (u64)7 << IA64_WINDOW_BITS) | (ea & (((u64)1 << IA64_WINDOW_BITS) - 1));
}
static inline u64 ia64_unfolded(u64 folded)
{
    return folded >> IA64_WINDOW_BITS << 61 | (folded & (((u64)1 << IA64_WINDOW_BITS) - 1));
}

#endif
